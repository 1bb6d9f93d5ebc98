//! What is looked at where a line may lead: a track, fact, figure, number of pieces, what lies in a pile; how many dice met their
//! target; who is asked then, who has won.

use crate::eyes::Eyes;
use crate::figures::{comes, title};
use cardwright_script::Figured;
use cardwright_state::board::{FactType, On};
use cardwright_state::{
    CardId, ClassId, Difference, FactId, FactValue, Kind, LinkId, PileId, SideId, SpaceId, TrackId, Val, diff,
};
use cardwright_table::{Ended, Ending, label, line};
use serde::Serialize;

/// Something that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// How many dice of the line's checks met their target.
    Success,
    /// A figure of a subject.
    Figure(usize, usize),
    /// A track of a subject.
    Track(TrackId, usize),
    /// How many pieces of a class are at a place.
    Pieces(ClassId, SpaceId),
    /// A fact of a subject.
    Fact(FactId, usize),
    /// What has come to lie in a pile: the cards, where these eyes see them, else how many.
    Pile(PileId),
    /// Who has won.
    Won,
    /// How it goes on.
    Then,
}

/// What it comes to. Numbers come in their order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Comes {
    /// The number, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// In words.
    pub text: String,
}

impl Comes {
    fn number(number: i64) -> Comes {
        Comes { number: Some(number), text: number.to_string() }
    }
    fn text(text: impl Into<String>) -> Comes {
        Comes { number: None, text: text.into() }
    }
}

/// Where a line may lead, beside the position.
#[derive(Debug, Clone, Copy)]
pub struct Led<'a> {
    /// How many dice met their target, if any was rolled against one.
    pub met: Option<u64>,
    /// Where the line ends.
    pub at: &'a Ended,
}

impl Watch {
    /// What a word names: one thing, or what is kept of each of several subjects. `crisis.nicaragua`, `rebel.cuba`, `bank.us`,
    /// `success`, `won`, `then`.
    ///
    /// # Errors
    /// The word names nothing, or what these eyes may not see.
    pub fn named(eyes: &Eyes<'_>, word: &str) -> Result<Vec<Watch>, String> {
        match word {
            "success" => return Ok(vec![Watch::Success]),
            "won" => return Ok(vec![Watch::Won]),
            "then" => return Ok(vec![Watch::Then]),
            _ => {}
        }
        let parted = word.split_once('.');
        let ways = match parted {
            None => vec![(word, None)],
            Some((one, other)) => vec![(one, Some(other)), (other, Some(one))],
        };
        let mut hidden = false;
        for (thing, subject) in ways {
            let all = of_thing(eyes, thing);
            let fits = |watch: &Watch| subject.is_none_or(|subject| watch.subject_id(eyes).as_deref() == Some(subject));
            let found: Vec<Watch> = all.into_iter().filter(fits).collect();
            let seen: Vec<Watch> = found.iter().copied().filter(|watch| watch.is_seen(eyes)).collect();
            if !seen.is_empty() {
                return Ok(seen);
            }
            hidden |= !found.is_empty();
        }
        if hidden {
            return Err(format!("`{word}` is not for these eyes: `odds` tells only of what they may see"));
        }
        let known = words(eyes);
        let thing = parted.map_or(word, |(thing, _)| thing);
        let is_thing = known.iter().any(|known| known == thing);
        Err(match line::nearest(if is_thing { word } else { thing }, &known) {
            Some(near) if near != thing => format!("nothing to watch is called `{thing}`; did you mean `{near}`?"),
            _ if is_thing => format!("`{thing}` is not kept for `{}`", word[thing.len()..].trim_start_matches('.')),
            _ => format!(
                "nothing to watch is called `{thing}`: a track, fact, figure, class of pieces or pile, with `.` and where; or `success`, `won`, `then`"
            ),
        })
    }

    /// Whether it is a figure of a side.
    pub fn is_of(&self, eyes: &Eyes<'_>, side: Option<SideId>) -> bool {
        let Watch::Figure(figure, subject) = *self else { return false };
        eyes.figures[figure].on == On::Side && side.is_some_and(|side| side.at() == subject)
    }

    /// Whether it is the same figure, of another subject perhaps.
    pub fn is_like(&self, other: &Watch) -> bool {
        matches!((self, other), (Watch::Figure(one, _), Watch::Figure(other, _)) if one == other)
    }

