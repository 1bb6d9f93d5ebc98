//! How much a `transform` enlarges what it is for.

/// The most that all the transforms around something may enlarge it.
pub(super) const MOST: f64 = 10_000.0;

/// By how much at most a length may become longer.
///
/// # Errors
/// It is no list of the transforms that there are, or one beyond bounds.
pub(super) fn by(value: &str) -> Result<f64, &'static str> {
    const NO_LIST: &str = "is no list of transforms";
    let mut all = 1.0;
    let mut rest = value.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(').ok_or(NO_LIST)?;
        let (numbers, after) = after.split_once(')').ok_or(NO_LIST)?;
        let numbers = numbers.split([',', ' ', '\t', '\r', '\n']).filter(|number| !number.is_empty());
        let numbers: Vec<f64> = numbers.map(str::parse).collect::<Result<_, _>>().map_err(|_| NO_LIST)?;
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NO_LIST);
        }
        let longer = match (name.trim(), numbers.as_slice()) {
            ("translate", [_] | [_, _]) | ("rotate", [_] | [_, _, _]) => 1.0,
            ("scale", [by]) => by.abs(),
            ("scale", [x, y]) => x.abs().max(y.abs()),
            ("skewX" | "skewY", [degrees]) => 1.0 + degrees.to_radians().tan().abs(),
            ("matrix", [a, b, c, d, _, _]) => a.hypot(*b) + c.hypot(*d),
            _ => return Err(NO_LIST),
        };
        // What is made small first may not be made large beyond all bounds after.
        all *= longer.max(1.0);
        rest = after.trim_start_matches([',', ' ', '\t', '\r', '\n']);
    }
    match all <= MOST {
        true => Ok(all),
        false => Err("enlarges beyond all bounds"),
    }
}

#[cfg(test)]
mod tests {
    use super::by;

    #[test]
    fn what_is_enlarged_is_told_by_how_much() {
        for (value, wanted) in [
            ("", 1.0),
            ("translate(5,6) rotate(30)", 1.0),
            ("scale(2)scale(3 , -4)", 8.0),
            ("matrix(3,4,0,0,9,9)", 5.0),
            ("scale(0.001)", 1.0),
        ] {
            assert_eq!(by(value), Ok(wanted), "{value}");
        }
        for value in
            ["scale(100) scale(101)", "scale(NaN)", "scale()", "scale(1", "perspective(2)", "none", "skewX(90)"]
        {
            assert!(by(value).is_err(), "{value}");
        }
    }
}
