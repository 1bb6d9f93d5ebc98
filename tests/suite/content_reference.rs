//! The reference of content: the game of its examples is a game, and the example of every key is one that the loader takes.

use cardwright_content::sketch::Sketch;
use cardwright_content::{
    Content, Diagnostic, FILES, Form, Holds, Key, Pack, PackSource, TEST_FILES, entry_keys, render,
};
use cardwright_table::Library;
use std::collections::BTreeMap;
use toml::{Table, Value};

const CROSSING: &str = include_str!("ferry/crossing.luau");
const BOARD: &str = "scenarios/ferry/board.toml";

/// TOML files of a pack, by path.
type Files = BTreeMap<String, Table>;

fn path(kind: &str) -> String {
    let file = FILES.iter().find(|file| file.kind == kind).expect("a kind of file");
    file.path.replace("<game>", "ferry").replace("<scenario>", "standard").replace("**/*", "cards")
}

fn parsed(text: &str) -> Table {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Forms that are sections of a file, by key.
fn sections(form: &'static Form) -> impl Iterator<Item = (&'static Key, &'static Form)> {
    form.keys().filter_map(|key| match key.holds {
        Holds::Table(form) | Holds::Entries(form) | Holds::Named(form) => Some((key, form)),
        _ => None,
    })
}

/// The game of the examples: what stands under the tables of the reference.
fn ferry() -> Files {
    let mut files = Files::new();
    for file in FILES.iter().filter(|file| file.kind != "pack") {
        let text: Vec<&str> = sections(file.form).map(|(_, form)| form.example).collect();
        files.insert(path(file.kind), parsed(&text.join("\n\n")));
    }
    files
}

/// The same with cards that have a half for each side.
fn ferry_of_halves() -> Files {
    let mut files = ferry();
    let board = FILES.iter().find(|file| file.kind == "board").expect("boards").form;
    let shape = sections(board).find(|(key, _)| key.name == "card").expect("cards").1;
    let half_fields = shape.key("half_fields").expect("halves");
    let sort = "fields = { sort = { word = [\"tide\", \"storm\"], optional = true } }";
    let text = format!("{}\nhalf_fields = {}\n{sort}", half_fields.beside, half_fields.example);
    files.get_mut(BOARD).expect("a board").insert("card".into(), Value::Table(parsed(&text)));
    files.insert(path("cards"), parsed(&format!("[meta]\ngame = \"ferry\"\n\n{}", half().example)));
    files
}

fn half() -> &'static Form {
    let cards = FILES.iter().find(|file| file.kind == "cards").expect("cards").form;
    let card = sections(cards).find(|(key, _)| key.name == "card").expect("cards").1;
    let mut tables = card.more.iter().filter_map(|more| match more.holds {
        Holds::Table(form) => Some(form),
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

/// What there is to say of a game's content, and of its layout.
fn read(packs: &[Pack]) -> Vec<Diagnostic> {
    let (content, mut all) = Content::load(packs, "ferry");
    all.extend(content.iter().flat_map(|content| Sketch::read(packs, content, None).1));
    all
}

/// All there is to say of a game, its scripts and scenarios included.
fn in_full(files: &Files) -> Vec<Diagnostic> {
    let library = Library::open(vec![PackSource::Memory(sources(files))]);
    let library = library.unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    let mut all = read(&library.packs);
    all.extend(cardwright_table::check(&library, "ferry").problems);
    all
}

#[track_caller]
fn nothing_to_say(what: &str, problems: &[Diagnostic]) {
    assert!(problems.is_empty(), "{what}\n{}", render(problems, false));
}

#[test]
fn the_game_of_the_examples_is_a_game() {
    nothing_to_say("the blocks of docs/content.md", &in_full(&ferry()));
    nothing_to_say("the same with halves", &in_full(&ferry_of_halves()));
}

/// Where a table stands in a file: keys, and places in lists.
#[derive(Debug, Clone)]
enum Way {
    Key(String),
    First,
}

fn at<'a>(root: &'a mut Value, way: &[Way]) -> &'a mut Table {
    let there = way.iter().fold(root, |value, step| match step {
        Way::Key(key) => value.get_mut(key).expect("a key that is there"),
        Way::First => value.get_mut(0).expect("a list that is not empty"),
    });
    there.as_table_mut().expect("a table")
}

/// Changes a table of a file.
fn change(files: &mut Files, file: &str, way: &[Way], change: impl FnOnce(&mut Table)) {
    let mut root = Value::Table(files.remove(file).expect("a file"));
    change(at(&mut root, way));
    let Value::Table(root) = root else { unreachable!("it was one") };
    files.insert(file.into(), root);
}

/// Calls what bears an id otherwise, wherever it is named.
fn rename(value: &mut Value, old: &str, new: &str) {
    match value {
        Value::String(text) if text == old => *text = new.into(),
        Value::Array(list) => list.iter_mut().for_each(|item| rename(item, old, new)),
        Value::Table(table) => table.iter_mut().for_each(|(_, item)| rename(item, old, new)),
        _ => {}
    }
}

/// The examples as they are run: how many, and of which forms.
struct Runs {
    files: Files,
    run: usize,
    told: Vec<&'static str>,
}

impl Runs {
    fn of(files: Files) -> Runs {
        Runs { files, run: 0, told: Vec::new() }
    }

    /// Every key of a form, whose table stands there in the game of the examples, and of the tables within.
    fn form(&mut self, form: &'static Form, file: &str, way: &[Way]) {
        if self.told.contains(&form.of) {
            return;
        }
        self.told.push(form.of);
        for key in form.keys() {
            assert!(key.doc.len() > 6, "`{}` of {} has no meaning", key.name, form.of);
            self.key(form, key, file, way);
            self.run += 1;
            if let Some((inner, way)) = within(&key.holds, key.name, way) {
                let holder = way.len();
                let kept = self.files.clone();
                change(&mut self.files, file, &way[..holder - steps(&key.holds)], |table| {
                    let more = parsed(inner.example);
                    put(table, key, more);
                });
                self.form(inner, file, &way);
                self.files = kept;
            }
        }
    }

    fn key(&self, form: &'static Form, key: &'static Key, file: &str, way: &[Way]) {
        let what = format!("`{} = {}` of {}, in {file}", key.name, key.example, form.of);
        let mut files = self.files.clone();
        let mut beside = key.beside;
        match (form.key("halves").is_some(), key.name) {
            (true, "fields") => files = ferry(),
            // The game of halves says it already.
            (true, _) => beside = "",
            _ => {}
        }
        let mut lines = parsed(&format!("{beside}\n{} = {}", key.name, key.example));
        if matches!(key.name, "patch" | "remove") {
            return self.in_a_later_pack(&what, lines, file, way);
        }
        if key.name == "game" {
            assert_eq!(lines["game"].as_str(), Some("ferry"));
        }
        let is_entry = way.len() == 2;
        if let (Some(new), true) = (lines.get("id").cloned().filter(|_| way.len() < 3), is_entry) {
            let mut old = None;
            change(&mut files, file, way, |table| old = table.get("id").cloned());
            match (key.name, old) {
                ("id", Some(old)) => {
                    for table in files.values_mut() {
                        for (_, value) in table.iter_mut() {
                            rename(value, old.as_str().expect("an id"), new.as_str().expect("an id"));
                        }
                    }
                }
                // An entry of its own, beside those there are.
                (_, Some(_)) => {
                    let Some(Way::Key(list)) = way.first() else { unreachable!("an entry stands in a list") };
                    let list = files.get_mut(file).and_then(|file| file.get_mut(list)).and_then(Value::as_array_mut);
                    list.expect("a list").push(Value::Table(lines));
                    return nothing_to_say(&what, &loaded(&files));
                }
                _ => {}
            }
        }
        // A scenario of another id lies in another file.
        if form.of.contains("scenario") && lines.contains_key("id") {
            let copy = files[file].clone();
            files.insert("scenarios/ferry/another.toml".into(), copy);
            lines.entry("position").or_insert("port: 1 raft".into());
            change(&mut files, "scenarios/ferry/another.toml", way, |table| table.extend(lines));
            return nothing_to_say(&what, &in_full(&files));
        }
        change(&mut files, file, way, |table| {
            if !is_entry && way.len() > 2 && !key.beside.is_empty() {
                table.clear();
            }
            table.extend(lines);
            let other = |of: &str| {
                form.key(of).and_then(|of| of.only).is_some_and(|when| {
                    !table.get(when.key).and_then(Value::as_str).is_some_and(|is| when.is.contains(&is))
                })
            };
            let gone: Vec<String> = table.keys().filter(|of| other(of)).cloned().collect();
            gone.iter().for_each(|of| drop(table.remove(of)));
        });
        let all = if form.of.starts_with("[meta]") { in_full(&files) } else { loaded(&files) };
        nothing_to_say(&what, &all);
    }

    /// `patch` and `remove` are said over an entry of an earlier pack.
    fn in_a_later_pack(&self, what: &str, lines: Table, file: &str, way: &[Way]) {
        let mut over = self.files.clone();
        over.retain(|path, _| path == file);
        let is_removed = lines.contains_key("remove");
        change(&mut over, file, way, |table| {
            if is_removed {
                table.retain(|key, _| matches!(key, "id" | "number" | "players" | "a" | "b" | "game" | "between"));
            }
            table.extend(lines);
        });
        // Only the entry itself is said again.
        let said = over.get_mut(file).expect("a file");
        let top = match way.first() {
            Some(Way::Key(key)) => key.clone(),
            _ => String::new(),
        };
        said.retain(|key, _| key == "meta" || key == top);
        for value in said.iter_mut().map(|(_, value)| value) {
            if let Value::Array(list) = value {
                list.truncate(1);
            }
        }
        if let (Some(Way::Key(named)), Some(Value::Table(all))) = (way.get(1), said.get_mut(&top)) {
            all.retain(|key, _| key == named);
        }
        let manifest = "id = \"later\"\nversion = \"1.0.0\"\n".to_owned();
        let over = pack(vec![("pack.toml".into(), manifest), (file.into(), over[file].to_string())]);
        let problems = read(&[pack(sources(&self.files)), over]);
        // What is taken out is missed elsewhere, which is not this file's fault.
        let here = problems.into_iter().filter(|problem| problem.place().starts_with("later:")).collect::<Vec<_>>();
        nothing_to_say(what, &here);
    }
}

fn loaded(files: &Files) -> Vec<Diagnostic> {
    read(&[pack(sources(files))])
}

/// The form of the tables in a value, and where the first of them stands.
fn within(holds: &Holds, key: &str, way: &[Way]) -> Option<(&'static Form, Vec<Way>)> {
    let form = table_of(holds)?;
    let mut way = way.to_vec();
    way.push(Way::Key(key.into()));
    match holds {
        Holds::Each(_) => way.push(Way::Key("probe".into())),
        Holds::List(_) => way.push(Way::First),
        _ => {}
    }
    (!form.example.is_empty()).then_some((form, way))
}

/// How many steps lead from the holder of a key to the table in it.
fn steps(holds: &Holds) -> usize {
    if matches!(holds, Holds::Each(_) | Holds::List(_)) { 2 } else { 1 }
}

fn table_of(holds: &Holds) -> Option<&'static Form> {
    match holds {
        Holds::Table(form) => Some(form),
        Holds::Each(of) | Holds::List(of) => table_of(of),
        Holds::AnyOf(all) => all.iter().find_map(table_of),
        _ => None,
    }
}

