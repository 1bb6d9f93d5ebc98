//! A test as a whole: its head, its set-up, its variants.

use super::Reader;
use crate::items::{self, Item, Seeds, Told};
use crate::ready::{Play, Step, Variant};
use crate::text::{FileText, Keyword, Part, Statement, TestText};
use cardwright_state::notation;
use cardwright_table::SetUp;
use std::cell::RefCell;
use std::rc::Rc;

impl Reader<'_> {
    /// A test, with the one it goes on from within it.
    pub(super) fn test(&mut self, file: &FileText, test: &TestText, after: Option<(Rc<Play>, usize)>) -> Play {
        let before = after.as_ref().map(|(play, _)| play);
        let mut play = Play {
            line: test.line,
            title: test.title.clone(),
            loaded: self.loaded.clone(),
            set_up: before.map_or(SetUp { open: true, ..SetUp::default() }, |a| a.set_up.clone()),
            seeds: before.and_then(|a| a.seeds),
            after,
            tells: false,
            keeps_openings: false,
            left: RefCell::default(),
            blank: false,
            setup: Vec::new(),
            chance: self.chance(&test.chance),
            variants: Vec::new(),
            lines: file.lines.clone(),
        };
        let heads: Vec<&TestText> = if play.after.is_none() { vec![&file.head, test] } else { vec![test] };
        for setting in heads.iter().flat_map(|h| &h.settings) {
            self.setting(setting, &mut play);
        }
        let named = heads.iter().flat_map(|h| &h.settings).any(|s| s.keyword == Keyword::Scenario);
        if play.after.is_none() && !named {
            let place = Part { text: "---".into(), line: test.line, at: 0 };
            self.wrong(place.mistake("no `scenario` is named, here or above the first title"));
        }
        for line in heads.iter().flat_map(|h| &h.setup) {
            let may_be_blank = play.after.is_none() && play.setup.is_empty();
            let (blank, told) = self.setup(line, may_be_blank);
            play.blank |= blank;
            play.setup.push(told);
        }
        for variant in &test.variants {
            let setup = variant.setup.iter().map(|line| self.setup(line, false).1).collect();
            let chance = self.chance(&variant.chance);
            let body = variant.body.iter().filter_map(|s| self.line(s)).collect();
            play.variants.push(Variant { setup, chance, body, line: variant.line });
        }
        self.looked_at(test, &play);
        for line in play.variants.iter().flat_map(|variant| &variant.body) {
            play.keeps_openings |= matches!(line.step, Step::At { .. });
            let Step::Expect(expect) = &line.step else { continue };
            play.tells |= expect.items.iter().any(|item| matches!(item, Item::Log { .. }));
            if expect.seeds != Seeds::Every && play.seeds.is_none() {
                let part = Part { text: play.text(line.line), line: line.line, at: 0 };
                self.wrong(part.mistake("some seed or no seed of which? The test has no `seeds N`"));
            }
        }
        play
    }

    /// What stands below `or` must say something, what stands below `at` must look at something, and at what there is while
    /// nobody is asked.
    fn looked_at(&mut self, test: &TestText, play: &Play) {
        let part = |line: usize| Part { text: play.text(line), line, at: 0 };
        for variant in &test.variants {
            if variant.body.is_empty() {
                self.wrong(part(variant.line).mistake("nothing is played or expected below it"));
            }
            for (n, statement) in variant.body.iter().enumerate() {
                let is_looked_at = variant.body.get(n + 1).is_some_and(|next| next.keyword == Keyword::Expect);
                if statement.keyword == Keyword::At && !is_looked_at {
                    let message = "nothing is looked at there: `expect` lines belong directly below `at`";
                    self.wrong(part(statement.rest.line).mistake(message));
                }
            }
        }
        for variant in &play.variants {
            let mut at = false;
            for line in &variant.body {
                at = matches!(line.step, Step::At { .. }) || at && matches!(line.step, Step::Expect(_));
                let Step::Expect(expect) = &line.step else { continue };
                let of_choice = |item: &Item| matches!(item, Item::Default(_) | Item::Wise { .. });
                if at && expect.items.iter().any(of_choice) {
                    let message =
                        "nobody is asked while a step begins: `default`, `wise` and `unwise` say nothing below `at`";
                    self.wrong(part(line.line).mistake(message));
                }
            }
        }
    }

    fn setting(&mut self, of: &Statement, play: &mut Play) {
        let rest = &of.rest;
        let content = &self.loaded.program.content;
        if play.after.is_some() && !matches!(of.keyword, Keyword::Card | Keyword::After | Keyword::Seeds) {
            return self.wrong(rest.mistake("scenario, options and knobs come from the test this one goes on from"));
        }
        match of.keyword {
            Keyword::Scenario => {
                let id = match rest.text.split_once('/') {
                    Some((game, id)) if game == self.game => id,
                    Some((game, _)) => {
                        return self.wrong(rest.mistake(format!("this file is of `{}`, not of `{game}`", self.game)));
                    }
                    None => rest.text.as_str(),
                };
                if content.scenario(id).is_none() {
                    let known: Vec<String> = content.scenarios.iter().map(|s| s.id.clone()).collect();
                    return self.wrong(rest.unknown(format!("unknown scenario `{id}`"), &known));
                }
                play.set_up.scenario = id.to_owned();
            }
            Keyword::GameOption => {
                let words = rest.words();
                let [name, value] = words.as_slice() else {
                    return self.wrong(rest.mistake("`option` takes a name and a value"));
                };
                let options = &content.board.options;
                let Some(option) = options.iter().find(|o| o.id == name.text) else {
                    let known: Vec<String> = options.iter().map(|o| o.id.clone()).collect();
                    return self.wrong(name.unknown(format!("unknown option `{}`", name.text), &known));
                };
                if let Err(message) = notation::read_option(&option.of, &value.text) {
                    return self.wrong(value.mistake(message));
                }
                play.set_up.options.retain(|(n, _)| *n != name.text);
                play.set_up.options.push((name.text.clone(), value.text.clone()));
            }
            Keyword::Seeds => match rest.text.parse::<u64>() {
                Ok(n) if (1..=10_000).contains(&n) => play.seeds = Some(n),
                _ => self.wrong(rest.mistake("`seeds` takes a number from 1 to 10000")),
            },
            _ => {}
        }
    }

    /// A `setup` line, and whether it begins with `blank`.
    fn setup(&mut self, line: &Part, may_be_blank: bool) -> (bool, Vec<Told>) {
        let mut line = line.clone();
        let first = line.split(';').into_iter().next().filter(|f| f.text == "blank");
        if let Some(first) = &first {
            if !may_be_blank {
                self.wrong(first.mistake("`blank` is the first item of all, or stands nowhere"));
            }
            let from = line.text.find(';').map_or(line.text.len(), |at| at + 1);
            line = line.sub(from, line.text.len());
        }
        (first.is_some(), items::setup(&self.loaded.program.board, &line, &mut self.mistakes))
    }
}
