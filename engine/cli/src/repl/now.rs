//! What differs from what was drawn last, in the words of positions: shown after an answer.

use super::display::paint::flow;
use super::session::Session;
use cardwright_state::board::{Board, FactType, On};

impl Session {
    /// What differs from what was drawn last, in the words of positions.
    pub(super) fn changes(&self, view: &str) -> Vec<String> {
        let board = self.table.board();
        let (before, view) = (on_board(board, &self.before), on_board(board, view));
        let is_step = |l: &&str| l.starts_with("turn ") || l.starts_with("in ");
        let head = |l: &str| l.split_once(':').map(|(head, _)| head.to_owned());
        let old: Vec<&str> = before.lines().collect();
        let new: Vec<&str> = view.lines().collect();
        let mut parts: Vec<String> =
            new.iter().filter(|l| !is_step(l) && !old.contains(l)).map(|l| (*l).to_owned()).collect();
        for gone in old.iter().filter_map(|l| head(l)) {
            let known = board.space(&gone).is_some() || board.pile(&gone).is_some() || gone.starts_with("link ");
            if known && !new.iter().any(|l| head(l).as_ref() == Some(&gone)) {
                let as_before = if gone.starts_with("link ") { "at rest" } else { "empty" };
                parts.push(format!("{gone}: {as_before}"));
            }
        }
        let now: Vec<String> = new.iter().map(|l| loose(board, l).0).collect();
        for line in old.iter().filter(|l| !is_step(l) && !new.contains(l)) {
            let (name, default) = loose(board, line);
            if !default.is_empty() && !now.contains(&name) {
                parts.push(default);
            }
        }
        if parts.is_empty() {
            return Vec::new();
        }
        let words: Vec<String> = parts.join(" · ").split(' ').map(str::to_owned).collect();
        let lines = flow("  now", 7, &words, " ", self.page.width);
        lines.into_iter().map(|l| self.page.dim(&l)).collect()
    }
}

/// Notation without the facts that stay off the board people see.
fn on_board(board: &Board, view: &str) -> String {
    let is_off = |word: &str| board.facts.iter().any(|fact| !fact.shown && fact.id == word);
    let stays = |part: &str| {
        let mut words = part.split(' ').filter(|word| *word != "no" && board.side(word).is_none());
        !words.next().is_some_and(is_off)
    };
    let line = |line: &str| match line.split_once(": ") {
        Some((head, parts)) => {
            let parts: Vec<&str> = parts.split(", ").filter(|part| stays(part)).collect();
            (!parts.is_empty()).then(|| format!("{head}: {}", parts.join(", ")))
        }
        None => stays(line).then(|| line.to_owned()),
    };
    view.lines().filter_map(line).collect::<Vec<_>>().join("\n")
}

/// A line of notation that stands by itself, such as `points 5`: whose value it is, and how that is
/// written while it is at its default, when notation leaves the line out. Nothing for other lines.
fn loose(board: &Board, line: &str) -> (String, String) {
    if let Some((head, _)) = line.split_once(':') {
        let of_card = head.starts_with("card ");
        return (head.to_owned(), if of_card { format!("{head}: nothing") } else { String::new() });
    }
    let words: Vec<&str> = line.split(' ').filter(|w| *w != "no").collect();
    match words[..] {
        ["option", id, ..] => {
            let option = board.options.iter().find(|o| o.id == id);
            let value = option.map(|o| cardwright_state::notation::option_text(&o.of, o.default));
            (format!("option {id}"), format!("option {id} {}", value.unwrap_or_default()))
        }
        ["in-force", ..] => (line.to_owned(), line.replacen("in-force", "no longer in force:", 1)),
        [side, id, ..] if board.side(side).is_some() => {
            (format!("{side} {id}"), at_default(board, On::Side, id, &format!("{side} ")))
        }
        [id, ..] => (id.to_owned(), at_default(board, On::Game, id, "")),
        [] => Default::default(),
    }
}

/// `points 0`, `red no envoy`: a track or fact at its default; nothing if there is none of this name.
fn at_default(board: &Board, on: On, id: &str, whose: &str) -> String {
    if let Some(track) = board.tracks.iter().find(|t| t.on == on && t.id == id) {
        return format!("{whose}{id} {}", track.start);
    }
    let Some(fact) = board.facts.iter().find(|f| f.on == on && f.id == id) else { return String::new() };
    match fact.holds {
        FactType::Number => format!("{whose}{id} {}", fact.default),
        FactType::Truth if fact.default != 0 => format!("{whose}{id}"),
        FactType::Truth => format!("{whose}no {id}"),
        _ => format!("{whose}{id} none"),
    }
}
