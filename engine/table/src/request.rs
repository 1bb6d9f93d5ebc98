//! Chance that is asked for: beside a physical table people roll and draw, and tell the program what came out.
//!
//! An answer that comes to such chance is not given yet: the game stays at its choice, and the table holds what is asked for
//! ([`Table::request`]). Once that is told ([`Table::tell`]) the answer is given again, as far as the next such chance or to its
//! end, and only then it is an event. Its record names what came out as it does all outcomes given by hand.

use crate::given;
use crate::label::{self, Audience};
use crate::line::{self, Halt};
use crate::story;
use crate::table::{PlayError, Played, Table};
use cardwright_script::{Asks, ChanceWanted, Forced, Happening, Program, Vm};
use cardwright_state::board::Board;
use cardwright_state::faces::face_number;
use cardwright_state::position::Line;
use cardwright_state::{CardId, PileId, Position, SideId, Val, notation, view};

/// Chance that an answer has come to, and nobody has told what came out.
#[derive(Debug, Clone)]
pub struct Request {
    /// What may come out.
    pub wanted: ChanceWanted,
    /// What it is for, if the script says so.
    pub purpose: Option<Line>,
    /// What has happened on the way there.
    pub happenings: Vec<Happening>,
    /// The position there.
    position: Position,
    own: Vec<Forced>,
}

/// An answer that waits until chance is told.
#[derive(Debug)]
pub(crate) struct Waiting {
    request: Request,
    side: SideId,
    row: usize,
    /// The row's words: under other rules it may have another number.
    text: String,
    beside: bool,
    automatic: bool,
    /// What of the line comes after it, and whose the line is.
    further: String,
    of: Option<SideId>,
    /// The outcomes that had been given before anything was asked for.
    before: Vec<Forced>,
}

impl Request {
    /// What a VM has stopped for.
    pub(crate) fn of(vm: &mut Vm, wanted: ChanceWanted) -> Request {
        let (purpose, own) = (vm.purpose(), vm.take_own());
        Request { wanted, purpose, happenings: vm.take_happenings(), position: vm.position(), own }
    }

    /// What the program would have rolled, drawn or picked.
    pub fn own(&self) -> Vec<Forced> {
        self.own.clone()
    }

    /// What is asked for, in words: `2 d6 for the attack, 5 or more`.
    pub fn text(&self, board: &Board, audience: Audience) -> String {
        let sees = |_| audience == Audience::Open;
        let purpose = self.purpose.as_ref().map_or(String::new(), |of| {
            format!(" for {}", label::fill(board, audience, &sees, &board.texts[of.text.at()].say, &of.subjects))
        });
        match &self.wanted {
            ChanceWanted::Dice { die, n, check, .. } => {
                let target = check.as_ref().map_or(String::new(), |target| format!(", {}", target.text(board)));
                let n = if *n == 1 { String::new() } else { format!("{n} ") };
                format!("{n}{}{purpose}{target}", board.dice[die.at()].id)
            }
            ChanceWanted::Card { pile, .. } => format!("the card on top of {}{purpose}", board.piles[pile.at()].id),
            ChanceWanted::Pick { of } => format!("one of {} at random{purpose}: {}", of.len(), few(board, of)),
        }
    }

    /// The words by which it can be told.
    pub fn words(&self, board: &Board) -> Vec<String> {
        match &self.wanted {
            ChanceWanted::Dice { die, .. } => board.words_of(&board.dice[die.at()]),
            ChanceWanted::Card { open, .. } => open.iter().map(|card| board.cards[card.at()].id.clone()).collect(),
            ChanceWanted::Pick { of } => of.iter().map(|what| notation::token(board, *what)).collect(),
        }
    }

