//! The content reference: its examples form a game, and the loader accepts the example of every key.

use cardwright_content::layout_file::LayoutFile;
use cardwright_content::{
    Content, Diagnostic, FILE_SCHEMAS, Key, Pack, PackSource, TEST_FILE_SCHEMAS, TableSchema, ValueType, common_keys,
    render,
};
use cardwright_table::Library;
use std::collections::BTreeMap;
use toml::{Table, Value};

const CROSSING: &str = include_str!("ferry/crossing.luau");
const BOARD: &str = "scenarios/ferry/board.toml";

/// TOML files of a pack, by path.
type Files = BTreeMap<String, Table>;

fn path(kind: &str) -> String {
    let file = FILE_SCHEMAS.iter().find(|file| file.kind == kind).expect("a kind of file");
    file.path.replace("<game>", "ferry").replace("<scenario>", "standard").replace("**/*", "cards")
}

fn parsed(text: &str) -> Table {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Schemas that are sections of a file, by key.
fn sections(schema: &'static TableSchema) -> impl Iterator<Item = (&'static Key, &'static TableSchema)> {
    schema.keys().filter_map(|key| match key.value_type {
        ValueType::Table(schema) | ValueType::Entries(schema) | ValueType::NamedEntries(schema) => Some((key, schema)),
        _ => None,
    })
}

/// The game of the examples: the contents of the tables in the reference.
fn ferry() -> Files {
    let mut files = Files::new();
    for file in FILE_SCHEMAS.iter().filter(|file| file.kind != "pack") {
        let text: Vec<&str> = sections(file.schema).map(|(_, schema)| schema.example).collect();
        files.insert(path(file.kind), parsed(&text.join("\n\n")));
    }
    files
}

/// The same with cards that have a half for each side.
fn ferry_of_halves() -> Files {
    let mut files = ferry();
    let board = FILE_SCHEMAS.iter().find(|file| file.kind == "board").expect("boards").schema;
    let shape = sections(board).find(|(key, _)| key.name == "card").expect("cards").1;
    let half_fields = shape.key("half_fields").expect("halves");
    let sort = "fields = { sort = { word = [\"tide\", \"storm\"], optional = true } }";
    let text = format!("{}\nhalf_fields = {}\n{sort}", half_fields.example_context, half_fields.example);
    files.get_mut(BOARD).expect("a board").insert("card".into(), Value::Table(parsed(&text)));
    files.insert(path("cards"), parsed(&format!("[meta]\ngame = \"ferry\"\n\n{}", half().example)));
    files
}

fn half() -> &'static TableSchema {
    let cards = FILE_SCHEMAS.iter().find(|file| file.kind == "cards").expect("cards").schema;
    let card = sections(cards).find(|(key, _)| key.name == "card").expect("cards").1;
    let mut tables = card.game_keys.iter().filter_map(|more| match more.value_type {
        ValueType::Table(schema) => Some(schema),
        _ => None,
    });
    tables.next_back().expect("halves of cards")
}

fn sources(files: &Files) -> Vec<(String, String)> {
    let mut all: Vec<_> = files.iter().map(|(path, table)| (path.clone(), table.to_string())).collect();
    all.push(("scripts/ferry/crossing.luau".into(), CROSSING.into()));
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 5\"/>";
    for name in ["map", "raft"] {
        all.push((format!("layouts/ferry/{name}.svg"), picture.into()));
    }
    all
}

fn pack(files: Vec<(String, String)>) -> Pack {
    Pack::open(PackSource::Memory(files)).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

/// Diagnostics for a game's content and its layout.
fn read(packs: &[Pack]) -> Vec<Diagnostic> {
    let (content, mut all) = Content::load(packs, "ferry");
    all.extend(content.iter().flat_map(|content| LayoutFile::read(packs, content, None).1));
    all
}

/// All diagnostics for a game, with scripts and scenarios.
fn in_full(files: &Files) -> Vec<Diagnostic> {
    let library = Library::open(vec![PackSource::Memory(sources(files))]);
    let library = library.unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    let mut all = read(&library.packs);
    all.extend(cardwright_table::check(&library, "ferry").problems);
    all
}

#[track_caller]
fn assert_no_diagnostics(what: &str, problems: &[Diagnostic]) {
    assert!(problems.is_empty(), "{what}\n{}", render(problems, false));
}

#[test]
fn the_game_of_the_examples_is_a_game() {
    assert_no_diagnostics("the blocks of docs/content.md", &in_full(&ferry()));
    assert_no_diagnostics("the same with halves", &in_full(&ferry_of_halves()));
}

/// Where a table is in a file: keys and list indexes.
#[derive(Debug, Clone)]
enum PathStep {
    Key(String),
    First,
}

fn at<'a>(root: &'a mut Value, table_path: &[PathStep]) -> &'a mut Table {
    let there = table_path.iter().fold(root, |value, step| match step {
        PathStep::Key(key) => value.get_mut(key).expect("a key that is there"),
        PathStep::First => value.get_mut(0).expect("a list that is not empty"),
    });
    there.as_table_mut().expect("a table")
}

