//! Rebuilds the crate when a template is added, removed or changed, because the templates are embedded.

fn main() -> std::io::Result<()> {
    std::io::Write::write_all(&mut std::io::stdout(), b"cargo::rerun-if-changed=templates\n")
}
