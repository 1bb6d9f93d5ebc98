//! The prompt behind a table in the browser: what its commands say, to whoever asks there.

use super::commands::{self, COMMANDS, InBrowser, Known};
use super::display::paint::Page;
use super::session::Session;
use crate::out;
use cardwright_table::{Library, Table};
use cardwright_view::{Ahead, Things};
use cardwright_web::{Command, Copy, Keeper, Reader, Said, copied_table};
use std::sync::{Arc, Mutex};

/// How wide a page draws what a command says.
const PAGE: Page = Page { width: 88, height: 60, color: false };

/// A session that nobody types at.
#[derive(Debug)]
pub(crate) struct Served {
    session: Session,
    /// Whether its rules are read anew.
    is_watched: bool,
}

impl Served {
    pub(crate) fn new(table: Table, library: Library, is_watched: bool, seed: u64) -> Served {
        Served { session: Session::new(table, library, PAGE, false, seed, commands::nearest), is_watched }
    }
}

impl Keeper for Served {
    fn table(&mut self) -> &mut Table {
        &mut self.session.table
    }

    fn look(&self) -> &Table {
        &self.session.table
    }

    fn commands(&self) -> Vec<Command> {
        let served = COMMANDS.iter().filter(|command| command.in_browser != InBrowser::Nobody);
        let as_listed = |command: &&commands::Command| Command {
            desk: matches!(command.in_browser, InBrowser::Desk | InBrowser::DeskAside),
            asks: matches!(command.in_browser, InBrowser::Asked | InBrowser::AskedAside),
            is_long: matches!(command.in_browser, InBrowser::AskedAside | InBrowser::DeskAside),
            ..Command::new(command.name, command.takes, command.does)
        };
        served.map(as_listed).collect()
    }

    fn say(&mut self, reader: Reader, line: &str) -> Said {
        let line = line.trim().trim_start_matches(':');
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let found = commands::exact(&word.to_lowercase()).filter(|command| command.in_browser != InBrowser::Nobody);
        let Some(command) = found else {
            return Said { text: format!("there is no command `{word}`"), is_refused: true };
        };
        let session = &mut self.session;
        session.through = Some(reader.audience(&session.table));
        command.run(session, rest.trim());
        session.through = None;
        session.initial.clear();
        session.back = None;
        let is_refused = std::mem::take(&mut session.refused);
        let text = session.take_out();
        Said { text: text.trim_end().to_owned(), is_refused }
    }

    fn complete(&mut self, reader: Reader, command: &str, before: &str) -> Option<Vec<String>> {
        let command = commands::exact(command)?;
        let table = &mut self.session.table;
        let things = Things::of(table.program()).names();
        let eyes = reader.audience(table);
        let mut known = Known { things: &things, ahead: &mut Ahead::of(table, eyes) };
        Some(command.complete(&mut known, before))
    }

    fn copy(&self) -> Copy {
        let (copied, packs) = (self.session.table.copied(), self.session.packs.clone());
        Box::new(move || {
            let session = Session::over(copied_table(copied)?, packs, PAGE, false, 0, commands::nearest);
            Ok(Box::new(Served { session, is_watched: false }))
        })
    }

    fn library(&self) -> Arc<Mutex<Library>> {
        self.session.packs.clone()
    }

    fn is_watched(&self) -> bool {
        self.is_watched
    }

    fn hear(&mut self, text: &str) {
        out::note(format!("note: {text}"));
    }
}
