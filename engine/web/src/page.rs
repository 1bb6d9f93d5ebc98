//! The files of the page, and the HTTP responses that send them. The files are built into the program.

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// A file of the page as its URL path, its media type and its text.
pub(crate) type File = (&'static str, &'static str, &'static str);

macro_rules! files {
    ($media_type:literal: $($name:literal)*) => { [$((concat!("/", $name), $media_type, include_str!(concat!("../page/", $name)))),*] };
}

const SCRIPTS: [File; 16] = files!("text/javascript; charset=utf-8":
    "page.js" "answers.js" "branches.js" "cards.js" "connection.js" "details.js" "dom.js" "host.js" "line.js" "log.js" "map.js" "replay.js" "replies.js" "row_filter.js" "sides.js" "view.js");
const STYLES: [File; 1] = files!("text/css; charset=utf-8": "page.css");
const PICTURES: [File; 1] = files!("image/svg+xml": "favicon.svg");
const PAGE: File = ("/", "text/html; charset=utf-8", include_str!("../page/index.html"));

/// Returns all files of the page.
pub(crate) fn files() -> impl Iterator<Item = File> {
    [PAGE].into_iter().chain(SCRIPTS).chain(STYLES).chain(PICTURES)
}

/// Builds the response that sends a file. If the browser accepts gzip, it sends `gzipped`, the compressed file. The
/// files keep their comments, so that people can read the source in the browser.
pub(crate) fn response((_, media_type, text): File, gzipped: Option<&Bytes>, request: &HeaderMap) -> Response {
    let encodings = request.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts_gzip = encodings.split(',').any(|encoding| encoding.trim() == "gzip");
    let mut response = match gzipped.filter(|_| accepts_gzip) {
        Some(bytes) => ([(CONTENT_ENCODING, "gzip")], bytes.clone()).into_response(),
        None => text.into_response(),
    };
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// Compresses a text with gzip.
pub(crate) fn gzip(text: &str) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::{files, gzip};

    #[test]
    fn the_compressed_page_is_small() {
        let bytes: usize = files().map(|(_, _, text)| gzip(text).unwrap().len()).sum();
        assert!(bytes <= 54 * 1024, "{bytes} bytes");
    }
}
