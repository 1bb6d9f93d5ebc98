//! Lists the commands: each file of `src/commands/` is one, and no other file names it.

use std::path::Path;
use std::{env, fs, io};

const FOLDER: &str = "src/commands";

fn main() -> io::Result<()> {
    let folder = env::current_dir()?.join(FOLDER);
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().and_then(|name| name.to_str()).map(str::to_owned));
        }
    }
    names.sort();
    // `where` is a keyword of Rust: its file is a module under another name.
    let module = |name: &String| if name == "where" { "provenance".to_owned() } else { name.clone() };
    let modules = names.iter().map(|name| {
        let path = folder.join(format!("{name}.rs"));
        format!("#[path = {path:?}]\nmod {};\n", module(name))
    });
    let modules: String = modules.collect();
    let all: String = names.iter().map(|name| format!("    &{}::COMMAND,\n", module(name))).collect();
    let text = format!("{modules}\n/// Every command, by name.\npub const COMMANDS: &[&Command] = &[\n{all}];\n");
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("commands.rs"), text)?;
    io::Write::write_all(&mut io::stdout(), format!("cargo::rerun-if-changed={FOLDER}\n").as_bytes())
}
