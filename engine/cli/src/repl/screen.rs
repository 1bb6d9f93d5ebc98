//! Collects the text to show, and remembers what is on the screen. This module must not depend on rules or a terminal.

use super::display::paint::{Page, clip, flow};
use super::display::{StableLayout, brevity};
use cardwright_session::LONGEST_WORD;
use cardwright_state::SideId;
use cardwright_view::StateLine;

/// The text to show next, and the position that was drawn last.
#[derive(Debug)]
pub(crate) struct Screen {
    /// The page to draw on.
    pub(crate) page: Page,
    /// Whether a person types the lines. False if they come from a pipe.
    pub(crate) is_typed: bool,
    /// Whether the text answers a query, and goes through the pager if it is long.
    pub(crate) is_paged: bool,
    /// The text to show next.
    out: String,
    /// The byte of the text at which the drawn position starts, after the report.
    table_start: Option<usize>,
    /// The drawn position with the question, while the player reads a report that fills the page.
    waiting_table: Option<String>,
    /// The last event reported to each reader. Each side has an entry; the last entry is for everyone together.
    pub(crate) reported: Vec<usize>,
    /// The position that was drawn last; `None` if the whole position must be drawn next.
    pub(crate) drawn: Option<Drawn>,
    /// The text summary of the position that was drawn last, as its reader saw it.
    pub(crate) drawn_state: Vec<StateLine>,
    /// The groups of the position that was drawn last, if only changed groups are drawn.
    pub(crate) drawn_groups: Option<Vec<String>>,
    /// Columns and explanations of earlier screens.
    pub(crate) stable_layout: StableLayout,
    /// Whether the end of the game has been reported.
    pub(crate) is_end_reported: bool,
}

/// The position that was drawn last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// The event that led to the position.
    pub(crate) event: usize,
    /// The side to move.
    pub(crate) asked: Option<SideId>,
    /// The outermost step, its arguments and the face-up cards.
    pub(crate) stage: String,
}

impl Screen {
    /// Makes an empty screen. `readers` is the number of entries in `reported`.
    pub(crate) fn new(page: Page, is_typed: bool, readers: usize, event: usize) -> Screen {
        Screen {
            page,
            is_typed,
            is_paged: false,
            out: String::new(),
            table_start: None,
            waiting_table: None,
            reported: vec![event; readers],
            drawn: None,
            drawn_state: Vec::new(),
            drawn_groups: None,
            stable_layout: StableLayout::default(),
            is_end_reported: false,
        }
    }

    /// Returns the text to show, and empties it.
    pub(crate) fn take_text(&mut self) -> String {
        self.table_start = None;
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
    /// Adds a text that says what was done, marked with `✓`.
    pub(crate) fn done(&mut self, text: &str) {
        self.say_marked(&self.page.good("✓"), text);
    }
    /// Adds a text that says why something was refused, marked with `✗`.
    pub(crate) fn refuse(&mut self, why: &str) {
        self.say_marked(&self.page.bad("✗"), why);
    }
    /// Adds a warning, marked with `!`.
    pub(crate) fn warn(&mut self, text: &str) {
        self.say_marked(&self.page.bad("!"), text);
    }
    fn say_marked(&mut self, sign: &str, text: &str) {
        for (n, line) in text.lines().enumerate() {
            let words: Vec<String> = line.split_whitespace().map(|word| clip(word, LONGEST_WORD)).collect();
            let lines = flow(if n == 0 { sign } else { "" }, 2, &words, " ", self.page.width);
            self.say_all(lines);
        }
    }

    /// Adds the drawn position below the report of what happened.
    pub(crate) fn say_table(&mut self, lines: Vec<String>) {
        let start = self.out.len();
        self.say_all(lines);
        self.table_start = (start > 0).then_some(start);
    }
    /// Returns how many lines of the report stay above the position, which is then drawn shorter. Returns 0 if the
    /// report is so long that the player reads it first.
    pub(crate) fn lines_above(&self) -> usize {
        let (lines, height) = (self.out.lines().count(), self.page.height);
        let max_lines = if height >= brevity::TALL { height / 3 } else { height / 6 };
        if self.is_typed && lines <= max_lines { lines } else { 0 }
    }
    /// If the report and the position do not fit on the page together, leaves only the report in the text. The position
    /// waits until the player has read the report.
    pub(crate) fn hold_back_table(&mut self) {
        let is_long = self.is_typed && self.out.lines().count() >= self.page.height;
        self.waiting_table = self.table_start.take().filter(|_| is_long).map(|start| self.out.split_off(start));
    }
    /// Whether the position waits until the player has read the report.
    pub(crate) fn has_waiting_table(&self) -> bool {
        self.waiting_table.is_some()
    }
    /// Takes the position that waits, if there is one.
    pub(crate) fn take_waiting_table(&mut self) -> Option<String> {
        self.waiting_table.take()
    }
    /// Adds a text of whole lines.
    pub(crate) fn say_text(&mut self, text: &str) {
        self.out.push_str(text);
    }
    /// Makes the next update draw the whole position and explain all short names.
    pub(crate) fn redraw(&mut self) {
        self.drawn = None;
        self.drawn_groups = None;
        self.stable_layout.forget_explanations();
    }
}
