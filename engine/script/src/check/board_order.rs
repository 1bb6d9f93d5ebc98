//! Finds places in Non-player scripts where the order of the board decides between equal candidates. The same
//! candidate would win every time.

use super::ScriptSummaries;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{OrderDependence, ScriptSummary};

/// The folder of Non-player scripts.
const NON_PLAYER_FOLDER: &str = "/non-players/";

/// Functions that only Non-player scripts call.
const NON_PLAYER_FUNCTIONS: [&str; 3] = ["answering", "log_decision", "log_detail"];

/// Returns a warning for each place where a script picks by board order.
pub(super) fn find_picks(summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let scripts = summaries.scripts().filter(|(file, summary)| is_non_player(file, summary));
    let picks = scripts.flat_map(|(file, summary)| summary.order_dependences.iter().map(move |pick| (file, pick)));
    picks.map(|(file, pick)| {
        let message = match pick.how {
            OrderDependence::First => "`first` picks by board order, not by chance",
            OrderDependence::FirstOfList => "the first of a list of members is picked by board order, not by chance",
            OrderDependence::FirstReturned => "this loop ends with the first member that fits, in board order",
            OrderDependence::FirstOfBest => "this loop keeps the first of equals, in board order",
            OrderDependence::FirstRowReturned => "this loop ends with the first row that fits, in the order of offers",
            OrderDependence::FirstRowOfBest => "this loop keeps the first of equal rows, in the order of offers",
        };
        let help = match pick.how {
            OrderDependence::FirstRowReturned | OrderDependence::FirstRowOfBest => {
                "leave equals to chance with `row(rows, measure)` of `lib/priorities`, or select one row with `==`"
            }
            _ => {
                "leave equals to chance with `pick(set)`; use `whichever(set)` if the set has at most one member or if it makes no difference"
            }
        };
        Diagnostic::warning("script::board-order", message)
            .at(file, pick.span.clone())
            .label("the first on the board wins every time")
            .help(help)
    })
    .collect()
}

fn is_non_player(file: &SourceFile, summary: &ScriptSummary) -> bool {
    file.path.contains(NON_PLAYER_FOLDER)
        || summary.calls.iter().any(|call| NON_PLAYER_FUNCTIONS.contains(&call.function.as_str()))
}
