//! What is written into a pack that there is: a scenario, a verb, an action, an option, a rule test, a card.

use super::card;
use super::place::{self, Opening, Place};
use super::template::{Words, files};
use super::{Made, asked, name, tried};
use crate::args::{New, Part};
use crate::failure::{Failure, listed};
use crate::packs::{self, Packs};
use cardwright_script::Program;
use cardwright_state::board::{Board, OptionType};
use cardwright_state::notation;
use cardwright_table::{SetUp, Table};

/// Writes a part into the pack given or stood in.
pub(crate) fn new_part(packs: &Packs, id: &str, args: &New) -> Result<Made, Failure> {
    let place = Place::find(packs, args.game.as_deref())?;
    let program = place::program(&place.library, &place.game)?;
    let title = args.title_of(id)?;
    let words = Words::default()
        .with("id", id)
        .with("ID", name::constant(id))
        .with("key", name::key(id))
        .with("name", &title)
        .with("title", title.to_lowercase())
        .with("game", &place.game)
        .with("game-name", &program.board.name)
        .with("piece", program.board.types.first().map_or("PIECE".into(), |of| name::constant(&of.id)))
        .with("places", program.board.kinds.first().map_or("PLACES".into(), |of| name::constant(&of.plural)));
    let is_taken = |what: &str, taken: bool| match taken {
        true => Err(Failure::Usage(format!("there is {what} `{id}` in {} already: choose another name", place.game))),
        false => Ok(()),
    };
    let registered = |kind: &str| program.registered.iter().any(|one| one.kind == kind && one.id == id);
    let (kind, words) = match args.what {
        Part::Scenario => {
            is_taken("a scenario", program.content.scenario(id).is_some())?;
            ("scenario", scenario(&place, &program, words, args)?)
        }
        Part::Verb => {
            is_taken("a verb", program.verbs.iter().any(|(verb, ..)| verb == id))?;
            if program.board.cards.is_empty() {
                return Err(Failure::Usage(format!(
                    "{} has no cards, so that no verb would ever happen: an action is what a side does without one",
                    place.game
                )));
            }
            ("verb", words)
        }
        Part::Action => {
            is_taken("an action", registered("action"))?;
            ("action", action(&place, &program, words, args)?)
        }
        Part::Option => {
            is_taken("an option", program.board.options.iter().any(|option| option.id == id))?;
            ("option", option(&place, &program, words, args)?)
        }
        Part::Card => {
            is_taken("a card", program.board.cards.iter().any(|card| card.id == id))?;
            ("card", card::words(&place, &program, words, id, &title, args)?)
        }
        Part::Pack | Part::Game | Part::Test => {
            let scenario = place::scenario(&place.library, &place.game, args.scenario.as_deref())?;
            let opening = Opening::of(&place.library, &place.game, &scenario)?;
            ("test", of_opening(&words, &title, &scenario, &opening, &program.board))
        }
    };
    let mut new = files(kind, &words, &|path| place.there(path))?;
    // A card and a scenario may be called alike: each has a test of its own.
    for file in new.iter_mut().filter(|file| file.instead_of.is_none() && !matches!(args.what, Part::Test)) {
        let own = file.path.strip_suffix(".test").map(|path| format!("{path}-{kind}.test"));
        if let Some(own) = own.filter(|_| place.there(&file.path).is_some()) {
            file.path = own;
        }
    }
    if let Some(file) = new.iter().find(|file| file.instead_of.is_none() && place.there(&file.path).is_some()) {
        return Err(place::taken(&place.folder.join(&file.path)));
    }
    tried::is_sound(&tried::with(place.below(), &place.own, &new)?, &place.game, &new)?;
    let next = next(&place, &packs::flags(packs, &place.folder), id, args.what);
    Ok(Made { folder: place.folder, files: new, next })
}

/// The commands to go on with.
fn next(place: &Place, packs: &str, id: &str, what: Part) -> Vec<String> {
    let (game, folder) = (&place.game, place.folder.display());
    let look = match what {
        Part::Card => format!("cardwright show {game} {id} {packs}"),
        Part::Verb => format!("cardwright list verbs {game} {packs}"),
        Part::Option => format!("cardwright play {game} --option {id}=true {packs}"),
        Part::Scenario => format!("cardwright play {game} --scenario {id} {packs}"),
        Part::Test => format!("cardwright test {folder}/tests/rules/{game}/{id}.test {packs}"),
        Part::Action | Part::Pack | Part::Game => format!("cardwright play {game} {packs}"),
    };
    let then = match what {
        Part::Verb => format!("cardwright new card NAME {packs}     (and let it use the verb)"),
        _ => format!("cardwright check {game} {packs}"),
    };
    vec![look, then]
}

