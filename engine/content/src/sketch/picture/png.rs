//! PNG files: whether one is whole, and no larger than a page can show.

use flate2::read::ZlibDecoder;
use std::io::Read;

/// Points of one side, and of all of it: unpacked, each takes four bytes.
const MOST_ACROSS: u32 = 8192;
const MOST_POINTS: u64 = 40_000_000;

/// Whether bytes are a PNG of a bearable size, from its head to its end, with as many points as its head says. What these are is not
/// looked at.
///
/// # Errors
/// Why not.
pub(super) fn sound(bytes: &[u8]) -> Result<(), String> {
    let Some(mut rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") else {
        return Err("its bytes are no PNG".into());
    };
    let mut size = None;
    let mut packed = Vec::new();
    while let Some((name, data, after)) = chunk(rest) {
        match (name, size) {
            (b"IHDR", None) => {
                let number = |at: usize| data.get(at..at + 4).and_then(|of| of.try_into().ok()).map(u32::from_be_bytes);
                let (Some(wide), Some(high)) = (number(0), number(4)) else { break };
                bearable(wide, high)?;
                size = Some(unpacked(wide, high, data.get(8..13).unwrap_or_default())?);
            }
            (_, None) => return Err("its bytes are no PNG".into()),
            (b"IDAT", _) => packed.extend_from_slice(data),
            (b"IEND", Some(size)) if !packed.is_empty() => return unpacks_to(&packed, size),
            _ => {}
        }
        rest = after;
    }
    Err("it is a PNG that does not end".into())
}

/// Bytes of all points, as the rest of the head says how they are written.
fn unpacked(wide: u32, high: u32, how: &[u8]) -> Result<u64, String> {
    let &[depth, colour, 0, 0, interlaced @ 0..=1] = how else { return Err("its bytes are no PNG".into()) };
    let (channels, depths): (u64, &[u8]) = match colour {
        0 => (1, &[1, 2, 4, 8, 16]),
        2 => (3, &[8, 16]),
        3 => (1, &[1, 2, 4, 8]),
        4 => (2, &[8, 16]),
        6 => (4, &[8, 16]),
        _ => return Err(format!("it is a PNG of no kind of colour that there is ({colour})")),
    };
    if !depths.contains(&depth) {
        return Err(format!("it is a PNG whose colours have {depth} bits, which they cannot have"));
    }
    // Each row begins with a byte of its own; a pass of an interlaced one has some columns of some rows.
    let of = |wide: u64, high: u64| match wide {
        0 => 0,
        _ => high * (1 + (wide * channels * u64::from(depth)).div_ceil(8)),
    };
    let pass = |(from, each): (u64, u64), all: u32| u64::from(all).saturating_sub(from).div_ceil(each);
    let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)];
    Ok(match interlaced {
        0 => of(u64::from(wide), u64::from(high)),
        _ => passes
            .iter()
            .map(|(x, every_x, y, every_y)| of(pass((*x, *every_x), wide), pass((*y, *every_y), high)))
            .sum(),
    })
}

/// Whether packed bytes are so many, and no more.
fn unpacks_to(packed: &[u8], size: u64) -> Result<(), String> {
    let mut left = ZlibDecoder::new(packed).take(size + 1);
    let (mut some, mut all) = (vec![0; 64 << 10], 0);
    loop {
        match left.read(&mut some) {
            Ok(0) if all == size => return Ok(()),
            Ok(0) => return Err("it is a PNG with fewer points than its head says".into()),
            Ok(n) => all += n as u64,
            Err(_) => return Err("it is a PNG whose points cannot be unpacked".into()),
        }
        if all > size {
            return Err("it is a PNG with more points than its head says".into());
        }
    }
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
    use flate2::{Compression, write::ZlibEncoder};
    use std::io::Write;

    /// Of four bytes a point, with so many bytes of points packed, and these chunks.
    fn png(wide: u32, high: u32, points: usize, chunks: &[&[u8; 4]]) -> Vec<u8> {
        of_kind(wide, high, [8, 6, 0, 0, 0], points, chunks)
    }

    fn of_kind(wide: u32, high: u32, kind: [u8; 5], points: usize, chunks: &[&[u8; 4]]) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(&vec![0; points]).expect("in memory");
        let packed = packer.finish().expect("in memory");
        let mut out = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        out.extend(wide.to_be_bytes().into_iter().chain(high.to_be_bytes()).chain(kind).chain([0; 4]));
        for name in chunks {
            let data: &[u8] = if *name == b"IDAT" { &packed } else { &[] };
            out.extend((data.len() as u32).to_be_bytes().iter().chain(*name).chain(data).chain(&[0; 4]));
        }
        out
    }

    const WHOLE: [&[u8; 4]; 2] = [b"IDAT", b"IEND"];

    #[test]
    fn a_picture_is_whole_and_no_larger_than_can_be_shown() {
        for (wide, high) in [(1, 1), (300, 40), (1, 8192), (8192, 3)] {
            let points = (high * (1 + wide * 4)) as usize;
            assert_eq!(sound(&png(wide, high, points, &WHOLE)), Ok(()), "{wide} {high}");
        }
        for (wide, high) in [(0, 1), (1, 0), (8193, 1), (100_000, 100_000), (8192, 8192), (u32::MAX, u32::MAX)] {
            assert!(sound(&png(wide, high, 9, &WHOLE)).is_err(), "{wide} {high}");
        }
        let chunks: [&[&[u8; 4]]; 3] = [&[], &[b"IEND"], &[b"IDAT"]];
        for bad in chunks.map(|chunks| png(9, 9, 9 * 37, chunks)).into_iter().chain([Vec::new(), b"GIF89a".to_vec()]) {
            assert!(sound(&bad).is_err(), "{bad:?}");
        }
        let mut cut = png(9, 9, 9 * 37, &WHOLE);
        cut.truncate(cut.len() - 1);
        assert!(sound(&cut).is_err());
    }

    #[test]
    fn it_has_as_many_points_as_its_head_says() {
        let told = |points: usize| sound(&png(8, 8, points, &WHOLE)).expect_err("not so many");
        assert!(told(8 * 33 - 1).contains("fewer points") && told(0).contains("fewer points"));
        assert!(told(8 * 33 + 1).contains("more points") && told(20_000_000).contains("more points"));
        let mut broken = png(8, 8, 8 * 33, &WHOLE);
        broken[41] ^= 0xff;
        assert!(sound(&broken).is_err(), "what cannot be unpacked");
        // Grey of one bit, of a palette, and what is sent in passes.
        for (kind, points) in [([1, 0, 0, 0, 0], 9 * 3), ([8, 3, 0, 0, 0], 9 * 10), ([16, 2, 0, 0, 0], 9 * 55)] {
            assert_eq!(sound(&of_kind(9, 9, kind, points, &WHOLE)), Ok(()), "{kind:?}");
        }
        // Of 9 by 9: 2 by 2, 1 by 2, 3 by 1, 2 by 3, 5 by 2, 4 by 5, 9 by 4.
        let passes = 2 * 3 + 2 * 2 + 4 + 3 * 3 + 2 * 6 + 5 * 5 + 4 * 10;
        assert_eq!(sound(&of_kind(9, 9, [8, 0, 0, 0, 1], passes, &WHOLE)), Ok(()));
        for kind in [[3, 0, 0, 0, 0], [8, 5, 0, 0, 0], [8, 6, 1, 0, 0], [8, 6, 0, 0, 2], [16, 3, 0, 0, 0]] {
            assert!(sound(&of_kind(9, 9, kind, 9 * 37, &WHOLE)).is_err(), "{kind:?}");
        }
    }
}
