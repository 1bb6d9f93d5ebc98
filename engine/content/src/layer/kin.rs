//! Which packs know of each other: one that depends on another changes what that one says on purpose.

use crate::pack::Pack;
use std::collections::BTreeMap;

/// The packs with what each depends on.
pub(crate) struct Kin {
    depends: BTreeMap<String, Vec<String>>,
    /// The pack that all lie over.
    base: Option<String>,
}

impl Kin {
    pub(crate) fn of(packs: &[Pack]) -> Kin {
        let names = |pack: &Pack| pack.depends.iter().map(|d| d.value.clone()).collect();
        let depends = packs.iter().map(|pack| (pack.id.clone(), names(pack))).collect();
        Kin { depends, base: packs.first().map(|pack| pack.id.clone()) }
    }
    /// Whether a pack is not the one that all others lie over.
    pub(crate) fn is_stranger(&self, pack: &str) -> bool {
        self.base.as_deref() != Some(pack)
    }
    /// Whether `later` depends on `earlier`, be it through others.
    pub(crate) fn knows(&self, later: &str, earlier: &str) -> bool {
        let mut open = vec![later];
        let mut seen = Vec::new();
        while let Some(pack) = open.pop() {
            for other in self.depends.get(pack).into_iter().flatten() {
                if other == earlier {
                    return true;
                }
                if !seen.contains(&other.as_str()) {
                    seen.push(other);
                    open.push(other);
                }
            }
        }
        false
    }
    /// What `later` does about a collision with `earlier`.
    pub(crate) fn cure(later: &str, earlier: &str) -> String {
        format!("leave it to one of them, or say `depends = [\"{earlier}\"]` in pack.toml of `{later}` if it is meant")
    }
}
