//! Play with a physical game: the prompt asks for each die, card and pick, and lists the pieces to move.

use super::display::paint::{flow, wrap};
use super::prompt::Prompt;
use cardwright_script::{ChanceRequest, ForcedOutcome};
use cardwright_session::{Group, Typed, Viewer, parse};
use cardwright_state::board::Board;
use cardwright_table::{ChancePrompt, Seat, game_log, label, outcome_words};

/// Which changes the prompt lists after each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListedMoves {
    /// No changes.
    #[default]
    None,
    /// Changes that rules make, including the actions of Non-players.
    Rules,
    /// All changes.
    All,
}

/// The state of the prompt for play with a physical game.
#[derive(Debug, Default)]
pub(crate) struct ChanceEntry {
    /// Which changes the prompt lists after each line.
    pub(crate) listed: ListedMoves,
    /// The lines of context that were shown with the last question.
    shown_context: Vec<String>,
    /// The last question for an outcome that was shown. Empty if it must be shown again.
    shown_question: String,
}

/// Returns a short text about possible answers. With `is_typed`, a person types the lines, and an empty line is an
/// answer too.
pub(super) fn how_to_answer(board: &Board, request: &ChancePrompt, is_typed: bool) -> String {
    let words = request.words(board);
    let (answer, verb) = match &request.wanted {
        ChanceRequest::Dice { n: 1, .. } => (format!("a face ({})", range(&words)), "rolls"),
        ChanceRequest::Dice { n, .. } => (format!("{n} faces ({})", range(&words)), "rolls"),
        ChanceRequest::Card { .. } => ("the card".to_owned(), "draws"),
        ChanceRequest::Pick { .. } => ("which".to_owned(), "picks"),
    };
    let enter = if is_typed { "Enter" } else { "`roll`" };
    format!("type {answer}; {enter}: the program {verb}")
}

/// Returns the faces of a die as a text: `1 to 6`, or all faces with blanks between them.
fn range(words: &[String]) -> String {
    let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, .., last]) if last - first + 1 == words.len() as i64 => format!("{first} to {last}"),
        _ => words.join(" "),
    }
}

/// Returns the text before the line: the die to roll or the pile to draw from.
pub(super) fn line_prompt(board: &Board, request: &ChancePrompt) -> String {
    match &request.wanted {
        ChanceRequest::Dice { die, .. } => format!("{}> ", board.dice[die.index()].id),
        ChanceRequest::Card { pile, .. } => format!("{}> ", board.piles[pile.index()].id),
        ChanceRequest::Pick { .. } => "pick> ".to_owned(),
    }
}

/// Parses an outcome. An empty line, `roll`, `draw` and `pick` use the program's own outcome.
pub(super) fn read(board: &Board, request: &ChancePrompt, line: &str) -> Result<Vec<ForcedOutcome>, String> {
    match (request.read(board, line), line) {
        (Err(_), "" | "roll" | "draw" | "pick") => Ok(request.generated_outcomes()),
        (result, _) => result,
    }
}

/// Returns a text such as `the program has 35 Defections`, if the line left the outcome to the program.
pub(super) fn generated_text(
    board: &Board,
    request: &ChancePrompt,
    line: &str,
    outcomes: &[ForcedOutcome],
) -> Option<String> {
    let word = |outcome: &ForcedOutcome| match outcome {
        ForcedOutcome::TableCard(card) | ForcedOutcome::Card(card) => label::card_name(board, *card, Viewer::OPEN),
        outcome => outcome_words::bare_text(board, outcome),
    };
    let words: Vec<String> = outcomes.iter().map(word).collect();
    request.read(board, line).is_err().then(|| format!("  the program has {}", words.join(" ")))
}

impl Prompt {
    /// Returns the text of the open question for an outcome.
    pub(super) fn chance_question(&self) -> Option<String> {
        let viewer = self.viewer();
        self.table().chance_prompt().map(|request| request.text(self.table().board(), viewer))
    }

    /// Shows the question for an outcome, unless the screen has it already.
    pub(super) fn show_chance_question(&mut self) {
        let viewer = self.viewer();
        let board = self.table().board().clone();
        let Some(request) = self.table().chance_prompt() else { return self.forget_chance_shown() };
        let context = request.context_lines(self.table().program(), viewer);
        let how = how_to_answer(&board, request, self.screen.is_typed);
        let text = format!("{}: {how}", request.text(&board, viewer));
        if self.chance.shown_question == text {
            return; // The last line did not answer the question, which is still on the screen.
        }
        let new = context.iter().filter(|line| !self.chance.shown_context.contains(line));
        let new: Vec<String> = new.flat_map(|line| wrap(&format!("  {line}"), 4, self.page().width)).collect();
        for line in new {
            let line = self.page().dim(&line);
            self.say(line);
        }
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let lines = flow("?", 2, &words, " ", self.page().width);
        self.screen.say_all(lines);
        (self.chance.shown_context, self.chance.shown_question) = (context, text);
    }