    /// What differs between a position and some to which a line may lead, as far as these eyes may see it: what is worth looking at.
    pub fn differing<'a>(before: &Eyes<'_>, after: impl IntoIterator<Item = Eyes<'a>>) -> Vec<Watch> {
        let board = before.board;
        let mut found: Vec<Watch> = Vec::new();
        for eyes in after {
            for difference in diff(board, before.position, eyes.position) {
                let watch = match difference {
                    Difference::Track { track, subject, .. } => Some(Watch::Track(track, subject)),
                    Difference::Fact { fact, subject, .. } => {
                        board.facts[fact.at()].shown.then_some(Watch::Fact(fact, subject))
                    }
                    Difference::Pieces { at, state, .. } => (!board.is_spare(at, state))
                        .then(|| class_of(&eyes, state.at()))
                        .flatten()
                        .map(|class| Watch::Pieces(class, at)),
                    Difference::Card { to, .. } => Some(Watch::Pile(to)),
                    Difference::Pile(pile) => Some(Watch::Pile(pile)),
                    Difference::Outcome { .. } => Some(Watch::Won),
                    _ => None,
                };
                found.extend(watch.filter(|watch| !found.contains(watch) && watch.is_seen(before)));
            }
        }
        found.sort_by_key(|watch| watch.order());
        found
    }

    /// Every figure that stands on the table, of each subject that these eyes may read.
    pub fn figures(eyes: &Eyes<'_>) -> Vec<Watch> {
        let shown = (0..eyes.figures.len()).filter(|n| eyes.figures[*n].shown);
        shown.flat_map(|n| of_figure(eyes, n)).filter(|watch| watch.is_seen(eyes)).collect()
    }

    /// Whether these eyes may see it.
    fn is_seen(&self, eyes: &Eyes<'_>) -> bool {
        match *self {
            Watch::Figure(n, subject) => eyes.reads(&eyes.figures[n], subject),
            Watch::Fact(fact, subject) => eyes.sees_fact(&eyes.board.facts[fact.at()], subject),
            _ => true,
        }
    }

    fn order(&self) -> (u8, usize, usize) {
        match *self {
            Watch::Success => (0, 0, 0),
            Watch::Figure(n, subject) => (1, n, subject),
            Watch::Track(track, subject) => (2, track.at(), subject),
            Watch::Pieces(class, at) => (3, at.at(), class.at()),
            Watch::Fact(fact, subject) => (4, fact.at(), subject),
            Watch::Pile(pile) => (5, pile.at(), 0),
            Watch::Won => (6, 0, 0),
            Watch::Then => (7, 0, 0),
        }
    }

    /// What its kind is called: `tracks`.
    pub fn kind(&self) -> &'static str {
        ["success", "figures", "tracks", "pieces", "facts", "cards", "the game", "the game"]
            [usize::from(self.order().0)]
    }

    /// What it is of: the id of a side, place, link or card.
    fn subject_id(&self, eyes: &Eyes<'_>) -> Option<String> {
        let board = eyes.board;
        let (on, subject) = match *self {
            Watch::Figure(n, subject) => (eyes.figures[n].on, subject),
            Watch::Track(track, subject) => (board.tracks[track.at()].on, subject),
            Watch::Fact(fact, subject) => (board.facts[fact.at()].on, subject),
            Watch::Pieces(_, at) => return Some(board.spaces[at.at()].id.clone()),
            Watch::Pile(pile) => {
                return board.piles[pile.at()].owner.map(|side| board.sides[side.at()].id.clone());
            }
            Watch::Success | Watch::Won | Watch::Then => return None,
        };
        match on {
            On::Game => None,
            On::Side => Some(board.sides[subject].id.clone()),
            On::Spaces(_) => Some(board.spaces[subject].id.clone()),
            On::Links(_) => Some(board.links[subject].id.clone()),
            On::Card => Some(board.cards[subject].id.clone()),
        }
    }

    /// The same by name, for what is kept of a subject.
    fn subject_name(&self, eyes: &Eyes<'_>) -> Option<String> {
        let board = eyes.board;
        let on = match *self {
            Watch::Figure(n, _) => eyes.figures[n].on,
            Watch::Track(track, _) => board.tracks[track.at()].on,
            Watch::Fact(fact, _) => board.facts[fact.at()].on,
            _ => On::Game,
        };
        let (Watch::Figure(_, subject) | Watch::Fact(_, subject) | Watch::Track(_, subject)) = *self else {
            return None;
        };
        match on {
            On::Game => None,
            On::Side => Some(eyes.name(Val::side(SideId::new(subject)))),
            On::Spaces(_) => Some(eyes.name(Val::space(SpaceId::new(subject)))),
            On::Links(_) => Some(label::link_name(board, LinkId::new(subject).at())),
            On::Card => Some(format!("card {}", board.cards[subject].id)),
        }
    }

    /// The word by which it is named.
    pub fn word(&self, eyes: &Eyes<'_>) -> String {
        let board = eyes.board;
        let thing = match *self {
            Watch::Success => "success".to_owned(),
            Watch::Won => "won".to_owned(),
            Watch::Then => "then".to_owned(),
            Watch::Figure(n, _) => dashed(&eyes.figures[n].name),
            Watch::Track(track, _) => board.tracks[track.at()].id.clone(),
            Watch::Fact(fact, _) => board.facts[fact.at()].id.clone(),
            Watch::Pieces(class, _) => board.classes[class.at()].id.clone(),
            Watch::Pile(pile) => board.piles[pile.at()].def.clone(),
        };
        match self.subject_id(eyes) {
            Some(subject) => format!("{thing}.{subject}"),
            None => thing,
        }
    }

    /// What it is called: `Nicaragua: Crisis`.
    pub fn name(&self, eyes: &Eyes<'_>) -> String {
        let board = eyes.board;
        let called = &eyes.content.called;
        let thing = match *self {
            Watch::Success => return "dice that meet their target".into(),
            Watch::Won => return "who has won".into(),
            Watch::Then => return "then".into(),
            Watch::Figure(n, _) => title(&eyes.figures[n].name),
            Watch::Track(track, _) => board.tracks[track.at()].name.clone(),
            Watch::Fact(fact, _) => called.fact(board, fact),
            Watch::Pieces(class, at) => {
                return format!("{}: {}", board.spaces[at.at()].name, board.classes[class.at()].name);
            }
            Watch::Pile(pile) => return format!("comes to {}", called.pile(board, pile)),
        };
        self.subject_name(eyes).map_or(thing.clone(), |subject| format!("{subject}: {thing}"))
    }

    /// What it comes to. Figures are read from what the eyes have of them; `before` is the position from which the line is played.
    pub fn comes(&self, before: &Eyes<'_>, eyes: &Eyes<'_>, led: Option<Led<'_>>) -> Comes {
        let (board, position) = (eyes.board, eyes.position);
        match *self {
            Watch::Success => {
                led.and_then(|led| led.met).map_or(Comes::text("none was rolled"), |met| Comes::number(met as i64))
            }
            Watch::Track(track, subject) => Comes::number(position.track(board, track, subject)),
            Watch::Pieces(class, at) => Comes::number(i64::from(position.count(board, at, class))),
            Watch::Figure(n, subject) => match eyes.figured.get(n).and_then(|values| values.get(subject)) {
                Some(Figured::One(val)) if val.kind() == Kind::Number => Comes::number(val.0),
                Some(Figured::Nothing) => Comes::text("nothing"),
                Some(value) => Comes::text(comes(eyes, value).text()),
                None => Comes::text("?"),
            },
            Watch::Fact(fact, subject) => fact_comes(eyes, fact, subject),
            Watch::Pile(pile) => pile_comes(before, eyes, pile),
            Watch::Won => Comes::text(match position.outcome() {
                None => "nobody yet".to_owned(),
                Some(outcome) => label::winners(board, outcome),
            }),
            Watch::Then => Comes::text(then(eyes, led)),
        }
    }
}

