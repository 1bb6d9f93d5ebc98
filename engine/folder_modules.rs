//! For build scripts: makes each file of a folder a module, and lists one constant of each module.

use std::path::Path;
use std::{env, fs, io};

/// Writes `<list>.rs` to `OUT_DIR`. The file declares a module for each Rust file of `src/<list>/`, and after them a
/// constant. `declaration` is the text of the constant before its `=`. Its value is a list with one `item` for each
/// module; in `item`, `{}` stands for the name of the module. `where` is a keyword of Rust, so the module of the file
/// `where.rs` is `where_`.
pub(crate) fn write(list: &str, visibility: &str, declaration: &str, item: &str) -> io::Result<()> {
    let folder = env::current_dir()?.join("src").join(list);
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().and_then(|name| name.to_str()).map(str::to_owned));
        }
    }
    names.sort();
    let module = |name: &str| if name == "where" { "where_".to_owned() } else { name.to_owned() };
    let mut text = String::new();
    for name in &names {
        let path = folder.join(format!("{name}.rs"));
        text += &format!("#[path = {path:?}]\n{visibility}mod {};\n", module(name));
    }
    let items: String = names.iter().map(|name| format!("    {},\n", item.replace("{}", &module(name)))).collect();
    text += &format!("\n{declaration} = &[\n{items}];\n");
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(format!("{list}.rs")), text)?;
    io::Write::write_all(&mut io::stdout(), format!("cargo::rerun-if-changed=src/{list}\n").as_bytes())
}