    fn forget_chance_shown(&mut self) {
        self.chance.shown_context.clear();
        self.chance.shown_question.clear();
    }

    /// Handles a line while the prompt asks for an outcome.
    pub(super) fn enter_chance(&mut self, line: &str) {
        let board = self.table().board().clone();
        let Some(request) = self.table().chance_prompt() else { return };
        let line = line.trim();
        let outcomes = read(&board, request, line);
        match (parse(line, &[]), outcomes) {
            (Typed::Command(command, rest), _) if command.name == "dice" && !rest.is_empty() => {
                self.enter_chance(rest);
            }
            // An empty line from a pipe is not an answer, so the prompt asks again.
            (Typed::Nothing, _) if !self.screen.is_typed => self.chance.shown_question.clear(),
            (Typed::Nothing | Typed::Play(_) | Typed::Command(..), Ok(outcomes)) => {
                if let Some(text) = generated_text(&board, request, line, &outcomes) {
                    self.say(text);
                }
                self.chance.shown_question.clear();
                let viewer = self.viewer();
                let result = self.session.table.enter_chance(outcomes);
                let reply = self.session.played(viewer, result);
                self.show(reply);
            }
            (Typed::Ask(_), _) => {
                let words = request.words(&board).join(" ");
                let lines = wrap(&format!("  {words}"), 2, self.page().width);
                self.screen.say_all(lines);
            }
            (Typed::Command(command, rest), Err(_)) => {
                match command.group {
                    Group::Travel if command.name == "undo" => self.withdraw_pending_answer(),
                    Group::Look | Group::Rules | Group::Seats => self.run(command, rest),
                    // The commands of other groups go to another event, change the position or use files. The answer
                    // that waits for the outcome is dropped first.
                    _ => {
                        self.withdraw_pending_answer();
                        self.run(command, rest);
                    }
                }
                self.forget_chance_shown();
            }
            (Typed::Unknown(word, suggestion), _) => {
                let hint =
                    suggestion.map_or("`:help` lists them".to_owned(), |name| format!("did you mean `:{name}`?"));
                self.refuse(&format!("there is no command `:{word}`; {hint}"));
            }
            (_, Err(why)) => self.refuse(&why),
        }
    }

    /// Drops the answer that waits for an outcome.
    pub(super) fn withdraw_pending_answer(&mut self) {
        let Some((_, row)) = self.table().pending_answer() else { return };
        let row = row.to_owned();
        self.session.table.withdraw_pending_answer();
        self.forget_chance_shown();
        self.screen.done(&format!("`{row}` is not played: the outcomes given for it are dropped"));
    }

    /// Ends the session while the prompt asks for an outcome.
    pub(super) fn end_chance_entry(&mut self) {
        let Some((_, row)) = self.table().pending_answer() else { return };
        let row = row.to_owned();
        let text = self.chance_question().unwrap_or_default();
        self.refuse(&format!("the session ends before this was entered: {text}; `{row}` was not played"));
    }

    /// Lists the pieces to move on the physical table for the events after event `since`, turn by turn.
    pub(super) fn list_moves(&mut self, since: usize) {
        if self.chance.listed == ListedMoves::None {
            return;
        }
        let viewer = self.viewer();
        let events: Vec<usize> = self.table().path().into_iter().filter(|event| *event > since).collect();
        for event in events {
            let turns = {
                let table = self.table();
                let node = &table.nodes()[event];
                let is_person = |side: usize| table.seats.get(side).is_some_and(|seat| *seat == Seat::Human);
                let by_person = node.side.is_some_and(|side| is_person(side.index()));
                let by_rules = |turn: &game_log::Moves| match (turn.side, &turn.heading) {
                    (Some(side), _) => !is_person(side.index()),
                    (None, Some(_)) => true,
                    (None, None) => !by_person,
                };
                let lists_all = self.chance.listed == ListedMoves::All;
                let turns = game_log::moves(&node.event_program, viewer, &node.game_events);
                turns.into_iter().filter(|turn| lists_all || by_rules(turn)).collect::<Vec<_>>()
            };
            for turn in turns {
                let head = turn.heading.map(|head| format!(" ({head})")).unwrap_or_default();
                self.list_under(&format!("  to move{head}:"), &turn.lines);
            }
        }
    }

    /// Lists the pieces to move on the physical table after the game went back from event `from`.
    pub(super) fn list_moves_back(&mut self, from: usize) {
        let lines = {
            let table = self.table();
            // Positions of different rules cannot be compared.
            let (old, new) = (&table.nodes()[from], &table.nodes()[table.shown_event()]);
            if self.chance.listed == ListedMoves::None || !std::sync::Arc::ptr_eq(&old.program, &new.program) {
                return;
            }
            game_log::moves_between(&new.program, self.viewer(), &old.position(), &new.position())
        };
        self.list_under("  to move back:", &lines);
    }

    fn list_under(&mut self, head: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        let width = self.page().width;
        self.screen.say_all(wrap(head, 4, width));
        lines.iter().for_each(|line| self.screen.say_all(wrap(&format!("    {line}"), 6, width)));
    }
}