/// Puts a table in at a key: as one of several, or alone.
fn put(holder: &mut Table, key: &Key, table: Table) {
    let table = Value::Table(table);
    match key.holds {
        Holds::Each(_) => {
            let there = holder.entry(key.name).or_insert_with(|| Value::Table(Table::new()));
            there.as_table_mut().expect("a table").insert("probe".into(), table);
        }
        Holds::List(_) => drop(holder.insert(key.name.into(), Value::Array(vec![table]))),
        _ => drop(holder.insert(key.name.into(), table)),
    }
}

#[test]
fn every_key_has_a_meaning_and_an_example_that_the_loader_takes() {
    let mut whole = Runs::of(ferry());
    for file in FILES.iter().filter(|file| file.kind != "pack") {
        for (key, form) in sections(file.form) {
            assert!(!key.doc.is_empty() && !form.doc.is_empty(), "`{}` has no meaning", key.name);
            let mut way = vec![Way::Key(key.name.into())];
            match key.holds {
                Holds::Entries(_) => way.push(Way::First),
                Holds::Named(_) => {
                    let first = whole.files[&path(file.kind)][key.name].as_table().and_then(|all| all.keys().next());
                    way.push(Way::Key(first.expect("one of each").clone()));
                }
                _ => {}
            }
            let halves = form.key("halves").is_some();
            let (file, mut own) = (path(file.kind), Runs::of(if halves { ferry_of_halves() } else { ferry() }));
            own.told.clone_from(&whole.told);
            own.form(form, &file, &way);
            (whole.told, whole.run) = (own.told, whole.run + own.run);
        }
        for key in file.form.keys().filter(|key| !key.example.is_empty()) {
            whole.key(file.form, key, &path(file.kind), &[]);
            whole.run += 1;
        }
    }
    let mut halves = Runs::of(ferry_of_halves());
    halves.form(half(), &path("cards"), &[Way::Key("card".into()), Way::First, Way::Key("reds".into())]);
    assert!(whole.run > 150 && halves.run == half().keys().count(), "{} and {}", whole.run, halves.run);
    assert!(entry_keys().len() >= 6);
}

