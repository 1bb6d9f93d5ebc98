//! Parses the signatures of host functions. Calls are checked against them.

use crate::bindings::ApiDoc;
use std::collections::BTreeMap;

/// A function of the host.
pub(super) struct Signature<'a> {
    /// The signature as text.
    pub(super) shown: &'a str,
    pub(super) parameters: Vec<Parameter<'a>>,
    /// Whether the signature ends with `...`.
    pub(super) takes_rest: bool,
    /// The type of its result, if it has exactly one.
    pub(super) returns: Option<Type<'a>>,
}

/// A named parameter.
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    pub(super) of: Type<'a>,
}

/// A type: one or more alternatives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Type<'a> {
    pub(super) of: Vec<TypeName<'a>>,
    /// Whether nil is allowed.
    pub(super) is_optional: bool,
}

/// One alternative of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeName<'a> {
    /// `Space`, `number`.
    Named(&'a str),
    /// `"top"`.
    Word(&'a str),
    Function,
    Table,
}

impl<'a> Signature<'a> {
    /// All signatures, by function name.
    pub(super) fn all(docs: &'a [ApiDoc]) -> BTreeMap<&'a str, Signature<'a>> {
        docs.iter().filter_map(|doc| Signature::read(doc.signature)).collect()
    }

    fn read(shown: &'a str) -> Option<(&'a str, Signature<'a>)> {
        let (name, rest) = shown.split_once('(')?;
        let end = closing(rest)?;
        let (mut parameters, mut takes_rest) = (Vec::new(), false);
        for parameter in split(&rest[..end], ',') {
            let (name, of) = parameter.split_once(':')?;
            match name.trim() {
                "..." => takes_rest = true,
                name => parameters.push(Parameter { name, of: Type::read(of) }),
            }
        }
        let returns = rest[end + 1..].trim().strip_prefix(':').map(str::trim);
        let returns = returns.filter(|of| !of.starts_with("...") && split(inner(of), ',').len() == 1);
        Some((name, Signature { shown, parameters, takes_rest, returns: returns.map(Type::read) }))
    }

    /// The number of required arguments.
    pub(super) fn required(&self) -> usize {
        self.parameters.iter().rposition(|parameter| !parameter.of.is_optional).map_or(0, |last| last + 1)
    }
}

impl<'a> Type<'a> {
    /// The type with this name.
    pub(super) fn named(name: &'a str) -> Type<'a> {
        Type { of: vec![TypeName::Named(name)], is_optional: false }
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
                self.of.push(TypeName::Function); // `(any) -> boolean`
                continue;
            }
            let bare = part.trim_end_matches('?');
            self.is_optional |= bare.len() < part.len();
            match bare {
                _ if bare.starts_with('(') => self.add(inner(bare)),
                _ if bare.starts_with('{') => self.of.push(TypeName::Table),
                _ if bare.starts_with('"') => self.of.push(TypeName::Word(bare.trim_matches('"'))),
                _ => self.of.push(TypeName::Named(bare)),
            }
        }
    }

    /// Whether the named type is an alternative.
    pub(super) fn is(&self, name: &str) -> bool {
        self.of.contains(&TypeName::Named(name))
    }

    /// Whether the type allows everything.
    pub(super) fn is_any(&self) -> bool {
        self.is("any") || self.of.is_empty()
    }

    /// Whether a string is allowed.
    pub(super) fn may_be_text(&self) -> bool {
        self.is_any() || self.is("string") || self.words().next().is_some()
    }

    /// The literal strings among the alternatives.
    pub(super) fn words(&self) -> impl Iterator<Item = &'a str> {
        self.of.iter().filter_map(|of| if let TypeName::Word(word) = of { Some(*word) } else { None })
    }

    /// The type in words: `a Space or a Set`.
    pub(super) fn describe(&self) -> String {
        let word = |of: &TypeName<'_>| match of {
            TypeName::Named("string") => "a string".to_owned(),
            TypeName::Named("boolean") => "a boolean".to_owned(),
            TypeName::Named(name) if name.starts_with(['A', 'E', 'I', 'O', 'U']) => format!("an {name}"),
            TypeName::Named(name) => format!("a {name}"),
            TypeName::Word(word) => format!("`\"{word}\"`"),
            TypeName::Function => "a function".to_owned(),
            TypeName::Table => "a list".to_owned(),
        };
        self.of.iter().map(word).collect::<Vec<_>>().join(" or ")
    }
}

/// The text without the parentheses around it.
fn inner(text: &str) -> &str {
    let text = text.trim();
    let within = text.strip_prefix('(').filter(|rest| closing(rest) == Some(rest.len() - 1));
    within.map_or(text, |rest| &rest[..rest.len() - 1])
}

/// The offset of the parenthesis that closes one opened before the text.
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

/// Splits at a separator outside all brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut from, mut out) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            c if c == separator && depth == 0 => {
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
        assert_eq!((keep.parameters.len(), keep.required(), keep.takes_rest), (3, 2, true));
        assert_eq!(keep.parameters[1].of.of, [TypeName::Named("Filter"), TypeName::Named("Set"), TypeName::Function]);
        assert_eq!(keep.returns, Some(Type::named("Set")));
        let card = read("move_card(card: Card, where: (\"top\" | \"bottom\")?)");
        assert_eq!(
            card.parameters[1].of,
            Type { of: vec![TypeName::Word("top"), TypeName::Word("bottom")], is_optional: true }
        );
        assert_eq!((card.required(), card.returns), (1, None));
        assert_eq!(read("ends(link: Link): (Space, Space)").returns, None);
        assert_eq!(read("choose(side: Side, ...: any): ...any").returns, None);
        assert_eq!(read("set_has(on: any?, thing: any): Set").required(), 2);
        let standing = read("standing(others: (Side | {Side})?, theirs: {Action}?)");
        assert_eq!(
            standing.parameters[0].of,
            Type { of: vec![TypeName::Named("Side"), TypeName::Table], is_optional: true }
        );
    }
}
