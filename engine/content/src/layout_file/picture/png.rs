//! Checks PNG files: complete, and small enough for a page to show.

use flate2::read::ZlibDecoder;
use std::io::Read;

/// The most pixels of one side.
const MAX_SIDE: u32 = 8192;
/// The most pixels in total. An unpacked pixel takes four bytes.
const MAX_PIXELS: u64 = 40_000_000;

/// Checks that bytes are a complete PNG of an allowed size, with as many pixels as its header says. Does not check the
/// values of pixels.
///
/// # Errors
/// Returns the reason why the PNG is refused.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let Some(mut remaining) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") else {
        return Err("it is not a PNG file".into());
    };
    let mut size = None;
    let mut packed = Vec::new();
    while let Some((name, data, after)) = split_chunk(remaining) {
        match (name, size) {
            (b"IHDR", None) => {
                let number = |offset: usize| {
                    let bytes = data.get(offset..offset + 4).and_then(|bytes| bytes.try_into().ok());
                    bytes.map(u32::from_be_bytes)
                };
                let (Some(width), Some(height)) = (number(0), number(4)) else { break };
                check_size(width, height)?;
                size = Some(unpacked_size(width, height, data.get(8..13).unwrap_or_default())?);
            }
            (_, None) => return Err("it is not a PNG file".into()),
            (b"IDAT", _) => packed.extend_from_slice(data),
            (b"IEND", Some(size)) if !packed.is_empty() => return check_unpacked_size(&packed, size),
            _ => {}
        }
        remaining = after;
    }
    Err("it is an incomplete PNG file".into())
}

/// Computes from the header how many bytes the unpacked pixels must have. `format` is the header after width and
/// height: bit depth, colour type, compression, filter, interlacing.
fn unpacked_size(width: u32, height: u32, format: &[u8]) -> Result<u64, String> {
    let &[depth, colour, 0, 0, interlaced @ 0..=1] = format else { return Err("it is not a PNG file".into()) };
    // The colour types: grey, red-green-blue, palette, grey with alpha, red-green-blue with alpha.
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
    // Each row begins with a filter byte.
    let size_of_pass = |width: u64, height: u64| match width {
        0 => 0,
        _ => height * (1 + (width * channels * u64::from(depth)).div_ceil(8)),
    };
    // The number of pixels from `first` on, of which a pass takes only one in `step`.
    let pass_length = |(first, step): (u64, u64), total: u32| u64::from(total).saturating_sub(first).div_ceil(step);
    // The seven passes of an interlaced PNG: first column, column step, first row, row step.
    let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)];
    Ok(match interlaced {
        0 => size_of_pass(u64::from(width), u64::from(height)),
        _ => passes
            .iter()
            .map(|(x, step_x, y, step_y)| {
                size_of_pass(pass_length((*x, *step_x), width), pass_length((*y, *step_y), height))
            })
            .sum(),
    })
}

/// Checks that packed bytes unpack to exactly `size` bytes.
fn check_unpacked_size(packed: &[u8], size: u64) -> Result<(), String> {
    let mut decoder = ZlibDecoder::new(packed).take(size + 1);
    let (mut buffer, mut total) = (vec![0; 64 << 10], 0);
    loop {
        match decoder.read(&mut buffer) {
            Ok(0) if total == size => return Ok(()),
            Ok(0) => return Err("it has fewer pixels than its PNG header says".into()),
            Ok(count) => total += count as u64,
            Err(_) => return Err("its pixels cannot be unpacked".into()),
        }
        if total > size {
            return Err("it has more pixels than its PNG header says".into());
        }
    }
}

