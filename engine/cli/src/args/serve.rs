//! What can be typed after `cardwright serve`.

use super::{Chance, PackArgs, Play, Under, pair, seed};
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

/// Serve a game to browsers: prints a link for each seat, one to watch, and one for the desk
///
/// Whoever opens a link plays that seat, and sees what that seat may see. It is one game, with one record, as `play` has them: either
/// goes on with what the other began. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright serve GAME                        a link per seat; open yours, hand on the others
  cardwright serve GAME --seat SIDE=random     against a random player
  cardwright serve --resume last               go on with the game played last, under the same links
  cardwright serve GAME --listen 0.0.0.0       other machines of the network reach it, too
  cardwright serve GAME --public-url https://HOST    behind a server that speaks https")]
pub(crate) struct Serve {
    /// The game's id
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, conflicts_with = "resume")]
    pub(crate) option: Vec<(String, String)>,
    /// Who answers for a side (`human`, `random`, or `nonplayer`: the game's own rules); `all=random` is every side
    #[arg(long, value_name = "SIDE=WHO", value_parser = pair)]
    pub(crate) seat: Vec<(String, String)>,
    /// How many play, of the seatings that the game has: who answers for which sides. Default: the most
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub(crate) players: Option<u32>,
    /// The seed of all chance. Default: a fresh one
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, conflicts_with = "resume")]
    pub(crate) seed: Option<u64>,
    /// All hands are open, and undo takes back dice and cards too
    #[arg(long)]
    pub(crate) open: bool,
    /// Hands stay hidden when the game is over
    #[arg(long)]
    pub(crate) keep_secrets: bool,
    /// Do not take up rules as their files change
    #[arg(long)]
    pub(crate) no_watch: bool,
    /// Keep the game in this file. Default: a new one in the data folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_record", "resume"])]
    pub(crate) record: Option<PathBuf>,
    /// Keep no record
    #[arg(long, conflicts_with = "resume")]
    pub(crate) no_record: bool,
    /// Go on with a recorded game: a file, `last`, or the id (or its beginning) that `play` lists
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub(crate) resume: Option<String>,
    /// Which rules to go on with if they changed since
    #[arg(long, value_enum, requires = "resume")]
    pub(crate) under: Option<Under>,
    /// Cut a damaged record down to its sound events first
    #[arg(long, requires = "resume")]
    pub(crate) recover: bool,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 7777, help_heading = "Network")]
    pub(crate) port: u16,
    /// The address to listen at: 0.0.0.0 is every one this machine has
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", help_heading = "Network")]
    pub(crate) listen: IpAddr,
    /// Another name that this machine is called by; may be given several times
    #[arg(long, value_name = "NAME", help_heading = "Network")]
    pub(crate) allow_host: Vec<String>,
    /// Where players find it behind another server: links begin with it
    #[arg(long, value_name = "URL", value_parser = url, help_heading = "Network")]
    pub(crate) public_url: Option<String>,
    /// The desk's link may be opened from other machines
    #[arg(long, help_heading = "Network")]
    pub(crate) desk_anywhere: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl Serve {
    /// What `play` is to begin or to go on with.
    pub(crate) fn as_play(&self) -> Play {
        Play {
            game: self.game.clone(),
            scenario: self.scenario.clone(),
            option: self.option.clone(),
            seat: self.seat.clone(),
            players: self.players,
            seed: self.seed,
            open: self.open,
            dice: Chance::Program,
            cards: Chance::Program,
            moves: None,
            no_watch: self.no_watch,
            record: self.record.clone(),
            no_record: self.no_record,
            resume: self.resume.clone(),
            under: self.under,
            recover: self.recover,
            packs: self.packs.clone(),
        }
    }
}

fn url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '#', '?', ' ']) => Ok(text.to_owned()),
        Some(host) if host.ends_with('/') && !host.trim_end_matches('/').contains('/') => {
            Ok(text.trim_end_matches('/').to_owned())
        }
        _ => Err("write it as https://HOST or https://HOST:PORT: the game stands at its root".into()),
    }
}
