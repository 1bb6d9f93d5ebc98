//! Lists the commands of the prompt: each file of their folder is one, and no other file names it.

use std::path::Path;
use std::{env, fs, io};

/// Where the commands are, below this package.
const FOLDER: &str = "src/repl/commands";
/// What stands beside them.
const OTHERS: [&str; 2] = ["mod", "tests"];

fn main() -> io::Result<()> {
    let folder = env::current_dir()?.join(FOLDER);
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.extension().is_some_and(|ending| ending == "rs") && !OTHERS.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.sort();
    let module = |name: &String| format!("#[path = {:?}]\nmod {name};\n", folder.join(format!("{name}.rs")));
    let modules: String = names.iter().map(module).collect();
    let all: String = names.iter().map(|name| format!("    &{name}::COMMAND,\n")).collect();
    let text = format!("{modules}\npub(crate) const COMMANDS: &[&Command] = &[\n{all}];\n");
    let out = env::var_os("OUT_DIR").expect("cargo names the folder");
    fs::write(Path::new(&out).join("commands.rs"), text)?;
    // A new template must be noticed too: they are compiled in.
    let watched = format!("cargo::rerun-if-changed={FOLDER}\ncargo::rerun-if-changed=templates\n");
    io::Write::write_all(&mut io::stdout(), watched.as_bytes())
}
