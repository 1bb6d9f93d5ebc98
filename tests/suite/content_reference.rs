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

/// Returns the keys of a file that hold sections, each with the schema of its section.
fn sections(schema: &'static TableSchema) -> impl Iterator<Item = (&'static Key, &'static TableSchema)> {
    schema.keys().filter_map(|key| match key.value_type {
        ValueType::Table(schema) | ValueType::Entries(schema) | ValueType::NamedEntries(schema) => Some((key, schema)),
        _ => None,
    })
}

/// Returns the files of the game `ferry`, which consists of the examples in the content reference.
fn ferry() -> Files {
    let mut files = Files::new();
    for file in FILE_SCHEMAS.iter().filter(|file| file.kind != "pack") {
        let text: Vec<&str> = sections(file.schema).map(|(_, schema)| schema.example).collect();
        files.insert(path(file.kind), parsed(&text.join("\n\n")));
    }
    files
}

/// Returns the files of `ferry` with cards that have a half for each side.
fn ferry_with_card_halves() -> Files {
    let mut files = ferry();
    let board = FILE_SCHEMAS.iter().find(|file| file.kind == "board").expect("boards").schema;
    let shape = sections(board).find(|(key, _)| key.name == "card").expect("cards").1;
    let half_fields = shape.key("half_fields").expect("halves");
    let sort_field = "fields = { sort = { word = [\"tide\", \"storm\"], optional = true } }";
    let text = format!("{}\nhalf_fields = {}\n{sort_field}", half_fields.example_context, half_fields.example);
    files.get_mut(BOARD).expect("a board").insert("card".into(), Value::Table(parsed(&text)));
    files.insert(path("cards"), parsed(&format!("[meta]\ngame = \"ferry\"\n\n{}", half_schema().example)));
    files
}

fn half_schema() -> &'static TableSchema {
    let cards = FILE_SCHEMAS.iter().find(|file| file.kind == "cards").expect("cards").schema;
    let card = sections(cards).find(|(key, _)| key.name == "card").expect("cards").1;
    let mut tables = card.game_keys.iter().filter_map(|key| match key.value_type {
        ValueType::Table(schema) => Some(schema),
        _ => None,
    });
    tables.next_back().expect("halves of cards")
}

/// Returns the TOML files as text, together with the script and the pictures of the game.
fn sources(files: &Files) -> Vec<(String, String)> {
    let mut sources: Vec<_> = files.iter().map(|(path, table)| (path.clone(), table.to_string())).collect();
    sources.push(("scripts/ferry/crossing.luau".into(), CROSSING.into()));
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 5\"/>";
    for name in ["map", "raft"] {
        sources.push((format!("layouts/ferry/{name}.svg"), picture.into()));
    }
    sources
}

fn pack(files: Vec<(String, String)>) -> Pack {
    Pack::open(PackSource::Memory(files)).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

/// Returns the diagnostics for the content and the layout of `ferry`.
fn check_content(packs: &[Pack]) -> Vec<Diagnostic> {
    let (content, mut problems) = Content::load(packs, "ferry");
    problems.extend(content.iter().flat_map(|content| LayoutFile::read(packs, content, None).1));
    problems
}

/// Returns all diagnostics for a game, including those of its scripts and scenarios.
fn check_all(files: &Files) -> Vec<Diagnostic> {
    let library = Library::open(vec![PackSource::Memory(sources(files))]);
    let library = library.unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    let mut problems = check_content(&library.packs);
    problems.extend(cardwright_table::check(&library, "ferry").problems);
    problems
}

#[track_caller]
fn assert_no_diagnostics(description: &str, problems: &[Diagnostic]) {
    assert!(problems.is_empty(), "{description}\n{}", render(problems, false));
}

#[test]
fn the_game_of_the_examples_loads_without_diagnostics() {
    assert_no_diagnostics("the blocks of docs/content.md", &check_all(&ferry()));
    assert_no_diagnostics("the same blocks, with halves of cards", &check_all(&ferry_with_card_halves()));
}

/// One step of the path to a TOML table in a file: a key, or the first item of a list.
#[derive(Debug, Clone)]
enum PathStep {
    Key(String),
    First,
}

fn table_at<'a>(root: &'a mut Value, table_path: &[PathStep]) -> &'a mut Table {
    let value = table_path.iter().fold(root, |value, step| match step {
        PathStep::Key(key) => value.get_mut(key).expect("a key that is there"),
        PathStep::First => value.get_mut(0).expect("a list that is not empty"),
    });
    value.as_table_mut().expect("a table")
}

