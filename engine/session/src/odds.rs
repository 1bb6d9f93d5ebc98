//! Computes the odds of a line: each result that chance may lead to, and how likely the result is. Odds are given for
//! the values that differ between results.

pub use crate::odds_reply::{OddsLine, OddsReply, Watched};

use crate::questions::describe;
use crate::reply::Reply;
use crate::session::Session;
use cardwright_script::FigureValue;
use cardwright_sim::odds::{Distribution, Odds, OddsError, OddsLimits};
use cardwright_table::{Preview, PreviewEnd, Table, Viewer, label};
use cardwright_view::{LineResult, ViewContext, WatchTarget, legal_words};
use std::time::{Duration, Instant};

/// If a line has more results than this, figures are watched only if the player names them.
const MAX_RESULTS_WITH_FIGURES: usize = 250;
/// The most results that are searched for values that differ.
const MAX_COMPARED_RESULTS: usize = 2_000;
/// The most lines that are compared side by side.
const MAX_LINES: usize = 4;
/// How long a preview may compute odds.
const PREVIEW_TIME: Duration = Duration::from_millis(30);

/// Why there are no odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddsProblem {
    /// A line is refused, or the time is over.
    Line(String),
    /// A word after `--watch` names nothing that the viewer may see.
    Watch(String),
}

/// The arguments of `odds` or `whatif`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OddsQuery<'a> {
    /// One line, or several lines to compare.
    pub lines: Vec<&'a str>,
    /// The words after `--watch`. If there are none, every value that differs is watched.
    pub watches: Vec<&'a str>,
}

