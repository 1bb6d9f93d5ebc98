//! The text of a test file: lines into titles and statements, in their order, with their places.
//!
//! Knows the keywords and where each may stand; knows nothing of games.

use crate::slips;
use cardwright_state::notation::{Word, code};
use cardwright_table::line::nearest;
use std::sync::Arc;

/// A piece of a line, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) text: String,
    pub(crate) line: usize,
    /// Bytes of the line before it.
    pub(crate) at: usize,
}

impl Part {
    /// As the lexer of notation takes it.
    pub(crate) fn word(&self) -> Word<'_> {
        Word { text: &self.text, at: self.at }
    }
    /// What the lexer found in it.
    fn found(&self, word: Word<'_>) -> Part {
        Part { text: word.text.to_owned(), line: self.line, at: word.at }
    }
    fn all(&self, words: Vec<Word<'_>>) -> Vec<Part> {
        words.into_iter().map(|word| self.found(word)).collect()
    }
    fn both(&self, parted: Option<(Word<'_>, Word<'_>)>) -> Option<(Part, Part)> {
        parted.map(|(front, back)| (self.found(front), self.found(back)))
    }

    pub(crate) fn sub(&self, from: usize, to: usize) -> Part {
        self.found(self.word().sub(from..to))
    }
    pub(crate) fn trim(&self) -> Part {
        self.found(self.word().trim())
    }
    /// The items of a line, trimmed: what stands between semicolons outside double quotes.
    pub(crate) fn items(&self) -> Vec<Part> {
        let (mut out, mut from, mut is_quoted) = (Vec::new(), 0, false);
        for (at, c) in self.text.char_indices() {
            is_quoted ^= c == '"';
            if c == ';' && !is_quoted {
                out.push(self.sub(from, at).trim());
                from = at + 1;
            }
        }
        if is_quoted {
            return self.split(';'); // A quote that nothing ends is a word like any other.
        }
        out.push(self.sub(from, self.text.len()).trim());
        out
    }
    /// The pieces between a character, trimmed.
    pub(crate) fn split(&self, by: char) -> Vec<Part> {
        self.all(self.word().split(by))
    }
    /// The elements of a list, trimmed.
    pub(crate) fn elements(&self) -> Vec<Part> {
        self.all(self.word().elements())
    }
    pub(crate) fn split_once(&self, by: &str) -> Option<(Part, Part)> {
        self.both(self.word().split_once(by))
    }
    /// Parted at the colon that ends a head.
    pub(crate) fn head(&self) -> Option<(Part, Part)> {
        self.both(self.word().head())
    }
    /// The words, as in typed lines.
    pub(crate) fn words(&self) -> Vec<Part> {
        self.all(self.word().line_words())
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
    pub(crate) fn mistake(&self, message: impl Into<String>) -> Mistake {
        let length = self.text.len().max(1);
        Mistake { line: self.line, at: self.at, length, message: message.into(), help: None }
    }
    /// An unknown word, with the known one nearest to it.
    pub(crate) fn unknown(&self, message: impl Into<String>, known: &[String]) -> Mistake {
        let help = nearest(&self.text, known).map(|n| format!("did you mean `{n}`?"));
        Mistake { help, ..self.mistake(message) }
    }
}

impl Mistake {
    /// With what to write instead, where nothing better is known.
    pub(crate) fn cure(mut self, help: Option<impl Into<String>>) -> Mistake {
        self.help = self.help.or(help.map(Into::into));
        self
    }
    /// With what to write instead, whatever word is near.
    pub(crate) fn cured(mut self, help: Option<impl Into<String>>) -> Mistake {
        self.help = help.map(Into::into).or(self.help);
        self
    }
}

/// Something in the text that is not right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) line: usize,
    pub(crate) at: usize,
    pub(crate) length: usize,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Mistake {
    /// The words of the file that it is about.
    pub(crate) fn words(&self, lines: &[String]) -> String {
        let line = lines.get(self.line.wrapping_sub(1)).map_or("", String::as_str);
        line.get(self.at..(self.at + self.length).min(line.len())).unwrap_or_default().to_owned()
    }
}

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

/// Lists of outcomes as written, one entry per line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ChanceText {
    pub(crate) dice: Vec<Part>,
    pub(crate) draw: Vec<Part>,
    pub(crate) pick: Vec<Part>,
}

impl ChanceText {
    fn is_empty(&self) -> bool {
        self.dice.is_empty() && self.draw.is_empty() && self.pick.is_empty()
    }
}

/// A keyword and the rest of its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) keyword: Keyword,
    pub(crate) rest: Part,
    /// The outcomes directly below it.
    pub(crate) chance: ChanceText,
}

/// What follows a set-up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct VariantText {
    pub(crate) setup: Vec<Part>,
    pub(crate) chance: ChanceText,
    pub(crate) body: Vec<Statement>,
    pub(crate) line: usize,
}

