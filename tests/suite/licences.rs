//! Checks the licence and source of every crate in the build, tests included, against `deny.toml`. `cargo deny check`
//! reads the same file and also checks advisories and bans, but takes minutes to build.
//!
//! `.ci/run` fetches the crates of all platforms, so all are checked there. If some have not been fetched, the test
//! checks only those of this platform.

use serde_json::{Value, json};
use spdx::{Expression, Licensee, ParseMode};
use std::process::Command;

/// The licences and registries that `deny.toml` allows.
struct Allowed {
    licences: Vec<Licensee>,
    registries: Vec<String>,
}

impl Allowed {
    fn read(text: &str) -> Allowed {
        let file: toml::Table = text.parse().expect("deny.toml is TOML");
        let list = |section: &str, key: &str| -> Vec<String> {
            let found = file.get(section).and_then(|s| s.get(key)).and_then(toml::Value::as_array);
            let texts = found.into_iter().flatten().map(|v| v.as_str().expect("a text").to_owned());
            texts.collect()
        };
        for (section, known_keys) in
            [("licenses", &["allow"][..]), ("sources", &["unknown-registry", "unknown-git", "allow-registry"])]
        {
            for key in file[section].as_table().expect("a table").keys() {
                assert!(
                    known_keys.contains(&key.as_str()),
                    "this test does not read `{section}.{key}` of deny.toml: extend the test"
                );
            }
        }
        let licence = |name: String| Licensee::parse(&name).unwrap_or_else(|e| panic!("`{name}` is no licence: {e}"));
        Allowed {
            licences: list("licenses", "allow").into_iter().map(licence).collect(),
            registries: list("sources", "allow-registry"),
        }
    }

    /// Returns the problem with a crate and a remedy, or `None` if it is allowed. `package` is its entry in `cargo
    /// metadata`.
    fn problem(&self, package: &Value) -> Option<String> {
        let name = format!("{} {}", package["name"].as_str()?, package["version"].as_str()?);
        let source = package["source"].as_str().unwrap_or("path");
        let is_known = source == "path"
            || self.registries.iter().any(|registry| source.strip_prefix("registry+") == Some(registry.as_str()));
        if !is_known {
            return Some(format!(
                "{name} comes from {source}, which is no registry of `deny.toml`: take it from such a registry, or \
                 list it under `[sources] allow-registry`"
            ));
        }
        let Some(licence) = package["license"].as_str() else {
            return Some(format!("{name} names no licence: take another crate"));
        };
        // Old crates write `MIT/Apache-2.0`.
        let expression = match Expression::parse_mode(licence, ParseMode::LAX) {
            Ok(expression) => expression,
            Err(error) => return Some(format!("the licence of {name} cannot be read: {error}")),
        };
        let is_allowed = expression.evaluate(|wanted| self.licences.iter().any(|allowed| allowed.satisfies(wanted)));
        (!is_allowed).then(|| {
            format!(
                "{name} is under `{licence}`, which `deny.toml` does not allow: take another crate, or list the licence \
                 under `[licenses] allow`"
            )
        })
    }
}

/// Returns the `cargo metadata` entries of all packages, without network access.
fn packages() -> Vec<Value> {
    let metadata = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--locked", "--offline"])
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs");
        output.status.success().then_some(output.stdout).ok_or(output.stderr)
    };
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs").stdout;
    let version = String::from_utf8(version).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let text = metadata(&[]).or_else(|_| metadata(&["--filter-platform", host]));
    let text = text.unwrap_or_else(|error| panic!("{}", String::from_utf8_lossy(&error)));
    let mut output: Value = serde_json::from_slice(&text).expect("cargo writes JSON");
    match output["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("no packages: {other}"),
    }
}

fn allowed_by_deny_toml() -> Allowed {
    Allowed::read(include_str!("../../deny.toml"))
}

#[test]
fn every_crate_has_an_allowed_licence_and_source() {
    let packages = packages();
    assert!(packages.iter().any(|p| p["name"] == "mlua"), "the list of packages is complete");
    let problems: Vec<String> = packages.iter().filter_map(|p| allowed_by_deny_toml().problem(p)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_forbidden_crate_is_reported_with_a_remedy() {
    let problem = |licence: Value, source: Value| {
        allowed_by_deny_toml()
            .problem(&json!({ "name": "stray", "version": "1.0.0", "license": licence, "source": source }))
    };
    let crates_io = || json!("registry+https://github.com/rust-lang/crates.io-index");
    for allowed_licence in
        ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "Apache-2.0 WITH LLVM-exception", "(MIT OR X11) AND Zlib"]
    {
        assert_eq!(problem(json!(allowed_licence), crates_io()), None, "{allowed_licence}");
    }
    assert_eq!(problem(json!("MIT"), Value::Null), None, "a crate of this workspace");
    for (licence, part) in [
        (json!("GPL-3.0-only"), "stray 1.0.0 is under `GPL-3.0-only`, which `deny.toml` does not allow"),
        (json!("MIT AND GPL-3.0-only"), "list the licence under `[licenses] allow`"),
        (json!("GPL-2.0-only WITH Classpath-exception-2.0"), "does not allow"),
        (json!("Do what you like"), "the licence of stray 1.0.0 cannot be read"),
        (Value::Null, "stray 1.0.0 names no licence"),
    ] {
        let problem = problem(licence, crates_io()).expect("it is refused");
        assert!(problem.contains(part), "{problem}");
    }
    for source in ["git+https://example.org/stray#1234", "registry+https://example.org/index"] {
        let problem = problem(json!("MIT"), json!(source)).expect("it is refused");
        assert!(problem.contains(source) && problem.contains("`[sources] allow-registry`"), "{problem}");
    }
}
