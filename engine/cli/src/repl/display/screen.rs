//! Draws the whole position on one page, with as many details as fit.

use super::brevity::{self, Brevity};
use super::draw_context::DrawContext;
use super::paint::{self, Page, pad, width};
use super::stable_layout::StableLayout;
use super::{board, cards, facts, figures, omitted, panel, rows, scene, tracks};
use crate::out::counted;
use std::ops::Range;

/// Draws the game, scenario, side to move, phase and event, in one text line or two.
pub(crate) fn header(context: &DrawContext) -> Vec<String> {
    let (view, legend, page) = (context.view, context.legend(), context.page);
    let scenario = match view.scenario == legend.name {
        true => String::new(),
        false => format!(" · {}", view.scenario),
    };
    let by_rules: Vec<&str> = view.nonplayer_names().collect();
    let scenario = match by_rules.is_empty() {
        true => scenario,
        false => format!("{scenario} · {} by rules", by_rules.join(", ")),
    };
    let event = page.dim(&format!("event {}", view.event));
    let title = format!("{}{scenario}", page.bold(&legend.name));
    let turn = |room: usize| match view.choice.as_ref().and_then(|choice| legend.side(&choice.side)) {
        Some(side) => {
            let name = format!("▶ {}", side.name);
            // There is no phase before the first log heading.
            let Some(phase) = view.heading.clone() else {
                return page.side(legend.side_ids(), &side.id, &paint::clip(&name, room));
            };
            if let Some(rest) = phase.strip_prefix(side.name.as_str()) {
                let rest = paint::clip(rest, room.saturating_sub(width(&name)));
                return format!("{}{}", page.side(legend.side_ids(), &side.id, &name), page.dim(&rest));
            }
            let phase = paint::clip(&format!(" · {phase}"), room.saturating_sub(width(&name)));
            format!("{}{}", page.side(legend.side_ids(), &side.id, &name), page.dim(&phase))
        }
        None if view.result.is_some() => page.bold("the game is over"),
        None => page.bold("nothing can be asked"),
    };
    let room = page.width.saturating_sub(width(&event));
    let single_line = format!("{title}   {}", turn(usize::MAX));
    if width(&single_line) + 3 <= room {
        return vec![format!("{}{event}", pad(&single_line, room))];
    }
    // The scenario name is cut so that the event fits on the line.
    let scenario = paint::clip(&scenario, room.saturating_sub(width(&legend.name) + 1));
    let title = format!("{}{scenario}", page.bold(&legend.name));
    vec![format!("{}{event}", pad(&title, room)), turn(page.width)]
}

/// Draws the whole position: header, board, panels, tracks, cards and active effects. Leaves room for the choice and
/// for `standing`, the text line about standing actions.
pub(crate) fn screen(context: &DrawContext, standing: &str) -> Vec<String> {
    fitted(&DrawContext { view: &context.view.at_prompt(), ..*context }, standing).0
}

/// Draws the whole position as [`screen`] does. Also returns the columns and explanations so far.
pub(crate) fn screen_with_layout(context: &DrawContext, standing: &str) -> (Vec<String>, StableLayout) {
    let view = context.view.at_prompt();
    let context = DrawContext { view: &view, ..*context };
    let (lines, brevity) = fitted(&context, standing);
    (lines, board::stable_layout(&DrawContext { brevity, ..context }))
}

/// Draws the position at the most detailed level that fits the page below a usual report, so that a report does not
/// change the level. Also returns that level.
fn fitted(context: &DrawContext, standing: &str) -> (Vec<String>, Brevity) {
    let levels = Brevity::ALL.into_iter().filter(|level| *level >= context.brevity);
    for context in levels.map(|brevity| DrawContext { brevity, ..*context }) {
        // On a wide page, the second attempt narrows the board to make room for a right column.
        for narrow_board in [false, true].into_iter().take(1 + usize::from(context.page.width >= WIDE)) {
            let (drawn, _) = draw(&context, narrow_board);
            let room = context.usual_height.saturating_sub(choice_height(&context, standing));
            if drawn.len() <= room {
                return (drawn, context.brevity);
            }
        }
    }
    // At the last level the text of the first face-up card gets the remaining lines.
    let least = DrawContext { brevity: Brevity::Minimal, card_text_lines: MAX_CARD_TEXT, ..*context };
    let height = context.page.height.max(context.usual_height);
    let room = height.saturating_sub(choice_height(&least, standing));
    let excess = draw(&least, false).0.len().saturating_sub(room);
    let text_lines = cards::card_text_lines(&least).saturating_sub(excess);
    // The text of a card that is being resolved is never cut.
    let fewest = if cards::resolved_card(&least).is_empty() { 0 } else { usize::MAX };
    let mut out = Vec::new();
    // Cut the end of the map before the goals of sides, as long as most of the map remains.
    for (card_text_lines, shows_goals) in [(text_lines.max(fewest), true), (fewest, true), (fewest, false)] {
        let (drawn, board) = draw(&DrawContext { card_text_lines, shows_goals, ..least }, false);
        if drawn.len() <= room {
            return (drawn, Brevity::Minimal);
        }
        let removed = drawn.len() - room + 1;
        let most_remains = removed <= board.len() / 3;
        out = cut(context.page, drawn, board, room);
        if shows_goals && card_text_lines == 0 && most_remains {
            break;
        }
    }
    (out, Brevity::Minimal)
}

