//! The values that the command `odds` can watch: tracks, facts, figures, pieces, piles, dice successes, the next
//! question and the winner.

use crate::figures::{seen_value, title};
use crate::view_context::ViewContext;
use cardwright_script::FigureValue;
use cardwright_state::board::{FactType, SubjectKind, Visibility};
use cardwright_state::{
    CardId, ClassId, Difference, FactId, FactValue, Kind, LinkId, PileId, SideId, SpaceId, TrackId, Val, diff,
};
use cardwright_table::{EndReason, LineOutcome, label, line};
use serde::Serialize;

/// A value to watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchTarget {
    /// The number of dice that met their target.
    Success,
    /// A figure of a subject: the index of the figure, then the index of the subject.
    Figure(usize, usize),
    /// A track of a subject.
    Track(TrackId, usize),
    /// The number of pieces of a class in a space.
    Pieces(ClassId, SpaceId),
    /// A fact of a subject.
    Fact(FactId, usize),
    /// The new cards in a pile, or its size if the viewer may not see them.
    Pile(PileId),
    /// The winner.
    Won,
    /// The next question.
    Then,
}

/// The value of a target at the end of a typed line. Numbers sort in numeric order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WatchedValue {
    /// The value, if it is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// The value as text.
    pub text: String,
}

impl WatchedValue {
    fn number(number: i64) -> WatchedValue {
        WatchedValue { number: Some(number), text: number.to_string() }
    }
    fn text(text: impl Into<String>) -> WatchedValue {
        WatchedValue { number: None, text: text.into() }
    }
}

/// The result of playing a typed line, without the position.
#[derive(Debug, Clone, Copy)]
pub struct LineResult<'a> {
    /// The number of dice that met their target; `None` if no roll had a target.
    pub met: Option<u64>,
    /// The state of the game at the end of the line.
    pub at: &'a LineOutcome,
}

impl WatchTarget {
    /// Returns the targets that a word names: `crisis.nicaragua`, `rebel.cuba`, `bank.us`, `success`, `won`, `then`. A
    /// word without a subject, such as `crisis`, names one target for each subject.
    ///
    /// # Errors
    /// The word names nothing, or something that the viewer may not see.
    pub fn named(context: &ViewContext<'_>, word: &str) -> Result<Vec<WatchTarget>, String> {
        match word {
            "success" => return Ok(vec![WatchTarget::Success]),
            "won" => return Ok(vec![WatchTarget::Won]),
            "then" => return Ok(vec![WatchTarget::Then]),
            _ => {}
        }
        let split_word = word.split_once('.');
        let readings = match split_word {
            None => vec![(word, None)],
            // People also type the subject first: `nicaragua.crisis`.
            Some((first, second)) => vec![(first, Some(second)), (second, Some(first))],
        };
        let mut is_hidden = false;
        for (thing, subject) in readings {
            let candidates = targets_named(context, thing);
            let fits = |watch: &WatchTarget| {
                subject.is_none_or(|subject| watch.subject_id(context).as_deref() == Some(subject))
            };
            let found: Vec<WatchTarget> = candidates.into_iter().filter(fits).collect();
            let visible: Vec<WatchTarget> = found.iter().copied().filter(|watch| watch.is_seen(context)).collect();
            if !visible.is_empty() {
                return Ok(visible);
            }
            is_hidden |= !found.is_empty();
        }
        if is_hidden {
            return Err(format!("`{word}` is hidden from this viewer: `odds` shows only what the viewer may see"));
        }
        let known_words = words(context);
        let thing = split_word.map_or(word, |(thing, _)| thing);
        let is_thing = known_words.iter().any(|known| known == thing);
        Err(match line::nearest(if is_thing { word } else { thing }, &known_words) {
            Some(near) if near != thing => format!("nothing to watch is called `{thing}`; did you mean `{near}`?"),
            _ if is_thing => format!("`{thing}` has no value for `{}`", word[thing.len()..].trim_start_matches('.')),
            _ => format!(
                "nothing to watch is called `{thing}`: a track, fact, figure, class of pieces or pile, with `.` and where; or `success`, `won`, `then`"
            ),
        })
    }

