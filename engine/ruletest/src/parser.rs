//! Parses a test file into titles and statements with their positions in the file. The parser knows the keywords and
//! where each keyword is allowed, but nothing about games.

use crate::hints;
use crate::line_part::{LinePart, Mistake};
use cardwright_state::notation::strip_comment;
use std::sync::Arc;

/// The first word of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keyword {
    Scenario,
    GameOption,
    Knob,
    Card,
    After,
    Seeds,
    Setup,
    Play,
    Dice,
    Draw,
    Pick,
    Offer,
    Refuse,
    Why,
    Expect,
    At,
    Decide,
    Or,
}

use Keyword::*;

/// Each keyword as a test writes it.
const KEYWORDS: [(&str, Keyword); 18] = [
    ("scenario", Scenario),
    ("option", GameOption),
    ("knob", Knob),
    ("card", Card),
    ("after", After),
    ("seeds", Seeds),
    ("setup", Setup),
    ("play", Play),
    ("dice", Dice),
    ("draw", Draw),
    ("pick", Pick),
    ("offer", Offer),
    ("refuse", Refuse),
    ("why", Why),
    ("expect", Expect),
    ("at", At),
    ("decide", Decide),
    ("or", Or),
];

/// The `dice`, `draw` and `pick` lines below a statement, without their keywords.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ParsedOutcomes {
    pub(crate) dice: Vec<LinePart>,
    pub(crate) draw: Vec<LinePart>,
    pub(crate) pick: Vec<LinePart>,
}

impl ParsedOutcomes {
    fn is_empty(&self) -> bool {
        self.dice.is_empty() && self.draw.is_empty() && self.pick.is_empty()
    }
}

/// A keyword and the rest of its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParsedStatement {
    pub(crate) keyword: Keyword,
    pub(crate) rest: LinePart,
    /// The `dice`, `draw` and `pick` lines directly below the statement.
    pub(crate) chance: ParsedOutcomes,
}

/// One variant of a test as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ParsedVariant {
    pub(crate) setup: Vec<LinePart>,
    pub(crate) chance: ParsedOutcomes,
    pub(crate) body: Vec<ParsedStatement>,
    pub(crate) line: usize,
}

/// A test as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ParsedTest {
    pub(crate) line: usize,
    pub(crate) last_line: usize,
    pub(crate) title: String,
    pub(crate) cites: Vec<LinePart>,
    /// `scenario`, `option`, `knob`, `card`, `after`, `seeds`.
    pub(crate) settings: Vec<ParsedStatement>,
    pub(crate) setup: Vec<LinePart>,
    pub(crate) chance: ParsedOutcomes,
    pub(crate) variants: Vec<ParsedVariant>,
}

/// A test file as written.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParsedFile {
    pub(crate) lines: Arc<Vec<String>>,
    /// The statements above the first title.
    pub(crate) head: ParsedTest,
    pub(crate) tests: Vec<ParsedTest>,
    pub(crate) mistakes: Vec<Mistake>,
}

/// Removes the comment of a line. On a `dice` line `#4` is the fourth face of a die, not a comment.
fn without_comment(line: &str) -> &str {
    let is_face_number = |text: &str| {
        let word = text.split_whitespace().next().unwrap_or_default();
        word.len() > 1 && word[1..].bytes().all(|b| b.is_ascii_digit())
    };
    let mut end = strip_comment(line).len();
    if line.split_whitespace().next() != Some("dice") {
        return &line[..end];
    }
    // On a `dice` line, `#` and a number is a face.
    let next_face = |end: usize| {
        let from = end + line[end..].find('#')?;
        is_face_number(&line[from..]).then_some(from)
    };
    while let Some(from) = next_face(end) {
        let word_end = line[from..].find(char::is_whitespace).map_or(line.len(), |offset| from + offset);
        end = word_end + strip_comment(&line[word_end..]).len();
    }
    line[..end].trim_end()
}

/// Parses a file and collects its mistakes.
pub(crate) fn parse(text: &str) -> ParsedFile {
    let lines: Vec<String> = text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect();
    let mut parser = FileParser { file: ParsedFile::default(), state: ParseState::SetUp };
    for (i, line) in lines.iter().enumerate() {
        let code = without_comment(line);
        let part = LinePart { text: code.to_owned(), line: i + 1, at: 0 }.trim();
        if part.text.starts_with("---") {
            parser.title(&part);
        } else if !part.is_empty() {
            parser.statement(&part);
        }
        parser.current().last_line = i + 1;
    }
    parser.end_test();
    let mut file = parser.file;
    file.lines = Arc::new(lines);
    file.mistakes.sort_by_key(|m| (m.line, m.at));
    file
}