/// What a test says of the first choice of a scenario.
pub(crate) fn of_opening(words: &Words, title: &str, scenario: &str, opening: &Opening, board: &Board) -> Words {
    let place = match (board.spaces.first(), board.types.first()) {
        (Some(space), Some(piece)) => format!("{}: {}", space.id, piece.id),
        _ => "PLACE: PIECE".to_owned(),
    };
    let words = words.clone().with("title", format!("{}: the opening", title.to_lowercase()));
    let words = words.with("scenario", scenario).with("place", place).with("side", &opening.side);
    words.with("row", &opening.row).with("then", &opening.then)
}

fn scenario(place: &Place, program: &Program, words: Words, args: &New) -> Result<Words, Failure> {
    let parent = place::scenario(&place.library, &place.game, args.extends.as_deref())?;
    let parent_name = program.content.scenario(&parent).map_or("", |one| &one.name);
    let set_up = SetUp { scenario: parent.clone(), seed: 1, ..SetUp::default() };
    let position = Table::first_position(program, &set_up)?;
    const LINES: usize = 3;
    let lines = notation::print(&program.board, &position);
    let lines = lines.lines().flat_map(|line| line.split("; ")).filter(|line| line.contains(": "));
    let opening: Vec<String> = lines.take(LINES).map(|line| format!("# {line}")).collect();
    // As they are in the scenario that is extended.
    let set = program.content.scenario(&parent).map(|parent| parent.options.as_slice()).unwrap_or_default();
    let options = program.board.options.iter().enumerate().take(LINES).map(|(at, option)| {
        let set = set.iter().rev().find(|(of, _)| of.at() == at).map(|(_, value)| *value);
        let value = notation::option_text(&option.of, set.unwrap_or(option.default));
        let quote = if matches!(option.of, OptionType::Word(_)) { "\"" } else { "" };
        format!("# {} = {quote}{value}{quote}", option.id)
    });
    let options: Vec<String> = options.collect();
    let options = if options.is_empty() { "# (there is none yet)".to_owned() } else { options.join("\n") };
    let side = Opening::of(&place.library, &place.game, &parent)?.side;
    let words = words.with("parent", &parent).with("parent-name", parent_name).with("side", side);
    Ok(words.with("opening", opening.join("\n")).with("options", options))
}

fn action(place: &Place, program: &Program, words: Words, args: &New) -> Result<Words, Failure> {
    let menus: Vec<&str> = program.menus.iter().map(|menu| menu.name.as_str()).collect();
    let menu = match (&args.menu, menus[..].first()) {
        (Some(menu), _) => menu.clone(),
        (None, Some(only)) if menus.len() == 1 => (*only).to_owned(),
        (None, None) => {
            return Err(Failure::Usage(format!(
                "{} has no menu in which an action could stand: its scripts declare one with `menu(…)`",
                place.game
            )));
        }
        (None, Some(_)) => asked::text("In which menu", &menus, "", || {
            Failure::Usage(format!("in which menu? say `--menu MENU`; there is {}", listed(&menus)))
        })?,
    };
    if !menus.contains(&menu.as_str()) {
        return Err(Failure::unknown(&format!("menu of {}", place.game), &menu, menus));
    }
    let periods = &program.board.periods;
    let period = periods.iter().find(|period| *period == "turn").or(periods.first());
    let words = match period {
        Some(period) => words
            .with("how-often", format!("once a {period}"))
            .with("since", format!(" this {period}"))
            .with("until", format!("until = \"{period}\"")),
        None => words.with("how-often", "once a game").with("since", "").with("until", ""),
    };
    Ok(words.with("menu", menu))
}

fn option(place: &Place, program: &Program, words: Words, args: &New) -> Result<Words, Failure> {
    let scenario = place::scenario(&place.library, &place.game, args.scenario.as_deref())?;
    let first = program.content.scenario(&scenario).map(|scenario| scenario.first.clone()).unwrap_or_default();
    let step = args.step.clone().unwrap_or(first);
    if !program.board.steps.contains(&step) {
        let steps = program.board.steps.iter().map(String::as_str);
        return Err(Failure::unknown(&format!("step of {}", place.game), &step, steps));
    }
    Ok(words.with("step", step).with("scenario", scenario))
}
