//! Text tables. A column is as wide as its widest cell. Cells are never wrapped.

use super::paint::{Page, pad, width};

/// A text line below the titles.
#[derive(Debug, Clone)]
pub(crate) enum GridLine {
    /// A heading across all columns.
    Heading(String),
    /// One cell for each column.
    Row(Vec<String>),
}

/// A text table.
#[derive(Debug, Clone)]
pub(crate) struct Grid {
    /// The titles of the columns.
    pub(crate) titles: Vec<String>,
    pub(crate) lines: Vec<GridLine>,
    /// The number of blanks between columns.
    pub(crate) gap: usize,
}

impl Grid {
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.titles.iter().map(|title| width(title)).collect();
        for line in &self.lines {
            if let GridLine::Row(cells) = line {
                for (column, cell) in widths.iter_mut().zip(cells) {
                    *column = (*column).max(width(cell));
                }
            }
        }
        widths
    }

    /// Returns the width of the text table in terminal columns.
    pub(crate) fn width(&self) -> usize {
        let widths = self.widths();
        let cells = widths.iter().sum::<usize>() + self.gap * widths.len().saturating_sub(1);
        let headings = self.lines.iter().map(|line| if let GridLine::Heading(text) = line { width(text) } else { 0 });
        headings.max().unwrap_or(0).max(cells)
    }

    /// Draws the text table. If `is_ruled`, draws a line below the titles.
    pub(crate) fn text(&self, page: Page, is_ruled: bool) -> Vec<String> {
        let widths = self.widths();
        let row = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).map(|(cell, width)| pad(cell, width + self.gap));
            padded.collect::<String>().trim_end().to_owned()
        };
        let mut out = vec![row(&self.titles)];
        if is_ruled {
            out.push("─".repeat((self.width() + 2).min(page.width)));
        }
        out.extend(self.lines.iter().map(|line| match line {
            GridLine::Heading(text) => text.clone(),
            GridLine::Row(cells) => row(cells),
        }));
        out
    }
}
