//! Faults in Luau scripts. Each fault changes one place of one file. A constant is replaced by another constant that
//! this script or another script uses in the same context, such as the same argument of the same function.

use crate::fault::Fault;
use cardwright_content::SourceFile;
use cardwright_lint::{Constant, Faults, alternatives};
use std::sync::Arc;

/// Lists all faults in the scripts among the files.
pub(crate) fn faults(files: &[Arc<SourceFile>]) -> Vec<Fault> {
    let scripts: Vec<(&Arc<SourceFile>, Faults)> = files
        .iter()
        .filter(|file| file.path.ends_with(".luau"))
        .map(|file| (file, cardwright_lint::faults(&file.text)))
        .collect();
    let of_all_files =
        alternatives(scripts.iter().flat_map(|(_, found)| &found.constants).filter(|constant| !constant.is_local));
    let mut out = Vec::new();
    for (file, found) in &scripts {
        out.extend(found.faults.iter().map(|fault| Fault {
            file: (*file).clone(),
            kind: fault.kind,
            span: fault.span.clone(),
            becomes: fault.replacement.clone(),
            key: None,
        }));
        let of_this_file = alternatives(&found.constants);
        for constant in &found.constants {
            let others =
                [&of_this_file, &of_all_files].into_iter().filter_map(|names| names.get(constant.context.as_str()));
            out.extend(next_to(constant, others.flatten().copied()).map(|other| Fault {
                file: (*file).clone(),
                kind: "constant",
                span: constant.span.clone(),
                becomes: other.to_owned(),
                key: None,
            }));
        }
    }
    out
}

/// Returns the alternative that comes next after the constant in alphabetical order, or else the first alternative.
fn next_to<'c>(constant: &Constant, others: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let mut others: Vec<&str> = others.filter(|other| **other != constant.name).collect();
    others.sort_unstable();
    let next = others.iter().find(|other| **other > constant.name.as_str());
    next.or(others.first()).copied()
}
