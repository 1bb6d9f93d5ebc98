//! Packs as designers write them: what loads, and what is said where it does not.

mod common;
mod confinement;
mod diagnostics;
mod layering;
mod loading;
