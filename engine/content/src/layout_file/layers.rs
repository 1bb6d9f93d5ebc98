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

/// One entry after all patches.
pub(super) struct LayoutEntry {
    pub(super) table: Table,
    pub(super) at: Located<()>,
    /// Its id or name, if it has one.
    pub(super) name: Located<String>,
    layer: usize,
    removed: bool,
}

/// The layered, unchecked layout of one game.
pub(super) struct LayoutLayers<'a> {
    problems: &'a Problems,
    dependencies: PackDependencies,
    single_tables: BTreeMap<&'static str, (Table, Located<()>)>,
    lists: BTreeMap<&'static str, Vec<LayoutEntry>>,
    by_key: BTreeMap<(&'static str, String), usize>,
    /// The last layout file.
    pub(super) file: Located<()>,
}

impl<'a> LayoutLayers<'a> {
    /// Layers the layouts of all packs; `None` if no pack has one.
    pub(super) fn gather(packs: &[Pack], game: &str, problems: &'a Problems) -> Option<LayoutLayers<'a>> {
        let path = format!("layouts/{game}/layout.toml");
        let mut layers: Option<LayoutLayers<'a>> = None;
        for (layer, pack) in packs.iter().enumerate() {
            let Some(file) = pack.file(&path) else { continue };
            let at = Located { value: (), file: file.clone(), span: 0..0 };
            let layers = layers.get_or_insert_with(|| LayoutLayers {
                problems,
                dependencies: PackDependencies::new(packs),
                single_tables: BTreeMap::new(),
                lists: BTreeMap::new(),
                by_key: BTreeMap::new(),
                file: at.clone(),
            });
            layers.file = at;
            layers.read(layer, file);
        }
        layers
    }
    /// A table that occurs once, such as `[canvas]`.
    pub(super) fn single_table(&self, name: &str) -> Option<&(Table, Located<()>)> {
        self.single_tables.get(name)
    }
    /// The entries of a list that no pack removed.
    pub(super) fn entries(&self, name: &str) -> impl Iterator<Item = &LayoutEntry> {
        self.lists.get(name).into_iter().flatten().filter(|entry| !entry.removed)
    }

    fn read(&mut self, layer: usize, file: &Arc<SourceFile>) {
        let at = self.file.clone();
        if file.text.len() > MAX_BYTES {
            let problem = at.error("content::file-too-large", format!("it is larger than {} KiB", MAX_BYTES >> 10));
            return self.problems.push(problem.label("the limit for a layout").help("remove points from its shapes"));
        }
        let Some(table) = parse_with(file, &LAYOUT, self.problems) else { return };
        let top = TableReader::new(&LAYOUT, &table, at, "the layout", self.problems);
        for key in LAYOUT.keys() {
            match key.value_type {
                ValueType::Table(_) => self.read_table(&top, key.name),
                ValueType::NamedEntries(_) => self.read_named_entries(&top, key.name, layer),
                _ => self.read_entries(&top, key.name, layer),
            }
        }
        top.finish();
    }
    fn read_table(&mut self, top: &TableReader<'_>, name: &'static str) {
        let Some((table, at)) = top.table(name) else { return };
        match self.single_tables.get_mut(name) {
            Some((old, first)) => {
                let (what, first) = (format!("`[{name}]`"), first.file.pack.clone());
                Overlay { problems: self.problems, dependencies: &self.dependencies, what, first, may_collide: false }
                    .patch(old, table.clone());
            }
            None => drop(self.single_tables.insert(name, (table.clone(), at))),
        }
    }
    fn read_named_entries(&mut self, top: &TableReader<'_>, list: &'static str, layer: usize) {
        for (name, value) in top.table(list).map(|(table, _)| table).into_iter().flatten() {
            match &value.value {
                TomlValue::Table(table) => {
                    ident::check(name, list, ident::Spelling::Kebab, self.problems);
                    self.add(list, layer, Some(name.value.clone()), name.clone(), table.clone());
                }
                _ => self.problems.push(wrong_type(value, &format!("the {list} `{}`", name.value), "a table")),
            }
        }
    }
    fn read_entries(&mut self, top: &TableReader<'_>, list: &'static str, layer: usize) {
        for item in top.list(list).unwrap_or_default() {
            match &item.value {
                TomlValue::Table(table) => {
                    let key = key_of(list, table);
                    let name = item.with(key.clone().unwrap_or_default());
                    self.add(list, layer, key, name, table.clone());
                }
                _ => self.problems.push(wrong_type(item, &format!("each of `{list}`"), "a table")),
            }
        }
    }
    fn add(&mut self, list: &'static str, layer: usize, key: Option<String>, name: Located<String>, mut table: Table) {
        let is_removed = |(key, value): &(Located<String>, Located<TomlValue>)| {
            key.value == "remove" && value.value == TomlValue::Boolean(true)
        };
        let removed = table.iter().any(is_removed);
        if !removed {
            table.retain(|(key, value)| key.value != "remove" || value.value != TomlValue::Boolean(false));
        }
        let problems = self.problems;
        let entries = self.lists.entry(list).or_default();
        let old = key.as_ref().and_then(|key| self.by_key.get(&(list, key.clone()))).map(|at| &mut entries[*at]);
        match old {
            Some(old) if old.layer == layer => {
                let problem = name.error("content::duplicate-id", format!("a second {list} `{}`", name.value));
                let help = format!("the first is at {}", old.at.location());
                problems.push(problem.label("this id is taken").help(help));
            }
            Some(old) if old.removed || removed => {
                let at = name.place();
                *old = LayoutEntry { table, at, name, layer, removed };
            }
            Some(old) => {
                old.layer = layer;
                let (what, first) = (format!("the {list} `{}`", name.value), old.at.file.pack.clone());
                Overlay { problems, dependencies: &self.dependencies, what, first, may_collide: false }
                    .patch(&mut old.table, table);
            }
            None if removed => {
                let known = self.by_key.keys().filter(|(of, _)| *of == list).map(|(_, key)| key.as_str());
                let message = format!("there is no {list} `{}` to remove", name.value);
                let problem = name.error("layout::nothing-to-remove", message).label("no earlier pack has it");
                problems.push(problem.suggest(&name.value, known));
            }
            None => {
                if let Some(key) = key {
                    self.by_key.insert((list, key), entries.len());
                }
                entries.push(LayoutEntry { table, at: name.place(), name, layer, removed });
            }
        }
    }
}

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.iter().find(|(of, _)| of.value == key).and_then(|(_, value)| match &value.value {
        TomlValue::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

/// The key that identifies an entry in its list; `None` if it has no id.
fn key_of(list: &str, table: &Table) -> Option<String> {
    if list == "border" {
        let between = table.iter().find(|(of, _)| of.value == "between").map(|(_, value)| &value.value)?;
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
    let id = text(table, "id")?.to_owned();
    match text(table, "of") {
        Some(of) if list == "track" => Some(format!("{id} of {of}")),
        _ => Some(id),
    }
}
