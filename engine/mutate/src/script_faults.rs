//! Faults in Luau scripts: faults within one file, and constants replaced by others that occur in the same place elsewhere.

use crate::fault::Fault;
use cardwright_content::SourceFile;
use cardwright_lint::{Constant, Faults, alternatives};
use std::sync::Arc;

/// All faults in those of the files that are scripts.
pub(crate) fn faults(files: &[Arc<SourceFile>]) -> Vec<Fault> {
    let scripts: Vec<(&Arc<SourceFile>, Faults)> = files
        .iter()
        .filter(|file| file.path.ends_with(".luau"))
        .map(|file| (file, cardwright_lint::faults(&file.text)))
        .collect();
    let everywhere = alternatives(scripts.iter().flat_map(|(_, found)| &found.constants).filter(|c| !c.is_local));
    let mut out = Vec::new();
    for (file, found) in &scripts {
        out.extend(found.faults.iter().map(|fault| Fault {
            file: (*file).clone(),
            kind: fault.kind,
            span: fault.span.clone(),
            becomes: fault.replacement.clone(),
            key: None,
        }));
        let here = alternatives(&found.constants);
        for constant in &found.constants {
            let others = [&here, &everywhere].into_iter().filter_map(|all| all.get(constant.context.as_str()));
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

/// The alternative that follows the constant by name, or else the first.
fn next_to<'c>(constant: &Constant, others: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let mut others: Vec<&str> = others.filter(|other| **other != constant.name).collect();
    others.sort_unstable();
    let next = others.iter().find(|other| **other > constant.name.as_str());
    next.or(others.first()).copied()
}
