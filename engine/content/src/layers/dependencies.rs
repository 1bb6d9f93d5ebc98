//! Dependencies between packs. A pack may override the packs it depends on without a warning.

use crate::pack::Pack;
use std::collections::BTreeMap;

/// For each pack, the packs that it names in `depends`.
pub(crate) struct PackDependencies {
    depends: BTreeMap<String, Vec<String>>,
    /// The first pack, over which all others are layered.
    base: Option<String>,
}

impl PackDependencies {
    pub(crate) fn new(packs: &[Pack]) -> PackDependencies {
        let names = |pack: &Pack| pack.depends.iter().map(|needed| needed.pack.value.clone()).collect();
        let depends = packs.iter().map(|pack| (pack.id.clone(), names(pack))).collect();
        PackDependencies { depends, base: packs.first().map(|pack| pack.id.clone()) }
    }
    /// Whether a pack is not the base.
    pub(crate) fn is_not_base(&self, pack: &str) -> bool {
        self.base.as_deref() != Some(pack)
    }
    /// Whether `later` depends on `earlier`, directly or through other packs.
    pub(crate) fn depends_on(&self, later: &str, earlier: &str) -> bool {
        let mut unvisited = vec![later];
        let mut seen = Vec::new();
        while let Some(pack) = unvisited.pop() {
            for other in self.depends.get(pack).into_iter().flatten() {
                if other == earlier {
                    return true;
                }
                if !seen.contains(&other.as_str()) {
                    seen.push(other);
                    unvisited.push(other);
                }
            }
        }
        false
    }
    /// Returns the help for a collision of two packs: how to avoid it, or how to declare that it is intended.
    pub(crate) fn collision_help(later: &str, earlier: &str) -> String {
        format!(
            "set it in only one of them; if it is intended, write `depends = [\"{earlier}\"]` in pack.toml of `{later}`"
        )
    }
}
