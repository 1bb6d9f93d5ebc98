//! Declarations of fields: of cards, spaces, links and pieces.

use super::Builder;
use crate::field::{Field, FieldOwner, FieldType, SIMPLE};
use crate::ident::{self, IdScope, Spelling};
use crate::located::Located;
use crate::table_reader::TableReader;
use crate::table_schema::ValueType;

/// A field type given by its name alone, for spaces, links and pieces.
pub(super) const SIMPLE_TYPE: ValueType = ValueType::Choice(&PLAIN);
const PLAIN: [&str; 3] = [SIMPLE[0], SIMPLE[1], SIMPLE[2]];
/// A field type given by its name alone, for cards; it may be effects.
pub(super) const CARD_TYPE: ValueType = ValueType::Choice(&SIMPLE);

impl Builder<'_> {
    /// Reads the fields that the table `key` declares for each `subject` (a card, a space, a link), and declares their
    /// words. The names in `taken` are not allowed.
    pub(super) fn declared_fields(
        &mut self,
        keys: &TableReader<'_>,
        key: &str,
        subject: &str,
        bearer: FieldOwner,
        taken: &[&str],
    ) -> Vec<Field> {
        let kinds: Vec<String> = self.layers.section("kind").map(|entry| entry.id.value.clone()).collect();
        let mut scope = IdScope::default();
        let mut fields = Vec::new();
        for (name, value) in keys.table(key).map(|(t, _)| t).into_iter().flatten() {
            self.check_field_name(name, subject, taken, &mut scope);
            let field = Field::from_declaration(name, value, &kinds, bearer, self.problems);
            self.declare_words(&field);
            fields.push(field);
        }
        fields
    }

    /// Checks the name of a declared field.
    pub(super) fn check_field_name(&self, name: &Located<String>, subject: &str, taken: &[&str], scope: &mut IdScope) {
        if taken.contains(&name.value.as_str()) {
            let message = format!("every {subject} already has a key `{}`", name.value);
            self.problems.push(name.error("content::ids-meet", message).label("choose another name"));
        } else if ident::check(name, "field", Spelling::Field, self.problems) {
            scope.take(name, "field", self.problems);
        }
    }

    /// Declares the words that a field may hold.
    fn declare_words(&mut self, field: &Field) {
        let FieldType::Word(words) = &field.field_type else { return };
        for word in words {
            if ident::check(word, "word", Spelling::Kebab, self.problems) {
                self.add_word(&word.value);
            }
        }
    }
}