/// The part of a test that the parser reads now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParseState {
    /// The settings and the set-up.
    SetUp,
    /// The outcomes below the set-up.
    SetUpChance,
    /// The set-up of a variant, below `or`.
    VariantSetUp,
    /// The outcomes below the set-up of a variant.
    VariantChance,
    /// The statements that play and check.
    Body,
}

struct FileParser {
    file: ParsedFile,
    state: ParseState,
}

impl FileParser {
    fn current(&mut self) -> &mut ParsedTest {
        self.file.tests.last_mut().unwrap_or(&mut self.file.head)
    }
    fn report(&mut self, mistake: Mistake) {
        self.file.mistakes.push(mistake);
    }

    fn end_test(&mut self) {
        let Some(test) = self.file.tests.last() else { return };
        let is_check = |s: &ParsedStatement| matches!(s.keyword, Play | Offer | Refuse | Why | Expect | Decide);
        // A test with an unreadable line is not reported, because that line may be its `play`.
        let has_mistakes = self.file.mistakes.iter().any(|mistake| mistake.line > test.line);
        if !has_mistakes && !test.variants.iter().any(|v| v.body.iter().any(is_check)) {
            let part = LinePart { text: "---".into(), line: test.line, at: 0 };
            self.report(part.mistake("this test plays nothing and expects nothing"));
        }
    }

    fn title(&mut self, part: &LinePart) {
        self.end_test();
        let mut rest = part.slice(3, part.text.len()).trim();
        let mut cites = Vec::new();
        while rest.text.ends_with(']')
            && let Some(open) = rest.text.rfind('[')
        {
            cites.insert(0, rest.slice(open + 1, rest.text.len() - 1).trim());
            rest = rest.slice(0, open).trim();
        }
        if rest.is_empty() {
            self.report(part.mistake("a title is missing"));
        }
        if let Some(first) = self.file.tests.iter().find(|t| t.title == rest.text).map(|t| t.line) {
            self.report(rest.mistake(format!("the test on line {first} has the same title")));
        }
        let test = ParsedTest { line: part.line, title: rest.text, cites, ..ParsedTest::default() };
        self.file.tests.push(test);
        self.state = ParseState::SetUp;
    }

    fn statement(&mut self, part: &LinePart) {
        let end = part.text.find(char::is_whitespace).unwrap_or(part.text.len());
        let word = part.slice(0, end);
        let rest = part.slice(end, part.text.len()).trim();
        let Some((_, keyword)) = KEYWORDS.iter().find(|(w, _)| *w == word.text) else {
            let valid: Vec<String> = KEYWORDS.iter().map(|(w, _)| (*w).to_owned()).collect();
            let unknown_word = word.text.split(':').next().unwrap_or_default();
            let unknown = word.unknown(format!("unknown keyword `{unknown_word}`"), &valid);
            return self.report(unknown.with_help(hints::keyword(&word.text)));
        };
        let keyword = *keyword;
        if rest.is_empty() != (keyword == Or) {
            let (message, help) = match keyword {
                Or => {
                    ("`or` must be alone on its line", Some("put the `setup` and `play` lines of the variant below it"))
                }
                _ => ("something must follow the keyword", None),
            };
            return self.report(word.mistake(message).or_help(help));
        }
        let is_in_head = self.file.tests.is_empty();
        if is_in_head && !matches!(keyword, Scenario | GameOption | Knob | Card | Seeds | Setup) {
            return self.report(word.mistake(format!("`{}` is not allowed above the first title", word.text)));
        }
        match keyword {
            Scenario | GameOption | Knob | Card | After | Seeds => self.setting(&word, keyword, rest),
            Setup => self.set_up(&word, rest),
            Dice | Draw | Pick => self.chance(&word, keyword, rest),
            Or => {
                let line = part.line;
                self.current().variants.push(ParsedVariant { line, ..ParsedVariant::default() });
                self.state = ParseState::VariantSetUp;
            }
            Play | Offer | Refuse | Why | Expect | At | Decide => {
                let line = part.line;
                let test = self.current();
                if test.variants.is_empty() {
                    test.variants.push(ParsedVariant { line, ..ParsedVariant::default() });
                }
                if let Some(variant) = test.variants.last_mut() {
                    variant.body.push(ParsedStatement { keyword, rest, chance: ParsedOutcomes::default() });
                }
                self.state = ParseState::Body;
            }
        }
    }

