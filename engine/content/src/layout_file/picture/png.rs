//! Checks PNG files: complete, and small enough for a page to show.

use flate2::read::ZlibDecoder;
use std::io::Read;

/// The most pixels of one side.
const MAX_SIDE: u32 = 8192;
/// The most pixels in total. Unpacked, each takes four bytes.
const MAX_PIXELS: u64 = 40_000_000;

/// Checks that bytes are a complete PNG of an allowed size, with as many pixels as its header says. Does not check the
/// pixel values.
///
/// # Errors
/// Why the PNG is refused.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let Some(mut rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") else {
        return Err("it is not a PNG file".into());
    };
    let mut size = None;
    let mut packed = Vec::new();
    while let Some((name, data, after)) = chunk(rest) {
        match (name, size) {
            (b"IHDR", None) => {
                let number = |at: usize| data.get(at..at + 4).and_then(|of| of.try_into().ok()).map(u32::from_be_bytes);
                let (Some(width), Some(height)) = (number(0), number(4)) else { break };
                check_size(width, height)?;
                size = Some(unpacked_size(width, height, data.get(8..13).unwrap_or_default())?);
            }
            (_, None) => return Err("it is not a PNG file".into()),
            (b"IDAT", _) => packed.extend_from_slice(data),
            (b"IEND", Some(size)) if !packed.is_empty() => return unpacks_to(&packed, size),
            _ => {}
        }
        rest = after;
    }
    Err("it is an incomplete PNG file".into())
}

/// The number of unpacked bytes that the header promises. `format` is the rest of the header.
fn unpacked_size(width: u32, height: u32, format: &[u8]) -> Result<u64, String> {
    let &[depth, colour, 0, 0, interlaced @ 0..=1] = format else { return Err("it is not a PNG file".into()) };
    let (channels, depths): (u64, &[u8]) = match colour {
        0 => (1, &[1, 2, 4, 8, 16]),
        2 => (3, &[8, 16]),
        3 => (1, &[1, 2, 4, 8]),
        4 => (2, &[8, 16]),
        6 => (4, &[8, 16]),
        _ => return Err(format!("it has an unknown PNG colour type ({colour})")),
    };
    if !depths.contains(&depth) {
        return Err(format!("it has an invalid PNG bit depth ({depth})"));
    }
    // Each row begins with a filter byte. A pass of an interlaced PNG has some columns of some rows.
    let of = |width: u64, height: u64| match width {
        0 => 0,
        _ => height * (1 + (width * channels * u64::from(depth)).div_ceil(8)),
    };
    let pass = |(from, each): (u64, u64), all: u32| u64::from(all).saturating_sub(from).div_ceil(each);
    let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)];
    Ok(match interlaced {
        0 => of(u64::from(width), u64::from(height)),
        _ => passes
            .iter()
            .map(|(x, every_x, y, every_y)| of(pass((*x, *every_x), width), pass((*y, *every_y), height)))
            .sum(),
    })
}

/// Checks that packed bytes unpack to exactly `size` bytes.
fn unpacks_to(packed: &[u8], size: u64) -> Result<(), String> {
    let mut left = ZlibDecoder::new(packed).take(size + 1);
    let (mut some, mut all) = (vec![0; 64 << 10], 0);
    loop {
        match left.read(&mut some) {
            Ok(0) if all == size => return Ok(()),
            Ok(0) => return Err("it has fewer pixels than its PNG header says".into()),
            Ok(n) => all += n as u64,
            Err(_) => return Err("its pixels cannot be unpacked".into()),
        }
        if all > size {
            return Err("it has more pixels than its PNG header says".into());
        }
    }
}

/// The first chunk: its name, its data, and the bytes after it.
fn chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (long, rest) = bytes.split_first_chunk::<4>()?;
    let (name, rest) = rest.split_first_chunk::<4>()?;
    let (data, rest) = rest.split_at_checked(u32::from_be_bytes(*long) as usize)?;
    // A checksum of four bytes follows the data.
    Some((name, data, rest.split_at_checked(4)?.1))
}

