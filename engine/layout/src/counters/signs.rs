//! Tracks, facts and figures of a place as small signs among its pieces.

use crate::draw::rect_node;
use crate::laid::{Counter, Look};
use crate::layout::Layout;
use crate::measure::fit;
use crate::place::{Label, Place};
use crate::scene::{Anchor, Node, Of};
use crate::symbols::initials;
use cardwright_content::sketch::{Area, MarkLook};
use cardwright_view::{Comes, SeenSpace};

/// A sign.
pub(super) struct Sign {
    key: String,
    of: Of,
    id: String,
    label: String,
    glyph: String,
    /// Its style, and that of its letters.
    style: String,
    ink: String,
}

impl Sign {
    /// As it looks at this size.
    pub(super) fn look(&self, size: f64) -> Look {
        let (w, h) = (size * 0.98, size * 0.74);
        let letters = fit(&self.glyph, size * 0.42, true, w * 0.86);
        let (text, s) = (self.glyph.clone(), self.ink.clone());
        let nodes = vec![
            rect_node([-w / 2.0, -h / 2.0, w, h], h * 0.22, &self.style),
            Node::Text { x: 0.0, y: letters * 0.36, size: letters, text, anchor: Anchor::Middle, bold: true, s },
        ];
        let (id, label) = (self.id.clone(), self.label.clone());
        Look { key: self.key.clone(), of: self.of, id, label, words: Vec::new(), nodes }
    }
}

/// The styles of a sign with a colour of its own: of what it lies on, and of its letters.
pub(crate) fn style_of(mark: &str) -> (String, String) {
    (format!("sign-{mark}"), format!("sign-{mark}-ink"))
}

/// What is kept of a place, as signs; what has a row of its own has none.
pub(super) fn signs(layout: &Layout, place: &Place, seen: &SeenSpace) -> Vec<Sign> {
    let legend = &layout.legend;
    let space = &legend.spaces[place.space];
    let look = |id: &str| layout.sketch.marks.iter().find(|look| look.id == id);
    let sign = |of: Of, key: String, id: &str, label: String, glyph: String, own: Option<&MarkLook>| {
        let (style, ink) = match own.and_then(|own| own.color.as_ref()) {
            Some(_) => style_of(id),
            None => ("chip".to_owned(), "ink".to_owned()),
        };
        Sign { key, of, id: id.to_owned(), label, glyph, style, ink }
    };
    let mut all = Vec::new();
    for track in &seen.kept.tracks {
        let has_row =
            layout.rows.iter().any(|row| legend.tracks[row.track].id == track.id && row.of.as_ref() == Some(&space.id));
        let Some(own) = legend.tracks.iter().find(|own| own.id == track.id).filter(|_| !has_row) else { continue };
        let said = look(&track.id);
        let rest = said.and_then(|look| look.rest).unwrap_or(0);
        if track.value == rest || said.is_some_and(|look| !look.shown) {
            continue;
        }
        let glyph = said.and_then(|look| look.glyph.clone()).unwrap_or_else(|| {
            let short = own.short.clone().filter(|short| short.chars().count() <= 3);
            format!("{}#", short.unwrap_or_else(|| initials(&own.name, 2)))
        });
        let zone = own.zone(track.value).map(|zone| format!(", {}", zone.replace('-', " "))).unwrap_or_default();
        let label = format!("{} {}{zone}", own.name, track.value);
        let key = format!("track {} {}", track.id, track.value);
        all.push(sign(Of::Track, key, &track.id, label, numbered(&glyph, track.value), said));
    }
    for fact in seen.kept.shown_facts() {
        let said = look(&fact.id);
        if said.is_some_and(|look| !look.shown) {
            continue;
        }
        let glyph = said.and_then(|look| look.glyph.clone());
        let glyph = glyph.unwrap_or_else(|| initials(&fact.name, 3)).replace('#', &fact.text);
        let glyph = glyph.chars().take(8).collect();
        let key = format!("fact {} {}", fact.id, fact.text);
        all.push(sign(Of::Fact, key, &fact.id, fact.words(), glyph, said));
    }
    all
}

/// The side that a figure of a place comes to (who holds it), as a small counter of that side before its name.
pub(super) fn flags(layout: &Layout, place: &Place, seen: &SeenSpace) -> Vec<Counter> {
    let legend = &layout.legend;
    let name = &place.name;
    let first = Label { lines: name.lines.iter().take(1).cloned().collect(), ..name.clone() };
    let [left, ..] = first.bounds();
    let size = name.size.clamp(10.0, 18.0) * 1.05;
    let mut all = Vec::new();
    for figure in &seen.kept.figures {
        let own = legend.figures.iter().find(|own| own.id == figure.id && own.shown);
        let (Some(own), Comes::One { side: Some(side), text }) = (own, &figure.comes) else { continue };
        let is_hidden = layout.sketch.marks.iter().any(|look| look.id == figure.id && !look.shown);
        if is_hidden {
            continue;
        }
        // On a plate, in a box or circle it stays within.
        let edge = match (&place.frame, &place.area) {
            (Some([x, ..]), _) | (None, Some(Area::Box([x, ..]))) => x + size * 0.68,
            _ => f64::MIN,
        };
        let x = edge.max(left - size * (0.72 + 1.1 * all.len() as f64));
        let y = name.at[1] - name.size * 0.36;
        let scale = crate::number::rounded(size / layout.scene.piece);
        let nodes = vec![Node::Use { id: super::side_symbol(side), x: 0.0, y: 0.0, scale: None, n: None }];
        let (key, label) = (format!("figure {} {side}", figure.id), format!("{}: {text}", own.title));
        let look = Look { key, of: Of::Fact, id: figure.id.clone(), label, words: Vec::new(), nodes };
        all.push(Counter { look, x, y, scale, n: None });
    }
    all
}

/// A glyph with its number: `C#` is `C2`, `+#` is `+2` or `−1`.
fn numbered(glyph: &str, number: i64) -> String {
    let plain = if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() };
    let signed = if number > 0 { format!("+{number}") } else { plain.clone() };
    glyph.replace("+#", &signed).replace('#', &plain)
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn a_number_stands_in_its_glyph() {
        assert_eq!(
            [numbered("C#", 2), numbered("+#", 2), numbered("+#", -1), numbered("+#", 0)],
            ["C2", "+2", "−1", "0"]
        );
    }
}
