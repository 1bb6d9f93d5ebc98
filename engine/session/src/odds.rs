//! The odds of lines: every result that chance may lead to, and how likely each is, of what differs between the results.

mod json;

use crate::questions::describe;
use crate::reply::Reply;
use crate::session::Session;
use cardwright_script::FigureValue;
use cardwright_sim::odds::{Distribution, Mean, Odds, OddsError, OddsLimits};
use cardwright_table::{Preview, PreviewEnd, Table, Viewer, label};
use cardwright_view::watch_target::WatchedValue;
use cardwright_view::{LineResult, ViewContext, WatchTarget, legal_words};
use std::time::{Duration, Instant};

/// The most results of a line for which every figure is derived, unasked.
const MOST_FIGURED: usize = 250;
/// The most results that are searched for what differs.
const MOST_COMPARED: usize = 2_000;
/// The most lines that are compared side by side.
const MOST_LINES: usize = 4;
/// How long a preview may work at odds.
const PREVIEW_TIME: Duration = Duration::from_millis(30);

/// A line and the results that it may lead to.
#[derive(Debug)]
pub struct OddsLine {
    /// As it was typed.
    pub text: String,
    /// Its results.
    pub odds: Odds,
}

/// Something that is watched: a track, a number of pieces, a figure; with its value after each line.
#[derive(Debug)]
pub struct Watched {
    /// The word that names it after `--watch`.
    pub word: String,
    /// Its name.
    pub name: String,
    /// The kind of thing it is, in the plural.
    pub kind: &'static str,
    /// Its value now; none of what exists after a line only.
    pub now: Option<WatchedValue>,
    /// Its values after each line.
    pub distributions: Vec<Distribution<WatchedValue>>,
}

/// The odds of one line, or of several side by side. Serialised, they are what `cardwright odds --json` prints.
#[derive(Debug)]
pub struct OddsReply {
    /// The game's id.
    pub game: String,
    /// The lines.
    pub lines: Vec<OddsLine>,
    /// What is watched.
    pub watched: Vec<Watched>,
    /// Who cannot tell apart the positions that the odds are taken over.
    pub who: String,
}

/// Why there are no odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddsProblem {
    /// A line is refused, or the time is over.
    Line(String),
    /// A word of what to watch names nothing that may be seen.
    Watch(String),
}

impl Watched {
    /// Its mean after each line, where it is a number.
    pub fn means(&self) -> Vec<Option<Mean>> {
        self.distributions.iter().map(|distribution| distribution.mean(|value| value.number)).collect()
    }
    /// Whether its values split as another's do, equally often: then it says nothing more.
    fn splits_as(&self, other: &Watched) -> bool {
        let shares = |distribution: &Distribution<WatchedValue>| {
            distribution.values.iter().map(|(_, share)| *share).collect::<Vec<_>>()
        };
        self.distributions.iter().zip(&other.distributions).all(|(one, other)| shares(one) == shares(other))
    }
    /// Whether it has the same value after every line.
    pub fn is_certain(&self) -> bool {
        let value =
            |distribution: &Distribution<WatchedValue>| distribution.values.first().map(|(value, _)| value.clone());
        self.distributions.iter().all(Distribution::is_certain)
            && self.distributions.windows(2).all(|two| value(&two[0]) == value(&two[1]))
    }
}

/// What the odds are asked of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OddsQuery<'a> {
    /// One line, or several to compare.
    pub lines: Vec<&'a str>,
    /// What to watch; empty: whatever differs.
    pub watches: Vec<&'a str>,
}