/// A test as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TestText {
    pub(crate) line: usize,
    pub(crate) last_line: usize,
    pub(crate) title: String,
    pub(crate) cites: Vec<Part>,
    /// `scenario`, `option`, `knob`, `card`, `after`, `seeds`.
    pub(crate) settings: Vec<Statement>,
    pub(crate) setup: Vec<Part>,
    pub(crate) chance: ChanceText,
    pub(crate) variants: Vec<VariantText>,
}

/// A file as written.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileText {
    pub(crate) lines: Arc<Vec<String>>,
    /// What stands above the first title.
    pub(crate) head: TestText,
    pub(crate) tests: Vec<TestText>,
    pub(crate) mistakes: Vec<Mistake>,
}

/// A line without its comment. Below a `play`, `dice #4` is the fourth face of a die.
fn without_comment(line: &str) -> &str {
    let is_number = |rest: &str| {
        let word = rest.split_whitespace().next().unwrap_or_default();
        word.len() > 1 && word[1..].bytes().all(|b| b.is_ascii_digit())
    };
    let mut end = code(line).len();
    if line.split_whitespace().next() != Some("dice") {
        return &line[..end];
    }
    // What a comment would begin with is a face here, as long as it is a number.
    while let Some(from) = line[end..].find('#').map(|at| end + at).filter(|from| is_number(&line[*from..])) {
        let word = line[from..].find(char::is_whitespace).map_or(line.len(), |at| from + at);
        end = word + code(&line[word..]).len();
    }
    line[..end].trim_end()
}

/// Reads a file; its mistakes are gathered, not thrown.
pub(crate) fn read(text: &str) -> FileText {
    let lines: Vec<String> = text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect();
    let mut reader = Reader { file: FileText::default(), last: Last::SetUp };
    for (i, line) in lines.iter().enumerate() {
        let code = without_comment(line);
        let part = Part { text: code.to_owned(), line: i + 1, at: 0 }.trim();
        if part.text.starts_with("---") {
            reader.title(&part);
        } else if !part.is_empty() {
            reader.statement(&part);
        }
        reader.current().last_line = i + 1;
    }
    reader.end_test();
    let mut file = reader.file;
    file.lines = Arc::new(lines);
    file.mistakes.sort_by_key(|m| (m.line, m.at));
    file
}

/// What the reader is in the middle of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    SetUp,
    SetUpChance,
    VariantSetUp,
    VariantChance,
    Body,
}

struct Reader {
    file: FileText,
    last: Last,
}

impl Reader {
    fn current(&mut self) -> &mut TestText {
        self.file.tests.last_mut().unwrap_or(&mut self.file.head)
    }
    fn wrong(&mut self, mistake: Mistake) {
        self.file.mistakes.push(mistake);
    }

    fn end_test(&mut self) {
        let Some(test) = self.file.tests.last() else { return };
        let checks = |s: &Statement| matches!(s.keyword, Play | Offer | Refuse | Why | Expect | Decide);
        // Of a test with a line that could not be read nobody knows what it plays.
        let is_hurt = self.file.mistakes.iter().any(|mistake| mistake.line > test.line);
        if !is_hurt && !test.variants.iter().any(|v| v.body.iter().any(checks)) {
            let part = Part { text: "---".into(), line: test.line, at: 0 };
            self.wrong(part.mistake("this test plays and expects nothing"));
        }
    }

    fn title(&mut self, part: &Part) {
        self.end_test();
        let mut rest = part.sub(3, part.text.len()).trim();
        let mut cites = Vec::new();
        while rest.text.ends_with(']')
            && let Some(open) = rest.text.rfind('[')
        {
            cites.insert(0, rest.sub(open + 1, rest.text.len() - 1).trim());
            rest = rest.sub(0, open).trim();
        }
        if rest.is_empty() {
            self.wrong(part.mistake("a title is missing"));
        }
        if let Some(first) = self.file.tests.iter().find(|t| t.title == rest.text).map(|t| t.line) {
            self.wrong(rest.mistake(format!("the test in line {first} has the same title")));
        }
        let test = TestText { line: part.line, title: rest.text, cites, ..TestText::default() };
        self.file.tests.push(test);
        self.last = Last::SetUp;
    }

