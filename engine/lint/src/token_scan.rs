//! Scans a script quickly: finds the comments and measures the depth of nesting.
//!
//! The scan runs before the parser, because the parser recurses without a limit and a stack overflow ends the program.

use std::ops::Range;

/// A comment.
#[derive(Debug)]
pub(crate) struct Comment {
    /// The bytes of the comment in the source, with its dashes.
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
    /// The greatest depth of nested blocks, brackets and operators. The parser never recurses deeper.
    pub(crate) depth: usize,
    /// The offset of the byte at which the nesting is deepest.
    pub(crate) deepest: usize,
    /// Whether there is a character that starts no token, or an unclosed string or comment.
    pub(crate) has_invalid_token: bool,
    /// The first byte of each line.
    lines: Vec<usize>,
}

/// A construct that is open at the current byte.
#[derive(PartialEq, Clone, Copy)]
enum Frame {
    Bracket,
    /// The code in `{…}` inside a string in backticks.
    Interpolation,
    Block,
    /// An `if` expression, from its `if` to its `else`. It has no `end`.
    IfExpression,
}

/// What may come next. This tells an `if` statement from an `if` expression.
#[derive(PartialEq, Clone, Copy)]
enum Next {
    Statement,
    Expression,
}

struct Scanner<'s> {
    bytes: &'s [u8],
    /// The next byte to scan.
    offset: usize,
    result: Scan,
    /// The open frames. Each has the number of operators before it in the expression that contains it.
    frames: Vec<(Frame, usize)>,
    /// The number of operators in the current expression.
    operators: usize,
    /// The number of operators in all open expressions.
    all_operators: usize,
    next: Next,
    /// The end of the last token of code.
    code_end: usize,
}

/// Scans the source once.
pub(crate) fn scan(source: &str) -> Scan {
    let mut scanner = Scanner {
        bytes: source.as_bytes(),
        offset: 0,
        result: Scan { lines: vec![0], ..Scan::default() },
        frames: Vec::new(),
        operators: 0,
        all_operators: 0,
        next: Next::Statement,
        code_end: 0,
    };
    for (index, byte) in source.bytes().enumerate() {
        if byte == b'\n' {
            scanner.result.lines.push(index + 1);
        }
    }
    scanner.run();
    scanner.result
}

impl Scan {
    /// Returns the number of the text line that contains a byte, from 1.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset)
    }
    /// Returns the number of text lines. An empty last line does not count.
    pub(crate) fn line_count(&self, source: &str) -> usize {
        let count = self.lines.len();
        if count > 1 && source.ends_with('\n') { count - 1 } else { count }
    }
}

