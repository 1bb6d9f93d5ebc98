//! A fast scan of the source: finds the comments and measures the depth of nesting.
//!
//! The parser recurses without a limit, and a stack overflow ends the whole program. This scan therefore runs first.

use std::ops::Range;

/// A comment.
#[derive(Debug)]
pub(crate) struct Comment {
    /// The comment with its dashes, in bytes.
    pub(crate) span: Range<usize>,
    /// Whether code stands before the comment on its line.
    pub(crate) is_trailing: bool,
}

/// The result of the scan.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// All comments, in source order.
    pub(crate) comments: Vec<Comment>,
    /// The first byte of code.
    pub(crate) first_code: Option<usize>,
    /// The depth of nested blocks, brackets and operators: at least the depth of the parser's recursion.
    pub(crate) depth: usize,
    /// The byte with this depth.
    pub(crate) deepest: usize,
    /// Whether there is a character that starts no token, or an unclosed string or comment.
    pub(crate) has_invalid_token: bool,
    /// The first byte of each line.
    lines: Vec<usize>,
}

#[derive(PartialEq, Clone, Copy)]
enum Frame {
    Bracket,
    /// The code in `{…}` of a string in backticks.
    Interpolation,
    Block,
    /// An `if` expression up to its `else`: it has no `end`.
    IfExpression,
}

/// Whether a statement or an expression comes next.
#[derive(PartialEq, Clone, Copy)]
enum Next {
    Statement,
    Expression,
}

struct Scanner<'s> {
    bytes: &'s [u8],
    at: usize,
    out: Scan,
    /// The open frames, each with the number of operators before it in its expression.
    frames: Vec<(Frame, usize)>,
    /// The number of operators in the current expression.
    operators: usize,
    /// The number of operators in all open expressions.
    all_operators: usize,
    next: Next,
    last_code_line: usize,
}

/// Scans the source once.
pub(crate) fn scan(source: &str) -> Scan {
    let mut s = Scanner {
        bytes: source.as_bytes(),
        at: 0,
        out: Scan { lines: vec![0], ..Scan::default() },
        frames: Vec::new(),
        operators: 0,
        all_operators: 0,
        next: Next::Statement,
        last_code_line: 0,
    };
    for (i, b) in source.bytes().enumerate() {
        if b == b'\n' {
            s.out.lines.push(i + 1);
        }
    }
    s.run();
    s.out
}

impl Scan {
    /// The line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|&start| start <= at)
    }
    /// The number of lines; an empty last line does not count.
    pub(crate) fn line_count(&self, source: &str) -> usize {
        let all = self.lines.len();
        if all > 1 && source.ends_with('\n') { all - 1 } else { all }
    }
}

