//! Tests of layouts that several packs change, and of the problems that wrong layouts give.

use crate::common::{Game, folder, pack};
use cardwright_content::{Content, Severity};
use cardwright_layout::Node;

/// The path of the layout in each pack.
const PATH: &str = "layouts/demo/layout.toml";
/// A correct layout of the demo game.
const SOUND: &str = "
[canvas]
width = 600
height = 400
[[space]]
id = \"hills\"
box = [10, 10, 180, 120]
[[space]]
id = \"port\"
box = [210, 10, 180, 120]
[[space]]
id = \"river\"
box = [410, 10, 180, 120]
[[space]]
id = \"pool\"
box = [10, 200, 180, 120]
[[track]]
id = \"points\"
box = [210, 240, 300, 30]
";

/// Collects the texts of nodes.
fn texts(nodes: &[Node], out: &mut Vec<String>) {
    for node in nodes {
        match node {
            Node::Text { text, .. } => out.push(text.clone()),
            Node::Name { nodes, .. } | Node::Group { nodes, .. } => texts(nodes, out),
            _ => {}
        }
    }
}

fn names(game: &Game) -> Vec<String> {
    let mut out = Vec::new();
    texts(&game.valid_layout().scene().nodes, &mut out);
    out
}

#[test]
fn a_later_pack_changes_only_what_it_names() {
    let later_layout = "[canvas]\npaper = \"#fff\"\n[[space]]\nid = \"port\"\ntext = \"Haven\"\n[[track]]\nid = \"points\"\nremove = true\n";
    let packs = vec![folder("tests/packs/demo"), pack("one", &[(PATH, SOUND)]), pack("two", &[(PATH, later_layout)])];
    let game = Game::new(packs, "demo");
    let scene = game.valid_layout().scene();
    assert_eq!((scene.width, scene.paper.as_str()), (600.0, "#fff"));
    let names = names(&game);
    let has = |name: &str| names.iter().any(|text| text == name);
    assert!(has("Haven") && has("River") && !has("Port") && !has("Points"), "{names:?}");
}

#[test]
fn two_packs_that_change_one_value_are_reported() {
    let changes = |paper: &str| format!("[canvas]\npaper = \"{paper}\"\n");
    let packs = vec![
        folder("tests/packs/demo"),
        pack("one", &[(PATH, SOUND)]),
        pack("two", &[(PATH, &changes("#eee"))]),
        pack("three", &[(PATH, &changes("#ddd"))]),
    ];
    let game = Game::new(packs, "demo");
    assert_eq!(game.problem_codes(), ["content::collision"]);
}

/// The diagnostic of an overlap names the file and line of the later pack.
#[test]
fn an_overlap_is_reported_in_the_later_pack() {
    let later_layout = "[[space]]\nid = \"port\"\nbox = [410, 20, 180, 100]\n";
    let packs = vec![folder("tests/packs/demo"), pack("one", &[(PATH, SOUND)]), pack("two", &[(PATH, later_layout)])];
    let (_, problems) = Game::new(packs, "demo").layout();
    let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(messages[0].starts_with("two:layouts/demo/layout.toml:3:"), "{messages:?}");
    assert!(messages[0].ends_with("the space `port` lies over the space `river`"), "{messages:?}");
}

/// The content hash does not depend on the layout, so a recorded game can continue with another layout.
#[test]
fn a_layout_does_not_change_the_content_hash() {
    let hash = |files: &[(&str, &str)]| {
        let packs = [folder("tests/packs/demo"), pack("over", files)];
        Content::load(&packs, "demo").0.unwrap().hash
    };
    assert_eq!(hash(&[]), hash(&[(PATH, SOUND)]));
    assert_eq!(
        hash(&[]),
        hash(&[(PATH, "[canvas]\nwidth = \"broken\"")]),
        "a broken layout does not keep a game from loading"
    );
}

#[test]
fn a_layout_may_use_the_former_id_of_a_space() {
    let board = "[meta]\ngame = \"demo\"\nsource = \"own\"\n[[space]]\nid = \"port\"\nwas = [\"harbour\"]\n";
    let layout = SOUND.replace("\"port\"", "\"harbour\"");
    let game = Game::demo(&[("scenarios/demo/board.toml", board), (PATH, &layout)]);
    assert!(names(&game).iter().any(|name| name == "Port"));
}

