//! What can be typed after `cardwright serve`.

use super::play::Chance;
use super::{PackArgs, Play, Start};
use cardwright_web::address;
use clap::Args;
use std::net::IpAddr;

/// Serve a game to browsers: prints a link for each seat, one to watch, and one for the desk
///
/// Whoever opens a link plays that seat, and sees what that seat may see. It is one game, with one record, as `play` has them: either
/// goes on with what the other began. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(mut_arg("game", |game| game.required_unless_present("resume")), after_help = "\
Examples:
  cardwright serve GAME                        a link per seat; open yours, hand on the others
  cardwright serve GAME --seat SIDE=random     against a random player
  cardwright serve --resume last               go on with the game played last, under the same links
  cardwright serve GAME --listen 0.0.0.0       other machines of the network reach it, too
  cardwright serve GAME --public-url https://HOST    behind a server that speaks https")]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Hands stay hidden when the game is over
    #[arg(long)]
    pub(crate) keep_secrets: bool,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 7777, help_heading = "Network")]
    pub(crate) port: u16,
    /// The address to listen at: 0.0.0.0 is every one this machine has
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", help_heading = "Network")]
    pub(crate) listen: IpAddr,
    /// Another name that this machine is called by; may be given several times
    #[arg(long, value_name = "NAME", value_parser = address::host, help_heading = "Network")]
    pub(crate) allow_host: Vec<String>,
    /// Where players find it behind another server: links begin with it
    #[arg(long, value_name = "URL", value_parser = address::origin, help_heading = "Network")]
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
            start: self.start.clone(),
            dice: Chance::Program,
            cards: Chance::Program,
            moves: None,
            packs: self.packs.clone(),
        }
    }
}