#[test]
fn the_keys_of_a_pack_have_examples_that_open() {
    let form = FILES[0].form;
    for key in form.keys() {
        assert!(key.doc.len() > 6, "`{}` has no meaning", key.name);
        let mut table = parsed(form.example);
        table.extend(parsed(&format!("{} = {}", key.name, key.example)));
        let over = pack(vec![
            ("pack.toml".into(), table.to_string()),
            ("scripts/ferry/crossing.luau".into(), CROSSING.into()),
        ]);
        let more = pack(vec![("pack.toml".into(), "id = \"more-rafts\"\nversion = \"1.0.0\"".into())]);
        let problems = Content::load(&[pack(sources(&ferry())), more, over], "ferry").1;
        let errors: Vec<&Diagnostic> =
            problems.iter().filter(|of| of.file.as_ref().is_some_and(|f| f.path == "pack.toml")).collect();
        // The copy in the example was made of another text.
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
    // What one table says as another does stands once.
    assert_eq!(page.matches("What it names several things of; scripts get a set.").count(), 1);
}

/// What counts positions and plants faults reads the examples of its files.
#[test]
fn examples_of_files_among_the_tests_are_read() {
    let text = |kind: &str| {
        let file = TEST_FILES.iter().find(|file| file.kind == kind).expect("such a file");
        sections(file.form).map(|(_, form)| form.example).collect::<Vec<_>>().join("\n\n")
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