#[test]
fn missing_spaces_are_placed_next_to_the_map() {
    let without_pool = SOUND.split("[[space]]\nid = \"pool\"").next().unwrap();
    let game = Game::demo(&[(PATH, without_pool)]);
    let (layout, problems) = game.layout();
    assert_eq!(problems.len(), 1);
    assert_eq!((problems[0].code.as_str(), problems[0].severity), ("layout::unplaced", Severity::Warning));
    assert!(problems[0].help.as_deref().unwrap().contains("`pool`"));
    assert!(layout.scene().width > 600.0);
    let hidden = format!("{without_pool}[[space]]\nid = \"pool\"\nshown = false\n");
    assert_eq!(Game::demo(&[(PATH, &hidden)]).valid_layout().scene().width, 600.0);
}

/// Every mistake gives the code of its diagnostic.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of mistakes")]
fn mistakes_are_reported() {
    let replaced = |from: &str, to: &str| {
        assert!(SOUND.contains(from), "{from}");
        SOUND.replace(from, to)
    };
    let appended = |text: &str| format!("{SOUND}{text}\n");
    let river = "box = [410, 10, 180, 120]";
    let with_river_keys = |keys: &str| replaced(river, &format!("{river}\n{keys}"));
    for (layout, codes) in [
        (replaced("id = \"port\"", "id = \"prot\""), vec!["content::unknown-space"]),
        (replaced("box = [410,", "box = [510,"), vec!["layout::off-canvas"]),
        (replaced("box = [410,", "box = [310,"), vec!["layout::overlap"]),
        (replaced("box = [410, 10, 180, 120]", "at = [450, 60]\nbox = [410, 10, 0, 120]"), vec!["content::bad-range"]),
        (replaced("box = [410, 10, 180, 120]", "shape = \"1,2 3\""), vec!["layout::bad-points"]),
        (replaced("box = [410, 10, 180, 120]", "shape = \"1,2 3,4\""), vec!["layout::bad-points"]),
        (replaced("box = [410, 10, 180, 120]", "shape = \"1,2 3,inf 4,5\""), vec!["layout::bad-points"]),
        (replaced("box = [410, 10, 180, 120]", "box = [410, 10, 180]"), vec!["content::wrong-type"]),
        (replaced("box = [410, 10, 180, 120]", "text = \"River\""), vec!["content::missing-key"]),
        (
            replaced("box = [410, 10, 180, 120]", "box = [410, 10, 180, 120]\ncircle = [500, 50, 9]"),
            vec!["layout::two-outlines"],
        ),
        (
            replaced("box = [410, 10, 180, 120]", "at = [10, 390]\nbox = [410, 10, 180, 120]"),
            vec!["layout::out-of-shape"],
        ),
        (with_river_keys("room = [10, 340, 100, 50]"), vec!["layout::room-outside"]),
        (with_river_keys("plate = [210, 140, 180, 80]\nroom = [420, 50, 100, 50]"), vec!["layout::room-outside"]),
        (with_river_keys("room = [420, 50, 8, 8]"), vec!["layout::small-room"]),
        (with_river_keys("room = [300, 340, 8, 50]"), vec!["layout::room-outside", "layout::small-room"]),
        // Pieces may lie next to a small circle, and across the edge of a large shape.
        (replaced("box = [410, 10, 180, 120]", "circle = [500, 50, 12]\nroom = [520, 50, 70, 40]"), vec![]),
        (
            replaced(
                "box = [410, 10, 180, 120]",
                "shape = \"410,10 590,10 590,130\"\nroom = [410, 40, 150, 80]\nlabel = [500, 30]",
            ),
            vec![],
        ),
        // Pieces, plates, tracks and flags cover no name.
        (with_river_keys("label = [500, 60]\nroom = [420, 40, 150, 80]"), vec!["layout::overlap"]),
        (with_river_keys("label = [300, 60]\nroom = [420, 40, 150, 80]"), vec!["layout::overlap"]),
        (with_river_keys("label = [300, 260]"), vec!["layout::overlap"]),
        (replaced("width = 600", "width = 600\npaper = \"red\""), vec!["layout::bad-colour"]),
        (replaced("width = 600", "width = 600\npaper = \"#12345\""), vec!["layout::bad-colour"]),
        (replaced("width = 600", "width = 600\npaper = \"#fff;x\""), vec!["layout::bad-colour"]),
        (replaced("width = 600", "width = 9000"), vec!["content::bad-range"]),
        (replaced("width = 600", "width = nan"), vec!["content::wrong-type"]),
        (replaced("width = 600", "widht = 600\nwidth = 600"), vec!["content::unknown-key"]),
        (replaced("width = 600", "width = 600\npicture = \"map.svg\""), vec!["layout::unknown-picture"]),
        (appended("[[space]]\nid = \"port\"\nbox = [1, 1, 5, 5]"), vec!["content::duplicate-id"]),
        (appended("[[space]]\nid = \"ponds\"\nremove = true"), vec!["layout::nothing-to-remove"]),
        (appended("[[side]]\nid = \"green\""), vec!["content::unknown-side"]),
        (appended("[[piece]]\nid = \"bnad\""), vec!["content::unknown-piece"]),
        (appended("[[piece]]\nid = \"guard\"\nglyph = \"GUARD\""), vec!["content::bad-range"]),
        (appended("[[mark]]\nid = \"movde\""), vec!["content::unknown-mark"]),
        (appended("[[pile]]\nid = \"stcok\"\nbox = [10, 330, 60, 60]"), vec!["content::unknown-pile"]),
        (appended("[[track]]\nid = \"unrest\"\nbox = [10, 330, 60, 60]"), vec!["content::missing-key"]),
        (appended("[[border]]\nbetween = [\"port\"]\nline = \"1,1 2,2\""), vec!["content::wrong-type"]),
        (appended("[[background]]\nstyle = \"see\"\ntext = \"x\"\nat = [5, 5]"), vec!["layout::unknown-style"]),
        (appended("[[background]]\nid = \"a\""), vec!["layout::no-part"]),
        (appended("[style.Sea]\nfill = \"#fff\""), vec!["content::bad-id"]),
        (appended("[[side]]\nid = \"red\"\nshape = \"oval\""), vec!["content::bad-choice"]),
        (appended("[[side]]\nid = \"red\"\nletter = \"REDDY\""), vec!["content::bad-range"]),
        (replaced("id = \"port\"", "id = \"port\"\nbadge = \"{populatoin}\""), vec!["content::bad-choice"]),
        (
            appended(
                "[[piece]]\nid = \"guard/full\"\nglyph = \"X\"\nshape = \"star\"\n[[piece]]\nid = \"hidden\"\nglyph = \"X\"\nshape = \"star\"",
            ),
            vec!["layout::alike"],
        ),
    ] {
        let game = Game::demo(&[(PATH, &layout)]);
        assert_eq!(game.problem_codes(), codes, "{layout}\n{}", cardwright_content::render(&game.layout().1, false));
    }
}

