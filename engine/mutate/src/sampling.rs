//! Draws a random sample of the faults, one of each kind in turn.

use crate::fault::Fault;
use std::collections::{BTreeMap, VecDeque};

/// Draws `count` faults, or all faults in random order. The order depends only on the seed and on each fault's own file
/// name and text, so an edit of another line does not change the order.
pub(crate) fn sample(faults: Vec<Fault>, seed: u64, count: Option<usize>) -> Vec<Fault> {
    let mut by_kind: BTreeMap<&str, Vec<([u8; 32], Fault)>> = BTreeMap::new();
    for fault in faults {
        by_kind.entry(fault.kind).or_default().push((sort_key(&fault, seed), fault));
    }
    let mut queues: Vec<VecDeque<Fault>> = by_kind
        .into_values()
        .map(|mut faults| {
            faults.sort_by_key(|(key, fault)| (*key, fault.span.start));
            faults.into_iter().map(|(_, fault)| fault).collect()
        })
        .collect();
    let limit = count.unwrap_or(usize::MAX);
    let mut out = Vec::new();
    while out.len() < limit && queues.iter().any(|queue| !queue.is_empty()) {
        for queue in &mut queues {
            out.extend(queue.pop_front());
        }
    }
    out.truncate(limit);
    out
}

fn sort_key(fault: &Fault, seed: u64) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    for text in [&fault.file.path, &fault.line(), &fault.was(), &fault.becomes] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().into()
}
