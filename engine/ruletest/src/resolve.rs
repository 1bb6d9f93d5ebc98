//! Tests read against their game: every side, card, step and word known, every mistake found.

use crate::items::{self, Expect, Item, Seeds, Told};
use crate::programs::{Loaded, Programs};
use crate::slips;
use crate::stub;
use crate::text::{ChanceText, FileText, Keyword, Mistake, Part, Statement, TestText};
use crate::turned;
use cardwright_script::Forced;
use cardwright_state::notation;
use cardwright_state::val::Plain;
use cardwright_state::{Position, SideId, StepId};
use cardwright_table::{SetUp, given};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;
use std::sync::Arc;
use toml::Table;

/// Outcomes for one line and what it leads to, one list a kind; none where the kind is not spoken of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chance {
    pub(crate) dice: Option<Vec<Forced>>,
    pub(crate) draw: Option<Vec<Forced>>,
    pub(crate) pick: Option<Vec<Forced>>,
    /// Where the first list stands; 0 if there is none.
    pub(crate) line: usize,
}

/// How `offer` compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Exactly,
    Has,
    Lacks,
}

/// One statement of a body.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Play {
        side: SideId,
        words: Vec<String>,
        dots: bool,
        chance: Chance,
    },
    Offer {
        side: SideId,
        mode: Mode,
        rows: Vec<Vec<String>>,
    },
    Refuse {
        side: SideId,
        words: Vec<String>,
        reason: Option<String>,
    },
    Why {
        side: SideId,
        words: Vec<String>,
        text: String,
    },
    Expect(Expect),
    /// What is expected next is of the position in which a step began, the n-th time since the last play; with these
    /// arguments, if any are named.
    At {
        step: StepId,
        args: Vec<Plain>,
        nth: usize,
    },
    /// What is expected next is of the present again.
    Now,
    Decide {
        side: SideId,
        chance: Chance,
    },
}

/// A step and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) line: usize,
    pub(crate) step: Step,
}

/// A variant, ready to play.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    pub(crate) setup: Vec<Vec<Told>>,
    pub(crate) chance: Chance,
    pub(crate) body: Vec<Line>,
    pub(crate) line: usize,
}

/// A test, ready to play.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) line: usize,
    pub(crate) title: String,
    pub(crate) loaded: Rc<Loaded>,
    pub(crate) set_up: SetUp,
    pub(crate) seeds: Option<u64>,
    /// The test it goes on from, and which of its variants.
    pub(crate) after: Option<(Rc<Play>, usize)>,
    /// Whether a story is told: something is expected of the lines of the log.
    pub(crate) tells: bool,
    /// Whether positions in which steps begin are kept: something is expected of one.
    pub(crate) keeps_openings: bool,
    /// What a variant of it left with a seed, for the tests that go on from there.
    pub(crate) left: RefCell<Option<(usize, u64, Position)>>,
    pub(crate) blank: bool,
    pub(crate) setup: Vec<Vec<Told>>,
    pub(crate) chance: Chance,
    pub(crate) variants: Vec<Variant>,
    /// The lines of the file.
    pub(crate) lines: Arc<Vec<String>>,
}

impl Play {
    /// A line of the file as written.
    pub(crate) fn text(&self, line: usize) -> String {
        self.lines.get(line.saturating_sub(1)).map(|l| cardwright_content::clipped(l.trim())).unwrap_or_default()
    }
}

/// The tests of a file as they are read against their game, each once with the cards it has.
#[derive(Debug)]
pub(crate) struct Reading<'f> {
    file: &'f FileText,
    titles: BTreeMap<String, usize>,
    read: BTreeMap<(usize, usize), (Rc<Play>, Vec<Mistake>)>,
}