impl<'a> OddsQuery<'a> {
    /// Reads `LINE [--watch WHAT,…]`, lines separated by ` / `.
    ///
    /// # Errors
    /// `--watch` names nothing.
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

/// Words of what to watch, separated by commas or blanks.
pub fn watches(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

/// Why a line has no odds that ends before chance comes into it, and how it goes on.
fn ends_before_chance(preview: &Preview, text: &str) -> Option<String> {
    match (&preview.then, &preview.before_chance) {
        (PreviewEnd::Open(words, next), _) => {
            Some(format!("the line says too little: `{words}` what? {}", legal_words(next)))
        }
        (PreviewEnd::Asked(prompt), Some(default)) => Some(format!(
            "the line ends where this is asked: {} Before dice and cards no default is taken by itself; with it the \
             line is `{text} {default}`",
            prompt.text
        )),
        _ => None,
    }
}

impl Session {
    /// The answer to `odds` or `whatif`.
    pub(crate) fn odds_command(&mut self, viewer: Viewer, text: &str, command: &str) -> Reply {
        if self.table.is_over() {
            return Reply::refused("the game is over: nothing can be played");
        }
        let query = match OddsQuery::parse(text) {
            Ok(query) => query,
            Err(why) => return Reply::refused(format!("{why} (`help {command}`)")),
        };
        let lines = query.lines.len();
        let is_odds = command == "odds";
        let problem = match lines {
            0 if is_odds => {
                Some("`odds` takes a line as you would play it: it shows every result, and how likely it is".to_owned())
            }
            1 if is_odds => None,
            _ if is_odds => {
                Some("`odds` takes one line: `whatif` compares several, with ` / ` between them".to_owned())
            }
            0 | 1 => Some("`whatif` takes several lines, with ` / ` between them, and compares them".to_owned()),
            2..=MOST_LINES => None,
            n => Some(format!("{n} lines are too many for a screen: `whatif` compares {MOST_LINES} at most")),
        };
        match problem {
            Some(problem) => Reply::refused(problem),
            None => match self.odds(viewer, &query) {
                Ok(odds) => Reply::Odds(Box::new(odds)),
                Err(OddsProblem::Line(why) | OddsProblem::Watch(why)) => Reply::refused(why),
            },
        }
    }

    /// The odds of lines, as a viewer may know them.
    ///
    /// # Errors
    /// A line is refused as playing it would be, a word of what to watch names nothing, or the time is over.
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
        let (began, is_interrupted) = (Instant::now(), self.is_interrupted);
        let mut clock = || (!is_interrupted()).then(|| began.elapsed());
        let odds = Odds::compute(&mut self.table, side, line, viewer, limits, &mut clock);
        let odds = odds.map_err(|error| match error {
            OddsError::Failed(failed) => describe(&failed.0),
            other => other.to_string(),
        })?;
        Ok(OddsLine { text: text.to_owned(), odds })
    }

    /// The odds of a line that ends in chance, for its preview; none where they are not known at once.
    pub(crate) fn odds_at_once(&mut self, viewer: Viewer, text: &str) -> Option<OddsReply> {
        let limits = OddsLimits { runs: 500, time: PREVIEW_TIME, samples: 0, positions: 16, ..OddsLimits::default() };
        let lines = vec![self.odds_of(viewer, text, &limits).ok()?];
        let watched = watched(&mut self.table, &lines, viewer, &[]).ok()?;
        Some(OddsReply { game: String::new(), lines, watched, who: String::new() })
    }
}

/// What to watch after some lines: what was asked for, or else what differs.
///
/// # Errors
/// A word names nothing, or something that the viewer may not see.
fn watched(table: &mut Table, lines: &[OddsLine], viewer: Viewer, words: &[&str]) -> Result<Vec<Watched>, String> {
    let ends = || lines.iter().flat_map(|line| line.odds.ends());
    let now = ViewContext::new(table, &[], viewer);
    let mut found: Vec<(WatchTarget, bool)> = Vec::new();
    for word in words {
        let named = WatchTarget::named(&now, word)?;
        let is_one = named.len() == 1;
        found.extend(named.into_iter().map(|watch| (watch, is_one)));
    }
    if words.is_empty() {
        if ends().any(|end| end.successes.is_some()) {
            found.push((WatchTarget::Success, false));
        }
        if ends().count() <= MOST_FIGURED {
            let mut figures = WatchTarget::figures(&now);
            figures.sort_by_key(|watch| !watch.is_figure_of(&now, now.asked)); // Those of the side to move come first.
            found.extend(figures.into_iter().map(|watch| (watch, false)));
        }
        let after = ends().take(MOST_COMPARED).map(|end| ViewContext { position: &end.at.position, ..now });
        found.extend(WatchTarget::differing(&now, after).into_iter().map(|watch| (watch, false)));
        found.push((WatchTarget::Then, false));
    }
    let needs_figures = found.iter().any(|(watch, _)| matches!(watch, WatchTarget::Figure(..)));
    let here = if needs_figures { table.figures() } else { Vec::new() };
    let figured: Vec<Vec<Vec<Vec<FigureValue>>>> = lines
        .iter()
        .map(|line| match needs_figures {
            true => line.odds.ends().map(|end| table.figures_at(&end.at.position)).collect(),
            false => Vec::new(),
        })
        .collect();
    let now = ViewContext { figure_values: &here, ..ViewContext::new(table, &[], viewer) };
    let mut out: Vec<Watched> = Vec::new();
    let mut listed: Vec<WatchTarget> = Vec::new();
    for (watch, asked_for) in found {
        let distribution = |(line, figured): (&OddsLine, &Vec<Vec<Vec<FigureValue>>>)| {
            let mut at = 0;
            Distribution::new(&line.odds, |end| {
                let figured = figured.get(at).map_or(&[][..], |values| values);
                at += 1;
                let there =
                    ViewContext { position: &end.at.position, asked: end.at.asked, figure_values: figured, ..now };
                watch.value(&now, &there, Some(LineResult { met: end.successes, at: &end.at }))
            })
        };
        let watched = Watched {
            word: watch.word(&now),
            name: watch.name(&now),
            kind: watch.kind(),
            now: (!matches!(watch, WatchTarget::Success | WatchTarget::Then | WatchTarget::Pile(_)))
                .then(|| watch.value(&now, &now, None)),
            distributions: lines.iter().zip(&figured).map(distribution).collect(),
        };
        let repeats =
            |(other, before): (&WatchTarget, &Watched)| watch.is_same_figure(other) && watched.splits_as(before);
        if asked_for || !(watched.is_certain() || words.is_empty() && listed.iter().zip(&out).any(repeats)) {
            listed.push(watch);
            out.push(watched);
        }
    }
    Ok(out)
}