    /// What may come after some words of what is told: faces up to as many as there are dice, a card by its id or what is left
    /// of its title, a thing.
    pub fn next_words(&self, board: &Board, before: &str) -> Vec<String> {
        let many = before.split([' ', ',']).filter(|word| !word.is_empty()).count();
        match &self.wanted {
            ChanceWanted::Dice { n, .. } if many < *n as usize => self.words(board),
            ChanceWanted::Card { open, .. } => {
                let ids = if many == 0 { self.words(board) } else { Vec::new() };
                let titles = titles(board, open);
                let begun = before.trim_start().to_lowercase();
                let left = titles.iter().filter(|title| title.to_lowercase().starts_with(&begun));
                ids.into_iter().chain(left.filter_map(|title| title.get(begun.len()..).map(str::to_owned))).collect()
            }
            ChanceWanted::Pick { .. } if many == 0 => self.words(board),
            ChanceWanted::Dice { .. } | ChanceWanted::Pick { .. } => Vec::new(),
        }
    }

    /// What led there: the heading and the deed that it belongs to.
    pub fn led(&self, program: &Program, audience: Audience) -> Vec<String> {
        let chapter = self.happenings.iter().rposition(|what| matches!(what, Happening::Chapter(..)));
        let later = &self.happenings[chapter.unwrap_or(0)..];
        let deed = later.iter().rfind(|what| matches!(what, Happening::Deed(_)));
        let heads = chapter.map(|at| &self.happenings[at]).into_iter().chain(deed);
        heads.map(|what| story::happening(program, audience, what)).filter(|text| !text.is_empty()).collect()
    }

