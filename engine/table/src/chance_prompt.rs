//! Dice, draws and picks from a physical table: the program asks, and people type what came up.
//!
//! The table holds back an answer that needs a die, draw or pick. The game stays at its choice, and
//! [`Table::chance_prompt`] describes what people must enter. [`Table::enter_chance`] plays the answer again with the
//! entered outcomes, up to the next prompt or to the answer's end. Only a finished answer becomes an event. The record
//! lists entered outcomes like all other given outcomes.

use crate::game_log;
use crate::line::{self, ParseStop};
use crate::outcome_words;
use crate::play_error::PlayError;
use crate::table::{Played, Table};
use crate::{Viewer, label};
use cardwright_script::{ChanceRequest, ForcedOutcome, GameEvent, ManualChance, Program, Vm};
use cardwright_state::board::Board;
use cardwright_state::die_faces::face_number;
use cardwright_state::position::TextLine;
use cardwright_state::{Answer, CardId, PileId, Position, SideId, Val, notation, view};

/// A die, draw or pick that people must enter before an answer can go on.
#[derive(Debug, Clone)]
pub struct ChancePrompt {
    /// The die, draw or pick, with its possible outcomes.
    pub wanted: ChanceRequest,
    /// The text that says what the chance decides, if the script gives one.
    pub purpose: Option<TextLine>,
    /// The log of the answer so far.
    pub game_events: Vec<GameEvent>,
    /// The position at the prompt.
    position: Position,
    /// The outcome that the random generator would have given.
    generated: Vec<ForcedOutcome>,
}

/// An answer that waits for a chance outcome.
#[derive(Debug)]
pub(crate) struct PendingAnswer {
    request: ChancePrompt,
    side: SideId,
    answer: Answer,
    /// The row's words. They find the row again after a reload, when it may have another index.
    text: String,
    is_standing: bool,
    /// Whether the answer is a default that the engine filled in.
    automatic: bool,
    /// The rest of the typed line.
    further: String,
    /// The side that typed the line. With `None`, the line answers for every side that is asked.
    line_side: Option<SideId>,
    /// The outcomes that were given in advance, before people entered any.
    outcomes_before: Vec<ForcedOutcome>,
}

/// The kind of an answer that waits for its chance outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerKind {
    /// A standing action.
    Standing,
    /// An answer to the pending choice. `automatic` says that it is a default that the engine filled in.
    Choice { automatic: bool },
}

impl ChancePrompt {
    /// Creates the prompt for the request that stopped the VM.
    pub(crate) fn from_stopped_vm(vm: &mut Vm, wanted: ChanceRequest) -> ChancePrompt {
        let (purpose, generated) = (vm.roll_label(), vm.take_generated_outcomes());
        ChancePrompt { wanted, purpose, game_events: vm.take_events(), position: vm.position(), generated }
    }

    /// The outcome that the random generator would have given.
    pub fn generated_outcomes(&self) -> Vec<ForcedOutcome> {
        self.generated.clone()
    }

    /// Writes the prompt in words: `2 d6 for the attack, 5 or more`.
    pub fn text(&self, board: &Board, viewer: Viewer) -> String {
        let sees_card = |_| viewer.sees_all();
        let purpose = self.purpose.as_ref().map_or(String::new(), |label| {
            format!(
                " for {}",
                label::fill(board, viewer, &sees_card, &board.labels[label.text].template, &label.subjects)
            )
        });
        match &self.wanted {
            ChanceRequest::Dice { die, n, check, .. } => {
                let target = check.as_ref().map_or(String::new(), |target| format!(", {}", target.text(board)));
                let count = if *n == 1 { String::new() } else { format!("{n} ") };
                format!("{count}{}{purpose}{target}", board.dice[die.index()].id)
            }
            ChanceRequest::Card { pile, .. } => format!("the card on top of {}{purpose}", board.piles[pile.index()].id),
            ChanceRequest::Pick { candidates } => {
                format!("one of {} at random{purpose}: {}", candidates.len(), list_few(board, candidates))
            }
        }
    }

