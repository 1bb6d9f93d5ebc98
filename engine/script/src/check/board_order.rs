//! Finds places in Non-player scripts where board order decides between equals. The first space of the map would win
//! every time.

use super::ScriptSummaries;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{OrderDependence, ScriptSummary};

/// The folder of Non-player scripts.
const FOLDER: &str = "/non-players/";

/// Functions that only Non-player scripts call.
const PLAYS_A_SIDE: [&str; 3] = ["answering", "log_decision", "log_detail"];

/// A warning for each place.
pub(super) fn warnings(summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let scripts = summaries.scripts().filter(|(file, summary)| plays_a_side(file, summary));
    let all = scripts.flat_map(|(file, summary)| summary.order_dependences.iter().map(move |it| (file, it)));
    all.map(|(file, it)| {
        let message = match it.how {
            OrderDependence::First => "`first` picks by board order, not by chance",
            OrderDependence::FirstOfList => "the first of a list of members is picked by board order, not by chance",
            OrderDependence::FirstReturned => "this loop ends with the first member that fits, in board order",
            OrderDependence::FirstOfBest => "this loop keeps the first of equals, in board order",
            OrderDependence::FirstRowReturned => "this loop ends with the first row that fits, in the order of offers",
            OrderDependence::FirstRowOfBest => "this loop keeps the first of equal rows, in the order of offers",
        };
        let help = match it.how {
            OrderDependence::FirstRowReturned | OrderDependence::FirstRowOfBest => {
                "leave equals to chance with `row(rows, measure)` of `lib/priorities`, or select one row with `==`"
            }
            _ => {
                "leave equals to chance with `pick(set)`; use `sole(set)` for at most one member, `whichever(set)` if it makes no difference"
            }
        };
        Diagnostic::warning("script::board-order", message)
            .at(file, it.span.clone())
            .label("the first on the board wins every time")
            .help(help)
    })
    .collect()
}

fn plays_a_side(file: &SourceFile, summary: &ScriptSummary) -> bool {
    file.path.contains(FOLDER) || summary.calls.iter().any(|call| PLAYS_A_SIDE.contains(&call.function.as_str()))
}