#[test]
fn the_size_of_a_layout_is_limited() {
    let points = "10,10 ".repeat(11_000);
    let shape = format!("[[background]]\nshape = \"{points}\"\n");
    assert_eq!(Game::demo(&[(PATH, &format!("{SOUND}{shape}"))]).problem_codes(), Vec::<String>::new());
    let codes = Game::demo(&[(PATH, &format!("{SOUND}{shape}{shape}"))]).problem_codes();
    assert_eq!(codes, ["content::too-many"]);
    let marks = |id: usize| format!("[[piece]]\nid = \"band-{id}\"\n");
    let codes = Game::demo(&[(PATH, &format!("{SOUND}{}", (0..600).map(marks).collect::<String>()))]).problem_codes();
    assert!(codes.contains(&"content::too-many".to_owned()), "{codes:?}");
    let codes = Game::demo(&[(PATH, &format!("{SOUND}{}", "# long\n".repeat(40_000)))]).problem_codes();
    assert!(codes.contains(&"content::file-too-large".to_owned()), "{codes:?}");
}

/// The diagnostic names the wrong word, all allowed words, and the nearest allowed word.
#[test]
fn a_misspelt_word_is_reported_with_the_allowed_words() {
    let game = Game::demo(&[(PATH, &format!("{SOUND}[[side]]\nid = \"red\"\nshape = \"rond\"\n"))]);
    let (_, problems) = game.layout();
    let message = problems[0].with_label_and_help();
    assert!(message.starts_with("over:layouts/demo/layout.toml:"), "{message}");
    let rest = "`shape` of the side `red` is `rond`: must be one of: square, round, hexagon, diamond, octagon, shield, star, tag; did you mean `round`?";
    assert!(message.ends_with(rest), "{message}");
}

