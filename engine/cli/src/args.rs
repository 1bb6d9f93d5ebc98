//! What can be typed after `cardwright`.

#[cfg(feature = "web")]
mod serve;
mod start;

use crate::failure::Failure;
use crate::repl::Whose;
use crate::scaffold;
use cardwright_script::Asks;
use clap::{Args, Parser, Subcommand, ValueEnum};
#[cfg(feature = "web")]
pub(crate) use serve::Serve;
pub(crate) use start::Start;
use std::path::PathBuf;

const AFTER: &str = "\
Exit codes:
  0  done
  1  findings: problems, failed tests, a refused line, rules that do not load
  2  usage: arguments that make no sense, names nobody knows
  3  a file or record that cannot be used

Games are kept in the platform's data folder, or in $CARDWRIGHT_DATA.
NO_COLOR is respected.";

/// Card-driven wargames on rules you can change: play them, test them, ask them.
#[derive(Debug, Parser)]
#[command(name = "cardwright", version, after_help = AFTER, max_term_width = 100, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Line {
    #[command(flatten)]
    pub(crate) packs: PackArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Where rules come from: typed before the command, after it, or both (clap's own global arguments
/// would let the later ones hide the earlier).
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Packs")]
pub(crate) struct PackArgs {
    /// The base pack: a folder shaped like the repository. Default: the checkout one is in, else the built-in one
    #[arg(long, value_name = "DIR", display_order = 1000)]
    pub(crate) base: Option<PathBuf>,
    /// A pack over the base; may be given several times, later ones over earlier. Default: the pack one stands in, if any
    #[arg(long, value_name = "DIR", display_order = 1001)]
    pub(crate) pack: Vec<PathBuf>,
}

impl Line {
    /// The packs given anywhere on the line, in order.
    pub(crate) fn packs(&self) -> PackArgs {
        let own = match &self.command {
            Command::Play(args) => &args.packs,
            #[cfg(feature = "web")]
            Command::Serve(args) => &args.packs,
            Command::Replay(args) => &args.packs,
            Command::Check(args) => &args.packs,
            Command::Test(args) => &args.packs,
            Command::Show(args) => &args.packs,
            Command::Whence(args) => &args.packs,
            Command::List(args) => &args.packs,
            Command::Rules(args) => &args.packs,
            Command::Fuzz(args) => &args.packs,
            Command::Golden(args) => &args.packs,
            Command::Mutate(args) => &args.packs,
            Command::New(args) => &args.packs,
            Command::Odds(args) => &args.packs,
            Command::Perft(args) => &args.packs,
            Command::Bench(args) => &args.packs,
            Command::Docs(args) => &args.packs,
            Command::ExportBoard(args) => &args.packs,
            Command::Layout(args) => &args.packs,
        };
        PackArgs {
            base: own.base.clone().or_else(|| self.packs.base.clone()),
            pack: self.packs.pack.iter().chain(&own.pack).cloned().collect(),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(Play),
    #[cfg(feature = "web")]
    Serve(Serve),
    Replay(Replay),
    Check(Check),
    Test(Test),
    Show(Show),
    Whence(Whence),
    List(List),
    Rules(Rules),
    Fuzz(Fuzz),
    Golden(Golden),
    Mutate(Mutate),
    New(New),
    Odds(Odds),
    Perft(Perft),
    Bench(Bench),
    Docs(Docs),
    ExportBoard(ExportBoard),
    Layout(Layout),
}

/// What to make of a record when the rules are no longer those it was played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Under {
    /// Go on with today's rules from the position reached
    Current,
    /// Stay with the rules it was recorded with
    Recorded,
    /// Play it again under today's rules up to where they first differ, into a new record
    Branch,
}

/// Where outcomes of chance come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Chance {
    /// The program's generator, from the seed
    #[default]
    Program,
    /// Whoever plays: the program asks for each
    Ask,
}

/// Whose moves are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moves {
    /// What rules did: for Non-players, and for all
    Rules,
    /// Everybody's
    All,
    /// Nobody's
    None,
}

