//! Parses the points of a layout: `10,20 30,40 ; 50,60 70,80`.

use super::model::Point;
use super::schemas::MAX_CANVAS;
use crate::located::Located;
use crate::problems::Problems;

/// The most points of all shapes and lines of a layout.
pub(super) const MAX_POINTS: usize = 20_000;

/// Parses a text into parts of at least `min_points` points each. `remaining` is the number of points that the layout
/// may still have; the function reduces it. Reports wrong points and returns `None`.
pub(super) fn parse_points(
    text: &Located<String>,
    value_name: &str,
    min_points: usize,
    remaining: &mut usize,
    problems: &Problems,
) -> Option<Vec<Vec<Point>>> {
    let report = |point: &str, why: &str| {
        let start = point.as_ptr() as usize - text.value.as_ptr() as usize;
        let place = text.part(start..start + point.len());
        let label = format!("write points like `10,20 30,40`: {why}");
        problems.push(place.error("layout::bad-points", format!("{value_name} has an invalid point")).label(label));
        None
    };
    let mut parts = Vec::new();
    for part in text.value.split(';') {
        let mut points = Vec::new();
        for point in part.split_whitespace() {
            let Some((x, y)) = point.split_once(',') else {
                return report(point, "a comma must separate the two numbers");
            };
            let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
            let (Some(x), Some(y)) = (number(x), number(y)) else { return report(point, "this is not a number") };
            let bound = MAX_CANVAS as f64;
            if x.abs() > bound || y.abs() > bound {
                return report(point, "the number is too large");
            }
            points.push([x, y]);
        }
        if points.len() < min_points {
            let message = format!("{value_name} has a part of {} points", points.len());
            problems.push(text.error("layout::bad-points", message).label(format!("must be at least {min_points}")));
            return None;
        }
        parts.push(points);
    }
    let point_count: usize = parts.iter().map(Vec::len).sum();
    if point_count > *remaining {
        let message = format!("the layout has more than {MAX_POINTS} points");
        problems.push(text.error("content::too-many", message).label("this exceeds the limit"));
        *remaining = 0;
        return None;
    }
    *remaining -= point_count;
    Some(parts)
}
