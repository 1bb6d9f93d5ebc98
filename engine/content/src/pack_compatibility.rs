//! Checks that packs fit each other and the engine.

use crate::diagnostic::Diagnostic;
use crate::did_you_mean::did_you_mean;
use crate::ident::{self, Spelling};
use crate::layers::dependencies::PackDependencies;
use crate::located::Located;
use crate::manifest::{Dependency, engine_version};
use crate::pack::Pack;
use crate::problems::Problems;
use crate::source_file::BASE;

/// Makes the diagnostic for a pack that lacks `pack.toml` although it is not the base pack.
fn missing_manifest_error(pack: &Pack) -> Diagnostic {
    let Some(root) = &pack.root else {
        // The pack is not on disk, so the message cannot name a folder.
        let message = format!("two packs are called `{}`", pack.id);
        return Diagnostic::error("content::duplicate-pack", message)
            .help("give each pack a `pack.toml` with an id of its own");
    };
    let folder = root.canonicalize().unwrap_or_else(|_| root.clone());
    let name = folder.file_name().map(|n| n.to_string_lossy().to_string()).unwrap_or_default();
    let id = ident::kebab(&name);
    let id = if ident::is_valid(&id, Spelling::Kebab) && id != BASE { id } else { "my-pack".into() };
    let message = format!("the folder {} is not a pack: it has no `pack.toml`", root.display());
    let manifest = format!("id = \"{id}\"\nname = \"{}\"\nversion = \"0.1.0\"", name.replace(['"', '\\'], ""));
    Diagnostic::error("content::no-pack-toml", message).help(format!("create `pack.toml` there:\n{manifest}"))
}

/// Reports packs that do not fit each other or the engine.
pub(crate) fn check_compatibility(packs: &[Pack], problems: &Problems) {
    let dependencies = PackDependencies::new(packs);
    for (index, pack) in packs.iter().enumerate() {
        let manifest = pack.file("pack.toml").map(|file| Located { value: (), file: file.clone(), span: 0..0 });
        if let Some(earlier) = packs[..index].iter().find(|p| p.id == pack.id) {
            problems.push(match &manifest {
                Some(manifest) if is_same_folder(earlier, pack) => manifest
                    .error("content::duplicate-pack", format!("the pack `{}` is named twice", pack.id))
                    .help("both names lead to the same folder: name it once"),
                Some(manifest) => manifest
                    .error("content::duplicate-pack", format!("two packs are called `{}`", pack.id))
                    .help("give each pack a `pack.toml` with an id of its own"),
                None => missing_manifest_error(pack),
            });
        }
        if let Some(range) = &pack.engine
            && !range.value.matches(&engine_version())
        {
            problems.push(
                range
                    .error("content::wrong-engine", format!("the pack `{}` does not work with this engine", pack.id))
                    .label(format!("this engine is {}", engine_version())),
            );
        }
        for Dependency { pack: other, versions } in &pack.depends {
            if let Some(found) = packs[..index].iter().find(|p| p.id == other.value) {
                if let Some(versions) = versions.as_ref().filter(|versions| !versions.matches(&found.version)) {
                    let problem = format!("the pack `{}` needs `{}` {versions}", pack.id, other.value);
                    let loaded = format!("version {} is loaded", found.version);
                    problems.push(other.error("content::wrong-version", problem).label(loaded));
                }
                continue;
            }
            let is_later = packs[index + 1..].iter().any(|p| p.id == other.value);
            let problem =
                other.error("content::missing-pack", format!("the pack `{}` needs `{}`", pack.id, other.value));
            problems.push(if other.value == pack.id {
                problem.label("a pack cannot need itself").help("remove it from `depends`")
            } else if is_later && dependencies.depends_on(&other.value, &pack.id) {
                problem
                    .label("these packs need each other in a circle")
                    .help("no order of the packs is possible: remove a pack from `depends` of one of them")
            } else if is_later {
                problem.label("this pack comes later").help(format!("name `{}` before `{}`", other.value, pack.id))
            } else {
                problem
                    .label("no pack of this id is loaded")
                    .help(format!("load `{}` before `{}`", other.value, pack.id))
                    .suggest(&other.value, packs[..index].iter().map(|p| p.id.as_str()))
            });
        }
        check_conflicts(packs, pack, problems);
    }
}

/// Whether two packs were read from the same folder.
fn is_same_folder(one: &Pack, other: &Pack) -> bool {
    let folder = |pack: &Pack| pack.root.as_ref().and_then(|root| root.canonicalize().ok());
    folder(one).is_some() && folder(one) == folder(other)
}

/// Reports loaded packs with which a pack conflicts, and probable typos among the packs that it names.
fn check_conflicts(packs: &[Pack], pack: &Pack, problems: &Problems) {
    for other in &pack.conflicts {
        if packs.iter().any(|p| p.id == other.value) {
            problems.push(
                other
                    .error(
                        "content::conflicting-packs",
                        format!("the pack `{}` conflicts with `{}`", pack.id, other.value),
                    )
                    .label("both are loaded"),
            );
            continue;
        }
        // The other pack need not be loaded. But if the id of a loaded pack is very similar, `conflicts` probably
        // has a typo.
        let is_similar = |id: &&str| id.len().abs_diff(other.value.len()) <= 1 && *id != pack.id && *id != BASE;
        let similar_ids = packs.iter().map(|p| p.id.as_str()).filter(is_similar);
        if ident::check(other, "pack", Spelling::Kebab, problems)
            && let Some(near) = did_you_mean(&other.value, similar_ids)
        {
            problems.push(
                other
                    .warning("content::missing-pack", format!("no pack `{}` is loaded to conflict with", other.value))
                    .label("no pack of this id is loaded")
                    .help(format!("did you mean `{near}`, which is loaded?")),
            );
        }
    }
}
