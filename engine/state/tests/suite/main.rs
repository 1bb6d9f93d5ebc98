//! Tests of positions, changes, decks and notation through the public interface of the crate.

mod common;
mod decks;
mod diff;
mod hash;
mod home_deck;
mod journal;
mod links;
mod notation;
mod positions;
mod rows;
mod shared_ids;
