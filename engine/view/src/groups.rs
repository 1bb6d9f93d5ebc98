//! Groups: spaces that share one word. A group is a kind of space, or all spaces with the same text in a column.

use crate::legend::{Space, kind_title};
use cardwright_content::did_you_mean;
use cardwright_script::Program;

/// Spaces that share one word.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Group {
    /// Every word for the group. The first is the one to type.
    pub words: Vec<String>,
    /// The heading.
    pub title: String,
    /// The ids of the spaces, in board order.
    pub spaces: Vec<String>,
}

impl Group {
    /// Every group of a game: the kinds of space, then the texts of each column. Numbers form no groups.
    pub fn all(program: &Program) -> Vec<Group> {
        let board = &*program.board;
        let spaces: Vec<Space> = (0..board.spaces.len()).map(|at| Space::new(program, at)).collect();
        let ids = |fits: &dyn Fn(&Space) -> bool| spaces.iter().filter(|s| fits(s)).map(|s| s.id.clone()).collect();
        let kind = |(at, kind): (usize, &cardwright_state::board::SpaceKind)| {
            let title = kind_title(program, at);
            let mut words = vec![kind.plural.clone(), kind.id.clone(), title.to_lowercase()];
            words.dedup();
            Group { words, title, spaces: ids(&|space| space.kind == kind.id) }
        };
        let mut out: Vec<Group> = board.space_kinds.iter().enumerate().map(kind).collect();
        for (n, column) in program.content.display_names.columns.iter().enumerate() {
            let cell = |space: &Space| space.printed.get(n).map(|text| text.to_lowercase()).unwrap_or_default();
            let mut values: Vec<String> = spaces.iter().map(cell).collect();
            values.sort();
            values.dedup();
            let is_word = |value: &String| !value.is_empty() && value != "yes" && value.parse::<i64>().is_err();
            for value in values.into_iter().filter(is_word) {
                let title = format!("{} {value}", column.title);
                let spaces = ids(&|space| cell(space) == value);
                out.push(Group { words: vec![value.replace(' ', "-"), value], title, spaces });
            }
        }
        out.retain(|group| !group.spaces.is_empty());
        out
    }

    /// The groups that a word names, usually one.
    pub fn called(program: &Program, word: &str) -> Vec<Group> {
        let low = word.trim().to_lowercase();
        let mut all = Group::all(program);
        all.retain(|group| group.words.contains(&low));
        all
    }

    /// The nearest word of a group, unless one of `names` is nearer.
    pub fn nearest(program: &Program, word: &str, names: &[String]) -> Option<String> {
        let low = word.trim().to_lowercase();
        let groups: Vec<String> =
            Group::all(program).into_iter().filter_map(|it| it.words.into_iter().next()).collect();
        let near = did_you_mean(&low, groups.iter().chain(names).map(String::as_str))?;
        groups.iter().any(|word| word == near).then(|| near.to_owned())
    }
}
