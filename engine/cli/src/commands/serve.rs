//! `cardwright serve`: a game for whoever has a link.

use super::play::begin;
use super::resume;
use super::seated::Ready;
use crate::args::Serve;
use crate::failure::Failure;
use crate::out;
use crate::packs::Packs;
use crate::repl::{self, Served};
use crate::saved;
use cardwright_web::{Keys, Link, Options, Role, ServeError, Serving, Started, serve};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Serve) -> Result<ExitCode, Failure> {
    let options = Options {
        listen: SocketAddr::new(args.listen, args.port),
        allow_hosts: args.allow_host.clone(),
        public_url: args.public_url.clone(),
        desk_anywhere: args.desk_anywhere,
        keep_secrets: args.keep_secrets,
        until_interrupted: true,
        ..Options::default()
    };
    match serve(|| start(packs, args), &options, |serving| tell(serving, args)) {
        Ok(record) => {
            out::note(way_back(args, record.as_deref()));
            Ok(ExitCode::SUCCESS)
        }
        Err(ServeError::Start(Some(failure))) => Err(failure),
        Err(ServeError::Start(None)) => Ok(ExitCode::SUCCESS),
        Err(ServeError::InUse(at)) => Err(Failure::File(ServeError::<String>::InUse(at).to_string())),
        Err(ServeError::Listen { at, problem }) => {
            Err(Failure::File(ServeError::<String>::Listen { at, problem }.to_string()))
        }
        Err(ServeError::Keys(error)) => Err(Failure::File(error.to_string())),
        Err(ServeError::Broken) => Err(Failure::Findings(ServeError::<String>::Broken.to_string())),
    }
}

/// How the game is gone on with once it is no longer served.
fn way_back(args: &Serve, record: Option<&Path>) -> String {
    let is_last = |record: &Path| saved::find("last").is_ok_and(|last| last == record);
    match record {
        _ if args.start.no_record => "the game is no longer served; no record was kept: it is gone".into(),
        Some(record) if is_last(record) => {
            "the game is no longer served; `--resume last` goes on with it, under the same links".into()
        }
        Some(record) => {
            let called = saved::called(record);
            format!("the game is no longer served; `--resume {called}` goes on with it, under the same links")
        }
        None => "the game is no longer served; its record was removed and could not be written anew: it is gone".into(),
    }
}

/// The game, new or gone on with; none if a person says to leave it as it is.
fn start(packs: &Packs, args: &Serve) -> Result<Started, Option<Failure>> {
    let play = args.as_play();
    let ready = match (&play.start.resume, &play.start.game) {
        (Some(name), _) => resume::run(packs, &play, name).map_err(Some)?.ok_or(None)?,
        (None, Some(game)) => {
            // Before there is a record: a game that cannot be served is not begun.
            if let Some(record) = play.start.record.as_ref().filter(|_| !play.start.no_record) {
                Keys::may_lie_beside(record).map_err(|error| Some(Failure::File(error.to_string())))?;
            }
            begin(packs, packs.open().map_err(Some)?, &play, game).map_err(Some)?
        }
        (None, None) => return Err(Some(Failure::Usage("`serve` takes a game, or `--resume`".into()))),
    };
    let Ready { mut table, library, seed, watch } = ready;
    table.open |= args.start.open;
    let bot_seed = seed.wrapping_add(table.nodes().len() as u64);
    table.play_twice(repl::PLAYED_TWICE);
    let keeper = Served::new(table, library, watch && !args.start.no_watch, bot_seed);
    Ok(Started { keeper: Box::new(keeper), bot_seed })
}

/// The links, each with whose it is; and who can reach them.
fn tell(serving: &Serving, args: &Serve) {
    let Serving { at, links, .. } = serving;
    let who = |link: &Link| match link.role {
        Role::Desk => "the desk, which sees and does all: yours alone".to_owned(),
        Role::Watcher => "to watch".to_owned(),
        Role::Side(_) => link.names.join(" and "),
    };
    let shown: Vec<&Link> = links.iter().filter(|link| link.is_human).collect();
    let width = shown.iter().map(|link| who(link).chars().count()).max().unwrap_or(0);
    out::line(format!("The game is served at http://{at}/"));
    for link in shown {
        out::line(format!("  {:width$}  {}", who(link), link.url));
    }
    if !at.ip().to_canonical().is_loopback() {
        out::note(
            "note: whoever reaches this machine's network reaches the game, and it is plain http: what is sent can be read on the way",
        );
    }
    if args.start.no_record {
        out::note("note: no record is kept: the game is gone when it is no longer served");
    }
    out::line("Ctrl-C ends it.");
}