/// Play a game; without one, list the unfinished games and those there are
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright play                              what can be played or resumed
  cardwright play GAME --open                  one person, all hands open, free undo
  cardwright play GAME --seat all=random       watch nobody play to the end
  cardwright play GAME --dice ask --cards ask  beside a physical table: you roll and draw
  cardwright play --resume FILE                go on with a recorded game")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) start: Start,
    /// `ask`: people roll the dice, and pick at random; the program asks for each outcome. Beside a physical table
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        hide_possible_values = true,
        help_heading = "Beside a physical table"
    )]
    pub(crate) dice: Chance,
    /// `ask`: people draw the cards, from piles that need lie in no order of the program's. All hands are open then, as with --open
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        hide_possible_values = true,
        help_heading = "Beside a physical table"
    )]
    pub(crate) cards: Chance,
    /// Whose moves are listed after each line (`rules`, `all`, `none`), for who moves pieces on a table. Default: `rules` where something is asked, else `none`
    #[arg(
        long,
        value_enum,
        value_name = "WHOSE",
        hide_possible_values = true,
        help_heading = "Beside a physical table"
    )]
    pub(crate) moves: Option<Moves>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl Play {
    /// Which chance people are asked for.
    pub(crate) fn asks(&self) -> Asks {
        Asks { dice: self.dice == Chance::Ask, cards: self.cards == Chance::Ask }
    }
    /// Whether all hands are open: who tells the program the cards sees them all.
    pub(crate) fn is_open(&self) -> bool {
        self.start.open || self.asks().cards
    }
    /// Whose moves are listed.
    pub(crate) fn listed(&self) -> Whose {
        match self.moves {
            Some(Moves::Rules) => Whose::Rules,
            Some(Moves::All) => Whose::All,
            None if self.asks() != Asks::default() => Whose::Rules,
            Some(Moves::None) | None => Whose::None,
        }
    }
}

/// Print a recorded game, line by line
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The record: a file, or the id that `play` lists
    pub(crate) file: String,
    /// Stop after this event
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) to: Option<usize>,
    /// Compare the hash after every event; print only the verdict
    #[arg(long)]
    pub(crate) verify: bool,
    /// `current`: what today's rules make of it, and where they first differ
    #[arg(long, value_enum, default_value = "recorded", hide_possible_values = true, value_parser = clap::builder::PossibleValuesParser::new(["current", "recorded"]))]
    pub(crate) under: String,
    /// Print the final position, in notation
    #[arg(long)]
    pub(crate) show: bool,
    /// Show what is hidden too, though the game is not over
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Check packs: content, scripts, and that every scenario starts
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The games to check. Default: all
    pub(crate) game: Vec<String>,
    /// For programs: a list of findings
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Run rule tests
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Files, folders, or FILE:LINE for one test; or a game, for all of its tests. Default: all tests of the packs
    pub(crate) path: Vec<PathBuf>,
    /// Only this game's tests; for files elsewhere, the game they are of
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Only tests whose title holds this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Show a game's board, or a thing on it: a card, a space, a track, a piece, a scenario
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The game's id
    pub(crate) game: String,
    /// An id of the game: `07`, `track points`
    pub(crate) thing: Vec<String>,
    /// The opening position, in notation
    #[arg(long, conflicts_with = "thing")]
    pub(crate) notation: bool,
    /// The scenario of `--notation`
    #[arg(long, value_name = "ID", requires = "notation")]
    pub(crate) scenario: Option<String>,
    /// The seed of `--notation`
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, requires = "notation", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Write a picture of a game's board: at its opening, or at an event of a record
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright export-board GAME map.svg                        as the game begins, as all may see it
  cardwright export-board GAME --seat SIDE map.svg            with the cards that a side sees
  cardwright export-board GAME --at my-game:120 --open map.svg")]
