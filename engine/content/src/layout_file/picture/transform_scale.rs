//! Computes how much the `transform`s of an SVG enlarge their content.

/// The largest allowed scale of an element by all transforms that apply to it.
pub(super) const MAX_SCALE: f64 = 10_000.0;

/// Returns the largest factor by which a list of transforms can lengthen a line, or 1 if the list only shortens lines.
///
/// # Errors
/// Fails if the value is not a valid list of transforms, or if the factor is above [`MAX_SCALE`].
pub(super) fn scale_of(value: &str) -> Result<f64, &'static str> {
    const INVALID: &str = "is not a valid list of transforms";
    let mut scale = 1.0;
    let mut remaining = value.trim();
    while !remaining.is_empty() {
        let (name, after) = remaining.split_once('(').ok_or(INVALID)?;
        let (numbers, after) = after.split_once(')').ok_or(INVALID)?;
        let numbers = numbers.split([',', ' ', '\t', '\r', '\n']).filter(|number| !number.is_empty());
        let numbers: Vec<f64> = numbers.map(str::parse).collect::<Result<_, _>>().map_err(|_| INVALID)?;
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(INVALID);
        }
        let factor = match (name.trim(), numbers.as_slice()) {
            ("translate", [_] | [_, _]) | ("rotate", [_] | [_, _, _]) => 1.0,
            ("scale", [by]) => by.abs(),
            ("scale", [x, y]) => x.abs().max(y.abs()),
            ("skewX" | "skewY", [degrees]) => 1.0 + degrees.to_radians().tan().abs(),
            ("matrix", [a, b, c, d, _, _]) => a.hypot(*b) + c.hypot(*d),
            _ => return Err(INVALID),
        };
        // Shrinking does not count. Otherwise a list could shrink first and then enlarge without limit.
        scale *= factor.max(1.0);
        remaining = after.trim_start_matches([',', ' ', '\t', '\r', '\n']);
    }
    match scale <= MAX_SCALE {
        true => Ok(scale),
        false => Err("enlarges too much"),
    }
}

#[cfg(test)]
mod tests {
    use super::scale_of;

    #[test]
    fn the_scale_of_a_list_of_transforms() {
        for (value, wanted) in [
            ("", 1.0),
            ("translate(5,6) rotate(30)", 1.0),
            ("scale(2)scale(3 , -4)", 8.0),
            ("matrix(3,4,0,0,9,9)", 5.0),
            ("scale(0.001)", 1.0),
        ] {
            assert_eq!(scale_of(value), Ok(wanted), "{value}");
        }
        for value in
            ["scale(100) scale(101)", "scale(NaN)", "scale()", "scale(1", "perspective(2)", "none", "skewX(90)"]
        {
            assert!(scale_of(value).is_err(), "{value}");
        }
    }
}