/// Changes one TOML table of a file.
fn change(files: &mut Files, file: &str, table_path: &[PathStep], change: impl FnOnce(&mut Table)) {
    let mut root = Value::Table(files.remove(file).expect("a file"));
    change(table_at(&mut root, table_path));
    let Value::Table(root) = root else { unreachable!("a file is a table") };
    files.insert(file.into(), root);
}

/// Replaces an id in every string value that equals it.
fn rename(value: &mut Value, old: &str, new: &str) {
    match value {
        Value::String(text) if text == old => *text = new.into(),
        Value::Array(list) => list.iter_mut().for_each(|item| rename(item, old, new)),
        Value::Table(table) => table.iter_mut().for_each(|(_, item)| rename(item, old, new)),
        _ => {}
    }
}

/// Checks examples of keys against a game, and counts them.
struct ExampleRunner {
    files: Files,
    /// How many keys were run.
    count: usize,
    /// The subjects of the schemas that were run.
    visited_subjects: Vec<&'static str>,
}

impl ExampleRunner {
    fn new(files: Files) -> ExampleRunner {
        ExampleRunner { files, count: 0, visited_subjects: Vec::new() }
    }

    /// Runs the example of every key of a schema. `table_path` leads to a TOML table with this schema in the file. The
    /// keys of nested tables are run too.
    fn run_schema(&mut self, schema: &'static TableSchema, file: &str, table_path: &[PathStep]) {
        if self.visited_subjects.contains(&schema.subject) {
            return;
        }
        self.visited_subjects.push(schema.subject);
        for key in schema.keys() {
            assert!(key.doc.len() > 6, "`{}` of {} has no description", key.name, schema.subject);
            self.run_key(schema, key, file, table_path);
            self.count += 1;
            if let Some((inner, table_path)) = inner_table(&key.value_type, key.name, table_path) {
                let depth = table_path.len();
                let original_files = self.files.clone();
                change(&mut self.files, file, &table_path[..depth - step_count(&key.value_type)], |table| {
                    put(table, key, parsed(inner.example));
                });
                self.run_schema(inner, file, &table_path);
                self.files = original_files;
            }
        }
    }

