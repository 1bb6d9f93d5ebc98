//! The odds of a line as they are told: what is worth looking at of all that it may come to, drawn as small bars, compared with
//! other lines, or as data.

mod draw;
mod json;

pub(crate) use draw::{in_a_line, of_line, of_lines};
pub(crate) use json::json;

use cardwright_script::Figured;
use cardwright_sim::odds::{Clock, Level, Limits, Odds, OddsError, Spread};
use cardwright_state::SideId;
use cardwright_table::label::Audience;
use cardwright_table::{Preview, Table, Then};
use cardwright_view::watch::Comes;
use cardwright_view::{Eyes, Led, Watch, some};

/// Most ends of a line for which all figures are worked out, though nobody asked for one.
const MOST_FIGURED: usize = 250;
/// Most ends that are looked through for what differs.
const MOST_COMPARED: usize = 2_000;

/// A line and all that it may come to.
#[derive(Debug)]
pub(crate) struct Line {
    /// As it was typed.
    pub(crate) text: String,
    pub(crate) odds: Odds,
}

/// Something that is looked at, in each of some lines.
#[derive(Debug)]
pub(crate) struct Watched {
    /// The word by which it is named.
    pub(crate) word: String,
    pub(crate) name: String,
    /// What its kind is called.
    pub(crate) kind: &'static str,
    /// What it comes to now; nothing of what there is only after a line.
    pub(crate) now: Option<Comes>,
    /// What it comes to after each line.
    pub(crate) spreads: Vec<Spread<Comes>>,
}

impl Watched {
    /// What is expected of it on average after each line, where it is a number.
    pub(crate) fn means(&self) -> Vec<Option<Level>> {
        self.spreads.iter().map(|spread| spread.mean(|value| value.number)).collect()
    }
    /// Whether it comes to other values exactly where another does, and as often: then it tells nothing more.
    fn parts_as(&self, other: &Watched) -> bool {
        let shares = |spread: &Spread<Comes>| spread.shares.iter().map(|(_, share)| *share).collect::<Vec<_>>();
        self.spreads.iter().zip(&other.spreads).all(|(one, other)| shares(one) == shares(other))
    }
    /// Whether it comes to one and the same after every line.
    fn is_certain(&self) -> bool {
        let value = |spread: &Spread<Comes>| spread.shares.first().map(|(value, _)| value.clone());
        self.spreads.iter().all(Spread::is_certain)
            && self.spreads.windows(2).all(|two| value(&two[0]) == value(&two[1]))
    }
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Asked<'a> {
    /// One line, or several to compare.
    pub(crate) lines: Vec<&'a str>,
    /// What is to be looked at; empty: whatever differs.
    pub(crate) watches: Vec<&'a str>,
}

impl<'a> Asked<'a> {
    /// Reads `LINE [--watch WHAT,…]`, lines parted by ` / `.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(text: &'a str) -> Result<Asked<'a>, String> {
        let mut parts = text.split("--watch");
        let line = parts.next().unwrap_or_default().trim();
        let lines = line.split(" / ").map(str::trim).filter(|line| !line.is_empty()).collect();
        let watches: Vec<&str> = parts.flat_map(watches).collect();
        if text.contains("--watch") && watches.is_empty() {
            return Err("`--watch` is followed by what is to be looked at: `--watch success`".into());
        }
        Ok(Asked { lines, watches })
    }
}

/// What is to be looked at, parted by commas or blanks.
pub(crate) fn watches(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

/// Why a line has no odds that ends before chance comes into it, and how it goes on.
pub(crate) fn ends_before_chance(preview: &Preview, text: &str) -> Option<String> {
    match (&preview.then, &preview.before_chance) {
        (Then::Open(words, next), _) => Some(format!("the line says too little: `{words}` what? {}", some(next))),
        (Then::Asked(prompt), Some(default)) => Some(format!(
            "the line ends where this is asked: {} Before dice and cards no default is taken by itself; with it the line is `{text} {default}`",
            prompt.text
        )),
        _ => None,
    }
}

/// How a line is to be asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    /// Whose line it is: see [`Table::play`].
    pub(crate) side: Option<SideId>,
    /// Whose eyes are told.
    pub(crate) eyes: Audience,
    pub(crate) limits: Limits,
}

