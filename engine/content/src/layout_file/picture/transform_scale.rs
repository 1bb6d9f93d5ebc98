//! How much the `transform`s of an SVG enlarge their content.

/// The largest scale that all transforms around an element may give together.
pub(super) const MAX: f64 = 10_000.0;

/// The largest factor by which a list of transforms may lengthen a line, at least 1.
///
/// # Errors
/// The value is not a valid list of transforms, or its scale is above [`MAX`].
pub(super) fn scale_of(value: &str) -> Result<f64, &'static str> {
    const INVALID: &str = "is not a valid list of transforms";
    let mut all = 1.0;
    let mut rest = value.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(').ok_or(INVALID)?;
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
        // Shrinking does not count, so that a later enlargement cannot hide behind it.
        all *= factor.max(1.0);
        rest = after.trim_start_matches([',', ' ', '\t', '\r', '\n']);
    }
    match all <= MAX {
        true => Ok(all),
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
