//! What the board declares and nothing reads: facts, tracks, marks, dice, piles, periods, pieces, classes, options, and fields
//! of cards that are not shown.
//!
//! A name counts as read wherever it stands in a script, or in a value of the content: who cannot tell says nothing.

use super::Outlines;
use crate::globals::lua_name;
use crate::place::line_span;
use cardwright_content::{Content, Diagnostic, did_you_mean, whence};
use cardwright_lint::{Outline, Source, Value};
use cardwright_state::TypeId;
use cardwright_state::board::Board;
use std::collections::{BTreeMap, BTreeSet};

/// Keys whose texts people read, or that name an entry itself.
const NAMING: [&str; 14] = [
    "id",
    "name",
    "plural",
    "short",
    "doc",
    "label",
    "title",
    "note",
    "text",
    "source",
    "source_note",
    "rule",
    "aka",
    "was",
];

/// A warning for each, with its place.
pub(super) fn entries(content: &Content, outlines: &Outlines) -> Vec<Diagnostic> {
    let board = &content.board;
    let Some(scripts) = outlines.all() else { return Vec::new() };
    let said = Said::of(content, &scripts);
    let mut out = Vec::new();
    for (kind, ids) in declared(board) {
        for id in ids {
            let constant = lua_name(id).to_uppercase();
            let mut called = std::iter::once(id).chain(faces(board, id).filter(|_| kind == "piece"));
            if called.any(|id| is_read_of_its_table(&scripts, kind, id)) {
                continue;
            }
            let label = match said.how(kind, id, &constant) {
                Read::Somewhere => continue,
                Read::Nowhere if kind == "piece" && faces(board, id).any(|face| said.names_it(face)) => continue,
                Read::Nowhere => format!("no script mentions `{constant}`"),
                Read::Unseen if is_shown(board, kind, id) => continue,
                Read::Unseen => format!("scripts only set `{constant}`, and nobody is shown it"),
            };
            out.extend(unread(content, kind, id, label, "read it or remove it"));
        }
    }
    out.extend(sides_of_dice(content, &scripts));
    out.extend(options(content, &scripts));
    out.extend(fields(content, &scripts));
    out
}

fn unread(content: &Content, kind: &str, id: &str, label: String, help: &str) -> Option<Diagnostic> {
    about(content, kind, id, format!("nothing reads the {kind} `{id}`"), label, help)
}

fn about(content: &Content, kind: &str, id: &str, says: String, label: String, help: &str) -> Option<Diagnostic> {
    let entry = whence(content, &format!("{kind} {id}")).into_iter().find(|e| e.kind == kind && e.id == id)?;
    let origin = entry.origins.into_iter().next()?;
    let problem = Diagnostic::warning("script::unread", says);
    Some(problem.at(&origin.file, line_span(&origin.file.text, origin.line)).label(label).help(help))
}

/// What has a constant in scripts, by the kind of entry.
fn declared(board: &Board) -> Vec<(&'static str, Vec<&str>)> {
    let by_engine = [board.nonplayer, board.in_play].map(|fact| fact.map(|fact| fact.at()));
    // `use` and `used` keep what they note in the fact of this name.
    let facts =
        board.facts.iter().enumerate().filter(|(at, fact)| !by_engine.contains(&Some(*at)) && fact.id != "used");
    let home = board.home.at();
    vec![
        ("fact", facts.map(|(_, fact)| fact.id.as_str()).collect()),
        ("track", board.tracks.iter().map(|track| track.id.as_str()).collect()),
        ("mark", board.marks.iter().map(|mark| mark.id.as_str()).collect()),
        ("die", board.dice.iter().map(|die| die.id.as_str()).collect()),
        ("period", board.periods.iter().map(String::as_str).collect()),
        ("piece", board.types.iter().map(|of| of.id.as_str()).collect()),
        ("class", board.classes.iter().map(|class| class.id.as_str()).collect()),
        (
            "pile",
            // Of a pile on sides there is one for each.
            board
                .piles
                .iter()
                .enumerate()
                .filter(|(at, pile)| *at != home && !pile.id.contains(' '))
                .map(|(_, p)| p.id.as_str())
                .collect(),
        ),
    ]
}