    /// The words that people may type.
    pub fn words(&self, board: &Board) -> Vec<String> {
        match &self.wanted {
            ChanceRequest::Dice { die, .. } => board.face_texts(&board.dice[die.index()]),
            ChanceRequest::Card { candidates, .. } => {
                candidates.iter().map(|card| board.cards[card.index()].id.clone()).collect()
            }
            ChanceRequest::Pick { candidates } => {
                candidates.iter().map(|thing| notation::token(board, *thing)).collect()
            }
        }
    }

    /// Lists the words that may follow `before`: another face while dice are missing, a card's id or the rest of the
    /// card's title, or the thing to pick.
    pub fn next_words(&self, board: &Board, before: &str) -> Vec<String> {
        let word_count = before.split([' ', ',']).filter(|word| !word.is_empty()).count();
        match &self.wanted {
            ChanceRequest::Dice { n, .. } if word_count < *n as usize => self.words(board),
            ChanceRequest::Card { candidates, .. } => {
                let ids = if word_count == 0 { self.words(board) } else { Vec::new() };
                let titles = unique_titles(board, candidates);
                let typed = before.trim_start().to_lowercase();
                let matching_titles = titles.iter().filter(|title| title.to_lowercase().starts_with(&typed));
                ids.into_iter()
                    .chain(matching_titles.filter_map(|title| title.get(typed.len()..).map(str::to_owned)))
                    .collect()
            }
            ChanceRequest::Pick { .. } if word_count == 0 => self.words(board),
            ChanceRequest::Dice { .. } | ChanceRequest::Pick { .. } => Vec::new(),
        }
    }

    /// Returns the log lines of the heading and the action that led to the prompt.
    pub fn context_lines(&self, program: &Program, viewer: Viewer) -> Vec<String> {
        let heading_index = self.game_events.iter().rposition(|event| matches!(event, GameEvent::Heading(..)));
        let later = &self.game_events[heading_index.unwrap_or(0)..];
        let action = later.iter().rfind(|event| matches!(event, GameEvent::Action(_)));
        let context = heading_index.map(|index| &self.game_events[index]).into_iter().chain(action);
        context.map(|event| game_log::event_text(program, viewer, event)).filter(|text| !text.is_empty()).collect()
    }

