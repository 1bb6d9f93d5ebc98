//! Makes new parts of an existing pack: a scenario, verb, action, option, nonplayer, rule test or card.

use super::card;
use super::target_pack::{self, Opening, TargetPack};
use super::template::{Placeholders, files};
use super::{NewFiles, dry_run, name, question};
use crate::args::{New, Part};
use crate::failure::{Failure, quoted_list};
use crate::packs::{self, Packs};
use cardwright_bots::RandomBot;
use cardwright_script::Program;
use cardwright_state::board::{Board, OptionType};
use cardwright_state::notation;
use cardwright_table::{SetUp, Table};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes the files of a new part for the target pack.
pub(crate) fn new_part(packs: &Packs, id: &str, args: &New) -> Result<NewFiles, Failure> {
    let target = TargetPack::find(packs, args.game.as_deref())?;
    let program = target_pack::program(&target.library, &target.game)?;
    let title = args.title_of(id)?;
    let placeholders = common_placeholders(&target, &program, id, &title);
    let check_unused = |noun: &str, is_used: bool| match is_used {
        true => Err(Failure::Usage(format!("{noun} `{id}` already exists in {}: choose another name", target.game))),
        false => Ok(()),
    };
    let is_registered =
        |kind: &str| program.registered.iter().any(|registered| registered.kind == kind && registered.id == id);
    let (kind, placeholders) = match args.what {
        Part::Scenario => {
            check_unused("a scenario", program.content.scenario(id).is_some())?;
            ("scenario", scenario(&target, &program, placeholders, args)?)
        }
        Part::Verb => {
            check_unused("a verb", program.verbs.iter().any(|(verb, ..)| verb == id))?;
            if program.board.cards.is_empty() {
                return Err(Failure::Usage(format!(
                    "{} has no cards, so no card could use a verb. Use `new action` for something that a side can do",
                    target.game
                )));
            }
            ("verb", placeholders)
        }
        Part::Action => {
            check_unused("an action", is_registered("action"))?;
            ("action", action(&target, &program, placeholders, args)?)
        }
        Part::Option => {
            check_unused("an option", program.board.options.iter().any(|option| option.id == id))?;
            ("option", option(&target, &program, placeholders, args)?)
        }
        Part::Nonplayer => {
            if let Some(fact) = program.board.players.nonplayer {
                let fact = &program.board.facts[fact.index()].id;
                return Err(Failure::Usage(format!(
                    "{} has Non-players already: the fact `{fact}` says which sides they are",
                    target.game
                )));
            }
            ("nonplayer", nonplayer(&target, &program, placeholders, args)?)
        }
        Part::Card => {
            check_unused("a card", program.board.cards.iter().any(|card| card.id == id))?;
            ("card", card::placeholders(&target, &program, placeholders, id, &title, args)?)
        }
        Part::Pack | Part::Game | Part::Test | Part::Copy => {
            let scenario = target_pack::scenario(&target.library, &target.game, args.scenario.as_deref())?;
            let opening = Opening::play(&target.library, &target.game, &scenario)?;
            ("test", opening_placeholders(&placeholders, &title, &scenario, &opening, &program.board))
        }
    };
    let mut new = files(kind, &placeholders, &|path| target.existing(path))?;
    // A card and a scenario may have the same id, but their tests need different file names.
    for file in new.iter_mut().filter(|file| file.old_text.is_none() && !matches!(args.what, Part::Test)) {
        let other_path = file.path.strip_suffix(".test").map(|path| format!("{path}-{kind}.test"));
        if let Some(other_path) = other_path.filter(|_| target.existing(&file.path).is_some()) {
            file.path = other_path;
        }
    }
    if let Some(file) = new.iter().find(|file| file.old_text.is_none() && target.existing(&file.path).is_some()) {
        return Err(target_pack::already_exists(&target.folder.join(&file.path)));
    }
    // Check the game with the new files before any file is written. `below()` returns the packs below the target pack.
    dry_run::check_game(&dry_run::library_with(target.below(), &target.own, &new)?, &target.game, &new)?;
    let next_commands =
        next_commands(&target, &program.board, &packs::pack_arguments(packs, &target.folder), id, args.what);
    Ok(NewFiles { folder: target.folder, files: new, next_commands })
}

