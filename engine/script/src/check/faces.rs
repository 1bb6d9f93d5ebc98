//! Dice of words and dice of numbers: a check of the one asks for words, of the other for a number, and so does who compares
//! what a roll gave. To Lua both are numbers, so it would run, and mean nothing.
//!
//! Of `roll` it is seen which die was rolled where the call stands in place, or where all rolls of the script are of one kind.

use super::Outlines;
use super::sources::Known;
use crate::globals::lua_name;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Called, May, Outline, Reckoned, Source, Value};
use cardwright_state::board::{Board, Die};
use std::ops::Range;
use std::sync::Arc;

/// What is wrong with the dice of all scripts.
pub(super) fn wrong(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let board = known.declared.board;
    if !board.dice.iter().any(Die::is_of_words) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        let script = Script { known, board, file, outline };
        outline.calls.iter().filter(|call| call.function == "check").for_each(|call| script.check(call, &mut out));
        outline.reckoned.iter().for_each(|reckoned| out.extend(script.face(reckoned)));
    }
    out
}

struct Script<'a> {
    known: &'a Known<'a>,
    board: &'a Board,
    file: &'a Arc<SourceFile>,
    outline: &'a Outline,
}

impl Script<'_> {
    /// A target that the die of a check cannot meet.
    fn check(&self, call: &Called, out: &mut Vec<Diagnostic>) {
        let (Some(die), Some(target)) = (self.die(call), call.arguments.get(1)) else { return };
        let each = if target.members.is_empty() { &target.may } else { &Vec::new() };
        let members = target.members.iter().flat_map(|member| &member.may);
        for may in each.iter().chain(members) {
            let is_number = self.is_number(may);
            let problem = match (die.is_of_words(), self.word(may)) {
                (true, _) if is_number => format!("words stand on the die `{}`, no numbers", die.id),
                (true, Some(word)) if self.stands_not_on(die, word) => {
                    format!("`{word}` stands on no face of `{}`", die.id)
                }
                (false, Some(_)) => format!("numbers stand on the die `{}`, no words", die.id),
                _ => continue,
            };
            out.push(self.told(die, problem, &may.span, "never met"));
        }
    }

    /// A face of a roll that is reckoned with or compared as what it is not.
    fn face(&self, reckoned: &Reckoned) -> Option<Diagnostic> {
        let die = self.rolled(&reckoned.may)?;
        let (message, label) = match &reckoned.with {
            None if die.is_of_words() => (format!("a face of `{}` is a word, no number", die.id), "reckoned with"),
            Some(with) if die.is_of_words() && with.iter().all(|may| self.is_number(may)) && !with.is_empty() => {
                (format!("a face of `{}` is a word, no number", die.id), "compared with one")
            }
            Some(with) => {
                let [may] = with.as_slice() else { return None };
                let word = self.word(may).filter(|word| self.stands_not_on(die, word))?;
                (format!("`{word}` stands on no face of `{}`", die.id), "compared with it")
            }
            None => return None,
        };
        Some(self.told(die, message, &reckoned.span, label))
    }

    fn told(&self, die: &Die, message: String, span: &Range<usize>, label: &str) -> Diagnostic {
        let has = self.board.words_of(die);
        let help = match (die.is_of_words(), has.last()) {
            (true, Some(last)) => format!("`{}` has {}: say which, `WORD.{}`", die.id, has.join(", "), lua_name(last)),
            _ => format!("`{}` has {}", die.id, has.join(", ")),
        };
        Diagnostic::error("script::face", message).at(self.file, span.clone()).label(label).help(help)
    }

    /// The die that a call is given as its first argument.
    fn die(&self, call: &Called) -> Option<&Die> {
        let [May { value: Value::From(source), .. }] = call.arguments.first()?.may.as_slice() else { return None };
        let name = match source {
            Source::Global(name) => name,
            Source::Field(of, name) if **of == Source::Global("DIE".into()) => name,
            _ => return None,
        };
        self.board.dice.iter().find(|die| lua_name(&die.id).eq_ignore_ascii_case(name))
    }

    /// The die, one of whose faces an expression is.
    fn rolled(&self, may: &[May]) -> Option<&Die> {
        let [May { value: Value::From(Source::Member(list)), span }] = may else { return None };
        if **list != Source::Call("roll".into()) {
            return None;
        }
        let rolls = || self.outline.calls.iter().filter(|call| call.function == "roll");
        if let Some(call) = rolls().find(|call| call.span.start == span.start) {
            return self.die(call);
        }
        let dice: Option<Vec<&Die>> = rolls().map(|call| self.die(call)).collect();
        let dice = dice?;
        let first = *dice.first()?;
        dice.iter().all(|die| die.id == first.id).then_some(first)
    }

    fn word<'m>(&self, may: &'m May) -> Option<&'m str> {
        match &may.value {
            Value::From(Source::Field(of, word)) if **of == Source::Global("WORD".into()) => Some(word),
            _ => None,
        }
    }

    fn stands_not_on(&self, die: &Die, word: &str) -> bool {
        !die.is_of_words() || self.board.words_of(die).iter().all(|face| lua_name(face) != word)
    }

    fn is_number(&self, may: &May) -> bool {
        match &may.value {
            Value::Number => true,
            Value::From(Source::Field(of, _)) if **of == Source::Global("KNOB".into()) => true,
            Value::From(source) => {
                let of = self.known.type_of(self.outline, source);
                of.is_some_and(|of| of == super::signature::Type::named("number"))
            }
            _ => false,
        }
    }
}
