//! `new copy`: copies a script of an earlier pack, and declares in `pack.toml` that the copy replaces it.

use super::target_pack::{self, TargetPack};
use super::{NewFiles, dry_run};
use crate::args::New;
use crate::failure::{Failure, unknown_name};
use crate::packs::{self, Packs};
use cardwright_content::FileWrite;

/// Makes the files of a copy. `script` is a path in a pack, or the name by which scripts require it.
pub(crate) fn new_copy(packs: &Packs, script: &str, args: &New) -> Result<NewFiles, Failure> {
    let target = TargetPack::find(packs, args.game.as_deref())?;
    let module = script.strip_prefix("scripts/").unwrap_or(script);
    let module = module.strip_suffix(".luau").unwrap_or(module);
    let path = format!("scripts/{module}.luau");
    if target.existing(&path).is_some() {
        return Err(target_pack::already_exists(&target.folder.join(&path)));
    }
    let below = target.library.packs.split_last().map_or(&[][..], |(_, below)| below);
    let Some(file) = below.iter().rev().find_map(|pack| pack.file(&path)) else {
        let modules = below.iter().flat_map(|pack| &pack.files).filter_map(|file| file.module());
        return Err(Failure::Usage(unknown_name("script", module, modules)));
    };
    let old_manifest = target.existing("pack.toml").unwrap_or_default();
    let declared = format!("\"{module}@{}\"", file.fingerprint());
    let files = vec![
        FileWrite { path, text: file.text.clone(), old_text: None },
        FileWrite {
            path: "pack.toml".into(),
            text: with_replaced(&old_manifest, &declared),
            old_text: Some(old_manifest),
        },
    ];
    dry_run::check_game(&dry_run::library_with(target.below(), &target.own, &files)?, &target.game, &files)?;
    let packs = packs::pack_arguments(packs, &target.folder);
    Ok(NewFiles {
        folder: target.folder,
        files,
        next_commands: vec![format!("cardwright check {} {packs}", target.game)],
    })
}

/// Adds an item to the list `replaces` of a manifest. Adds the list before the first table if there is none.
fn with_replaced(manifest: &str, item: &str) -> String {
    let is_list =
        |line: &&str| line.trim_start().strip_prefix("replaces").is_some_and(|rest| rest.trim_start().starts_with('='));
    let line_start = |line: &str| line.as_ptr() as usize - manifest.as_ptr() as usize;
    if let Some(from) = manifest.lines().find(is_list).map(line_start)
        && let Some(open) = manifest[from..].find('[').map(|at| from + at + 1)
    {
        let comma = if manifest[open..].trim_start().starts_with(']') { "" } else { ", " };
        return format!("{}{item}{comma}{}", &manifest[..open], &manifest[open..]);
    }
    let table = manifest.lines().find(|line| line.starts_with('[')).map_or(manifest.len(), line_start);
    let (head, tables) = manifest.split_at(table);
    let head_end = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    format!("{head}{head_end}replaces = [{item}]\n{tables}")
}

#[cfg(test)]
mod tests {
    use super::with_replaced;

    #[test]
    fn the_list_of_replaced_scripts_is_made_or_grows() {
        let item = "\"demo/a@1f2e3d4c\"";
        assert_eq!(with_replaced("id = \"p\"\n", item), "id = \"p\"\nreplaces = [\"demo/a@1f2e3d4c\"]\n");
        assert_eq!(with_replaced("id = \"p\"", item), "id = \"p\"\nreplaces = [\"demo/a@1f2e3d4c\"]\n");
        assert_eq!(
            with_replaced("id = \"p\"\n\n[moved]\nx = 1\n", item),
            "id = \"p\"\n\nreplaces = [\"demo/a@1f2e3d4c\"]\n[moved]\nx = 1\n"
        );
        assert_eq!(with_replaced("replaces = []\n", item), "replaces = [\"demo/a@1f2e3d4c\"]\n");
        let grown = with_replaced("replaces = [\n  \"demo/b@0\",\n]\n", item);
        assert_eq!(grown, "replaces = [\"demo/a@1f2e3d4c\", \n  \"demo/b@0\",\n]\n");
    }
}
