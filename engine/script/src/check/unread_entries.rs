//! Finds entries of the board that nothing reads: facts, tracks, marks, dice, piles, periods, pieces, classes,
//! options, and hidden fields of cards. In doubt, an entry counts as read, so any mention in a script or in a value of
//! the content is enough.

use super::ScriptSummaries;
use crate::globals::lua_name;
use crate::script_errors::line_span;
use cardwright_content::{Content, Diagnostic, did_you_mean, provenance};
use cardwright_lint::{ScriptSummary, Source, Value};
use cardwright_state::PieceTypeId;
use cardwright_state::board::Board;
use std::collections::{BTreeMap, BTreeSet};

/// TOML keys whose values are texts for people, or the id of the entry itself.
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

/// Returns a warning for each entry that nothing reads.
pub(super) fn find_unread(content: &Content, summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let board = &content.board;
    let Some(scripts) = summaries.all() else { return Vec::new() };
    let mentions = Mentions::collect(content, &scripts);
    let mut out = Vec::new();
    for (kind, ids) in ids_by_kind(board) {
        for id in ids {
            let constant = lua_name(id).to_uppercase();
            let mut ids = std::iter::once(id).chain(faces(board, id).filter(|_| kind == "piece"));
            if ids.any(|id| is_read_from_table(&scripts, kind, id)) {
                continue;
            }
            let label = match mentions.usage(kind, id, &constant) {
                Usage::Read => continue,
                Usage::Never if kind == "piece" && faces(board, id).any(|face| mentions.mentions_id(face)) => continue,
                Usage::Never => format!("no script mentions `{constant}`"),
                Usage::OnlySet if is_shown(board, kind, id) => continue,
                Usage::OnlySet => format!("scripts only set `{constant}`, and no display shows it"),
            };
            out.extend(unread_warning(content, kind, id, label, "read it or remove it"));
        }
    }
    out.extend(find_unread_die_words(content, &scripts));
    out.extend(find_unread_options(content, &scripts));
    out.extend(find_unread_card_fields(content, &scripts));
    out
}

fn unread_warning(content: &Content, kind: &str, id: &str, label: String, help: &str) -> Option<Diagnostic> {
    warning(content, kind, id, format!("nothing reads the {kind} `{id}`"), label, help)
}

/// Makes a warning at the line that declares an entry. Returns `None` if no line does.
fn warning(content: &Content, kind: &str, id: &str, message: String, label: String, help: &str) -> Option<Diagnostic> {
    let entry =
        provenance(content, &format!("{kind} {id}")).into_iter().find(|entry| entry.kind == kind && entry.id == id)?;
    let origin = entry.origins.into_iter().next()?;
    let problem = Diagnostic::warning("script::unread", message);
    Some(problem.at(&origin.file, line_span(&origin.file.text, origin.line)).label(label).help(help))
}

/// Returns the ids that have a constant in scripts, by the kind of entry.
fn ids_by_kind(board: &Board) -> Vec<(&'static str, Vec<&str>)> {
    let engine_facts = [board.players.nonplayer, board.players.in_play].map(|fact| fact.map(|fact| fact.index()));
    // Leave out the fact `used`, because the host functions `use` and `used` work on it without its constant.
    let facts = board
        .facts
        .iter()
        .enumerate()
        .filter(|(index, fact)| !engine_facts.contains(&Some(*index)) && fact.id != "used");
    let home = board.home.index(); // The engine's own pile, which holds all cards before set-up.
    vec![
        ("fact", facts.map(|(_, fact)| fact.id.as_str()).collect()),
        ("track", board.tracks.iter().map(|track| track.id.as_str()).collect()),
        ("mark", board.marks.iter().map(|mark| mark.id.as_str()).collect()),
        ("die", board.dice.iter().map(|die| die.id.as_str()).collect()),
        ("period", board.periods.iter().map(String::as_str).collect()),
        ("piece", board.piece_types.iter().map(|piece_type| piece_type.id.as_str()).collect()),
        ("class", board.classes.iter().map(|class| class.id.as_str()).collect()),
        (
            "pile",
            // Leave out the piles of single sides, such as `us hand`, because they have no constant of their own.
            board
                .piles
                .iter()
                .enumerate()
                .filter(|(index, pile)| *index != home && !pile.id.contains(' '))
                .map(|(_, pile)| pile.id.as_str())
                .collect(),
        ),
    ]
}