impl<'f> Reading<'f> {
    pub(crate) fn of(file: &'f FileText) -> Reading<'f> {
        let mut titles = BTreeMap::new();
        for (at, test) in file.tests.iter().enumerate() {
            titles.entry(bare(&test.title)).or_insert(at);
        }
        Reading { file, titles, read: BTreeMap::new() }
    }
}

/// A title with single blanks.
fn bare(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads a test against its game.
pub(crate) fn resolve<'f>(
    programs: &mut Programs<'_>,
    game: &str,
    reading: &mut Reading<'f>,
    test: &'f TestText,
) -> Result<Rc<Play>, Vec<Mistake>> {
    let file = reading.file;
    let mut mistakes = Vec::new();
    let chain = chain(reading, test, &mut mistakes);
    let mut cards: Vec<(String, Table)> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for owner in std::iter::once(&file.head).chain(chain.iter().map(|(test, _)| *test)) {
        for statement in owner.settings.iter().filter(|s| s.keyword == Keyword::Card) {
            match stub::read(&statement.rest.text) {
                Ok((id, _)) if cards.iter().any(|(other, _)| *other == id) => {
                    mistakes.push(statement.rest.mistake(format!("the card `{id}` is given twice")));
                }
                Ok((id, card)) => {
                    cards.push((id, card));
                    parts.push(statement.rest.clone());
                }
                Err(message) => mistakes.push(statement.rest.mistake(message)),
            }
        }
    }
    let title = Part { text: test.title.clone(), line: test.line, at: 0 };
    let base = match programs.game(game) {
        Ok(base) => base,
        Err(_) => return Err(mistakes), // Told once for the file.
    };
    for ((id, _), part) in cards.iter().zip(&parts) {
        if base.program.board.card(id).is_some() {
            mistakes.push(part.mistake(format!("the game has a card `{id}` already")));
        }
    }
    let taken = |id: &str| base.program.board.card(id).is_some();
    let (cards, parts): (Vec<_>, Vec<_>) = cards.into_iter().zip(parts).filter(|((id, _), _)| !taken(id)).unzip();
    let settings =
        || std::iter::once(&file.head).chain(chain.iter().map(|(test, _)| *test)).flat_map(|of| &of.settings);
    let knobs = turned::read(&base.program.content, settings(), &mut mistakes);
    let mut missing: Vec<String> = Vec::new();
    let loaded = match programs.with(game, &cards, &knobs) {
        Ok(loaded) => loaded,
        Err(broken) => {
            for problem in broken.problems {
                let part = problem.card.and_then(|card| parts.get(card)).unwrap_or(&title);
                mistakes.push(part.mistake(problem.message));
            }
            // What else is wrong is looked for without the cards; that they are unknown then is not said.
            missing.extend(cards.iter().map(|(id, _)| id.clone()));
            base
        }
    };
    let known = mistakes.len();
    let mut reader = Reader { loaded: &loaded, game, mistakes };
    for cite in &test.cites {
        reader.cite(cite);
    }
    let mut play = None;
    for (test, variant) in chain {
        let key = (test.line, Rc::as_ptr(&loaded) as usize);
        if let Entry::Vacant(unread) = reading.read.entry(key) {
            let own = reader.mistakes.len();
            let read = Rc::new(reader.test(file, test, play.take().map(|play| (play, variant))));
            let found = reader.mistakes.split_off(own);
            unread.insert((read, found));
        }
        let Some((read, found)) = reading.read.get(&key) else { continue };
        reader.mistakes.extend(found.iter().cloned());
        play = Some(read.clone());
    }
    let mut found = reader.mistakes;
    let more = found.split_off(known);
    found.extend(more.into_iter().filter(|mistake| !missing.contains(&mistake.words(&file.lines))));
    match play {
        Some(play) if found.is_empty() => Ok(play),
        _ => Err(found),
    }
}

/// The tests a test goes on from, the first of all first, the test itself last; each with the variant, counted from 0, of the
/// one before it that it goes on from.
fn chain<'f>(reading: &Reading<'f>, test: &'f TestText, mistakes: &mut Vec<Mistake>) -> Vec<(&'f TestText, usize)> {
    let file = reading.file;
    let mut chain = vec![(test, 0)];
    let mut lines = BTreeSet::from([test.line]);
    let mut last = test;
    while let Some(statement) = last.settings.iter().find(|s| s.keyword == Keyword::After) {
        let rest = &statement.rest;
        let Some((name, number)) = rest.text.strip_prefix('"').and_then(|t| t.rsplit_once('"')) else {
            mistakes
                .push(rest.mistake("`after` takes a title in double quotes, and the number of a variant if you like"));
            break;
        };
        let Some(base) = reading.titles.get(&bare(name)).map(|at| &file.tests[*at]) else {
            let known: Vec<String> = file.tests.iter().map(|t| t.title.clone()).collect();
            let title = Part { text: name.to_owned(), line: rest.line, at: rest.at + 1 };
            mistakes.push(title.unknown(format!("no test of this file is called `{}`", bare(name)), &known));
            break;
        };
        if !lines.insert(base.line) {
            mistakes.push(rest.mistake("these tests follow each other in a circle"));
            break;
        }
        let number = number.trim();
        let of = base.variants.len();
        match number.parse::<usize>() {
            _ if number.is_empty() => {}
            Ok(n) if (1..=of).contains(&n) => {
                if let Some((_, variant)) = chain.last_mut() {
                    *variant = n - 1;
                }
            }
            _ => mistakes
                .push(rest.mistake(format!("after the title stands a number from 1 to {of}: so many variants it has"))),
        }
        chain.push((base, 0));
        last = base;
    }
    chain.reverse();
    chain
}

