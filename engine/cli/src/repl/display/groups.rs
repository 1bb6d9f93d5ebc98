//! Draws the position in groups, so that a screen can show only the groups that changed.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::{board, cards, facts, panel, tracks};

/// Draws each group of the position: a space or a sector of a large map, a side, the tracks, a pile. A group is one or
/// more text lines. Its text does not depend on the other groups.
pub(crate) fn groups(context: &DrawContext) -> Vec<String> {
    let view = context.view.at_prompt();
    let context = &DrawContext { view: &view, brevity: Brevity::OneTable, lists_spaces: true, ..*context };
    let mut lines = board::tables(context, false);
    lines.extend(panel::panels(context));
    lines.extend(tracks::screen_lines(context));
    lines.extend(cards::piles(context));
    lines.extend(facts::lines(context));
    let mut groups: Vec<String> = Vec::new();
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        match groups.last_mut() {
            // An indented line continues the group above.
            Some(group) if line.starts_with(' ') => *group = format!("{group}\n{line}"),
            _ => groups.push(line),
        }
    }
    groups
}