impl<'a> OddsQuery<'a> {
    /// Reads `LINE [--watch WHAT,…]`, lines separated by ` / `.
    ///
    /// # Errors
    /// No word follows `--watch`.
    pub fn parse(text: &'a str) -> Result<OddsQuery<'a>, String> {
        let mut parts = text.split("--watch");
        let line = parts.next().unwrap_or_default().trim();
        let lines = line.split(" / ").map(str::trim).filter(|line| !line.is_empty()).collect();
        let watches: Vec<&str> = parts.flat_map(watches).collect();
        if text.contains("--watch") && watches.is_empty() {
            return Err("`--watch` is followed by what to watch: `--watch success`".into());
        }
        Ok(OddsQuery { lines, watches })
    }
}

/// Splits the words after `--watch`, which commas or spaces separate.
pub fn watches(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

/// Says why a line that ends before a roll or a draw has no odds, and how the line could go on.
fn ends_before_chance(preview: &Preview, text: &str) -> Option<String> {
    match (&preview.end, &preview.default_before_chance) {
        (PreviewEnd::Incomplete(words, next), _) => {
            Some(format!("the line says too little: `{words}` what? {}", legal_words(next)))
        }
        (PreviewEnd::Asked(prompt), Some(default)) => Some(format!(
            "the line ends where this is asked: {} Before dice and cards no default is filled in; with it the \
             line is `{text} {default}`",
            prompt.text
        )),
        _ => None,
    }
}

impl Session {
    /// Runs the command `odds` or `whatif`.
    pub(crate) fn odds_command(&mut self, viewer: Viewer, text: &str, command: &str) -> Reply {
        if self.table.is_over() {
            return Reply::refused("the game is over: nothing can be played");
        }
        let query = match OddsQuery::parse(text) {
            Ok(query) => query,
            Err(why) => return Reply::refused(format!("{why} (`help {command}`)")),
        };
        let is_odds = command == "odds";
        let problem = match query.lines.len() {
            0 if is_odds => {
                Some("`odds` takes a line as you would play it: it shows every result, and how likely it is".to_owned())
            }
            1 if is_odds => None,
            _ if is_odds => {
                Some("`odds` takes one line: `whatif` compares several, with ` / ` between them".to_owned())
            }
            0 | 1 => Some("`whatif` takes several lines, with ` / ` between them, and compares them".to_owned()),
            2..=MAX_LINES => None,
            n => Some(format!("{n} lines are too many for a screen: `whatif` compares {MAX_LINES} at most")),
        };
        match problem {
            Some(problem) => Reply::refused(problem),
            None => match self.odds(viewer, &query) {
                Ok(odds) => Reply::Odds(Box::new(odds)),
                Err(OddsProblem::Line(why) | OddsProblem::Watch(why)) => Reply::refused(why),
            },
        }
    }

    /// Computes the odds of lines from what a viewer may know.
    ///
    /// # Errors
    /// A line cannot be played, a word after `--watch` names nothing, or the time is over.
    pub fn odds(&mut self, viewer: Viewer, query: &OddsQuery<'_>) -> Result<OddsReply, OddsProblem> {
        let lines: Result<Vec<OddsLine>, String> =
            query.lines.iter().map(|text| self.odds_of(viewer, text, &OddsLimits::default())).collect();
        let lines = lines.map_err(OddsProblem::Line)?;
        let watched = watched(&mut self.table, &lines, viewer, &query.watches).map_err(OddsProblem::Watch)?;
        let who = label::side_names(self.table.board(), viewer.sides());
        let who = if who.is_empty() { "a spectator".to_owned() } else { who };
        Ok(OddsReply { game: self.table.board().game.clone(), lines, watched, who })
    }

    fn odds_of(&mut self, viewer: Viewer, text: &str, limits: &OddsLimits) -> Result<OddsLine, String> {
        match self.try_line(viewer, text)? {
            Err(refused) => return Err(self.would_refuse(*refused).text),
            Ok(preview) => {
                if let Some(why) = ends_before_chance(&preview, text) {
                    return Err(why);
                }
            }
        }
        let (side, line) = self.may_ask_about(viewer, text)?;
        let (start, is_interrupted) = (Instant::now(), self.is_interrupted);
        let mut clock = || (!is_interrupted()).then(|| start.elapsed());
        let odds = Odds::compute(&mut self.table, side, line, viewer, limits, &mut clock);
        let odds = odds.map_err(|error| match error {
            OddsError::Failed(failure) => describe(&failure.0),
            other => other.to_string(),
        })?;
        Ok(OddsLine { text: text.to_owned(), odds })
    }

    /// Computes the odds of a line that ends in a roll or a draw, for its preview. `None` if that takes too long.
    pub(crate) fn odds_at_once(&mut self, viewer: Viewer, text: &str) -> Option<OddsReply> {
        // Without samples, only odds that can be enumerated in this time are shown.
        let limits = OddsLimits { runs: 500, time: PREVIEW_TIME, samples: 0, positions: 16, ..OddsLimits::default() };
        let lines = vec![self.odds_of(viewer, text, &limits).ok()?];
        let watched = watched(&mut self.table, &lines, viewer, &[]).ok()?;
        Some(OddsReply { game: String::new(), lines, watched, who: String::new() })
    }
}

/// Chooses what to watch after some lines: the quantities that `words` name or, without words, those that differ.
///
/// # Errors
/// A word names nothing, or something that the viewer may not see.
fn watched(table: &mut Table, lines: &[OddsLine], viewer: Viewer, words: &[&str]) -> Result<Vec<Watched>, String> {
    let ends = || lines.iter().flat_map(|line| line.odds.ends());
    let now = ViewContext::new(table, &[], viewer);
    // The bool says that a word names this quantity and no other. Such a quantity is listed even if it has only one
    // possible value.
    let mut found: Vec<(WatchTarget, bool)> = Vec::new();
    for word in words {
        let named = WatchTarget::named(&now, word)?;
        let is_single = named.len() == 1;
        found.extend(named.into_iter().map(|watch| (watch, is_single)));
    }
    if words.is_empty() {
        if ends().any(|end| end.successes.is_some()) {
            found.push((WatchTarget::Success, false));
        }
        if ends().count() <= MAX_RESULTS_WITH_FIGURES {
            let mut figures = WatchTarget::figures(&now);
            // Figures of the side to move come first.
            figures.sort_by_key(|watch| !watch.is_figure_of(&now, now.asked));
            found.extend(figures.into_iter().map(|watch| (watch, false)));
        }
        let after = ends().take(MAX_COMPARED_RESULTS).map(|end| ViewContext { position: &end.at.position, ..now });
        found.extend(WatchTarget::differing(&now, after).into_iter().map(|watch| (watch, false)));
        found.push((WatchTarget::Then, false));
    }
    let needs_figures = found.iter().any(|(watch, _)| matches!(watch, WatchTarget::Figure(..)));
    let figures_now = if needs_figures { table.figures() } else { Vec::new() };
    // For each line, and for each of its results, the figures at that result.
    let figures_after: Vec<Vec<Vec<Vec<FigureValue>>>> = lines
        .iter()
        .map(|line| match needs_figures {
            true => line.odds.ends().map(|end| table.figures_at(&end.at.position)).collect(),
            false => Vec::new(),
        })
        .collect();
    let now = ViewContext { figure_values: &figures_now, ..ViewContext::new(table, &[], viewer) };
    let mut out: Vec<Watched> = Vec::new();
    let mut listed: Vec<WatchTarget> = Vec::new();
    for (watch, is_named) in found {
        let distribution = |(line, figures): (&OddsLine, &Vec<Vec<Vec<FigureValue>>>)| {
            // `Distribution::new` calls the closure once for each result, in order. `index` counts the calls.
            let mut index = 0;
            Distribution::new(&line.odds, |end| {
                let figure_values = figures.get(index).map_or(&[][..], |values| values);
                index += 1;
                let after = ViewContext { position: &end.at.position, asked: end.at.asked, figure_values, ..now };
                watch.value(&now, &after, Some(LineResult { met: end.successes, at: &end.at }))
            })
        };
        let watched = Watched {
            word: watch.word(&now),
            name: watch.name(&now),
            kind: watch.kind(),
            now: (!matches!(watch, WatchTarget::Success | WatchTarget::Then | WatchTarget::Pile(_)))
                .then(|| watch.value(&now, &now, None)),
            distributions: lines.iter().zip(&figures_after).map(distribution).collect(),
        };
        let repeats = |(other, before): (&WatchTarget, &Watched)| {
            watch.is_same_figure(other) && watched.has_same_probabilities_as(before)
        };
        if is_named || !(watched.is_certain() || words.is_empty() && listed.iter().zip(&out).any(repeats)) {
            listed.push(watch);
            out.push(watched);
        }
    }
    Ok(out)
}