/// Words on dice that no script reads. One on each may be the blank; not so one that is nearly a word that is read.
fn sides_of_dice(content: &Content, scripts: &[&Outline]) -> Vec<Diagnostic> {
    let board = &content.board;
    let is_read = |word: &String| is_read_of_its_table(scripts, "word", word);
    let mut out = Vec::new();
    for die in board.dice.iter().filter(|die| die.is_of_words()) {
        let faces: BTreeSet<String> = board.words_of(die).into_iter().collect();
        let unread: Vec<&String> = faces.iter().filter(|word| !is_read(word)).collect();
        let others: BTreeSet<String> = board.dice.iter().flat_map(|die| board.words_of(die)).filter(is_read).collect();
        let near = |word: &&String| did_you_mean(word, others.iter().map(String::as_str));
        let slip = unread.iter().find_map(|word| Some((*word, near(word)?)));
        if unread.len() < 2 && slip.is_none() {
            continue;
        }
        let names: Vec<String> = unread.iter().map(|word| format!("`{word}`")).collect();
        let label = format!("no script reads {}, which its faces say", names.join(", "));
        let help = match slip {
            Some((word, near)) => format!("instead of `{word}`, did you mean `{near}`?"),
            None => "one that means nothing may stand on it; read the others (`WORD`)".to_owned(),
        };
        let says = format!("nothing reads some faces of the die `{}`", die.id);
        out.extend(about(content, "die", &die.id, says, label, &help));
    }
    out
}

fn is_shown(board: &Board, kind: &str, id: &str) -> bool {
    kind != "fact" || board.facts.iter().any(|fact| fact.id == id && fact.shown)
}

/// What the faces of a piece are called, where they have names of their own.
fn faces<'b>(board: &'b Board, id: &'b str) -> impl Iterator<Item = &'b str> {
    let own = move |of: TypeId| board.types[of.at()].id == id;
    let states = board.states.iter().filter(move |state| own(state.of));
    states.filter_map(|state| state.text.split(['/', '+', '(']).next())
}

enum Read {
    Somewhere,
    Nowhere,
    /// Scripts set it, and do no more with it.
    Unseen,
}

/// The names that stand somewhere.
struct Said {
    /// The names of scripts, and how often each stands there.
    names: BTreeMap<String, usize>,
    /// How often scripts set a fact of this name.
    sets: BTreeMap<String, usize>,
    /// Names in texts of scripts, and in values of the content.
    words: BTreeSet<String>,
    /// Names in positions in words.
    placed: BTreeSet<String>,
    /// What pieces may be marked with.
    marks: BTreeSet<String>,
}

impl Said {
    fn of(content: &Content, scripts: &[&Outline]) -> Said {
        let mut said = Said {
            names: BTreeMap::new(),
            sets: BTreeMap::new(),
            words: BTreeSet::new(),
            placed: BTreeSet::new(),
            marks: BTreeSet::new(),
        };
        for file in &content.files {
            if file.path.ends_with(".luau") {
                said.script(&file.text);
            } else if file.path.ends_with(".toml")
                && !file.path.ends_with("/text.toml")
                && !file.path.ends_with("/rules.toml")
            {
                said.data(&file.text);
            }
        }
        for outline in scripts {
            said.words.extend(outline.texts.iter().flat_map(|text| words(text)).map(str::to_owned));
            for call in outline.calls.iter().filter(|call| call.function == "set") {
                // A local that holds the fact may be read elsewhere.
                if let Some(first) = call.arguments.first()
                    && let [may] = first.may.as_slice()
                    && let Value::From(Source::Global(name)) = &may.value
                    && may.span == first.span
                {
                    *said.sets.entry(name.clone()).or_default() += 1;
                }
            }
        }
        said
    }

    fn script(&mut self, text: &str) {
        for line in text.lines() {
            // A comment, unless a quote stands before it: then it may be none.
            let code = match line.split_once("--") {
                Some((code, _)) if !code.contains(['"', '\'', '`']) => code,
                _ => line,
            };
            for name in code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|name| !name.is_empty()) {
                *self.names.entry(name.to_owned()).or_default() += 1;
            }
        }
    }

    fn data(&mut self, text: &str) {
        let mut block: Option<String> = None;
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            let line = match line.rsplit_once(" # ") {
                Some((value, comment)) if !comment.contains('"') => value,
                _ => line,
            };
            let opens = line.matches("\"\"\"").count() % 2 == 1;
            let key = match &block {
                Some(key) => key.clone(),
                None => line.split(['=', '[', '#']).next().unwrap_or_default().trim().to_owned(),
            };
            let names = || words(line).map(str::to_owned);
            let last = key.rsplit(['.', '_', '-']).next().unwrap_or_default();
            match key.as_str() {
                "position" | "blank" => self.placed.extend(names()),
                "marks" => self.marks.extend(names()),
                key if NAMING.contains(&key) || NAMING.contains(&last) => {}
                _ => self.words.extend(names()),
            }
            if opens {
                block = if block.is_some() { None } else { Some(key) };
            }
        }
    }

    /// Whether anything at all speaks of it.
    fn names_it(&self, id: &str) -> bool {
        let constant = lua_name(id).to_uppercase();
        self.names.contains_key(&constant) || self.words.contains(id) || self.placed.contains(id)
    }

    fn how(&self, kind: &str, id: &str, constant: &str) -> Read {
        let named = self.names.get(constant).copied().unwrap_or_default();
        let is_placed = matches!(kind, "piece" | "pile" | "class") && self.placed.contains(id);
        let is_in_data = self.words.contains(id) || self.words.contains(constant);
        if is_placed || is_in_data {
            return Read::Somewhere;
        }
        match named {
            0 => Read::Nowhere,
            n if kind == "fact" && self.sets.get(constant) == Some(&n) => Read::Unseen,
            _ => Read::Somewhere,
        }
    }
}