    fn statement(&mut self, part: &Part) {
        let end = part.text.find(char::is_whitespace).unwrap_or(part.text.len());
        let word = part.sub(0, end);
        let rest = part.sub(end, part.text.len()).trim();
        let Some((_, keyword)) = KEYWORDS.iter().find(|(w, _)| *w == word.text) else {
            let known: Vec<String> = KEYWORDS.iter().map(|(w, _)| (*w).to_owned()).collect();
            let what = word.text.split(':').next().unwrap_or_default();
            let unknown = word.unknown(format!("unknown keyword `{what}`"), &known);
            return self.wrong(unknown.cured(slips::keyword(&word.text)));
        };
        let keyword = *keyword;
        if rest.is_empty() != (keyword == Or) {
            let (what, cure) = match keyword {
                Or => (
                    "`or` stands alone on its line",
                    Some("what is otherwise stands below it: `setup` lines, then the play"),
                ),
                _ => ("something must follow the keyword", None),
            };
            return self.wrong(word.mistake(what).cure(cure));
        }
        let in_head = self.file.tests.is_empty();
        if in_head && !matches!(keyword, Scenario | GameOption | Knob | Card | Seeds | Setup) {
            return self.wrong(word.mistake(format!("`{}` cannot stand above the first title", word.text)));
        }
        let last = self.last;
        match keyword {
            Scenario | GameOption | Knob | Card | After | Seeds => {
                if !matches!(last, Last::SetUp) {
                    let mistake = word.mistake(format!("`{}` belongs to the set-up, before what is played", word.text));
                    let cure = (keyword == After).then_some("a test of its own, with a title, goes on from there");
                    return self.wrong(mistake.cure(cure));
                }
                if keyword == After && !self.current().setup.is_empty() {
                    return self.wrong(word.mistake("`after` comes before the first `setup`"));
                }
                let statement = Statement { keyword, rest, chance: ChanceText::default() };
                self.current().settings.push(statement);
            }
            Setup => match last {
                Last::SetUp => self.current().setup.push(rest),
                Last::VariantSetUp => {
                    if let Some(variant) = self.current().variants.last_mut() {
                        variant.setup.push(rest);
                    }
                }
                _ => {
                    let cure = "`or` above it begins a variant; a test with `after` goes on from here and adjusts";
                    let mistake = word.mistake("`setup` stands at the beginning, or directly below `or`");
                    self.wrong(mistake.cure(Some(cure)));
                }
            },
            Dice | Draw | Pick => self.chance(&word, keyword, rest),
            Or => {
                let line = part.line;
                self.current().variants.push(VariantText { line, ..VariantText::default() });
                self.last = Last::VariantSetUp;
            }
            Play | Offer | Refuse | Why | Expect | At | Decide => {
                let line = part.line;
                let test = self.current();
                if test.variants.is_empty() {
                    test.variants.push(VariantText { line, ..VariantText::default() });
                }
                if let Some(variant) = test.variants.last_mut() {
                    variant.body.push(Statement { keyword, rest, chance: ChanceText::default() });
                }
                self.last = Last::Body;
            }
        }
    }

    fn chance(&mut self, word: &Part, keyword: Keyword, rest: Part) {
        let last = self.last;
        let test = self.current();
        let place = match last {
            Last::SetUp | Last::SetUpChance => Some(&mut test.chance),
            Last::VariantSetUp | Last::VariantChance => test.variants.last_mut().map(|v| &mut v.chance),
            Last::Body => test
                .variants
                .last_mut()
                .and_then(|v| v.body.last_mut())
                .filter(|s| matches!(s.keyword, Play | Decide))
                .map(|s| &mut s.chance),
        };
        let Some(place) = place else {
            let what = format!("`{}` stands directly below the `play` it is for", word.text);
            return self.wrong(word.mistake(what));
        };
        match keyword {
            Dice => place.dice.push(rest),
            Draw => place.draw.push(rest),
            _ => place.pick.push(rest),
        }
        debug_assert!(!place.is_empty());
        self.last = match last {
            Last::SetUp => Last::SetUpChance,
            Last::VariantSetUp => Last::VariantChance,
            other => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_falls_into_head_tests_and_variants() {
        let file = read(
            "scenario s\n--- one [DM 1] [N-2]\nsetup a; b\nplay red: x\ndice 1 2\nor\nsetup c\ndice 3\nexpect d\n--- two\nexpect e\n",
        );
        assert_eq!(file.mistakes, []);
        assert_eq!(file.head.settings.len(), 1);
        let one = &file.tests[0];
        assert_eq!((one.line, one.last_line, one.title.as_str()), (2, 9, "one"));
        assert_eq!(one.cites.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["DM 1", "N-2"]);
        assert_eq!(one.variants.len(), 2);
        assert_eq!(one.variants[0].body[0].chance.dice[0].text, "1 2");
        assert_eq!(one.variants[1].chance.dice[0].text, "3");
    }

    #[test]
    fn the_number_of_a_face_is_no_comment() {
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
    fn mistakes_of_a_file_are_all_found() {
        let file = read("play red: x\n--- one\nsetpu a\nplay red: x\nsetup b\n--- one\nsetup\n");
        let found: Vec<(usize, &str)> = file.mistakes.iter().map(|m| (m.line, m.message.as_str())).collect();
        assert_eq!(
            found,
            [
                (1, "`play` cannot stand above the first title"),
                (3, "unknown keyword `setpu`"),
                (5, "`setup` stands at the beginning, or directly below `or`"),
                (6, "the test in line 2 has the same title"),
                (7, "something must follow the keyword"),
            ]
        );
        assert_eq!(file.mistakes[1].help.as_deref(), Some("did you mean `setup`?"));
    }
}