/// The marker of a side shows the letter of the layout.
#[test]
fn a_side_takes_the_letter_of_the_layout() {
    let game = Game::demo(&[(PATH, &format!("{SOUND}[[side]]\nid = \"red\"\nletter = \"Q\"\n"))]);
    let scene = game.valid_layout().scene();
    let letter = |side: &str| {
        let mut out = Vec::new();
        texts(&scene.symbols[&format!("side:{side}")], &mut out);
        out
    };
    assert_eq!([letter("red"), letter("blue")], [["Q"], ["B"]]);
}

/// The name and the pieces of a large circle lie inside it, as in a box.
#[test]
fn names_and_pieces_lie_inside_a_large_circle() {
    let with_circle = |circle: &str| SOUND.replace("box = [210, 10, 180, 120]", circle);
    // Returns the points of the port's name and of its pieces, each with its text or id.
    let port_points = |layout: &str| {
        let mut game = Game::demo(&[(PATH, layout)]);
        let view = game.opening(cardwright_table::Viewer::OPEN);
        let (layout, legend) = (game.valid_layout(), game.legend());
        let mut named_points = Vec::new();
        for node in layout.scene().nodes.iter().chain(&layout.overlay_nodes(&view)) {
            named_points.extend(match node {
                Node::Group { id, nodes, .. } if *id == "port" => nodes.iter().find_map(|node| match node {
                    Node::Text { x, y, text, .. } => Some((text.clone(), [*x, *y])),
                    _ => None,
                }),
                Node::Group { space, nodes, id, .. } if space.as_deref() == Some("port") => match nodes.first() {
                    Some(Node::Use { x, y, .. }) => Some((id.clone(), [*x, *y])),
                    _ => None,
                },
                Node::Name { space, nodes } if *space == legend.spaces[1].id => match nodes.first() {
                    Some(Node::Text { x, y, text, .. }) => Some((text.clone(), [*x, *y])),
                    _ => None,
                },
                _ => None,
            });
        }
        named_points
    };
    let is_within = |[x, y]: [f64; 2], r: f64| (x - 300.0) * (x - 300.0) + (y - 100.0) * (y - 100.0) < r * r;
    let large = port_points(&with_circle("circle = [300, 100, 90]"));
    assert!(large.len() >= 3, "a name and two pieces: {large:?}");
    assert!(large.iter().all(|(_, at)| is_within(*at, 75.0)), "{large:?}");
    // The name of a small circle lies above the circle, and the pieces lie below.
    let small = port_points(&with_circle("circle = [300, 100, 12]"));
    assert!(small.iter().all(|(_, at)| !is_within(*at, 12.0)) && small.len() == large.len(), "{small:?}");
}

#[test]
fn a_badge_is_part_of_the_name() {
    let layout = SOUND.replace("id = \"port\"", "id = \"port\"\nbadge = \"({population})\"");
    let names = names(&Game::demo(&[(PATH, &layout)]));
    assert!(names.iter().any(|name| name == "Port\u{a0}(2)"), "{names:?}");
}

