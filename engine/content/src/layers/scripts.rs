//! Layers scripts: a script replaces the whole earlier script with the same path. `pack.toml` names the fingerprint of
//! the text that it was copied from, so an outdated copy causes a warning.

use super::Layers;
use super::dependencies::PackDependencies;
use crate::diagnostic::Diagnostic;
use crate::pack::Pack;
use crate::provenance::Origin;
use crate::source_file::SourceFile;
use std::sync::Arc;

/// The fingerprint of a script: the beginning of the hash of its text, independent of line endings.
pub(crate) fn fingerprint(text: &str) -> String {
    blake3::hash(text.replace("\r\n", "\n").as_bytes()).to_hex()[..8].to_string()
}

impl Layers<'_> {
    pub(super) fn script(&mut self, pack: &Pack, file: &Arc<SourceFile>) {
        let Some(module) = file.module().map(str::to_string) else { return };
        if let Some(old) = self.scripts.insert(module.clone(), file.clone()) {
            self.check_replacement(pack, file, &module, &old);
        }
        let origin = Origin { pack: pack.id.clone(), file: file.clone(), line: 1, keys: Vec::new() };
        self.script_origins.entry(module).or_default().push(origin);
    }

    /// Warns of an undeclared replacement, of one that another pack made too, and of an outdated copy.
    fn check_replacement(&self, pack: &Pack, file: &Arc<SourceFile>, module: &str, old: &SourceFile) {
        let now = fingerprint(&old.text);
        let Some(declared) = pack.replaces.iter().find(|r| r.module.value == module) else {
            let message = format!("this replaces `{module}` of the pack `{}`", old.pack);
            self.problems.push(
                Diagnostic::warning("content::replaced-script", message)
                    .at(file, 0..0)
                    .label("the earlier script is not loaded")
                    .help(format!("if it is intended, write `replaces = [\"{module}@{now}\"]` in pack.toml")),
            );
            return;
        };
        let earlier = self.script_origins.get(module).into_iter().flatten();
        let is_first = earlier.clone().next().is_none_or(|first| first.pack == old.pack);
        let is_dependent = self.dependencies.depends_on(&pack.id, &old.pack);
        if !is_first && !is_dependent {
            let message = format!("`{module}` is replaced by both `{}` and `{}`", old.pack, pack.id);
            self.problems.push(
                declared
                    .module
                    .warning("content::collision", message)
                    .label(format!("the script of `{}` is not loaded", old.pack))
                    .help(format!(
                        "wrap a step with `around` instead of replacing the script; {}",
                        PackDependencies::collision_help(&pack.id, &old.pack)
                    )),
            );
        }
        let copied = earlier.map(|o| fingerprint(&o.file.text));
        let stale = match &declared.fingerprint {
            None => Some(("does not name the text it was copied from", now)),
            // A pack that does not depend on the one in between copied an earlier text.
            Some(of) if *of == now || !is_dependent && copied.into_iter().any(|was| was == *of) => None,
            Some(_) => Some(("was copied from a text that has changed since", now)),
        };
        if let Some((what, now)) = stale {
            self.problems.push(
                declared
                    .module
                    .warning("content::stale-copy", format!("the copy of `{module}` {what}"))
                    .label(format!("the script of `{}` is now {now}", old.pack))
                    .help(format!("compare the two, update the copy, and write `\"{module}@{now}\"`")),
            );
        }
    }

    /// Reports declared replacements of scripts that do not exist.
    pub(super) fn check_declared_replacements(&self, pack: &Pack) {
        for replaced in &pack.replaces {
            let module = &replaced.module;
            let game_key = self.script_origins.get(&module.value);
            let has_file = pack.file(&format!("scripts/{}.luau", module.value)).is_some();
            if !has_file || game_key.is_some_and(|o| o.len() < 2) {
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