    fn run_key(&self, schema: &'static TableSchema, key: &'static Key, file: &str, table_path: &[PathStep]) {
        let description = format!("`{} = {}` of {}, in {file}", key.name, key.example, schema.subject);
        let mut files = self.files.clone();
        let mut context = key.example_context;
        match (schema.key("halves").is_some(), key.name) {
            (true, "fields") => files = ferry(),
            // The files of `ferry_with_card_halves` already hold the keys of the context.
            (true, _) => context = "",
            _ => {}
        }
        let mut lines = parsed(&format!("{context}\n{} = {}", key.name, key.example));
        if matches!(key.name, "patch" | "remove") {
            return self.run_in_later_pack(&description, lines, file, table_path);
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
                // The example becomes another entry of the list.
                (_, Some(_)) => {
                    let Some(PathStep::Key(list)) = table_path.first() else { unreachable!("an entry is in a list") };
                    let list = files.get_mut(file).and_then(|file| file.get_mut(list)).and_then(Value::as_array_mut);
                    list.expect("a list").push(Value::Table(lines));
                    return assert_no_diagnostics(&description, &check_files(&files));
                }
                _ => {}
            }
        }
        // A scenario with another id needs a file of its own.
        if schema.subject.contains("scenario") && lines.contains_key("id") {
            let copy = files[file].clone();
            files.insert("scenarios/ferry/another.toml".into(), copy);
            lines.entry("position").or_insert("port: 1 raft".into());
            change(&mut files, "scenarios/ferry/another.toml", table_path, |table| table.extend(lines));
            return assert_no_diagnostics(&description, &check_all(&files));
        }
        change(&mut files, file, table_path, |table| {
            if !is_entry && table_path.len() > 2 && !key.example_context.is_empty() {
                table.clear();
            }
            table.extend(lines);
            // Remove the keys whose condition no longer holds.
            let is_excluded = |name: &str| {
                schema.key(name).and_then(|key| key.condition).is_some_and(|condition| {
                    let value = table.get(condition.key).and_then(Value::as_str);
                    !value.is_some_and(|value| condition.values.contains(&value))
                })
            };
            let keys_to_remove: Vec<String> = table.keys().filter(|name| is_excluded(name)).cloned().collect();
            keys_to_remove.iter().for_each(|name| drop(table.remove(name)));
        });
        let problems = if schema.subject.starts_with("[meta]") { check_all(&files) } else { check_files(&files) };
        assert_no_diagnostics(&description, &problems);
    }

    /// Runs the example of `patch` or `remove` in a second pack, on an entry of the game.
    fn run_in_later_pack(&self, description: &str, lines: Table, file: &str, table_path: &[PathStep]) {
        let mut later_files = self.files.clone();
        later_files.retain(|path, _| path == file);
        let is_removed = lines.contains_key("remove");
        change(&mut later_files, file, table_path, |table| {
            if is_removed {
                table.retain(|key, _| matches!(key, "id" | "number" | "players" | "a" | "b" | "game" | "between"));
            }
            table.extend(lines);
        });
        // The second pack repeats only the patched entry.
        let patch_file = later_files.get_mut(file).expect("a file");
        let top_key = match table_path.first() {
            Some(PathStep::Key(key)) => key.clone(),
            _ => String::new(),
        };
        patch_file.retain(|key, _| key == "meta" || key == top_key);
        for value in patch_file.iter_mut().map(|(_, value)| value) {
            if let Value::Array(list) = value {
                list.truncate(1);
            }
        }
        if let (Some(PathStep::Key(name)), Some(Value::Table(entries))) =
            (table_path.get(1), patch_file.get_mut(&top_key))
        {
            entries.retain(|key, _| key == name);
        }
        let manifest = "id = \"later\"\nversion = \"1.0.0\"\n".to_owned();
        let later_pack = pack(vec![("pack.toml".into(), manifest), (file.into(), later_files[file].to_string())]);
        let mut problems = check_content(&[pack(sources(&self.files)), later_pack]);
        // Files of the first pack may refer to the removed entry, so their errors do not count.
        problems.retain(|problem| problem.location().starts_with("later:"));
        assert_no_diagnostics(description, &problems);
    }
}

fn check_files(files: &Files) -> Vec<Diagnostic> {
    check_content(&[pack(sources(files))])
}

/// Returns the schema of the TOML tables in a value, and the path to the first of these tables.
fn inner_table(
    value_type: &ValueType,
    key: &str,
    table_path: &[PathStep],
) -> Option<(&'static TableSchema, Vec<PathStep>)> {
    let schema = table_schema(value_type)?;
    let mut table_path = table_path.to_vec();
    table_path.push(PathStep::Key(key.into()));
    match value_type {
        ValueType::AnyKeys(_) => table_path.push(PathStep::Key("probe".into())),
        ValueType::List(_) => table_path.push(PathStep::First),
        _ => {}
    }
    (!schema.example.is_empty()).then_some((schema, table_path))
}

/// Returns the number of path steps from the TOML table that holds a key to the table in its value.
fn step_count(value_type: &ValueType) -> usize {
    if matches!(value_type, ValueType::AnyKeys(_) | ValueType::List(_)) { 2 } else { 1 }
}

fn table_schema(value_type: &ValueType) -> Option<&'static TableSchema> {
    match value_type {
        ValueType::Table(schema) => Some(schema),
        ValueType::AnyKeys(inner) | ValueType::List(inner) => table_schema(inner),
        ValueType::AnyOf(choices) => choices.iter().find_map(table_schema),
        _ => None,
    }
}

