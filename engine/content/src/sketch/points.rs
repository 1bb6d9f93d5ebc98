//! Points as a layout writes them: `10,20 30,40 ; 50,60 70,80`.

use super::forms::WIDEST;
use super::looks::Point;
use crate::located::Located;
use crate::problems::Problems;

/// Points of all shapes and lines of a layout.
pub(super) const MOST: usize = 20_000;

/// The parts of a text of points, each of at least so many; none (with a problem) where it is none.
pub(super) fn read(
    text: &Located<String>,
    what: &str,
    least: usize,
    left: &mut usize,
    problems: &Problems,
) -> Option<Vec<Vec<Point>>> {
    let bad = |word: &str, why: &str| {
        let start = word.as_ptr() as usize - text.value.as_ptr() as usize;
        let at = text.part(start..start + word.len());
        let label = format!("points look like `10,20 30,40`: {why}");
        problems.push(at.error("layout::bad-points", format!("{what} has no point here")).label(label));
        None
    };
    let mut parts = Vec::new();
    for part in text.value.split(';') {
        let mut points = Vec::new();
        for word in part.split_whitespace() {
            let Some((x, y)) = word.split_once(',') else { return bad(word, "a comma parts the two numbers") };
            let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
            let (Some(x), Some(y)) = (number(x), number(y)) else { return bad(word, "this is no number") };
            let bound = WIDEST as f64;
            if x.abs() > bound || y.abs() > bound {
                return bad(word, "it lies past all bounds");
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
        let message = format!("the layout has more than {MOST} points");
        problems.push(text.error("content::too-many", message).label("here they are too many"));
        *left = 0;
        return None;
    }
    *left -= many;
    Some(parts)
}
