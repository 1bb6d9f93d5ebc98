//! Does numbered pieces of work on several threads, and hands the results over in the order of their numbers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Calls `each` with the results for the numbers from 0 to `count`, in order. Each thread makes a worker and calls it
/// with a number at a time. The work ends early if a worker returns nothing, or if `each` returns false. Then the
/// results that are finished are still handed over.
///
/// # Errors
/// A worker cannot be made.
pub fn in_order<T: Send, E: Send, W: FnMut(u64) -> Option<T>>(
    count: u64,
    threads: usize,
    make_worker: impl Fn() -> Result<W, E> + Sync,
    mut each: impl FnMut(T) -> bool,
) -> Result<(), E> {
    let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    let work = |sender: mpsc::Sender<Result<(u64, T), E>>| {
        let mut worker = match make_worker() {
            Ok(worker) => worker,
            Err(error) => return drop(sender.send(Err(error))),
        };
        while !is_over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let result = if number < count { worker(number) } else { None };
            let Some(result) = result else { return };
            if sender.send(Ok((number, result))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let wanted = threads.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
        for _ in 0..wanted {
            // If the system refuses more threads, those that started do the work.
            let sender = sender.clone();
            if thread::Builder::new().spawn_scoped(scope, || work(sender)).is_err() {
                break;
            }
        }
        drop(sender);
        let (mut waiting, mut expected) = (BTreeMap::new(), 0);
        for result in results {
            let (number, result) = result.inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&expected) {
                expected += 1;
                if !each(result) {
                    is_over.store(true, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
        // After an interruption, a number before these may be missing.
        for result in waiting.into_values() {
            each(result);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut got = Vec::new();
            let worker = || Ok::<_, ()>(|number: u64| Some(number * number));
            in_order(30, threads, worker, |n| {
                got.push(n);
                true
            })
            .unwrap();
            assert_eq!(got, (0..30).map(|n| n * n).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn the_work_ends_when_it_is_told_to_and_when_no_worker_can_be_made() {
        let mut got = 0;
        in_order(
            1000,
            2,
            || Ok::<_, ()>(Some),
            |_| {
                got += 1;
                got < 7
            },
        )
        .unwrap();
        assert_eq!(got, 7);
        let failed = in_order(10, 2, || Err::<fn(u64) -> Option<u64>, _>("no memory"), |_: u64| true);
        assert_eq!(failed, Err("no memory"));
        let mut got = Vec::new();
        in_order(
            10,
            1,
            || Ok::<_, ()>(|n| (n != 4).then_some(n)),
            |n| {
                got.push(n);
                true
            },
        )
        .unwrap();
        assert_eq!(got, [0, 1, 2, 3]);
    }
}