    /// Parses what people typed.
    ///
    /// # Errors
    /// A word is no possible outcome. The message says why.
    pub fn read(&self, board: &Board, text: &str) -> Result<Vec<ForcedOutcome>, String> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let parse_single = |parse: &dyn Fn(&str) -> Result<ForcedOutcome, String>| match words[..] {
            [word] => Ok(vec![parse(word)?]),
            _ => Err(format!("enter one outcome, not {}", words.len())),
        };
        match &self.wanted {
            ChanceRequest::Dice { n, .. } if words.len() > *n as usize => Err(format!(
                "{} faces for {}",
                words.len(),
                if *n == 1 { "one die".into() } else { format!("{n} dice") }
            )),
            ChanceRequest::Dice { .. } => words.iter().map(|word| self.parse_face(board, word)).collect(),
            ChanceRequest::Card { pile, candidates } => match self.card_by_title(board, candidates, text.trim()) {
                Some(card) => Ok(vec![ForcedOutcome::TableCard(card)]),
                None => parse_single(&|word| self.parse_card(board, *pile, candidates, word)),
            },
            ChanceRequest::Pick { candidates } => parse_single(&|word| self.parse_pick(board, candidates, word)),
        }
    }

    fn parse_face(&self, board: &Board, word: &str) -> Result<ForcedOutcome, String> {
        let ChanceRequest::Dice { die, .. } = &self.wanted else { return Err("no die is asked for".into()) };
        let die = &board.dice[die.index()];
        board.parse_typed_face(die, word).map(ForcedOutcome::Face).ok_or_else(|| {
            let words = self.words(board);
            if let Some(number) = face_number(word) {
                return format!("`{}` has no face number {number}: it has {} faces", die.id, die.faces.len());
            }
            let nearest = if die.has_words() { line::nearest(word, &words) } else { None };
            let hint = match nearest {
                Some(nearest) => format!(" (did you mean `{nearest}`?)"),
                None if notation::is_named(board, word) && word.parse::<i64>().is_err() => {
                    ", but something else in the game".to_owned()
                }
                None => String::new(),
            };
            format!("`{word}` is no face of `{}`{hint}: {}", die.id, words.join(" "))
        })
    }

    /// Finds the only card whose title begins with this text of three or more bytes.
    fn card_by_title(&self, board: &Board, candidates: &[CardId], text: &str) -> Option<CardId> {
        let text = text.to_lowercase();
        if text.len() < 3 {
            return None;
        }
        let mut matching = candidates.iter().filter(|card| {
            let name = label::card_name(board, **card, Viewer::OPEN).to_lowercase();
            name.split_once(' ').is_some_and(|(_, title)| title.trim_start_matches(['“', '"', '(']).starts_with(&text))
        });
        matching.next().copied().filter(|_| matching.next().is_none())
    }

    /// Parses a card of the pile. A number without its leading zeros counts as the card's id: `7` means card `07`.
    fn parse_card(
        &self,
        board: &Board,
        pile: PileId,
        candidates: &[CardId],
        word: &str,
    ) -> Result<ForcedOutcome, String> {
        let id = word.strip_prefix("card:").or(word.strip_prefix("drawn:")).unwrap_or(word);
        let number = |id: &str| id.parse::<u32>().ok();
        let has_same_number =
            |card: &&CardId| number(id).is_some() && number(&board.cards[card.index()].id) == number(id);
        let mut all_cards = (0..board.cards.len()).map(CardId::new);
        let found = board.card(id).or_else(|| candidates.iter().find(has_same_number).copied());
        let found = found.or_else(|| all_cards.find(|card| has_same_number(&card)));
        let pile_id = &board.piles[pile.index()].id;
        match found {
            Some(card) if candidates.contains(&card) => Ok(ForcedOutcome::TableCard(card)),
            Some(card) => {
                let pile_of_card = self.position.card_location(card).pile;
                // The last of these viewers, `None`, is a spectator.
                let sides = (0..board.sides.len()).map(|side| Some(SideId::new(side)));
                let is_seen = sides.chain([None]).any(|side| view::sees_pile(board, side, pile_of_card));
                let why = match is_seen {
                    true => format!(
                        "it lies in `{}` (`adjust` moves it, if that is wrong)",
                        board.piles[pile_of_card.index()].id
                    ),
                    false => "it was not shuffled into that pile, or somebody has seen it since".to_owned(),
                };
                let title = |card: CardId| {
                    label::card_name(board, card, Viewer::OPEN).split_once(' ').map(|(_, t)| t.to_owned())
                };
                let is_namesake = |other: &&CardId| title(**other).is_some() && title(**other) == title(card);
                let hint = candidates.iter().find(is_namesake).map(|other| {
                    format!("; another card of this title may lie there: type `{}`", board.cards[other.index()].id)
                });
                let hint = hint.unwrap_or_default();
                Err(format!("card `{}` cannot be on top of `{pile_id}`: {why}{hint}", board.cards[card.index()].id))
            }
            None => {
                let nearest = line::nearest(id, &self.words(board));
                let hint = match nearest {
                    Some(nearest) => format!("; did you mean `{nearest}`?"),
                    None => {
                        format!("; the {} cards that may lie there: {}", candidates.len(), self.first_words(board))
                    }
                };
                Err(format!("`{word}` is no card{hint}"))
            }
        }
    }

    fn parse_pick(&self, board: &Board, things: &[Val], word: &str) -> Result<ForcedOutcome, String> {
        let id = word.strip_prefix("pick:").unwrap_or(word);
        let words = self.words(board);
        let only_thing_beginning_so = || {
            let mut matching = things.iter().zip(&words).filter(|(_, token)| token.starts_with(&id.to_lowercase()));
            matching.next().filter(|_| matching.next().is_none()).map(|(thing, _)| *thing)
        };
        match notation::find_named(board, things, id).or_else(only_thing_beginning_so) {
            Some(thing) => Ok(ForcedOutcome::Pick(notation::token(board, thing))),
            None => {
                let hint = line::nearest(id, &words).map(|nearest| format!("; did you mean `{nearest}`?"));
                Err(format!(
                    "`{word}` is not one of the things to pick: {}{}",
                    list_few(board, things),
                    hint.unwrap_or_default()
                ))
            }
        }
    }

    /// Lists the first possible words for a message.
    fn first_words(&self, board: &Board) -> String {
        const SHOWN: usize = 12;
        let words = self.words(board);
        let ellipsis = if words.len() > SHOWN { " …" } else { "" };
        format!("{}{ellipsis}", words[..words.len().min(SHOWN)].join(" "))
    }
}

