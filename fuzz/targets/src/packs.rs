//! Fuzz target for packs in one file.

use cardwright_content::{Pack, PackSource};

/// Opens the bytes as a pack twice. Both times the pack has the same files, all within the pack, or the same problems.
pub fn run(bytes: &[u8]) {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), bytes).expect("written");
    let open = || match Pack::open(PackSource::Zip(file.path().to_owned())) {
        Ok(pack) => Ok(pack.files.iter().map(|file| (file.path.clone(), file.text.clone())).collect::<Vec<_>>()),
        Err(problems) => Err(problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>()),
    };
    let opened = open();
    match &opened {
        Ok(files) => {
            let leads_out = |path: &str| path.split('/').any(|part| matches!(part, "" | "." | ".."));
            assert!(files.iter().all(|(path, _)| !leads_out(path)), "{files:?}");
        }
        Err(messages) => assert!(!messages.is_empty(), "a pack that does not open has a problem"),
    }
    assert_eq!(opened, open(), "the same bytes give the same pack");
}