/// Returns the placeholders that the templates of all parts may use.
fn common_placeholders(target: &TargetPack, program: &Program, id: &str, title: &str) -> Placeholders {
    Placeholders::default()
        .with("id", id)
        .with("ID", name::constant(id))
        .with("key", name::key(id))
        .with("name", title)
        .with("title", title.to_lowercase())
        .with("game", &target.game)
        .with("game-name", &program.board.name)
        .with("piece", program.board.piece_types.first().map_or("PIECE".into(), |piece| name::constant(&piece.id)))
        .with("places", program.board.space_kinds.first().map_or("PLACES".into(), |kind| name::constant(&kind.plural)))
}

/// Returns commands that the designer may type next.
fn next_commands(target: &TargetPack, board: &Board, packs: &str, id: &str, part: Part) -> Vec<String> {
    let (game, folder) = (&target.game, target.folder.display());
    let first = match part {
        Part::Card => format!("cardwright show {game} {id} {packs}"),
        Part::Verb => format!("cardwright list verbs {game} {packs}"),
        Part::Option => format!("cardwright play {game} --option {id}=true {packs}"),
        Part::Scenario => format!("cardwright play {game} --scenario {id} {packs}"),
        Part::Nonplayer => {
            let side = board.sides.first().map_or("SIDE", |side| &side.id);
            format!("cardwright sim {game} --seat {side}=nonplayer {packs}")
        }
        Part::Test => format!("cardwright test {folder}/tests/rules/{game}/{id}.test {packs}"),
        Part::Action | Part::Pack | Part::Game | Part::Copy => format!("cardwright play {game} {packs}"),
    };
    let second = match part {
        Part::Verb => format!("cardwright new card NAME {packs}     (then use the verb in it)"),
        _ => format!("cardwright check {game} {packs}"),
    };
    vec![first, second]
}

/// Adds the placeholders of a test about the first choice of a scenario.
pub(crate) fn opening_placeholders(
    placeholders: &Placeholders,
    title: &str,
    scenario: &str,
    opening: &Opening,
    board: &Board,
) -> Placeholders {
    let place = match (board.spaces.first(), board.piece_types.first()) {
        (Some(space), Some(piece)) => format!("{}: {}", space.id, piece.id),
        _ => "PLACE: PIECE".to_owned(),
    };
    let placeholders = placeholders.clone().with("title", format!("{}: the opening", title.to_lowercase()));
    let placeholders = placeholders.with("scenario", scenario).with("place", place).with("side", &opening.side);
    placeholders.with("row", &opening.row).with("then", &opening.expect_line)
}

fn scenario(
    target: &TargetPack,
    program: &Program,
    placeholders: Placeholders,
    args: &New,
) -> Result<Placeholders, Failure> {
    let parent = target_pack::scenario(&target.library, &target.game, args.extends.as_deref())?;
    let parent_name = program.content.scenario(&parent).map_or("", |scenario| &scenario.name);
    let set_up = SetUp { scenario: parent.clone(), seed: 1, ..SetUp::default() };
    let position = Table::first_position(program, &set_up)?;
    /// The most lines of the opening position, and the most options, that the new scenario shows as comments.
    const LINES: usize = 3;
    let lines = notation::print(&program.board, &position);
    let lines = lines.lines().flat_map(|line| line.split("; ")).filter(|line| line.contains(": "));
    let opening: Vec<String> = lines.take(LINES).map(|line| format!("# {line}")).collect();
    // The values of options in the parent scenario.
    let values = program.content.scenario(&parent).map(|parent| parent.options.as_slice()).unwrap_or_default();
    let options = program.board.options.iter().enumerate().take(LINES).map(|(index, option)| {
        let in_parent = values.iter().rev().find(|(id, _)| id.index() == index).map(|(_, value)| *value);
        let value = notation::option_text(&option.option_type, in_parent.unwrap_or(option.default));
        let quote = if matches!(option.option_type, OptionType::Word(_)) { "\"" } else { "" };
        format!("# {} = {quote}{value}{quote}", option.id)
    });
    let options: Vec<String> = options.collect();
    let options = if options.is_empty() { "# (this game has no options yet)".to_owned() } else { options.join("\n") };
    let side = Opening::play(&target.library, &target.game, &parent)?.side;
    let placeholders = placeholders.with("parent", &parent).with("parent-name", parent_name).with("side", side);
    Ok(placeholders.with("opening", opening.join("\n")).with("options", options))
}

