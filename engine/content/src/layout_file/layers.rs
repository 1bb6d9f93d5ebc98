//! Layers the layouts of all packs over each other. Entries with the same id are patched key by key.

use super::schemas::LAYOUT;
use crate::ident;
use crate::layers::dependencies::PackDependencies;
use crate::layers::patch::Overlay;
use crate::located::{Located, Table, TomlValue};
use crate::pack::Pack;
use crate::parse::parse_with;
use crate::problems::Problems;
use crate::source_file::SourceFile;
use crate::table_reader::{TableReader, wrong_type};
use crate::table_schema::ValueType;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes of one layout file.
const MAX_BYTES: usize = 256 << 10;

/// One entry, with the patches of all packs read so far.
pub(super) struct LayoutEntry {
    pub(super) table: Table,
    pub(super) place: Located<()>,
    /// Its id or name; empty if it has none.
    pub(super) name: Located<String>,
    /// Index of the last pack that sets it.
    layer: usize,
    is_removed: bool,
}

/// The layered, unchecked layout of one game.
pub(super) struct LayoutLayers<'a> {
    problems: &'a Problems,
    dependencies: PackDependencies,
    /// Tables that occur once, by name: `canvas`.
    single_tables: BTreeMap<&'static str, (Table, Located<()>)>,
    /// The entries of each list, such as `space`.
    lists: BTreeMap<&'static str, Vec<LayoutEntry>>,
    /// The index of each entry in its list, by the name of the list and the text from [`identity_of`].
    index_by_identity: BTreeMap<(&'static str, String), usize>,
    /// The layout file of the last pack that has one.
    pub(super) file: Located<()>,
}

