//! The layouts that packs give a game, laid over each other: entries with one id are patched key by key.

use super::forms::LAYOUT;
use crate::form::Holds;
use crate::ident;
use crate::layer::kin::Kin;
use crate::layer::patch::Over;
use crate::located::{Located, Raw, Table};
use crate::pack::Pack;
use crate::parse::parse;
use crate::problems::Problems;
use crate::shape::{Keys, wrong_type};
use crate::source::SourceFile;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes of one layout.
const LARGEST: usize = 256 << 10;

/// One entry, with all patches in it.
pub(super) struct Entry {
    pub(super) table: Table,
    pub(super) at: Located<()>,
    /// What it is called where that is no key of its own.
    pub(super) name: Located<String>,
    layer: usize,
    removed: bool,
}

/// All that packs say of one layout, not yet checked.
pub(super) struct Layers<'a> {
    problems: &'a Problems,
    kin: Kin,
    heads: BTreeMap<&'static str, (Table, Located<()>)>,
    lists: BTreeMap<&'static str, Vec<Entry>>,
    by_key: BTreeMap<(&'static str, String), usize>,
    /// Where the last of them begins.
    pub(super) file: Located<()>,
}

impl<'a> Layers<'a> {
    /// Lays them over each other; none where no pack has one.
    pub(super) fn gather(packs: &[Pack], game: &str, problems: &'a Problems) -> Option<Layers<'a>> {
        let path = format!("layouts/{game}/layout.toml");
        let mut layers: Option<Layers<'a>> = None;
        for (layer, pack) in packs.iter().enumerate() {
            let Some(file) = pack.file(&path) else { continue };
            let at = Located { value: (), file: file.clone(), span: 0..0 };
            let layers = layers.get_or_insert_with(|| Layers {
                problems,
                kin: Kin::of(packs),
                heads: BTreeMap::new(),
                lists: BTreeMap::new(),
                by_key: BTreeMap::new(),
                file: at.clone(),
            });
            layers.file = at;
            layers.read(layer, file);
        }
        layers
    }
    /// A table of which there is one.
    pub(super) fn head(&self, name: &str) -> Option<&(Table, Located<()>)> {
        self.heads.get(name)
    }
    /// The entries of a list that no pack took out.
    pub(super) fn entries(&self, name: &str) -> impl Iterator<Item = &Entry> {
        self.lists.get(name).into_iter().flatten().filter(|entry| !entry.removed)
    }

    fn read(&mut self, layer: usize, file: &Arc<SourceFile>) {
        let at = self.file.clone();
        if file.text.len() > LARGEST {
            let problem = at.error("content::file-too-large", format!("it is larger than {} KiB", LARGEST >> 10));
            return self.problems.push(problem.label("the most for a layout").help("take points out of its shapes"));
        }
        let Some(table) = parse(file, self.problems) else { return };
        let top = Keys::new(&LAYOUT, &table, at, "the layout", self.problems);
        for key in LAYOUT.keys() {
            match key.holds {
                Holds::Table(_) => self.one(&top, key.name),
                Holds::Named(_) => self.named(&top, key.name, layer),
                _ => self.list(&top, key.name, layer),
            }
        }
        top.finish();
    }
    fn one(&mut self, top: &Keys<'_>, name: &'static str) {
        let Some((table, at)) = top.table(name) else { return };
        match self.heads.get_mut(name) {
            Some((old, first)) => {
                let (what, first) = (format!("`[{name}]`"), first.file.pack.clone());
                Over { problems: self.problems, kin: &self.kin, what, first, may_meet: false }
                    .patch(old, table.clone());
            }
            None => drop(self.heads.insert(name, (table.clone(), at))),
        }
    }
    fn named(&mut self, top: &Keys<'_>, list: &'static str, layer: usize) {
        for (name, value) in top.table(list).map(|(table, _)| table).into_iter().flatten() {
            match &value.value {
                Raw::Table(table) => {
                    ident::check(name, list, ident::Spelling::Kebab, self.problems);
                    self.add(list, layer, Some(name.value.clone()), name.clone(), table.clone());
                }
                _ => self.problems.push(wrong_type(value, &format!("the {list} `{}`", name.value), "a table")),
            }
        }
    }
    fn list(&mut self, top: &Keys<'_>, list: &'static str, layer: usize) {
        for item in top.list(list).unwrap_or_default() {
            match &item.value {
                Raw::Table(table) => {
                    let key = key_of(list, table);
                    let name = item.with(key.clone().unwrap_or_default());
                    self.add(list, layer, key, name, table.clone());
                }
                _ => self.problems.push(wrong_type(item, &format!("each of `{list}`"), "a table")),
            }
        }
    }
    fn add(&mut self, list: &'static str, layer: usize, key: Option<String>, name: Located<String>, mut table: Table) {
        let says_remove =
            |(key, value): &(Located<String>, Located<Raw>)| key.value == "remove" && value.value == Raw::Truth(true);
        let removed = table.iter().any(says_remove);
        if !removed {
            table.retain(|(key, value)| key.value != "remove" || value.value != Raw::Truth(false));
        }
        let problems = self.problems;
        let entries = self.lists.entry(list).or_default();
        let old = key.as_ref().and_then(|key| self.by_key.get(&(list, key.clone()))).map(|at| &mut entries[*at]);
        match old {
            Some(old) if old.layer == layer => {
                let problem = name.error("content::duplicate-id", format!("a second {list} `{}`", name.value));
                let help = format!("the first is at {}", old.at.written());
                problems.push(problem.label("of this one is told above").help(help));
            }
            Some(old) if old.removed || removed => {
                let at = name.place();
                *old = Entry { table, at, name, layer, removed };
            }
            Some(old) => {
                old.layer = layer;
                let (what, first) = (format!("the {list} `{}`", name.value), old.at.file.pack.clone());
                Over { problems, kin: &self.kin, what, first, may_meet: false }.patch(&mut old.table, table);
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
                entries.push(Entry { table, at: name.place(), name, layer, removed });
            }
        }
    }
}

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.iter().find(|(of, _)| of.value == key).and_then(|(_, value)| match &value.value {
        Raw::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

/// What tells an entry from others of its list; none of one that stands for itself.
fn key_of(list: &str, table: &Table) -> Option<String> {
    if list == "border" {
        let between = table.iter().find(|(of, _)| of.value == "between").map(|(_, value)| &value.value)?;
        let Raw::List(ends) = between else { return None };
        let ends: Vec<&str> = ends
            .iter()
            .filter_map(|end| match &end.value {
                Raw::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let [a, b] = ends.as_slice() else { return None };
        return Some(ident::of_ends(a, b));
    }
    let id = text(table, "id")?.to_owned();
    match text(table, "of") {
        Some(of) if list == "track" => Some(format!("{id} of {of}")),
        _ => Some(id),
    }
}
