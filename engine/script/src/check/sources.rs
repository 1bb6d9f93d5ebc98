//! What the values that scripts name are: of a constant, of what the host gives, of a verb's parameter.

use super::Declared;
use super::signature::{Signature, Type};
use crate::globals::{KINDS, lua_name};
use crate::params::{Param, Verb};
use cardwright_content::Held;
use cardwright_lint::{Argument, Called, May, Outline, Source, Value};
use cardwright_state::Kind;
use cardwright_state::board::OptionType;
use std::collections::BTreeMap;

/// Functions that may give anything but a text, a truth or nothing to look at: things of the game, and numbers.
const THINGS: [&str; 4] = ["choose", "first", "get", "pick"];

/// What is known once all scripts have run.
pub(super) struct Known<'a> {
    pub(super) declared: &'a Declared<'a>,
    pub(super) signatures: BTreeMap<&'a str, Signature<'a>>,
    /// The constants, as Lua spells them.
    constants: BTreeMap<String, Kind>,
}

impl<'a> Known<'a> {
    pub(super) fn new(declared: &'a Declared<'a>) -> Known<'a> {
        let board = declared.board;
        let ids = board.ids().filter(|(id, val)| !id.contains('/') && board.find(id) == Some(*val));
        let constants = ids.map(|(id, val)| (lua_name(id).to_uppercase(), val.kind())).collect();
        Known { declared, signatures: Signature::all(declared.docs), constants }
    }

    /// Whether rows are offered with the reason why they are unwise, which comes last.
    pub(super) fn has_reason(call: &Called) -> bool {
        let is_reason = |may: &May| {
            matches!(&may.value, Value::From(Source::Field(of, _))
                if matches!(of.as_ref(), Source::Global(table) if table == "WHY"))
        };
        let last = call.arguments.last().filter(|_| call.function == "unwise");
        last.is_some_and(|last| last.may.iter().any(is_reason))
    }

    /// How many columns rows are offered with: what comes after the head, but for that reason.
    pub(super) fn columns(call: &Called) -> usize {
        call.arguments.len().saturating_sub(1 + usize::from(Known::has_reason(call)))
    }

    /// What a value of this source is, as far as that is known.
    pub(super) fn type_of(&self, outline: &Outline, source: &Source) -> Option<Type<'a>> {
        match source {
            Source::Call(function) => {
                let signature = self.signatures.get(function.as_str());
                signature.and_then(|it| it.gives.clone()).filter(|of| !of.is_any())
            }
            Source::Global(name) => self.constants.get(name).and_then(|kind| type_of(*kind)).map(Type::named),
            Source::Field(of, field) => self.field(outline, of, field),
            Source::Parameter { .. } | Source::Module(_) | Source::Member(_) => None,
        }
    }

    /// Whether the last argument of a call may be none or several.
    pub(super) fn is_open(&self, call: &Called) -> bool {
        let gives_one = |last: &Argument| match last.may.as_slice() {
            [May { value: Value::From(Source::Call(function)), .. }] => {
                self.signatures.get(function.as_str()).is_some_and(|it| it.gives.is_some())
            }
            _ => false,
        };
        call.is_open && !call.arguments.last().is_some_and(gives_one)
    }

    /// Whether a value of this source may be a text.
    pub(super) fn may_be_text(&self, outline: &Outline, source: &Source) -> bool {
        match source {
            Source::Call(function) if THINGS.contains(&function.as_str()) => false,
            _ => self.type_of(outline, source).is_none_or(|of| of.may_be_text()),
        }
    }

    fn field(&self, outline: &Outline, of: &Source, field: &str) -> Option<Type<'a>> {
        match of {
            Source::Global(table) => {
                let name = match table.as_str() {
                    "TEXT" => "Text",
                    "WORD" => "Word",
                    "WHY" => "Reason",
                    "ZONE" => "Zone",
                    "CARD" => "Card",
                    "OPTION" => {
                        let all = &self.declared.board.options;
                        match &all.iter().find(|option| lua_name(&option.id) == field)?.of {
                            OptionType::Truth => "boolean",
                            OptionType::Number { .. } | OptionType::OneOf(_) => "number",
                            OptionType::Word(_) => "Word",
                        }
                    }
                    // What `ALL` gives is a set.
                    "ALL" => "Set",
                    table => {
                        let (_, kind) = KINDS.iter().find(|(name, _)| *name == table)?;
                        type_of(*kind)?
                    }
                };
                Some(Type::named(name))
            }
            Source::Parameter { .. } => {
                let verb = self.verb_of(outline, of)?;
                let (_, param) = verb.params.iter().find(|(name, _)| lua_name(name) == field)?;
                Some(Type::named(type_of_param(param)))
            }
            Source::Call(function) if function == "info" || function == "half" => self.content(field),
            _ => None,
        }
    }

    /// The verb whose parameters a value is: of its own `play`, or of what a pack puts around it.
    pub(super) fn verb_of(&self, outline: &Outline, source: &Source) -> Option<&'a Verb> {
        let Source::Parameter { definition, path, parameter } = source else { return None };
        let definition = outline.definitions.get(*definition)?;
        let name = definition.name.as_deref()?;
        let (name, effect) = match (definition.definer.as_str(), path.as_slice()) {
            ("verb", [play]) if play == "play" => (name, 1),
            ("before" | "after", [_]) => (name.strip_prefix("verb ")?, 1),
            ("around", [_]) => (name.strip_prefix("verb ")?, 2),
            _ => return None,
        };
        let verb = || self.declared.verbs.iter().find(|verb| verb.name == name);
        (*parameter == effect).then(verb).flatten()
    }

    /// What a field of the content is, if all that have it agree.
    fn content(&self, field: &str) -> Option<Type<'a>> {
        type_of_held(self.declared.content.info_fields.held(field)?).map(Type::named)
    }
}

/// The type of what a field of the content holds, as signatures spell it.
pub fn type_of_held(held: Held) -> Option<&'static str> {
    match held {
        Held::Number => Some("number"),
        Held::Truth => Some("boolean"),
        Held::Text => Some("string"),
        Held::One(kind) => type_of(kind),
        Held::Set => Some("Set"),
    }
}

fn type_of_param(param: &Param) -> &'static str {
    match param {
        Param::Integer(..) => "number",
        Param::Truth => "boolean",
        Param::Text | Param::Id(Kind::Effect) => "string",
        Param::Id(kind) => type_of(*kind).unwrap_or("any"),
        Param::Ids(_) => "Set",
        Param::Word(_) => "Word",
        Param::Optional(inner, _) => type_of_param(inner),
    }
}

/// The name of a kind's type in signatures; none of one that scripts are given as a number.
pub fn type_of(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Number => "number",
        Kind::Side => "Side",
        Kind::Space => "Space",
        Kind::Class | Kind::State => "Class",
        Kind::Stack => "Stack",
        Kind::Card => "Card",
        Kind::Pile => "Pile",
        Kind::Track => "Track",
        Kind::Fact => "Fact",
        Kind::Die => "Die",
        Kind::Word => "Word",
        Kind::Set | Kind::SpaceKind => "Set",
        Kind::Filter => "Filter",
        Kind::Relation => "Relation",
        Kind::Reason => "Reason",
        Kind::Text => "Text",
        Kind::Zone => "Zone",
        Kind::Period => "Period",
        Kind::Mark => "Mark",
        Kind::Link => "Link",
        Kind::LinkKind => "LinkKind",
        Kind::Action | Kind::Step | Kind::Effect => return None,
    })
}