/// How it goes on: who is asked what.
fn then(eyes: &Eyes<'_>, led: Option<Led<'_>>) -> String {
    let Some(side) = eyes.asked else { return "the game is over".into() };
    let name = &eyes.board.sides[side.at()].name;
    let question = led.map_or("", |led| &led.at.question);
    let why = match led.map(|led| led.at.ending) {
        Some(Ending::Over) => return "the game is over".into(),
        Some(Ending::DeadEnd) => " (what the line says next leads nowhere)",
        Some(Ending::Unfit) => " (what the line says next does not fit)",
        _ => "",
    };
    if question.is_empty() { format!("{name} is asked{why}") } else { format!("{name}: {question}{why}") }
}

fn fact_comes(eyes: &Eyes<'_>, fact: FactId, subject: usize) -> Comes {
    let def = &eyes.board.facts[fact.at()];
    if !eyes.sees_fact(def, subject) {
        return Comes::text("?");
    }
    match eyes.position.fact(eyes.board, fact, subject) {
        FactValue::Number(number) => Comes::number(number),
        FactValue::Truth(truth) => Comes::text(if truth { "yes" } else { "no" }),
        _ => {
            let nothing = if matches!(def.holds, FactType::Id(_)) { "none" } else { "nothing" };
            Comes::text(eyes.fact_text(fact, subject).unwrap_or_else(|| nothing.into()))
        }
    }
}

