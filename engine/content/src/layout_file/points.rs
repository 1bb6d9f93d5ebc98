//! Parses the points of a layout: `10,20 30,40 ; 50,60 70,80`.

use super::model::Point;
use super::schemas::MAX_CANVAS;
use crate::located::Located;
use crate::problems::Problems;

/// The most points of all shapes and lines of a layout.
pub(super) const MAX_POINTS: usize = 20_000;

/// Parses a text into parts with at least `least` points each. Takes the points from the budget `left`, and reports an
/// error.
pub(super) fn parse_points(
    text: &Located<String>,
    what: &str,
    least: usize,
    left: &mut usize,
    problems: &Problems,
) -> Option<Vec<Vec<Point>>> {
    let report = |word: &str, why: &str| {
        let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
        let at = text.part(start..start + word.len());
        let label = format!("write points like `10,20 30,40`: {why}");
        problems.push(at.error("layout::bad-points", format!("{what} has an invalid point")).label(label));
        None
    };
    let mut parts = Vec::new();
    for part in text.value.split(';') {
        let mut points = Vec::new();
        for word in part.split_whitespace() {
            let Some((x, y)) = word.split_once(',') else {
                return report(word, "a comma must separate the two numbers");
            };
            let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
            let (Some(x), Some(y)) = (number(x), number(y)) else { return report(word, "this is not a number") };
            let bound = MAX_CANVAS as f64;
            if x.abs() > bound || y.abs() > bound {
                return report(word, "the number is too large");
            }
            points.push([x, y]);
        }
        if points.len() < least {
            let message = format!("{what} has a part of {} points", points.len());
            problems.push(text.error("layout::bad-points", message).label(format!("must be at least {least}")));
            return None;
        }
        parts.push(points);
    }
    let many: usize = parts.iter().map(Vec::len).sum();
    if many > *left {
        let message = format!("the layout has more than {MAX_POINTS} points");
        problems.push(text.error("content::too-many", message).label("the limit is passed here"));
        *left = 0;
        return None;
    }
    *left -= many;
    Some(parts)
}