/// Changes a table of a file.
fn change(files: &mut Files, file: &str, table_path: &[PathStep], change: impl FnOnce(&mut Table)) {
    let mut root = Value::Table(files.remove(file).expect("a file"));
    change(at(&mut root, table_path));
    let Value::Table(root) = root else { unreachable!("it was one") };
    files.insert(file.into(), root);
}

/// Renames the thing with this id wherever it is named.
fn rename(value: &mut Value, old: &str, new: &str) {
    match value {
        Value::String(text) if text == old => *text = new.into(),
        Value::Array(list) => list.iter_mut().for_each(|item| rename(item, old, new)),
        Value::Table(table) => table.iter_mut().for_each(|(_, item)| rename(item, old, new)),
        _ => {}
    }
}

/// The examples that were run: their number, and their schemas.
struct Runs {
    files: Files,
    run: usize,
    told: Vec<&'static str>,
}

impl Runs {
    fn of(files: Files) -> Runs {
        Runs { files, run: 0, told: Vec::new() }
    }

    /// Runs every key of a schema whose table is at this place in the game of the examples, and of the tables within.
    fn schema(&mut self, schema: &'static TableSchema, file: &str, table_path: &[PathStep]) {
        if self.told.contains(&schema.subject) {
            return;
        }
        self.told.push(schema.subject);
        for key in schema.keys() {
            assert!(key.doc.len() > 6, "`{}` of {} has no meaning", key.name, schema.subject);
            self.key(schema, key, file, table_path);
            self.run += 1;
            if let Some((inner, table_path)) = within(&key.value_type, key.name, table_path) {
                let holder = table_path.len();
                let kept = self.files.clone();
                change(&mut self.files, file, &table_path[..holder - steps(&key.value_type)], |table| {
                    let more = parsed(inner.example);
                    put(table, key, more);
                });
                self.schema(inner, file, &table_path);
                self.files = kept;
            }
        }
    }

    fn key(&self, schema: &'static TableSchema, key: &'static Key, file: &str, table_path: &[PathStep]) {
        let what = format!("`{} = {}` of {}, in {file}", key.name, key.example, schema.subject);
        let mut files = self.files.clone();
        let mut beside = key.example_context;
        match (schema.key("halves").is_some(), key.name) {
            (true, "fields") => files = ferry(),
            // The game of halves covers it already.
            (true, _) => beside = "",
            _ => {}
        }
        let mut lines = parsed(&format!("{beside}\n{} = {}", key.name, key.example));
        if matches!(key.name, "patch" | "remove") {
            return self.in_a_later_pack(&what, lines, file, table_path);
        }
        if key.name == "game" {
            assert_eq!(lines["game"].as_str(), Some("ferry"));
        }
        let is_entry = table_path.len() == 2;
        if let (Some(new), true) = (lines.get("id").cloned().filter(|_| table_path.len() < 3), is_entry) {
            let mut old = None;
            change(&mut files, file, table_path, |table| old = table.get("id").cloned());
            match (key.name, old) {
                ("id", Some(old)) => {
                    for table in files.values_mut() {
                        for (_, value) in table.iter_mut() {
                            rename(value, old.as_str().expect("an id"), new.as_str().expect("an id"));
                        }
                    }
                }
                // A new entry, next to the existing ones.
                (_, Some(_)) => {
                    let Some(PathStep::Key(list)) = table_path.first() else {
                        unreachable!("an entry stands in a list")
                    };
                    let list = files.get_mut(file).and_then(|file| file.get_mut(list)).and_then(Value::as_array_mut);
                    list.expect("a list").push(Value::Table(lines));
                    return assert_no_diagnostics(&what, &loaded(&files));
                }
                _ => {}
            }
        }
        // A scenario with another id is in another file.
        if schema.subject.contains("scenario") && lines.contains_key("id") {
            let copy = files[file].clone();
            files.insert("scenarios/ferry/another.toml".into(), copy);
            lines.entry("position").or_insert("port: 1 raft".into());
            change(&mut files, "scenarios/ferry/another.toml", table_path, |table| table.extend(lines));
            return assert_no_diagnostics(&what, &in_full(&files));
        }
        change(&mut files, file, table_path, |table| {
            if !is_entry && table_path.len() > 2 && !key.example_context.is_empty() {
                table.clear();
            }
            table.extend(lines);
            let other = |of: &str| {
                schema.key(of).and_then(|of| of.condition).is_some_and(|when| {
                    !table.get(when.key).and_then(Value::as_str).is_some_and(|is| when.values.contains(&is))
                })
            };
            let gone: Vec<String> = table.keys().filter(|of| other(of)).cloned().collect();
            gone.iter().for_each(|of| drop(table.remove(of)));
        });
        let all = if schema.subject.starts_with("[meta]") { in_full(&files) } else { loaded(&files) };
        assert_no_diagnostics(&what, &all);
    }