impl Scanner<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        while self.at < self.bytes.len() {
            let start = self.at;
            let b = self.byte(0);
            if b.is_ascii_whitespace() {
                self.at += 1;
                continue;
            }
            if b == b'-' && self.byte(1) == b'-' {
                self.comment();
                continue;
            }
            self.out.first_code.get_or_insert(start);
            if b.is_ascii_alphabetic() || b == b'_' {
                while self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
                    self.at += 1;
                }
                self.word(start);
            } else if b.is_ascii_digit() || (b == b'.' && self.byte(1).is_ascii_digit()) {
                while self.byte(0).is_ascii_alphanumeric() || matches!(self.byte(0), b'_' | b'.') {
                    let exponent = matches!(self.byte(0), b'e' | b'E') && matches!(self.byte(1), b'+' | b'-');
                    self.at += if exponent { 2 } else { 1 };
                }
                self.next = Next::Statement;
            } else if b == b'"' || b == b'\'' {
                self.quoted(b);
                self.next = Next::Statement;
            } else if b == b'`' {
                self.at += 1;
                self.backticks();
            } else if let Some(level) = self.long_bracket() {
                self.long(level);
                self.next = Next::Statement;
            } else {
                self.symbol(b);
            }
            self.last_code_line = self.at;
        }
    }

    fn comment(&mut self) {
        let start = self.at;
        let is_trailing = self.last_code_line > 0 && !self.bytes[self.last_code_line..start].contains(&b'\n');
        self.at += 2;
        match self.long_bracket() {
            Some(level) => self.long(level),
            None => {
                let rest = &self.bytes[self.at..];
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            }
        }
        self.out.comments.push(Comment { span: start..self.at, is_trailing });
    }

    /// The number of `=` in the `[==[` here; none if there is no long bracket.
    fn long_bracket(&self) -> Option<usize> {
        if self.byte(0) != b'[' {
            return None;
        }
        let level = self.bytes[self.at + 1..].iter().take_while(|&&b| b == b'=').count();
        (self.byte(level + 1) == b'[').then_some(level)
    }

    fn long(&mut self, level: usize) {
        self.at += level + 2;
        while self.at < self.bytes.len() {
            if self.byte(0) == b']'
                && self.byte(level + 1) == b']'
                && self.bytes[self.at + 1..].iter().take(level).all(|&b| b == b'=')
            {
                self.at += level + 2;
                return;
            }
            self.at += 1;
        }
        self.out.has_invalid_token = true;
    }

    fn quoted(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'\\' if self.byte(1) == b'z' => {
                    self.at += 2;
                    while self.byte(0).is_ascii_whitespace() {
                        self.at += 1;
                    }
                }
                b'\\' => self.at = (self.at + 2).min(self.bytes.len()),
                b'\n' => break,
                b => {
                    self.at += 1;
                    if b == quote {
                        return;
                    }
                }
            }
        }
        self.out.has_invalid_token = true;
    }

    /// Scans a string in backticks to its end or to the next `{`.
    fn backticks(&mut self) {
        self.next = Next::Statement;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'\\' => self.at = (self.at + 2).min(self.bytes.len()),
                b'{' => {
                    self.at += 1;
                    self.open(Frame::Interpolation);
                    self.next = Next::Expression;
                    return;
                }
                b => {
                    self.at += 1;
                    if b == b'`' {
                        return;
                    }
                }
            }
        }
        self.out.has_invalid_token = true;
    }

    fn open(&mut self, frame: Frame) {
        self.frames.push((frame, self.operators));
        self.operators = 0;
        self.measure();
    }

    fn close(&mut self) {
        if let Some((_, operators)) = self.frames.pop() {
            self.all_operators -= self.operators;
            self.operators = operators;
        }
    }

    fn operator(&mut self) {
        self.operators += 1;
        self.all_operators += 1;
        self.measure();
    }

    fn begin(&mut self) {
        self.all_operators -= self.operators;
        self.operators = 0;
    }

    fn measure(&mut self) {
        let depth = self.frames.len() + self.all_operators;
        if depth > self.out.depth {
            self.out.depth = depth;
            self.out.deepest = self.at.saturating_sub(1);
        }
    }

    fn top(&self) -> Option<Frame> {
        self.frames.last().map(|&(frame, _)| frame)
    }

    fn close_bracket(&mut self, frame: Frame) {
        while self.top() == Some(Frame::IfExpression) {
            self.close();
        }
        if self.top() == Some(frame) {
            self.close();
        }
    }

    fn word(&mut self, start: usize) {
        let wanted = self.next;
        self.next = Next::Statement;
        match &self.bytes[start..self.at] {
            b"and" | b"or" | b"not" => {
                self.operator();
                self.next = Next::Expression;
            }
            b"function" | b"repeat" | b"do" => self.open(Frame::Block),
            b"if" if wanted == Next::Expression => {
                self.open(Frame::IfExpression);
                self.next = Next::Expression;
            }
            b"if" => {
                self.open(Frame::Block);
                self.next = Next::Expression;
            }
            b"then" if self.top() == Some(Frame::IfExpression) => self.next = Next::Expression,
            b"then" => self.begin(),
            b"elseif" => {
                if self.top() != Some(Frame::IfExpression) {
                    self.begin();
                }
                self.next = Next::Expression;
            }
            b"else" if self.top() == Some(Frame::IfExpression) => {
                self.close();
                self.operator();
                self.next = Next::Expression;
            }
            b"else" => self.begin(),
            b"end" => self.close_bracket(Frame::Block),
            b"until" => {
                self.close_bracket(Frame::Block);
                self.begin();
                self.next = Next::Expression;
            }
            b"while" | b"return" => {
                self.begin();
                self.next = Next::Expression;
            }
            b"in" => self.next = Next::Expression,
            b"for" | b"local" | b"break" => self.begin(),
            _ => {}
        }
    }

    fn symbol(&mut self, b: u8) {
        self.at += 1;
        self.out.has_invalid_token |= !b"+-*/%^#&@|?~<>=()[]{};:,.".contains(&b);
        match b {
            b'(' | b'[' | b'{' => {
                self.open(Frame::Bracket);
                self.next = Next::Expression;
            }
            b'}' if self.frames.iter().rev().find(|f| f.0 != Frame::IfExpression).map(|f| f.0)
                == Some(Frame::Interpolation) =>
            {
                self.close_bracket(Frame::Interpolation);
                self.backticks();
            }
            b')' | b']' | b'}' => {
                self.close_bracket(Frame::Bracket);
                self.next = Next::Statement;
            }
            b',' | b';' => {
                while self.top() == Some(Frame::IfExpression) {
                    self.close();
                }
                self.begin();
                let listed = b == b',' || matches!(self.top(), Some(Frame::Bracket));
                self.next = if listed { Next::Expression } else { Next::Statement };
            }
            b'=' if self.byte(0) != b'=' => {
                self.begin();
                self.next = Next::Expression;
            }
            b'.' if self.byte(0) == b'.' && self.byte(1) == b'.' => {
                self.at += 2;
                self.next = Next::Statement;
            }
            b'.' if self.byte(0) != b'.' => self.next = Next::Statement,
            b'?' => {
                self.operator();
                self.next = Next::Statement;
            }
            b':' if self.byte(0) != b':' => self.next = Next::Statement,
            _ => {
                // Operators of two and three characters. A compound assignment such as `+=` starts an expression.
                while matches!(self.byte(0), b'.' | b'/' | b'<' | b'>' | b'=' | b'~' | b':') {
                    let assigns = self.byte(0) == b'=' && matches!(b, b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'.');
                    self.at += 1;
                    if assigns {
                        self.begin();
                    }
                }
                self.operator();
                self.next = Next::Expression;
            }
        }
    }
}
