//! Text tables. A column is as wide as its widest cell; cells are never wrapped.

use super::paint::{Page, pad, width};

/// A line below the titles.
#[derive(Debug, Clone)]
pub(crate) enum GridLine {
    Heading(String),
    /// One cell per column.
    Row(Vec<String>),
}

#[derive(Debug, Clone)]
pub(crate) struct Grid {
    pub(crate) titles: Vec<String>,
    pub(crate) lines: Vec<GridLine>,
    /// Blanks between columns.
    pub(crate) gap: usize,
}

impl Grid {
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.titles.iter().map(|t| width(t)).collect();
        for line in &self.lines {
            if let GridLine::Row(cells) = line {
                for (column, cell) in widths.iter_mut().zip(cells) {
                    *column = (*column).max(width(cell));
                }
            }
        }
        widths
    }

    /// Width of the table in terminal columns.
    pub(crate) fn width(&self) -> usize {
        let widths = self.widths();
        let cells = widths.iter().sum::<usize>() + self.gap * widths.len().saturating_sub(1);
        let headings = self.lines.iter().map(|l| if let GridLine::Heading(text) = l { width(text) } else { 0 });
        headings.max().unwrap_or(0).max(cells)
    }

    /// The lines of the table; `ruled` adds a line below the titles.
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
            GridLine::Heading(text) => text.clone(),
            GridLine::Row(cells) => row(cells),
        }));
        out
    }
}