    /// Reads what came out.
    ///
    /// # Errors
    /// A word that cannot have come out, and why.
    pub fn read(&self, board: &Board, text: &str) -> Result<Vec<Forced>, String> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let one = |read: &dyn Fn(&str) -> Result<Forced, String>| match words[..] {
            [word] => Ok(vec![read(word)?]),
            _ => Err(format!("one is asked for, and {} are told", words.len())),
        };
        match &self.wanted {
            ChanceWanted::Dice { n, .. } if words.len() > *n as usize => Err(format!(
                "{} faces for {}",
                words.len(),
                if *n == 1 { "one die".into() } else { format!("{n} dice") }
            )),
            ChanceWanted::Dice { .. } => words.iter().map(|word| self.face(board, word)).collect(),
            ChanceWanted::Card { pile, open } => match self.titled(board, open, text.trim()) {
                Some(card) => Ok(vec![Forced::Drawn(card)]),
                None => one(&|word| self.card(board, *pile, open, word)),
            },
            ChanceWanted::Pick { of } => one(&|word| self.picked(board, of, word)),
        }
    }

    fn face(&self, board: &Board, word: &str) -> Result<Forced, String> {
        let ChanceWanted::Dice { die, .. } = &self.wanted else { return Err("no die is asked for".into()) };
        let die = &board.dice[die.at()];
        board.face_typed(die, word).map(Forced::Face).ok_or_else(|| {
            let words = self.words(board);
            if let Some(number) = face_number(word) {
                return format!("`{}` has no face number {number}: it has {} faces", die.id, die.faces.len());
            }
            let near = if die.is_of_words() { line::nearest(word, &words) } else { None };
            let is = match near {
                Some(near) => format!(" (did you mean `{near}`?)"),
                None if notation::is_named(board, word) && word.parse::<i64>().is_err() => {
                    " but something in the game".to_owned()
                }
                None => String::new(),
            };
            format!("`{word}` is no face of `{}`{is}: {}", die.id, words.join(" "))
        })
    }

    /// The one card of these whose title begins so.
    fn titled(&self, board: &Board, open: &[CardId], text: &str) -> Option<CardId> {
        let text = text.to_lowercase();
        if text.len() < 3 {
            return None;
        }
        let mut fits = open.iter().filter(|card| {
            let name = label::card_name(board, **card, Audience::Open).to_lowercase();
            name.split_once(' ').is_some_and(|(_, title)| title.trim_start_matches(['“', '"', '(']).starts_with(&text))
        });
        fits.next().copied().filter(|_| fits.next().is_none())
    }

    fn card(&self, board: &Board, pile: PileId, open: &[CardId], word: &str) -> Result<Forced, String> {
        let id = word.strip_prefix("card:").or(word.strip_prefix("drawn:")).unwrap_or(word);
        let number = |id: &str| id.parse::<u32>().ok();
        let alike = |card: &&CardId| number(id).is_some() && number(&board.cards[card.at()].id) == number(id);
        let all = (0..board.cards.len()).map(CardId::new);
        let found = board.card(id).or_else(|| open.iter().find(alike).copied());
        let found = found.or_else(|| all.into_iter().find(|card| alike(&card)));
        let top = &board.piles[pile.at()].id;
        match found {
            Some(card) if open.contains(&card) => Ok(Forced::Drawn(card)),
            Some(card) => {
                let lies = self.position.card_at(card).pile;
                let sides = (0..board.sides.len()).map(|side| Some(SideId::new(side)));
                let is_seen = sides.chain([None]).any(|side| view::sees_pile(board, side, lies));
                let why = match is_seen {
                    true => format!("it lies in `{}` (`adjust` moves it, if that is wrong)", board.piles[lies.at()].id),
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

    fn picked(&self, board: &Board, of: &[Val], word: &str) -> Result<Forced, String> {
        let id = word.strip_prefix("pick:").unwrap_or(word);
        let words = self.words(board);
        let begins = || {
            let mut fits = of.iter().zip(&words).filter(|(_, token)| token.starts_with(&id.to_lowercase()));
            fits.next().filter(|_| fits.next().is_none()).map(|(what, _)| *what)
        };
        match notation::named_among(board, of, id).or_else(begins) {
            Some(what) => Ok(Forced::Pick(notation::token(board, what))),
            None => {
                let near = line::nearest(id, &words).map(|near| format!("; did you mean `{near}`?"));
                Err(format!("`{word}` is not among them: {}{}", few(board, of), near.unwrap_or_default()))
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

/// The titles of those of some cards that are told from the others by them.
fn titles(board: &Board, open: &[CardId]) -> Vec<String> {
    let title = |card: &CardId| {
        let name = label::card_name(board, *card, Audience::Open);
        let title = name.split_once(' ')?.1.trim_start_matches(['“', '"', '(']).trim_end_matches(['”', '"', ')']);
        (title.len() >= 3).then(|| title.to_owned())
    };
    let all: Vec<String> = open.iter().filter_map(title).collect();
    let is_one = |title: &&String| all.iter().filter(|other| other.starts_with(title.as_str())).count() == 1;
    all.iter().filter(is_one).cloned().collect()
}

/// Some things by their words, the first of them where they are many.
fn few(board: &Board, of: &[Val]) -> String {
    const SHOWN: usize = 24;
    let words: Vec<String> = of.iter().take(SHOWN).map(|what| notation::token(board, *what)).collect();
    let more = if of.len() > SHOWN { format!(" … ({} in all)", of.len()) } else { String::new() };
    format!("{}{more}", words.join(", "))
}

impl Table {
    /// Which chance people are asked for from now on; the rest is the generator's.
    pub fn ask_for(&mut self, asks: Asks) {
        self.withdraw();
        self.game.asks = asks;
    }
    /// Which chance people are asked for.
    pub fn asks(&self) -> Asks {
        self.game.asks
    }
    /// What an answer waits for, if one does.
    pub fn request(&self) -> Option<&Request> {
        self.waiting.as_deref().map(|waiting| &waiting.request)
    }
    /// The answer that waits: whose it is, and its row.
    pub fn waiting(&self) -> Option<(SideId, &str)> {
        self.waiting.as_deref().map(|waiting| (waiting.side, waiting.text.as_str()))
    }
    /// The answer that waits is not given after all, and what was told for it is forgotten. Whether there was one.
    pub fn withdraw(&mut self) -> bool {
        let Some(waiting) = self.waiting.take() else { return false };
        self.game.now.forced = waiting.before;
        true
    }

    /// Tells what came out, and gives the answer that waits for it again; then what of its line came after it.
    ///
    /// # Errors
    /// [`PlayError::Chance`]: more is asked for. As [`Table::play`] else; what was told is forgotten then.
    pub fn tell(&mut self, came: Vec<Forced>) -> Result<Played, PlayError> {
        let Some(waiting) = self.waiting.take() else {
            return Err(PlayError::Nothing("no die, card or pick is asked for".into()));
        };
        self.game.now.forced.extend(came);
        self.give_again(*waiting)
    }

    /// The answer that waits, under rules that may be others: where its row is gone, nothing waits any more.
    pub(crate) fn wait_again(&mut self, waiting: Option<Box<Waiting>>, from: &Board) {
        let Some(mut waiting) = waiting else { return };
        waiting.before = given::carried(from, self.board(), &waiting.before);
        let rows = match waiting.beside {
            true => self.standing_words(waiting.side).unwrap_or_default(),
            false if self.asked() == Some(waiting.side) => self.row_words().to_vec(),
            false => Vec::new(),
        };
        match rows.iter().position(|words| words.join(" ") == waiting.text) {
            // What it comes to now is told like anything else that happens.
            Some(row) => drop(self.give_again(Waiting { row, ..*waiting })),
            None => self.game.now.forced = waiting.before,
        }
    }

    fn give_again(&mut self, waiting: Waiting) -> Result<Played, PlayError> {
        let Waiting { side, row, text, beside, automatic, further, of, before, .. } = waiting;
        let done = match beside {
            true => self.use_standing(side, row),
            false => self.answer(row, automatic),
        };
        match done {
            Ok(row) => {
                let mut played = Played { answers: vec![(side, row)], open: None };
                if !further.is_empty() {
                    let more = self.play_further(of, &text, &further)?;
                    played.answers.extend(more.answers);
                    played.open = more.open;
                }
                Ok(played)
            }
            Err(PlayError::Chance) => {
                if let Some(waiting) = &mut self.waiting {
                    (waiting.further, waiting.of, waiting.before) = (further, of, before);
                }
                Err(PlayError::Chance)
            }
            Err(error) => {
                self.game.now.forced = before;
                Err(error)
            }
        }
    }

    /// What comes after an answer on its line: it may be more of what that named, without its first word.
    fn play_further(&mut self, of: Option<SideId>, row: &str, further: &str) -> Result<Played, PlayError> {
        let done = self.play(of, further);
        match &done {
            Err(PlayError::Line { error, answered: 0, .. }) if error.at == 0 => {
                let head = line::words(row).first().copied().unwrap_or_default();
                let again = self.play(of, &format!("{head} {further}"));
                let is_better = !matches!(&again, Err(PlayError::Line { answered: 0, .. }));
                if is_better { again } else { done }
            }
            _ => done,
        }
    }

    /// Holds an answer whose run has stopped for chance that is asked for.
    pub(crate) fn wait_for(&mut self, request: Request, side: SideId, row: usize, text: String, how: (bool, bool)) {
        let before = self.game.now.forced.clone();
        let (beside, automatic) = how;
        let further = String::new();
        let waiting = Waiting { request, side, row, text, beside, automatic, further, of: Some(side), before };
        self.waiting = Some(Box::new(waiting));
    }

    /// Notes what of a line comes after the answer that waits.
    pub(crate) fn line_waits<T>(&mut self, walked: &Result<T, Halt<PlayError>>, of: Option<SideId>) {
        if let (Err(Halt::Failed { error: PlayError::Chance, further, .. }), Some(waiting)) =
            (walked, &mut self.waiting)
        {
            (waiting.further, waiting.of) = (further.clone(), of);
        }
    }

    /// Outcomes that wait again after going back: not those that people are asked for anyway.
    pub(crate) fn not_asked_for(&self, mut waiting: Vec<Forced>) -> Vec<Forced> {
        let Asks { dice, cards } = self.game.asks;
        waiting.retain(|outcome| match outcome {
            Forced::Face(_) | Forced::FaceAt(_) => !dice,
            Forced::Card(_) | Forced::Drawn(_) => !cards,
            Forced::Pick(word) => !(if self.board().card(word).is_some() { cards } else { dice }),
        });
        waiting
    }
}