impl Scanner<'_> {
    /// Returns the byte that lies `ahead` bytes after the current one; 0 after the end of the source.
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.offset + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        while self.offset < self.bytes.len() {
            let start = self.offset;
            let byte = self.byte(0);
            if byte.is_ascii_whitespace() {
                self.offset += 1;
                continue;
            }
            if byte == b'-' && self.byte(1) == b'-' {
                self.scan_comment();
                continue;
            }
            self.result.first_code.get_or_insert(start);
            if byte.is_ascii_alphabetic() || byte == b'_' {
                while self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
                    self.offset += 1;
                }
                self.scan_word(start);
            } else if byte.is_ascii_digit() || (byte == b'.' && self.byte(1).is_ascii_digit()) {
                while self.byte(0).is_ascii_alphanumeric() || matches!(self.byte(0), b'_' | b'.') {
                    let exponent = matches!(self.byte(0), b'e' | b'E') && matches!(self.byte(1), b'+' | b'-');
                    self.offset += if exponent { 2 } else { 1 };
                }
                self.next = Next::Statement;
            } else if byte == b'"' || byte == b'\'' {
                self.scan_quoted(byte);
                self.next = Next::Statement;
            } else if byte == b'`' {
                self.offset += 1;
                self.scan_backticks();
            } else if let Some(level) = self.long_bracket() {
                self.scan_long_bracket(level);
                self.next = Next::Statement;
            } else {
                self.scan_symbol(byte);
            }
            self.code_end = self.offset;
        }
    }

    fn scan_comment(&mut self) {
        let start = self.offset;
        let is_trailing = self.code_end > 0 && !self.bytes[self.code_end..start].contains(&b'\n');
        self.offset += 2;
        match self.long_bracket() {
            Some(level) => self.scan_long_bracket(level),
            None => {
                let after_dashes = &self.bytes[self.offset..];
                self.offset += after_dashes.iter().position(|&b| b == b'\n').unwrap_or(after_dashes.len());
            }
        }
        self.result.comments.push(Comment { span: start..self.offset, is_trailing });
    }

    /// Returns the number of `=` in an opening long bracket such as `[==[`. `None` if no long bracket opens here.
    fn long_bracket(&self) -> Option<usize> {
        if self.byte(0) != b'[' {
            return None;
        }
        let level = self.bytes[self.offset + 1..].iter().take_while(|&&b| b == b'=').count();
        (self.byte(level + 1) == b'[').then_some(level)
    }

    /// Scans a string or comment in long brackets to its end. `level` is the number of `=` in each bracket.
    fn scan_long_bracket(&mut self, level: usize) {
        self.offset += level + 2;
        while self.offset < self.bytes.len() {
            if self.byte(0) == b']'
                && self.byte(level + 1) == b']'
                && self.bytes[self.offset + 1..].iter().take(level).all(|&b| b == b'=')
            {
                self.offset += level + 2;
                return;
            }
            self.offset += 1;
        }
        self.result.has_invalid_token = true;
    }

    fn scan_quoted(&mut self, quote: u8) {
        self.offset += 1;
        while self.offset < self.bytes.len() {
            match self.byte(0) {
                b'\\' if self.byte(1) == b'z' => {
                    self.offset += 2;
                    while self.byte(0).is_ascii_whitespace() {
                        self.offset += 1;
                    }
                }
                b'\\' => self.offset = (self.offset + 2).min(self.bytes.len()),
                b'\n' => break,
                b => {
                    self.offset += 1;
                    if b == quote {
                        return;
                    }
                }
            }
        }
        self.result.has_invalid_token = true;
    }

    /// Scans a string in backticks to its end or to the next `{`.
    fn scan_backticks(&mut self) {
        self.next = Next::Statement;
        while self.offset < self.bytes.len() {
            match self.byte(0) {
                b'\\' => self.offset = (self.offset + 2).min(self.bytes.len()),
                b'{' => {
                    self.offset += 1;
                    self.open_frame(Frame::Interpolation);
                    self.next = Next::Expression;
                    return;
                }
                b => {
                    self.offset += 1;
                    if b == b'`' {
                        return;
                    }
                }
            }
        }
        self.result.has_invalid_token = true;
    }

    fn open_frame(&mut self, frame: Frame) {
        self.frames.push((frame, self.operators));
        self.operators = 0;
        self.measure_depth();
    }

    fn close_frame(&mut self) {
        if let Some((_, operators)) = self.frames.pop() {
            self.all_operators -= self.operators;
            self.operators = operators;
        }
    }

    fn count_operator(&mut self) {
        self.operators += 1;
        self.all_operators += 1;
        self.measure_depth();
    }

    /// Forgets the operators of the expression that has ended.
    fn begin_expression(&mut self) {
        self.all_operators -= self.operators;
        self.operators = 0;
    }

    /// Updates the greatest depth.
    fn measure_depth(&mut self) {
        let depth = self.frames.len() + self.all_operators;
        if depth > self.result.depth {
            self.result.depth = depth;
            self.result.deepest = self.offset.saturating_sub(1);
        }
    }

    fn innermost(&self) -> Option<Frame> {
        self.frames.last().map(|&(frame, _)| frame)
    }

    /// Closes all innermost frames of `if` expressions, which have no `end`. Then closes the next frame if it is of the
    /// kind `frame`.
    fn close_with_if_expressions(&mut self, frame: Frame) {
        while self.innermost() == Some(Frame::IfExpression) {
            self.close_frame();
        }
        if self.innermost() == Some(frame) {
            self.close_frame();
        }
    }

    fn scan_word(&mut self, start: usize) {
        let expected = self.next;
        self.next = Next::Statement;
        match &self.bytes[start..self.offset] {
            b"and" | b"or" | b"not" => {
                self.count_operator();
                self.next = Next::Expression;
            }
            b"function" | b"repeat" | b"do" => self.open_frame(Frame::Block),
            b"if" if expected == Next::Expression => {
                self.open_frame(Frame::IfExpression);
                self.next = Next::Expression;
            }
            b"if" => {
                self.open_frame(Frame::Block);
                self.next = Next::Expression;
            }
            b"then" if self.innermost() == Some(Frame::IfExpression) => self.next = Next::Expression,
            b"then" => self.begin_expression(),
            b"elseif" => {
                if self.innermost() != Some(Frame::IfExpression) {
                    self.begin_expression();
                }
                self.next = Next::Expression;
            }
            b"else" if self.innermost() == Some(Frame::IfExpression) => {
                self.close_frame();
                self.count_operator();
                self.next = Next::Expression;
            }
            b"else" => self.begin_expression(),
            b"end" => self.close_with_if_expressions(Frame::Block),
            b"until" => {
                self.close_with_if_expressions(Frame::Block);
                self.begin_expression();
                self.next = Next::Expression;
            }
            b"while" | b"return" => {
                self.begin_expression();
                self.next = Next::Expression;
            }
            b"in" => self.next = Next::Expression,
            b"for" | b"local" | b"break" => self.begin_expression(),
            _ => {}
        }
    }

    fn scan_symbol(&mut self, byte: u8) {
        self.offset += 1;
        self.result.has_invalid_token |= !b"+-*/%^#&@|?~<>=()[]{};:,.".contains(&byte);
        match byte {
            b'(' | b'[' | b'{' => {
                self.open_frame(Frame::Bracket);
                self.next = Next::Expression;
            }
            b'}' if self.frames.iter().rev().find(|f| f.0 != Frame::IfExpression).map(|f| f.0)
                == Some(Frame::Interpolation) =>
            {
                self.close_with_if_expressions(Frame::Interpolation);
                self.scan_backticks();
            }
            b')' | b']' | b'}' => {
                self.close_with_if_expressions(Frame::Bracket);
                self.next = Next::Statement;
            }
            b',' | b';' => {
                while self.innermost() == Some(Frame::IfExpression) {
                    self.close_frame();
                }
                self.begin_expression();
                let expects_expression = byte == b',' || matches!(self.innermost(), Some(Frame::Bracket));
                self.next = if expects_expression { Next::Expression } else { Next::Statement };
            }
            b'=' if self.byte(0) != b'=' => {
                self.begin_expression();
                self.next = Next::Expression;
            }
            b'.' if self.byte(0) == b'.' && self.byte(1) == b'.' => {
                self.offset += 2;
                self.next = Next::Statement;
            }
            b'.' if self.byte(0) != b'.' => self.next = Next::Statement,
            b'?' => {
                self.count_operator();
                self.next = Next::Statement;
            }
            b':' if self.byte(0) != b':' => self.next = Next::Statement,
            _ => {
                // Read the rest of an operator of several characters. A compound assignment such as `+=` starts an
                // expression.
                while matches!(self.byte(0), b'.' | b'/' | b'<' | b'>' | b'=' | b'~' | b':') {
                    let is_assignment =
                        self.byte(0) == b'=' && matches!(byte, b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'.');
                    self.offset += 1;
                    if is_assignment {
                        self.begin_expression();
                    }
                }
                self.count_operator();
                self.next = Next::Expression;
            }
        }
    }
}