    /// Runs `patch` and `remove` on an entry of an earlier pack.
    fn in_a_later_pack(&self, what: &str, lines: Table, file: &str, table_path: &[PathStep]) {
        let mut over = self.files.clone();
        over.retain(|path, _| path == file);
        let is_removed = lines.contains_key("remove");
        change(&mut over, file, table_path, |table| {
            if is_removed {
                table.retain(|key, _| matches!(key, "id" | "number" | "players" | "a" | "b" | "game" | "between"));
            }
            table.extend(lines);
        });
        // Repeats only the entry itself.
        let said = over.get_mut(file).expect("a file");
        let top = match table_path.first() {
            Some(PathStep::Key(key)) => key.clone(),
            _ => String::new(),
        };
        said.retain(|key, _| key == "meta" || key == top);
        for value in said.iter_mut().map(|(_, value)| value) {
            if let Value::Array(list) = value {
                list.truncate(1);
            }
        }
        if let (Some(PathStep::Key(named)), Some(Value::Table(all))) = (table_path.get(1), said.get_mut(&top)) {
            all.retain(|key, _| key == named);
        }
        let manifest = "id = \"later\"\nversion = \"1.0.0\"\n".to_owned();
        let over = pack(vec![("pack.toml".into(), manifest), (file.into(), over[file].to_string())]);
        let problems = read(&[pack(sources(&self.files)), over]);
        // Other files may miss what was removed; that is no error of this file.
        let here = problems.into_iter().filter(|problem| problem.location().starts_with("later:")).collect::<Vec<_>>();
        assert_no_diagnostics(what, &here);
    }
}

fn loaded(files: &Files) -> Vec<Diagnostic> {
    read(&[pack(sources(files))])
}

/// The schema of the tables in a value, and where the first of them is.
fn within(value_type: &ValueType, key: &str, table_path: &[PathStep]) -> Option<(&'static TableSchema, Vec<PathStep>)> {
    let schema = table_of(value_type)?;
    let mut table_path = table_path.to_vec();
    table_path.push(PathStep::Key(key.into()));
    match value_type {
        ValueType::AnyKeys(_) => table_path.push(PathStep::Key("probe".into())),
        ValueType::List(_) => table_path.push(PathStep::First),
        _ => {}
    }
    (!schema.example.is_empty()).then_some((schema, table_path))
}

/// How many steps lead from the holder of a key to the table in it.
fn steps(value_type: &ValueType) -> usize {
    if matches!(value_type, ValueType::AnyKeys(_) | ValueType::List(_)) { 2 } else { 1 }
}

fn table_of(value_type: &ValueType) -> Option<&'static TableSchema> {
    match value_type {
        ValueType::Table(schema) => Some(schema),
        ValueType::AnyKeys(of) | ValueType::List(of) => table_of(of),
        ValueType::AnyOf(all) => all.iter().find_map(table_of),
        _ => None,
    }
}

/// Puts a table at a key: in a list, or alone.
fn put(holder: &mut Table, key: &Key, table: Table) {
    let table = Value::Table(table);
    match key.value_type {
        ValueType::AnyKeys(_) => {
            let there = holder.entry(key.name).or_insert_with(|| Value::Table(Table::new()));
            there.as_table_mut().expect("a table").insert("probe".into(), table);
        }
        ValueType::List(_) => drop(holder.insert(key.name.into(), Value::Array(vec![table]))),
        _ => drop(holder.insert(key.name.into(), table)),
    }
}

