//! The base pack is compiled into the command: a new file in it must be noticed.

fn main() -> std::io::Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout();
    for folder in ["cards", "layouts", "scenarios", "scripts", "tests/golden", "tests/perft", "tests/rules"] {
        writeln!(out, "cargo::rerun-if-changed={folder}")?;
    }
    Ok(())
}
