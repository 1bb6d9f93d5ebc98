//! Scripts of sides that rules play, where the order of the board decides among equals: the first space of the map is
//! picked every time, and nobody notices.

use super::Outlines;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{ByOrder, Outline};

/// The folder of a game's scripts in which such sides are played.
const FOLDER: &str = "/non-players/";

/// What only a script that plays a side calls.
const PLAYS_A_SIDE: [&str; 3] = ["answering", "decides", "weighs"];

/// A warning for each place.
pub(super) fn decided(outlines: &Outlines) -> Vec<Diagnostic> {
    let scripts = outlines.scripts().filter(|(file, outline)| plays_a_side(file, outline));
    let all = scripts.flat_map(|(file, outline)| outline.by_order.iter().map(move |it| (file, it)));
    all.map(|(file, it)| {
        let message = match it.by {
            ByOrder::First => "`first` picks by the order of the board, not by chance",
            ByOrder::FirstOfList => "the first of a list of members is picked by the order of the board, not by chance",
            ByOrder::Returned => "this loop ends with the first of its members that will do, in the order of the board",
            ByOrder::Kept => "this loop keeps the first of equals, in the order of the board",
            ByOrder::RowReturned => "this loop ends with the first row that will do, in the order in which rows are offered",
            ByOrder::RowKept => "this loop keeps the first of equal rows, in the order in which they are offered",
        };
        let help = match it.by {
            ByOrder::RowReturned | ByOrder::RowKept => {
                "leave equals to chance: `row(rows, measure)` of `lib/priorities`; or say by `==` which row is meant"
            }
            _ => {
                "leave equals to chance: `pick(set)`; or say `sole(set)` where there is one at most, `whichever(set)` where it makes no difference"
            }
        };
        Diagnostic::warning("script::board-order", message)
            .at(file, it.span.clone())
            .label("whoever stands first on the board wins every time")
            .help(help)
    })
    .collect()
}

fn plays_a_side(file: &SourceFile, outline: &Outline) -> bool {
    file.path.contains(FOLDER) || outline.calls.iter().any(|call| PLAYS_A_SIDE.contains(&call.function.as_str()))
}
