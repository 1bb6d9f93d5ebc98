//! Groups: spaces that share one word. A group is a kind of space, or all spaces with the same text in one column of
//! the displayed board.

use crate::legend::{Space, kind_title};
use cardwright_content::did_you_mean;
use cardwright_script::Program;

/// Spaces that share one word.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Group {
    /// Every word for the group. Help texts use the first word.
    pub words: Vec<String>,
    /// The heading.
    pub title: String,
    /// The ids of the spaces, in board order.
    pub spaces: Vec<String>,
}

impl Group {
    /// Returns every group of a game: the kinds of space, then one group for each text in a column. Numbers form no
    /// groups.
    pub fn all(program: &Program) -> Vec<Group> {
        let board = &*program.board;
        let spaces: Vec<Space> = (0..board.spaces.len()).map(|index| Space::new(program, index)).collect();
        let ids = |fits: &dyn Fn(&Space) -> bool| {
            spaces.iter().filter(|space| fits(space)).map(|space| space.id.clone()).collect()
        };
        let kind_group = |(index, kind): (usize, &cardwright_state::board::SpaceKind)| {
            let title = kind_title(program, index);
            let mut words = vec![kind.plural.clone(), kind.id.clone(), title.to_lowercase()];
            words.dedup();
            Group { words, title, spaces: ids(&|space| space.kind == kind.id) }
        };
        let mut out: Vec<Group> = board.space_kinds.iter().enumerate().map(kind_group).collect();
        for (n, column) in program.content.display_names.columns.iter().enumerate() {
            let cell = |space: &Space| space.printed.get(n).map(|text| text.to_lowercase()).unwrap_or_default();
            let mut values: Vec<String> = spaces.iter().map(cell).collect();
            values.sort();
            values.dedup();
            // The column of a boolean field shows `yes`.
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

    /// Returns the groups that a word names, usually one.
    pub fn called(program: &Program, word: &str) -> Vec<Group> {
        let lower_case = word.trim().to_lowercase();
        let mut groups = Group::all(program);
        groups.retain(|group| group.words.contains(&lower_case));
        groups
    }

    /// Returns the group word that is spelled most like `word`, unless one of `names` is spelled more like it.
    pub fn nearest(program: &Program, word: &str, names: &[String]) -> Option<String> {
        let lower_case = word.trim().to_lowercase();
        let group_words: Vec<String> =
            Group::all(program).into_iter().filter_map(|group| group.words.into_iter().next()).collect();
        let nearest = did_you_mean(&lower_case, group_words.iter().chain(names).map(String::as_str))?;
        group_words.iter().any(|group_word| group_word == nearest).then(|| nearest.to_owned())
    }
}
