//! The whole table on one page, at the fullest level of detail that fits.

use super::brevity::{self, Brevity};
use super::draw_context::DrawContext;
use super::paint::{self, Page, counted, pad, width};
use super::stable_layout::StableLayout;
use super::{board, cards, facts, figures, omitted, panel, rows, tracks};
use std::ops::Range;

/// Game, scenario, side to answer, phase and event, on one line or two.
pub(crate) fn header(context: &DrawContext) -> Vec<String> {
    let (view, legend, page) = (context.view, context.legend(), context.page);
    let scenario = match view.scenario == legend.name {
        true => String::new(),
        false => format!(" · {}", view.scenario),
    };
    let by_rules: Vec<&str> = view.by_rules().collect();
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
    let one = format!("{title}   {}", turn(usize::MAX));
    if width(&one) + 3 <= room {
        return vec![format!("{}{event}", pad(&one, room))];
    }
    // A long scenario name is cut before the event.
    let scenario = paint::clip(&scenario, room.saturating_sub(width(&legend.name) + 1));
    let title = format!("{}{scenario}", page.bold(&legend.name));
    vec![format!("{}{event}", pad(&title, room)), turn(page.width)]
}

/// The whole table: header, board, panels, tracks, cards and active effects. Leaves room for the choice and for `standing`,
/// the line about standing actions.
pub(crate) fn screen(context: &DrawContext, standing: &str) -> Vec<String> {
    fitted(context, standing).0
}

/// Like [`screen`]. Also returns the layout to keep for the next screen.
pub(crate) fn screen_with_layout(context: &DrawContext, standing: &str) -> (Vec<String>, StableLayout) {
    let (lines, brevity) = fitted(context, standing);
    (lines, StableLayout::after(&DrawContext { brevity, ..*context }))
}

/// The table at the fullest level of detail that fits the page, and that level.
fn fitted(context: &DrawContext, standing: &str) -> (Vec<String>, Brevity) {
    let mut out = Vec::new();
    let levels =
        Brevity::ALL.into_iter().filter(|b| *b >= context.brevity).map(|brevity| DrawContext { brevity, ..*context });
    for context in levels {
        for narrow_board in [false, true].into_iter().take(1 + usize::from(context.page.width >= WIDE)) {
            let (drawn, board) = draw(&context, narrow_board);
            let room = context.page.height.saturating_sub(choice_height(&context, standing));
            if drawn.len() <= room {
                return (drawn, context.brevity);
            }
            out = cut(context.page, drawn, board, room);
        }
    }
    // At the last level the card in play gets the remaining lines.
    let least = DrawContext { brevity: Brevity::Minimal, card_text_lines: MAX_CARD_TEXT, ..*context };
    let room = context.page.height.saturating_sub(choice_height(&least, standing));
    let excess = draw(&least, false).0.len().saturating_sub(room);
    let text_lines = cards::card_text_lines(&least).saturating_sub(excess);
    // Cut the end of the map before the goals of sides, as long as most of the map remains.
    for (card_text_lines, shows_goals) in [(text_lines, true), (0, true), (0, false)] {
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

/// Cuts the end of the board from a screen that is too long at every level, so the header stays visible.
fn cut(page: Page, mut drawn: Vec<String>, board: Range<usize>, room: usize) -> Vec<String> {
    let removed = (drawn.len().saturating_sub(room) + 1).min(board.len().saturating_sub(1));
    let from = board.end - removed;
    let hint = page.dim(&format!("… {}: `show board`", counted(removed, "more line")));
    drawn.splice(from..board.end, [hint]);
    drawn
}

/// The number of lines below the table, for the choice and the prompt.
fn choice_height(context: &DrawContext, standing: &str) -> usize {
    let blank = usize::from(context.page.height >= brevity::TALL);
    let room = if context.brevity < Brevity::RowsSideBySide { usize::MAX } else { 0 };
    let choice = context.view.choice.as_ref();
    let choice = choice.map_or(0, |choice| rows::fewest_lines(context.page, choice, standing, room).len());
    blank + choice + 1
}

/// Least width of the column with tracks and cards to the right of the board.
const RIGHT_COLUMN: usize = 46;

/// The legend may be this wide even if the board is narrower.
const LEGEND: usize = 76;

/// Most lines for the texts of the card in play at `Brevity::Minimal`.
const MAX_CARD_TEXT: usize = 8;

/// On pages of this width, the board may be narrowed to make room for a right column.
const WIDE: usize = 100;

/// Draws the table at one level of detail. Returns the lines and the range of the board in them. If there is room, tracks and
/// cards are to the right of the board; `narrow_board` makes room for them if the board allows it.
fn draw(context: &DrawContext, narrow_board: bool) -> (Vec<String>, Range<usize>) {
    const GAP: usize = 3;
    let at = |width: usize| DrawContext { page: Page { width, ..context.page }, ..*context };
    let mut out = header(context);
    for warning in figures::warnings(context) {
        let words: Vec<String> = warning.split_whitespace().map(str::to_owned).collect();
        let lines = paint::flow("!", 2, &words, " ", context.page.width);
        out.extend(lines.into_iter().map(|l| context.page.named("yellow", &l)));
    }
    if context.brevity < Brevity::NoRuledLines {
        out.push(context.page.dim(&"─".repeat(context.page.width)));
    }
    let widest = |lines: &[String]| lines.iter().map(|l| width(l)).max().unwrap_or(0);
    let left = |board: &[String]| context.page.width.saturating_sub(widest(board) + GAP);
    let mut board = board::tables(context, false);
    if narrow_board && left(&board) < RIGHT_COLUMN {
        let narrow = &at(context.page.width.saturating_sub(RIGHT_COLUMN + GAP));
        if board::fits(narrow) {
            board = board::tables(narrow, false);
        }
    }
    let board_lines = out.len()..out.len() + board.len();
    // The legend must not take the room of the right column.
    let has_right_column = left(&board) >= RIGHT_COLUMN;
    let page_width = context.page.width;
    let max_width = if has_right_column { page_width.saturating_sub(RIGHT_COLUMN + GAP) } else { page_width };
    board.extend(board::legend(context, widest(&board).max(LEGEND).min(max_width)));
    let room = left(&board);
    let narrow = &at(room);
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