    /// Whether the target is a figure of this side.
    pub fn is_figure_of(&self, context: &ViewContext<'_>, side: Option<SideId>) -> bool {
        let WatchTarget::Figure(figure, subject) = *self else { return false };
        context.figures[figure].on == SubjectKind::Side && side.is_some_and(|side| side.index() == subject)
    }

    /// Whether both targets are the same figure, perhaps of different subjects.
    pub fn is_same_figure(&self, other: &WatchTarget) -> bool {
        matches!((self, other), (WatchTarget::Figure(first, _), WatchTarget::Figure(second, _)) if first == second)
    }

    /// Returns the values that differ between a position and the possible ends of a line, as far as the viewer may see
    /// them.
    pub fn differing<'a>(
        before: &ViewContext<'_>,
        after: impl IntoIterator<Item = ViewContext<'a>>,
    ) -> Vec<WatchTarget> {
        let board = before.board;
        let mut found: Vec<WatchTarget> = Vec::new();
        for context in after {
            for difference in diff(board, before.position, context.position) {
                let watch = match difference {
                    Difference::Track { track, subject, .. } => Some(WatchTarget::Track(track, subject)),
                    Difference::Fact { fact, subject, .. } => {
                        board.facts[fact.index()].is_shown.then_some(WatchTarget::Fact(fact, subject))
                    }
                    Difference::Pieces { at, state, .. } => (!board.is_in_supply(at, state))
                        .then(|| class_of(&context, state.index()))
                        .flatten()
                        .map(|class| WatchTarget::Pieces(class, at)),
                    Difference::Card { to, .. } => Some(WatchTarget::Pile(to)),
                    Difference::Pile(pile) => Some(WatchTarget::Pile(pile)),
                    Difference::Outcome { .. } => Some(WatchTarget::Won),
                    _ => None,
                };
                found.extend(watch.filter(|watch| !found.contains(watch) && watch.is_seen(before)));
            }
        }
        found.sort_by_key(|watch| watch.order());
        found
    }

    /// Returns every displayed figure of every subject that the viewer may read.
    pub fn figures(context: &ViewContext<'_>) -> Vec<WatchTarget> {
        // Scenes are pictures, not values.
        let is_value = |n: &usize| context.figures[*n].shown && context.figures[*n].during.is_empty();
        let shown_figures = (0..context.figures.len()).filter(is_value);
        shown_figures.flat_map(|n| figure_targets(context, n)).filter(|watch| watch.is_seen(context)).collect()
    }

    /// Whether the viewer may see the target.
    fn is_seen(&self, context: &ViewContext<'_>) -> bool {
        match *self {
            WatchTarget::Figure(n, subject) => context.may_read_figure(&context.figures[n], subject),
            WatchTarget::Fact(fact, subject) => {
                let position = context.position;
                context.viewer.visible_value(context.board, position, fact, subject).is_some()
            }
            _ => true,
        }
    }

    /// The sort key: the kind of target, then the order among targets of that kind.
    fn order(&self) -> (u8, usize, usize) {
        match *self {
            WatchTarget::Success => (0, 0, 0),
            WatchTarget::Figure(n, subject) => (1, n, subject),
            WatchTarget::Track(track, subject) => (2, track.index(), subject),
            WatchTarget::Pieces(class, space) => (3, space.index(), class.index()),
            WatchTarget::Fact(fact, subject) => (4, fact.index(), subject),
            WatchTarget::Pile(pile) => (5, pile.index(), 0),
            WatchTarget::Won => (6, 0, 0),
            WatchTarget::Then => (7, 0, 0),
        }
    }

    /// Returns the heading for this kind of target: `tracks`. The first number of the sort key is the index of the
    /// heading.
    pub fn kind(&self) -> &'static str {
        ["success", "figures", "tracks", "pieces", "facts", "cards", "the game", "the game"]
            [usize::from(self.order().0)]
    }

    /// Returns the id of the target's side, space, link or card.
    fn subject_id(&self, context: &ViewContext<'_>) -> Option<String> {
        let board = context.board;
        let (on, subject) = match *self {
            WatchTarget::Figure(n, subject) => (context.figures[n].on, subject),
            WatchTarget::Track(track, subject) => (board.tracks[track.index()].on, subject),
            WatchTarget::Fact(fact, subject) => (board.facts[fact.index()].on, subject),
            WatchTarget::Pieces(_, space) => return Some(board.spaces[space.index()].id.clone()),
            WatchTarget::Pile(pile) => {
                return board.piles[pile.index()].owner.map(|side| board.sides[side.index()].id.clone());
            }
            WatchTarget::Success | WatchTarget::Won | WatchTarget::Then => return None,
        };
        match on {
            SubjectKind::Game => None,
            SubjectKind::Side => Some(board.sides[subject].id.clone()),
            SubjectKind::Spaces(_) => Some(board.spaces[subject].id.clone()),
            SubjectKind::Links(_) => Some(board.links[subject].id.clone()),
            SubjectKind::Card => Some(board.cards[subject].id.clone()),
        }
    }

    /// Returns the name of the subject of a track, fact or figure.
    fn subject_name(&self, context: &ViewContext<'_>) -> Option<String> {
        let board = context.board;
        let on = match *self {
            WatchTarget::Figure(n, _) => context.figures[n].on,
            WatchTarget::Track(track, _) => board.tracks[track.index()].on,
            WatchTarget::Fact(fact, _) => board.facts[fact.index()].on,
            _ => SubjectKind::Game,
        };
        let (WatchTarget::Figure(_, subject) | WatchTarget::Fact(_, subject) | WatchTarget::Track(_, subject)) = *self
        else {
            return None;
        };
        match on {
            SubjectKind::Game => None,
            SubjectKind::Side => Some(context.name(Val::side(SideId::new(subject)))),
            SubjectKind::Spaces(_) => Some(context.name(Val::space(SpaceId::new(subject)))),
            SubjectKind::Links(_) => Some(label::link_name(board, LinkId::new(subject).index())),
            SubjectKind::Card => Some(format!("card {}", board.cards[subject].id)),
        }
    }

    /// Returns the word that names the target: `crisis.nicaragua`.
    pub fn word(&self, context: &ViewContext<'_>) -> String {
        let board = context.board;
        let thing = match *self {
            WatchTarget::Success => "success".to_owned(),
            WatchTarget::Won => "won".to_owned(),
            WatchTarget::Then => "then".to_owned(),
            WatchTarget::Figure(n, _) => hyphenated(&context.figures[n].name),
            WatchTarget::Track(track, _) => board.tracks[track.index()].id.clone(),
            WatchTarget::Fact(fact, _) => board.facts[fact.index()].id.clone(),
            WatchTarget::Pieces(class, _) => board.classes[class.index()].id.clone(),
            WatchTarget::Pile(pile) => board.piles[pile.index()].def.clone(),
        };
        match self.subject_id(context) {
            Some(subject) => format!("{thing}.{subject}"),
            None => thing,
        }
    }

    /// Returns the display name: `Nicaragua: Crisis`.
    pub fn name(&self, context: &ViewContext<'_>) -> String {
        let board = context.board;
        let display_names = &context.content.display_names;
        let thing = match *self {
            WatchTarget::Success => return "dice that meet their target".into(),
            WatchTarget::Won => return "who has won".into(),
            WatchTarget::Then => return "then".into(),
            WatchTarget::Figure(n, _) => title(&context.figures[n].name),
            WatchTarget::Track(track, _) => board.tracks[track.index()].name.clone(),
            WatchTarget::Fact(fact, _) => display_names.fact(board, fact),
            WatchTarget::Pieces(class, space) => {
                return format!("{}: {}", board.spaces[space.index()].name, board.classes[class.index()].name);
            }
            WatchTarget::Pile(pile) => return format!("comes to {}", display_names.pile(board, pile)),
        };
        self.subject_name(context).map_or(thing.clone(), |subject| format!("{subject}: {thing}"))
    }

    /// Returns the value of the target in the position of `context`. `before` is the context before the line was
    /// played.
    pub fn value(
        &self,
        before: &ViewContext<'_>,
        context: &ViewContext<'_>,
        result: Option<LineResult<'_>>,
    ) -> WatchedValue {
        let (board, position) = (context.board, context.position);
        match *self {
            WatchTarget::Success => result
                .and_then(|result| result.met)
                .map_or(WatchedValue::text("none was rolled"), |met| WatchedValue::number(met as i64)),
            WatchTarget::Track(track, subject) => WatchedValue::number(position.track(board, track, subject)),
            WatchTarget::Pieces(class, space) => WatchedValue::number(i64::from(position.count(board, space, class))),
            WatchTarget::Figure(n, subject) => {
                match context.figure_values.get(n).and_then(|values| values.get(subject)) {
                    Some(FigureValue::Value(val)) if val.kind() == Kind::Number => WatchedValue::number(val.0),
                    Some(FigureValue::Nothing) => WatchedValue::text("nothing"),
                    Some(value) => WatchedValue::text(seen_value(context, value).text()),
                    None => WatchedValue::text("?"),
                }
            }
            WatchTarget::Fact(fact, subject) => fact_value(context, fact, subject),
            WatchTarget::Pile(pile) => pile_value(before, context, pile),
            WatchTarget::Won => WatchedValue::text(match position.outcome() {
                None => "nobody yet".to_owned(),
                Some(outcome) => label::winners(board, outcome),
            }),
            WatchTarget::Then => WatchedValue::text(next_question(context, result)),
        }
    }
}