impl<'a> LayoutLayers<'a> {
    /// Layers the layouts of all packs; `None` if no pack has one.
    pub(super) fn gather(packs: &[Pack], game: &str, problems: &'a Problems) -> Option<LayoutLayers<'a>> {
        let path = format!("layouts/{game}/layout.toml");
        let mut layers: Option<LayoutLayers<'a>> = None;
        for (layer, pack) in packs.iter().enumerate() {
            let Some(file) = pack.file(&path) else { continue };
            let place = Located { value: (), file: file.clone(), span: 0..0 };
            let layers = layers.get_or_insert_with(|| LayoutLayers {
                problems,
                dependencies: PackDependencies::new(packs),
                single_tables: BTreeMap::new(),
                lists: BTreeMap::new(),
                index_by_identity: BTreeMap::new(),
                file: place.clone(),
            });
            layers.file = place;
            layers.add_file(layer, file);
        }
        layers
    }
    /// Returns a table that occurs once, such as `[canvas]`.
    pub(super) fn single_table(&self, name: &str) -> Option<&(Table, Located<()>)> {
        self.single_tables.get(name)
    }
    /// Returns the entries of a list that no pack removed.
    pub(super) fn entries(&self, list: &str) -> impl Iterator<Item = &LayoutEntry> {
        self.lists.get(list).into_iter().flatten().filter(|entry| !entry.is_removed)
    }

    fn add_file(&mut self, layer: usize, file: &Arc<SourceFile>) {
        let place = self.file.clone();
        if file.text.len() > MAX_BYTES {
            let problem = place.error("content::file-too-large", format!("it is larger than {} KiB", MAX_BYTES >> 10));
            return self.problems.push(problem.label("the limit for a layout").help("remove points from its shapes"));
        }
        let Some(table) = parse_with(file, &LAYOUT, self.problems) else { return };
        let top = TableReader::new(&LAYOUT, &table, place, "the layout", self.problems);
        for key in LAYOUT.keys() {
            match key.value_type {
                ValueType::Table(_) => self.add_table(&top, key.name),
                ValueType::NamedEntries(_) => self.add_named_entries(&top, key.name, layer),
                _ => self.add_entries(&top, key.name, layer),
            }
        }
        top.finish();
    }
    fn add_table(&mut self, top: &TableReader<'_>, name: &'static str) {
        let Some((table, place)) = top.table(name) else { return };
        match self.single_tables.get_mut(name) {
            Some((old, first_place)) => {
                let (entry_name, declaring_pack) = (format!("`[{name}]`"), first_place.file.pack.clone());
                let (problems, dependencies) = (self.problems, &self.dependencies);
                Overlay { problems, dependencies, entry_name, declaring_pack, may_collide: false }
                    .patch(old, table.clone());
            }
            None => drop(self.single_tables.insert(name, (table.clone(), place))),
        }
    }
    fn add_named_entries(&mut self, top: &TableReader<'_>, list: &'static str, layer: usize) {
        for (name, value) in top.table(list).map(|(table, _)| table).into_iter().flatten() {
            match &value.value {
                TomlValue::Table(table) => {
                    ident::check(name, list, ident::Spelling::Kebab, self.problems);
                    self.add_entry(list, layer, Some(name.value.clone()), name.clone(), table.clone());
                }
                _ => self.problems.push(wrong_type(value, &format!("the {list} `{}`", name.value), "a table")),
            }
        }
    }
    fn add_entries(&mut self, top: &TableReader<'_>, list: &'static str, layer: usize) {
        for item in top.list(list).unwrap_or_default() {
            match &item.value {
                TomlValue::Table(table) => {
                    let identity = identity_of(list, table);
                    let name = item.with(identity.clone().unwrap_or_default());
                    self.add_entry(list, layer, identity, name, table.clone());
                }
                _ => self.problems.push(wrong_type(item, &format!("each of `{list}`"), "a table")),
            }
        }
    }
    /// Adds an entry of one file: a new entry, a patch of an entry of an earlier pack, or its removal.
    fn add_entry(
        &mut self,
        list: &'static str,
        layer: usize,
        identity: Option<String>,
        name: Located<String>,
        mut table: Table,
    ) {
        let sets_removal = |(key, value): &(Located<String>, Located<TomlValue>)| {
            key.value == "remove" && value.value == TomlValue::Boolean(true)
        };
        let is_removed = table.iter().any(sets_removal);
        if !is_removed {
            table.retain(|(key, value)| key.value != "remove" || value.value != TomlValue::Boolean(false));
        }
        let problems = self.problems;
        let entries = self.lists.entry(list).or_default();
        let old_index = identity.as_ref().and_then(|identity| self.index_by_identity.get(&(list, identity.clone())));
        let old = old_index.map(|index| &mut entries[*index]);
        match old {
            Some(old) if old.layer == layer => {
                let problem = name.error("content::duplicate-id", format!("a second {list} `{}`", name.value));
                let help = format!("the first is at {}", old.place.location());
                problems.push(problem.label("this id is taken").help(help));
            }
            Some(old) if old.is_removed || is_removed => {
                let place = name.place();
                *old = LayoutEntry { table, place, name, layer, is_removed };
            }
            Some(old) => {
                old.layer = layer;
                let entry_name = format!("the {list} `{}`", name.value);
                let declaring_pack = old.place.file.pack.clone();
                Overlay { problems, dependencies: &self.dependencies, entry_name, declaring_pack, may_collide: false }
                    .patch(&mut old.table, table);
            }
            None if is_removed => {
                let keys = self.index_by_identity.keys().filter(|(key_list, _)| *key_list == list);
                let known_ids = keys.map(|(_, identity)| identity.as_str());
                let message = format!("there is no {list} `{}` to remove", name.value);
                let problem = name.error("layout::nothing-to-remove", message).label("no earlier pack has it");
                problems.push(problem.suggest(&name.value, known_ids));
            }
            None => {
                if let Some(identity) = identity {
                    self.index_by_identity.insert((list, identity), entries.len());
                }
                entries.push(LayoutEntry { table, place: name.place(), name, layer, is_removed });
            }
        }
    }
}

/// Returns the text at a key.
fn text_at<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.iter().find(|(name, _)| name.value == key).and_then(|(_, value)| match &value.value {
        TomlValue::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

/// Returns the text by which a later pack names an entry of a list: the id, the link id of a border (`isle--port`), or
/// `purse of port` for a track of a space. Returns `None` if the entry has no id.
fn identity_of(list: &str, table: &Table) -> Option<String> {
    if list == "border" {
        let between = table.iter().find(|(name, _)| name.value == "between").map(|(_, value)| &value.value)?;
        let TomlValue::List(ends) = between else { return None };
        let ends: Vec<&str> = ends
            .iter()
            .filter_map(|end| match &end.value {
                TomlValue::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let [a, b] = ends.as_slice() else { return None };
        return Some(ident::link_id(a, b));
    }
    let id = text_at(table, "id")?.to_owned();
    match text_at(table, "of") {
        Some(space) if list == "track" => Some(format!("{id} of {space}")),
        _ => Some(id),
    }
}
