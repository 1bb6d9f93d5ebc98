//! Dice, draws and picks from a physical table: the program asks, and people type what came up.
//!
//! An answer that needs such chance is held back: the game stays at its choice, and [`Table::chance_prompt`]
//! describes what is wanted. [`Table::enter_chance`] gives the answer again, up to the next prompt or to its end.
//! Only a finished answer becomes an event. The record lists the outcomes like all other given outcomes.

use crate::game_log;
use crate::line::{self, ParseStop};
use crate::outcome_words;
use crate::table::{PlayError, Played, Table};
use crate::{Viewer, label};
use cardwright_script::{ChanceRequest, ForcedOutcome, GameEvent, ManualChance, Program, Vm};
use cardwright_state::board::Board;
use cardwright_state::die_faces::face_number;
use cardwright_state::position::TextLine;
use cardwright_state::{CardId, PileId, Position, SideId, Val, notation, view};

/// A die, draw or pick that people must enter before an answer can go on.
#[derive(Debug, Clone)]
pub struct ChancePrompt {
    /// The possible outcomes.
    pub wanted: ChanceRequest,
    /// What the chance decides, if the script names it.
    pub purpose: Option<TextLine>,
    /// The log of the answer so far.
    pub game_events: Vec<GameEvent>,
    /// The position at the prompt.
    position: Position,
    own: Vec<ForcedOutcome>,
}

/// An answer that waits for a chance outcome.
#[derive(Debug)]
pub(crate) struct PendingAnswer {
    request: ChancePrompt,
    side: SideId,
    row: usize,
    /// The row's words. After a reload the row may have another index.
    text: String,
    is_standing: bool,
    automatic: bool,
    /// The rest of the line, and the side whose line it is.
    further: String,
    line_side: Option<SideId>,
    /// The given outcomes before the first prompt.
    before: Vec<ForcedOutcome>,
}

impl ChancePrompt {
    /// Reads the request that stopped the VM.
    pub(crate) fn of(vm: &mut Vm, wanted: ChanceRequest) -> ChancePrompt {
        let (purpose, own) = (vm.roll_label(), vm.take_generated_outcomes());
        ChancePrompt { wanted, purpose, game_events: vm.take_events(), position: vm.position(), own }
    }

    /// The outcome that the random generator would have given.
    pub fn generated_outcomes(&self) -> Vec<ForcedOutcome> {
        self.own.clone()
    }

    /// The prompt in words: `2 d6 for the attack, 5 or more`.
    pub fn text(&self, board: &Board, viewer: Viewer) -> String {
        let sees = |_| viewer.sees_all();
        let purpose = self.purpose.as_ref().map_or(String::new(), |label| {
            format!(
                " for {}",
                label::fill(board, viewer, &sees, &board.texts[label.text.at()].template, &label.subjects)
            )
        });
        match &self.wanted {
            ChanceRequest::Dice { die, n, check, .. } => {
                let target = check.as_ref().map_or(String::new(), |target| format!(", {}", target.text(board)));
                let n = if *n == 1 { String::new() } else { format!("{n} ") };
                format!("{n}{}{purpose}{target}", board.dice[die.at()].id)
            }
            ChanceRequest::Card { pile, .. } => format!("the card on top of {}{purpose}", board.piles[pile.at()].id),
            ChanceRequest::Pick { candidates: of } => {
                format!("one of {} at random{purpose}: {}", of.len(), list_few(board, of))
            }
        }
    }

    /// The words that people may type.
    pub fn words(&self, board: &Board) -> Vec<String> {
        match &self.wanted {
            ChanceRequest::Dice { die, .. } => board.face_texts(&board.dice[die.at()]),
            ChanceRequest::Card { candidates: open, .. } => {
                open.iter().map(|card| board.cards[card.at()].id.clone()).collect()
            }
            ChanceRequest::Pick { candidates: of } => of.iter().map(|what| notation::token(board, *what)).collect(),
        }
    }

    /// The words that may follow `before`: more faces as long as dice are missing, a card's id or the rest of its
    /// title, or the thing to pick.
    pub fn next_words(&self, board: &Board, before: &str) -> Vec<String> {
        let many = before.split([' ', ',']).filter(|word| !word.is_empty()).count();
        match &self.wanted {
            ChanceRequest::Dice { n, .. } if many < *n as usize => self.words(board),
            ChanceRequest::Card { candidates: open, .. } => {
                let ids = if many == 0 { self.words(board) } else { Vec::new() };
                let titles = unique_titles(board, open);
                let typed = before.trim_start().to_lowercase();
                let matching_titles = titles.iter().filter(|title| title.to_lowercase().starts_with(&typed));
                ids.into_iter()
                    .chain(matching_titles.filter_map(|title| title.get(typed.len()..).map(str::to_owned)))
                    .collect()
            }
            ChanceRequest::Pick { .. } if many == 0 => self.words(board),
            ChanceRequest::Dice { .. } | ChanceRequest::Pick { .. } => Vec::new(),
        }
    }