/// Describes the next question and the side that is asked.
fn next_question(context: &ViewContext<'_>, result: Option<LineResult<'_>>) -> String {
    let Some(side) = context.asked else { return "the game is over".into() };
    let name = &context.board.sides[side.index()].name;
    let question = result.map_or("", |result| &result.at.question);
    let note = match result.map(|result| result.at.end_reason) {
        Some(EndReason::GameOver) => return "the game is over".into(),
        Some(EndReason::DeadEnd) => " (what the line says next leads nowhere)",
        Some(EndReason::Mismatch) => " (what the line says next does not fit)",
        _ => "",
    };
    if question.is_empty() { format!("{name} is asked{note}") } else { format!("{name}: {question}{note}") }
}

fn fact_value(context: &ViewContext<'_>, fact: FactId, subject: usize) -> WatchedValue {
    let def = &context.board.facts[fact.index()];
    let is_seen_in_part = def.visibility == Visibility::Parties;
    if !is_seen_in_part && !context.sees_fact(def, subject) {
        return WatchedValue::text("?");
    }
    match context.position.fact(context.board, fact, subject) {
        FactValue::Number(number) => WatchedValue::number(number),
        FactValue::Boolean(truth) => WatchedValue::text(if truth { "yes" } else { "no" }),
        _ => {
            let nothing = if matches!(def.fact_type, FactType::Id(_)) { "none" } else { "nothing" };
            WatchedValue::text(context.fact_text(fact, subject).unwrap_or_else(|| nothing.into()))
        }
    }
}

