//! Shows the replies to `?`, `why` and `preview`.

use crate::odds;
use crate::repl::display::changes;
use crate::repl::display::paint::{Page, flow, wrap};
use crate::repl::prompt::Prompt;
use cardwright_session::odds::OddsReply;
use cardwright_session::{NextReply, PreviewReply, WhyReply};
use cardwright_table::line;
use cardwright_view::ForecastAnswer;

/// The terminal column at which the texts of a preview begin.
const INDENT: usize = 8;
/// The most rows of a side's standing actions that `?` lists one by one.
const MAX_STANDING_ROWS: usize = 8;

impl Prompt {
    /// Answers `?`: shows the words that may follow `words`. Without words, shows all legal rows.
    pub(crate) fn ask(&mut self, words: &str) {
        if !line::words(words).is_empty() {
            let viewer = self.viewer();
            let reply = self.session.next_words(viewer, words);
            return self.show(reply);
        }
        if let Some(why) = self.session.stuck_reason() {
            return self.refuse(&why);
        }
        if self.table().is_over() {
            return self.say("the game is over: only commands (`help`)");
        }
        self.list_rows_asked("", self.page().height.max(24));
        let viewer = self.viewer();
        let standing = self.session.standing_rows(viewer, None);
        self.show_standing(&standing, "", MAX_STANDING_ROWS);
        let hint = self.page().dim("`help` lists the commands");
        self.say(hint);
    }

    pub(super) fn show_next_words(&mut self, next: &NextReply) {
        let width = self.page().width;
        match &next.whole {
            None if next.words.is_empty() => self.say("play this much of the line to see what may follow"),
            None => self.screen.say_all(flow("", 2, &next.words, "  ", width)),
            Some(label) => {
                self.say(format!("  → {label}"));
                if !next.words.is_empty() {
                    self.screen.say_all(flow("  then", 8, &next.words, "  ", width));
                }
            }
        }
    }

    /// Shows reasons grouped by action. Each reason has a sentence and the script line that gives it.
    pub(super) fn show_why(&mut self, why: &WhyReply) {
        let page = self.page();
        if !why.text.is_empty() {
            let place = why.place_of_text.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
            for line in wrap(&format!("{}{place}", why.text), 2, page.width) {
                self.say(line.trim_start());
            }
        }
        for discouraged in &why.discouraged {
            self.screen.say_all(wrap(&format!("! {}", discouraged.words()), 2, page.width));
            self.show_place(&discouraged.place);
        }
        let mut action: Option<&Option<String>> = None;
        for reason in &why.reasons {
            if action != Some(&reason.action) {
                action = Some(&reason.action);
                self.say(page.typed(reason.action.as_deref().unwrap_or("this choice")));
            }
            self.screen.say_all(wrap(&reason.sentence(), 2, page.width));
            self.show_place(reason.place.as_deref().unwrap_or_default());
        }
    }

    fn show_place(&mut self, place: &str) {
        if !place.is_empty() {
            let line = self.page().dim(&format!("    {place}"));
            self.say(line);
        }
    }

    /// Shows the results of a line: answers, changes, log and the next question.
    pub(super) fn show_preview(&mut self, preview: &PreviewReply) {
        let page = self.page();
        let forecast = &preview.forecast;
        let mut out = Vec::new();
        let answers: Vec<String> = forecast.answers.iter().map(ForecastAnswer::words).collect();
        if !answers.is_empty() {
            out.extend(flow(&page.dim("  would"), INDENT, &answers, " · ", page.width));
        }
        let warnings = forecast.answers.iter().filter_map(ForecastAnswer::warning);
        out.extend(warnings.flat_map(|warning| wrap(&warning, INDENT, page.width)));
        let changes = forecast.changed.iter().map(|changed| changes::line(page, changed));
        let changes: Vec<String> = changes.flat_map(|line| wrap(&line, INDENT, page.width)).collect();
        let by_rules = forecast.decisions.iter().flat_map(|line| wrap(line, INDENT, page.width));
        let log = forecast.log.iter().flat_map(|line| wrap(line, INDENT, page.width)).map(|line| page.dim(&line));
        let results: Vec<String> = changes.into_iter().chain(by_rules).chain(log).collect();
        if !answers.is_empty() && results.is_empty() {
            out.push(format!("{:INDENT$}nothing changes on the board", ""));
        }
        out.extend(results);
        let unread_words = match forecast.further.as_str() {
            "" => String::new(),
            further => format!(", and only then whether `{further}` fits"),
        };
        let then = format!("{}{unread_words}", forecast.then.words());
        let then: Vec<String> = then.split(' ').map(str::to_owned).collect();
        out.extend(flow(&page.dim("  then"), INDENT, &then, " ", page.width));
        if let Some(longer) = &preview.longer {
            let hint = format!(
                "`preview {longer}` goes on: type the default before dice and cards, it is not filled in there"
            );
            out.extend(wrap(&hint, INDENT, page.width).into_iter().map(|line| page.dim(&line)));
        }
        if let Some(odds) = &preview.odds {
            out.extend(odds_of_preview(page, odds));
        }
        self.screen.say_all(out);
    }
}

/// Renders the odds of a preview: a line for each quantity, and how many more `odds` shows.
fn odds_of_preview(page: Page, odds: &OddsReply) -> Vec<String> {
    let (summaries, more) = odds::short_summaries(odds);
    let mut out = Vec::new();
    for (name, mut parts) in summaries {
        let head = if out.is_empty() { page.dim("  odds") } else { String::new() };
        if let Some(first) = parts.first_mut() {
            *first = format!("{name} {first}");
        }
        out.extend(flow(&head, INDENT, &parts, " · ", page.width));
    }
    if let (1.., Some(line)) = (more, odds.lines.first()) {
        out.extend(wrap(&format!("… and {more} more: `odds {}`", line.text), INDENT, page.width));
    }
    out
}