/// Puts a TOML table at a key, inside a list or another table if the key's type needs one.
fn put(holder: &mut Table, key: &Key, table: Table) {
    let table = Value::Table(table);
    match key.value_type {
        ValueType::AnyKeys(_) => {
            let outer = holder.entry(key.name).or_insert_with(|| Value::Table(Table::new()));
            outer.as_table_mut().expect("a table").insert("probe".into(), table);
        }
        ValueType::List(_) => drop(holder.insert(key.name.into(), Value::Array(vec![table]))),
        _ => drop(holder.insert(key.name.into(), table)),
    }
}

#[test]
fn every_key_has_a_description_and_an_example_that_the_loader_accepts() {
    let mut whole = ExampleRunner::new(ferry());
    for file in FILE_SCHEMAS.iter().filter(|file| file.kind != "pack") {
        for (key, schema) in sections(file.schema) {
            assert!(!key.doc.is_empty() && !schema.doc.is_empty(), "`{}` has no description", key.name);
            let mut table_path = vec![PathStep::Key(key.name.into())];
            match key.value_type {
                ValueType::Entries(_) => table_path.push(PathStep::First),
                ValueType::NamedEntries(_) => {
                    let entries = whole.files[&path(file.kind)][key.name].as_table();
                    let first = entries.and_then(|entries| entries.keys().next());
                    table_path.push(PathStep::Key(first.expect("one of each").clone()));
                }
                _ => {}
            }
            let has_halves = schema.key("halves").is_some();
            let mut section = ExampleRunner::new(if has_halves { ferry_with_card_halves() } else { ferry() });
            section.visited_subjects.clone_from(&whole.visited_subjects);
            section.run_schema(schema, &path(file.kind), &table_path);
            (whole.visited_subjects, whole.count) = (section.visited_subjects, whole.count + section.count);
        }
        for key in file.schema.keys().filter(|key| !key.example.is_empty()) {
            whole.run_key(file.schema, key, &path(file.kind), &[]);
            whole.count += 1;
        }
    }
    let mut halves = ExampleRunner::new(ferry_with_card_halves());
    halves.run_schema(
        half_schema(),
        &path("cards"),
        &[PathStep::Key("card".into()), PathStep::First, PathStep::Key("reds".into())],
    );
    assert!(whole.count > 150 && halves.count == half_schema().keys().count(), "{} and {}", whole.count, halves.count);
    assert!(common_keys().len() >= 6);
}

#[test]
fn the_loader_accepts_the_example_of_every_key_of_a_pack() {
    let schema = FILE_SCHEMAS[0].schema;
    for key in schema.keys() {
        assert!(key.doc.len() > 6, "`{}` has no description", key.name);
        let mut table = parsed(schema.example);
        table.extend(parsed(&format!("{} = {}", key.name, key.example)));
        let example_pack = pack(vec![
            ("pack.toml".into(), table.to_string()),
            ("scripts/ferry/crossing.luau".into(), CROSSING.into()),
        ]);
        // The examples name this pack.
        let named_pack = pack(vec![("pack.toml".into(), "id = \"more-rafts\"\nversion = \"1.0.0\"".into())]);
        let problems = Content::load(&[pack(sources(&ferry())), named_pack, example_pack], "ferry").1;
        let errors: Vec<&Diagnostic> =
            problems.iter().filter(|problem| problem.file.as_ref().is_some_and(|f| f.path == "pack.toml")).collect();
        // The example says that the pack copied a file, but with a hash of another text.
        assert!(errors.iter().all(|error| error.code == "content::stale-copy"), "`{}`: {errors:?}", key.name);
    }
}

#[test]
fn headings_and_ids_have_the_right_article() {
    let page = cardwright_cli::content_page::content();
    let is_wrong = |line: &&str| {
        let before_vowel = |text: &str| line.split(text).skip(1).any(|rest| rest.starts_with(['a', 'e', 'i', 'o']));
        before_vowel("#### A ") || before_vowel("the id of a ") || line.contains(" An a ")
    };
    assert_eq!(page.lines().find(is_wrong), None);
    // A description that two tables share appears once.
    assert_eq!(page.matches("It names several things of this kind, as a list. Scripts get a set.").count(), 1);
}

#[test]
fn the_reader_of_perft_files_accepts_the_example_in_the_reference() {
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
