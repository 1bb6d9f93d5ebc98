//! Pictures of layouts in the page: a drawing of a common program shows as a map, and nothing in it is active.

use crate::chromium::text;
use crate::click_player::wait_until_loaded;
use crate::server::Server;
use crate::{DESKTOP, browser};
use serde_json::json;
use std::fs;
use std::net::TcpListener;

const LAYOUT: &str = "[canvas]\nwidth = 600\nheight = 400\npicture = \"map.svg\"\n";

/// A drawing as Inkscape saves it: blue by a style sheet, and a red band by `use` in the left half. `ADDRESS` stands for
/// another server.
const DRAWING: &str = r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="600" height="400" viewBox="0 0 600 400" xmlns="http://www.w3.org/2000/svg"
    xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
    xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd">
  <sodipodi:namedview id="base" pagecolor="#ffffff" inkscape:zoom="1"/>
  <metadata><title>Map</title></metadata>
  <style>.sea { fill: #0000ff }</style>
  <defs>
    <clipPath id="left"><rect width="300" height="400"/></clipPath>
    <rect id="band" width="600" height="100"/>
  </defs>
  <rect class="sea" width="600" height="400" cursor="url(http://ADDRESS/cursor.png)"/>
  <g clip-path="url(#left)" inkscape:label="Land"><use xlink:href="#band" y="100" style="fill:#ff0000"/></g>
  <script xlink:href="http://ADDRESS/script.js"/>
  <script>document.documentElement.innerHTML = ""; top.document.title = "hacked"</script>
  <rect width="9" height="9" onload="top.document.title = 'hacked'" fill="url(http://ADDRESS/paint.svg#a)"/>
  <a xlink:href="http://ADDRESS/page"><rect width="9" height="9" fill="url(file:///etc/hostname#a)"/></a>
</svg>
"##;

#[test]
fn an_ordinary_drawing_is_a_map_and_its_active_content_has_no_effect() {
    let Some((browser, _guard)) = browser() else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let drawing = DRAWING.replace("ADDRESS", &listener.local_addr().unwrap().to_string());
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("own");
    fs::create_dir_all(pack.join("layouts/demo")).unwrap();
    fs::write(pack.join("pack.toml"), "id = \"own\"\nversion = \"1.0.0\"\n").unwrap();
    fs::write(pack.join("layouts/demo/layout.toml"), LAYOUT).unwrap();
    fs::write(pack.join("layouts/demo/map.svg"), drawing).unwrap();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs/demo");
    let server = Server::game("demo", &["--pack", demo, "--pack", pack.to_str().unwrap()]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let title = text(&tab.eval("document.title"));
    let colors = "(async () => {
        const image = new Image();
        image.src = document.querySelector('#map image').getAttribute('href');
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 400 });
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0, 600, 400);
        return [[100, 50], [100, 150], [450, 150]].map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
    })()";
    assert_eq!(tab.eval(colors), json!([[0, 0, 255], [255, 0, 0], [0, 0, 255]]), "blue sea and a red band at the left");
    assert_eq!(text(&tab.eval("document.title")), title);
    let request = listener.accept();
    assert!(request.is_err(), "the drawing requested something: {request:?}");
}