/// All that a line may come to. The line has been tried.
///
/// # Errors
/// Why nothing is told.
pub(crate) fn line(table: &mut Table, text: &str, how: How, clock: &mut Clock<'_>) -> Result<Line, OddsError> {
    let odds = Odds::of(table, how.side, text, how.eyes, &how.limits, clock)?;
    Ok(Line { text: text.to_owned(), odds })
}

/// What is to be looked at of some lines: what was asked for, or else what differs.
///
/// # Errors
/// A word names nothing, or what may not be seen.
pub(crate) fn watched(
    table: &mut Table,
    lines: &[Line],
    eyes: Audience,
    words: &[&str],
) -> Result<Vec<Watched>, String> {
    let ends = || lines.iter().flat_map(|line| line.odds.ends());
    let now = Eyes::at(table, &[], eyes);
    let mut found: Vec<(Watch, bool)> = Vec::new();
    for word in words {
        let named = Watch::named(&now, word)?;
        let is_one = named.len() == 1;
        found.extend(named.into_iter().map(|watch| (watch, is_one)));
    }
    if words.is_empty() {
        if ends().any(|end| end.met.is_some()) {
            found.push((Watch::Success, false));
        }
        if ends().count() <= MOST_FIGURED {
            let mut figures = Watch::figures(&now);
            figures.sort_by_key(|watch| !watch.is_of(&now, now.asked)); // Those of whoever is asked come first.
            found.extend(figures.into_iter().map(|watch| (watch, false)));
        }
        let after = ends().take(MOST_COMPARED).map(|end| Eyes { position: &end.at.position, ..now });
        found.extend(Watch::differing(&now, after).into_iter().map(|watch| (watch, false)));
        found.push((Watch::Then, false));
    }
    let needs_figures = found.iter().any(|(watch, _)| matches!(watch, Watch::Figure(..)));
    let here = if needs_figures { table.figures() } else { Vec::new() };
    let figured: Vec<Vec<Vec<Vec<Figured>>>> = lines
        .iter()
        .map(|line| match needs_figures {
            true => line.odds.ends().map(|end| table.figures_at(&end.at.position)).collect(),
            false => Vec::new(),
        })
        .collect();
    let now = Eyes { figured: &here, ..Eyes::at(table, &[], eyes) };
    let mut out: Vec<Watched> = Vec::new();
    let mut told: Vec<Watch> = Vec::new();
    for (watch, asked_for) in found {
        let spread = |(line, figured): (&Line, &Vec<Vec<Vec<Figured>>>)| {
            let mut at = 0;
            Spread::of(&line.odds, |end| {
                let figured = figured.get(at).map_or(&[][..], |values| values);
                at += 1;
                let there = Eyes { position: &end.at.position, asked: end.at.asked, figured, ..now };
                watch.comes(&now, &there, Some(Led { met: end.met, at: &end.at }))
            })
        };
        let watched = Watched {
            word: watch.word(&now),
            name: watch.name(&now),
            kind: watch.kind(),
            now: (!matches!(watch, Watch::Success | Watch::Then | Watch::Pile(_)))
                .then(|| watch.comes(&now, &now, None)),
            spreads: lines.iter().zip(&figured).map(spread).collect(),
        };
        let repeats = |(other, before): (&Watch, &Watched)| watch.is_like(other) && watched.parts_as(before);
        if asked_for || !(watched.is_certain() || words.is_empty() && told.iter().zip(&out).any(repeats)) {
            told.push(watch);
            out.push(watched);
        }
    }
    // Of what was asked for by a name that many have, nothing may differ: then that is told of each.
    Ok(out)
}