/// Lists the titles that no other card's title begins with.
fn unique_titles(board: &Board, candidates: &[CardId]) -> Vec<String> {
    let title = |card: &CardId| {
        let name = label::card_name(board, *card, Viewer::OPEN);
        let title = name.split_once(' ')?.1.trim_start_matches(['“', '"', '(']).trim_end_matches(['”', '"', ')']);
        (title.len() >= 3).then(|| title.to_owned())
    };
    let titles: Vec<String> = candidates.iter().filter_map(title).collect();
    let is_unique = |title: &&String| titles.iter().filter(|other| other.starts_with(title.as_str())).count() == 1;
    titles.iter().filter(is_unique).cloned().collect()
}

/// Lists the first of these things, and their total if some are left out.
fn list_few(board: &Board, things: &[Val]) -> String {
    const SHOWN: usize = 24;
    let words: Vec<String> = things.iter().take(SHOWN).map(|thing| notation::token(board, *thing)).collect();
    let total = if things.len() > SHOWN { format!(" … ({} in all)", things.len()) } else { String::new() };
    format!("{}{total}", words.join(", "))
}

impl Table {
    /// Selects the kinds of chance that people enter from now on. The random generator decides the others.
    pub fn set_manual_chance(&mut self, manual_chance: ManualChance) {
        self.withdraw_pending_answer();
        self.game.manual_chance = manual_chance;
    }
    /// The kinds of chance that people enter.
    pub fn manual_chance(&self) -> ManualChance {
        self.game.manual_chance
    }
    /// The die, draw or pick that people must enter, if an answer waits for one.
    pub fn chance_prompt(&self) -> Option<&ChancePrompt> {
        self.waiting.as_deref().map(|waiting| &waiting.request)
    }
    /// The side and the row of the waiting answer.
    pub fn pending_answer(&self) -> Option<(SideId, &str)> {
        self.waiting.as_deref().map(|waiting| (waiting.side, waiting.text.as_str()))
    }
    /// Drops the waiting answer and its outcomes. Returns whether an answer was waiting.
    pub fn withdraw_pending_answer(&mut self) -> bool {
        let Some(waiting) = self.waiting.take() else { return false };
        self.game.state.forced = waiting.outcomes_before;
        true
    }

    /// Enters outcomes and continues the waiting answer, then the rest of its line.
    ///
    /// # Errors
    /// Fails with [`PlayError::Chance`] if more outcomes must be entered. Otherwise fails as [`Table::play`] does, and
    /// drops the entered outcomes.
    pub fn enter_chance(&mut self, outcomes: Vec<ForcedOutcome>) -> Result<Played, PlayError> {
        let Some(waiting) = self.waiting.take() else {
            return Err(PlayError::Impossible("no die, card or pick is asked for".into()));
        };
        self.game.state.forced.extend(outcomes);
        self.resume_answer(*waiting)
    }

    /// Writes the row of a waiting answer with the ids of the board `renamed`, on which things have the same handles.
    pub(crate) fn rename_ids_of(&self, waiting: &mut PendingAnswer, renamed: &Board) {
        let Some(choice) = self.game.choice().filter(|_| !waiting.is_standing) else { return };
        if let Some(words) = line::words_of_rows(renamed, &choice.rows).get(waiting.answer.row) {
            waiting.text = line::answer_words(words, &waiting.answer).join(" ");
        }
    }