    fn setting(&mut self, word: &LinePart, keyword: Keyword, rest: LinePart) {
        if !matches!(self.state, ParseState::SetUp) {
            let mistake = word.mistake(format!("`{}` belongs in the set-up, before the first `play`", word.text));
            let help = (keyword == After).then_some("begin a new test with a title: it may continue from another");
            return self.report(mistake.or_help(help));
        }
        if keyword == After && !self.current().setup.is_empty() {
            return self.report(word.mistake("`after` comes before the first `setup`"));
        }
        let statement = ParsedStatement { keyword, rest, chance: ParsedOutcomes::default() };
        self.current().settings.push(statement);
    }
    fn set_up(&mut self, word: &LinePart, rest: LinePart) {
        match self.state {
            ParseState::SetUp => self.current().setup.push(rest),
            ParseState::VariantSetUp => {
                if let Some(variant) = self.current().variants.last_mut() {
                    variant.setup.push(rest);
                }
            }
            _ => {
                let help = "begin a variant with `or` above it, or a test with `after` that continues from here";
                let mistake = word.mistake("`setup` belongs at the beginning of a test, or directly below `or`");
                self.report(mistake.or_help(Some(help)));
            }
        }
    }

    /// Adds a `dice`, `draw` or `pick` line to the set-up or the statement above it.
    fn chance(&mut self, word: &LinePart, keyword: Keyword, rest: LinePart) {
        let state = self.state;
        let test = self.current();
        let outcomes = match state {
            ParseState::SetUp | ParseState::SetUpChance => Some(&mut test.chance),
            ParseState::VariantSetUp | ParseState::VariantChance => test.variants.last_mut().map(|v| &mut v.chance),
            ParseState::Body => test
                .variants
                .last_mut()
                .and_then(|v| v.body.last_mut())
                .filter(|s| matches!(s.keyword, Play | Decide))
                .map(|s| &mut s.chance),
        };
        let Some(outcomes) = outcomes else {
            let message = format!("`{}` must stand directly below its `play` line", word.text);
            return self.report(word.mistake(message));
        };
        match keyword {
            Dice => outcomes.dice.push(rest),
            Draw => outcomes.draw.push(rest),
            _ => outcomes.pick.push(rest),
        }
        debug_assert!(!outcomes.is_empty());
        self.state = match state {
            ParseState::SetUp => ParseState::SetUpChance,
            ParseState::VariantSetUp => ParseState::VariantChance,
            other => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_head_tests_and_variants() {
        let file = parse(
            "scenario s\n--- one [DM 1] [N-2]\nsetup a; b\nplay red: x\ndice 1 2\nor\nsetup c\ndice 3\nexpect d\n--- two\nexpect e\n",
        );
        assert_eq!(file.mistakes, []);
        assert_eq!(file.head.settings.len(), 1);
        let first = &file.tests[0];
        assert_eq!((first.line, first.last_line, first.title.as_str()), (2, 9, "one"));
        assert_eq!(first.cites.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["DM 1", "N-2"]);
        assert_eq!(first.variants.len(), 2);
        assert_eq!(first.variants[0].body[0].chance.dice[0].text, "1 2");
        assert_eq!(first.variants[1].chance.dice[0].text, "3");
    }

    #[test]
    fn a_face_number_is_not_a_comment() {
        for (line, code) in [
            ("dice hit #4", "dice hit #4"),
            ("dice #4 #2 hit # the fourth", "dice #4 #2 hit"),
            ("dice 1 2 # 3 was before", "dice 1 2"),
            ("dice 1 #3rd", "dice 1"),
            ("dice 2x#4", "dice 2x#4"),
            ("play red: x #4", "play red: x"),
            ("# dice #4", ""),
        ] {
            assert_eq!(without_comment(line), code, "{line}");
        }
    }

    #[test]
    fn all_mistakes_in_a_file_are_found() {
        let file = parse("play red: x\n--- one\nsetpu a\nplay red: x\nsetup b\n--- one\nsetup\n");
        let found: Vec<(usize, &str)> = file.mistakes.iter().map(|m| (m.line, m.message.as_str())).collect();
        assert_eq!(
            found,
            [
                (1, "`play` is not allowed above the first title"),
                (3, "unknown keyword `setpu`"),
                (5, "`setup` belongs at the beginning of a test, or directly below `or`"),
                (6, "the test on line 2 has the same title"),
                (7, "something must follow the keyword"),
            ]
        );
        assert_eq!(file.mistakes[1].help.as_deref(), Some("did you mean `setup`?"));
    }
}
