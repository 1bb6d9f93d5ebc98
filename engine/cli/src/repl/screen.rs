//! Text waiting to be shown, and the state of the screen. Independent of rules and terminals.

use super::display::paint::{Page, clip, flow};
use super::display::{StableLayout, brevity};
use cardwright_session::LONGEST_WORD;
use cardwright_state::SideId;
use cardwright_view::StateLine;

/// Text waiting to be shown, and the table drawn last.
#[derive(Debug)]
pub(crate) struct Screen {
    /// The page to draw on.
    pub(crate) page: Page,
    /// Whether a person types, rather than a pipe.
    pub(crate) is_typed: bool,
    /// Whether the text answers a query, and goes through the pager if it is long.
    pub(crate) is_paged: bool,
    /// Text waiting to be shown.
    out: String,
    /// Where the table starts in the text, after the report.
    table_from: Option<usize>,
    /// The last event reported to each reader: one entry per side, then one for everyone together.
    pub(crate) reported: Vec<usize>,
    /// The table that was drawn last.
    pub(crate) drawn: Option<Drawn>,
    /// The text summary of the game when the table was drawn, as its reader saw it.
    pub(crate) drawn_state: Vec<StateLine>,
    /// Columns and explanations of earlier screens, which stay.
    pub(crate) stable_layout: StableLayout,
    /// Whether the end of the game has been reported.
    pub(crate) is_end_reported: bool,
}

/// The table that was drawn last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// The event.
    pub(crate) event: usize,
    /// The side to move.
    pub(crate) asked: Option<SideId>,
    /// The outermost step, its arguments and the face-up cards.
    pub(crate) stage: String,
}

impl Screen {
    /// An empty screen. `readers`: the number of entries in `reported`.
    pub(crate) fn new(page: Page, is_typed: bool, readers: usize, event: usize) -> Screen {
        Screen {
            page,
            is_typed,
            is_paged: false,
            out: String::new(),
            table_from: None,
            reported: vec![event; readers],
            drawn: None,
            drawn_state: Vec::new(),
            stable_layout: StableLayout::default(),
            is_end_reported: false,
        }
    }

    /// Takes the text that is to be shown.
    pub(crate) fn take_text(&mut self) -> String {
        self.table_from = None;
        std::mem::take(&mut self.out)
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }
    pub(crate) fn say(&mut self, line: impl AsRef<str>) {
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }
    pub(crate) fn say_all(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.say(line));
    }
    /// Reports that something was done.
    pub(crate) fn done(&mut self, what: &str) {
        self.marked(&self.page.good("✓"), what);
    }
    /// Reports that something was not done, and why.
    pub(crate) fn refuse(&mut self, why: &str) {
        self.marked(&self.page.bad("✗"), why);
    }
    /// Prints a warning.
    pub(crate) fn warn(&mut self, what: &str) {
        self.marked(&self.page.bad("!"), what);
    }
    fn marked(&mut self, mark: &str, text: &str) {
        for (n, line) in text.lines().enumerate() {
            let words: Vec<String> = line.split_whitespace().map(|word| clip(word, LONGEST_WORD)).collect();
            let lines = flow(if n == 0 { mark } else { "" }, 2, &words, " ", self.page.width);
            self.say_all(lines);
        }
    }

    /// Adds the drawn table below the report of what happened.
    pub(crate) fn say_table(&mut self, lines: Vec<String>) {
        let from = self.out.len();
        self.say_all(lines);
        self.table_from = (from > 0).then_some(from);
    }
    /// The number of report lines to keep above the table, which is drawn shorter. 0 if the report is so long that the player
    /// reads it first.
    pub(crate) fn lines_above(&self) -> usize {
        let (lines, height) = (self.out.lines().count(), self.page.height);
        let most = if height >= brevity::TALL { height / 3 } else { height / 6 };
        if self.is_typed && lines <= most { lines } else { 0 }
    }
    /// Takes the report if it does not fit on the page together with the table.
    pub(crate) fn take_report(&mut self) -> Option<String> {
        let from = self.table_from.take()?;
        let is_long = self.is_typed && self.out.lines().count() >= self.page.height;
        is_long.then(|| {
            let table = self.out.split_off(from);
            std::mem::replace(&mut self.out, table)
        })
    }
    /// Draws the whole table with the next update.
    pub(crate) fn redraw(&mut self) {
        self.drawn = None;
    }
}