/// Whether a script reads it of the table of its kind (`TRACK.gold`), or reads that by computed names.
fn is_read_of_its_table(scripts: &[&Outline], kind: &str, id: &str) -> bool {
    let table = if kind == "piece" { "CLASS".to_owned() } else { kind.to_uppercase() };
    let mut reads = scripts.iter().flat_map(|script| &script.tables).filter(|read| read.table == table);
    reads.any(|read| read.field.as_deref().is_none_or(|field| field == lua_name(id)))
}

/// The names in a text: `2 usa/damaged+moved` has `usa`, `damaged` and `moved`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).filter(|word| !word.is_empty())
}

/// Options that no script reads, unless one reads them by computed names.
fn options(content: &Content, scripts: &[&Outline]) -> Vec<Diagnostic> {
    let reads = scripts.iter().flat_map(|script| &script.tables).filter(|read| read.table == "OPTION");
    let Some(read) = reads.map(|read| read.field.as_deref()).collect::<Option<BTreeSet<&str>>>() else {
        return Vec::new();
    };
    // An option that is a knob is read as one.
    let is_knob = |id: &str| content.knobs.iter().any(|knob| knob.id == id);
    let unused = content.board.options.iter().filter(|option| !read.contains(lua_name(&option.id).as_str()));
    let unused = unused.filter(|option| !is_knob(&option.id));
    // Of one that is misspelt where it is read, that is told.
    let names: Vec<String> = content.board.options.iter().map(|option| lua_name(&option.id)).collect();
    let meant: BTreeSet<&str> = read
        .iter()
        .filter(|field| !names.iter().any(|name| name == *field))
        .filter_map(|field| cardwright_content::did_you_mean(field, names.iter().map(String::as_str)))
        .collect();
    let unused = unused.filter(|option| !meant.contains(lua_name(&option.id).as_str()));
    let label = |id: &str| format!("no script mentions `OPTION.{}`", lua_name(id));
    unused
        .filter_map(|option| unread(content, "option", &option.id, label(&option.id), "read it or remove it"))
        .collect()
}

/// Fields of cards that no script reads and that are not shown either: all else people read off the card.
fn fields(content: &Content, scripts: &[&Outline]) -> Vec<Diagnostic> {
    let is_read = |field: &str| {
        scripts.iter().any(|script| {
            script.reads.iter().any(|read| read.field == field)
                || script.texts.iter().any(|text| lua_name(text) == field)
        })
    };
    // Whoever takes a card's fields as a whole may read any of them.
    let is_info = |of: &Source| matches!(of, Source::Call(function) if function == "info" || function == "half");
    if scripts.iter().any(|script| script.wholes.iter().any(is_info)) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for field in content.unshown.iter().filter(|field| !is_read(field)) {
        let Some((file, line)) = declaration(content, field) else { continue };
        let problem = Diagnostic::warning(
            "script::unread",
            format!("nothing reads the field `{}` of cards", field.replace('_', "-")),
        );
        let label = format!("no script reads `.{field}`, and it is not shown");
        out.push(problem.at(file, line_span(&file.text, line)).label(label).help("read it, show it or remove it"));
    }
    out
}

/// The line on which a field of cards is declared not to be shown.
fn declaration<'a>(
    content: &'a Content,
    field: &str,
) -> Option<(&'a std::sync::Arc<cardwright_content::SourceFile>, usize)> {
    content.files.iter().filter(|file| file.path.ends_with(".toml")).find_map(|file| {
        let says = |line: &str| line.contains("shown = false") && words(line).any(|word| lua_name(word) == field);
        file.text.lines().position(says).map(|at| (file, at + 1))
    })
}