    /// The heading and the action that led to the prompt.
    pub fn context_lines(&self, program: &Program, viewer: Viewer) -> Vec<String> {
        let chapter = self.game_events.iter().rposition(|what| matches!(what, GameEvent::Heading(..)));
        let later = &self.game_events[chapter.unwrap_or(0)..];
        let deed = later.iter().rfind(|what| matches!(what, GameEvent::Action(_)));
        let heads = chapter.map(|at| &self.game_events[at]).into_iter().chain(deed);
        heads.map(|what| game_log::event_text(program, viewer, what)).filter(|text| !text.is_empty()).collect()
    }

    /// Parses what people typed.
    ///
    /// # Errors
    /// A word that is no possible outcome; the message says why.
    pub fn read(&self, board: &Board, text: &str) -> Result<Vec<ForcedOutcome>, String> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let one = |read: &dyn Fn(&str) -> Result<ForcedOutcome, String>| match words[..] {
            [word] => Ok(vec![read(word)?]),
            _ => Err(format!("enter one outcome, not {}", words.len())),
        };
        match &self.wanted {
            ChanceRequest::Dice { n, .. } if words.len() > *n as usize => Err(format!(
                "{} faces for {}",
                words.len(),
                if *n == 1 { "one die".into() } else { format!("{n} dice") }
            )),
            ChanceRequest::Dice { .. } => words.iter().map(|word| self.face(board, word)).collect(),
            ChanceRequest::Card { pile, candidates: open } => match self.card_by_title(board, open, text.trim()) {
                Some(card) => Ok(vec![ForcedOutcome::TableCard(card)]),
                None => one(&|word| self.card(board, *pile, open, word)),
            },
            ChanceRequest::Pick { candidates: of } => one(&|word| self.picked(board, of, word)),
        }
    }

    fn face(&self, board: &Board, word: &str) -> Result<ForcedOutcome, String> {
        let ChanceRequest::Dice { die, .. } = &self.wanted else { return Err("no die is asked for".into()) };
        let die = &board.dice[die.at()];
        board.parse_typed_face(die, word).map(ForcedOutcome::Face).ok_or_else(|| {
            let words = self.words(board);
            if let Some(number) = face_number(word) {
                return format!("`{}` has no face number {number}: it has {} faces", die.id, die.faces.len());
            }
            let near = if die.has_words() { line::nearest(word, &words) } else { None };
            let is = match near {
                Some(near) => format!(" (did you mean `{near}`?)"),
                None if notation::is_named(board, word) && word.parse::<i64>().is_err() => {
                    ", but something else in the game".to_owned()
                }
                None => String::new(),
            };
            format!("`{word}` is no face of `{}`{is}: {}", die.id, words.join(" "))
        })
    }

    /// The only card whose title begins with this text.
    fn card_by_title(&self, board: &Board, open: &[CardId], text: &str) -> Option<CardId> {
        let text = text.to_lowercase();
        if text.len() < 3 {
            return None;
        }
        let mut fits = open.iter().filter(|card| {
            let name = label::card_name(board, **card, Viewer::OPEN).to_lowercase();
            name.split_once(' ').is_some_and(|(_, title)| title.trim_start_matches(['“', '"', '(']).starts_with(&text))
        });
        fits.next().copied().filter(|_| fits.next().is_none())
    }

    fn card(&self, board: &Board, pile: PileId, open: &[CardId], word: &str) -> Result<ForcedOutcome, String> {
        let id = word.strip_prefix("card:").or(word.strip_prefix("drawn:")).unwrap_or(word);
        let number = |id: &str| id.parse::<u32>().ok();
        let alike = |card: &&CardId| number(id).is_some() && number(&board.cards[card.at()].id) == number(id);
        let all = (0..board.cards.len()).map(CardId::new);
        let found = board.card(id).or_else(|| open.iter().find(alike).copied());
        let found = found.or_else(|| all.into_iter().find(|card| alike(&card)));
        let top = &board.piles[pile.at()].id;
        match found {
            Some(card) if open.contains(&card) => Ok(ForcedOutcome::TableCard(card)),
            Some(card) => {
                let pile_of_card = self.position.card_location(card).pile;
                let sides = (0..board.sides.len()).map(|side| Some(SideId::new(side)));
                let is_seen = sides.chain([None]).any(|side| view::sees_pile(board, side, pile_of_card));
                let why = match is_seen {
                    true => format!(
                        "it lies in `{}` (`adjust` moves it, if that is wrong)",
                        board.piles[pile_of_card.at()].id
                    ),
                    false => "it was never shuffled with what lies there, or has been seen since".to_owned(),
                };
                Err(format!("card `{}` cannot be on top of `{top}`: {why}", board.cards[card.at()].id))
            }
            None => {
                let near = line::nearest(id, &self.words(board)).map(|near| format!("; did you mean `{near}`?"));
                let near = near
                    .unwrap_or_else(|| format!("; the {} cards that may lie there: {}", open.len(), self.first(board)));
                Err(format!("`{word}` is no card{near}"))
            }
        }
    }

    fn picked(&self, board: &Board, things: &[Val], word: &str) -> Result<ForcedOutcome, String> {
        let id = word.strip_prefix("pick:").unwrap_or(word);
        let words = self.words(board);
        let begins = || {
            let mut fits = things.iter().zip(&words).filter(|(_, token)| token.starts_with(&id.to_lowercase()));
            fits.next().filter(|_| fits.next().is_none()).map(|(what, _)| *what)
        };
        match notation::find_named(board, things, id).or_else(begins) {
            Some(what) => Ok(ForcedOutcome::Pick(notation::token(board, what))),
            None => {
                let near = line::nearest(id, &words).map(|near| format!("; did you mean `{near}`?"));
                Err(format!("`{word}` is not among them: {}{}", list_few(board, things), near.unwrap_or_default()))
            }
        }
    }

    fn first(&self, board: &Board) -> String {
        const SHOWN: usize = 12;
        let words = self.words(board);
        let more = if words.len() > SHOWN { " …" } else { "" };
        format!("{}{more}", words[..words.len().min(SHOWN)].join(" "))
    }
}

