//! Writes the list of the kinds of bots. Each file of `src/kinds/` is one kind, so a new kind needs no change
//! elsewhere.

#[path = "../folder_modules.rs"]
mod folder_modules;

fn main() -> std::io::Result<()> {
    let declaration = "/// Every kind of bot, by name.\npub const KINDS: &[BotKind]";
    folder_modules::write("kinds", "pub ", declaration, "BotKind(&{}::KIND, Effort::USUAL, \"\")")
}
