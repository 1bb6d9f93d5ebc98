//! Plots as SVG inside the page. Black becomes the colour of the page's text, so plots fit a light and a dark page.

use crate::html;
use crate::read::cut;
use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::io::Error;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<Error>>;

const WIDTH: u32 = 680;
const FONT_SIZE: u32 = 16; // without fonts, plotters draws text at 10/16 of this size
const LABEL_CHARS: usize = 34;
const BLUE: RGBColor = RGBColor(59, 125, 216);
const GREY: RGBColor = RGBColor(138, 143, 152);

/// The colour of a side: readable on white and on black.
pub(crate) fn color(side: usize) -> RGBColor {
    const COLORS: [RGBColor; 8] = [
        BLUE,
        RGBColor(217, 98, 43),
        RGBColor(42, 157, 111),
        RGBColor(164, 92, 207),
        RGBColor(184, 146, 31),
        RGBColor(209, 79, 138),
        RGBColor(79, 163, 184),
        RGBColor(132, 118, 98),
    ];
    COLORS[side % COLORS.len()]
}

/// A value with its interval.
pub(crate) struct Interval {
    pub(crate) label: String,
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Whether the row says little, so it is grey.
    pub(crate) is_grey: bool,
}

/// The numbers of a side after some shares of the decisions, in percent: the 5, 25, 50, 75 and 95 % quantiles.
pub(crate) struct Course {
    pub(crate) side: usize,
    pub(crate) moments: Vec<(u8, [f64; 5])>,
}

/// Draws a plot. `title` is for screen readers.
fn draw(title: &str, height: u32, paint: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        // Writing to a text does not fail.
        let _ = paint(&root).and_then(|()| root.present());
    }
    let start = format!("<svg role=\"img\" aria-label=\"{}\" ", html::text(title));
    let svg = svg.replacen("<svg ", &start, 1).replace("\"#000000\"", "\"currentColor\"");
    format!("<div class=scroll>{svg}</div>\n")
}

fn font(anchor: (HPos, VPos)) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", FONT_SIZE).into_font()).color(&BLACK).pos(Pos::new(anchor.0, anchor.1))
}

/// Draws shares, or differences in percentage points from an average, with their intervals, one row each.
pub(crate) fn intervals(title: &str, rows: &[Interval], average: Option<f64>) -> String {
    let is_share = average.is_none();
    let largest = rows.iter().map(|row| row.low.abs().max(row.high.abs())).fold(0.01, f64::max).min(1.0);
    let (least, most) = if is_share { (0.0, 1.0) } else { (-largest, largest) };
    draw(title, 26 * rows.len() as u32 + 50, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(30)
            .set_label_area_size(LabelAreaPosition::Left, 220)
            .set_label_area_size(LabelAreaPosition::Bottom, 32)
            .build_cartesian_2d(least..most, 0.0..rows.len() as f64)?;
        let label = |share: &f64| match is_share {
            true => format!("{:.0} %", share * 100.0),
            false => html::signed((share * 1000.0).round() / 10.0),
        };
        mesh(chart.configure_mesh().disable_y_mesh().disable_y_axis().x_labels(6).x_label_formatter(&label))?;
        if let Some(average) = average {
            let line = vec![(average, 0.0), (average, rows.len() as f64)];
            chart.plotting_area().draw(&PathElement::new(line, BLACK.mix(0.6)))?;
        }
        for (index, row) in rows.iter().enumerate() {
            let y = rows.len() as f64 - index as f64 - 0.5;
            let color = if row.is_grey { GREY } else { BLUE };
            let area = chart.plotting_area();
            let inside = |share: f64| share.clamp(least, most);
            area.draw(&PathElement::new(vec![(inside(row.low), y), (inside(row.high), y)], color.stroke_width(3)))?;
            area.draw(&Circle::new((inside(row.value), y), 5, color.filled()))?;
            let label = cut(&row.label, LABEL_CHARS).to_owned();
            let text = Text::new(label, (-10, 0), font((HPos::Right, VPos::Center)));
            area.draw(&(EmptyElement::at((least, y)) + text))?;
        }
        Ok(())
    })
}