/// Names the new cards in a pile, or gives the size of the pile if the viewer may not see its cards.
fn pile_value(before: &ViewContext<'_>, context: &ViewContext<'_>, pile: PileId) -> WatchedValue {
    if !context.sees_pile(pile) {
        return WatchedValue::number(context.position.pile(pile).len() as i64);
    }
    let cards = context.position.pile(pile);
    let new_cards = cards.iter().filter(|card| before.position.card_location(CardId::new(*card)).pile != pile);
    let names: Vec<String> = new_cards.map(|card| context.name(Val::card(CardId::new(card)))).collect();
    WatchedValue::text(if names.is_empty() { "nothing".to_owned() } else { names.join(", ") })
}

/// Returns the targets with this name, one for each subject. For pieces, returns one target for each space.
fn targets_named(context: &ViewContext<'_>, thing: &str) -> Vec<WatchTarget> {
    let board = context.board;
    let mut found = Vec::new();
    if let Some(track) = board.tracks.iter().position(|track| track.id == thing) {
        let on = board.tracks[track].on;
        found.extend(subjects(context, on).into_iter().map(|subject| WatchTarget::Track(TrackId::new(track), subject)));
    } else if let Some(fact) = board.facts.iter().position(|fact| fact.id == thing) {
        let on = board.facts[fact].on;
        found.extend(subjects(context, on).into_iter().map(|subject| WatchTarget::Fact(FactId::new(fact), subject)));
    } else if let Some(n) = context.figures.iter().position(|figure| hyphenated(&figure.name) == thing) {
        found.extend(figure_targets(context, n));
    } else if let Some(class) = board.classes.iter().position(|class| class.id == thing) {
        found
            .extend((0..board.spaces.len()).map(|space| WatchTarget::Pieces(ClassId::new(class), SpaceId::new(space))));
    } else {
        // `def` is the id that the piles of all sides share: `hand` for `us hand`.
        let piles = board.piles.iter().enumerate().filter(|(_, pile)| pile.def == thing);
        found.extend(piles.map(|(pile, _)| WatchTarget::Pile(PileId::new(pile))));
    }
    found
}

