//! Pages without sockets, for tests and benchmarks. Such a page receives exactly the messages that a browser would
//! receive.

use crate::drawing::Drawing;
use crate::frame::Frame;
use crate::publisher::{PageState, Publisher, Subscription};
use crate::role::Role;
use axum::extract::ws::Utf8Bytes;
use cardwright_table::{PlayError, Table};
use cardwright_view::Decisions;
use std::sync::Arc;

/// A link without a server: publishes the views of one role.
#[derive(Debug)]
pub struct OfflineLink {
    publisher: Publisher,
}

/// A page that was opened through an [`OfflineLink`].
#[derive(Debug, Clone)]
pub struct OfflinePage {
    subscription: Subscription,
    state: PageState,
}

impl OfflineLink {
    /// Creates a link for a role.
    pub fn new(role: Role) -> OfflineLink {
        OfflineLink { publisher: Publisher::new(role, 0, Arc::default()) }
    }

    /// Publishes the current position of a table through several links.
    pub fn show(links: &mut [OfflineLink], table: &mut Table, drawing: &Drawing) {
        let mut frame = Frame::new(table, drawing, false);
        links.iter_mut().for_each(|link| link.publisher.show(&mut frame, Decisions::Concise));
    }

    /// Starts every page again, as the server does when the rules or the map change. Each page then receives a greeting
    /// and the whole view.
    pub fn reset(&mut self) {
        self.publisher.reset();
        self.publisher.greet(&serde_json::json!({ "m": "hello" }));
    }

    /// Opens a page.
    pub fn open_page(&self) -> OfflinePage {
        OfflinePage { subscription: self.publisher.subscribe(), state: PageState::default() }
    }

    /// Returns the messages that a page receives when it asks for the position after an event.
    ///
    /// # Errors
    /// There is no such event.
    pub fn look(
        &self,
        page: &mut OfflinePage,
        table: &mut Table,
        drawing: &Drawing,
        event: usize,
    ) -> Result<Vec<String>, PlayError> {
        table.look_back(event)?;
        let viewer = self.publisher.role.viewer(table, None, false);
        let view = self.publisher.past_view(&mut Frame::new(table, drawing, false), viewer);
        table.stop_looking_back();
        Ok(texts(page.subscription.past_messages(&mut page.state, &view)))
    }
}

impl OfflinePage {
    /// Returns the messages that bring the page to the current view. The page does not receive the views in between.
    pub fn receive(&mut self) -> Vec<String> {
        texts(self.subscription.messages(&mut self.state))
    }
}

fn texts(messages: Vec<Utf8Bytes>) -> Vec<String> {
    messages.into_iter().map(|message| message.to_string()).collect()
}