/// A badge goes below the name if both in one line would be too small to read. A name that is still too small is
/// reported.
#[test]
fn a_long_badge_goes_below_the_name() {
    let circle = SOUND
        .replace("font = 18\n", "")
        .replace("box = [210, 10, 180, 120]", "circle = [300, 100, 70]\ntext = \"West Pass\"");
    let size = |layout: &str, name: &str| {
        let scene = Game::demo(&[(PATH, layout)]).layout().0.scene();
        fn find(nodes: &[Node], name: &str) -> Option<f64> {
            nodes.iter().find_map(|node| match node {
                Node::Text { text, size, .. } if text == name => Some(*size),
                Node::Name { nodes, .. } | Node::Group { nodes, .. } => find(nodes, name),
                _ => None,
            })
        }
        find(&scene.nodes, name)
    };
    let size_without_badge = size(&circle, "West Pass").unwrap();
    let badged = circle.replace("text =", "badge = \"^{population}450\"\ntext =");
    assert_eq!(size(&badged, "West Pass"), Some(size_without_badge), "as large as without a badge");
    assert!(size(&badged, "^2450").is_some());
    assert!(Game::demo(&[(PATH, &badged)]).problem_codes().is_empty());
    // A short badge stays on the line of the name.
    let short = circle.replace("text =", "badge = \"2\"\ntext =");
    assert!(size(&short, "West Pass\u{a0}2").is_some());
    let long = circle.replace("West Pass", "The Western Pass over the Mountains");
    let (_, problems) = Game::demo(&[(PATH, &long)]).layout();
    let messages: Vec<String> = problems.iter().map(|problem| format!("{} {problem}", problem.code)).collect();
    assert!(
        matches!(&messages[..], [one] if one.starts_with("layout::small-name") && one.contains("the name of the space `port` is drawn at ")),
        "{messages:?}"
    );
    assert_eq!(problems[0].severity, Severity::Warning);
}

/// Returns the colours of a text and of its halo.
fn text_colours(game: &Game, wanted: &str) -> (String, String) {
    fn find<'a>(nodes: &'a [Node], wanted: &str) -> Option<&'a str> {
        nodes.iter().find_map(|node| match node {
            Node::Text { text, style, .. } => (text == wanted).then_some(style.as_str()),
            Node::Name { nodes, .. } | Node::Group { nodes, .. } => find(nodes, wanted),
            _ => None,
        })
    }
    let scene = game.valid_layout().scene();
    let style = &scene.styles[find(&scene.nodes, wanted).expect("it is drawn")];
    (style.fill.clone(), style.line.clone())
}

#[test]
fn letters_contrast_with_their_background() {
    const DARK: &str = "#2a2418";
    let paper = |colour: &str| SOUND.replace("height = 400", &format!("height = 400\npaper = \"{colour}\""));
    let with = |text: String| Game::demo(&[(PATH, text.as_str())]);
    // The heading of a track lies on the paper.
    assert_eq!(text_colours(&with(paper("#d5e4ea")), "Points").0, DARK);
    let (letters, halo) = text_colours(&with(paper("#12202b")), "Points");
    assert_eq!((letters.as_str(), halo.as_str()), ("#ffffff", "#080e13"));
    assert_eq!(text_colours(&with(paper("#12202b")), "Port").0, DARK, "a box is light on any paper");
    let dark_kind = format!("{}[style.province]\nfill = \"#22303b\"\n", paper("#d5e4ea"));
    assert_eq!(text_colours(&with(dark_kind.clone()), "Port").0, "#ffffff");
    assert_eq!(text_colours(&with(dark_kind), "Pool").0, DARK, "the pool is of another kind");
    // A name outside its outline lies on the background.
    let land = "[[background]]\nshape = \"0,0 600,0 600,400 0,400\"\n";
    assert_eq!(text_colours(&with(format!("{}{land}", paper("#12202b"))), "Points").0, DARK);
}

#[test]
fn lines_contrast_with_the_paper() {
    let line = |colour: &str, style: &str| {
        let text = SOUND.replace("height = 400", &format!("height = 400\npaper = \"{colour}\""));
        let style = Game::demo(&[(PATH, text.as_str())]).valid_layout().scene().styles[style].clone();
        if style.line == "none" || style.fill != "none" { style.fill } else { style.line }
    };
    for style in ["leader", "dot", "of-link"] {
        let usual = line("#d5e4ea", style);
        assert_eq!(line("#f7f1e3", style), usual, "{style}: light paper keeps the usual colour");
        let brightness = |colour: &str| {
            colour.as_bytes()[1..]
                .chunks(2)
                .map(|it| u32::from_str_radix(std::str::from_utf8(it).unwrap(), 16).unwrap())
                .sum::<u32>()
        };
        for dark in ["#12202b", "#403a30", "#5f5440"] {
            let on_dark = line(dark, style);
            assert!(brightness(&on_dark) > brightness(dark) + 200, "{style} on {dark}: {on_dark}");
        }
    }
}
