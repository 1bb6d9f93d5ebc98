//! Checks that targets and comparisons fit the faces of a die: words for a die of words, numbers for a die of
//! numbers. Lua accepts either for any die, because words are handles, and handles are numbers. The check knows the die
//! of a face if the expression contains the call of `roll`, or if all rolls of the script use the same die.

use super::ScriptSummaries;
use super::value_types::ValueTypes;
use crate::globals::lua_name;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{GlobalCall, Operand, PossibleValue, ScriptSummary, Source, Value};
use cardwright_state::board::{Board, Die};
use std::ops::Range;
use std::sync::Arc;

/// Returns an error for each target or comparison that no face of the die can meet.
pub(super) fn check_faces(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let board = types.declared.board;
    if !board.dice.iter().any(Die::has_words) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        let script = Script { types, board, file, summary };
        summary
            .calls
            .iter()
            .filter(|call| call.function == "check")
            .for_each(|call| script.check_target(call, &mut out));
        summary.operands.iter().for_each(|operand| out.extend(script.check_operand(operand)));
    }
    out
}

struct Script<'a> {
    types: &'a ValueTypes<'a>,
    board: &'a Board,
    file: &'a Arc<SourceFile>,
    summary: &'a ScriptSummary,
}

impl Script<'_> {
    /// Checks the target of a call of the host function `check`.
    fn check_target(&self, call: &GlobalCall, out: &mut Vec<Diagnostic>) {
        let (Some(die), Some(target)) = (self.die_of_call(call), call.arguments.get(1)) else { return };
        // A target is one value or a list of values.
        let single = if target.members.is_empty() { &target.values } else { &Vec::new() };
        let members = target.members.iter().flat_map(|member| &member.values);
        for possible in single.iter().chain(members) {
            let is_number = self.is_number(possible);
            let message = match (die.has_words(), self.word(possible)) {
                (true, _) if is_number => format!("the die `{}` has words, not numbers", die.id),
                (true, Some(word)) if self.lacks(die, word) => {
                    format!("no face of `{}` has `{word}`", die.id)
                }
                (false, Some(_)) => format!("the die `{}` has numbers, not words", die.id),
                _ => continue,
            };
            out.push(self.error(die, message, &possible.span, "no face meets this target"));
        }
    }

    /// Checks an operand of arithmetic or of a comparison, if the operand is a face of a roll.
    fn check_operand(&self, operand: &Operand) -> Option<Diagnostic> {
        let die = self.die_of_face(&operand.values)?;
        let (message, label) = match &operand.other {
            None if die.has_words() => (format!("a face of `{}` is a word, not a number", die.id), "used as a number"),
            Some(other)
                if die.has_words() && other.iter().all(|possible| self.is_number(possible)) && !other.is_empty() =>
            {
                (format!("a face of `{}` is a word, not a number", die.id), "compared with a number")
            }
            Some(other) => {
                let [possible] = other.as_slice() else { return None };
                let word = self.word(possible).filter(|word| self.lacks(die, word))?;
                (format!("no face of `{}` has `{word}`", die.id), "never equal")
            }
            None => return None,
        };
        Some(self.error(die, message, &operand.span, label))
    }

    fn error(&self, die: &Die, message: String, span: &Range<usize>, label: &str) -> Diagnostic {
        let faces = self.board.face_texts(die);
        let help = match (die.has_words(), faces.last()) {
            (true, Some(last)) => {
                format!("`{}` has {}: write for instance `WORD.{}`", die.id, faces.join(", "), lua_name(last))
            }
            _ => format!("`{}` has {}", die.id, faces.join(", ")),
        };
        Diagnostic::error("script::face", message).at(self.file, span.clone()).label(label).help(help)
    }

    /// Returns the die that is the first argument of a call.
    fn die_of_call(&self, call: &GlobalCall) -> Option<&Die> {
        let [PossibleValue { value: Value::Source(source), .. }] = call.arguments.first()?.values.as_slice() else {
            return None;
        };
        let name = match source {
            Source::Global(name) => name,
            Source::Field(table, name) if **table == Source::Global("DIE".into()) => name,
            _ => return None,
        };
        self.board.dice.iter().find(|die| lua_name(&die.id).eq_ignore_ascii_case(name))
    }

    /// Returns the die of an expression that is a face of a roll.
    fn die_of_face(&self, values: &[PossibleValue]) -> Option<&Die> {
        let [PossibleValue { value: Value::Source(Source::Member(list)), span }] = values else { return None };
        if **list != Source::Call("roll".into()) {
            return None;
        }
        let rolls = || self.summary.calls.iter().filter(|call| call.function == "roll");
        if let Some(call) = rolls().find(|call| call.span.start == span.start) {
            return self.die_of_call(call);
        }
        let dice: Option<Vec<&Die>> = rolls().map(|call| self.die_of_call(call)).collect();
        let dice = dice?;
        let first = *dice.first()?;
        dice.iter().all(|die| die.id == first.id).then_some(first)
    }

    /// Returns the word that a value is: `hit` for `WORD.hit`.
    fn word<'m>(&self, possible: &'m PossibleValue) -> Option<&'m str> {
        match &possible.value {
            Value::Source(Source::Field(table, word)) if **table == Source::Global("WORD".into()) => Some(word),
            _ => None,
        }
    }

    /// Whether no face of the die has the word.
    fn lacks(&self, die: &Die, word: &str) -> bool {
        !die.has_words() || self.board.face_texts(die).iter().all(|face| lua_name(face) != word)
    }

    fn is_number(&self, possible: &PossibleValue) -> bool {
        match &possible.value {
            Value::Number => true,
            Value::Source(Source::Field(table, _)) if **table == Source::Global("KNOB".into()) => true,
            Value::Source(source) => {
                let found = self.types.type_of(self.summary, source);
                found.is_some_and(|found| found == super::signature::Type::named("number"))
            }
            _ => false,
        }
    }
}
