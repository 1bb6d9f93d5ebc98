//! Reports what happened since the reader last looked.

use super::display::history as history_display;
use super::prompt::{News, Prompt};
use cardwright_view::{LogEntry, LogKind, history};

impl Prompt {
    /// Shows what happened since the reader last looked. Shows nothing if the game went to another branch since then.
    pub(crate) fn report(&mut self) -> News {
        let reader = self.reader();
        let since = self.screen.reported[reader];
        // Begin with the news that `report_first` has shown.
        let mut news = std::mem::take(&mut self.early);
        if self.table().path().contains(&since) {
            let viewer = self.viewer();
            let entries = history::since(self.table(), since, viewer, self.session.decisions);
            let asked = self.table().asked().map(|side| self.table().board().sides[side.index()].id.clone());
            for line in entries.iter().flat_map(|entry| &entry.lines) {
                news.has_changes |= line.kind == LogKind::Changed;
                let is_of_other_side = line.kind == LogKind::Action && line.side.is_some() && line.side != asked;
                // With such news the whole position must be drawn again.
                news.is_elsewhere |= line.kind == LogKind::Heading || is_of_other_side;
            }
            self.show_log(&entries, false);
            self.list_moves(since);
        }
        self.screen.reported[reader] = self.table().shown_event();
        news
    }

    /// Reports what the first answers of a line did, before the prompt shows why the rest of the line is refused.
    pub(crate) fn report_first(&mut self) {
        self.early = self.report();
    }

    /// Shows the events before the first choice, if there are any apart from the set-up.
    pub(crate) fn report_beginning(&mut self) {
        let entry = history::first(self.table(), self.viewer());
        if entry.lines.iter().any(|line| !matches!(line.kind, LogKind::SetUp | LogKind::Heading)) {
            self.show_log(&[entry], false);
        }
    }

    /// Shows events of the log. If `in_full`, shows every line of a set-up.
    pub(crate) fn show_log(&mut self, entries: &[LogEntry], in_full: bool) {
        let board = self.table().board().clone();
        let sides: Vec<&str> = board.sides.iter().map(|side| side.id.as_str()).collect();
        let lines = history_display::lines(self.page(), &sides, entries, in_full);
        self.screen.say_all(lines);
    }

    /// Whether the report tells the reader something that is not public.
    pub(crate) fn is_news_secret(&self) -> bool {
        let since = self.screen.reported[self.reader()];
        let texts = |viewer| {
            let entries = history::since(self.table(), since, viewer, self.session.decisions);
            let texts = |entry: LogEntry| entry.text.into_iter().chain(entry.lines.into_iter().map(|line| line.text));
            entries.into_iter().flat_map(texts).collect::<Vec<_>>()
        };
        self.table().path().contains(&since) && texts(self.viewer()) != texts(cardwright_session::Viewer::PUBLIC)
    }
}
