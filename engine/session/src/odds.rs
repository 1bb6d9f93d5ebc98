//! Computes the odds of a line: each result that chance may lead to, and how likely the result is. Odds are given for
//! the values that differ between results.

mod summary;

pub use crate::odds_reply::{OddsLine, OddsReply, SummaryItem, Watched};

use crate::questions::describe;
use crate::reply::Reply;
use crate::session::Session;
use cardwright_script::{FigureValue, thread_time};
use cardwright_sim::odds::{Course, Distribution, Odds, OddsError, OddsLimits};
use cardwright_state::{PeriodId, StepId};
use cardwright_table::{Destination, Preview, PreviewEnd, Table, Viewer, label, line};
use cardwright_view::{LineResult, ViewContext, WatchTarget, legal_words};
use std::time::Duration;

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
    /// A word after `--watch` or `--to` names nothing, or nothing that the viewer may see.
    Word(String),
}

/// The arguments of `odds` or `whatif`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OddsQuery<'a> {
    /// One line, or several lines to compare.
    pub lines: Vec<&'a str>,
    /// The words after `--watch`. If there are none, every value that differs is watched.
    pub watches: Vec<&'a str>,
    /// The word after `--to`: how far to follow the lines.
    pub to: Option<&'a str>,
    /// Whether questions after the lines are answered at random: `--by random`.
    pub is_random: bool,
}

impl<'a> OddsQuery<'a> {
    /// Reads `LINE [--to WHERE] [--by WHO] [--watch WHAT,…]`, lines separated by ` / `.
    ///
    /// # Errors
    /// An option is unknown, or lacks its words.
    pub fn parse(text: &'a str) -> Result<OddsQuery<'a>, String> {
        let mut parts = text.split("--");
        let line = parts.next().unwrap_or_default().trim();
        let lines = line.split(" / ").map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut query = OddsQuery { lines, ..OddsQuery::default() };
        for part in parts {
            let (option, words) = part.split_once(' ').unwrap_or((part, ""));
            match (option, words.trim()) {
                ("watch", "") => return Err("`--watch` is followed by what to watch: `--watch success`".into()),
                ("watch", words) => query.watches.extend(watches(words)),
                ("to", word) if !word.is_empty() && !word.contains(' ') => query.to = Some(word),
                ("to", _) => return Err("`--to` is followed by one word: `--to end`".into()),
                ("by", word) => query.is_random = is_random(word)?,
                _ => return Err(format!("`--{option}` is none of the options `--to`, `--by` and `--watch`")),
            }
        }
        Ok(query)
    }
}

/// Reads who answers the questions after a line.
///
/// # Errors
/// The word is neither `defaults` nor `random`.
pub fn is_random(word: &str) -> Result<bool, String> {
    match word {
        "defaults" => Ok(false),
        "random" => Ok(true),
        _ => Err("`--by` is followed by `defaults` or `random`".into()),
    }
}

/// Finds where a line ends: the word after `--to`. Without a word, at the end of the scene that the line begins.
///
/// # Errors
/// The word names nothing of the kind.
fn destination(table: &Table, word: Option<&str>) -> Result<Destination, String> {
    let Some(word) = word else { return Ok(Destination::EndOfScene) };
    let (program, board) = (table.program(), table.board());
    let scene = program.figures.iter().position(|figure| figure.odds && figure.name == word);
    let period = board.periods.iter().position(|period| period == word);
    let step = board.labels.steps.iter().position(|step| step == word);
    match (word, scene, period, step) {
        ("question", ..) => Ok(Destination::Question),
        ("end", ..) => Ok(Destination::EndOfGame),
        (_, Some(figure), ..) => Ok(Destination::EndOfSceneOf(figure)),
        (_, _, Some(period), _) => Ok(Destination::EndOfPeriod(PeriodId::new(period))),
        (_, _, _, Some(step)) => Ok(Destination::Step(StepId::new(step))),
        _ => {
            let scenes = program.figures.iter().filter(|figure| figure.odds).map(|figure| figure.name.clone());
            let periods = board.periods.iter().cloned();
            let known: Vec<String> =
                ["question".into(), "end".into()].into_iter().chain(scenes).chain(periods).collect();
            let steps = board.labels.steps.iter().cloned();
            let all: Vec<String> = known.iter().cloned().chain(steps).collect();
            Err(match line::nearest(word, &all) {
                Some(near) => format!("`--to {word}` names nothing; did you mean `{near}`?"),
                None => format!("`--to {word}` names nothing: {}, or a step of the rules", known.join(", ")),
            })
        }
    }
}

/// Splits the words after `--watch`, which commas or spaces separate.
pub fn watches(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

/// The line with the default that it leaves open before a roll or a draw.
///
/// # Errors
/// The line is incomplete.
fn with_default(preview: &Preview, text: &str) -> Result<String, String> {
    match (&preview.end, &preview.default_before_chance) {
        (PreviewEnd::Incomplete(words, next), _) => {
            Err(format!("the line says too little: `{words}` what? {}", legal_words(next)))
        }
        (_, Some(default)) => Ok(format!("{text} {default}")),
        (_, None) => Ok(text.to_owned()),
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
                Err(OddsProblem::Line(why) | OddsProblem::Word(why)) => Reply::refused(why),
            },
        }
    }

