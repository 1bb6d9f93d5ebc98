//! The page's files, as they are in the program.

/// A file by its path, with its type and text.
pub(crate) type File = (&'static str, &'static str, &'static str);

macro_rules! files {
    ($of:literal: $($name:literal)*) => { [$((concat!("/", $name), $of, include_str!(concat!("../page/", $name)))),*] };
}

const SCRIPTS: [File; 13] = files!("text/javascript; charset=utf-8":
    "page.js" "answers.js" "cards.js" "choose.js" "desk.js" "dom.js" "line.js" "log.js" "map.js" "replay.js" "sides.js" "view.js" "wire.js");
const STYLES: [File; 1] = files!("text/css; charset=utf-8": "page.css");
const PICTURES: [File; 1] = files!("image/svg+xml": "favicon.svg");
const PAGE: File = ("/", "text/html; charset=utf-8", include_str!("../page/index.html"));

/// Every file there is.
pub(crate) fn files() -> impl Iterator<Item = File> {
    [PAGE].into_iter().chain(SCRIPTS).chain(STYLES).chain(PICTURES)
}
