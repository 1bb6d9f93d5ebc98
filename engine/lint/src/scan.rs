//! A quick reading of the source as tokens: where the comments are, and how deep the code is nested.
//!
//! The parser recurses without a limit of its own, and running out of stack ends the whole program; so nothing
//! is given to it before it is known how deep that goes.

use std::ops::Range;

/// A comment.
#[derive(Debug)]
pub(crate) struct Comment {
    /// All of it, with its dashes.
    pub(crate) span: Range<usize>,
    /// Whether code stands before it on its line.
    pub(crate) trails: bool,
}

/// What one pass over the source shows.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// In order.
    pub(crate) comments: Vec<Comment>,
    /// Where the first token is.
    pub(crate) first_code: Option<usize>,
    /// How deep blocks, brackets and operators are nested: at least as deep as the parser recurses.
    pub(crate) depth: usize,
    /// Where that is.
    pub(crate) deepest: usize,
    /// Whether there is what no token begins with, or a string or comment without its end.
    pub(crate) unreadable: bool,
    /// Where each line begins.
    lines: Vec<usize>,
}

#[derive(PartialEq, Clone, Copy)]
enum Frame {
    Bracket,
    /// The code within `{…}` of a string in backticks.
    Hole,
    Block,
    /// `if … then … else` as an expression, up to its `else`: it has no `end`.
    IfExpression,
}

/// What went before, as far as it tells whether a statement or an expression comes next.
#[derive(PartialEq, Clone, Copy)]
enum Next {
    Statement,
    Expression,
}

struct Scanner<'s> {
    bytes: &'s [u8],
    at: usize,
    out: Scan,
    /// Each with the operators of the expression it stands in.
    frames: Vec<(Frame, usize)>,
    /// Operators of the expression being read.
    chain: usize,
    /// Of all expressions.
    chains: usize,
    next: Next,
    last_code_line: usize,
}

/// Reads the source once.
pub(crate) fn scan(source: &str) -> Scan {
    let mut s = Scanner {
        bytes: source.as_bytes(),
        at: 0,
        out: Scan { lines: vec![0], ..Scan::default() },
        frames: Vec::new(),
        chain: 0,
        chains: 0,
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
    /// The line a byte is on, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|&start| start <= at)
    }
    /// How many lines there are; a last line that is empty does not count.
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
        let trails = self.last_code_line > 0 && !self.bytes[self.last_code_line..start].contains(&b'\n');
        self.at += 2;
        match self.long_bracket() {
            Some(level) => self.long(level),
            None => {
                let rest = &self.bytes[self.at..];
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            }
        }
        self.out.comments.push(Comment { span: start..self.at, trails });
    }

    /// How many `=` the `[==[` here has, if there is one.
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
        self.out.unreadable = true;
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
        self.out.unreadable = true;
    }

    /// The text of a string in backticks, to its end or its next hole.
    fn backticks(&mut self) {
        self.next = Next::Statement;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'\\' => self.at = (self.at + 2).min(self.bytes.len()),
                b'{' => {
                    self.at += 1;
                    self.open(Frame::Hole);
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
        self.out.unreadable = true;
    }

    fn open(&mut self, frame: Frame) {
        self.frames.push((frame, self.chain));
        self.chain = 0;
        self.measure();
    }

    fn close(&mut self) {
        if let Some((_, chain)) = self.frames.pop() {
            self.chains -= self.chain;
            self.chain = chain;
        }
    }

    fn operator(&mut self) {
        self.chain += 1;
        self.chains += 1;
        self.measure();
    }

    fn begin(&mut self) {
        self.chains -= self.chain;
        self.chain = 0;
    }

    fn measure(&mut self) {
        let depth = self.frames.len() + self.chains;
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
        self.out.unreadable |= !b"+-*/%^#&@|?~<>=()[]{};:,.".contains(&b);
        match b {
            b'(' | b'[' | b'{' => {
                self.open(Frame::Bracket);
                self.next = Next::Expression;
            }
            b'}' if self.frames.iter().rev().find(|f| f.0 != Frame::IfExpression).map(|f| f.0) == Some(Frame::Hole) => {
                self.close_bracket(Frame::Hole);
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
                // operators of two and three characters; `+=` and its like begin an expression
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
