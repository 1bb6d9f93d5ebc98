//! What a player sees: drawn from the board and the position alone, for one pair of eyes.

pub(crate) mod board;
pub(crate) mod cards;
pub(crate) mod facts;
pub(crate) mod history;
pub(crate) mod map;
pub(crate) mod paint;
pub(crate) mod rows;
pub(crate) mod thing;
pub(crate) mod tracks;

use cardwright_content::Content;
use cardwright_state::board::Board;
use cardwright_state::{Position, SideId};
use cardwright_table::label::Audience;
use cardwright_table::{Seat, Table};
use paint::{Page, pad, width};

/// A position, the eyes that look at it, and the page it is drawn on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look<'a> {
    pub(crate) board: &'a Board,
    pub(crate) position: &'a Position,
    pub(crate) content: &'a Content,
    pub(crate) eyes: Audience,
    pub(crate) page: Page,
}

impl<'a> Look<'a> {
    /// The table as it is now.
    pub(crate) fn at(table: &'a Table, eyes: Audience, page: Page) -> Look<'a> {
        let program = table.program();
        Look { board: &program.board, position: table.position(), content: &program.content, eyes, page }
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
    let turn = match table.asked() {
        Some(side) => {
            let name = &board.sides[side.at()].name;
            format!("{}{}", page.side(board, side, &format!("▶ {name}")), page.dim(&format!(" · {}", phase(look))))
        }
        None => page.bold("the game is over"),
    };
    let room = page.width.saturating_sub(width(&event));
    if width(&title) + width(&turn) + 6 <= room {
        return vec![format!("{}{event}", pad(&format!("{title}   {turn}"), room))];
    }
    vec![format!("{}{event}", pad(&title, room)), turn]
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

/// The whole table: header, board, tracks, cards, and what is in force.
pub(crate) fn screen(look: &Look, table: &Table) -> Vec<String> {
    let mut out = header(look, table);
    let rule = look.page.dim(&"─".repeat(look.page.width));
    out.push(rule);
    let board = board::tables(look, false);
    let wide = board.iter().map(|l| width(l)).max().unwrap_or(0);
    let left = look.page.width.saturating_sub(wide + 3);
    let mut side = Vec::new();
    let narrow = Look { page: Page { width: left, ..look.page }, ..*look };
    if left >= 46 {
        side.extend(tracks::bars(&narrow));
        side.push(String::new());
        side.extend(cards::piles(&narrow));
        side.extend(facts::standing(&narrow));
        out.extend(paint::beside(&board, &side, 3));
    } else {
        out.extend(board);
        out.extend(tracks::bars(look));
        out.extend(cards::piles(look));
        out.extend(facts::standing(look));
    }
    out
}
