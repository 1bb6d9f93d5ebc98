//! Reading items that have no head: open steps, options, active effects, the result.

use super::{Reader, Statement};
use crate::ids::*;
use crate::notation::fact_and_option_text::read_option;
use crate::notation::lex::{Fragment, Result};
use crate::position::{ActiveEffect, Outcome, TextLine};
use crate::val::{PlainValue, Val};

impl<'a> Reader<'a> {
    pub(in crate::notation) fn step(&self, words: &[Fragment<'a>]) -> Result<(StepId, Vec<PlainValue>)> {
        let steps = &self.board.labels.steps;
        let name = words.get(1).ok_or_else(|| words[0].error("a step's name is missing", steps.clone()))?;
        let step = steps.iter().position(|s| s == name.text);
        let step = step.ok_or_else(|| name.error(format!("unknown step `{}`", name.text), steps.clone()))?;
        let args = words[2..].iter().map(|w| self.plain(*w)).collect::<Result<_>>()?;
        Ok((StepId::new(step), args))
    }

    pub(in crate::notation) fn option(&self, words: &[Fragment<'a>]) -> Result<Statement> {
        let name = words.get(1).ok_or_else(|| words[0].error("an option's name is missing", vec![]))?;
        let valid = || self.board.options.iter().map(|o| o.id.clone()).collect::<Vec<_>>();
        let index = self.board.options.iter().position(|o| o.id == name.text);
        let index = index.ok_or_else(|| name.error(format!("unknown option `{}`", name.text), valid()))?;
        let word = words.get(2).ok_or_else(|| name.error("its value is missing", vec![]))?;
        let value = read_option(&self.board.options[index].option_type, word.text);
        let value = value.map_err(|message| word.error(message, vec![]))?;
        Ok(Statement::Option { option: OptionId::new(index), value })
    }

    pub(in crate::notation) fn effect(&self, words: &[Fragment<'a>]) -> Result<Statement> {
        let get = |index: usize| {
            words.get(index).ok_or_else(|| words[0].error("`in-force` takes effect, side, period, value", vec![]))
        };
        let word = get(1)?;
        let effect = self.board.labels.effects.iter().position(|id| id == word.text);
        let effect = effect
            .ok_or_else(|| word.error(format!("unknown effect `{}`", word.text), self.board.labels.effects.clone()))?;
        let word = get(2)?;
        let side =
            self.board.side(word.text).ok_or_else(|| word.error(format!("unknown side `{}`", word.text), vec![]))?;
        let until = match get(3)?.text {
            "game" => None,
            text => {
                let period = self.board.periods.iter().position(|p| p == text);
                let period = period
                    .ok_or_else(|| words[3].error(format!("unknown period `{text}`"), self.board.periods.clone()))?;
                Some(PeriodId::new(period))
            }
        };
        let param = words.get(4).map_or(Ok(Val(0)), |w| self.val(*w))?;
        Ok(Statement::ActiveEffect { effect: ActiveEffect { effect: EffectId::new(effect), side, until, param } })
    }

    pub(in crate::notation) fn ended(&self, words: &[Fragment<'a>]) -> Result<Statement> {
        let get =
            |index: usize| words.get(index).ok_or_else(|| words[0].error("`ended` takes a winner and a text", vec![]));
        let places =
            Outcome::parse_places(self.board, get(1)?.text).map_err(|message| words[1].error(message, vec![]))?;
        let text = self.board.labels.texts.iter().position(|t| words.get(2).is_some_and(|w| t.id == w.text));
        let text = text.ok_or_else(|| get(1).map_or_else(|e| e, |w| w.error("a text is missing", vec![])))?;
        let subjects = words[3..].iter().map(|w| self.val(*w)).collect::<Result<_>>()?;
        Ok(Statement::Ended { outcome: Outcome { places, text: TextLine { text: TextId::new(text), subjects } } })
    }
}
