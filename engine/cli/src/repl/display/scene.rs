//! Draws a scene, such as a battle, in place of the board: the value of a figure with `during`.

use super::draw_context::DrawContext;
use super::figures;
use super::paint::{flow, pad, width};
use cardwright_view::SeenValue;

/// Draws the scene that goes on, with a line for each row of its figure: the side or the first value, then the others.
/// `None` if there is no scene.
pub(crate) fn lines(context: &DrawContext) -> Option<Vec<String>> {
    let (legend, page) = (context.legend(), context.page);
    let is_scene = |id: &str| legend.figures.iter().any(|figure| figure.id == id && figure.is_scene);
    let scene = context.view.game.figures.iter().find(|figure| is_scene(&figure.id))?;
    let SeenValue::Many(rows) = &scene.value else { return Some(vec![figures::with_title(legend, scene)]) };
    let head = |row: &SeenValue| match row {
        SeenValue::Many(values) => values.first().map(SeenValue::text),
        _ => None,
    };
    let indent = rows.iter().filter_map(head).map(|head| width(&head)).max().unwrap_or(0) + 2;
    let mut out = Vec::new();
    for row in rows {
        match row {
            SeenValue::Many(values) => {
                let Some((first, others)) = values.split_first() else { continue };
                let name = pad(&first.text(), indent - 2);
                let name = match first {
                    SeenValue::One { side: Some(side), .. } => page.side(legend.side_ids(), side, &name),
                    _ => page.bold(&name),
                };
                let mut others: Vec<String> = others.iter().flat_map(texts).collect();
                if others.is_empty() {
                    others.push("–".into());
                }
                out.extend(flow(&name, indent, &others, " · ", page.width));
            }
            value => out.extend(flow("", 0, &[value.text()], " ", page.width)),
        }
    }
    Some(out)
}

/// The texts of a value. A list has one for each member.
fn texts(value: &SeenValue) -> Vec<String> {
    match value {
        SeenValue::Many(values) => values.iter().map(SeenValue::text).collect(),
        value => vec![value.text()],
    }
}
