//! Ids that things of several kinds share. Texts with such ids can be written and read without a change of meaning.

use crate::common::{self, CARDS, apply_random_change, board, changes};
use cardwright_state::hash::{board_hash, full_hash};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::*;
use proptest::prelude::*;

/// Renames on the common board: (kind, old id, new id). Then things of several kinds share each of the four new ids.
const SHARED: [(&str, &str, &str); 18] = [
    ("side", "red", "gold"),
    ("space", "one", "gold"),
    ("link", "one--two", "gold"),
    ("link-kind", "road", "gold"),
    ("piece", "foot", "gold"),
    ("mark", "moved", "gold"),
    ("track", "points", "gold"),
    ("fact", "turns", "gold"),
    ("die", "d6", "gold"),
    ("period", "turn", "gold"),
    ("pile", "stock", "gold"),
    ("card", "c1", "gold"),
    ("track", "will", "arms"),
    ("fact", "used", "arms"),
    ("piece", "horse", "mood"),
    ("track", "unrest", "mood"),
    ("fact", "raided", "mood"),
    ("fact", "owner", "toll"),
];

fn shared() -> Board {
    let mut board = board(CARDS);
    SHARED.iter().for_each(|(kind, old, new)| {
        board.rename(kind, old, new);
    });
    board
}

fn set(board: &Board, text: &str) -> Result<Position, String> {
    let mut position = Position::initial(board, 1);
    let result = notation::set(board, &mut position, text);
    result.map(|()| position).map_err(|errors| errors[0].message.clone())
}

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn a_position_stays_the_same_after_it_is_written_and_read(changes in changes()) {
        let board = shared();
        let mut position = Position::initial(&board, 1);
        changes.iter().for_each(|a| apply_random_change(&board, &mut position, *a));
        let printed = notation::print(&board, &position);
        let again = set(&board, &printed);
        prop_assert!(again.is_ok(), "{again:?}\n{printed}");
        let again = again.unwrap_or_default();
        prop_assert_eq!(notation::print(&board, &again), printed);
        prop_assert_eq!(board_hash(&board, &again, ""), board_hash(&board, &position, ""));
        let saved = notation::print_save(&board, &position);
        let loaded = notation::load(&board, &saved);
        prop_assert!(loaded.is_ok(), "{loaded:?}\n{saved}");
        let mut loaded = loaded.unwrap_or_default();
        prop_assert_eq!(full_hash(&board, &loaded, ""), full_hash(&board, &position, ""));
        prop_assert_eq!(notation::print_save(&board, &loaded), saved);
        loaded.undo_to(&board, 0);
    }

    /// A position can be loaded on a board with renamed ids, and then again on the board with the old ids.
    #[test]
    fn a_saved_position_can_be_loaded_after_ids_are_renamed(changes in changes()) {
        let (old, new) = (board(CARDS), shared());
        let mut position = Position::initial(&old, 1);
        changes.iter().for_each(|a| apply_random_change(&old, &mut position, *a));
        let mut renamed = old.clone();
        SHARED.iter().for_each(|(kind, from, to)| {
        renamed.rename(kind, from, to);
    });
        let mut qualified = renamed.clone();
        qualified.always_qualify_ids();
        let loaded = notation::load(&new, &notation::print_save(&qualified, &position));
        prop_assert!(loaded.is_ok(), "{loaded:?}");
        let loaded = loaded.unwrap_or_default();
        prop_assert_eq!(full_hash(&new, &loaded, ""), full_hash(&renamed, &position, ""));
        let mut renamed_back = new.clone();
        renamed_back.always_qualify_ids();
        SHARED.iter().for_each(|(kind, from, to)| {
        renamed_back.rename(kind, to, from);
    });
        let returned = notation::load(&old, &notation::print_save(&renamed_back, &loaded));
        prop_assert!(returned.is_ok(), "{returned:?}");
        prop_assert_eq!(full_hash(&old, &returned.unwrap_or_default(), ""), full_hash(&old, &position, ""));
    }
}