/// The titles that identify exactly one of the cards.
fn unique_titles(board: &Board, open: &[CardId]) -> Vec<String> {
    let title = |card: &CardId| {
        let name = label::card_name(board, *card, Viewer::OPEN);
        let title = name.split_once(' ')?.1.trim_start_matches(['“', '"', '(']).trim_end_matches(['”', '"', ')']);
        (title.len() >= 3).then(|| title.to_owned())
    };
    let all: Vec<String> = open.iter().filter_map(title).collect();
    let is_one = |title: &&String| all.iter().filter(|other| other.starts_with(title.as_str())).count() == 1;
    all.iter().filter(is_one).cloned().collect()
}

/// The first things of a list, then the total.
fn list_few(board: &Board, things: &[Val]) -> String {
    const SHOWN: usize = 24;
    let words: Vec<String> = things.iter().take(SHOWN).map(|what| notation::token(board, *what)).collect();
    let more = if things.len() > SHOWN { format!(" … ({} in all)", things.len()) } else { String::new() };
    format!("{}{more}", words.join(", "))
}

impl Table {
    /// Selects which chance people enter from now on. The random generator does the rest.
    pub fn set_manual_chance(&mut self, manual_chance: ManualChance) {
        self.withdraw_pending_answer();
        self.game.manual_chance = manual_chance;
    }
    /// Which chance people enter.
    pub fn manual_chance(&self) -> ManualChance {
        self.game.manual_chance
    }
    /// What people must enter, if an answer waits for it.
    pub fn chance_prompt(&self) -> Option<&ChancePrompt> {
        self.waiting.as_deref().map(|waiting| &waiting.request)
    }
    /// The side and the row of the waiting answer.
    pub fn pending_answer(&self) -> Option<(SideId, &str)> {
        self.waiting.as_deref().map(|waiting| (waiting.side, waiting.text.as_str()))
    }
    /// Drops the waiting answer and its outcomes. Returns whether there was one.
    pub fn withdraw_pending_answer(&mut self) -> bool {
        let Some(waiting) = self.waiting.take() else { return false };
        self.game.state.forced = waiting.before;
        true
    }

