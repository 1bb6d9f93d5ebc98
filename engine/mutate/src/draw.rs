//! Which faults are planted: by a seed, the kinds in turn, so that each has its share.

use crate::fault::Fault;
use std::collections::{BTreeMap, VecDeque};

/// So many of the faults (all, without a number), in an order that hangs on the seed and on what each says alone: another
/// fault elsewhere leaves the drawing of the rest as it is.
pub(crate) fn draw(faults: Vec<Fault>, seed: u64, count: Option<usize>) -> Vec<Fault> {
    let mut by_kind: BTreeMap<&str, Vec<([u8; 32], Fault)>> = BTreeMap::new();
    for fault in faults {
        by_kind.entry(fault.kind).or_default().push((key(&fault, seed), fault));
    }
    let mut queues: Vec<VecDeque<Fault>> = by_kind
        .into_values()
        .map(|mut all| {
            all.sort_by_key(|(key, fault)| (*key, fault.span.start));
            all.into_iter().map(|(_, fault)| fault).collect()
        })
        .collect();
    let most = count.unwrap_or(usize::MAX);
    let mut out = Vec::new();
    while out.len() < most && queues.iter().any(|queue| !queue.is_empty()) {
        for queue in &mut queues {
            out.extend(queue.pop_front());
        }
    }
    out.truncate(most);
    out
}

fn key(fault: &Fault, seed: u64) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    for text in [&fault.file.path, &fault.line(), &fault.was(), &fault.becomes] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().into()
}
