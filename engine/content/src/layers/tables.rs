//! Tables of TOML files, layered pack by pack. A table with the same id patches the table of an earlier pack.

use super::dependencies::PackDependencies;
use super::patch::Overlay;
use crate::located::{Located, Table, TomlValue};
use crate::pack::Pack;
use crate::problems::Problems;
use crate::provenance::Origin;
use crate::table_reader::{TableReader, wrong_type};
use crate::table_schema::TableSchema;
use std::collections::BTreeMap;

/// One entry, with the patches of all packs read so far.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its id or name. Empty if it has none; then no later pack can patch it.
    pub(crate) id: Located<String>,
    pub(crate) table: Table,
    /// Where the first pack declares the entry.
    pub(crate) place: Located<()>,
    /// The data source that `[meta]` of its file names for all entries of the file.
    pub(crate) source: Option<Located<String>>,
    /// All places that set the entry, in the order of the packs.
    pub(crate) origins: Vec<Origin>,
    /// Index of the last pack that sets the entry.
    pub(super) layer: usize,
    is_removed: bool,
}

/// All entries of one kind, in the order in which they first appear.
#[derive(Debug, Default)]
struct Section {
    entries: Vec<Entry>,
    /// The index of each entry, by id.
    index_by_id: BTreeMap<String, usize>,
}

/// What one file says about an entry.
pub(crate) struct EntryPart {
    pub(crate) id: Located<String>,
    pub(crate) table: Table,
    pub(crate) place: Located<()>,
    /// The data source that `[meta]` of the file names for all its entries.
    pub(crate) source: Option<Located<String>>,
}

impl EntryPart {
    /// Whether the table has `true` at a key, such as `remove`.
    pub(crate) fn is_set(&self, key: &str) -> bool {
        self.table.iter().any(|(k, v)| k.value == key && v.value == TomlValue::Boolean(true))
    }
    fn origin(&self) -> Origin {
        Origin {
            pack: self.place.file.pack.clone(),
            file: self.place.file.clone(),
            line: self.place.line(),
            keys: self.table.iter().map(|(k, _)| k.value.clone()).collect(),
        }
    }
}

/// The layered, unchecked tables of all packs.
pub(crate) struct LayeredTables<'a> {
    pub(crate) problems: &'a Problems,
    pub(crate) dependencies: PackDependencies,
    /// Tables that occur once, by name: `meta`.
    single_tables: BTreeMap<&'static str, (Table, Located<()>)>,
    /// The entries of each kind, such as `space`.
    sections: BTreeMap<&'static str, Section>,
}

