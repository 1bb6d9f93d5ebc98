//! `cardwright list`: lists games, scenarios, cards, verbs, hooks, packs, options, steps, actions and menus.

use crate::args::{List, ListKind};
use crate::failure::Failure;
use crate::out;
use crate::packs::{self, Packs};
use cardwright_content::{Content, GameInfo};
use cardwright_script::{HookScope, Program};
use cardwright_state::board::OptionType;
use cardwright_state::notation;
use cardwright_table::Library;
use serde_json::{Value, json};
use std::process::ExitCode;

/// Rows of a list: the cells of the table and the JSON value.
type Rows = Vec<(Vec<String>, Value)>;

pub(crate) fn run(packs: &Packs, args: &List) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.games(),
    };
    let (head, rows): (&[&str], Rows) = match args.what {
        ListKind::Games => (&["GAME", "NAME", "SCENARIOS"], games.iter().map(game).collect()),
        ListKind::Scenarios => (&["GAME", "SCENARIO", "NAME", "ABOUT"], games.iter().flat_map(scenarios).collect()),
        ListKind::Packs => (&["PACK", "VERSION", "NAME", "FROM"], pack_rows(&library)),
        ListKind::Cards => (&["GAME", "CARD", "TITLE"], content_rows(&library, &games, args, cards)?),
        ListKind::Options => {
            (&["GAME", "OPTION", "VALUES", "DEFAULT", "ABOUT"], content_rows(&library, &games, args, options)?)
        }
        ListKind::Verbs => (&["GAME", "VERB", "PARAMETERS", "ABOUT"], program_rows(&library, &games, args, verbs)?),
        ListKind::Hooks => {
            let head = &["GAME", "HOOK", "CALLED WITH", "ANSWER", "CALLED AT", "EFFECTS", "ABOUT"];
            (head, program_rows(&library, &games, args, hooks)?)
        }
        ListKind::Steps => {
            (&["GAME", "STEP", "AT"], program_rows(&library, &games, args, |of| registered(of, "step"))?)
        }
        ListKind::Actions => {
            (&["GAME", "ACTION", "AT"], program_rows(&library, &games, args, |of| registered(of, "action"))?)
        }
        ListKind::Menus => (&["GAME", "MENU", "ACTIONS", "AT"], program_rows(&library, &games, args, menus)?),
    };
    if args.json {
        out::json(&Value::Array(rows.into_iter().map(|(_, value)| value).collect()));
    } else if rows.is_empty() {
        out::note("there is none");
    } else {
        out::table(head, rows.into_iter().map(|(row, _)| row).collect());
    }
    Ok(ExitCode::SUCCESS)
}

fn game(game: &GameInfo) -> (Vec<String>, Value) {
    let ids: Vec<&str> = game.scenarios.iter().map(|s| s.id.as_str()).collect();
    let row = vec![game.id.clone(), game.name.clone(), ids.join(" ")];
    (row, json!({ "id": game.id, "name": game.name, "scenarios": ids }))
}

fn scenarios(game: &GameInfo) -> Rows {
    let each = game.scenarios.iter();
    each.map(|s| {
        let row = vec![game.id.clone(), s.id.clone(), s.name.clone(), s.doc.clone()];
        (row, json!({ "game": game.id, "id": s.id, "name": s.name, "doc": s.doc }))
    })
    .collect()
}

fn pack_rows(library: &Library) -> Rows {
    let each = library.packs.iter();
    each.map(|p| {
        let from = p.root.as_ref().map_or("built in".to_owned(), |r| r.display().to_string());
        let row = vec![p.id.clone(), p.version.to_string(), p.name.clone(), from.clone()];
        (row, json!({ "id": p.id, "version": p.version.to_string(), "name": p.name, "from": from, "files": p.files.len() }))
    })
    .collect()
}

/// The rows of all games, from their content. The command fails if a named game does not load and skips others.
fn content_rows(
    library: &Library,
    games: &[GameInfo],
    args: &List,
    rows: fn(&Content) -> Rows,
) -> Result<Rows, Failure> {
    let mut all = Vec::new();
    for game in games {
        match packs::content(library, &game.id) {
            Ok(content) => all.extend(rows(&content)),
            Err(failure) if args.game.is_some() => return Err(failure),
            Err(_) => note_skipped(library, &game.id),
        }
    }
    Ok(all)
}

