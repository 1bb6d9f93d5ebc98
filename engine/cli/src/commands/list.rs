//! `cardwright list`: lists games, scenarios, cards, verbs, hooks, packs, options, steps, actions and menus.

use crate::args::{List, ListKind};
use crate::failure::Failure;
use crate::out;
use crate::packs::{self, Packs};
use cardwright_content::{Content, Credits, GameInfo, PackSource};
use cardwright_script::{HookScope, Program};
use cardwright_state::board::OptionType;
use cardwright_state::notation;
use cardwright_table::Library;
use serde_json::{Value, json};
use std::process::ExitCode;

/// The lines of a list. Each has the cells for the printed text table, and the value for JSON.
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
            (&["GAME", "STEP", "ARGUMENTS", "NEXT", "AT", "ABOUT"], program_rows(&library, &games, args, steps)?)
        }
        ListKind::Actions => (&["GAME", "ACTION", "AT"], program_rows(&library, &games, args, actions)?),
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
    let ids: Vec<&str> = game.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    let row = vec![game.id.clone(), game.name.clone(), ids.join(" ")];
    (row, json!({ "id": game.id, "name": game.name, "scenarios": ids }))
}

fn scenarios(game: &GameInfo) -> Rows {
    let each = game.scenarios.iter();
    each.map(|scenario| {
        let row = vec![game.id.clone(), scenario.id.clone(), scenario.name.clone(), scenario.doc.clone()];
        (row, json!({ "game": game.id, "id": scenario.id, "name": scenario.name, "doc": scenario.doc }))
    })
    .collect()
}

fn pack_rows(library: &Library) -> Rows {
    let packs = library.packs.iter().zip(library.sources());
    packs
        .map(|(pack, source)| {
            let from = match source {
                PackSource::Folder(path) | PackSource::Zip(path) => path.display().to_string(),
                PackSource::Embedded(_) | PackSource::Memory(_) => "built in".to_owned(),
            };
            let version = pack.version.to_string();
            let Credits { author, license, homepage } = &pack.credits;
            let credits = [author, license, homepage].into_iter().flatten().map(String::as_str);
            let name: Vec<&str> = [pack.name.as_str()].into_iter().chain(credits).collect();
            let row = vec![pack.id.clone(), version.clone(), name.join(" · "), from.clone()];
            let files = pack.files.len();
            let value = json!({
                "id": pack.id, "version": version, "name": pack.name, "from": from, "files": files,
                "author": author, "license": license, "homepage": homepage,
            });
            (row, value)
        })
        .collect()
}

/// Returns the rows of all games. `load` returns the rows of one game. Fails if the game of the command line does not
/// load. If the command line names no game, games that do not load are skipped.
fn rows_of_games(
    library: &Library,
    games: &[GameInfo],
    args: &List,
    load: impl Fn(&str) -> Result<Rows, Failure>,
) -> Result<Rows, Failure> {
    let mut out = Vec::new();
    for game in games {
        match load(&game.id) {
            Ok(rows) => out.extend(rows),
            Err(failure) if args.game.is_some() => return Err(failure),
            Err(_) => {
                let command = library.check_command(&game.id);
                out::note(format!("`{}` does not load and is left out: see `{command}`", game.id));
            }
        }
    }
    Ok(out)
}

/// Returns the rows of all games, made from their content.
fn content_rows(
    library: &Library,
    games: &[GameInfo],
    args: &List,
    rows: fn(&Content) -> Rows,
) -> Result<Rows, Failure> {
    rows_of_games(library, games, args, |game| packs::content(library, game).map(|content| rows(&content)))
}

/// Returns the rows of all games, made from their scripts.
fn program_rows(
    library: &Library,
    games: &[GameInfo],
    args: &List,
    rows: fn(&Program) -> Rows,
) -> Result<Rows, Failure> {
    let load = |game: &str| library.load_with_lints(game).map_err(Failure::Content);
    rows_of_games(library, games, args, |game| load(game).map(|(program, ..)| rows(&program)))
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

fn verbs(program: &Program) -> Rows {
    let game = &program.content.game;
    let each = program.verbs.iter();
    each.map(|(id, doc, params)| {
        let texts: Vec<String> = params.iter().map(|(name, param_type)| format!("{name}: {param_type}")).collect();
        let row = vec![game.clone(), id.clone(), texts.join("; "), doc.clone()];
        let params: Vec<Value> =
            params.iter().map(|(name, param_type)| json!({ "name": name, "type": param_type })).collect();
        (row, json!({ "game": game, "id": id, "params": params, "doc": doc }))
    })
    .collect()
}

/// Lists the steps, with what their scripts say about them.
fn steps(program: &Program) -> Rows {
    let game = &program.content.game;
    let registered = program.registered.iter().filter(|registered| registered.kind == "step");
    registered
        .zip(&program.steps)
        .map(|(registered, step)| {
            let at = &registered.script_line;
            let (arguments, successors) = (step.arguments.join(", "), step.successors.join(" "));
            let row = vec![game.clone(), step.id.clone(), arguments, successors, at.clone(), step.doc.clone()];
            let value = json!({
                "game": game, "id": step.id, "arguments": step.arguments, "next": step.successors, "at": at,
                "doc": step.doc,
            });
            (row, value)
        })
        .collect()
}

/// Lists the actions, with their file and line.
fn actions(program: &Program) -> Rows {
    let game = &program.content.game;
    let actions = program.registered.iter().filter(|registered| registered.kind == "action");
    actions
        .map(|registered| {
            let row = vec![game.clone(), registered.id.clone(), registered.script_line.clone()];
            (row, json!({ "game": game, "id": registered.id, "at": registered.script_line }))
        })
        .collect()
}

fn menus(program: &Program) -> Rows {
    let game = &program.content.game;
    let each = program.menus.iter();
    each.map(|menu| {
        let row = vec![game.clone(), menu.name.clone(), menu.actions.join(" "), menu.script_line.clone()];
        (row, json!({ "game": game, "id": menu.name, "actions": menu.actions, "at": menu.script_line }))
    })
    .collect()
}

fn hooks(program: &Program) -> Rows {
    let game = &program.content.game;
    let each = program.hooks.iter();
    each.map(|hook| {
        let caller = hook.answer.caller();
        let side = match hook.scope {
            HookScope::AnySide => "any",
            HookScope::SideArgument(index) => &hook.args[index],
        };
        let row = vec![
            game.clone(),
            hook.name.clone(),
            format!("{caller}({})", hook.args.join(", ")),
            format!("{} by {side}", hook.answer.describe()),
            hook.calls.join(" "),
            hook.effects.join(" "),
            hook.doc.clone(),
        ];
        let value = json!({
            "game": game, "id": hook.name, "doc": hook.doc, "at": hook.script_line, "asked_with": caller, "args": hook.args,
            "who": side, "answers": hook.answer.describe(), "asked": hook.calls, "answered": hook.effects,
        });
        (row, value)
    })
    .collect()
}
