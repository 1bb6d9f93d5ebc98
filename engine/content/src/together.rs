//! Whether packs fit each other and the engine.

use crate::ident::{self, Spelling};
use crate::located::Located;
use crate::manifest::engine;
use crate::near::did_you_mean;
use crate::pack::Pack;
use crate::problems::Problems;
use crate::source::BASE;

/// A folder given as a pack beside the base that does not say who it is.
fn nameless(pack: &Pack) -> crate::diagnostic::Diagnostic {
    let Some(root) = &pack.root else {
        let message = format!("two packs are called `{}`", pack.id);
        return crate::diagnostic::Diagnostic::error("content::duplicate-pack", message)
            .help("give each pack a `pack.toml` with an id of its own");
    };
    let folder = root.canonicalize().unwrap_or_else(|_| root.clone());
    let name = folder.file_name().map(|n| n.to_string_lossy().to_string()).unwrap_or_default();
    let id = ident::kebab(&name);
    let id = if ident::is_spelled(&id, Spelling::Kebab) && id != BASE { id } else { "my-pack".into() };
    let message = format!("the folder {} is no pack: it lacks `pack.toml`", root.display());
    let lines = format!("id = \"{id}\"\nname = \"{}\"\nversion = \"0.1.0\"", name.replace(['"', '\\'], ""));
    crate::diagnostic::Diagnostic::error("content::no-pack-toml", message)
        .help(format!("write into `pack.toml` there:\n{lines}"))
}

/// Checks that packs fit each other and the engine.
pub(crate) fn check_together(packs: &[Pack], problems: &Problems) {
    for (at, pack) in packs.iter().enumerate() {
        let here = pack.file("pack.toml").map(|file| Located { value: (), file: file.clone(), span: 0..0 });
        if packs[..at].iter().any(|p| p.id == pack.id) {
            problems.push(match &here {
                Some(here) => here
                    .error("content::duplicate-pack", format!("two packs are called `{}`", pack.id))
                    .help("give each pack a `pack.toml` with an id of its own"),
                None => nameless(pack),
            });
        }
        if let Some(range) = &pack.engine
            && !range.value.matches(&engine())
        {
            problems.push(
                range
                    .error("content::wrong-engine", format!("the pack `{}` does not work with this engine", pack.id))
                    .label(format!("this engine is {}", engine())),
            );
        }
        for other in &pack.depends {
            if packs[..at].iter().any(|p| p.id == other.value) {
                continue;
            }
            let later = packs[at + 1..].iter().any(|p| p.id == other.value);
            let problem =
                other.error("content::missing-pack", format!("the pack `{}` needs `{}`", pack.id, other.value));
            problems.push(if later {
                problem.label("this pack comes after").help(format!("name `{}` before `{}`", other.value, pack.id))
            } else {
                problem
                    .label("no pack of this id is loaded")
                    .help(format!("load `{}` before `{}`", other.value, pack.id))
                    .suggest(&other.value, packs[..at].iter().map(|p| p.id.as_str()))
            });
        }
        for other in &pack.conflicts {
            if packs.iter().any(|p| p.id == other.value) {
                problems.push(
                    other
                        .error(
                            "content::conflicting-packs",
                            format!("the pack `{}` cannot go with `{}`", pack.id, other.value),
                        )
                        .label("both are loaded"),
                );
                continue;
            }
            // It is known of no other pack whether there is one; one that is loaded and all but called so is meant.
            let is_close = |id: &&str| id.len().abs_diff(other.value.len()) <= 1 && *id != pack.id && *id != BASE;
            let others = packs.iter().map(|p| p.id.as_str()).filter(is_close);
            if ident::check(other, "pack", Spelling::Kebab, problems)
                && let Some(near) = did_you_mean(&other.value, others)
            {
                problems.push(
                    other
                        .warning(
                            "content::missing-pack",
                            format!("no pack `{}` is loaded to conflict with", other.value),
                        )
                        .label("no pack of this id is loaded")
                        .help(format!("did you mean `{near}`, which is?")),
                );
            }
        }
    }
}
