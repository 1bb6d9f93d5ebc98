//! Reads declarations of the fields of cards, spaces, links and pieces.

use super::builder::Builder;
use crate::field::{Field, FieldOwner, FieldType, SIMPLE_TYPES};
use crate::ident::{self, IdScope, Spelling};
use crate::located::Located;
use crate::table_reader::TableReader;
use crate::table_schema::ValueType;

/// The name of a field type, for fields of spaces, links and pieces: `"integer"`.
pub(super) const TYPE_NAME: ValueType = ValueType::Choice(&TYPES_WITHOUT_EFFECTS);
const TYPES_WITHOUT_EFFECTS: [&str; 3] = [SIMPLE_TYPES[0], SIMPLE_TYPES[1], SIMPLE_TYPES[2]];
/// The name of a field type, for fields of cards. Unlike other fields, they may be `"effects"`.
pub(super) const CARD_TYPE_NAME: ValueType = ValueType::Choice(&SIMPLE_TYPES);

impl Builder<'_> {
    /// Reads the fields that the TOML table at `key` declares, and declares the words that they may hold. `subject` is
    /// the word for the things that have the fields, for messages: `card`. The names in `taken` are not allowed.
    pub(super) fn read_declared_fields(
        &mut self,
        keys: &TableReader<'_>,
        key: &str,
        subject: &str,
        owner: FieldOwner,
        taken: &[&str],
    ) -> Vec<Field> {
        let space_kinds: Vec<String> = self.tables.section("kind").map(|entry| entry.id.value.clone()).collect();
        let mut scope = IdScope::default();
        let mut fields = Vec::new();
        for (name, value) in keys.table(key).map(|(table, _)| table).into_iter().flatten() {
            self.check_field_name(name, subject, taken, &mut scope);
            let field = Field::from_declaration(name, value, &space_kinds, owner, self.problems);
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
            scope.add(name, "field", self.problems);
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
