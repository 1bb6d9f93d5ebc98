//! PNG files: whether one is whole, and no larger than a page can show.

/// Points of one side, and of all of it: unpacked, each takes four bytes.
const MOST_ACROSS: u32 = 8192;
const MOST_POINTS: u64 = 40_000_000;

/// Whether bytes are a PNG of a bearable size, from its head to its end. What its points are is not looked at.
///
/// # Errors
/// Why not.
pub(super) fn sound(bytes: &[u8]) -> Result<(), String> {
    let Some(mut rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") else {
        return Err("its bytes are no PNG".into());
    };
    let mut size = None;
    let mut has_points = false;
    while let Some((name, data, after)) = chunk(rest) {
        match (name, size) {
            (b"IHDR", None) => {
                let number = |at: usize| data.get(at..at + 4).and_then(|of| of.try_into().ok()).map(u32::from_be_bytes);
                let (Some(wide), Some(high)) = (number(0), number(4)) else { break };
                bearable(wide, high)?;
                size = Some((wide, high));
            }
            (_, None) => return Err("its bytes are no PNG".into()),
            (b"IDAT", _) => has_points = true,
            (b"IEND", _) if has_points => return Ok(()),
            _ => {}
        }
        rest = after;
    }
    Err("it is a PNG that does not end".into())
}

/// The first chunk of some bytes: its name, what is in it, what follows.
fn chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (long, rest) = bytes.split_first_chunk::<4>()?;
    let (name, rest) = rest.split_first_chunk::<4>()?;
    let (data, rest) = rest.split_at_checked(u32::from_be_bytes(*long) as usize)?;
    // What proves a chunk sound is four bytes more.
    Some((name, data, rest.split_at_checked(4)?.1))
}

fn bearable(wide: u32, high: u32) -> Result<(), String> {
    let said = format!("it is {wide} wide and {high} high");
    if wide == 0 || high == 0 {
        return Err(said);
    }
    if wide > MOST_ACROSS || high > MOST_ACROSS {
        return Err(format!("{said}, and the most is {MOST_ACROSS} a side"));
    }
    if u64::from(wide) * u64::from(high) > MOST_POINTS {
        return Err(format!("{said}, and the most is {} million points", MOST_POINTS / 1_000_000));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::sound;

    fn png(wide: u32, high: u32, chunks: &[&[u8; 4]]) -> Vec<u8> {
        let mut out = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        out.extend(wide.to_be_bytes().into_iter().chain(high.to_be_bytes()).chain([8, 6, 0, 0, 0]).chain([0; 4]));
        chunks.iter().for_each(|name| out.extend([0; 4].iter().chain(*name).chain(&[0; 4])));
        out
    }

    #[test]
    fn a_picture_is_whole_and_no_larger_than_can_be_shown() {
        let whole: [&[u8; 4]; 2] = [b"IDAT", b"IEND"];
        for (wide, high) in [(1, 1), (8192, 4000), (1, 8192)] {
            assert_eq!(sound(&png(wide, high, &whole)), Ok(()), "{wide} {high}");
        }
        for (wide, high) in [(0, 1), (1, 0), (8193, 1), (100_000, 100_000), (8192, 8192), (u32::MAX, u32::MAX)] {
            assert!(sound(&png(wide, high, &whole)).is_err(), "{wide} {high}");
        }
        for bad in [png(9, 9, &[]), png(9, 9, &[b"IEND"]), png(9, 9, &[b"IDAT"]), Vec::new(), b"GIF89a".to_vec()] {
            assert!(sound(&bad).is_err(), "{bad:?}");
        }
        let mut cut = png(9, 9, &whole);
        cut.truncate(cut.len() - 1);
        assert!(sound(&cut).is_err());
    }
}
