//! `pack.toml`: the id, version and dependencies of a pack.

use crate::ident::{self, Spelling};
use crate::located::Located;
use crate::parse::parse_with;
use crate::problems::Problems;
use crate::source_file::{BASE, SourceFile};
use crate::table_reader::TableReader;
use crate::table_schema::schema;
use semver::{Version, VersionReq};
use std::sync::Arc;

schema! {
    /// The id and version of a pack, and the packs it needs. A folder without this file counts as the base pack.
    pub(crate) static PACK = "pack";
    keys {
        /// The id that messages, records and other packs use.
        "id" = required(Id, "\"long-nights\"");
        /// The printed name of the pack.
        "name" = optional(Line, "its id", "\"Long Nights\"");
        /// The version, as three numbers. Records name the version they were played with.
        "version" = required(Text, "\"0.1.0\"");
        /// The engine versions that the pack works with, as a range.
        "engine" = optional(Text, "any", "\">=0.1, <0.2\"");
        /// Packs that this one needs, each perhaps with a range of versions. They must be named before it. This pack may
        /// override what they set without a warning.
        "depends" = optional(List(&Line), "none", "[\"more-rafts >=0.2, <2\"]");
        /// Packs that cannot be loaded together with this one.
        "conflicts" = optional(List(&Id), "none", "[\"short-nights\"]");
        /// Modules of earlier packs that scripts of this pack replace on purpose. Each has the fingerprint of the text
        /// it was copied from; `check` prints it.
        "replaces" = optional(List(&Line), "none", "[\"ferry/crossing@1f2e3d4c\"]");
        /// One paragraph about the pack.
        "doc" = optional(Text, "", "\"A ferry that sails at night.\"");
        /// Who made the pack.
        "author" = optional(Line, "", "\"A. Ferryman\"");
        /// The licence of the pack, as an SPDX expression.
        "license" = optional(Line, "", "\"CC-BY-4.0\"");
        /// Where to read more about the pack.
        "homepage" = optional(Line, "", "\"https://example.org/long-nights\"");
    }
    example "id = \"long-nights\"\nversion = \"0.1.0\""
}

/// The values of `pack.toml`. A pack without this file has the values of the base pack.
pub(crate) struct Manifest {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: Version,
    pub(crate) engine: Option<Located<VersionReq>>,
    pub(crate) depends: Vec<Dependency>,
    pub(crate) conflicts: Vec<Located<String>>,
    pub(crate) replaces: Vec<ReplacedScript>,
    pub(crate) credits: Credits,
}

/// What a pack says about its maker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credits {
    /// Who made the pack.
    pub author: Option<String>,
    /// The licence, as an SPDX expression.
    pub license: Option<String>,
    /// Where to read more about the pack.
    pub homepage: Option<String>,
}

/// A pack that another pack needs.
#[derive(Debug, Clone)]
pub struct Dependency {
    /// The id of the needed pack.
    pub pack: Located<String>,
    /// The versions that will do; `None` for any.
    pub versions: Option<VersionReq>,
}

impl Dependency {
    /// Parses an item of `depends`: `more-rafts`, `more-rafts >=0.2, <1`.
    fn parse(text: Located<String>, problems: &Problems) -> Dependency {
        let (id, range) = text.value.split_once(' ').unwrap_or((&text.value, ""));
        let pack = text.with(id.to_owned());
        let versions = (!range.trim().is_empty()).then(|| VersionReq::parse(range));
        let versions = versions.and_then(|versions| {
            let bad = |error| {
                let problem = text.error("content::bad-version", format!("`{range}` is not a version range: {error}"));
                problems.push(problem.label("write a range like more-rafts >=0.1, <0.3"));
            };
            versions.map_err(bad).ok()
        });
        Dependency { pack, versions }
    }
}

/// A script of an earlier pack that this pack replaces on purpose.
#[derive(Debug, Clone)]
pub struct ReplacedScript {
    /// Module name of the script.
    pub module: Located<String>,
    /// Fingerprint of the text that the new script was copied from.
    pub fingerprint: Option<String>,
}

impl ReplacedScript {
    /// Parses an item of `replaces`: `banana-wars/victory@1f2e3d4c`.
    fn parse(text: Located<String>) -> ReplacedScript {
        match text.value.split_once('@') {
            Some((module, fingerprint)) => {
                ReplacedScript { module: text.with(module.to_string()), fingerprint: Some(fingerprint.to_string()) }
            }
            None => ReplacedScript { module: text, fingerprint: None },
        }
    }
}

/// Returns the version of this engine.
pub(crate) fn engine_version() -> Version {
    Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version::new(0, 0, 0))
}

/// Returns the id that the text of a `pack.toml` declares, without further checks. Messages about the file use the id.
pub(crate) fn declared_id(text: &str) -> Option<String> {
    let table = toml::de::DeTable::parse(text).ok()?;
    let id = table.get_ref().get("id")?.get_ref().as_str()?.to_string();
    ident::is_valid(&id, Spelling::Kebab).then_some(id)
}

impl Manifest {
    /// Reads `pack.toml`; `None` means that the pack has no such file.
    pub(crate) fn read(file: Option<&Arc<SourceFile>>, problems: &Problems) -> Manifest {
        let mut manifest = Manifest {
            id: BASE.into(),
            name: BASE.into(),
            version: engine_version(),
            engine: None,
            depends: Vec::new(),
            conflicts: Vec::new(),
            replaces: Vec::new(),
            credits: Credits::default(),
        };
        let Some(file) = file else { return manifest };
        let Some(table) = parse_with(file, &PACK, problems) else { return manifest };
        let place = Located { value: (), file: file.clone(), span: 0..0 };
        let keys = TableReader::new(&PACK, &table, place, "the pack", problems);
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
                        .label("write a version like 1.2.0"),
                ),
            }
        }
        if let Some(range) = keys.text("engine") {
            match VersionReq::parse(&range.value) {
                Ok(requirement) => manifest.engine = Some(range.with(requirement)),
                Err(error) => problems.push(
                    range
                        .error("content::bad-version", format!("`{}` is not a version range: {error}", range.value))
                        .label("write a range like >=0.1, <0.3"),
                ),
            }
        }
        manifest.depends = keys.texts("depends").into_iter().map(|text| Dependency::parse(text, problems)).collect();
        manifest.conflicts = keys.texts("conflicts");
        manifest.replaces = keys.texts("replaces").into_iter().map(ReplacedScript::parse).collect();
        let line = |key: &str| keys.text(key).map(|text| text.value);
        let (author, license, homepage) = (line("author"), line("license"), line("homepage"));
        manifest.credits = Credits { author, license, homepage };
        keys.check_text("doc");
        keys.finish();
        manifest
    }
}
