//! What a player sees: drawn from the board and the position alone, for one pair of eyes.

pub(crate) mod board;
pub(crate) mod brief;
pub(crate) mod cards;
mod columns;
pub(crate) mod facts;
pub(crate) mod figures;
mod grid;
pub(crate) mod history;
pub(crate) mod map;
pub(crate) mod paint;
pub(crate) mod panel;
mod pieces;
pub(crate) mod rows;
pub(crate) mod thing;
mod tight;
pub(crate) mod tracks;

#[cfg(test)]
mod tests;

use brief::Brief;
use cardwright_content::Content;
use cardwright_script::Figured;
use cardwright_state::board::Board;
use cardwright_state::{Position, SideId};
use cardwright_table::label::Audience;
use cardwright_table::{Seat, Table};
use figures::Figures;
use paint::{Page, pad, width};

/// A position, the eyes that look at it, and the page it is drawn on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look<'a> {
    pub(crate) board: &'a Board,
    pub(crate) position: &'a Position,
    pub(crate) content: &'a Content,
    pub(crate) eyes: Audience,
    pub(crate) page: Page,
    /// What the rules work out from the position.
    pub(crate) figures: Figures<'a>,
    /// What is left out.
    pub(crate) brief: Brief,
}

impl<'a> Look<'a> {
    /// The table as it is now, with what its figures come to.
    pub(crate) fn at(table: &'a Table, figures: &'a [Vec<Figured>], eyes: Audience, page: Page) -> Look<'a> {
        let program = table.program();
        Look {
            board: &program.board,
            position: table.position(),
            content: &program.content,
            eyes,
            page,
            figures: Figures { of: &program.figures, values: figures },
            brief: Brief::first(page.height),
        }
    }
    /// The side whose eyes these are, if it is one side's.
    pub(crate) fn side(&self) -> Option<SideId> {
        match self.eyes {
            Audience::Side(side) => Some(side),
            _ => None,
        }
    }
}

/// Game, scenario, whose turn, phase and event: one line, or two where one is too short.
pub(crate) fn header(look: &Look, table: &Table) -> Vec<String> {
    let (board, page) = (look.board, look.page);
    let scenario = look.content.scenario(&table.scenario).map_or(table.scenario.as_str(), |s| s.name.as_str());
    let scenario = if scenario == board.name { String::new() } else { format!(" · {scenario}") };
    let sides = board.sides.iter().zip(&table.seats).filter(|(_, seat)| **seat == Seat::NonPlayer);
    let by_rules: Vec<&str> = sides.map(|(side, _)| side.name.as_str()).collect();
    let scenario = match by_rules.is_empty() {
        true => scenario,
        false => format!("{scenario} · {} by rules", by_rules.join(", ")),
    };
    let event = page.dim(&format!("event {}", table.here()));
    let title = format!("{}{scenario}", page.bold(&board.name));
    let turn = |room: usize| match table.asked() {
        Some(side) => {
            let name = format!("▶ {}", board.sides[side.at()].name);
            let phase = paint::clip(&format!(" · {}", phase(look)), room.saturating_sub(width(&name)));
            format!("{}{}", page.side(board, side, &name), page.dim(&phase))
        }
        None => page.bold("the game is over"),
    };
    let room = page.width.saturating_sub(width(&event));
    let one = format!("{title}   {}", turn(usize::MAX));
    if width(&one) + 3 <= room {
        return vec![format!("{}{event}", pad(&one, room))];
    }
    vec![format!("{}{event}", pad(&title, room)), turn(page.width)]
}

/// The open steps, outermost first: `red-turn › stir port`.
pub(crate) fn phase(look: &Look) -> String {
    let steps = look.position.stack.iter().map(|frame| {
        let mut text = look.board.steps[frame.step.at()].clone();
        for arg in &frame.args {
            if matches!(arg, cardwright_state::val::Plain::Val(_) | cardwright_state::val::Plain::Truth(_)) {
                text.push(' ');
                text.push_str(&look.eyes.plain(look.board, look.position, arg));
            }
        }
        text
    });
    steps.collect::<Vec<_>>().join(" › ")
}

/// The whole table: header, board, panels, tracks, cards, and what is in force; as much of it as the page has
/// room for, the choice that is asked included.
pub(crate) fn screen(look: &Look, table: &Table, besides: &str) -> Vec<String> {
    let mut out = Vec::new();
    for brief in Brief::ALL.into_iter().filter(|b| *b >= look.brief) {
        let look = &Look { brief, ..*look };
        for beside in [false, true].into_iter().take(1 + usize::from(look.page.width >= WIDE)) {
            out = draw(look, table, beside);
            if out.len() + below(look, table, besides) <= look.page.height {
                return out;
            }
        }
    }
    out
}

/// Lines that the choice and the line to type on take.
fn below(look: &Look, table: &Table, besides: &str) -> usize {
    let blank = usize::from(look.page.height >= brief::TALL);
    let room = if look.brief < Brief::Gathered { usize::MAX } else { 0 };
    let choice = table.prompt(look.eyes).map_or(0, |prompt| rows::fewest(look.page, &prompt, besides, room).len());
    blank + choice + 1
}

/// Columns that tracks and cards need, to stand beside the board.
const BESIDE: usize = 46;

/// Columns of a page on which the board may be made narrower for that.
const WIDE: usize = 100;

/// The table at one brevity. Where the page is wide, tracks and cards stand beside the board; where `beside` is
/// wished and it can be, the board is drawn narrow enough for that.
fn draw(look: &Look, table: &Table, beside: bool) -> Vec<String> {
    const GAP: usize = 3;
    let at = |width: usize| Look { page: Page { width, ..look.page }, ..*look };
    let mut out = header(look, table);
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
    out.extend(brief::left_out(look));
    out
}