pub(crate) struct ExportBoard {
    /// The game's id
    pub(crate) game: String,
    #[cfg_attr(feature = "png", doc = "The file, `.svg` or `.png`; `-` is the terminal")]
    #[cfg_attr(not(feature = "png"), doc = "The file, an `.svg`; `-` is the terminal")]
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// SVG, whatever the file is called
    #[arg(long, conflicts_with = "png")]
    pub(crate) svg: bool,
    /// PNG, whatever the file is called
    #[arg(long, hide = cfg!(not(feature = "png")))]
    pub(crate) png: bool,
    /// A record, and the event that it is drawn at (without one: its last). Default: the opening
    #[arg(long, value_name = "RECORD[:EVENT]", conflicts_with_all = ["scenario", "seed"])]
    pub(crate) at: Option<String>,
    /// The side as which it is seen. Default: what all may see
    #[arg(long, value_name = "SIDE", conflicts_with = "open")]
    pub(crate) seat: Option<String>,
    /// Everything is seen
    #[arg(long)]
    pub(crate) open: bool,
    /// The scenario whose opening is drawn. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// The seed of the opening
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The layout that is worked out from the board, whatever packs say
    #[arg(long)]
    pub(crate) automatic: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Print the layout that is worked out from a game's board, as a `layout.toml` to begin with
#[derive(Debug, Args)]
pub(crate) struct Layout {
    /// The game's id
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Tell which pack and line set a thing
#[derive(Debug, Args)]
pub(crate) struct Whence {
    /// An id (`high-pass`), or a kind and an id (`space high-pass`)
    #[arg(required = true)]
    pub(crate) thing: Vec<String>,
    /// The game it is of. Default: all
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// What to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    Games,
    Scenarios,
    Cards,
    Verbs,
    Points,
    Packs,
    Options,
    /// What a pack may put itself around: `before("step NAME", …)`
    Steps,
    /// What sides may do; a pack puts itself around them: `before("action NAME", …)`, `around("offer NAME", …)`
    Actions,
    /// Actions that are asked together; an action of a pack names one: `it.offered = { "NAME" }`
    Menus,
}

/// List games, scenarios, cards, verbs, points, packs, options, steps, actions or menus
#[derive(Debug, Args)]
pub(crate) struct List {
    /// What to list
    #[arg(value_enum, default_value = "games")]
    pub(crate) what: Listed,
    /// Of which game. Default: all
    pub(crate) game: Option<String>,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Show the rules of a game: where each is implemented and tested
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// The game's id
    pub(crate) game: String,
    /// Fail if a rule is neither implemented nor tested somewhere, or something cites no rule
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Play random games and look for faults
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// The game's id. Default: all
    pub(crate) game: Option<String>,
    /// How many games. Default: 100, or as many as --seconds gives time for
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) games: Option<u64>,
    /// Begin games for this long
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) seconds: Option<u64>,
    /// The seed of the first game; the others count up from it
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The scenario. Default: all in turn
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// Hold an option to one value; may be given several times. Default: over the games every pair of values
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) option: Vec<(String, String)>,
    /// Leave a side to the game's own rules in every game (`SIDE=nonplayer`); may be given several times. Default: over the
    /// games each, if the game has such rules
    #[arg(long, value_name = "SIDE=nonplayer", value_parser = pair)]
    pub(crate) seat: Vec<(String, String)>,
    /// Play each game again, moved to a fresh VM at every decision, to the same hashes
    #[arg(long)]
    pub(crate) double_run: bool,
    /// How many games at once. Default: one per core
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) threads: Option<usize>,
    /// Keep the records of failed games in this folder. Default: the data folder
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// Fail unless each game's digest is that of its line `GAME GAMES SEED DIGEST` in this file
    ///
    /// A digest is one hash for every position of all games. It is the same on every machine and with any number of
    /// threads, and another as soon as a rule does something else. Options held to a value belong to the games: give
    /// the same ones again.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "seconds"])]
    pub(crate) expect_digest: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Play the golden games again, and show where one goes otherwise than kept
///
/// Golden games are random games of a scenario, written down answer by answer in
/// `tests/golden/<game>/<scenario>.golden` of a pack. They stay as they are while the rules do. A file by another name
/// says in its head what is played: `scenario standard`, `set players 2`; `--refresh` writes the games below it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright golden                       has my change altered anything else?
  cardwright golden GAME --refresh        it has, and that is meant: write the files anew
  cardwright golden GAME --pack DIR       what a pack makes of the games kept by those below it")]
pub(crate) struct Golden {
    /// The game's id. Default: all
    pub(crate) game: Option<String>,
    /// Write what differs or is missing, into the last pack given (without one, into the checkout)
    #[arg(long)]
    pub(crate) refresh: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Plant faults one at a time, and see whether `check` or a rule test notices
///
/// Mutation testing: are my tests any good? A fault is a slip of the pen: `<` for `<=`, a filter, a `need` or a line left out,
/// a number one off, a member of a list dropped, one id for another. It is planted in memory, nothing is written. A fault
/// that survives shows where a test is missing, or changes nothing: the latter are listed in `tests/mutants/<game>.toml` of a pack.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright mutate GAME                                 100 faults anywhere in the game
  cardwright mutate GAME --under scripts/GAME/verbs --all    every fault in these files
  cardwright mutate GAME --under cards/GAME/a.toml:12 --all  every fault in one line
  cardwright mutate GAME --seed 2 --least 95             fail if fewer than 95 in a hundred are noticed")]
pub(crate) struct Mutate {
    /// The game's id
    pub(crate) game: String,
    /// Only in this file, folder or line (FILE:LINE) of the packs; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) under: Vec<String>,
    /// Not in this one; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) except: Vec<String>,
    /// Only faults of this kind (`comparison`, `filter` …); may be given several times
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Vec<String>,
    /// Decides which faults are drawn; the kinds take turns
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 100)]
    pub(crate) count: u64,
    /// Every fault there is
    #[arg(long, conflicts_with = "count")]
    pub(crate) all: bool,
    /// Fail unless so many in a hundred are noticed
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(crate) least: Option<u16>,
    /// For programs: every fault with its place and what became of it
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Tell what a line may come to, and how likely each of it is
///
/// All chance is gone through, in exact fractions; where that is too much, the line is drawn many times, and told with intervals.
/// What is hidden from the side that is asked is averaged over all that it cannot tell from the real position.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright odds GAME LINE                            what differs, from the start of a game
  cardwright odds GAME --resume FILE:12 LINE           from event 12 of a recorded one
  cardwright odds GAME LINE --watch success,TRACK.PLACE
  cardwright odds GAME LINE / LINE                     side by side, with what is expected
  cardwright odds GAME --position NOTATION LINE        from a position of your own")]
