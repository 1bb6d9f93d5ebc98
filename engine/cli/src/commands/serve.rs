//! `cardwright serve`: serves a game to browsers, with a link for each seat.

use super::play::new_game;
use super::ready_game::ReadyGame;
use super::resume;
use crate::args::Serve;
use crate::failure::Failure;
use crate::out;
use crate::packs::Packs;
use crate::saved_games;
use cardwright_session::{Place, Session};
use cardwright_web::{Keys, Link, Options, Role, RunningServer, ServeError, ServedGame, serve};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

pub(crate) fn run(packs: &Packs, args: &Serve) -> Result<ExitCode, Failure> {
    let options = Options {
        listen: SocketAddr::new(args.listen, args.port),
        allow_hosts: args.allow_host.clone(),
        public_url: args.public_url.clone(),
        host_anywhere: args.host_anywhere,
        keep_secrets: args.keep_secrets,
        until_interrupted: true,
        ..Options::default()
    };
    match serve(|| start(packs, args), &options, |serving| print_links(serving, args)) {
        Ok(record) => {
            out::note(resume_hint(args, record.as_deref()));
            Ok(ExitCode::SUCCESS)
        }
        Err(ServeError::Start(Some(failure))) => Err(failure),
        Err(ServeError::Start(None)) => Ok(ExitCode::SUCCESS),
        Err(ServeError::InUse(at)) => Err(Failure::File(ServeError::<String>::InUse(at).to_string())),
        Err(ServeError::Listen { at, problem }) => {
            Err(Failure::File(ServeError::<String>::Listen { at, problem }.to_string()))
        }
        Err(ServeError::Keys(error)) => Err(Failure::File(error.to_string())),
        Err(ServeError::GameStopped) => Err(Failure::Findings(ServeError::<String>::GameStopped.to_string())),
    }
}

/// Returns the message after the end of the server, which says how to continue the game.
fn resume_hint(args: &Serve, record: Option<&Path>) -> String {
    let is_last = |record: &Path| saved_games::find("last").is_ok_and(|last| last == record);
    match record {
        _ if args.start.no_record => "the game is no longer served; no record was kept: it is gone".into(),
        Some(record) if is_last(record) => {
            "the game is no longer served; `--resume last` goes on with it, under the same links".into()
        }
        Some(record) => {
            let name = saved_games::resume_name(record);
            format!("the game is no longer served; `--resume {name}` goes on with it, under the same links")
        }
        None => "the game is no longer served; its record was removed meanwhile: it is gone".into(),
    }
}

/// Starts or resumes the game. Returns `Err(None)` if the player chooses to stop.
fn start(packs: &Packs, args: &Serve) -> Result<ServedGame, Option<Failure>> {
    let play = args.as_play();
    let ready = match (&play.start.resume, &play.start.game) {
        (Some(name), _) => resume::run(packs, &play, name).map_err(Some)?.ok_or(None)?,
        (None, Some(game)) => {
            // Check the key file before the game starts, because a game that cannot be served must not leave a record.
            if let Some(record) = play.start.record.as_ref().filter(|_| !play.start.no_record) {
                Keys::check_file(record).map_err(|error| Some(Failure::File(error.to_string())))?;
            }
            new_game(packs, packs.open().map_err(Some)?, &play, game).map_err(Some)?
        }
        (None, None) => return Err(Some(Failure::Usage("`serve` takes a game, or `--resume`".into()))),
    };
    let ReadyGame { mut table, library, seed, may_watch } = ready;
    table.open |= args.start.open;
    saved_games::remember_last(table.record_path());
    // The number of events makes the seed of the bots of a resumed game differ from their seed at the start.
    let bot_seed = seed.wrapping_add(table.nodes().len() as u64);
    let mut session = Session::new(table, Arc::new(Mutex::new(library)), Place::Browser, bot_seed);
    session.bots.on_failure = args.start.on_failure;
    let report = Box::new(|text: &str| out::note(format!("note: {text}")));
    // While a game is watched, it uses changed rules at once. A game with recorded rules may not be watched.
    Ok(ServedGame { session, is_watched: may_watch && !args.start.no_watch, report })
}

/// Prints the link of each role, and warnings about the network.
fn print_links(serving: &RunningServer, args: &Serve) {
    let RunningServer { at, links, .. } = serving;
    let role_text = |link: &Link| match link.role {
        Role::Host => "host (sees and does everything: keep it to yourself)".to_owned(),
        Role::Spectator => "spectators".to_owned(),
        Role::Side(_) => link.names.join(" and "),
    };
    let human_links: Vec<&Link> = links.iter().filter(|link| link.is_human).collect();
    let width = human_links.iter().map(|link| role_text(link).chars().count()).max().unwrap_or(0);
    out::line(format!("The game is served at http://{at}/"));
    for link in human_links {
        out::line(format!("  {:width$}  {}", role_text(link), link.url));
    }
    if !at.ip().to_canonical().is_loopback() {
        out::note(
            "note: everyone in this machine's network can open the game. The connection is plain http, which others can read",
        );
    }
    if args.start.no_record {
        out::note("note: there is no record: the game is lost when the server stops");
    }
    out::line("Ctrl-C stops the server.");
}
