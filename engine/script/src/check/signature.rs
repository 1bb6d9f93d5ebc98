//! What the host's functions take and give, read from the signatures that the reference shows: the one table by which
//! calls are checked.

use crate::bindings::ApiDoc;
use std::collections::BTreeMap;

/// A function of the host.
pub(super) struct Signature<'a> {
    /// As the reference shows it.
    pub(super) shown: &'a str,
    pub(super) parameters: Vec<Parameter<'a>>,
    /// Whether any number of further arguments may follow.
    pub(super) has_rest: bool,
    /// What it gives, if that is one thing.
    pub(super) gives: Option<Type<'a>>,
}

/// A parameter that has a name.
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    pub(super) of: Type<'a>,
}

/// What a value may be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Type<'a> {
    pub(super) of: Vec<Of<'a>>,
    /// Whether it may be nil.
    pub(super) is_optional: bool,
}

/// One of several types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of<'a> {
    /// `Space`, `number`.
    Named(&'a str),
    /// `"top"`.
    Word(&'a str),
    Function,
    Table,
}

impl<'a> Signature<'a> {
    /// All of them, by name.
    pub(super) fn all(docs: &'a [ApiDoc]) -> BTreeMap<&'a str, Signature<'a>> {
        docs.iter().filter_map(|doc| Signature::read(doc.signature)).collect()
    }

    fn read(shown: &'a str) -> Option<(&'a str, Signature<'a>)> {
        let (name, rest) = shown.split_once('(')?;
        let end = closing(rest)?;
        let (mut parameters, mut has_rest) = (Vec::new(), false);
        for parameter in split(&rest[..end], ',') {
            let (name, of) = parameter.split_once(':')?;
            match name.trim() {
                "..." => has_rest = true,
                name => parameters.push(Parameter { name, of: Type::read(of) }),
            }
        }
        let gives = rest[end + 1..].trim().strip_prefix(':').map(str::trim);
        let gives = gives.filter(|of| !of.starts_with("...") && split(inner(of), ',').len() == 1);
        Some((name, Signature { shown, parameters, has_rest, gives: gives.map(Type::read) }))
    }

    /// How many arguments it must be given.
    pub(super) fn least(&self) -> usize {
        self.parameters.iter().rposition(|parameter| !parameter.of.is_optional).map_or(0, |last| last + 1)
    }
}

impl<'a> Type<'a> {
    /// A type of this name.
    pub(super) fn named(name: &'a str) -> Type<'a> {
        Type { of: vec![Of::Named(name)], is_optional: false }
    }

    fn read(text: &'a str) -> Type<'a> {
        let mut out = Type::default();
        out.add(text);
        out
    }

    fn add(&mut self, text: &'a str) {
        for part in split(text, '|') {
            let part = part.trim();
            if split(part, '>').len() > 1 {
                self.of.push(Of::Function); // `(any) -> boolean`
                continue;
            }
            let bare = part.trim_end_matches('?');
            self.is_optional |= bare.len() < part.len();
            match bare {
                _ if bare.starts_with('(') => self.add(inner(bare)),
                _ if bare.starts_with('{') => self.of.push(Of::Table),
                _ if bare.starts_with('"') => self.of.push(Of::Word(bare.trim_matches('"'))),
                _ => self.of.push(Of::Named(bare)),
            }
        }
    }

    /// Whether it may be of this name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.of.contains(&Of::Named(name))
    }

    /// Whether nothing is known of it.
    pub(super) fn is_any(&self) -> bool {
        self.is("any") || self.of.is_empty()
    }

    /// Whether it may be a text.
    pub(super) fn may_be_text(&self) -> bool {
        self.is_any() || self.is("string") || self.words().next().is_some()
    }

    /// The words it may be.
    pub(super) fn words(&self) -> impl Iterator<Item = &'a str> {
        self.of.iter().filter_map(|of| if let Of::Word(word) = of { Some(*word) } else { None })
    }

    /// For messages: `a Space or a Set`.
    pub(super) fn in_words(&self) -> String {
        let word = |of: &Of<'_>| match of {
            Of::Named("string") => "a string".to_owned(),
            Of::Named("boolean") => "a truth".to_owned(),
            Of::Named(name) if name.starts_with(['A', 'E', 'I', 'O', 'U']) => format!("an {name}"),
            Of::Named(name) => format!("a {name}"),
            Of::Word(word) => format!("`\"{word}\"`"),
            Of::Function => "a function".to_owned(),
            Of::Table => "a list".to_owned(),
        };
        self.of.iter().map(word).collect::<Vec<_>>().join(" or ")
    }
}

/// Without the parentheses around it.
fn inner(text: &str) -> &str {
    let text = text.trim();
    let within = text.strip_prefix('(').filter(|rest| closing(rest) == Some(rest.len() - 1));
    within.map_or(text, |rest| &rest[..rest.len() - 1])
}

/// Where the parenthesis closes that was open before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth == 0 => return Some(at),
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The parts between what stands outside all brackets.
fn split(text: &str, between: char) -> Vec<&str> {
    let (mut depth, mut from, mut out) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            c if c == between && depth == 0 => {
                out.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !text[from..].trim().is_empty() {
        out.push(&text[from..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(shown: &str) -> Signature<'_> {
        Signature::read(shown).map(|(_, it)| it).unwrap_or_else(|| panic!("{shown}"))
    }

    #[test]
    fn a_signature_says_what_is_taken_and_given() {
        let keep = read("keep(set: Set, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set");
        assert_eq!((keep.parameters.len(), keep.least(), keep.has_rest), (3, 2, true));
        assert_eq!(keep.parameters[1].of.of, [Of::Named("Filter"), Of::Named("Set"), Of::Function]);
        assert_eq!(keep.gives, Some(Type::named("Set")));
        let card = read("move_card(card: Card, where: (\"top\" | \"bottom\")?)");
        assert_eq!(card.parameters[1].of, Type { of: vec![Of::Word("top"), Of::Word("bottom")], is_optional: true });
        assert_eq!((card.least(), card.gives), (1, None));
        assert_eq!(read("ends(link: Link): (Space, Space)").gives, None);
        assert_eq!(read("choose(side: Side, ...: any): ...any").gives, None);
        assert_eq!(read("set_has(on: any?, thing: any): Set").least(), 2);
        let standing = read("standing(others: (Side | {Side})?, theirs: {Action}?)");
        assert_eq!(standing.parameters[0].of, Type { of: vec![Of::Named("Side"), Of::Table], is_optional: true });
    }
}