/// Checks the width and height.
fn check_size(width: u32, height: u32) -> Result<(), String> {
    let size = format!("it is {width} by {height} pixels");
    if width == 0 || height == 0 {
        return Err(size);
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(format!("{size}; the limit is {MAX_SIDE} per side"));
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!("{size}; the limit is {} million pixels", MAX_PIXELS / 1_000_000));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;
    use flate2::{Compression, write::ZlibEncoder};
    use std::io::Write;

    /// A PNG with four bytes per pixel, `points` bytes of pixels, and these chunks.
    fn png(width: u32, height: u32, points: usize, chunks: &[&[u8; 4]]) -> Vec<u8> {
        png_of_kind(width, height, [8, 6, 0, 0, 0], points, chunks)
    }

    fn png_of_kind(width: u32, height: u32, kind: [u8; 5], points: usize, chunks: &[&[u8; 4]]) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(&vec![0; points]).expect("in memory");
        let packed = packer.finish().expect("in memory");
        let mut out = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        out.extend(width.to_be_bytes().into_iter().chain(height.to_be_bytes()).chain(kind).chain([0; 4]));
        for name in chunks {
            let data: &[u8] = if *name == b"IDAT" { &packed } else { &[] };
            out.extend((data.len() as u32).to_be_bytes().iter().chain(*name).chain(data).chain(&[0; 4]));
        }
        out
    }

    const WHOLE: [&[u8; 4]; 2] = [b"IDAT", b"IEND"];

    #[test]
    fn a_png_must_be_complete_and_small_enough() {
        for (width, height) in [(1, 1), (300, 40), (1, 8192), (8192, 3)] {
            let points = (height * (1 + width * 4)) as usize;
            assert_eq!(check(&png(width, height, points, &WHOLE)), Ok(()), "{width} {height}");
        }
        for (width, height) in [(0, 1), (1, 0), (8193, 1), (100_000, 100_000), (8192, 8192), (u32::MAX, u32::MAX)] {
            assert!(check(&png(width, height, 9, &WHOLE)).is_err(), "{width} {height}");
        }
        let chunks: [&[&[u8; 4]]; 3] = [&[], &[b"IEND"], &[b"IDAT"]];
        for bad in chunks.map(|chunks| png(9, 9, 9 * 37, chunks)).into_iter().chain([Vec::new(), b"GIF89a".to_vec()]) {
            assert!(check(&bad).is_err(), "{bad:?}");
        }
        let mut cut = png(9, 9, 9 * 37, &WHOLE);
        cut.truncate(cut.len() - 1);
        assert!(check(&cut).is_err());
    }

    #[test]
    fn a_png_must_have_as_many_pixels_as_its_header_says() {
        let refused = |points: usize| check(&png(8, 8, points, &WHOLE)).expect_err("not so many");
        assert!(refused(8 * 33 - 1).contains("fewer pixels") && refused(0).contains("fewer pixels"));
        assert!(refused(8 * 33 + 1).contains("more pixels") && refused(20_000_000).contains("more pixels"));
        let mut broken = png(8, 8, 8 * 33, &WHOLE);
        broken[41] ^= 0xff;
        assert!(check(&broken).is_err(), "broken data");
        // Grey of one bit, palette, and deep colours.
        for (kind, points) in [([1, 0, 0, 0, 0], 9 * 3), ([8, 3, 0, 0, 0], 9 * 10), ([16, 2, 0, 0, 0], 9 * 55)] {
            assert_eq!(check(&png_of_kind(9, 9, kind, points, &WHOLE)), Ok(()), "{kind:?}");
        }
        // The interlacing passes of 9 by 9 pixels: 2 by 2, 1 by 2, 3 by 1, 2 by 3, 5 by 2, 4 by 5, 9 by 4.
        let passes = 2 * 3 + 2 * 2 + 4 + 3 * 3 + 2 * 6 + 5 * 5 + 4 * 10;
        assert_eq!(check(&png_of_kind(9, 9, [8, 0, 0, 0, 1], passes, &WHOLE)), Ok(()));
        for kind in [[3, 0, 0, 0, 0], [8, 5, 0, 0, 0], [8, 6, 1, 0, 0], [8, 6, 0, 0, 2], [16, 3, 0, 0, 0]] {
            assert!(check(&png_of_kind(9, 9, kind, 9 * 37, &WHOLE)).is_err(), "{kind:?}");
        }
    }
}