/// Cuts the end of the board from a screen that is too long at every level, so that the header stays visible. `board`
/// is the range of lines with the board.
fn cut(page: Page, mut drawn: Vec<String>, board: Range<usize>, room: usize) -> Vec<String> {
    let removed = (drawn.len().saturating_sub(room) + 1).min(board.len().saturating_sub(1));
    let start = board.end - removed;
    let hint = page.dim(&format!("… {}: `show board`", counted(removed, "more line")));
    drawn.splice(start..board.end, [hint]);
    drawn
}

/// Returns the number of lines below the position, for the choice and the prompt.
fn choice_height(context: &DrawContext, standing: &str) -> usize {
    let blank = usize::from(context.page.height >= brevity::TALL);
    // If the room is 0, `fewest_lines` puts rows side by side.
    let room = if context.brevity < Brevity::RowsSideBySide { usize::MAX } else { 0 };
    let choice = context.view.choice.as_ref();
    let choice = choice.map_or(0, |choice| rows::fewest_lines(context.page, choice, standing, room).len());
    blank + choice + 1
}

/// The least width of the column with tracks and cards to the right of the board.
const RIGHT_COLUMN: usize = 46;

/// The width that the explanations of short names may have even if the board is narrower.
const LEGEND: usize = 76;

/// The most lines for the texts of the first face-up card at `Brevity::Minimal`.
const MAX_CARD_TEXT: usize = 8;

/// The least width of a page on which the board may be narrowed to make room for a right column.
const WIDE: usize = 100;

/// Draws the position at one level of detail. Returns the lines, and the range of lines with the board. If there is
/// room, tracks and cards are drawn to the right of the board. If `narrow_board`, the board is narrowed to make room
/// for them, unless its words would be cut.
fn draw(context: &DrawContext, narrow_board: bool) -> (Vec<String>, Range<usize>) {
    const GAP: usize = 3;
    let with_width = |width: usize| DrawContext { page: Page { width, ..context.page }, ..*context };
    let mut out = header(context);
    for warning in figures::warnings(context) {
        let words: Vec<String> = warning.split_whitespace().map(str::to_owned).collect();
        let lines = paint::flow("!", 2, &words, " ", context.page.width);
        out.extend(lines.into_iter().map(|line| context.page.named("yellow", &line)));
    }
    if context.brevity < Brevity::NoRuledLines {
        out.push(context.page.dim(&"─".repeat(context.page.width)));
    }
    if let Some(scene) = Some(context).filter(|context| context.shows_scene).and_then(scene::lines) {
        out.extend(scene);
        out.extend(cards::piles(context));
        out.push(context.page.dim("`show` draws the whole board"));
        return (out, 0..0);
    }
    let widest = |lines: &[String]| lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let room_beside = |board: &[String]| context.page.width.saturating_sub(widest(board) + GAP);
    let mut board = board::tables(context, false);
    if narrow_board && room_beside(&board) < RIGHT_COLUMN {
        let narrow = &with_width(context.page.width.saturating_sub(RIGHT_COLUMN + GAP));
        if board::fits(narrow) {
            board = board::tables(narrow, false);
        }
    }
    let board_lines = out.len()..out.len() + board.len();
    // The explanations of short names must not take the room of the right column.
    let has_right_column = room_beside(&board) >= RIGHT_COLUMN;
    let page_width = context.page.width;
    let max_width = if has_right_column { page_width.saturating_sub(RIGHT_COLUMN + GAP) } else { page_width };
    board.extend(board::legend(context, widest(&board).max(LEGEND).min(max_width)));
    let room = room_beside(&board);
    let narrow = &with_width(room);
    if room >= RIGHT_COLUMN {
        let mut right = tracks::screen_lines(narrow);
        right.push(String::new());
        right.extend(cards::piles(narrow));
        right.extend(facts::lines(narrow));
        out.extend(paint::side_by_side(&board, &right, GAP));
        out.extend(panel::panels(context));
    } else {
        out.extend(board);
        out.extend(panel::panels(context));
        out.extend(tracks::screen_lines(context));
        out.extend(cards::piles(context));
        out.extend(facts::lines(context));
    }
    out.extend(omitted::hint(context));
    (out, board_lines)
}