fn figure_targets(context: &ViewContext<'_>, n: usize) -> Vec<WatchTarget> {
    subjects(context, context.figures[n].on).into_iter().map(|subject| WatchTarget::Figure(n, subject)).collect()
}

/// Returns the indexes of the subjects.
fn subjects(context: &ViewContext<'_>, on: SubjectKind) -> Vec<usize> {
    let board = context.board;
    let is_subject = |subject: &usize| match on {
        SubjectKind::Spaces(_) => on.includes(SubjectKind::spaces(board.spaces[*subject].kind)),
        SubjectKind::Links(_) => on.includes(SubjectKind::Links(board.links[*subject].kind)),
        SubjectKind::Game | SubjectKind::Side | SubjectKind::Card => true,
    };
    (0..board.subject_count(on)).filter(is_subject).collect()
}

/// Returns the class of all pieces that have the type and face of this state.
fn class_of(context: &ViewContext<'_>, state: usize) -> Option<ClassId> {
    let board = context.board;
    let state = &board.states[state];
    let fits = |class: &&ClassId| {
        let class = &board.classes[class.index()];
        class.piece_type == Some(state.piece_type)
            && (class.face == Some(state.face) || board.piece_types[state.piece_type.index()].faces.len() < 2)
    };
    // The largest class that fits leaves out none of these pieces.
    state.classes.iter().filter(fits).max_by_key(|class| board.classes[class.index()].states.len()).copied()
}

/// Returns every word that names a target, without the part for the subject.
pub fn words(context: &ViewContext<'_>) -> Vec<String> {
    let board = context.board;
    let mut out: Vec<String> = ["success", "won", "then"].map(str::to_owned).into();
    out.extend(board.tracks.iter().map(|track| track.id.clone()));
    out.extend(context.figures.iter().map(|figure| hyphenated(&figure.name)));
    out.extend(board.facts.iter().map(|fact| fact.id.clone()));
    out.extend(board.classes.iter().map(|class| class.id.clone()));
    board.piles.iter().for_each(|pile| {
        if !out.contains(&pile.def) {
            out.push(pile.def.clone())
        }
    });
    out
}

fn hyphenated(name: &str) -> String {
    name.replace(' ', "-")
}
