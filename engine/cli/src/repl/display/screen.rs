//! The whole table on a page, as much of it as there is room for.

use super::brief::{self, Brief};
use super::look::Look;
use super::paint::{self, Page, counted, pad, width};
use super::settled::Settled;
use super::{board, cards, facts, figures, left_out, panel, rows, tracks};
use std::ops::Range;

/// Game, scenario, whose turn, phase and event: one line, or two where one is too short.
pub(crate) fn header(look: &Look) -> Vec<String> {
    let (view, legend, page) = (look.view, look.legend(), look.page);
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
            // Before the first heading there is nothing to say of it: steps are for whoever writes them.
            let Some(phase) = view.chapter.clone() else {
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
    // The event stands apart from a long scenario.
    let scenario = paint::clip(&scenario, room.saturating_sub(width(&legend.name) + 1));
    let title = format!("{}{scenario}", page.bold(&legend.name));
    vec![format!("{}{event}", pad(&title, room)), turn(page.width)]
}

/// The whole table: header, board, panels, tracks, cards, and what is in force; as much of it as the page has
/// room for, the choice that is asked included.
pub(crate) fn screen(look: &Look, besides: &str) -> Vec<String> {
    drawn(look, besides).0
}

/// The same, and what stands on it to stay: see [`Settled`].
pub(crate) fn settled_screen(look: &Look, besides: &str) -> (Vec<String>, Settled) {
    let (lines, brief) = drawn(look, besides);
    (lines, Settled::with(&Look { brief, ..*look }))
}

/// The table, and how briefly it was drawn.
fn drawn(look: &Look, besides: &str) -> (Vec<String>, Brief) {
    let mut out = Vec::new();
    let briefer = Brief::ALL.into_iter().filter(|b| *b >= look.brief).map(|brief| Look { brief, ..*look });
    for look in briefer {
        for beside in [false, true].into_iter().take(1 + usize::from(look.page.width >= WIDE)) {
            let (drawn, board) = draw(&look, beside);
            let room = look.page.height.saturating_sub(below(&look, besides));
            if drawn.len() <= room {
                return (drawn, look.brief);
            }
            out = cut(look.page, drawn, board, room);
        }
    }
    // At last the card in play has the lines that are left.
    let least = Look { brief: Brief::Least, texts: FULL_TEXT, ..*look };
    let room = look.page.height.saturating_sub(below(&least, besides));
    let beyond = draw(&least, false).0.len().saturating_sub(room);
    let texts = cards::lines_of_texts(&least).saturating_sub(beyond);
    // The end of the map gives way before what a side has to reach, as long as most of it is left.
    for (texts, goals) in [(texts, true), (0, true), (0, false)] {
        let (drawn, board) = draw(&Look { texts, goals, ..least }, false);
        if drawn.len() <= room {
            return (drawn, Brief::Least);
        }
        let gone = drawn.len() - room + 1;
        let most_is_left = gone <= board.len() / 3;
        out = cut(look.page, drawn, board, room);
        if goals && texts == 0 && most_is_left {
            break;
        }
    }
    (out, Brief::Least)
}

/// A screen that is too long even at its briefest: the end of the board gives way, for who is asked and what must not scroll off.
fn cut(page: Page, mut drawn: Vec<String>, board: Range<usize>, room: usize) -> Vec<String> {
    let gone = (drawn.len().saturating_sub(room) + 1).min(board.len().saturating_sub(1));
    let from = board.end - gone;
    let told = page.dim(&format!("… {}: `show board`", counted(gone, "more line")));
    drawn.splice(from..board.end, [told]);
    drawn
}

/// Lines that the choice and the line to type on take.
fn below(look: &Look, besides: &str) -> usize {
    let blank = usize::from(look.page.height >= brief::TALL);
    let room = if look.brief < Brief::Gathered { usize::MAX } else { 0 };
    let choice = look.view.choice.as_ref();
    let choice = choice.map_or(0, |choice| rows::fewest(look.page, choice, besides, room).len());
    blank + choice + 1
}

/// Columns that tracks and cards need, to stand beside the board.
const BESIDE: usize = 46;

/// Columns that the legend may take, however narrow the board.
const LEGEND: usize = 76;

/// As many lines as the texts of a card in play may have on the lowest page.
const FULL_TEXT: usize = 8;

/// Columns of a page on which the board may be made narrower for that.
const WIDE: usize = 100;

/// The table at one brevity, and where in it the board stands. Where the page is wide, tracks and cards stand beside the board; where `beside` is
/// wished and it can be, the board is drawn narrow enough for that.
fn draw(look: &Look, beside: bool) -> (Vec<String>, Range<usize>) {
    const GAP: usize = 3;
    let at = |width: usize| Look { page: Page { width, ..look.page }, ..*look };
    let mut out = header(look);
    for warning in figures::warnings(look) {
        let words: Vec<String> = warning.split_whitespace().map(str::to_owned).collect();
        let lines = paint::flow("!", 2, &words, " ", look.page.width);
        out.extend(lines.into_iter().map(|l| look.page.named("yellow", &l)));
    }
    if look.brief < Brief::Unruled {
        out.push(look.page.dim(&"─".repeat(look.page.width)));
    }
    let wide = |lines: &[String]| lines.iter().map(|l| width(l)).max().unwrap_or(0);
    let left = |board: &[String]| look.page.width.saturating_sub(wide(board) + GAP);
    let mut board = board::tables(look, false);
    if beside && left(&board) < BESIDE {
        let narrow = &at(look.page.width.saturating_sub(BESIDE + GAP));
        if board::fits(narrow) {
            board = board::tables(narrow, false);
        }
    }
    let at_board = out.len()..out.len() + board.len();
    // The legend leaves the room that the board leaves.
    let most = if left(&board) >= BESIDE { look.page.width.saturating_sub(BESIDE + GAP) } else { look.page.width };
    board.extend(board::legend(look, wide(&board).max(LEGEND).min(most)));
    let room = left(&board);
    let narrow = &at(room);
    if room >= BESIDE {
        let mut side = tracks::on_screen(narrow);
        side.push(String::new());
        side.extend(cards::piles(narrow));
        side.extend(facts::standing(narrow));
        out.extend(paint::beside(&board, &side, GAP));
        out.extend(panel::panels(look));
    } else {
        out.extend(board);
        out.extend(panel::panels(look));
        out.extend(tracks::on_screen(look));
        out.extend(cards::piles(look));
        out.extend(facts::standing(look));
    }
    out.extend(left_out::left_out(look));
    (out, at_board)
}
