//! Parses the signatures of host functions, so that other checks can compare calls with them.

use crate::bindings::ApiDoc;
use std::collections::BTreeMap;

/// The signature of a host function: `count(at: Places, class: Class): number`.
pub(super) struct Signature<'a> {
    /// The signature as text.
    pub(super) text: &'a str,
    pub(super) parameters: Vec<Parameter<'a>>,
    /// Whether the signature ends with `...`.
    pub(super) is_variadic: bool,
    /// The type of the result, if the function has exactly one result.
    pub(super) returns: Option<Type<'a>>,
}

/// A named parameter.
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    /// The type of the values that the parameter accepts.
    pub(super) accepted: Type<'a>,
}

/// A type with one or more alternatives: `Space | Set`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Type<'a> {
    pub(super) alternatives: Vec<TypeName<'a>>,
    /// Whether nil is allowed.
    pub(super) is_optional: bool,
}

/// One alternative of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeName<'a> {
    /// `Space`, `number`.
    Named(&'a str),
    /// A literal string: `"top"`.
    Literal(&'a str),
    Function,
    Table,
}

impl<'a> Signature<'a> {
    /// Parses all signatures. The keys are the function names.
    pub(super) fn parse_all(docs: &'a [ApiDoc]) -> BTreeMap<&'a str, Signature<'a>> {
        docs.iter().filter_map(|doc| Signature::parse(doc.signature)).collect()
    }

    /// Returns the function name and the signature.
    fn parse(text: &'a str) -> Option<(&'a str, Signature<'a>)> {
        let (name, after_name) = text.split_once('(')?;
        let end = closing_offset(after_name)?;
        let (mut parameters, mut is_variadic) = (Vec::new(), false);
        for parameter in split(&after_name[..end], ',') {
            let (name, accepted) = parameter.split_once(':')?;
            match name.trim() {
                "..." => is_variadic = true,
                name => parameters.push(Parameter { name, accepted: Type::parse(accepted) }),
            }
        }
        let returns = after_name[end + 1..].trim().strip_prefix(':').map(str::trim);
        let returns =
            returns.filter(|text| !text.starts_with("...") && split(without_parentheses(text), ',').len() == 1);
        Some((name, Signature { text, parameters, is_variadic, returns: returns.map(Type::parse) }))
    }

    /// The number of required arguments.
    pub(super) fn required_count(&self) -> usize {
        self.parameters.iter().rposition(|parameter| !parameter.accepted.is_optional).map_or(0, |last| last + 1)
    }
}

impl<'a> Type<'a> {
    /// The type with this name.
    pub(super) fn named(name: &'a str) -> Type<'a> {
        Type { alternatives: vec![TypeName::Named(name)], is_optional: false }
    }

    fn parse(text: &'a str) -> Type<'a> {
        let mut parsed = Type::default();
        parsed.add(text);
        parsed
    }

    /// Adds the alternatives that a text lists.
    fn add(&mut self, text: &'a str) {
        for part in split(text, '|') {
            let part = part.trim();
            if split(part, '>').len() > 1 {
                self.alternatives.push(TypeName::Function); // `(any) -> boolean`
                continue;
            }
            let bare = part.trim_end_matches('?');
            self.is_optional |= bare.len() < part.len();
            match bare {
                _ if bare.starts_with('(') => self.add(without_parentheses(bare)),
                _ if bare.starts_with('{') => self.alternatives.push(TypeName::Table),
                _ if bare.starts_with('"') => self.alternatives.push(TypeName::Literal(bare.trim_matches('"'))),
                _ => self.alternatives.push(TypeName::Named(bare)),
            }
        }
    }

    /// Whether the named type is an alternative.
    pub(super) fn includes(&self, name: &str) -> bool {
        self.alternatives.contains(&TypeName::Named(name))
    }

    /// Whether the type allows everything.
    pub(super) fn is_any(&self) -> bool {
        self.includes("any") || self.alternatives.is_empty()
    }

    /// Whether a string is allowed.
    pub(super) fn may_be_text(&self) -> bool {
        self.is_any() || self.includes("string") || self.literals().next().is_some()
    }

    /// The literal strings among the alternatives.
    pub(super) fn literals(&self) -> impl Iterator<Item = &'a str> {
        self.alternatives.iter().filter_map(|alternative| match alternative {
            TypeName::Literal(literal) => Some(*literal),
            _ => None,
        })
    }

    /// Describes the type in words: `a Space or a Set`.
    pub(super) fn describe(&self) -> String {
        let describe_one = |alternative: &TypeName<'_>| match alternative {
            TypeName::Named("string") => "a string".to_owned(),
            TypeName::Named("boolean") => "a boolean".to_owned(),
            TypeName::Named(name) if name.starts_with(['A', 'E', 'I', 'O', 'U']) => format!("an {name}"),
            TypeName::Named(name) => format!("a {name}"),
            TypeName::Literal(literal) => format!("`\"{literal}\"`"),
            TypeName::Function => "a function".to_owned(),
            TypeName::Table => "a list".to_owned(),
        };
        self.alternatives.iter().map(describe_one).collect::<Vec<_>>().join(" or ")
    }
}

/// Removes parentheses that enclose the whole text.
fn without_parentheses(text: &str) -> &str {
    let text = text.trim();
    let opened = text.strip_prefix('(').filter(|opened| closing_offset(opened) == Some(opened.len() - 1));
    opened.map_or(text, |opened| &opened[..opened.len() - 1])
}

/// Returns the offset of the bracket that closes the bracket just before the text.
fn closing_offset(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (offset, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth == 0 => return Some(offset),
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Splits a text at each separator that is outside all brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (offset, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(&text[start..offset]);
                start = offset + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Signature<'_> {
        Signature::parse(text).map(|(_, signature)| signature).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn a_signature_has_parameters_and_a_result() {
        let keep = parse("keep(set: Set, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set");
        assert_eq!((keep.parameters.len(), keep.required_count(), keep.is_variadic), (3, 2, true));
        assert_eq!(
            keep.parameters[1].accepted.alternatives,
            [TypeName::Named("Filter"), TypeName::Named("Set"), TypeName::Function]
        );
        assert_eq!(keep.returns, Some(Type::named("Set")));
        let card = parse("move_card(card: Card, where: (\"top\" | \"bottom\")?)");
        assert_eq!(
            card.parameters[1].accepted,
            Type { alternatives: vec![TypeName::Literal("top"), TypeName::Literal("bottom")], is_optional: true }
        );
        assert_eq!((card.required_count(), card.returns), (1, None));
        assert_eq!(parse("ends(link: Link): (Space, Space)").returns, None);
        assert_eq!(parse("choose(side: Side, ...: any): ...any").returns, None);
        assert_eq!(parse("set_has(on: any?, thing: any): Set").required_count(), 2);
        let standing = parse("standing(others: (Side | {Side})?, theirs: {Action}?)");
        assert_eq!(
            standing.parameters[0].accepted,
            Type { alternatives: vec![TypeName::Named("Side"), TypeName::Table], is_optional: true }
        );
    }
}