#[test]
fn every_key_has_a_meaning_and_an_example_that_the_loader_takes() {
    let mut whole = Runs::of(ferry());
    for file in FILE_SCHEMAS.iter().filter(|file| file.kind != "pack") {
        for (key, schema) in sections(file.schema) {
            assert!(!key.doc.is_empty() && !schema.doc.is_empty(), "`{}` has no meaning", key.name);
            let mut table_path = vec![PathStep::Key(key.name.into())];
            match key.value_type {
                ValueType::Entries(_) => table_path.push(PathStep::First),
                ValueType::NamedEntries(_) => {
                    let first = whole.files[&path(file.kind)][key.name].as_table().and_then(|all| all.keys().next());
                    table_path.push(PathStep::Key(first.expect("one of each").clone()));
                }
                _ => {}
            }
            let halves = schema.key("halves").is_some();
            let (file, mut own) = (path(file.kind), Runs::of(if halves { ferry_of_halves() } else { ferry() }));
            own.told.clone_from(&whole.told);
            own.schema(schema, &file, &table_path);
            (whole.told, whole.run) = (own.told, whole.run + own.run);
        }
        for key in file.schema.keys().filter(|key| !key.example.is_empty()) {
            whole.key(file.schema, key, &path(file.kind), &[]);
            whole.run += 1;
        }
    }
    let mut halves = Runs::of(ferry_of_halves());
    halves.schema(
        half(),
        &path("cards"),
        &[PathStep::Key("card".into()), PathStep::First, PathStep::Key("reds".into())],
    );
    assert!(whole.run > 150 && halves.run == half().keys().count(), "{} and {}", whole.run, halves.run);
    assert!(common_keys().len() >= 6);
}

#[test]
fn the_keys_of_a_pack_have_examples_that_open() {
    let schema = FILE_SCHEMAS[0].schema;
    for key in schema.keys() {
        assert!(key.doc.len() > 6, "`{}` has no meaning", key.name);
        let mut table = parsed(schema.example);
        table.extend(parsed(&format!("{} = {}", key.name, key.example)));
        let over = pack(vec![
            ("pack.toml".into(), table.to_string()),
            ("scripts/ferry/crossing.luau".into(), CROSSING.into()),
        ]);
        let more = pack(vec![("pack.toml".into(), "id = \"more-rafts\"\nversion = \"1.0.0\"".into())]);
        let problems = Content::load(&[pack(sources(&ferry())), more, over], "ferry").1;
        let errors: Vec<&Diagnostic> =
            problems.iter().filter(|of| of.file.as_ref().is_some_and(|f| f.path == "pack.toml")).collect();
        // The copy in the example was made from another text.
        assert!(errors.iter().all(|of| of.code == "content::stale-copy"), "`{}`: {errors:?}", key.name);
    }
}

#[test]
fn headings_and_ids_have_the_right_article() {
    let page = cardwright_cli::content_page::content();
    let wrong = |line: &&str| {
        let before_vowel = |with: &str| line.split(with).skip(1).any(|rest| rest.starts_with(['a', 'e', 'i', 'o']));
        before_vowel("#### A ") || before_vowel("the id of a ") || line.contains(" An a ")
    };
    assert_eq!(page.lines().find(wrong), None);
    // If two tables share a description, it appears once.
    assert_eq!(page.matches("It names several things of this kind, as a list. Scripts get a set.").count(), 1);
}

/// The readers of counted positions and planted faults accept the examples of their files.
#[test]
fn examples_of_files_among_the_tests_are_read() {
    let text = |kind: &str| {
        let file = TEST_FILE_SCHEMAS.iter().find(|file| file.kind == kind).expect("such a file");
        sections(file.schema).map(|(_, schema)| schema.example).collect::<Vec<_>>().join("\n\n")
    };
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    sources(&ferry()).iter().for_each(|(path, text)| write(path, text));
    write("tests/perft/ferry.toml", &text("perft"));
    let library = Library::open(vec![PackSource::Folder(folder.path().to_owned())]).expect("a pack");
    let positions = cardwright_sim::named_positions(&library, "ferry").expect("positions");
    assert_eq!((positions.len(), positions[0].levels[0].nodes), (1, 2));
}
