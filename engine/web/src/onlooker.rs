//! A page without a socket: for whoever checks, or measures, what pages are sent.

use crate::draw::Drawing;
use crate::moment::Moment;
use crate::reader::{Reader, Role};
use crate::screen::{Reading, Screen, Window};
use axum::extract::ws::Utf8Bytes;
use cardwright_table::{PlayError, Table};
use std::sync::Arc;

/// A kind of link of a table that is not served.
#[derive(Debug)]
pub struct Onlooker {
    screen: Screen,
}

/// A page that looks through it: sent what a socket would be sent, letter by letter.
#[derive(Debug, Clone)]
pub struct Page {
    window: Window,
    reading: Reading,
}

impl Onlooker {
    /// A kind of link.
    pub fn new(role: Role) -> Onlooker {
        Onlooker { screen: Screen::new(role, 0, Arc::default()) }
    }

    /// Shows a table as it is now to several at once.
    pub fn show(all: &mut [Onlooker], table: &mut Table, drawn: &Drawing) {
        let mut moment = Moment::of(table, drawn);
        all.iter_mut().for_each(|one| one.screen.show(&mut moment, false));
    }

    /// All begins anew, as with other rules or another map: pages are greeted, and have nothing then.
    pub fn renew(&mut self) {
        self.screen.renew();
        self.screen.greet(&serde_json::json!({ "m": "hello" }));
    }

    /// A page that opens now.
    pub fn opens(&self) -> Page {
        Page { window: self.screen.window(), reading: Reading::default() }
    }

    /// What a page is sent that looks back at an event.
    ///
    /// # Errors
    /// There is no such event.
    pub fn look(
        &self,
        page: &mut Page,
        table: &mut Table,
        drawn: &Drawing,
        event: usize,
    ) -> Result<Vec<String>, PlayError> {
        table.look_back(event)?;
        let look = self.screen.look(&mut Moment::of(table, drawn), Reader::of(self.screen.role));
        table.look_up();
        Ok(texts(page.window.look(&mut page.reading, &look)))
    }
}

impl Page {
    /// What is sent for it to have what is shown; whatever was shown in between it never hears of.
    pub fn reads(&mut self) -> Vec<String> {
        texts(self.window.frames(&mut self.reading))
    }
}

fn texts(frames: Vec<Utf8Bytes>) -> Vec<String> {
    frames.into_iter().map(|frame| frame.to_string()).collect()
}