pub(crate) struct Odds {
    /// The game's id
    pub(crate) game: String,
    /// The line, as it would be played; several with ` / ` between them
    #[arg(required = true, value_name = "LINE")]
    pub(crate) line: Vec<String>,
    /// What is to be looked at: a track, fact, figure, class of pieces or pile, with `.` and where; `success`, `won`, `then`. May be given several times, or parted by commas. Default: what differs
    #[arg(long, value_name = "WHAT")]
    pub(crate) watch: Vec<String>,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, conflicts_with = "resume")]
    pub(crate) option: Vec<(String, String)>,
    /// The seed of what comes before the first choice
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A position in notation, on an empty board, instead of the scenario's
    #[arg(long, value_name = "NOTATION", conflicts_with = "resume")]
    pub(crate) position: Option<String>,
    /// A recorded game (a file, or the id that `play` lists), at its end or at an event of it
    #[arg(long, value_name = "FILE[:EVENT]")]
    pub(crate) resume: Option<String>,
    /// All hands are open, and the line may go on over the choices of any side
    #[arg(long)]
    pub(crate) open: bool,
    /// For programs: exact fractions, shares and intervals
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Count the ways to go on from a position, answer by answer, with all chance gone through
///
/// nodes: sequences of answers and of what came out after each. ways: the same with every die told apart.
/// chance: nodes whose last answer asked for dice or cards. boards: different positions at their ends.
/// over: nodes at which the game is over.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright perft GAME                        all named positions, compared with the counts kept
  cardwright perft GAME POSITION --depth 3     one of them
  cardwright perft GAME POSITION --divide      by first answer: where do the counts differ?

Named positions and their counts are in `tests/perft/<game>.toml` of the packs.")]
pub(crate) struct Perft {
    /// The game's id
    pub(crate) game: String,
    /// A named position, or one in notation. Default: all named ones
    pub(crate) position: Option<String>,
    /// How many answers deep. Default: as deep as counts are kept, else 2
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) depth: Option<usize>,
    /// By first answer
    #[arg(long, requires = "position")]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Measure a game: how fast it plays at random, what a decision, a position and an event cost
///
/// Games are played on one thread, interpreted as at the table and as native code as in long simulations. What is counted
/// (decisions, host calls, rows, bytes) is the same on every machine; what is timed hangs on the machine and its load.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright bench GAME                        100 games of its first scenario
  cardwright bench GAME --pack my-pack         with a pack over it: what does the pack cost?
  cardwright bench GAME --json                 for programs, every prompt with the most rows it had
  valgrind --tool=callgrind cardwright bench GAME --plain --games 60
                                               instructions; less those of --games 30: a decision's")]
pub(crate) struct Bench {
    /// The game's id
    pub(crate) game: String,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 100)]
    pub(crate) games: u64,
    /// The seed of the first game; the others count up from it
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// An option of the scenario; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) option: Vec<(String, String)>,
    /// Play the games once, interpreted, and do nothing else: for profilers, and to count instructions
    #[arg(long, conflicts_with = "json")]
    pub(crate) plain: bool,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Page {
    /// The reference of what scripts may call, in Markdown
    Api,
    /// The same as Luau declarations, for editors
    Types,
    /// The reference of what TOML files may say, in Markdown
    Content,
}

/// Print the reference of the host API or of content, generated from the engine
#[derive(Debug, Args)]
pub(crate) struct Docs {
    /// What to print
    #[arg(value_enum)]
    pub(crate) page: Page,

    /// With `types`: what the content of this game gives to scripts, rather than what the host gives to all
    pub(crate) game: Option<String>,

