//! The types of values: of constants, of results of host functions, of verb parameters and of content fields.

use super::Declarations;
use super::signature::{Signature, Type};
use crate::globals::{KINDS, lua_name};
use crate::verb_params::{Param, Verb};
use cardwright_content::InfoType;
use cardwright_lint::{Argument, GlobalCall, PossibleValue, ScriptSummary, Source, Value};
use cardwright_state::Kind;
use cardwright_state::board::OptionType;
use std::collections::BTreeMap;

/// Functions that return things and numbers, but never a text.
const THINGS: [&str; 4] = ["choose", "first", "get", "pick"];

/// Finds the type of a value by its source.
pub(super) struct ValueTypes<'a> {
    pub(super) declared: &'a Declarations<'a>,
    pub(super) signatures: BTreeMap<&'a str, Signature<'a>>,
    /// The kinds of the constants, by their Lua names.
    constants: BTreeMap<String, Kind>,
}

impl<'a> ValueTypes<'a> {
    pub(super) fn new(declared: &'a Declarations<'a>) -> ValueTypes<'a> {
        let board = declared.board;
        let ids = board.ids().filter(|(id, val)| !id.contains('/') && board.find(id) == Some(*val));
        let constants = ids.map(|(id, val)| (lua_name(id).to_uppercase(), val.kind())).collect();
        ValueTypes { declared, signatures: Signature::all(declared.docs), constants }
    }

    /// Whether the last argument of `discourage` is a reason.
    pub(super) fn has_reason(call: &GlobalCall) -> bool {
        let is_reason = |may: &PossibleValue| {
            matches!(&may.value, Value::Source(Source::Field(of, _))
                if matches!(of.as_ref(), Source::Global(table) if table == "WHY"))
        };
        let last = call.arguments.last().filter(|_| call.function == "discourage");
        last.is_some_and(|last| last.values.iter().any(is_reason))
    }

    /// The number of columns in an offer, without head and reason.
    pub(super) fn columns(call: &GlobalCall) -> usize {
        call.arguments.len().saturating_sub(1 + usize::from(ValueTypes::has_reason(call)))
    }

    /// The type of a value with this source. `None` if it is unknown.
    pub(super) fn type_of(&self, summary: &ScriptSummary, source: &Source) -> Option<Type<'a>> {
        match source {
            Source::Call(function) => {
                let signature = self.signatures.get(function.as_str());
                signature.and_then(|it| it.returns.clone()).filter(|of| !of.is_any())
            }
            Source::Global(name) => self.constants.get(name).and_then(|kind| type_of(*kind)).map(Type::named),
            Source::Field(of, field) => self.field(summary, of, field),
            Source::Parameter { .. } | Source::Module(_) | Source::Member(_) => None,
        }
    }

    /// Whether the last argument may expand to several values or none.
    pub(super) fn is_variadic(&self, call: &GlobalCall) -> bool {
        let gives_one = |last: &Argument| match last.values.as_slice() {
            [PossibleValue { value: Value::Source(Source::Call(function)), .. }] => {
                self.signatures.get(function.as_str()).is_some_and(|it| it.returns.is_some())
            }
            _ => false,
        };
        call.is_variadic && !call.arguments.last().is_some_and(gives_one)
    }

    /// Whether a value with this source may be a text.
    pub(super) fn may_be_text(&self, summary: &ScriptSummary, source: &Source) -> bool {
        match source {
            Source::Call(function) if THINGS.contains(&function.as_str()) => false,
            _ => self.type_of(summary, source).is_none_or(|of| of.may_be_text()),
        }
    }

    fn field(&self, summary: &ScriptSummary, of: &Source, field: &str) -> Option<Type<'a>> {
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
                        match &all.iter().find(|option| lua_name(&option.id) == field)?.option_type {
                            OptionType::Boolean => "boolean",
                            OptionType::Number { .. } | OptionType::OneOf(_) => "number",
                            OptionType::Word(_) => "Word",
                        }
                    }
                    // `ALL` holds sets.
                    "ALL" => "Set",
                    table => {
                        let (_, kind) = KINDS.iter().find(|(name, _)| *name == table)?;
                        type_of(*kind)?
                    }
                };
                Some(Type::named(name))
            }
            Source::Parameter { .. } => {
                let verb = self.verb_of(summary, of)?;
                let (_, param) = verb.params.iter().find(|(name, _)| lua_name(name) == field)?;
                Some(Type::named(type_of_param(param)))
            }
            Source::Call(function) if function == "info" || function == "half" => self.content(field),
            _ => None,
        }
    }

    /// The verb whose effect a value is, in its `play` or in a wrap.
    pub(super) fn verb_of(&self, summary: &ScriptSummary, source: &Source) -> Option<&'a Verb> {
        let Source::Parameter { definition, path, parameter } = source else { return None };
        let definition = summary.definitions.get(*definition)?;
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

    /// The type of a content field, if it has the same type everywhere.
    fn content(&self, field: &str) -> Option<Type<'a>> {
        type_of_held(self.declared.content.info_fields.type_of(field)?).map(Type::named)
    }
}

/// The Luau type of a content field. `None` if its things are plain numbers in Lua.
pub fn type_of_held(held: InfoType) -> Option<&'static str> {
    match held {
        InfoType::Number => Some("number"),
        InfoType::Boolean => Some("boolean"),
        InfoType::Text => Some("string"),
        InfoType::One(kind) => type_of(kind),
        InfoType::Set => Some("Set"),
    }
}

fn type_of_param(param: &Param) -> &'static str {
    match param {
        Param::Integer(..) => "number",
        Param::Boolean => "boolean",
        Param::Text | Param::Id(Kind::Effect) => "string",
        Param::Id(kind) => type_of(*kind).unwrap_or("any"),
        Param::Ids(_) => "Set",
        Param::Word(_) => "Word",
        Param::Optional(inner, _) => type_of_param(inner),
    }
}

/// The Luau type of a kind of things. `None` for kinds without a type of their own.
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