    /// Restores the waiting answer after a reload. If its row is gone, the answer is dropped.
    /// `renamed` is the board `old` with the new ids.
    pub(crate) fn restore_pending_answer(&mut self, waiting: Option<Box<PendingAnswer>>, old: &Board, renamed: &Board) {
        let Some(mut waiting) = waiting else { return };
        waiting.outcomes_before = outcome_words::carry_over(old, renamed, self.board(), &waiting.outcomes_before);
        let rows = match waiting.is_standing {
            true => self.game.standing_words(waiting.side).unwrap_or_default(),
            false if self.asked() == Some(waiting.side) => self.row_words().to_vec(),
            false => Vec::new(),
        };
        match line::answer_with_words(&rows, &waiting.text) {
            // If the answer needs chance again, `resume_answer` has stored its new prompt.
            Some(answer) => drop(self.resume_answer(PendingAnswer { answer, ..*waiting })),
            None => self.game.state.forced = waiting.outcomes_before,
        }
    }

    fn resume_answer(&mut self, waiting: PendingAnswer) -> Result<Played, PlayError> {
        let PendingAnswer { side, answer, text, is_standing, automatic, further, line_side, outcomes_before, .. } =
            waiting;
        let answered = match is_standing {
            true => self.use_standing_action(side, answer),
            false => self.answer(answer, automatic),
        };
        match answered {
            Ok(row) => {
                let mut played = Played { answers: vec![(side, row)], incomplete: None };
                if !further.is_empty() {
                    let later = self.play_further(line_side, &text, &further)?;
                    played.answers.extend(later.answers);
                    played.incomplete = later.incomplete;
                }
                Ok(played)
            }
            Err(PlayError::Chance) => {
                if let Some(waiting) = &mut self.waiting {
                    (waiting.further, waiting.line_side) = (further, line_side);
                    waiting.outcomes_before = outcomes_before;
                }
                Err(PlayError::Chance)
            }
            Err(error) => {
                self.game.state.forced = outcomes_before;
                Err(error)
            }
        }
    }

    /// Plays the rest of a line after the answer `row`. If the rest does not fit, plays it with the first word of
    /// `row` before it: after `move kgb cuba`, the rest `usa panama` may stand for `move usa panama`.
    fn play_further(&mut self, line_side: Option<SideId>, row: &str, further: &str) -> Result<Played, PlayError> {
        let played = self.play(line_side, further);
        match &played {
            Err(PlayError::Line { error, answered: 0, .. }) if error.index == 0 => {
                let first_word = line::words(row).first().copied().unwrap_or_default();
                let with_first_word = self.play(line_side, &format!("{first_word} {further}"));
                let is_better = !matches!(&with_first_word, Err(PlayError::Line { answered: 0, .. }));
                if is_better { with_first_word } else { played }
            }
            _ => played,
        }
    }

    /// Holds back an answer until people enter its chance outcomes.
    pub(crate) fn hold_answer(
        &mut self,
        request: ChancePrompt,
        side: SideId,
        answer: Answer,
        text: String,
        kind: AnswerKind,
    ) {
        let waiting = PendingAnswer {
            request,
            side,
            answer,
            text,
            is_standing: kind == AnswerKind::Standing,
            automatic: kind == AnswerKind::Choice { automatic: true },
            further: String::new(),
            line_side: Some(side),
            outcomes_before: self.game.state.forced.clone(),
        };
        self.waiting = Some(Box::new(waiting));
    }

    /// Stores the rest of the line with the waiting answer, if the line stopped at an answer that needs chance.
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

    /// Removes from these outcomes the kinds that people enter at prompts. The game uses the others again after it has
    /// gone back to an earlier event.
    pub(crate) fn without_manual_chance(&self, mut outcomes: Vec<ForcedOutcome>) -> Vec<ForcedOutcome> {
        let ManualChance { dice, cards } = self.game.manual_chance;
        outcomes.retain(|outcome| match outcome {
            ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_) => !dice,
            ForcedOutcome::Card(_) | ForcedOutcome::TableCard(_) => !cards,
            // The setting for cards includes picks of cards. The setting for dice includes all other picks.
            ForcedOutcome::Pick(word) => !(if self.board().card(word).is_some() { cards } else { dice }),
        });
        outcomes
    }
}
