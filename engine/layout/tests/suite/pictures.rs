//! Tests of pictures in layouts, and of the escaping of names.

use crate::common::Game;
use cardwright_content::{Pack, PackSource};
use cardwright_layout::{Node, svg};
use cardwright_table::Viewer;

const LAYOUT: &str = "
[canvas]
width = 600
height = 400
picture = \"map.svg\"
[[piece]]
id = \"guard\"
picture = \"guard.png\"
";
const MAP: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 6 4\"><rect width=\"6\" height=\"4\" fill=\"#abc\"/></svg>";
/// A PNG of one pixel.
const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

/// Opens a pack with binary files.
fn pack(files: &[(&str, &[u8])]) -> Pack {
    let folder = tempfile::tempdir().unwrap();
    let all_files = files.iter().copied().chain([("pack.toml", &b"id = \"own\"\nversion = \"1.0.0\"\n"[..])]);
    for (path, bytes) in all_files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    Pack::open(PackSource::Folder(folder.path().to_owned())).unwrap()
}

/// Loads the demo game with a layout that uses two pictures: an SVG map and a PNG.
fn game(map: &str, png: &[u8]) -> Game {
    let picture_pack = pack(&[
        ("layouts/demo/layout.toml", LAYOUT.as_bytes()),
        ("layouts/demo/map.svg", map.as_bytes()),
        ("layouts/demo/guard.png", png),
        ("layouts/demo/notes.txt", b"read by nobody"),
    ]);
    Game::new(vec![crate::common::folder("tests/packs/demo"), picture_pack], "demo")
}

#[test]
fn pictures_are_embedded_in_the_svg() {
    let mut game = game(MAP, PIXEL);
    let view = game.opening(Viewer::PUBLIC);
    let (layout, problems) = game.layout();
    assert_eq!(problems.iter().map(|p| p.code.as_str()).collect::<Vec<_>>(), ["layout::unplaced"]);
    let found: Vec<_> = layout
        .pictures()
        .iter()
        .map(|picture| (picture.name.as_str(), picture.media_type, picture.bytes.len()))
        .collect();
    assert_eq!(found, [("map.svg", "image/svg+xml;charset=utf-8", MAP.len()), ("guard.png", "image/png", PIXEL.len())]);
    let text = svg(&layout, &layout.scene(), &layout.overlay_nodes(&view));
    assert!(
        text.contains("href=\"data:image/svg+xml;charset=utf-8;base64,PHN2ZyB4")
            && text.contains("href=\"data:image/png;base64,iVBORw0KGgo")
    );
}

/// Adding a missing space makes the canvas larger but does not move or resize the picture of the map.
#[test]
fn a_missing_space_does_not_move_the_picture() {
    let image = |layout: &cardwright_layout::Layout| {
        let found = layout.scene().nodes.iter().find_map(|node| match node {
            Node::Image { x, y, w, h, href } if href == "map.svg" => Some([*x, *y, *w, *h]),
            _ => None,
        });
        found.unwrap()
    };
    let (layout, problems) = game(MAP, PIXEL).layout();
    assert!(problems.iter().any(|problem| problem.code == "layout::unplaced"));
    assert!(layout.scene().width > 600.0, "the canvas has room for the missing space");
    assert_eq!(image(&layout), [0.0, 0.0, 600.0, 400.0]);
    let text = svg(&layout, &layout.scene(), &[]);
    assert!(text.contains("<image x=\"0\" y=\"0\" width=\"600\" height=\"400\" href"), "the SVG has the same picture");
}

#[test]
fn an_ordinary_drawing_is_a_picture_and_an_expensive_file_is_not() {
    let codes = |map: &str, png: &[u8]| game(map, png).problem_codes();
    let inkscape = "<style>.land{fill:#abc}</style><metadata/><script>alert(1)</script><use href=\"#a\"/><rect";
    assert_eq!(codes(&MAP.replace("<rect", inkscape), PIXEL), ["layout::unplaced"], "an image runs nothing");
    let rect = "<rect width=\"1\" height=\"1\"/>";
    assert_eq!(codes(&MAP.replace("<rect", &format!("{}<rect", rect.repeat(10_000))), PIXEL), ["layout::bad-picture"]);
    // The width and height in the header of the PNG: 100,000 by 100,000 pixels.
    let mut huge = PIXEL.to_vec();
    huge[16..24].copy_from_slice(&[0, 1, 0x86, 0xa0, 0, 1, 0x86, 0xa0]);
    assert_eq!(codes(MAP, &huge), ["layout::bad-picture"]);
    assert_eq!(codes(MAP, &PIXEL[..20]), ["layout::bad-picture"]);
    assert_eq!(codes(MAP, b"GIF89a"), ["layout::bad-picture"]);
    assert_eq!(codes(MAP, MAP.as_bytes()), ["layout::bad-picture"], "the file ending alone is not enough");
}

#[test]
fn mistakes_in_a_picture_come_with_their_line() {
    let map = MAP.replace("<rect", "\n<!-- a comment -->\n  <g>\n    </h><rect");
    let (_, problems) = game(&map, PIXEL).layout();
    let problem = problems.iter().find(|problem| problem.code == "layout::bad-picture").unwrap();
    assert_eq!((problem.line(), problem.column()), (Some(4), Some(5)));
    assert!(problem.with_label_and_help().contains("layouts/demo/map.svg:4:5: "), "{}", problem.with_label_and_help());
    // A PNG has no lines.
    let (_, problems) = game(MAP, b"GIF89a").layout();
    let problem = problems.iter().find(|problem| problem.code == "layout::bad-picture").unwrap();
    assert_eq!((problem.line(), problem.location().ends_with("layouts/demo/guard.png")), (None, true));
}

/// Names in an untrusted pack are text, never markup.
#[test]
fn names_are_escaped() {
    const EVIL: &str = "<img src=x onerror=alert(1)></script>\\\"'&amp;";
    let board = format!(
        "[meta]\ngame = \"demo\"\nname = \"{EVIL}\"\nsource = \"own\"\n[[space]]\nid = \"port\"\nname = \"{EVIL}\"\n[[piece]]\nid = \"guard\"\nname = \"{EVIL}\"\n[[track]]\nid = \"points\"\nname = \"{EVIL}{}\"\n",
        "x".repeat(700)
    );
    let mut game = Game::demo(&[("scenarios/demo/board.toml", &board)]);
    let text = game.picture();
    assert!(text.contains("&lt;img src=x onerror=alert(1)&gt;"));
    let tags = text.split('<').skip(1).filter_map(|tag| tag.split([' ', '>', '/', '\n']).find(|word| !word.is_empty()));
    let known = ["svg", "style", "defs", "g", "title", "path", "rect", "circle", "text", "use"];
    let unknown_tags: Vec<&str> = tags.filter(|tag| !known.contains(tag)).collect();
    assert!(unknown_tags.is_empty(), "{unknown_tags:?}");
    assert!(!text.contains("onerror=\"") && !text.contains(" onerror=alert(1)>"));
}
