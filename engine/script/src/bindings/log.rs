//! The log: a text with subjects, rendered per audience.

use super::{Api, Opt, V, given};
use crate::host::Happening;
use cardwright_state::TextId;
use cardwright_state::position::Line;
use cardwright_state::val::Kind;

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Log");
    api.add(
        "say(text: Text, ...: any)",
        "Adds a line to the log: `{1}` in the text is the first subject.",
        |host, (text, a, b, c, d): (V, Opt, Opt, Opt, Opt)| {
            let text = TextId::new(host.index(text.0, Kind::Text)?);
            if host.watching && host.replay.is_none() && host.supposing == 0 {
                host.happenings.push(Happening::Said(Line { text, subjects: given([a, b, c, d]) }));
            }
            Ok(())
        },
    )?;
    Ok(())
}