/// Returns warnings for words on dice that no script reads. A die may have one unread word, such as a blank, unless the
/// word looks like a typo.
fn find_unread_die_words(content: &Content, scripts: &[&ScriptSummary]) -> Vec<Diagnostic> {
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

/// Returns the ids of the faces of a piece.
fn faces<'b>(board: &'b Board, id: &'b str) -> impl Iterator<Item = &'b str> {
    let has_id = move |piece_type: PieceTypeId| board.piece_types[piece_type.index()].id == id;
    let states = board.states.iter().filter(move |state| has_id(state.piece_type));
    states.filter_map(|state| state.text.split(['/', '+', '(']).next())
}

/// How scripts and content use an entry.
enum Usage {
    Read,
    /// Nothing mentions the entry.
    Never,
    /// Scripts only set the fact.
    OnlySet,
}

/// All names that scripts and content mention.
struct Mentions {
    /// Identifiers in scripts, with their counts.
    names: BTreeMap<String, usize>,
    /// How often scripts call `set` with this constant.
    sets: BTreeMap<String, usize>,
    /// Names in strings of scripts and in values of the content.
    texts: BTreeSet<String>,
    /// Names in starting positions.
    positions: BTreeSet<String>,
    /// Names in `marks` of pieces.
    marks: BTreeSet<String>,
}

impl Mentions {
    fn collect(content: &Content, scripts: &[&ScriptSummary]) -> Mentions {
        let mut mentions = Mentions {
            names: BTreeMap::new(),
            sets: BTreeMap::new(),
            texts: BTreeSet::new(),
            positions: BTreeSet::new(),
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
            mentions.texts.extend(summary.texts.iter().flat_map(|text| names_in(text)).map(str::to_owned));
            for call in summary.calls.iter().filter(|call| call.function == "set") {
                // Count only a constant that the call itself names, because a local may be read elsewhere.
                if let Some(first) = call.arguments.first()
                    && let [possible] = first.values.as_slice()
                    && let Value::Source(Source::Global(name)) = &possible.value
                    && possible.span == first.span
                {
                    *mentions.sets.entry(name.clone()).or_default() += 1;
                }
            }
        }
        mentions
    }

    fn add_script(&mut self, text: &str) {
        for line in text.lines() {
            // `--` starts a comment. After a quote, `--` may be part of a string, so keep the whole text line.
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
        // The TOML key of the multi-line string around the text line.
        let mut string_key: Option<String> = None;
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            let line = match line.rsplit_once(" # ") {
                Some((value, comment)) if !comment.contains('"') => value,
                _ => line,
            };
            let opens_or_closes = line.matches("\"\"\"").count() % 2 == 1;
            let key = match &string_key {
                Some(key) => key.clone(),
                None => line.split(['=', '[', '#']).next().unwrap_or_default().trim().to_owned(),
            };
            let names = || names_in(line).map(str::to_owned);
            let last_part = key.rsplit(['.', '_', '-']).next().unwrap_or_default();
            match key.as_str() {
                // `blank` is the position with which rule tests begin.
                "position" | "blank" => self.positions.extend(names()),
                "marks" => self.marks.extend(names()),
                key if TEXT_KEYS.contains(&key) || TEXT_KEYS.contains(&last_part) => {}
                _ => self.texts.extend(names()),
            }
            if opens_or_closes {
                string_key = if string_key.is_some() { None } else { Some(key) };
            }
        }
    }

    /// Whether anything mentions the id.
    fn mentions_id(&self, id: &str) -> bool {
        let constant = lua_name(id).to_uppercase();
        self.names.contains_key(&constant) || self.texts.contains(id) || self.positions.contains(id)
    }

    fn usage(&self, kind: &str, id: &str, constant: &str) -> Usage {
        let mention_count = self.names.get(constant).copied().unwrap_or_default();
        let is_in_position = matches!(kind, "piece" | "pile" | "class") && self.positions.contains(id);
        let is_in_text = self.texts.contains(id) || self.texts.contains(constant);
        if is_in_position || is_in_text {
            return Usage::Read;
        }
        match mention_count {
            0 => Usage::Never,
            count if kind == "fact" && self.sets.get(constant) == Some(&count) => Usage::OnlySet,
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

/// Splits a text into names: `2`, `usa`, `damaged` and `moved` for `2 usa/damaged+moved`.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).filter(|name| !name.is_empty())
}

/// Returns warnings for options that no script reads. A script with a computed key may read any option.
fn find_unread_options(content: &Content, scripts: &[&ScriptSummary]) -> Vec<Diagnostic> {
    let reads = scripts.iter().flat_map(|script| &script.table_reads).filter(|read| read.table == "OPTION");
    let Some(fields_read) = reads.map(|read| read.field.as_deref()).collect::<Option<BTreeSet<&str>>>() else {
        return Vec::new();
    };
    // `unused_texts` checks options that are knobs.
    let is_knob = |id: &str| content.knobs.iter().any(|knob| knob.id == id);
    let unused = content.board.options.iter().filter(|option| !fields_read.contains(lua_name(&option.id).as_str()));
    let unused = unused.filter(|option| !is_knob(&option.id));
    // The lint reports a misspelt option where a script reads it. Do not also report the option with the similar name.
    let names: Vec<String> = content.board.options.iter().map(|option| lua_name(&option.id)).collect();
    let misspelt: BTreeSet<&str> = fields_read
        .iter()
        .filter(|field| !names.iter().any(|name| name == *field))
        .filter_map(|field| cardwright_content::did_you_mean(field, names.iter().map(String::as_str)))
        .collect();
    let unused = unused.filter(|option| !misspelt.contains(lua_name(&option.id).as_str()));
    let label = |id: &str| format!("no script mentions `OPTION.{}`", lua_name(id));
    unused
        .filter_map(|option| unread_warning(content, "option", &option.id, label(&option.id), "read it or remove it"))
        .collect()
}

/// Returns warnings for hidden fields of cards that no script reads. Players read the fields that the game shows.
fn find_unread_card_fields(content: &Content, scripts: &[&ScriptSummary]) -> Vec<Diagnostic> {
    let is_read = |field: &str| {
        scripts.iter().any(|script| {
            script.field_reads.iter().any(|read| read.field == field)
                || script.texts.iter().any(|text| lua_name(text) == field)
        })
    };
    // Code that uses the whole Luau table of a card may read any field.
    let is_card_table =
        |source: &Source| matches!(source, Source::Call(function) if function == "info" || function == "half");
    if scripts.iter().any(|script| script.whole_uses.iter().any(is_card_table)) {
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

/// Finds the file and the text line that declare a hidden field of cards.
fn declaration<'a>(
    content: &'a Content,
    field: &str,
) -> Option<(&'a std::sync::Arc<cardwright_content::SourceFile>, usize)> {
    content.files.iter().filter(|file| file.path.ends_with(".toml")).find_map(|file| {
        let hides = |line: &str| line.contains("shown = false") && names_in(line).any(|name| lua_name(name) == field);
        file.text.lines().position(hides).map(|index| (file, index + 1))
    })
}
