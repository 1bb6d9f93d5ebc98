//! Layers scripts: a script replaces the whole script with the same path of an earlier pack.
//!
//! `replaces` in `pack.toml` names the fingerprint of the script that the new script was copied from. If the earlier
//! script has changed since, a warning says so.

use super::Layers;
use super::dependencies::PackDependencies;
use crate::diagnostic::Diagnostic;
use crate::pack::Pack;
use crate::provenance::Origin;
use crate::source_file::SourceFile;
use std::sync::Arc;

impl Layers<'_> {
    /// Adds a script, which replaces a script of an earlier pack with the same path.
    pub(super) fn add_script(&mut self, pack: &Pack, file: &Arc<SourceFile>) {
        let Some(module) = file.module().map(str::to_string) else { return };
        if let Some(old) = self.scripts.insert(module.clone(), file.clone()) {
            self.check_replacement(pack, file, &module, &old);
        }
        let origin = Origin { pack: pack.id.clone(), file: file.clone(), line: 1, keys: Vec::new() };
        self.script_origins.entry(module).or_default().push(origin);
    }

    /// Warns if `pack.toml` does not declare the replacement, if another pack replaces the same script, or if the copy
    /// is outdated.
    fn check_replacement(&self, pack: &Pack, file: &Arc<SourceFile>, module: &str, old: &SourceFile) {
        let current_fingerprint = old.fingerprint();
        let Some(declared) = pack.replaces.iter().find(|r| r.module.value == module) else {
            let message = format!("this replaces `{module}` of the pack `{}`", old.pack);
            self.problems.push(
                Diagnostic::warning("content::replaced-script", message)
                    .at(file, 0..0)
                    .label("the earlier script is not loaded")
                    .help(format!(
                        "if it is intended, write `replaces = [\"{module}@{current_fingerprint}\"]` in pack.toml"
                    )),
            );
            return;
        };
        let earlier = self.script_origins.get(module).into_iter().flatten();
        let is_only_replacement = earlier.clone().next().is_none_or(|first| first.pack == old.pack);
        let is_dependent = self.tables.dependencies.depends_on(&pack.id, &old.pack);
        if !is_only_replacement && !is_dependent {
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
        let earlier_fingerprints = earlier.map(|o| o.file.fingerprint());
        let fault = match &declared.fingerprint {
            None => Some(("does not name the text it was copied from", current_fingerprint)),
            Some(copied) if *copied == current_fingerprint => None,
            // Another pack has replaced the script in between. This pack does not depend on that pack, so a copy of an
            // earlier text is not outdated.
            Some(copied) if !is_dependent && earlier_fingerprints.into_iter().any(|earlier| earlier == *copied) => None,
            Some(_) => Some(("was copied from a text that has changed since", current_fingerprint)),
        };
        if let Some((fault_text, current_fingerprint)) = fault {
            self.problems.push(
                declared
                    .module
                    .warning("content::stale-copy", format!("the copy of `{module}` {fault_text}"))
                    .label(format!("the script of `{}` is now {current_fingerprint}", old.pack))
                    .help(format!("compare the two, update the copy, and write `\"{module}@{current_fingerprint}\"`")),
            );
        }
    }

    /// Reports declared replacements of scripts that do not exist.
    pub(super) fn check_declared_replacements(&self, pack: &Pack) {
        for replaced in &pack.replaces {
            let module = &replaced.module;
            let origins = self.script_origins.get(&module.value);
            let has_file = pack.file(&format!("scripts/{}.luau", module.value)).is_some();
            if !has_file || origins.is_some_and(|origins| origins.len() < 2) {
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
