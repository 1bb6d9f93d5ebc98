//! The styles of a scene: the built-in styles, and the styles that a layout may change, with `of-` in front of their
//! names.

use crate::colour::{Colour, INK, darker, lighter};
use crate::links::link_kinds;
use crate::readable_text::{halo_style, with_contrast};
use crate::scene::{Style, layout_style_name, link_style_name};
use cardwright_content::layout_file::{LayoutFile, LayoutStyle};
use cardwright_view::Legend;
use std::collections::BTreeMap;

/// Default fill and line colours for kinds of spaces, used in turn.
const KIND_COLOURS: [(&str, &str); 6] = [
    ("#f3e9cf", "#8a7a4e"),
    ("#e2e6ec", "#5f6f86"),
    ("#e6eccf", "#74824e"),
    ("#f2dcd0", "#96604a"),
    ("#e9dff0", "#77608a"),
    ("#d9ebe6", "#4e8276"),
];

/// Default colours and dashes for the lines of kinds of links, used in turn. The first kind looks like lines without a
/// kind.
const LINK_LOOKS: [(&str, Option<[f64; 2]>); 4] =
    [("#8d866f", None), ("#4a7f9e", Some([10.0, 5.0])), ("#7a5c3e", Some([3.0, 5.0])), ("#5d7f4e", Some([18.0, 5.0]))];

/// The least contrast of a line to the paper. Letters need more contrast.
const MIN_LINE_CONTRAST: f64 = 2.4;

fn style(fill: &str, line: &str, width: f64) -> Style {
    Style { fill: fill.into(), line: line.into(), width, ..Style::default() }
}

fn from_layout(style: &LayoutStyle) -> Style {
    let paint_or_none = |paint: &Option<String>| paint.clone().unwrap_or_else(|| "none".into());
    let dash = style.dash.map(|[dash, gap]| {
        format!("{} {}", crate::number_format::format_number(dash), crate::number_format::format_number(gap))
    });
    Style {
        fill: paint_or_none(&style.fill),
        line: paint_or_none(&style.line),
        width: style.width,
        dash,
        ..Style::default()
    }
}

/// Builds all styles for the scene of a layout.
pub(crate) fn styles(layout_file: &LayoutFile, legend: &Legend) -> BTreeMap<String, Style> {
    let mut styles = BTreeMap::new();
    let mut add = |name: &str, style: Style| drop(styles.insert(name.to_owned(), style));
    let paper = &layout_file.canvas.paper;
    let line = |colour: &str| line_on_paper(colour, layout_file);
    // Styles of letters. The names on the map (`name`) have a halo.
    add("ink", style(INK, "none", 0.0));
    add("quiet", style("#5c5444", "none", 0.0));
    add("name", halo_style(paper, true));
    add("light", style("#ffffff", "none", 0.0));
    // `hit` is the style of invisible areas that react to the pointer.
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
    // Styles that a layout may change. A built-in style below replaces the style of a kind of spaces with the same
    // name.
    for (index, kind) in legend.kinds.iter().enumerate() {
        let (fill, line) = KIND_COLOURS[index % KIND_COLOURS.len()];
        add(&layout_style_name(&kind.id), style(fill, line, 1.6));
    }
    let sea = with_contrast(paper, contrasting_shade(paper), 0.42, paper);
    let built_in = [
        ("neutral", style("#eee9dc", "#d8cfb8", 1.0)),
        ("sea", Style { italic: true, ..style(&sea, "none", 0.0) }),
        ("panel", style(&darker(&lighter(paper, 0.35), 0.05), "none", 0.0)),
        ("box", style("#fbf7ea", "#8a7a4e", 1.6)),
        ("plate", style("#fbf8ec", "#8a7a4e", 1.6)),
        ("border", style("none", "#4a4334", 5.0)),
        ("link", style("none", &line(LINK_LOOKS[0].0), 3.0)),
        ("space", style("#f3e9cf", "#8a7a4e", 1.6)),
        ("track", style("none", "none", 0.0)),
    ];
    for (name, style) in built_in {
        add(&layout_style_name(name), style);
    }
    for (name, layout_style) in &layout_file.styles {
        let mut style = from_layout(layout_style);
        style.italic = name == "sea";
        add(&layout_style_name(name), style);
    }
    for (kind, look) in link_looks(layout_file, legend) {
        styles.insert(link_style_name(kind), from_layout(&look));
    }
    styles
}

/// Returns the kinds of links with the style of their lines: the style with the id of the kind, or else a default.
pub(crate) fn link_looks<'a>(layout_file: &LayoutFile, legend: &'a Legend) -> Vec<(&'a str, LayoutStyle)> {
    let look = |(index, kind): (usize, &'a str)| {
        let (colour, dash) = LINK_LOOKS[index % LINK_LOOKS.len()];
        let default = LayoutStyle { fill: None, line: Some(line_on_paper(colour, layout_file)), width: 3.0, dash };
        let set = layout_file.styles.iter().find(|(name, _)| name == kind).map(|(_, style)| style.clone());
        (kind, LayoutStyle { fill: None, ..set.unwrap_or(default) })
    };
    link_kinds(legend).into_iter().enumerate().map(look).collect()
}

/// Returns the colour of a line on the paper. Without enough contrast to the paper, the default colour is changed.
fn line_on_paper(colour: &str, layout_file: &LayoutFile) -> String {
    let paper = &layout_file.canvas.paper;
    match Colour::parse(colour).contrast(Colour::parse(paper)) {
        contrast if contrast >= MIN_LINE_CONTRAST => colour.to_owned(),
        _ => with_contrast(colour, contrasting_shade(paper), 0.0, paper),
    }
}

/// Returns the function that gives a colour more contrast to the paper.
fn contrasting_shade(paper: &str) -> fn(&str, f64) -> String {
    if Colour::parse(paper).text_colour() == INK { darker } else { lighter }
}
