//! Finds entries of the board that nothing reads: facts, tracks, marks, dice, piles, periods, pieces, classes,
//! options, and hidden fields of cards. In doubt, an entry counts as read: each mention in a script or in a value of
//! the content counts.

use super::ScriptSummaries;
use crate::globals::lua_name;
use crate::script_errors::line_span;
use cardwright_content::{Content, Diagnostic, did_you_mean, provenance};
use cardwright_lint::{ScriptSummary, Source, Value};
use cardwright_state::PieceTypeId;
use cardwright_state::board::Board;
use std::collections::{BTreeMap, BTreeSet};

/// Keys whose values are texts for people, or the id of the entry itself.
const TEXT_KEYS: [&str; 14] = [
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

/// A warning for each.
pub(super) fn entries(content: &Content, summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let board = &content.board;
    let Some(scripts) = summaries.all() else { return Vec::new() };
    let mentions = Mentions::collect(content, &scripts);
    let mut out = Vec::new();
    for (kind, ids) in ids_by_kind(board) {
        for id in ids {
            let constant = lua_name(id).to_uppercase();
            let mut called = std::iter::once(id).chain(faces(board, id).filter(|_| kind == "piece"));
            if called.any(|id| is_read_from_table(&scripts, kind, id)) {
                continue;
            }
            let label = match mentions.usage(kind, id, &constant) {
                Usage::Read => continue,
                Usage::Never if kind == "piece" && faces(board, id).any(|face| mentions.mentions_id(face)) => continue,
                Usage::Never => format!("no script mentions `{constant}`"),
                Usage::OnlySet if is_shown(board, kind, id) => continue,
                Usage::OnlySet => format!("scripts only set `{constant}`, and no display shows it"),
            };
            out.extend(unread(content, kind, id, label, "read it or remove it"));
        }
    }
    out.extend(die_words(content, &scripts));
    out.extend(options(content, &scripts));
    out.extend(fields(content, &scripts));
    out
}

fn unread(content: &Content, kind: &str, id: &str, label: String, help: &str) -> Option<Diagnostic> {
    warning(content, kind, id, format!("nothing reads the {kind} `{id}`"), label, help)
}

fn warning(content: &Content, kind: &str, id: &str, message: String, label: String, help: &str) -> Option<Diagnostic> {
    let entry = provenance(content, &format!("{kind} {id}")).into_iter().find(|e| e.kind == kind && e.id == id)?;
    let origin = entry.origins.into_iter().next()?;
    let problem = Diagnostic::warning("script::unread", message);
    Some(problem.at(&origin.file, line_span(&origin.file.text, origin.line)).label(label).help(help))
}

/// The ids that have a constant in scripts, by the kind of entry.
fn ids_by_kind(board: &Board) -> Vec<(&'static str, Vec<&str>)> {
    let by_engine = [board.nonplayer, board.in_play].map(|fact| fact.map(|fact| fact.at()));
    // `use` and `used` work on the fact with this name.
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
            // A pile per side has one pile for each, with a space in its id.
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

/// Warnings for words on dice that no script reads. One unread word per die is fine (a blank), unless it looks like a
/// typo.
fn die_words(content: &Content, scripts: &[&ScriptSummary]) -> Vec<Diagnostic> {
    let board = &content.board;
    let is_read = |word: &String| is_read_from_table(scripts, "word", word);
    let mut out = Vec::new();
    for die in board.dice.iter().filter(|die| die.has_words()) {
        let faces: BTreeSet<String> = board.face_texts(die).into_iter().collect();
        let unread: Vec<&String> = faces.iter().filter(|word| !is_read(word)).collect();
        let others: BTreeSet<String> =
            board.dice.iter().flat_map(|die| board.face_texts(die)).filter(is_read).collect();
        let near = |word: &&String| did_you_mean(word, others.iter().map(String::as_str));
        let typo = unread.iter().find_map(|word| Some((*word, near(word)?)));
        if unread.len() < 2 && typo.is_none() {
            continue;
        }
        let names: Vec<String> = unread.iter().map(|word| format!("`{word}`")).collect();
        let label = format!("no script reads {}", names.join(", "));
        let help = match typo {
            Some((word, near)) => format!("instead of `{word}`, did you mean `{near}`?"),
            None => "one word may be a blank; read the others (`WORD`)".to_owned(),
        };
        let message = format!("nothing reads some faces of the die `{}`", die.id);
        out.extend(warning(content, "die", &die.id, message, label, &help));
    }
    out
}

fn is_shown(board: &Board, kind: &str, id: &str) -> bool {
    kind != "fact" || board.facts.iter().any(|fact| fact.id == id && fact.is_shown)
}

/// The ids of the faces of a piece.
fn faces<'b>(board: &'b Board, id: &'b str) -> impl Iterator<Item = &'b str> {
    let own = move |of: PieceTypeId| board.types[of.at()].id == id;
    let states = board.states.iter().filter(move |state| own(state.piece_type));
    states.filter_map(|state| state.text.split(['/', '+', '(']).next())
}

enum Usage {
    Read,
    Never,
    /// Scripts only set it.
    OnlySet,
}

/// All names that scripts and content mention.
struct Mentions {
    /// Identifiers in scripts, with their counts.
    names: BTreeMap<String, usize>,
    /// How often scripts call `set` with this constant.
    sets: BTreeMap<String, usize>,
    /// Names in strings of scripts and in values of the content.
    words: BTreeSet<String>,
    /// Names in positions.
    placed: BTreeSet<String>,
    /// Names in `marks` of pieces.
    marks: BTreeSet<String>,
}

impl Mentions {
    fn collect(content: &Content, scripts: &[&ScriptSummary]) -> Mentions {
        let mut mentions = Mentions {
            names: BTreeMap::new(),
            sets: BTreeMap::new(),
            words: BTreeSet::new(),
            placed: BTreeSet::new(),
            marks: BTreeSet::new(),
        };
        for file in &content.files {
            if file.path.ends_with(".luau") {
                mentions.add_script(&file.text);
            } else if file.path.ends_with(".toml")
                && !file.path.ends_with("/text.toml")
                && !file.path.ends_with("/rules.toml")
            {
                mentions.add_toml(&file.text);
            }
        }
        for summary in scripts {
            mentions.words.extend(summary.texts.iter().flat_map(|text| words(text)).map(str::to_owned));
            for call in summary.calls.iter().filter(|call| call.function == "set") {
                // Only a direct constant counts: a local may be read elsewhere.
                if let Some(first) = call.arguments.first()
                    && let [may] = first.values.as_slice()
                    && let Value::Source(Source::Global(name)) = &may.value
                    && may.span == first.span
                {
                    *mentions.sets.entry(name.clone()).or_default() += 1;
                }
            }
        }
        mentions
    }

    fn add_script(&mut self, text: &str) {
        for line in text.lines() {
            // `--` starts a comment, unless a quote before it may make it part of a string.
            let code = match line.split_once("--") {
                Some((code, _)) if !code.contains(['"', '\'', '`']) => code,
                _ => line,
            };
            for name in code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|name| !name.is_empty()) {
                *self.names.entry(name.to_owned()).or_default() += 1;
            }
        }
    }

    fn add_toml(&mut self, text: &str) {
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
                key if TEXT_KEYS.contains(&key) || TEXT_KEYS.contains(&last) => {}
                _ => self.words.extend(names()),
            }
            if opens {
                block = if block.is_some() { None } else { Some(key) };
            }
        }
    }

    /// Whether anything mentions the id.
    fn mentions_id(&self, id: &str) -> bool {
        let constant = lua_name(id).to_uppercase();
        self.names.contains_key(&constant) || self.words.contains(id) || self.placed.contains(id)
    }

    fn usage(&self, kind: &str, id: &str, constant: &str) -> Usage {
        let named = self.names.get(constant).copied().unwrap_or_default();
        let is_placed = matches!(kind, "piece" | "pile" | "class") && self.placed.contains(id);
        let is_in_data = self.words.contains(id) || self.words.contains(constant);
        if is_placed || is_in_data {
            return Usage::Read;
        }
        match named {
            0 => Usage::Never,
            n if kind == "fact" && self.sets.get(constant) == Some(&n) => Usage::OnlySet,
            _ => Usage::Read,
        }
    }
}

