//! Declared fields: what every card, space of a kind or link of a kind says besides its own keys.

use super::Builder;
use crate::field::{Bearer, Field, FieldType, SIMPLE};
use crate::form::Holds;
use crate::ident::{self, Scope, Spelling};
use crate::located::Located;
use crate::shape::Keys;

/// The type of a field of spaces or links, said by its name alone.
pub(super) const SIMPLE_TYPE: Holds = Holds::Choice(&PLAIN);
const PLAIN: [&str; 3] = [SIMPLE[0], SIMPLE[1], SIMPLE[2]];
/// That of a field of cards, which may be effects.
pub(super) const CARD_TYPE: Holds = Holds::Choice(&SIMPLE);

impl Builder<'_> {
    /// The fields that the table `key` declares for each `of` (a card, a space, a link), whose own keys are `taken`;
    /// the words they may hold are words of the game from here on.
    pub(super) fn declared_fields(
        &mut self,
        keys: &Keys<'_>,
        key: &str,
        of: &str,
        bearer: Bearer,
        taken: &[&str],
    ) -> Vec<Field> {
        let kinds: Vec<String> = self.layers.section("kind").map(|entry| entry.id.value.clone()).collect();
        let mut scope = Scope::default();
        let mut fields = Vec::new();
        for (name, value) in keys.table(key).map(|(t, _)| t).into_iter().flatten() {
            self.field_name(name, of, taken, &mut scope);
            let field = Field::declared(name, value, &kinds, bearer, self.problems);
            self.words_of(&field);
            fields.push(field);
        }
        fields
    }

    /// Checks the name of a declared field.
    pub(super) fn field_name(&self, name: &Located<String>, of: &str, taken: &[&str], scope: &mut Scope) {
        if taken.contains(&name.value.as_str()) {
            let message = format!("every {of} has `{}` already", name.value);
            self.problems.push(name.error("content::ids-meet", message).label("choose another name"));
        } else if ident::check(name, "field", Spelling::Field, self.problems) {
            scope.take(name, "field", self.problems);
        }
    }

    /// Declares the words that a field may hold.
    fn words_of(&mut self, field: &Field) {
        let FieldType::Word(words) = &field.of else { return };
        for word in words {
            if ident::check(word, "word", Spelling::Kebab, self.problems) {
                self.word(&word.value);
            }
        }
    }
}
