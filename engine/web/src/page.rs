//! The page's files, as they are in the program, and as they are sent.

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// A file by its path, with its type and text.
pub(crate) type File = (&'static str, &'static str, &'static str);

macro_rules! files {
    ($of:literal: $($name:literal)*) => { [$((concat!("/", $name), $of, include_str!(concat!("../page/", $name)))),*] };
}

const SCRIPTS: [File; 16] = files!("text/javascript; charset=utf-8":
    "page.js" "answers.js" "branches.js" "cards.js" "connection.js" "details.js" "dom.js" "host.js" "line.js" "log.js" "map.js" "replay.js" "replies.js" "row_filter.js" "sides.js" "view.js");
const STYLES: [File; 1] = files!("text/css; charset=utf-8": "page.css");
const PICTURES: [File; 1] = files!("image/svg+xml": "favicon.svg");
const PAGE: File = ("/", "text/html; charset=utf-8", include_str!("../page/index.html"));

/// Every file there is.
pub(crate) fn files() -> impl Iterator<Item = File> {
    [PAGE].into_iter().chain(SCRIPTS).chain(STYLES).chain(PICTURES)
}

/// A file as it is sent: packed to a third for a browser that reads that, as all do. They are sent as they are written, with comments
/// and all: whoever opens the page's sources in a browser is to read them there.
pub(crate) fn sent((_, of, text): File, packed: Option<&Bytes>, asked: &HeaderMap) -> Response {
    let accepted = asked.get(ACCEPT_ENCODING).and_then(|accepts| accepts.to_str().ok()).unwrap_or_default();
    let is_read = accepted.split(',').any(|accepts| accepts.trim() == "gzip");
    let mut response = match packed.filter(|_| is_read) {
        Some(bytes) => ([(CONTENT_ENCODING, "gzip")], bytes.clone()).into_response(),
        None => text.into_response(),
    };
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(of));
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// A text packed, once for all who ask for it.
pub(crate) fn packed(text: &str) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text.as_bytes()).ok()?;
    packer.finish().ok().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::{files, packed};

    #[test]
    fn the_page_is_small_on_the_wire() {
        let bytes: usize = files().map(|(_, _, text)| packed(text).unwrap().len()).sum();
        assert!(bytes <= 52 * 1024, "{bytes} bytes");
    }
}
