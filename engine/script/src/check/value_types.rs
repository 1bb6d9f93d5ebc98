//! Finds the type of a value in a script: a constant, the result of a host function, a verb parameter or a content
//! field.

use super::Declarations;
use super::signature::{Signature, Type};
use crate::globals::{KINDS, lua_name};
use crate::verb_params::{Param, Verb};
use cardwright_content::InfoType;
use cardwright_lint::{Argument, GlobalCall, PossibleValue, ScriptSummary, Source, Value};
use cardwright_state::Kind;
use cardwright_state::board::OptionType;
use std::collections::BTreeMap;

/// Host functions that return things and numbers, but never a text.
const NEVER_TEXT: [&str; 5] = ["cell", "choose", "first", "get", "pick"];

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
        ValueTypes { declared, signatures: Signature::parse_all(declared.api_docs), constants }
    }

    /// Whether a call is of `discourage`, and its last argument is a reason.
    pub(super) fn has_reason(call: &GlobalCall) -> bool {
        let is_reason = |possible: &PossibleValue| {
            matches!(&possible.value, Value::Source(Source::Field(table, _))
                if matches!(table.as_ref(), Source::Global(name) if name == "WHY"))
        };
        let last = call.arguments.last().filter(|_| call.function == "discourage");
        last.is_some_and(|last| last.values.iter().any(is_reason))
    }

    /// Returns the number of columns in a call of `offer` or `discourage`, without the head and the reason.
    pub(super) fn column_count(call: &GlobalCall) -> usize {
        call.arguments.len().saturating_sub(1 + usize::from(ValueTypes::has_reason(call)))
    }

    /// Returns the type of the value that comes from a source, or `None` if the type is unknown.
    pub(super) fn type_of(&self, summary: &ScriptSummary, source: &Source) -> Option<Type<'a>> {
        match source {
            Source::Call(function) => {
                let signature = self.signatures.get(function.as_str());
                signature.and_then(|signature| signature.returns.clone()).filter(|returned| !returned.is_any())
            }
            Source::Global(name) => self.constants.get(name).and_then(|kind| type_of(*kind)).map(Type::named),
            Source::Field(owner, field) => self.type_of_field(summary, owner, field),
            Source::Parameter { .. } | Source::Module(_) | Source::Member(_) => None,
        }
    }

    /// Whether the last argument may expand to several values or none.
    pub(super) fn is_variadic(&self, call: &GlobalCall) -> bool {
        let returns_one = |last: &Argument| match last.values.as_slice() {
            [PossibleValue { value: Value::Source(Source::Call(function)), .. }] => {
                self.signatures.get(function.as_str()).is_some_and(|signature| signature.returns.is_some())
            }
            _ => false,
        };
        call.is_variadic && !call.arguments.last().is_some_and(returns_one)
    }

    /// Whether the value that comes from a source may be a text.
    pub(super) fn may_be_text(&self, summary: &ScriptSummary, source: &Source) -> bool {
        match source {
            Source::Call(function) if NEVER_TEXT.contains(&function.as_str()) => false,
            _ => self.type_of(summary, source).is_none_or(|found| found.may_be_text()),
        }
    }

    /// Returns the type of a field, by the source that has the field: `OPTION` in `OPTION.short_game`.
    fn type_of_field(&self, summary: &ScriptSummary, owner: &Source, field: &str) -> Option<Type<'a>> {
        match owner {
            Source::Global(table) => {
                let name = match table.as_str() {
                    "TEXT" => "Text",
                    "WORD" => "Word",
                    "WHY" => "Reason",
                    "ZONE" => "Zone",
                    "CARD" => "Card",
                    "OPTION" => {
                        let options = &self.declared.board.options;
                        match &options.iter().find(|option| lua_name(&option.id) == field)?.option_type {
                            OptionType::Boolean => "boolean",
                            OptionType::Number { .. } | OptionType::OneOf(_) => "number",
                            OptionType::Word(_) => "Word",
                        }
                    }
                    // `ALL.cities` is the set of all spaces of a kind.
                    "ALL" => "Set",
                    table => {
                        let (_, kind) = KINDS.iter().find(|(name, _)| *name == table)?;
                        type_of(*kind)?
                    }
                };
                Some(Type::named(name))
            }
            Source::Parameter { .. } => {
                let verb = self.verb_of(summary, owner)?;
                let (_, param) = verb.params.iter().find(|(name, _)| lua_name(name) == field)?;
                Some(Type::named(type_of_param(param)))
            }
            Source::Call(function) if function == "info" || function == "half" => self.type_of_content(field),
            _ => None,
        }
    }

    /// Returns the verb of a card effect. The source must be the effect parameter of the verb's `play` function, or of
    /// a function that wraps `play`.
    pub(super) fn verb_of(&self, summary: &ScriptSummary, source: &Source) -> Option<&'a Verb> {
        let Source::Parameter { definition, path, parameter } = source else { return None };
        let definition = summary.definitions.get(*definition)?;
        let name = definition.name.as_deref()?;
        // The definer is the function that defines something, such as `verb`. `position` is the place of the effect
        // among the parameters.
        let (name, position) = match (definition.definer.as_str(), path.as_slice()) {
            ("verb", [play]) if play == "play" => (name, 1),
            ("before" | "after", [_]) => (name.strip_prefix("verb ")?, 1),
            ("around", [_]) => (name.strip_prefix("verb ")?, 2),
            _ => return None,
        };
        let verb = || self.declared.verbs.iter().find(|verb| verb.name == name);
        (*parameter == position).then(verb).flatten()
    }

    /// Returns the type of a content field, if the field has the same type everywhere.
    fn type_of_content(&self, field: &str) -> Option<Type<'a>> {
        type_of_held(self.declared.content.info_fields.type_of(field)?).map(Type::named)
    }
}

/// Returns the Luau type of a content field. Returns `None` if its values have no Luau type of their own.
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

/// Returns the Luau type of a kind of things. Returns `None` for a kind without a type of its own.
pub fn type_of(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Number => "number",
        Kind::Side => "Side",
        Kind::Space => "Space",
        Kind::Class | Kind::State => "Class",
        Kind::Stack => "Stack",
        Kind::FactRow => "FactRow",
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
        Kind::Action | Kind::Step | Kind::Effect | Kind::Amount => return None,
    })
}