/// Splits off the first chunk. Returns its name, its data, and the bytes after it.
fn split_chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (length, remaining) = bytes.split_first_chunk::<4>()?;
    let (name, remaining) = remaining.split_first_chunk::<4>()?;
    let (data, remaining) = remaining.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    // A checksum of four bytes follows the data.
    Some((name, data, remaining.split_at_checked(4)?.1))
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

    /// Makes a PNG with four bytes per pixel, `pixel_bytes` bytes of unpacked pixels, and these chunks after the
    /// header.
    fn png(width: u32, height: u32, pixel_bytes: usize, chunks: &[&[u8; 4]]) -> Vec<u8> {
        png_of_format(width, height, [8, 6, 0, 0, 0], pixel_bytes, chunks)
    }

    fn png_of_format(width: u32, height: u32, format: [u8; 5], pixel_bytes: usize, chunks: &[&[u8; 4]]) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(&vec![0; pixel_bytes]).expect("in memory");
        let packed = packer.finish().expect("in memory");
        let mut out = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        out.extend(width.to_be_bytes().into_iter().chain(height.to_be_bytes()).chain(format).chain([0; 4]));
        for name in chunks {
            let data: &[u8] = if *name == b"IDAT" { &packed } else { &[] };
            out.extend((data.len() as u32).to_be_bytes().iter().chain(*name).chain(data).chain(&[0; 4]));
        }
        out
    }

    const ALL_CHUNKS: [&[u8; 4]; 2] = [b"IDAT", b"IEND"];

    #[test]
    fn a_png_must_be_complete_and_small_enough() {
        for (width, height) in [(1, 1), (300, 40), (1, 8192), (8192, 3)] {
            let pixel_bytes = (height * (1 + width * 4)) as usize;
            assert_eq!(check(&png(width, height, pixel_bytes, &ALL_CHUNKS)), Ok(()), "{width} {height}");
        }
        for (width, height) in [(0, 1), (1, 0), (8193, 1), (100_000, 100_000), (8192, 8192), (u32::MAX, u32::MAX)] {
            assert!(check(&png(width, height, 9, &ALL_CHUNKS)).is_err(), "{width} {height}");
        }
        let chunks: [&[&[u8; 4]]; 3] = [&[], &[b"IEND"], &[b"IDAT"]];
        for bad in chunks.map(|chunks| png(9, 9, 9 * 37, chunks)).into_iter().chain([Vec::new(), b"GIF89a".to_vec()]) {
            assert!(check(&bad).is_err(), "{bad:?}");
        }
        let mut cut = png(9, 9, 9 * 37, &ALL_CHUNKS);
        cut.truncate(cut.len() - 1);
        assert!(check(&cut).is_err());
    }

    #[test]
    fn a_png_must_have_as_many_pixels_as_its_header_says() {
        let refusal = |pixel_bytes: usize| check(&png(8, 8, pixel_bytes, &ALL_CHUNKS)).expect_err("not so many");
        assert!(refusal(8 * 33 - 1).contains("fewer pixels") && refusal(0).contains("fewer pixels"));
        assert!(refusal(8 * 33 + 1).contains("more pixels") && refusal(20_000_000).contains("more pixels"));
        let mut broken = png(8, 8, 8 * 33, &ALL_CHUNKS);
        broken[41] ^= 0xff;
        assert!(check(&broken).is_err(), "broken data");
        // Grey of one bit, palette, and deep colours.
        for (format, pixel_bytes) in [([1, 0, 0, 0, 0], 9 * 3), ([8, 3, 0, 0, 0], 9 * 10), ([16, 2, 0, 0, 0], 9 * 55)] {
            assert_eq!(check(&png_of_format(9, 9, format, pixel_bytes, &ALL_CHUNKS)), Ok(()), "{format:?}");
        }
        // The interlacing passes of 9 by 9 pixels: 2 by 2, 1 by 2, 3 by 1, 2 by 3, 5 by 2, 4 by 5, 9 by 4.
        let passes = 2 * 3 + 2 * 2 + 4 + 3 * 3 + 2 * 6 + 5 * 5 + 4 * 10;
        assert_eq!(check(&png_of_format(9, 9, [8, 0, 0, 0, 1], passes, &ALL_CHUNKS)), Ok(()));
        for format in [[3, 0, 0, 0, 0], [8, 5, 0, 0, 0], [8, 6, 1, 0, 0], [8, 6, 0, 0, 2], [16, 3, 0, 0, 0]] {
            assert!(check(&png_of_format(9, 9, format, 9 * 37, &ALL_CHUNKS)).is_err(), "{format:?}");
        }
    }
}
