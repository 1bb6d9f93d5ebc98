//! Lets the bots of a running game answer, one answer at a time, and handles a bot that cannot go on.

use crate::programs::OnFailure;
use crate::session::Session;
use crate::thinker::Thinker;
use cardwright_bots::{Bot, BotKind, RANDOM};
use cardwright_protocol::Peers;
use cardwright_search::Found;
use cardwright_state::SideId;
use cardwright_table::{PlayError, Seat, Table};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// After this many failures without an answer between them, a person takes the bot's seat.
const MOST_FAILURES: u32 = 30;

/// The bots of a game: one for each kind of bot that plays. A bot is made when it is first asked.
#[derive(Debug)]
pub struct Bots {
    seed: u64,
    bots: BTreeMap<&'static str, Box<dyn Bot>>,
    thinker: Option<Thinker>,
    /// The programs that fill seats.
    pub(crate) programs: Peers,
    /// What happens to the side of a program that cannot go on.
    pub on_failure: OnFailure,
    /// The side for which a bot last searched, and what it found.
    pub(crate) last_search: Option<(SideId, Found)>,
    /// What players should know about the searches, and whether they were told.
    notes: Vec<(String, bool)>,
    failures: u32,
}

/// Whether a bot has answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// It has.
    Answered,
    /// It still thinks. Ask again.
    Thinking,
    /// It is a program that cannot go on: why. Call [`Bots::replace_program`].
    Failed(String),
}

/// The result of [`Session::let_bot_answer`].
#[derive(Debug)]
pub enum BotStep {
    /// The bot does not answer: no bot is to move, an earlier event is shown, or the game waits until the players of a
    /// physical table enter a die or a card.
    NotItsTurn,
    /// The bot answered.
    Answered,
    /// The bot still thinks.
    Thinking,
    /// A rule failed at the bot's answer. The bot tries another answer when it is next asked.
    Failed {
        /// The side for which the bot answered.
        side: SideId,
        /// What failed, and at which `path:line` of the rules.
        why: String,
        /// Whether this is the first failure since a bot last answered.
        is_first: bool,
    },
    /// The record cannot be written. The bot goes on once the record can be written again.
    Unwritten(PlayError),
    /// The bot cannot go on, and a person takes its seat.
    GaveUp {
        /// The side for which the bot answered.
        side: SideId,
        /// What failed, if a rule failed.
        why: Option<String>,
    },
    /// A program could not go on, and was replaced: see [`OnFailure`].
    Replaced {
        /// The side for which the program answered.
        side: SideId,
        /// What the program did, and who answers now.
        report: String,
    },
}

impl Bots {
    /// Creates bots whose random decisions follow from a seed.
    pub fn new(seed: u64) -> Bots {
        Bots {
            seed,
            bots: BTreeMap::new(),
            thinker: None,
            programs: Peers::default(),
            on_failure: OnFailure::default(),
            last_search: None,
            notes: Vec::new(),
            failures: 0,
        }
    }

    /// Lets a bot of this kind answer the pending choice.
    ///
    /// # Errors
    /// Fails as [`Table::answer`] does.
    pub fn answer(&mut self, table: &mut Table, kind: BotKind) -> Result<Progress, PlayError> {
        if kind.is_program() {
            return self.ask_program(table, kind);
        }
        let seed = self.seed;
        if let Entry::Vacant(place) = self.bots.entry(kind.name()) {
            kind.start(seed).map(|bot| place.insert(bot));
        }
        if let Some(bot) = self.bots.get_mut(kind.name()) {
            table.answer_with_bot(bot.as_mut())?;
            return Ok(Progress::Answered);
        }
        self.thinker.take_if(|thinker| !thinker.plays_by(table.program()));
        let thinker = self.thinker.get_or_insert_with(|| Thinker::new(table.program()));
        match thinker.think(table, seed, kind.effort()) {
            Ok(None) => Ok(Progress::Thinking),
            Ok(Some(found)) => {
                self.note(table, &found);
                let (side, answer) = (table.asked().unwrap_or_default(), found.answer);
                if !found.candidates.is_empty() {
                    self.last_search = Some((side, found));
                }
                table.answer(answer, false).map(|_| Progress::Answered)
            }
            Err(()) => {
                self.thinker = None;
                self.answer(table, RANDOM)
            }
        }
    }