/// Draws the distribution of whole numbers in ascending order.
pub(crate) fn histogram(title: &str, axis: &str, sorted: &[f64]) -> String {
    const MOST_BARS: f64 = 40.0;
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return String::new() };
    let width = ((last - first + 1.0) / MOST_BARS).ceil();
    let mut bars = vec![0u32; ((last - first) / width) as usize + 1];
    sorted.iter().for_each(|number| bars[((number - first) / width) as usize] += 1);
    let highest = bars.iter().copied().max().unwrap_or(1);
    let end = first + width * bars.len() as f64;
    draw(title, 240, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(30)
            .set_label_area_size(LabelAreaPosition::Left, 66)
            .set_label_area_size(LabelAreaPosition::Bottom, 46)
            .build_cartesian_2d(*first..end, 0.0..f64::from(highest) * 1.05)?;
        let label = |number: &f64| html::number(*number);
        let mut style = chart.configure_mesh();
        style.disable_x_mesh().x_desc(axis).y_desc("games").x_label_formatter(&label).y_label_formatter(&label);
        mesh(&mut style)?;
        for (index, height) in bars.iter().enumerate() {
            let left = first + width * index as f64;
            let corners = [(left, 0.0), (left + width * 0.92, f64::from(*height))];
            chart.plotting_area().draw(&Rectangle::new(corners, BLUE.filled()))?;
        }
        Ok(())
    })
}

/// Draws the numbers of sides over the game: the median as a line, the middle half and the middle 90 % as bars.
pub(crate) fn over_time(title: &str, sides: &[Course]) -> String {
    let values = || sides.iter().flat_map(|side| side.moments.iter().flat_map(|(_, quantiles)| *quantiles));
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    if least > most {
        return String::new();
    }
    let space = ((most - least) * 0.05).max(0.5);
    draw(title, 300, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(30)
            .set_label_area_size(LabelAreaPosition::Left, 66)
            .set_label_area_size(LabelAreaPosition::Bottom, 46)
            .build_cartesian_2d(15.0..110.0, least - space..most + space)?;
        let percent = |x: &f64| if x % 25.0 == 0.0 { format!("{x:.0} %") } else { String::new() };
        let label = |number: &f64| html::number(*number);
        let mut style = chart.configure_mesh();
        style.disable_x_mesh().x_labels(20).x_label_formatter(&percent).y_label_formatter(&label);
        mesh(style.x_desc("share of the decisions"))?;
        for (place, Course { side, moments }) in sides.iter().enumerate() {
            let color = color(*side);
            let area = chart.plotting_area();
            let mut medians = Vec::new();
            for (moment, [low, lower, median, upper, high]) in moments.iter().copied() {
                // The bars of several sides stand beside each other.
                let x = f64::from(moment) + 2.0 * (place as f64 - (sides.len() - 1) as f64 / 2.0);
                area.draw(&PathElement::new(vec![(x, low), (x, high)], color.stroke_width(1)))?;
                area.draw(&PathElement::new(vec![(x, lower), (x, upper)], color.stroke_width(6)))?;
                area.draw(&Circle::new((x, median), 5, color.filled()))?;
                medians.push((x, median));
            }
            area.draw(&PathElement::new(medians, color.stroke_width(2)))?;
        }
        Ok(())
    })
}

/// Draws the axes and the grid.
fn mesh<X, Y>(style: &mut plotters::chart::MeshStyle<'_, '_, X, Y, SVGBackend<'_>>) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let font = ("sans-serif", FONT_SIZE).into_font().color(&BLACK);
    style
        .bold_line_style(BLACK.mix(0.15))
        .light_line_style(TRANSPARENT)
        .axis_style(BLACK.mix(0.5))
        .label_style(font.clone())
        .axis_desc_style(font)
        .draw()
}