struct Reader<'a> {
    loaded: &'a Rc<Loaded>,
    game: &'a str,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
    fn wrong(&mut self, mistake: Mistake) {
        self.mistakes.push(mistake);
    }
    fn take<T>(&mut self, done: Result<T, Mistake>) -> Option<T> {
        match done {
            Ok(value) => Some(value),
            Err(mistake) => {
                self.wrong(mistake);
                None
            }
        }
    }

    fn cite(&mut self, cite: &Part) {
        let content = &self.loaded.program.content;
        let Some(number) = cite.text.strip_prefix(&content.rule_code).and_then(|t| t.strip_prefix(' ')) else { return };
        if !content.rule_code.is_empty() && content.rule(&cite.text).is_none() {
            let known: Vec<String> =
                content.rules.iter().map(|r| format!("{} {}", content.rule_code, r.number)).collect();
            self.wrong(cite.unknown(format!("there is no rule `{number}`"), &known));
        }
    }

    /// A test, with the one it goes on from within it.
    fn test(&mut self, file: &FileText, test: &TestText, after: Option<(Rc<Play>, usize)>) -> Play {
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
                let of_choice = |item: &Item| matches!(item, Item::Default(_));
                if at && expect.items.iter().any(of_choice) {
                    let message = "nobody is asked while a step begins: `default` says nothing below `at`";
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

    fn chance(&mut self, of: &ChanceText) -> Chance {
        let board = self.loaded.program.board.clone();
        let first = of.dice.iter().chain(&of.draw).chain(&of.pick).map(|p| p.line).min();
        let mut out = Chance { line: first.unwrap_or_default(), ..Chance::default() };
        for list in &of.dice {
            let into = out.dice.get_or_insert_default();
            for word in list.words() {
                let several = word.text.split_once('x').and_then(|(n, face)| Some((n.parse::<usize>().ok()?, face)));
                let (times, face) = several.unwrap_or((1, word.text.as_str()));
                match given::read(&board, face) {
                    Ok(face @ (Forced::Face(_) | Forced::FaceAt(_))) if times <= 1000 => {
                        into.extend(std::iter::repeat_n(face, times));
                    }
                    _ => {
                        let mistake =
                            word.unknown(format!("`{}` is no face of a die", word.text), &given::words(&board));
                        self.mistakes.push(mistake.cure(slips::of_a_die(&board)));
                    }
                }
            }
        }
        for list in &of.draw {
            let into = out.draw.get_or_insert_default();
            for word in list.words() {
                match items::card(&board, &word) {
                    Ok(card) => into.push(Forced::Card(card)),
                    Err(mistake) => self.mistakes.push(mistake),
                }
            }
        }
        for list in &of.pick {
            let into = out.pick.get_or_insert_default();
            for word in list.words() {
                if notation::is_named(&board, &word.text) {
                    into.push(Forced::Pick(word.text.clone()));
                } else {
                    let known: Vec<String> = board.ids().map(|(id, _)| id.to_owned()).collect();
                    self.mistakes.push(word.unknown(format!("nothing is called `{}`", word.text), &known));
                }
            }
        }
        out
    }

    fn side(&mut self, part: &Part) -> Option<SideId> {
        let done = items::side(&self.loaded.program.board, part);
        self.take(done)
    }

    /// The words of a line, each known to the game, written as rows write them.
    fn words(&mut self, part: &Part) -> Vec<String> {
        let board = &self.loaded.program.board;
        let mut out = Vec::new();
        for word in part.words() {
            if !self.loaded.is_known(&word.text) {
                let mistake = word.unknown(format!("no row can have the word `{}`", word.text), &self.loaded.words());
                let cure = slips::of_row(&word.text);
                let is_of_text = cure.is_some() && word.text.starts_with(['"', '?', '~']) || word.text == "because";
                self.mistakes.push(mistake.cured(cure));
                if is_of_text {
                    break; // What comes after it are no words of a row either.
                }
            }
            let state = word.text.contains(['/', '+']).then(|| board.state(&word.text)).flatten();
            out.push(state.map_or(word.text, |state| board.text_of(state).into_owned()));
        }
        out
    }

    fn line(&mut self, of: &Statement) -> Option<Line> {
        let step = match of.keyword {
            Keyword::Play => self.play(of),
            Keyword::Offer => self.offer(&of.rest),
            Keyword::Refuse => self.refuse(&of.rest),
            Keyword::Why => self.why(&of.rest),
            Keyword::Expect => {
                let loaded = self.loaded.clone();
                Some(Step::Expect(items::expect(&loaded, &of.rest, &mut self.mistakes)))
            }
            Keyword::At => self.at(&of.rest),
            Keyword::Decide => {
                let side = self.side(&of.rest);
                let chance = self.chance(&of.chance);
                side.map(|side| Step::Decide { side, chance })
            }
            _ => None,
        };
        Some(Line { line: of.rest.line, step: step? })
    }

    /// `at STEP [ARG…] [N]`, `at now`.
    fn at(&mut self, part: &Part) -> Option<Step> {
        let board = &self.loaded.program.board;
        let words = part.words();
        let [name, rest @ ..] = words.as_slice() else { return None };
        let step = board.steps.iter().position(|step| *step == name.text);
        if step.is_none() && name.text == "now" && rest.is_empty() {
            return Some(Step::Now);
        }
        let Some(step) = step else {
            let unknown = name.unknown(format!("unknown step `{}`", name.text), &board.steps);
            self.wrong(unknown);
            return None;
        };
        let (args, nth) = match rest {
            [args @ .., n] if n.text.parse::<i64>().is_ok() => (args, n.text.parse().ok().filter(|n| *n > 0)),
            args => (args, Some(1)),
        };
        let Some(nth) = nth else {
            self.wrong(part.mistake(
                "`at` takes a step, what it was begun with if you like, and which time it begins if not the first",
            ));
            return None;
        };
        let args = self.take(items::arguments(board, name, args))?;
        Some(Step::At { step: StepId::new(step), args, nth })
    }

    /// `SIDE: LINE`.
    fn sided(&mut self, part: &Part) -> Option<(SideId, Part)> {
        let Some((side, line)) = part.head() else {
            let cure = slips::sided(&self.loaded.program.board, part);
            self.wrong(part.mistake("a side, a colon and a line belong here").cure(cure));
            return None;
        };
        let side = self.side(&side)?;
        if line.is_empty() {
            // A number of the menu, as it is typed, begins a comment here.
            let cure = "a row is written out in its words, not by its number; `#` begins a comment";
            self.wrong(part.mistake("a line is missing after the colon").cure(Some(cure)));
            return None;
        }
        Some((side, line))
    }

    fn play(&mut self, of: &Statement) -> Option<Step> {
        let chance = self.chance(&of.chance);
        let (side, mut line) = self.sided(&of.rest)?;
        let dots = line.text.ends_with("...");
        if dots {
            line = line.sub(0, line.text.len() - 3).trim();
        }
        let words = self.words(&line);
        if words.is_empty() {
            self.wrong(of.rest.mistake("a line is missing after the colon"));
        }
        Some(Step::Play { side, words, dots, chance })
    }

    fn offer(&mut self, part: &Part) -> Option<Step> {
        let words = part.words();
        let (side, rest, mode) = match words.get(1).map(|w| w.text.as_str()) {
            Some(word @ ("has" | "lacks")) if !words[0].text.ends_with(':') => {
                let from = words[1].at - part.at + word.len();
                let mode = if word == "has" { Mode::Has } else { Mode::Lacks };
                (self.side(&words[0])?, part.sub(from, part.text.len()).trim(), mode)
            }
            _ => {
                let (side, rest) = self.sided(part)?;
                (side, rest, Mode::Exactly)
            }
        };
        let mut rows = Vec::new();
        for row in rest.split('|') {
            if row.is_empty() {
                self.wrong(rest.mistake("a row is missing"));
                continue;
            }
            if row.elements().len() > 1 {
                self.wrong(row.mistake("a comma stands in no row").cure(Some("rows are parted by `|`")));
                continue;
            }
            let words = self.words(&row);
            if rows.contains(&words) {
                self.wrong(row.mistake(format!("`{}` stands here twice", row.text)));
            }
            rows.push(words);
        }
        Some(Step::Offer { side, mode, rows })
    }

    fn refuse(&mut self, part: &Part) -> Option<Step> {
        let (front, reason) = match part.split_once("~") {
            Some((front, reason)) => (front, Some(self.take(items::some_text(part, reason))?)),
            None => (part.clone(), None),
        };
        let (side, line) = self.sided(&front)?;
        Some(Step::Refuse { side, words: self.words(&line), reason })
    }

    fn why(&mut self, part: &Part) -> Option<Step> {
        let Some((front, text)) = part.split_once("~") else {
            self.wrong(part.mistake("`why` takes a line, `~` and a text"));
            return None;
        };
        let text = self.take(items::some_text(part, text))?;
        let (side, line) = self.sided(&front)?;
        Some(Step::Why { side, words: self.words(&line), text })
    }
}
