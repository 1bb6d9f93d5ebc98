//! What the odds of a line say first: the figure with `odds = true` of the scene that the line begins.

use crate::odds_reply::SummaryItem;
use cardwright_script::FigureValue;
use cardwright_sim::odds::{Distribution, Odds, Probability};
use cardwright_table::{Table, Viewer};
use cardwright_view::{ViewContext, figure_text};

/// Summarises the ends of a line. Empty if the line begins no scene, or if the viewer may not read the figure.
pub(super) fn of_line(table: &mut Table, viewer: Viewer, odds: &Odds) -> Vec<SummaryItem> {
    let Some(scene) = odds.ends().find_map(|end| end.at.scene.clone()) else { return Vec::new() };
    if !ViewContext::new(table, &[], viewer).may_read_figure(&table.program().clone().figures[scene.figure], 0) {
        return Vec::new();
    }
    let Ok(FigureValue::List(at_start)) = table.scene_value_at(&scene, &scene.start) else { return Vec::new() };
    // For each end, the values at the start of its scene and at the end. A line may end without a scene.
    let ends: Vec<[Vec<FigureValue>; 2]> = odds
        .ends()
        .map(|end| {
            let Some(scene) = end.at.scene.as_ref() else { return [Vec::new(), Vec::new()] };
            [&scene.start, &end.at.position].map(|at| match table.scene_value_at(scene, at) {
                Ok(FigureValue::List(items)) => items,
                _ => Vec::new(),
            })
        })
        .collect();
    let context = ViewContext::new(table, &[], viewer);
    let item = |(index, item): (usize, &FigureValue)| {
        let (label, _) = label_and_value(item)?;
        let value =
            |items: &[FigureValue]| items.get(index).and_then(label_and_value).and_then(|(_, value)| number(value));
        let mut ends = ends.iter();
        let is_true_or_false = matches!(label_and_value(item)?.1, FigureValue::Boolean(_));
        // `Distribution::new` calls the closure once for each end, in order.
        let rises = Distribution::new(odds, |_| {
            let Some([start, end]) = ends.next() else { return 0 };
            let before = if is_true_or_false { 0 } else { value(start).unwrap_or(0) };
            value(end).unwrap_or(0) - before
        });
        let text = figure_text(&context, label);
        Some(match is_true_or_false {
            true => SummaryItem::Share { text, share: share_of(&rises, 1) },
            false => SummaryItem::Rise { text, mean: rises.mean(|rise| Some(*rise))? },
        })
    };
    at_start.iter().enumerate().filter_map(item).collect()
}

/// Splits an item of the figure: a pair of a text and a value.
fn label_and_value(item: &FigureValue) -> Option<(&FigureValue, &FigureValue)> {
    match item {
        FigureValue::List(pair) => match &pair[..] {
            [label, value] => Some((label, value)),
            _ => None,
        },
        _ => None,
    }
}

fn number(value: &FigureValue) -> Option<i64> {
    match value {
        FigureValue::Boolean(truth) => Some(i64::from(*truth)),
        value => value.number(),
    }
}

fn share_of(values: &Distribution<i64>, wanted: i64) -> Probability {
    let found = values.values.iter().find(|(value, _)| *value == wanted);
    found.map_or(Probability::NEVER, |(_, share)| *share)
}
