//! What can be seen of a running game: positions, choices, the log, the result.

use super::*;

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
        let outcome = self.position().outcome.as_ref()?;
        let why = label::line(board, self.position(), Audience::Open, &outcome.text);
        Some(match outcome.winner {
            Some(winner) => format!("{} wins: {why}", board.sides[winner.at()].name),
            None => format!("nobody wins: {why}"),
        })
    }
    /// The words of each row of the pending choice.
    pub fn row_words(&self) -> &[Vec<String>] {
        &self.words
    }
    /// The pending choice in plain language, as its side (or `audience`) reads it.
    pub fn prompt(&self, audience: Audience) -> Option<Prompt> {
        let choice = self.choice.as_ref()?;
        let (board, position) = (self.board(), self.position());
        let text = match choice.prompt {
            Some(text) => label::fill(board, position, audience, &board.texts[text.at()].say, &[]),
            None => "?".to_owned(),
        };
        let rows = choice
            .rows
            .iter()
            .map(|row| RowView { text: row.text(board), label: label::row(board, position, audience, row) });
        Some(Prompt { side: choice.side, text, rows: rows.collect(), default: choice.default })
    }
    /// What happened with the events after `from` on the path to here, as `audience` reads it.
    pub fn log(&self, from: usize, audience: Audience) -> Vec<String> {
        let mut out = Vec::new();
        for n in self.path().into_iter().filter(|n| *n > from || (from == 0 && *n == 0)) {
            let node = &self.nodes[n];
            let board = &node.program.board;
            if let Some(text) = self.event_text(n) {
                out.push(text);
            }
            out.extend(
                node.happenings.iter().map(|h| format!("  {}", label::happening(board, &node.position, audience, h))),
            );
        }
        out
    }
    /// An event in one line: `blue: march guard port hills`.
    pub fn event_text(&self, n: usize) -> Option<String> {
        Some(match self.nodes[n].event.as_ref()? {
            Event::Answer { side, row, .. } | Event::Standing { side, row, .. } => format!("{side}: {row}"),
            Event::Adjust { text } => format!("adjust {text}"),
            Event::Goto { to } => format!("goto {to}"),
            Event::Seats { seats } => {
                let seats: Vec<String> = seats.iter().map(|(side, seat)| format!("{side}={seat}")).collect();
                format!("seats {}", seats.join(" "))
            }
            Event::Resign { side } => format!("{side} resigns"),
            Event::Content { content, .. } => {
                let before = self.nodes[n].parent.map(|p| hex(&self.nodes[p].program.content.hash));
                let same = before.is_some_and(|hash| hash == *content);
                if same { "a position was loaded".into() } else { "the rules were reloaded".into() }
            }
        })
    }
}