/// What has come to lie in a pile, or how many cards lie there.
fn pile_comes(before: &Eyes<'_>, eyes: &Eyes<'_>, pile: PileId) -> Comes {
    if !eyes.sees_pile(pile) {
        return Comes::number(eyes.position.pile(pile).len() as i64);
    }
    let new = eyes.position.pile(pile).iter().filter(|card| before.position.card_at(CardId::new(*card)).pile != pile);
    let names: Vec<String> = new.map(|card| eyes.name(Val::card(CardId::new(card)))).collect();
    Comes::text(if names.is_empty() { "nothing".to_owned() } else { names.join(", ") })
}

/// What is kept under a name, of all its subjects; pieces at every place but their supply.
fn of_thing(eyes: &Eyes<'_>, thing: &str) -> Vec<Watch> {
    let board = eyes.board;
    let mut found = Vec::new();
    if let Some(track) = board.tracks.iter().position(|track| track.id == thing) {
        let on = board.tracks[track].on;
        found.extend(subjects(eyes, on).into_iter().map(|subject| Watch::Track(TrackId::new(track), subject)));
    } else if let Some(fact) = board.facts.iter().position(|fact| fact.id == thing) {
        let on = board.facts[fact].on;
        found.extend(subjects(eyes, on).into_iter().map(|subject| Watch::Fact(FactId::new(fact), subject)));
    } else if let Some(n) = eyes.figures.iter().position(|figure| dashed(&figure.name) == thing) {
        found.extend(of_figure(eyes, n));
    } else if let Some(class) = board.classes.iter().position(|class| class.id == thing) {
        found.extend((0..board.spaces.len()).map(|at| Watch::Pieces(ClassId::new(class), SpaceId::new(at))));
    } else {
        let piles = board.piles.iter().enumerate().filter(|(_, pile)| pile.def == thing);
        found.extend(piles.map(|(pile, _)| Watch::Pile(PileId::new(pile))));
    }
    found
}

fn of_figure(eyes: &Eyes<'_>, n: usize) -> Vec<Watch> {
    subjects(eyes, eyes.figures[n].on).into_iter().map(|subject| Watch::Figure(n, subject)).collect()
}

/// The subjects of what is kept so.
fn subjects(eyes: &Eyes<'_>, on: On) -> Vec<usize> {
    let board = eyes.board;
    let is_one = |subject: &usize| match on {
        On::Spaces(_) => on.is_for(On::spaces(board.spaces[*subject].kind)),
        On::Links(_) => on.is_for(On::Links(board.links[*subject].kind)),
        On::Game | On::Side | On::Card => true,
    };
    (0..board.subjects(on)).filter(is_one).collect()
}

/// The narrowest class of pieces of the type and face of a state.
fn class_of(eyes: &Eyes<'_>, state: usize) -> Option<ClassId> {
    let board = eyes.board;
    let of = &board.states[state];
    let fits = |class: &&ClassId| {
        let class = &board.classes[class.at()];
        class.of == Some(of.of) && (class.face == Some(of.face) || board.types[of.of.at()].faces.len() < 2)
    };
    of.classes.iter().filter(fits).max_by_key(|class| board.classes[class.at()].states.len()).copied()
}

/// Every word that names something to watch, without where.
pub fn words(eyes: &Eyes<'_>) -> Vec<String> {
    let board = eyes.board;
    let mut out: Vec<String> = ["success", "won", "then"].map(str::to_owned).into();
    out.extend(board.tracks.iter().map(|track| track.id.clone()));
    out.extend(eyes.figures.iter().map(|figure| dashed(&figure.name)));
    out.extend(board.facts.iter().map(|fact| fact.id.clone()));
    out.extend(board.classes.iter().map(|class| class.id.clone()));
    board.piles.iter().for_each(|pile| {
        if !out.contains(&pile.def) {
            out.push(pile.def.clone())
        }
    });
    out
}

fn dashed(name: &str) -> String {
    name.replace(' ', "-")
}
