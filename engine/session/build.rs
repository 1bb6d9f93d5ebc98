//! Generates the list of commands from the files of `src/commands/`. Each file is one command; no other file names it.

#[path = "../folder_modules.rs"]
mod folder_modules;

fn main() -> std::io::Result<()> {
    let declaration = "/// Every command, by name.\npub const COMMANDS: &[&Command]";
    folder_modules::write("commands", "", declaration, "&{}::COMMAND")
}
