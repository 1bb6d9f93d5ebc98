//! A table whose columns are as wide as their widest cell: no cell is ever broken.

use super::paint::{Page, pad, width};

/// A line of a table.
#[derive(Debug, Clone)]
pub(crate) enum Line {
    /// What the rows below it have in common.
    Heading(String),
    /// A row, a text per column.
    Row(Vec<String>),
}

/// A table: titles, then lines.
#[derive(Debug, Clone)]
pub(crate) struct Grid {
    pub(crate) titles: Vec<String>,
    pub(crate) lines: Vec<Line>,
    /// Blanks between columns.
    pub(crate) gap: usize,
}

impl Grid {
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.titles.iter().map(|t| width(t)).collect();
        for line in &self.lines {
            if let Line::Row(cells) = line {
                for (column, cell) in widths.iter_mut().zip(cells) {
                    *column = (*column).max(width(cell));
                }
            }
        }
        widths
    }

    /// Columns of the page it takes.
    pub(crate) fn width(&self) -> usize {
        let widths = self.widths();
        let cells = widths.iter().sum::<usize>() + self.gap * widths.len().saturating_sub(1);
        let headings = self.lines.iter().map(|l| if let Line::Heading(text) = l { width(text) } else { 0 });
        headings.max().unwrap_or(0).max(cells)
    }

    /// As text; `ruled` draws a line above and below the titles.
    pub(crate) fn text(&self, page: Page, ruled: bool) -> Vec<String> {
        let widths = self.widths();
        let row = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).map(|(cell, width)| pad(cell, width + self.gap));
            padded.collect::<String>().trim_end().to_owned()
        };
        let mut out = vec![row(&self.titles)];
        if ruled {
            out.push("─".repeat((self.width() + 2).min(page.width)));
        }
        out.extend(self.lines.iter().map(|line| match line {
            Line::Heading(text) => text.clone(),
            Line::Row(cells) => row(cells),
        }));
        out
    }
}
