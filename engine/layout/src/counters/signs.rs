//! Signs: small chips among the pieces of a space that show its tracks, facts and figures.

use crate::draw::rect_node;
use crate::layout::Layout;
use crate::overlay::{Counter, CounterAppearance};
use crate::placed_space::{Label, PlacedSpace};
use crate::scene::{Anchor, GroupKind, Node};
use crate::symbols::initials;
use crate::text_width::fit_size;
use cardwright_content::layout_file::{Area, MarkAppearance};
use cardwright_view::{SeenSpace, SeenValue};

/// A sign of a track or fact.
pub(super) struct Sign {
    key: String,
    kind: GroupKind,
    id: String,
    label: String,
    glyph: String,
    /// The style of the chip; `ink` is that of its letters.
    style: String,
    ink: String,
}

impl Sign {
    /// Its appearance for counters of this size.
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

/// The style names of a sign with its own colour: for the chip and for its letters.
pub(crate) fn sign_styles(mark: &str) -> (String, String) {
    (format!("sign-{mark}"), format!("sign-{mark}-ink"))
}

/// The signs of a space. A track with its own row has no sign.
pub(super) fn signs(layout: &Layout, place: &PlacedSpace, seen: &SeenSpace) -> Vec<Sign> {
    let legend = &layout.legend;
    let space = &legend.spaces[place.space];
    let setting = |id: &str| layout.layout_file.marks.iter().find(|setting| setting.id == id);
    let sign = |kind: GroupKind, key: String, id: &str, label: String, glyph: String, own: Option<&MarkAppearance>| {
        let (style, ink) = match own.and_then(|own| own.color.as_ref()) {
            Some(_) => sign_styles(id),
            None => ("chip".to_owned(), "ink".to_owned()),
        };
        Sign { key, kind, id: id.to_owned(), label, glyph, style, ink }
    };
    let mut all = Vec::new();
    for track in &seen.attributes.tracks {
        let has_row = layout
            .rows
            .iter()
            .any(|row| legend.tracks[row.track].id == track.id && row.space.as_ref() == Some(&space.id));
        let Some(own) = legend.tracks.iter().find(|own| own.id == track.id).filter(|_| !has_row) else { continue };
        let own_setting = setting(&track.id);
        let hidden_at = own_setting.and_then(|setting| setting.hidden_at).unwrap_or(0);
        if track.value == hidden_at || own_setting.is_some_and(|setting| !setting.shown) {
            continue;
        }
        let glyph = own_setting.and_then(|setting| setting.glyph.clone()).unwrap_or_else(|| {
            let short = own.short.clone().filter(|short| short.chars().count() <= 3);
            format!("{}#", short.unwrap_or_else(|| initials(&own.name, 2)))
        });
        let zone = own.zone(track.value).map(|zone| format!(", {}", zone.replace('-', " "))).unwrap_or_default();
        let label = format!("{} {}{zone}", own.name, track.value);
        let key = format!("track {} {}", track.id, track.value);
        all.push(sign(GroupKind::Track, key, &track.id, label, fill_in_number(&glyph, track.value), own_setting));
    }
    for fact in seen.attributes.shown_facts() {
        let own_setting = setting(&fact.id);
        if own_setting.is_some_and(|setting| !setting.shown) {
            continue;
        }
        let glyph = own_setting.and_then(|setting| setting.glyph.clone());
        let glyph = glyph.unwrap_or_else(|| initials(&fact.name, 3)).replace('#', &fact.text);
        let glyph = glyph.chars().take(8).collect();
        let key = format!("fact {} {}", fact.id, fact.text);
        all.push(sign(GroupKind::Fact, key, &fact.id, fact.words(), glyph, own_setting));
    }
    all
}

/// Small counters of sides in front of the name of a space: for figures whose value is a side, such as its holder.
pub(super) fn side_flags(layout: &Layout, place: &PlacedSpace, seen: &SeenSpace) -> Vec<Counter> {
    let legend = &layout.legend;
    let name = &place.name;
    let first = Label { lines: name.lines.iter().take(1).cloned().collect(), ..name.clone() };
    let [left, ..] = first.bounds();
    let size = name.size.clamp(10.0, 18.0) * 1.05;
    let mut all = Vec::new();
    for figure in &seen.attributes.figures {
        let own = legend.figures.iter().find(|own| own.id == figure.id && own.shown);
        let (Some(own), SeenValue::One { side: Some(side), text }) = (own, &figure.value) else { continue };
        let is_hidden = layout.layout_file.marks.iter().any(|setting| setting.id == figure.id && !setting.shown);
        if is_hidden {
            continue;
        }
        // Keep it inside a plate, box or circle.
        let edge = match (&place.frame, &place.area) {
            (Some([x, ..]), _) | (None, Some(Area::Box([x, ..]))) => x + size * 0.68,
            _ => f64::MIN,
        };
        let x = edge.max(left - size * (0.72 + 1.1 * all.len() as f64));
        let y = name.at[1] - name.size * 0.36;
        let scale = crate::number_format::rounded(size / layout.scene.piece);
        let nodes = vec![Node::Use { id: super::side_symbol(side), x: 0.0, y: 0.0, scale: None, count: None }];
        let (key, label) = (format!("figure {} {side}", figure.id), format!("{}: {text}", own.title));
        let appearance =
            CounterAppearance { key, kind: GroupKind::Fact, id: figure.id.clone(), label, words: Vec::new(), nodes };
        all.push(Counter { appearance, x, y, scale, count: None });
    }
    all
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
    fn the_number_replaces_the_sign() {
        assert_eq!(
            [fill_in_number("C#", 2), fill_in_number("+#", 2), fill_in_number("+#", -1), fill_in_number("+#", 0)],
            ["C2", "+2", "−1", "0"]
        );
    }
}
