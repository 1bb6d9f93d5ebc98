//! What nodes look like: styles of our own, and those of the layout with `of-` before their names.

use crate::colour::{Colour, INK, darker, lighter};
use crate::letters::{haloed, until_read};
use crate::scene::Style;
use cardwright_content::sketch::{Look, Sketch};
use cardwright_view::Legend;
use std::collections::BTreeMap;

/// The looks of kinds that a layout leaves out, by turns.
const KINDS: [(&str, &str); 6] = [
    ("#f3e9cf", "#8a7a4e"),
    ("#e2e6ec", "#5f6f86"),
    ("#e6eccf", "#74824e"),
    ("#f2dcd0", "#96604a"),
    ("#e9dff0", "#77608a"),
    ("#d9ebe6", "#4e8276"),
];

/// How well a line is to be seen upon the paper: less than letters are to be read.
const SEEN: f64 = 2.4;

fn style(fill: &str, line: &str, width: f64) -> Style {
    Style { fill: fill.into(), line: line.into(), width, ..Style::default() }
}

fn of(look: &Look) -> Style {
    let or_none = |paint: &Option<String>| paint.clone().unwrap_or_else(|| "none".into());
    let dash = look.dash.map(|[dash, gap]| format!("{} {}", crate::number::written(dash), crate::number::written(gap)));
    Style { fill: or_none(&look.fill), line: or_none(&look.line), width: look.width, dash, ..Style::default() }
}

/// The name under which a layout's style stands in a scene.
pub(crate) fn named(style: &str) -> String {
    format!("of-{style}")
}

/// All styles of a layout's scene.
pub(crate) fn styles(sketch: &Sketch, legend: &Legend) -> BTreeMap<String, Style> {
    let mut all = BTreeMap::new();
    let mut add = |name: &str, style: Style| drop(all.insert(name.to_owned(), style));
    let paper = &sketch.canvas.paper;
    let away = if Colour::of(paper).ink() == INK { darker } else { lighter };
    // What is drawn upon the paper itself, where that is too dark for lines of ours.
    let line = |colour: &str| match Colour::of(colour).contrast(Colour::of(paper)) {
        seen if seen >= SEEN => colour.to_owned(),
        _ => until_read(colour, away, 0.0, paper),
    };
    // Letters, with a halo where they lie on a map.
    add("ink", style(INK, "none", 0.0));
    add("quiet", style("#5c5444", "none", 0.0));
    add("name", haloed(paper, true));
    add("light", style("#ffffff", "none", 0.0));
    // What is felt, not seen.
    add("hit", Style { opacity: Some(0.0), ..style("#ffffff", "none", 0.0) });
    add("leader", style("none", &line("#5f5440"), 1.5));
    add("dot", style(&line("#5f5440"), "#ffffff", 1.2));
    add("cell", style("#fdfaf0", "#8a8068", 1.0));
    add("cell-zone", style("#e9b9aa", "#8a8068", 1.0));
    add("tick", style("none", "#8a8068", 1.0));
    add("reached", style(INK, INK, 1.0));
    add("slot", Style { dash: Some("7 5".into()), ..style("#f4efdf", "#9a927c", 1.5) });
    add("card", style("#fffdf6", "#7d745c", 1.4));
    add("card-top", style("#d9cfb2", "none", 0.0));
    add("back", style("#4b5b6b", "#2f3a46", 1.4));
    add("back-line", style("none", "#8fa0b0", 1.2));
    add("chip", style("#ffffff", "#4d4636", 1.2));
    add("badge", style("#ffffff", "#2a2418", 1.2));
    add("shadow", Style { opacity: Some(0.28), ..style("#1a1408", "none", 0.0) });
    add("shade", Style { opacity: Some(0.16), ..style("#1a1408", "none", 0.0) });
    add("shine", Style { opacity: Some(0.38), ..style("none", "#ffffff", 1.3) });
    // What a layout may change; a kind of spaces that is called like one of ours looks like it.
    for (at, kind) in legend.kinds.iter().enumerate() {
        let (fill, line) = KINDS[at % KINDS.len()];
        add(&named(&kind.id), style(fill, line, 1.6));
    }
    let sea = until_read(paper, away, 0.42, paper);
    let built_in = [
        ("neutral", style("#eee9dc", "#d8cfb8", 1.0)),
        ("sea", Style { italic: true, ..style(&sea, "none", 0.0) }),
        ("panel", style(&darker(&lighter(paper, 0.35), 0.05), "none", 0.0)),
        ("box", style("#fbf7ea", "#8a7a4e", 1.6)),
        ("plate", style("#fbf8ec", "#8a7a4e", 1.6)),
        ("border", style("none", "#4a4334", 5.0)),
        ("link", style("none", &line("#8d866f"), 3.0)),
        ("space", style("#f3e9cf", "#8a7a4e", 1.6)),
        ("track", style("none", "none", 0.0)),
    ];
    for (name, style) in built_in {
        add(&named(name), style);
    }
    for (name, look) in &sketch.styles {
        let mut style = of(look);
        style.italic = name == "sea";
        add(&named(name), style);
    }
    all
}
