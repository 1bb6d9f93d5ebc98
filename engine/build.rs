//! Rebuilds the binary when a file of the embedded base pack is added, removed or changed.

fn main() -> std::io::Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout();
    for folder in ["cards", "layouts", "scenarios", "scripts", "tests/perft", "tests/rules"] {
        writeln!(out, "cargo::rerun-if-changed={folder}")?;
    }
    Ok(())
}
