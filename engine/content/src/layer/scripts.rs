//! Scripts of packs laid over each other: a script of the same path replaces the earlier one whole. A copy
//! remembers what it was copied from, so that one that went stale is told.

use super::Layers;
use super::kin::Kin;
use crate::diagnostic::Diagnostic;
use crate::pack::Pack;
use crate::source::SourceFile;
use crate::whence::Origin;
use std::sync::Arc;

/// What a copy is known by: the beginning of a hash of the text, whatever its line ends.
pub(crate) fn fingerprint(text: &str) -> String {
    blake3::hash(text.replace("\r\n", "\n").as_bytes()).to_hex()[..8].to_string()
}

impl Layers<'_> {
    pub(super) fn script(&mut self, pack: &Pack, file: &Arc<SourceFile>) {
        let Some(module) = file.module().map(str::to_string) else { return };
        if let Some(old) = self.scripts.insert(module.clone(), file.clone()) {
            self.replaced(pack, file, &module, &old);
        }
        let origin = Origin { pack: pack.id.clone(), file: file.clone(), line: 1, keys: Vec::new() };
        self.script_origins.entry(module).or_default().push(origin);
    }

    /// Tells a replacement that is not meant, one that another pack made too, and a copy that went stale.
    fn replaced(&self, pack: &Pack, file: &Arc<SourceFile>, module: &str, old: &SourceFile) {
        let now = fingerprint(&old.text);
        let Some(meant) = pack.replaces.iter().find(|r| r.module.value == module) else {
            let message = format!("this replaces `{module}` of the pack `{}`", old.pack);
            self.problems.push(
                Diagnostic::warning("content::replaced-script", message)
                    .at(file, 0..0)
                    .label("the earlier script is not loaded")
                    .help(format!("if it is meant, say `replaces = [\"{module}@{now}\"]` in pack.toml")),
            );
            return;
        };
        let earlier = self.script_origins.get(module).into_iter().flatten();
        let is_first = earlier.clone().next().is_none_or(|first| first.pack == old.pack);
        let known = self.kin.knows(&pack.id, &old.pack);
        if !is_first && !known {
            let message = format!("`{module}` is replaced by both `{}` and `{}`", old.pack, pack.id);
            self.problems.push(
                meant
                    .module
                    .warning("content::collision", message)
                    .label(format!("the script of `{}` is not loaded", old.pack))
                    .help(format!(
                        "wrap a step with `around` instead of copying it; {}",
                        Kin::cure(&pack.id, &old.pack)
                    )),
            );
        }
        let copied = earlier.map(|o| fingerprint(&o.file.text));
        let stale = match &meant.of {
            None => Some(("does not say which text it was copied from", now)),
            // One that does not know of the pack between was copied from an earlier text.
            Some(of) if *of == now || !known && copied.into_iter().any(|was| was == *of) => None,
            Some(_) => Some(("was copied from a text that has changed since", now)),
        };
        if let Some((what, now)) = stale {
            self.problems.push(
                meant
                    .module
                    .warning("content::stale-copy", format!("the copy of `{module}` {what}"))
                    .label(format!("the script of `{}` is now {now}", old.pack))
                    .help(format!("compare the two, bring the copy up to date, and write `\"{module}@{now}\"`")),
            );
        }
    }

    /// A pack that says it replaces a module it does not have, or that nobody had before.
    pub(super) fn unmet_replacements(&self, pack: &Pack) {
        for replaced in &pack.replaces {
            let module = &replaced.module;
            let of_game = self.script_origins.get(&module.value);
            let has_file = pack.file(&format!("scripts/{}.luau", module.value)).is_some();
            if !has_file || of_game.is_some_and(|o| o.len() < 2) {
                let why = if has_file { "no earlier pack has this script" } else { "this pack has no such script" };
                self.problems.push(
                    module
                        .error("content::unknown-script", format!("`{}` replaces nothing", module.value))
                        .label(why)
                        .suggest(&module.value, self.script_origins.keys().map(String::as_str)),
                );
            }
        }
    }
}