    /// Computes the odds of lines from what a viewer may know.
    ///
    /// # Errors
    /// A line cannot be played, a word after `--watch` or `--to` names nothing, or the time is over.
    pub fn odds(&mut self, viewer: Viewer, query: &OddsQuery<'_>) -> Result<OddsReply, OddsProblem> {
        let destination = destination(&self.table, query.to).map_err(OddsProblem::Word)?;
        let course = Course { destination, is_random: query.is_random };
        let lines: Result<Vec<OddsLine>, String> =
            query.lines.iter().map(|text| self.odds_of(viewer, text, course, &OddsLimits::default())).collect();
        let lines = lines.map_err(OddsProblem::Line)?;
        let watched = watched(&mut self.table, &lines, viewer, &query.watches).map_err(OddsProblem::Word)?;
        let who = label::side_names(self.table.board(), viewer.sides());
        let who = if who.is_empty() { "a spectator".to_owned() } else { who };
        let scenes = self.table.program().figures.iter().filter(|figure| figure.odds);
        let scenes = scenes.map(|figure| figure.name.clone()).collect();
        Ok(OddsReply { game: self.table.board().game.clone(), lines, watched, scenes, who })
    }

    fn odds_of(&mut self, viewer: Viewer, text: &str, course: Course, limits: &OddsLimits) -> Result<OddsLine, String> {
        let text = match self.try_line(viewer, text)? {
            Err(refused) => return Err(self.would_refuse(*refused).text),
            Ok(preview) => with_default(&preview, text)?,
        };
        let (side, line) = self.may_ask_about(viewer, &text)?;
        // The time of other programs does not count, so that they do not make exact odds into samples.
        let (start, is_interrupted) = (thread_time(), self.is_interrupted);
        let mut clock = || (!is_interrupted()).then(|| thread_time() - start);
        let odds = Odds::compute(&mut self.table, (side, line), viewer, course, limits, &mut clock);
        let odds = odds.map_err(|error| match error {
            OddsError::Failed(failure) => describe(&failure.0),
            other => other.to_string(),
        })?;
        let summary = summary::of_line(&mut self.table, viewer, &odds);
        let (is_random, course) = (course.is_random, self.course_text(course, &odds));
        Ok(OddsLine { text, course, is_random, odds, summary })
    }

    /// Says how far a line was followed, and how the questions on the way were answered.
    fn course_text(&self, course: Course, odds: &Odds) -> String {
        let (program, board) = (self.table.program(), self.table.board());
        let end_of = |figure: usize| format!("to the end of the {}", program.figures[figure].name);
        let scene = || odds.ends().find_map(|end| end.at.scene.as_ref()).map(|scene| end_of(scene.figure));
        let destination = match course.destination {
            Destination::Question => None,
            Destination::EndOfScene => scene(),
            Destination::EndOfSceneOf(figure) => Some(end_of(figure)),
            Destination::Step(step) => Some(format!("to the step `{}`", board.labels[step])),
            Destination::EndOfPeriod(period) => Some(format!("to the end of the {}", board.periods[period.index()])),
            Destination::EndOfGame => Some("to the end of the game".into()),
        };
        let answers = if course.is_random { "at random" } else { "with Enter's row, or else the first one" };
        destination.map(|to| format!("{to}; questions on the way are answered {answers}")).unwrap_or_default()
    }

    /// Computes the odds of a line that ends in a roll or a draw, for its preview. `None` if that takes too long.
    pub(crate) fn odds_at_once(&mut self, viewer: Viewer, text: &str) -> Option<OddsReply> {
        // Without samples, only odds that can be enumerated in this time are shown.
        let limits = OddsLimits { runs: 500, time: PREVIEW_TIME, samples: 0, positions: 16, ..OddsLimits::default() };
        let lines = vec![self.odds_of(viewer, text, Course::USUAL, &limits).ok()?];
        let watched = watched(&mut self.table, &lines, viewer, &[]).ok()?;
        Some(OddsReply { game: String::new(), lines, watched, scenes: Vec::new(), who: String::new() })
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
