//! Resolves a whole test: its settings, its set-up and its variants.

use super::Resolver;
use crate::items::{self, Item, NotationItem, Seeds};
use crate::line_part::LinePart;
use crate::parser::{Keyword, ParsedFile, ParsedStatement, ParsedTest};
use crate::prepared::{PreparedTest, Statement, Variant};
use cardwright_state::notation;
use cardwright_table::SetUp;
use std::cell::RefCell;
use std::rc::Rc;

impl Resolver<'_> {
    /// Resolves a test. `after` is the test from which this test continues, with the index of the variant.
    pub(super) fn test(
        &mut self,
        file: &ParsedFile,
        test: &ParsedTest,
        after: Option<(Rc<PreparedTest>, usize)>,
    ) -> PreparedTest {
        let previous = after.as_ref().map(|(prepared, _)| prepared);
        let mut prepared = PreparedTest {
            line: test.line,
            title: test.title.clone(),
            loaded: self.loaded.clone(),
            set_up: previous.map_or(SetUp { open: true, ..SetUp::default() }, |previous| previous.set_up.clone()),
            seeds: previous.and_then(|previous| previous.seeds),
            after,
            reads_log: false,
            records_step_starts: false,
            final_position: RefCell::default(),
            starts_blank: false,
            setup: Vec::new(),
            chance: self.chance(&test.chance),
            variants: Vec::new(),
            lines: file.lines.clone(),
        };
        let sections: Vec<&ParsedTest> = if prepared.after.is_none() { vec![&file.head, test] } else { vec![test] };
        for setting in sections.iter().flat_map(|section| &section.settings) {
            self.setting(setting, &mut prepared);
        }
        let mut settings = sections.iter().flat_map(|section| &section.settings);
        let has_scenario = settings.any(|setting| setting.keyword == Keyword::Scenario);
        if prepared.after.is_none() && !has_scenario {
            let part = LinePart { text: "---".into(), line: test.line, at: 0 };
            self.report(part.mistake("no `scenario` is named, here or above the first title"));
        }
        for line in sections.iter().flat_map(|section| &section.setup) {
            let may_be_blank = prepared.after.is_none() && prepared.setup.is_empty();
            let (starts_blank, items) = self.setup(line, may_be_blank);
            prepared.starts_blank |= starts_blank;
            prepared.setup.push(items);
        }
        for variant in &test.variants {
            let setup = variant.setup.iter().map(|line| self.setup(line, false).1).collect();
            let chance = self.chance(&variant.chance);
            let body = variant.body.iter().filter_map(|statement| self.body_line(statement)).collect();
            prepared.variants.push(Variant { setup, chance, body, line: variant.line });
        }
        self.check_expectations(test, &prepared);
        for line in prepared.variants.iter().flat_map(|variant| &variant.body) {
            prepared.records_step_starts |= matches!(line.statement, Statement::At { .. });
            let Statement::Expect(expect) = &line.statement else { continue };
            prepared.reads_log |= expect.items.iter().any(|item| matches!(item, Item::Log { .. }));
            if expect.seeds != Seeds::Every && prepared.seeds.is_none() {
                let part = LinePart { text: prepared.text(line.line), line: line.line, at: 0 };
                self.report(part.mistake("`some seed` and `no seed` need a `seeds N` line in this test"));
            }
        }
        prepared
    }

    /// Reports an `or` or `at` line with nothing below it, and items below `at` that need an open choice.
    fn check_expectations(&mut self, test: &ParsedTest, prepared: &PreparedTest) {
        let part = |line: usize| LinePart { text: prepared.text(line), line, at: 0 };
        for variant in &test.variants {
            if variant.body.is_empty() {
                self.report(part(variant.line).mistake("no `play` or `expect` line follows this `or`"));
            }
            for (n, statement) in variant.body.iter().enumerate() {
                let has_expect_below = variant.body.get(n + 1).is_some_and(|next| next.keyword == Keyword::Expect);
                if statement.keyword == Keyword::At && !has_expect_below {
                    let message = "`at` checks nothing: `expect` lines belong directly below it";
                    self.report(part(statement.rest.line).mistake(message));
                }
            }
        }
        for variant in &prepared.variants {
            let mut is_below_at = false;
            for line in &variant.body {
                is_below_at = matches!(line.statement, Statement::At { .. })
                    || is_below_at && matches!(line.statement, Statement::Expect(_));
                let Statement::Expect(expect) = &line.statement else { continue };
                let needs_choice = |item: &Item| matches!(item, Item::Default(_) | Item::Discouraged { .. });
                if is_below_at && expect.items.iter().any(needs_choice) {
                    let message =
                        "nobody is asked while a step begins: `default` and `discouraged` are not allowed below `at`";
                    self.report(part(line.line).mistake(message));
                }
            }
        }
    }

    fn setting(&mut self, parsed: &ParsedStatement, prepared: &mut PreparedTest) {
        let rest = &parsed.rest;
        let content = &self.loaded.program.content;
        if prepared.after.is_some() && !matches!(parsed.keyword, Keyword::Card | Keyword::After | Keyword::Seeds) {
            return self.report(rest.mistake("scenario, options and knobs come from the test in `after`"));
        }
        match parsed.keyword {
            Keyword::Scenario => {
                let id = match rest.text.split_once('/') {
                    Some((game, id)) if game == self.game => id,
                    Some((game, _)) => {
                        return self.report(rest.mistake(format!("this file tests `{}`, not `{game}`", self.game)));
                    }
                    None => rest.text.as_str(),
                };
                let id = content.board.current_id("scenario", id);
                if content.scenario(id).is_none() {
                    let valid: Vec<String> = content.scenarios.iter().map(|s| s.id.clone()).collect();
                    return self.report(rest.unknown(format!("unknown scenario `{id}`"), &valid));
                }
                prepared.set_up.scenario = id.to_owned();
            }
            Keyword::GameOption => {
                let words = rest.words();
                let [name, value] = words.as_slice() else {
                    return self.report(rest.mistake("`option` takes a name and a value"));
                };
                let options = &content.board.options;
                let id = content.board.current_option_id(&name.text);
                let Some(option) = options.iter().find(|o| o.id == id) else {
                    let valid: Vec<String> = options.iter().map(|o| o.id.clone()).collect();
                    return self.report(name.unknown(format!("unknown option `{}`", name.text), &valid));
                };
                if let Err(message) = notation::read_option(&option.option_type, &value.text) {
                    return self.report(value.mistake(message));
                }
                prepared.set_up.options.retain(|(n, _)| n != id);
                prepared.set_up.options.push((id.to_owned(), value.text.clone()));
            }
            Keyword::Seeds => match rest.text.parse::<u64>() {
                Ok(n) if (1..=10_000).contains(&n) => prepared.seeds = Some(n),
                _ => self.report(rest.mistake("`seeds` takes a number from 1 to 10000")),
            },
            _ => {}
        }
    }

    /// Resolves a `setup` line. The flag says whether the line begins with `blank`.
    fn setup(&mut self, line: &LinePart, may_be_blank: bool) -> (bool, Vec<NotationItem>) {
        let mut line = line.clone();
        let first = line.split(';').into_iter().next().filter(|f| f.text == "blank");
        if let Some(first) = &first {
            if !may_be_blank {
                self.report(first.mistake("`blank` must be the first item of the whole set-up"));
            }
            let from = line.text.find(';').map_or(line.text.len(), |semicolon| semicolon + 1);
            line = line.slice(from, line.text.len());
        }
        (first.is_some(), items::setup(&self.loaded.program.board, &line, &mut self.mistakes))
    }
}