    /// Notes what players should know about a search. Each note is made once.
    fn note(&mut self, table: &Table, found: &Found) {
        let game = &table.board().game;
        let has_figure = table.program().evaluating_figure().is_some();
        let mut notes = Vec::new();
        if let Some(why) = &found.figure_failed {
            notes.push(format!(
                "the figure that evaluates positions failed, so `ai` plays games on to their end: {why}"
            ));
        } else if found.is_guess {
            notes.push("`ai` knows too little here to play on, and answered at random".to_owned());
        } else if !has_figure && found.decisions > 0 {
            let guide = "`ai` plays better with one (guide, \"A figure for bots\")";
            notes.push(format!("{game} has no figure with `evaluates = true`: {guide}"));
        }
        if let Some(why) = &found.rule_failed {
            notes.push(format!("a rule failed while `ai` searched, so `ai` avoids what leads there: {why}"));
        }
        if found.ran_out_of_time {
            let note = "a search of `ai` ended at its time limit, so the bot may answer otherwise on another machine";
            notes.push(note.to_owned());
        }
        for note in notes {
            if !self.notes.iter().any(|(made, _)| *made == note) {
                self.notes.push((note, false));
            }
        }
    }

    /// Returns the notes that were not taken yet.
    pub fn take_notes(&mut self) -> Vec<String> {
        let new = self.notes.iter_mut().filter(|(_, is_taken)| !is_taken);
        new.map(|(note, is_taken)| {
            *is_taken = true;
            note.clone()
        })
        .collect()
    }

    /// Ends a bot's search with its best answer so far, and the time of a program for its answer.
    pub fn hurry(&mut self) {
        self.programs.hurry();
        if let Some(thinker) = &self.thinker {
            thinker.hurry();
        }
    }
}

impl Session {
    /// Whether a bot is to move.
    pub fn is_bots_turn(&self) -> bool {
        self.table.bot_to_move().is_some()
    }

    /// Lets the bot that is to move answer once.
    pub fn let_bot_answer(&mut self) -> BotStep {
        self.bots.dismiss_programs(&self.table);
        if self.table.is_looking_back() || self.table.chance_prompt().is_some() {
            return BotStep::NotItsTurn;
        }
        let Some((side, kind)) = self.table.bot_to_move() else { return BotStep::NotItsTurn };
        match self.bots.answer(&mut self.table, kind) {
            Ok(Progress::Thinking) => {
                if (self.is_interrupted)() {
                    self.bots.hurry();
                }
                BotStep::Thinking
            }
            Ok(Progress::Failed(why)) => match self.bots.replace_program(&mut self.table, &why) {
                Ok(report) => BotStep::Replaced { side, report },
                Err(error) => BotStep::Unwritten(error),
            },
            Ok(Progress::Answered) => {
                self.bots.failures = 0;
                BotStep::Answered
            }
            Err(PlayError::Chance) => BotStep::NotItsTurn,
            // The engine bars the row of a dead end and offers the bot the other rows.
            Err(PlayError::Barred { .. }) => BotStep::Answered,
            Err(error @ PlayError::Record(_)) => BotStep::Unwritten(error),
            // A rule that exceeded its time limit would do so after another answer too, so the bot does not try again.
            Err(error) if self.bots.failures + 1 < MOST_FAILURES && !is_runaway(&error) => {
                self.bots.failures += 1;
                let is_first = self.bots.failures == 1;
                BotStep::Failed { side, why: rule_failure(&error).unwrap_or_else(|| error.to_string()), is_first }
            }
            Err(error) => {
                self.bots.failures = 0;
                let why = rule_failure(&error);
                match self.table.seat(side, Seat::Human) {
                    Ok(()) => BotStep::GaveUp { side, why },
                    Err(error) => BotStep::Unwritten(error),
                }
            }
        }
    }
}

fn rule_failure(error: &PlayError) -> Option<String> {
    match error {
        PlayError::Rule { error, .. } => Some(error.with_place()),
        _ => None,
    }
}

fn is_runaway(error: &PlayError) -> bool {
    matches!(error, PlayError::Rule { error, .. } if error.is_time_limit())
}
