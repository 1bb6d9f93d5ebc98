//! What can be seen of a running game: positions, choices, the log, the result.

use super::*;
use cardwright_script::Figured;

impl Table {
    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.program.board
    }
    /// The program that runs it.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    /// The position.
    pub fn position(&self) -> &Position {
        &self.nodes[self.here].position
    }
    /// What the rules' figures come to here, by figure and subject: see [`cardwright_script::Vm::figures`]. They are worked
    /// out from all there is, so not all of them are for all to read.
    pub fn figures(&mut self) -> Vec<Vec<Figured>> {
        self.vm.figures()
    }
    /// Every event so far, branches included; the first is the start.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// The event the game is at.
    pub fn here(&self) -> usize {
        self.here
    }
    /// The full hash of the position.
    pub fn hash(&self) -> Hash {
        self.nodes[self.here].hash
    }
    /// The board hash of the position.
    pub fn board_hash(&self) -> Hash {
        board_hash(self.board(), self.position(), &self.asked_text())
    }
    /// The events from the start to here.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![self.here];
        while let Some(parent) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }
    /// The first event after `from` on the way to `to`; none if `to` does not come after it.
    pub fn next_towards(&self, from: usize, to: usize) -> Option<usize> {
        ancestors(&self.nodes, to).into_iter().find(|n| self.nodes[*n].parent == Some(from))
    }
    /// The sequence of full hashes from the start to here.
    pub fn hash_chain(&self) -> Vec<Hash> {
        self.path().into_iter().map(|n| self.nodes[n].hash).collect()
    }
    /// The pending choice; none when the game is over.
    pub fn choice(&self) -> Option<&Choice> {
        self.choice.as_ref()
    }
    /// Who is asked.
    pub fn asked(&self) -> Option<SideId> {
        self.choice.as_ref().map(|c| c.side)
    }
    pub(super) fn asked_text(&self) -> String {
        self.asked().map(|s| self.board().sides[s.at()].id.clone()).unwrap_or_default()
    }
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.choice.is_none()
    }
    /// Who gave up, if anybody.
    pub fn resigned(&self) -> Option<SideId> {
        self.resigned
    }
    /// Who won and why, in plain language; none while the game goes on.
    pub fn result(&self) -> Option<String> {
        let board = self.board();
        if let Some(side) = self.resigned {
            let others: Vec<&str> =
                board.sides.iter().enumerate().filter(|(s, _)| *s != side.at()).map(|(_, s)| s.name.as_str()).collect();
            let verb = if others.len() == 1 { "wins" } else { "win" };
            return Some(format!("{} {verb}: {} resigns", others.join(" and "), board.sides[side.at()].name));
        }
        let outcome = self.position().outcome()?;
        let why = label::line(board, self.position(), self.everybody(), &outcome.text);
        Some(match outcome.winner {
            Some(winner) => format!("{} wins: {why}", board.sides[winner.at()].name),
            None => format!("nobody wins: {why}"),
        })
    }
    /// Who reads what is told to all: what all may see, or everything where the game is open.
    pub(super) fn everybody(&self) -> Audience {
        if self.open { Audience::Open } else { Audience::Public }
    }
    /// The words of each row of the pending choice.
    pub fn row_words(&self) -> &[Vec<String>] {
        &self.words
    }
    /// What the pending choice asks, in plain language.
    pub(crate) fn prompt_text(&self) -> Option<String> {
        let text = self.choice.as_ref()?.prompt;
        Some(text.map_or("?".to_owned(), |text| self.board().texts[text.at()].say.clone()))
    }
    /// The pending choice in plain language. Its rows are for the side that is asked to read, and for
    /// those who see all: what a side may do tells of what it holds.
    pub fn prompt(&self, audience: Audience) -> Option<Prompt> {
        let choice = self.choice.as_ref()?;
        let board = self.board();
        let mut prompt = Prompt { side: choice.side, text: self.prompt_text()?, rows: Vec::new(), default: None };
        if audience == Audience::Open || audience == Audience::Side(choice.side) {
            let row = |row| RowView { text: Row::text(row, board), label: label::row(board, audience, row) };
            prompt.rows = choice.rows.iter().map(row).collect();
            prompt.default = choice.default;
        }
        Some(prompt)
    }
    /// What happened with the events after `from` on the path to here, as `audience` reads it; of sides that
    /// rules play what they decided, not what they weighed.
    pub fn log(&self, from: usize, audience: Audience) -> Vec<String> {
        let mut out = Vec::new();
        for n in self.path().into_iter().filter(|n| *n > from || (from == 0 && *n == 0)) {
            let node = &self.nodes[n];
            out.extend(self.event_told(n, audience));
            let line = |h| format!("  {}", label::happening(&node.program.board, audience, h));
            out.extend(node.happenings.iter().filter(|h| !h.is_weighed()).map(line));
        }
        out
    }
    /// An event in one line, as it is recorded: `blue: march guard port hills`.
    pub fn event_text(&self, n: usize) -> Option<String> {
        self.event_told(n, Audience::Open)
    }
    /// An event in one line, as `audience` reads it.
    pub fn event_told(&self, n: usize, audience: Audience) -> Option<String> {
        let node = &self.nodes[n];
        let before = node.parent.map(|p| &self.nodes[p]);
        if let Event::Content { .. } = node.event.as_ref()? {
            let what = if node.reloaded { "the rules were reloaded" } else { "a position was loaded" };
            return Some(what.into());
        }
        let before = before.filter(|b| Arc::ptr_eq(&b.program, &node.program));
        label::event(node, before.map(|b| &b.position), audience)
    }
}
