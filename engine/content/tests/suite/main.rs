//! Packs as designers write them: what loads, and what is said where it does not.

mod board_files;
mod cards;
mod classes;
mod collisions;
mod common;
mod confinement;
mod diagnostics;
mod dice;
mod knobs;
mod layering;
mod loading;
mod misspelt;
mod piece_data;
mod shared_ids;
