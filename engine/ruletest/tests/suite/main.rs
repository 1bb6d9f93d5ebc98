//! Rule tests of the demo game.

mod items;
mod non_players;
mod runner;