    /// With `content`: JSON Schema for editors instead, of one KIND of file: pack, board, board-part, scenario, cards, text, rules
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "")]
    pub(crate) schema: Option<String>,

    /// With `--schema`: with the ids of this game and its packs
    #[arg(long = "game", id = "of_game", value_name = "GAME", conflicts_with = "game")]
    pub(crate) of_game: Option<String>,

    /// With `--schema`: write KIND.json, or one of every kind, into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<std::path::PathBuf>,

    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// What is begun with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// A pack for a game, in a folder of its name
    Pack,
    /// A whole small game that plays, in a folder of its name
    Game,
    /// A card, modelled on one that there is, and a test of what is printed on it
    Card,
    /// A scenario that extends another
    Scenario,
    /// What a card may do
    Verb,
    /// What a side may do
    Action,
    /// An option, and a script that hooks into a step
    Option,
    /// A rule test
    Test,
}

impl Part {
    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Part::Pack => "pack",
            Part::Game => "game",
            Part::Card => "card",
            Part::Scenario => "scenario",
            Part::Verb => "verb",
            Part::Action => "action",
            Part::Option => "option",
            Part::Test => "test",
        }
    }
}

/// Write a pack, a game, or a part of one to begin with
///
/// What is written loads, holds its tests and says in comments what to change next. It is tried before it is written: where
/// anything is wrong or in the way, nothing is. A pack or game comes into a folder of its name; the rest into the last pack
/// given with --pack, or the one stood in.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright new pack my-pack --game GAME             a pack for a game
  cardwright new game tiny                            a game of its own: `cardwright play tiny --pack tiny`
  cardwright new card night-raid --like 07 --pack my-pack
  cardwright new action scout --menu MENU             in the pack stood in")]
pub(crate) struct New {
    /// What to begin
    #[arg(value_enum)]
    pub(crate) what: Part,
    /// Its id: lower-case words and digits joined by `-`. Asked for at a terminal
    pub(crate) name: Option<String>,
    /// The game it is for. Default: the only one the pack has files of
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,
    /// What people are shown. Default: the id in words
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Of a scenario: which one it extends. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) extends: Option<String>,
    /// Of what has a test: the scenario it plays. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// Of a card: the card it is modelled on. Default: the plainest of the kind there are most of
    #[arg(long, value_name = "ID")]
    pub(crate) like: Option<String>,
    /// Of a card: the pile its test puts it in
    #[arg(long, value_name = "PILE")]
    pub(crate) pile: Option<String>,
    /// Of an action: the menu it stands in. Default: the only one there is
    #[arg(long, value_name = "ID")]
    pub(crate) menu: Option<String>,
    /// Of an option: the step it hooks into. Default: the one with which the scenario begins
    #[arg(long, value_name = "ID")]
    pub(crate) step: Option<String>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl New {
    /// That what is said is of what is begun.
    pub(crate) fn fit(&self) -> Result<(), Failure> {
        let is = |parts: &[Part]| parts.contains(&self.what);
        let flags = [
            ("--game", self.game.is_some(), !is(&[Part::Game])),
            ("--extends", self.extends.is_some(), is(&[Part::Scenario])),
            ("--scenario", self.scenario.is_some(), is(&[Part::Pack, Part::Card, Part::Option, Part::Test])),
            ("--like", self.like.is_some(), is(&[Part::Card])),
            ("--pile", self.pile.is_some(), is(&[Part::Card])),
            ("--menu", self.menu.is_some(), is(&[Part::Action])),
            ("--step", self.step.is_some(), is(&[Part::Option])),
        ];
        match flags.into_iter().find(|(_, is_given, fits)| *is_given && !fits) {
            Some((flag, ..)) => {
                let what = self.what.word();
                Err(Failure::Usage(format!(
                    "`{flag}` says nothing of a {what}: `cardwright new --help` tells what does"
                )))
            }
            None => Ok(()),
        }
    }

    /// What people are shown for an id.
    pub(crate) fn title_of(&self, id: &str) -> Result<String, Failure> {
        let title = self.title.clone().unwrap_or_else(|| scaffold::title(id));
        scaffold::is_title(&title)?;
        Ok(title)
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".into()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

fn whole_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number".into())
}

fn at_least_one(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or("write a whole number, 1 or more".into())
}

#[cfg(test)]
mod tests {
    use super::Line;
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_arguments_fit_together() {
        Line::command().debug_assert();
    }

    #[test]
    fn packs_before_and_after_the_command_add_up() {
        let line = Line::parse_from(["cardwright", "--pack", "a", "--base", "x", "list", "--pack", "b", "--base", "y"]);
        let packs = line.packs();
        assert_eq!(packs.pack, ["a", "b"].map(std::path::PathBuf::from));
        assert_eq!(packs.base, Some("y".into()));
    }
}
