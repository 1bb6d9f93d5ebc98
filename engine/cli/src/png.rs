//! An SVG of our own as a PNG, with letters of a typeface that lies within the program: the same points on every machine.

use crate::failure::Failure;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// The faces that boards are written in; which letters they have, and their licence, stands beside them.
static FACES: [&[u8]; 3] = [
    include_bytes!("../fonts/DejaVuSans.ttf"),
    include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
    include_bytes!("../fonts/DejaVuSans-Oblique.ttf"),
];
/// Points of a picture, across times down.
const MOST: u64 = 64 << 20;

/// A point for each unit of the canvas.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let failed = |why: &str| Failure::File(format!("the board cannot be drawn as PNG: {why}"));
    let mut fonts = usvg::fontdb::Database::new();
    FACES.iter().for_each(|face| fonts.load_font_data(face.to_vec()));
    fonts.set_sans_serif_family("DejaVu Sans");
    let options =
        usvg::Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".into(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(&error.to_string()))?;
    let size = tree.size().to_int_size();
    if u64::from(size.width()) * u64::from(size.height()) > MOST {
        return Err(failed("it would have more than 64 million points; write an `.svg`"));
    }
    let mut points = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("it has no size"))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut points.as_mut());
    points.encode_png().map_err(|error| failed(&error.to_string()))
}
