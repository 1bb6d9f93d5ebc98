//! Shows the reply to `show`.

use crate::repl::display::{self, DrawContext, board, cards, facts, group, map, thing, tracks};
use crate::repl::prompt::Prompt;
use cardwright_session::{Show, Shown};

impl Prompt {
    pub(super) fn show_shown(&mut self, show: &Show) {
        let lines = {
            let context = DrawContext::new(&show.view, self.screen.page).with_stable_layout(&self.screen.stable_layout);
            match &show.shown {
                Shown::Table => display::screen(&context, &show.standing),
                Shown::Board => board::full_board(&context),
                Shown::Map => map::page(&context),
                Shown::Tracks => tracks::bars(&context),
                Shown::Cards => cards::all(&context),
                Shown::Hands => cards::hands(&context),
                Shown::Facts => facts::all(&context),
                Shown::Effects => facts::active_effects(&context),
                Shown::Options => facts::options(&context),
                Shown::Notation(text) => text.lines().map(str::to_owned).collect(),
                Shown::Thing { thing, spaces, .. } => {
                    let mut lines = thing::thing(&context, thing);
                    if *spaces > 0 {
                        let id = &thing.id;
                        lines.push(context.page.dim(&format!("`{id}` are also {spaces} spaces: `show spaces {id}`")));
                    }
                    lines
                }
                Shown::Groups(groups) => {
                    groups.iter().flat_map(|(group, spaces)| group::group(&context, group, spaces)).collect()
                }
            }
        };
        let used_lines = lines.len();
        self.screen.say_all(lines);
        if show.shown == Shown::Table {
            self.list_rows(self.page().height.saturating_sub(used_lines + 3));
        }
    }
}
