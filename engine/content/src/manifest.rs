//! `pack.toml`: who a pack is and which others it needs.

use crate::form::{Form, Holds, always, may};
use crate::ident::{self, Spelling};
use crate::located::Located;
use crate::parse::parse;
use crate::problems::Problems;
use crate::shape::Keys;
use crate::source::{BASE, SourceFile};
use semver::{Version, VersionReq};
use std::sync::Arc;

/// `pack.toml`.
pub(crate) static PACK: Form = Form {
    of: "pack",
    doc: "Who a pack is and which others it needs. Without one, a folder counts as the base that others lie over.",
    keys: &[&[
        always("id", Holds::Id, "What messages, records and other packs call it.", "\"long-nights\""),
        may("name", Holds::Line, "its id", "Its printed name.", "\"Long Nights\""),
        always(
            "version",
            Holds::Text,
            "Its version, three numbers: records say which one they were played with.",
            "\"0.1.0\"",
        ),
        may("engine", Holds::Text, "any", "The versions of the engine it works with, as a range.", "\">=0.1, <0.2\""),
        may(
            "depends",
            Holds::List(&Holds::Id),
            "none",
            "Packs that it needs and that must be named before it. What it sets of what such a pack set is meant, and no warning.",
            "[\"more-rafts\"]",
        ),
        may("conflicts", Holds::List(&Holds::Id), "none", "Packs that it cannot be loaded with.", "[\"short-nights\"]"),
        may(
            "replaces",
            Holds::List(&Holds::Line),
            "none",
            "Modules of earlier packs that its own scripts of the same path replace on purpose, each with the fingerprint of the text it was copied from, which `check` tells.",
            "[\"ferry/crossing@1f2e3d4c\"]",
        ),
        may("doc", Holds::Text, "", "One paragraph about it.", "\"A ferry that sails at night.\""),
    ]],
    more: &[],
    example: "id = \"long-nights\"\nversion = \"0.1.0\"",
};

/// What `pack.toml` says; without one, the base.
pub(crate) struct Manifest {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: Version,
    pub(crate) engine: Option<Located<VersionReq>>,
    pub(crate) depends: Vec<Located<String>>,
    pub(crate) conflicts: Vec<Located<String>>,
    pub(crate) replaces: Vec<Replaced>,
}

/// A module of an earlier pack that a script of this one replaces on purpose.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// The module.
    pub module: Located<String>,
    /// The fingerprint of the text that it was copied from.
    pub of: Option<String>,
}

impl Replaced {
    /// `banana-wars/victory@1f2e3d4c`.
    fn read(text: Located<String>) -> Replaced {
        match text.value.split_once('@') {
            Some((module, of)) => Replaced { module: text.with(module.to_string()), of: Some(of.to_string()) },
            None => Replaced { module: text, of: None },
        }
    }
}

/// The engine's version.
pub(crate) fn engine() -> Version {
    Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version::new(0, 0, 0))
}

/// The id a `pack.toml` gives, before anything is checked: messages name the pack by it.
pub(crate) fn id_of(text: &str) -> Option<String> {
    let table = toml::de::DeTable::parse(text).ok()?;
    let id = table.get_ref().get("id")?.get_ref().as_str()?.to_string();
    ident::is_spelled(&id, Spelling::Kebab).then_some(id)
}

impl Manifest {
    pub(crate) fn read(file: Option<&Arc<SourceFile>>, problems: &Problems) -> Manifest {
        let mut manifest = Manifest {
            id: BASE.into(),
            name: BASE.into(),
            version: engine(),
            engine: None,
            depends: Vec::new(),
            conflicts: Vec::new(),
            replaces: Vec::new(),
        };
        let Some(file) = file else { return manifest };
        let Some(table) = parse(file, problems) else { return manifest };
        let at = Located { value: (), file: file.clone(), span: 0..0 };
        let keys = Keys::new(&PACK, &table, at, "the pack", problems);
        if let Some(id) = keys.need_text("id") {
            ident::check(&id, "pack", Spelling::Kebab, problems);
            manifest.name = id.value.clone();
            manifest.id = id.value;
        }
        if let Some(name) = keys.text("name") {
            manifest.name = name.value;
        }
        if let Some(version) = keys.need_text("version") {
            match Version::parse(&version.value) {
                Ok(version) => manifest.version = version,
                Err(error) => problems.push(
                    version
                        .error("content::bad-version", format!("`{}` is not a version: {error}", version.value))
                        .label("versions look like 1.2.0"),
                ),
            }
        }
        if let Some(range) = keys.text("engine") {
            match VersionReq::parse(&range.value) {
                Ok(req) => manifest.engine = Some(range.with(req)),
                Err(error) => problems.push(
                    range
                        .error("content::bad-version", format!("`{}` is not a range of versions: {error}", range.value))
                        .label("ranges look like >=0.1, <0.3"),
                ),
            }
        }
        manifest.depends = keys.texts("depends");
        manifest.conflicts = keys.texts("conflicts");
        manifest.replaces = keys.texts("replaces").into_iter().map(Replaced::read).collect();
        keys.note("doc");
        keys.finish();
        manifest
    }
}