/// Whether a script reads an id from the table of its kind (`TRACK.gold`), or uses a computed key there.
fn is_read_from_table(scripts: &[&ScriptSummary], kind: &str, id: &str) -> bool {
    let table = if kind == "piece" { "CLASS".to_owned() } else { kind.to_uppercase() };
    let mut reads = scripts.iter().flat_map(|script| &script.table_reads).filter(|read| read.table == table);
    reads.any(|read| read.field.as_deref().is_none_or(|field| field == lua_name(id)))
}

/// The names in a text: `usa`, `damaged` and `moved` in `2 usa/damaged+moved`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).filter(|word| !word.is_empty())
}

/// Warnings for options that no script reads. None if a script uses a computed key.
fn options(content: &Content, scripts: &[&ScriptSummary]) -> Vec<Diagnostic> {
    let reads = scripts.iter().flat_map(|script| &script.table_reads).filter(|read| read.table == "OPTION");
    let Some(read) = reads.map(|read| read.field.as_deref()).collect::<Option<BTreeSet<&str>>>() else {
        return Vec::new();
    };
    // Knobs have a check of their own.
    let is_knob = |id: &str| content.knobs.iter().any(|knob| knob.id == id);
    let unused = content.board.options.iter().filter(|option| !read.contains(lua_name(&option.id).as_str()));
    let unused = unused.filter(|option| !is_knob(&option.id));
    // A misspelt read is reported where it is.
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

/// Warnings for hidden fields of cards that no script reads. People read the shown ones.
fn fields(content: &Content, scripts: &[&ScriptSummary]) -> Vec<Diagnostic> {
    let is_read = |field: &str| {
        scripts.iter().any(|script| {
            script.field_reads.iter().any(|read| read.field == field)
                || script.texts.iter().any(|text| lua_name(text) == field)
        })
    };
    // Code that uses the whole table may read any field.
    let is_info = |of: &Source| matches!(of, Source::Call(function) if function == "info" || function == "half");
    if scripts.iter().any(|script| script.whole_uses.iter().any(is_info)) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for field in content.omitted_card_fields.iter().filter(|field| !is_read(field)) {
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

/// The line that declares a hidden field of cards.
fn declaration<'a>(
    content: &'a Content,
    field: &str,
) -> Option<(&'a std::sync::Arc<cardwright_content::SourceFile>, usize)> {
    content.files.iter().filter(|file| file.path.ends_with(".toml")).find_map(|file| {
        let hides = |line: &str| line.contains("shown = false") && words(line).any(|word| lua_name(word) == field);
        file.text.lines().position(hides).map(|at| (file, at + 1))
    })
}