#[test]
fn the_context_decides_the_kind_of_a_shared_id() {
    let board = shared();
    let error = set(&board, "gold: 2 gold/down, mood 3").unwrap_err();
    assert_eq!(error, "`gold` is both a space and a pile: write `space gold: …` or `pile gold: …`");
    let position = set(&board, "space gold: 2 gold/down; two: piece:gold; link gold: fact:toll gold").unwrap();
    assert_eq!(
        notation::print(&board, &position),
        "space gold: 2 gold/down\ntwo: piece:gold\nlink gold: fact:toll gold\n"
    );
    for (text, message) in [
        ("two: mood", "`mood` is a piece and a track and a fact: write `piece:mood` or `track:mood` or `fact:mood`"),
        ("gold 3", "`gold` is a side and a track and a fact: write `side:gold` or `track:gold` or `fact:gold`"),
        ("side:gold arms 2", "`arms` is both a track and a fact: write `track:arms` or `fact:arms`"),
        ("link gold: toll 2", "`toll` is both a track and a fact: write `track:toll` or `fact:toll`"),
        ("pile nothing: c1", "unknown pile `nothing`"),
        ("space nothing: mood", "unknown space or pile `nothing`"),
    ] {
        assert_eq!(set(&board, text).unwrap_err(), message, "{text}");
    }
    for text in ["track:gold 3", "fact:gold 3", "two: track:mood 2", "two: fact:mood", "side:gold track:arms 2"] {
        let position = set(&board, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(notation::print(&board, &position), format!("{text}\n"));
    }
    assert_eq!(
        notation::print(&board, &set(&board, "two: 3 mood").unwrap()),
        "two: 3 piece:mood\n",
        "only pieces can follow a number"
    );
}

#[test]
fn the_texts_of_rows_and_steps_name_the_kind_of_a_shared_id() {
    let board = shared();
    let thing = |kind: Kind, id: &str| board.find_of_kind(kind, id).unwrap();
    let (side, space) = (thing(Kind::Side, "gold"), thing(Kind::Space, "gold"));
    assert_eq!(board.find("gold"), None, "the bare id is ambiguous");
    assert_eq!(Row::new(&[side, space, thing(Kind::Space, "two")]).text(&board), "side:gold space:gold two");
    let step = |val: Val| set(&board, &format!("turn turn-of {}", notation::token(&board, val))).unwrap();
    assert_eq!(step(side).open_steps()[0].args, [PlainValue::Val(side)]);
    assert_eq!(step(space).open_steps()[0].args, [PlainValue::Val(space)]);
    assert_ne!(board_hash(&board, &step(side), ""), board_hash(&board, &step(space), ""));
    let error = set(&board, "turn turn-of gold").unwrap_err();
    assert!(error.starts_with("`gold` is a side and a space and") && error.contains("`link:gold`"), "{error}");
}

#[test]
fn the_class_of_a_side_differs_from_the_piece_type_with_the_same_id() {
    let board = shared();
    let side = board.side("gold").unwrap();
    let own = board.class_of_side(side);
    let of_type = board.parse(Kind::Class, "gold").unwrap();
    assert_ne!(Val::handle(Kind::Class, u64::from(own.0)), of_type);
    assert_eq!(
        board.parse(Kind::Class, &board.classes[own.index()].id),
        Some(Val::handle(Kind::Class, u64::from(own.0)))
    );
    assert_eq!(board.parse(Kind::Class, "blue").map(Val::payload), Some(u64::from(board.class_of_side(SideId(1)).0)));
}

/// With default kinds, a bare shared id has a meaning: `gold` is the space, `mood` the piece, `arms` the fact.
#[test]
fn a_bare_id_means_its_default_kind() {
    let mut board = board(CARDS);
    for (kind, old, new) in
        SHARED.iter().filter(|(kind, ..)| matches!(*kind, "space" | "pile" | "piece" | "track" | "fact"))
    {
        board.rename(kind, old, new);
    }
    board.lookup.default_kinds = [("gold", Kind::Space), ("mood", Kind::Class), ("arms", Kind::Fact)]
        .map(|(id, kind)| (id.to_owned(), kind))
        .into();
    for text in [
        "gold: mood",
        "gold: 2 mood, track:mood 1",
        "gold: fact:mood",
        "pile gold: c1 | c2",
        "red arms c1",
        "red track:arms 2",
    ] {
        let position = set(&board, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(notation::print(&board, &position), format!("{text}\n"));
        let saved = notation::print_save(&board, &position);
        assert_eq!(notation::load(&board, &saved).map(|loaded| notation::print_save(&board, &loaded)), Ok(saved));
    }
    let space = board.find_of_kind(Kind::Space, "gold").unwrap();
    assert_eq!((board.find("gold"), notation::token(&board, space)), (Some(space), "gold".to_owned()));
    let error = set(&board, "gold 3").unwrap_err();
    assert!(
        error.starts_with("`gold` is both a track and a fact: write"),
        "the default kind is not possible here: {error}"
    );
}