fn note_skipped(library: &Library, game: &str) {
    out::note(format!("`{game}` does not load and is left out: see `{}`", library.check_command(game)));
}

fn cards(content: &Content) -> Rows {
    let each = content.board.cards.iter();
    each.map(|card| {
        let titles = card.titles.join(" / ");
        let row = vec![content.game.clone(), card.id.clone(), titles];
        (row, json!({ "game": content.game, "id": card.id, "titles": card.titles }))
    })
    .collect()
}

fn options(content: &Content) -> Rows {
    let each = content.board.options.iter();
    each.map(|option| {
        let values = match &option.option_type {
            OptionType::Boolean => "true, false".to_owned(),
            OptionType::Number { min, max } => format!("{min} to {max}"),
            OptionType::Word(words) => words.join(", "),
            OptionType::OneOf(numbers) => numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
        };
        let default = notation::option_text(&option.option_type, option.default);
        let row = vec![content.game.clone(), option.id.clone(), values.clone(), default.clone(), option.doc.clone()];
        let value =
            json!({ "game": content.game, "id": option.id, "values": values, "default": default, "doc": option.doc });
        (row, value)
    })
    .collect()
}

/// The rows of all games, from their scripts. The command fails if a named game does not load and skips others.
fn program_rows(
    library: &Library,
    games: &[GameInfo],
    args: &List,
    rows: fn(&Program) -> Rows,
) -> Result<Rows, Failure> {
    let mut all = Vec::new();
    for game in games {
        match library.load_with_lints(&game.id) {
            Ok((program, ..)) => all.extend(rows(&program)),
            Err(problems) if args.game.is_some() => return Err(Failure::Content(problems)),
            Err(_) => note_skipped(library, &game.id),
        }
    }
    Ok(all)
}

fn verbs(program: &Program) -> Rows {
    let game = &program.content.game;
    let each = program.verbs.iter();
    each.map(|(id, doc, params)| {
        let written: Vec<String> = params.iter().map(|(name, of)| format!("{name}: {of}")).collect();
        let row = vec![game.clone(), id.clone(), written.join("; "), doc.clone()];
        let params: Vec<Value> = params.iter().map(|(name, of)| json!({ "name": name, "type": of })).collect();
        (row, json!({ "game": game, "id": id, "params": params, "doc": doc }))
    })
    .collect()
}

/// Things of a kind that scripts register, with their file and line.
fn registered(program: &Program, kind: &str) -> Rows {
    let game = &program.content.game;
    let each = program.registered.iter().filter(|it| it.kind == kind);
    each.map(|it| {
        let row = vec![game.clone(), it.id.clone(), it.at.clone()];
        (row, json!({ "game": game, "id": it.id, "at": it.at }))
    })
    .collect()
}

fn menus(program: &Program) -> Rows {
    let game = &program.content.game;
    let each = program.menus.iter();
    each.map(|menu| {
        let row = vec![game.clone(), menu.name.clone(), menu.actions.join(" "), menu.at.clone()];
        (row, json!({ "game": game, "id": menu.name, "actions": menu.actions, "at": menu.at }))
    })
    .collect()
}

fn hooks(program: &Program) -> Rows {
    let game = &program.content.game;
    let each = program.hooks.iter();
    each.map(|hook| {
        let with = hook.answer.caller();
        let who = match hook.scope {
            HookScope::AnySide => "any",
            HookScope::SideArgument(at) => &hook.args[at],
        };
        let row = vec![
            game.clone(),
            hook.name.clone(),
            format!("{with}({})", hook.args.join(", ")),
            format!("{} by {who}", hook.answer.describe()),
            hook.calls.join(" "),
            hook.effects.join(" "),
            hook.doc.clone(),
        ];
        let value = json!({
            "game": game, "id": hook.name, "doc": hook.doc, "at": hook.at, "asked_with": with, "args": hook.args,
            "who": who, "answers": hook.answer.describe(), "asked": hook.calls, "answered": hook.effects,
        });
        (row, value)
    })
    .collect()
}
