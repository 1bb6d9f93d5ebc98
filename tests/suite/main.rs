//! The command and the table as a whole, the games, and the pages of the documentation.

mod adjust;
mod besides;
mod cli;
mod dead_ends;
mod docs_fresh;
mod figures;
mod fuzz;
mod guide;
mod kept;
mod licences;
mod meanwhile;
mod mutate;
mod nonplayers;
mod odds;
mod physical;
mod preview;
mod random_tables;
mod records;
mod reload;
mod repl;
mod rules;
mod screen;
mod sound;
mod story;
mod strangers;
mod swept;
