//! The position, its changes, decks and words, through the public face.

mod common;
mod decks;
mod diff;
mod hash;
mod home;
mod journal;
mod links;
mod shared;
mod state;
mod words;
