//! Signs: small chips among the pieces of a space or on the line of a link. A sign shows a track or fact. A figure whose value is a
//! side is shown as a small flag of that side.

use crate::layout::Layout;
use crate::overlay::{Counter, CounterAppearance};
use crate::placed_space::{PlacedSpace, flag_figures, flag_size};
use crate::scene::{Anchor, GroupKind, Node, rect_node, side_symbol, sign_styles};
use crate::symbols::initials;
use crate::text_width::fit_size;
use cardwright_content::layout_file::MarkAppearance;
use cardwright_view::{Attributes, SeenFigure, SeenSpace, SeenValue};

/// A sign of a track or fact.
pub(super) struct Sign {
    /// See [`CounterAppearance::key`].
    key: String,
    kind: GroupKind,
    id: String,
    label: String,
    glyph: String,
    /// The style of the chip.
    style: String,
    /// The style of the letters.
    ink: String,
}

impl Sign {
    /// Returns the appearance of the sign among counters of this size.
    pub(super) fn appearance(&self, size: f64) -> CounterAppearance {
        let (w, h) = (size * 0.98, size * 0.74);
        let text_size = fit_size(&self.glyph, size * 0.42, true, w * 0.86);
        let (text, style) = (self.glyph.clone(), self.ink.clone());
        let nodes = vec![
            rect_node([-w / 2.0, -h / 2.0, w, h], h * 0.22, &self.style),
            Node::Text {
                x: 0.0,
                y: text_size * 0.36,
                size: text_size,
                text,
                anchor: Anchor::Middle,
                bold: true,
                style,
            },
        ];
        let (id, label) = (self.id.clone(), self.label.clone());
        CounterAppearance { key: self.key.clone(), kind: self.kind, id, label, words: Vec::new(), nodes }
    }
}

/// Returns the signs of a space or link. `space` is the id of the space. A track that is drawn as a row of cells has no
/// sign.
pub(super) fn signs(layout: &Layout, attributes: &Attributes, space: Option<&str>) -> Vec<Sign> {
    let legend = &layout.legend;
    // A `[[mark]]` of the layout with the id of a track or fact sets how its sign looks.
    let setting = |id: &str| layout.layout_file.marks.iter().find(|setting| setting.id == id);
    let sign =
        |kind: GroupKind, key: String, id: &str, label: String, glyph: String, setting: Option<&MarkAppearance>| {
            let (style, ink) = match setting.and_then(|setting| setting.color.as_ref()) {
                Some(_) => sign_styles(id),
                None => ("chip".to_owned(), "ink".to_owned()),
            };
            Sign { key, kind, id: id.to_owned(), label, glyph, style, ink }
        };
    let mut signs = Vec::new();
    for track in &attributes.tracks {
        let has_row = layout
            .track_rows
            .iter()
            .any(|row| legend.tracks[row.track].id == track.id && row.space.as_deref() == space);
        let Some(definition) = legend.tracks.iter().find(|entry| entry.id == track.id).filter(|_| !has_row) else {
            continue;
        };
        let entry_setting = setting(&track.id);
        let hidden_at = entry_setting.and_then(|setting| setting.hidden_at).unwrap_or(0);
        if track.value == hidden_at || entry_setting.is_some_and(|setting| !setting.shown) {
            continue;
        }
        let glyph = entry_setting.and_then(|setting| setting.glyph.clone()).unwrap_or_else(|| {
            let short = definition.short.clone().filter(|short| short.chars().count() <= 3);
            format!("{}#", short.unwrap_or_else(|| initials(&definition.name, 2)))
        });
        let zone = definition.zone(track.value).map(|zone| format!(", {}", zone.replace('-', " "))).unwrap_or_default();
        let label = format!("{} {}{zone}", definition.name, track.value);
        let key = format!("track {} {}", track.id, track.value);
        let glyph = fill_in_number(&glyph, track.value);
        signs.push(sign(GroupKind::Track, key, &track.id, label, glyph, entry_setting));
    }
    for fact in attributes.shown_facts() {
        let entry_setting = setting(&fact.id);
        if entry_setting.is_some_and(|setting| !setting.shown) {
            continue;
        }
        let glyph = entry_setting.and_then(|setting| setting.glyph.clone());
        let glyph = glyph.unwrap_or_else(|| initials(&fact.name, 3)).replace('#', &fact.text);
        let glyph = glyph.chars().take(8).collect();
        let key = format!("fact {} {}", fact.id, fact.text);
        signs.push(sign(GroupKind::Fact, key, &fact.id, fact.words(), glyph, entry_setting));
    }
    signs
}

/// Returns small counters of sides in front of the name of a space, one for each figure whose value is a side, such as
/// the side that holds the space.
pub(super) fn side_flags(layout: &Layout, place: &PlacedSpace, seen: &SeenSpace) -> Vec<Counter> {
    let kind = &layout.legend.spaces[place.space].kind;
    let scale = crate::number_format::rounded(flag_size(place.name.size) / layout.scene.piece);
    let mut flags = Vec::new();
    for definition in flag_figures(&layout.layout_file, &layout.legend, kind) {
        let Some(SeenFigure { id, value: SeenValue::One { side: Some(side), text } }) =
            seen.attributes.figure(&definition.id)
        else {
            continue;
        };
        let [x, y] = place.name.flag_centre(flags.len());
        let nodes = vec![Node::Use { id: side_symbol(side), x: 0.0, y: 0.0, scale: None, count: None }];
        let (key, label) = (format!("figure {id} {side}"), format!("{}: {text}", definition.title));
        let appearance =
            CounterAppearance { key, kind: GroupKind::Fact, id: id.clone(), label, words: Vec::new(), nodes };
        flags.push(Counter { appearance, x, y, scale, count: None });
    }
    flags
}

/// Replaces `#` in a glyph with the number: `C#` becomes `C2`, `+#` becomes `+2` or `−1`.
fn fill_in_number(glyph: &str, number: i64) -> String {
    let plain = if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() };
    let signed = if number > 0 { format!("+{number}") } else { plain.clone() };
    glyph.replace("+#", &signed).replace('#', &plain)
}

#[cfg(test)]
mod tests {
    use super::fill_in_number;

    #[test]
    fn the_number_replaces_the_number_sign() {
        assert_eq!(
            [fill_in_number("C#", 2), fill_in_number("+#", 2), fill_in_number("+#", -1), fill_in_number("+#", 0)],
            ["C2", "+2", "−1", "0"]
        );
    }
}
