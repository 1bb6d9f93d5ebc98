//! Renders an SVG board as PNG. The fonts are part of the program, so every machine renders the same pixels.

use crate::failure::Failure;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// The fonts of boards. `fonts/LICENSE` has their licence and lists their characters.
static FONTS: [&[u8]; 3] = [
    include_bytes!("../fonts/DejaVuSans.ttf"),
    include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
    include_bytes!("../fonts/DejaVuSans-Oblique.ttf"),
];
/// The most pixels of a picture.
const MAX_PIXELS: u64 = 64 << 20;

/// Renders an SVG drawing, with one pixel for each unit of its canvas.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let failed = |why: &str| Failure::File(format!("the board cannot be drawn as PNG: {why}"));
    let mut fonts = usvg::fontdb::Database::new();
    FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    fonts.set_sans_serif_family("DejaVu Sans");
    // A picture of a layout must not read files of this machine.
    let image_href_resolver =
        usvg::ImageHrefResolver { resolve_string: Box::new(|_, _| None), ..usvg::ImageHrefResolver::default() };
    let font_family = "DejaVu Sans".into();
    let options =
        usvg::Options { fontdb: Arc::new(fonts), font_family, image_href_resolver, ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(&error.to_string()))?;
    let size = tree.size().to_int_size();
    if u64::from(size.width()) * u64::from(size.height()) > MAX_PIXELS {
        return Err(failed("it would have more than 64 million pixels; write an `.svg`"));
    }
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("it has no size"))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error.to_string()))
}
