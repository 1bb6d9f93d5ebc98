//! Undo, redo and branches.

use super::*;

impl Table {
    /// Takes back the last answer (with the defaults taken after it).
    ///
    /// # Errors
    /// There is none, or it revealed something and this is no exploration.
    pub fn undo(&mut self) -> Result<usize, PlayError> {
        let mut n = self.here;
        loop {
            let node = &self.nodes[n];
            let Some(parent) = node.parent else { return Err(PlayError::Nothing("there is nothing to undo".into())) };
            if node.barrier && !self.open {
                // What was typed, not the default that was taken after it.
                let typed = ancestors(&self.nodes, n).into_iter().find(|n| !self.nodes[*n].automatic).unwrap_or(n);
                let what = self.event_told(typed, self.everybody()).unwrap_or_default();
                let message = format!(
                    "`{what}` cannot be undone: dice, cards or the other side's turn came after it (a game begun with `--open` may)"
                );
                return Err(PlayError::Barrier(message));
            }
            if matches!(node.event, Some(Event::Content { .. })) {
                return Err(PlayError::Nothing(
                    "the rules were reloaded here: `goto` an earlier event to branch".into(),
                ));
            }
            n = parent;
            if !node.automatic {
                break;
            }
        }
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes forward again along the branch taken last.
    ///
    /// # Errors
    /// There is nothing to redo.
    pub fn redo(&mut self) -> Result<usize, PlayError> {
        let next = |at: usize| self.nodes[at].next;
        let mut n = next(self.here).ok_or_else(|| PlayError::Nothing("there is nothing to redo".into()))?;
        while let Some(further) = next(n).filter(|f| self.nodes[*f].automatic) {
            n = further;
        }
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes to any event: other branches included.
    ///
    /// # Errors
    /// No such event, or this is no exploration and it lies behind a barrier.
    pub fn goto(&mut self, n: usize) -> Result<(), PlayError> {
        if n >= self.nodes.len() {
            return Err(PlayError::Nothing(format!("there are events 0 to {}", self.nodes.len() - 1)));
        }
        let path = self.path();
        let target: Vec<usize> = ancestors(&self.nodes, n);
        let fair = self.open || path.iter().filter(|p| !target.contains(p)).all(|p| !self.nodes[*p].barrier);
        if !fair {
            return Err(PlayError::Barrier(
                "going there would take back dice, cards or the other side's turn (a game begun with `--open` may)"
                    .into(),
            ));
        }
        self.goto_node(n)
    }

    pub(super) fn goto_node(&mut self, n: usize) -> Result<(), PlayError> {
        self.carry_over(n).map_err(PlayError::Notation)?;
        if let Some(record) = &mut self.record {
            let parent = self.nodes[self.here].number;
            let to = self.nodes[n].number;
            record.append(parent, Event::Goto { to }, self.nodes[n].hash.to_string())?;
        }
        self.give_back(n);
        self.back_to(n);
        Ok(())
    }

    /// Notes, for redo, that the way taken last leads to this event.
    pub(super) fn tread(&mut self, n: usize) {
        for at in ancestors(&self.nodes, n) {
            if let Some(parent) = self.nodes[at].parent {
                self.nodes[parent].next = Some(at);
            }
        }
    }

    /// Outcomes given by hand for what is taken back wait again; those of what is gone forward to are used.
    fn give_back(&mut self, to: usize) {
        let (from, to) = (self.path(), ancestors(&self.nodes, to));
        let given = |n: &usize| -> Vec<Forced> {
            let node = &self.nodes[*n];
            let Some(Event::Answer { given, .. } | Event::Standing { given, .. }) = &node.event else {
                return Vec::new();
            };
            given.iter().filter_map(|word| read_forced(&node.program.board, word).ok()).collect()
        };
        let mut forced: Vec<Forced> = from.iter().filter(|n| !to.contains(n)).flat_map(given).collect();
        forced.extend(self.forced.iter().cloned());
        for used in to.iter().rev().filter(|n| !from.contains(n)).flat_map(given) {
            if let Some(at) = forced.iter().position(|f| *f == used) {
                forced.remove(at);
            }
        }
        self.forced = forced;
    }
}

pub(super) fn ancestors(nodes: &[Node], n: usize) -> Vec<usize> {
    let mut out = vec![n];
    while let Some(parent) = nodes[out[out.len() - 1]].parent {
        out.push(parent);
    }
    out
}
