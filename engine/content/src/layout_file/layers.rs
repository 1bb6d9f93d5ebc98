//! Layers the layouts of all packs over each other. Entries with the same id are patched key by key.

use super::schemas::LAYOUT;
use crate::ident;
use crate::layers::tables::{EntryPart, LayeredTables};
use crate::located::{Located, Table, TomlValue};
use crate::pack::Pack;
use crate::parse::parse_with;
use crate::problems::Problems;
use crate::source_file::SourceFile;
use crate::table_reader::TableReader;
use crate::table_schema::ValueType;
use std::sync::Arc;

/// The most bytes of one layout file.
const MAX_BYTES: usize = 256 << 10;

/// The layered, unchecked layout of one game.
pub(super) struct LayoutLayers<'a> {
    pub(super) tables: LayeredTables<'a>,
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
                tables: LayeredTables::new(packs, problems),
                file: place.clone(),
            });
            layers.file = place;
            layers.add_file(layer, file);
        }
        layers
    }
    fn add_file(&mut self, layer: usize, file: &Arc<SourceFile>) {
        let place = self.file.clone();
        if file.text.len() > MAX_BYTES {
            let problem = place.error("content::file-too-large", format!("it is larger than {} KiB", MAX_BYTES >> 10));
            return self
                .tables
                .problems
                .push(problem.label("the limit for a layout").help("remove points from its shapes"));
        }
        let Some(table) = parse_with(file, &LAYOUT, self.tables.problems) else { return };
        let top = TableReader::new(&LAYOUT, &table, place, "the layout", self.tables.problems);
        for key in LAYOUT.keys() {
            match key.value_type {
                ValueType::Table(_) => {
                    if let Some((table, place)) = top.table(key.name) {
                        self.tables.add_single_table(key.name, table.clone(), place);
                    }
                }
                ValueType::NamedEntries(_) => {
                    for part in self.tables.named_items(&top, key.name) {
                        ident::check(&part.id, key.name, ident::Spelling::Kebab, self.tables.problems);
                        self.add_entry(key.name, layer, part);
                    }
                }
                _ => {
                    for (table, place) in self.tables.items(&top, key.name) {
                        let id = place.with(id_of(key.name, table).unwrap_or_default());
                        self.add_entry(key.name, layer, EntryPart { id, table: table.clone(), place, source: None });
                    }
                }
            }
        }
        top.finish();
    }
    /// Adds an entry of one file: a new entry, a patch of an entry of an earlier pack, or its removal.
    fn add_entry(&mut self, list: &'static str, layer: usize, part: EntryPart) {
        if self.tables.find(list, &part.id.value).is_some() {
            self.tables.change(list, layer, part, false);
        } else if part.is_set("remove") {
            self.tables.report_nothing_to("remove", list, &part.id, "layout::nothing-to-remove");
        } else {
            self.tables.add_new(list, layer, part);
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
fn id_of(list: &str, table: &Table) -> Option<String> {
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