    /// Enters outcomes and continues the waiting answer, then the rest of its line.
    ///
    /// # Errors
    /// [`PlayError::Chance`] if more is wanted. Otherwise as [`Table::play`]; then the entered outcomes are dropped.
    pub fn enter_chance(&mut self, outcomes: Vec<ForcedOutcome>) -> Result<Played, PlayError> {
        let Some(waiting) = self.waiting.take() else {
            return Err(PlayError::Nothing("no die, card or pick is asked for".into()));
        };
        self.game.state.forced.extend(outcomes);
        self.resume_answer(*waiting)
    }

    /// Restores the waiting answer after a reload. If its row is gone, the answer is dropped.
    pub(crate) fn restore_pending_answer(&mut self, waiting: Option<Box<PendingAnswer>>, from: &Board) {
        let Some(mut waiting) = waiting else { return };
        waiting.before = outcome_words::carry_over(from, self.board(), &waiting.before);
        let rows = match waiting.is_standing {
            true => self.standing_words(waiting.side).unwrap_or_default(),
            false if self.asked() == Some(waiting.side) => self.row_words().to_vec(),
            false => Vec::new(),
        };
        match rows.iter().position(|words| words.join(" ") == waiting.text) {
            // A new prompt is handled like any other result.
            Some(row) => drop(self.resume_answer(PendingAnswer { row, ..*waiting })),
            None => self.game.state.forced = waiting.before,
        }
    }

    fn resume_answer(&mut self, waiting: PendingAnswer) -> Result<Played, PlayError> {
        let PendingAnswer { side, row, text, is_standing, automatic, further, line_side, before, .. } = waiting;
        let done = match is_standing {
            true => self.use_standing_action(side, row),
            false => self.answer(row, automatic),
        };
        match done {
            Ok(row) => {
                let mut played = Played { answers: vec![(side, row)], open: None };
                if !further.is_empty() {
                    let more = self.play_further(line_side, &text, &further)?;
                    played.answers.extend(more.answers);
                    played.open = more.open;
                }
                Ok(played)
            }
            Err(PlayError::Chance) => {
                if let Some(waiting) = &mut self.waiting {
                    (waiting.further, waiting.line_side, waiting.before) = (further, line_side, before);
                }
                Err(PlayError::Chance)
            }
            Err(error) => {
                self.game.state.forced = before;
                Err(error)
            }
        }
    }

    /// Plays the rest of a line after an answer. The rest may leave out the first word of that answer.
    fn play_further(&mut self, line_side: Option<SideId>, row: &str, further: &str) -> Result<Played, PlayError> {
        let done = self.play(line_side, further);
        match &done {
            Err(PlayError::Line { error, answered: 0, .. }) if error.at == 0 => {
                let head = line::words(row).first().copied().unwrap_or_default();
                let with_head = self.play(line_side, &format!("{head} {further}"));
                let is_better = !matches!(&with_head, Err(PlayError::Line { answered: 0, .. }));
                if is_better { with_head } else { done }
            }
            _ => done,
        }
    }

    /// Holds back an answer until its chance is entered.
    pub(crate) fn hold_answer(
        &mut self,
        request: ChancePrompt,
        side: SideId,
        row: usize,
        text: String,
        how: (bool, bool),
    ) {
        let before = self.game.state.forced.clone();
        let (is_standing, automatic) = how;
        let further = String::new();
        let waiting =
            PendingAnswer { request, side, row, text, is_standing, automatic, further, line_side: Some(side), before };
        self.waiting = Some(Box::new(waiting));
    }

    /// Stores the rest of the line with the waiting answer.
    pub(crate) fn store_rest_of_line<T>(
        &mut self,
        parsed: &Result<T, ParseStop<PlayError>>,
        line_side: Option<SideId>,
    ) {
        if let (Err(ParseStop::Failed { error: PlayError::Chance, further, .. }), Some(waiting)) =
            (parsed, &mut self.waiting)
        {
            (waiting.further, waiting.line_side) = (further.clone(), line_side);
        }
    }

    /// The given outcomes to keep after going back, without those that people enter at prompts.
    pub(crate) fn without_manual_chance(&self, mut waiting: Vec<ForcedOutcome>) -> Vec<ForcedOutcome> {
        let ManualChance { dice, cards } = self.game.manual_chance;
        waiting.retain(|outcome| match outcome {
            ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_) => !dice,
            ForcedOutcome::Card(_) | ForcedOutcome::TableCard(_) => !cards,
            ForcedOutcome::Pick(word) => !(if self.board().card(word).is_some() { cards } else { dice }),
        });
        waiting
    }
}
