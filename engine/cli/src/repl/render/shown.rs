//! Shows the reply to `show`.

use crate::repl::display::{self, DrawContext, board, cards, facts, group, map, thing, tracks};
use crate::repl::prompt::Prompt;
use cardwright_session::{ShowReply, ShownPart};

impl Prompt {
    pub(super) fn show_shown(&mut self, show: &ShowReply) {
        let lines = {
            // `show` explains all short names, also those that an earlier screen has explained.
            let mut layout = self.screen.stable_layout.clone();
            layout.forget_explanations();
            let context = DrawContext::new(&show.view, self.screen.page).with_stable_layout(&layout);
            match &show.shown {
                ShownPart::Table => display::screen(&DrawContext { shows_scene: false, ..context }, &show.standing),
                ShownPart::Board => board::full_board(&context),
                ShownPart::Map => map::page(&context),
                ShownPart::Tracks => tracks::bars(&context),
                ShownPart::Cards => cards::all(&context),
                ShownPart::Hands => cards::hands(&context),
                ShownPart::Facts => facts::all(&context),
                ShownPart::Effects => facts::active_effects(&context),
                ShownPart::Options => facts::options(&context),
                ShownPart::Legend => board::legend(&context, context.page.width),
                ShownPart::Notation(text) => text.lines().map(str::to_owned).collect(),
                ShownPart::Thing { thing, spaces, .. } => {
                    let mut lines = thing::thing(&context, thing);
                    if *spaces > 0 {
                        let id = &thing.id;
                        lines.push(context.page.dim(&format!("`{id}` are also {spaces} spaces: `show spaces {id}`")));
                    }
                    lines
                }
                ShownPart::Groups(groups) => {
                    groups.iter().flat_map(|(group, spaces)| group::group(&context, group, spaces)).collect()
                }
            }
        };
        let used_lines = lines.len();
        self.screen.say_all(lines);
        if show.shown == ShownPart::Table {
            // Three lines are for the question, a hint and the text before the next line.
            self.list_rows(self.page().height.saturating_sub(used_lines + 3));
        }
    }
}