fn action(
    target: &TargetPack,
    program: &Program,
    placeholders: Placeholders,
    args: &New,
) -> Result<Placeholders, Failure> {
    let menus: Vec<&str> = program.menus.iter().map(|menu| menu.name.as_str()).collect();
    let menu = match (&args.menu, menus[..].first()) {
        (Some(menu), _) => menu.clone(),
        (None, Some(only)) if menus.len() == 1 => (*only).to_owned(),
        (None, None) => {
            return Err(Failure::Usage(format!(
                "{} has no menu for actions: its scripts declare one with `menu(…)`",
                target.game
            )));
        }
        (None, Some(_)) => question::ask("In which menu", &menus, "", || {
            Failure::Usage(format!("name a menu with `--menu MENU`: {}", quoted_list(&menus)))
        })?,
    };
    if !menus.contains(&menu.as_str()) {
        return Err(Failure::unknown(&format!("menu of {}", target.game), &menu, menus));
    }
    let periods = &program.board.periods;
    let period = periods.iter().find(|period| *period == "turn").or(periods.first());
    let placeholders = match period {
        Some(period) => placeholders
            .with("how-often", format!("once a {period}"))
            .with("since", format!(" this {period}"))
            .with("until", format!("until = \"{period}\"")),
        None => placeholders.with("how-often", "once a game").with("since", "").with("until", ""),
    };
    Ok(placeholders.with("menu", menu))
}

fn option(
    target: &TargetPack,
    program: &Program,
    placeholders: Placeholders,
    args: &New,
) -> Result<Placeholders, Failure> {
    let scenario = target_pack::scenario(&target.library, &target.game, args.scenario.as_deref())?;
    let first = program.content.scenario(&scenario).map(|scenario| scenario.first.clone()).unwrap_or_default();
    let step = args.step.clone().unwrap_or(first);
    if !program.board.labels.steps.contains(&step) {
        let steps = program.board.labels.steps.iter().map(String::as_str);
        return Err(Failure::unknown(&format!("step of {}", target.game), &step, steps));
    }
    Ok(placeholders.with("step", step).with("scenario", scenario))
}

fn nonplayer(
    target: &TargetPack,
    program: &Program,
    placeholders: Placeholders,
    args: &New,
) -> Result<Placeholders, Failure> {
    let scenario = target_pack::scenario(&target.library, &target.game, args.scenario.as_deref())?;
    let sides: Vec<String> = program.board.sides.iter().map(|side| format!("SIDE.{}", name::key(&side.id))).collect();
    let steps: Vec<String> = asking_steps(target, &scenario)?.into_iter().map(|step| format!("\"{step}\"")).collect();
    let worth = match program.evaluating_figure() {
        Some(figure) => format!("figure_of(\"{}\", side)", figure.name),
        None => format!("count({}, side)", placeholders.text("places")),
    };
    Ok(placeholders.with("sides", sides.join(", ")).with("steps", steps.join(", ")).with("worth", worth))
}

/// Returns the outermost steps in which sides are asked in random games.
fn asking_steps(target: &TargetPack, scenario: &str) -> Result<BTreeSet<String>, Failure> {
    const GAMES: u64 = 10;
    const MOST_ANSWERS: usize = 20_000;
    let (program, vm, _) = target.library.load(&target.game).map_err(Failure::Content)?;
    let (mut steps, mut vm) = (BTreeSet::new(), Some(vm));
    for seed in 1..=GAMES {
        let set_up = SetUp { scenario: scenario.to_owned(), seed, ..SetUp::default() };
        let Some(free) = vm.take() else { break };
        let (mut table, mut bot) = (Table::start(Arc::clone(&program), free, &set_up)?, RandomBot::new(seed));
        for _ in 0..MOST_ANSWERS {
            let Some(step) = table.asked().and_then(|_| table.position().open_steps().first()) else { break };
            steps.insert(program.board.labels[step.step].clone());
            table.answer_with_bot(&mut bot).map_err(|error| Failure::Findings(error.to_string()))?;
        }
        vm = Some(table.into_vm());
    }
    Ok(steps)
}
