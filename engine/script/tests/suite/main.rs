//! The Lua host on the demo game.

mod answering;
mod calls;
mod cited;
mod common;
mod dropping;
mod effects;
mod explaining;
mod extending;
mod figures;
mod filters;
mod holdings;
mod legality;
mod links;
mod many_actions;
mod memory;
mod misuse;
mod names;
mod needs;
mod picks;
mod placeholders;
mod prove_first;
mod raw;
mod shared;
mod standing;
mod story;
mod trials;
