//! Lists the kinds of bots: each file of `src/kinds/` is one, and no other file names it.

use std::path::Path;
use std::{env, fs, io};

const FOLDER: &str = "src/kinds";

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
    let module = |name: &String| format!("#[path = {:?}]\npub mod {name};\n", folder.join(format!("{name}.rs")));
    let modules: String = names.iter().map(module).collect();
    let all: String = names.iter().map(|name| format!("    BotKind(&{name}::KIND),\n")).collect();
    let text = format!("{modules}\n/// Every kind of bot, by name.\npub const KINDS: &[BotKind] = &[\n{all}];\n");
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("kinds.rs"), text)?;
    io::Write::write_all(&mut io::stdout(), format!("cargo::rerun-if-changed={FOLDER}\n").as_bytes())
}
