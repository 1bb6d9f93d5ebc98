//! Arguments of `serve`.

use super::packs::PackArgs;
use super::play::{ChanceSource, Play};
use super::start::StartArgs;
use cardwright_web::address;
use clap::Args;
use std::net::IpAddr;

/// Serve a game to browsers; prints a link for each seat, for spectators and for the host
///
/// A browser that opens the link of a seat plays that seat and sees what it may see. `serve` and `play` use the same
/// records, so one can continue a game of the other. Ctrl-C stops the server.
#[derive(Debug, Args)]
#[command(mut_arg("game", |game| game.required_unless_present("resume")), after_help = "\
Examples:
  cardwright serve GAME                        a link per seat; open yours, send the others
  cardwright serve GAME --seat SIDE=random     against a random player
  cardwright serve --resume last               continue the last game, with the same links
  cardwright serve GAME --listen 0.0.0.0       for other machines of the network too
  cardwright serve GAME --public-url https://HOST    behind a server with https")]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Keep hands hidden after the end of the game
    #[arg(long)]
    pub(crate) keep_secrets: bool,
    /// The port; 0 is any free port
    #[arg(long, value_name = "N", default_value_t = 7777, help_heading = "Network")]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 is every address of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", help_heading = "Network")]
    pub(crate) listen: IpAddr,
    /// Accept requests for this host name too; repeat for more
    #[arg(long, value_name = "NAME", value_parser = address::host, help_heading = "Network")]
    pub(crate) allow_host: Vec<String>,
    /// The URL of the game behind another server; links start with it
    #[arg(long, value_name = "URL", value_parser = address::origin, help_heading = "Network")]
    pub(crate) public_url: Option<String>,
    /// Allow other machines to open the host's link
    #[arg(long, alias = "desk-anywhere", help_heading = "Network")]
    pub(crate) host_anywhere: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl Serve {
    /// Returns the arguments of `play` for the same game.
    pub(crate) fn as_play(&self) -> Play {
        Play {
            start: self.start.clone(),
            dice: ChanceSource::Program,
            cards: ChanceSource::Program,
            moves: None,
            packs: self.packs.clone(),
        }
    }
}
