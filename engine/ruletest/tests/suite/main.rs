//! Rule tests of the demo game.

mod deciding;
mod demo;
mod saying;
