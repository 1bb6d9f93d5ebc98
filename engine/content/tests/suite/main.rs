//! Loads packs as designers write them, and checks the diagnostics for faulty packs.

mod board_files;
mod cards;
mod classes;
mod collisions;
mod common;
mod confinement;
mod deprecated;
mod diagnostics;
mod dice;
mod knobs;
mod layering;
mod loading;
mod piece_data;
mod rows;
mod shared_ids;
mod typos;
mod zip_packs;