impl<'a> LayeredTables<'a> {
    pub(crate) fn new(packs: &[Pack], problems: &'a Problems) -> Self {
        let (single_tables, sections) = Default::default();
        LayeredTables { problems, dependencies: PackDependencies::new(packs), single_tables, sections }
    }
    /// Returns a table that occurs once, such as `[meta]`.
    pub(crate) fn single_table(&self, name: &str) -> Option<&(Table, Located<()>)> {
        self.single_tables.get(name)
    }
    /// Returns the entries of a kind that no pack removed.
    pub(crate) fn section(&self, kind: &str) -> impl Iterator<Item = &Entry> {
        self.sections.get(kind).into_iter().flat_map(|section| &section.entries).filter(|entry| !entry.is_removed)
    }
    /// Returns the kinds that have entries.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.sections.keys().copied()
    }
    /// Collects all TOML strings of all tables, at any depth.
    pub(crate) fn all_texts(&self) -> Vec<Located<String>> {
        let entries = self.kinds().flat_map(|kind| self.section(kind)).map(|entry| &entry.table);
        let mut texts = Vec::new();
        let all_tables = self.single_tables.values().map(|(table, _)| table).chain(entries);
        all_tables.flatten().for_each(|(_, value)| collect_texts(value, &mut texts));
        texts
    }
    /// Returns the number of entries of a kind, with those that a pack removed.
    pub(super) fn count(&self, kind: &str) -> usize {
        self.sections.get(kind).map_or(0, |section| section.entries.len())
    }

    /// Adds a table that occurs once. It patches that of an earlier pack.
    pub(crate) fn add_single_table(&mut self, name: &'static str, new: Table, place: Located<()>) {
        match self.single_tables.get_mut(name) {
            Some((old, first_place)) => {
                let (problems, dependencies) = (self.problems, &self.dependencies);
                let (entry_name, declaring_pack) = (format!("`[{name}]`"), first_place.file.pack.clone());
                Overlay { problems, dependencies, entry_name, declaring_pack, may_collide: false }.patch(old, new);
            }
            None => drop(self.single_tables.insert(name, (new, place))),
        }
    }
    /// Returns the tables of a list in a file, such as `[[space]]`, and reports items that are no tables.
    pub(crate) fn items<'t>(&self, top: &TableReader<'t>, kind: &str) -> Vec<(&'t Table, Located<()>)> {
        let mut tables = Vec::new();
        for item in top.list(kind).unwrap_or_default() {
            match &item.value {
                TomlValue::Table(table) => tables.push((table, item.place())),
                _ => self.problems.push(wrong_type(item, &format!("each of `{kind}`"), "a table")),
            }
        }
        tables
    }
    /// Returns the named tables of a file, such as `[word.NAME]`, and reports values that are no tables.
    pub(crate) fn named_items(&self, top: &TableReader<'_>, kind: &str) -> Vec<EntryPart> {
        let mut parts = Vec::new();
        for (name, value) in top.table(kind).map(|(table, _)| table).into_iter().flatten() {
            match &value.value {
                TomlValue::Table(table) => {
                    parts.push(EntryPart { id: name.clone(), table: table.clone(), place: name.place(), source: None });
                }
                _ => self.problems.push(wrong_type(value, &format!("the {kind} `{}`", name.value), "a table")),
            }
        }
        parts
    }

    /// Finds an entry that no pack removed.
    pub(crate) fn find(&self, kind: &str, id: &str) -> Option<&Entry> {
        let section = self.sections.get(kind)?;
        section.index_by_id.get(id).map(|index| &section.entries[*index]).filter(|entry| !entry.is_removed)
    }
    /// Adds a new entry.
    pub(crate) fn add_new(&mut self, kind: &'static str, layer: usize, part: EntryPart) {
        let section = self.sections.entry(kind).or_default();
        if !part.id.value.is_empty() {
            section.index_by_id.insert(part.id.value.clone(), section.entries.len());
        }
        let origins = vec![part.origin()];
        let EntryPart { id, table, place, source } = part;
        section.entries.push(Entry { id, table, place, source, origins, layer, is_removed: false });
    }
    /// Patches or removes the entry with the id of `part`. Reports an entry that the same pack sets a second time. For
    /// `may_collide` see [`Overlay`].
    pub(crate) fn change(&mut self, kind: &'static str, layer: usize, part: EntryPart, may_collide: bool) {
        let (problems, dependencies) = (self.problems, &self.dependencies);
        let Some(section) = self.sections.get_mut(kind) else { return };
        let Some(index) = section.index_by_id.get(&part.id.value) else { return };
        let old = &mut section.entries[*index];
        if old.layer == layer {
            let problem = part.id.error("content::duplicate-id", format!("a second {kind} `{}`", part.id.value));
            let advice = match kind {
                "link" => "give one of them an `id` of its own",
                _ => "one pack must declare an entry in one place",
            };
            let help = format!("the first is at {}; {advice}", old.last_location());
            return problems.push(problem.label("this id is taken").help(help));
        }
        (old.layer, old.is_removed) = (layer, part.is_set("remove"));
        if old.is_removed {
            report_lost_changes(kind, old, &part, dependencies, problems);
        }
        let entry_name = format!("the {kind} `{}`", part.id.value);
        let declaring_pack = old.origins.first().map(|origin| origin.pack.clone()).unwrap_or_default();
        old.origins.push(part.origin());
        Overlay { problems, dependencies, entry_name, declaring_pack, may_collide }.patch(&mut old.table, part.table);
    }
    /// Reports that there is no entry to change. `verb` says how: `remove` or `patch`.
    pub(crate) fn report_nothing_to(&self, verb: &str, kind: &str, id: &Located<String>, code: &str) {
        let problem = id.error(code, format!("there is no {kind} `{}` to {verb}", id.value));
        let known_ids = self.section(kind).map(|entry| entry.id.value.as_str());
        self.problems.push(problem.label("no earlier pack has it").suggest(&id.value, known_ids));
    }
}

/// Reports changes of independent packs that are lost because a later pack removes the entry.
fn report_lost_changes(
    kind: &str,
    entry: &Entry,
    removal: &EntryPart,
    dependencies: &PackDependencies,
    problems: &Problems,
) {
    let later = &removal.place.file.pack;
    // The first origin is the pack that declared the entry: to remove its entry is what `remove` is for.
    for change in entry.origins.iter().skip(1).filter(|change| !dependencies.depends_on(later, &change.pack)) {
        let message =
            format!("the {kind} `{}` is changed by `{}` and removed by `{later}`", removal.id.value, change.pack);
        let lost = format!("the change of `{}` at {}:{} is lost", change.pack, change.file.display_path(), change.line);
        let help = PackDependencies::collision_help(later, &change.pack);
        problems.push(removal.id.warning("content::collision", message).label(lost).help(help));
    }
}

/// Adds all strings in a TOML value to `texts`.
fn collect_texts(value: &Located<TomlValue>, texts: &mut Vec<Located<String>>) {
    match &value.value {
        TomlValue::Text(text) => texts.push(value.with(text.clone())),
        TomlValue::List(list) => list.iter().for_each(|item| collect_texts(item, texts)),
        TomlValue::Table(table) => table.iter().for_each(|(_, item)| collect_texts(item, texts)),
        TomlValue::Number(_) | TomlValue::Fraction(_) | TomlValue::Boolean(_) | TomlValue::Other(_) => {}
    }
}

impl Entry {
    /// Opens the entry, which is of kind `kind`, for reading.
    pub(crate) fn reader<'e>(
        &'e self,
        kind: &str,
        schema: &'static TableSchema,
        problems: &'e Problems,
    ) -> TableReader<'e> {
        let name = format!("the {kind} `{}`", self.id.value);
        TableReader::new(schema, &self.table, self.place.clone(), name, problems)
    }
    /// Returns the last place that set the entry, as `path:line`.
    pub(super) fn last_location(&self) -> String {
        let last = self.origins.last();
        last.map(|origin| format!("{}:{}", origin.file.display_path(), origin.line)).unwrap_or_default()
    }
}
