//! The order of spaces by the board's coordinates: which space is left of another, and which is above another.

use cardwright_content::layout_file::{Point, Rect};

/// The order of the spaces that have coordinates, on each axis.
pub(super) struct BoardOrder {
    /// For each axis, the spaces grouped by equal coordinate, in ascending order. Each group is a rank.
    ranks: [Vec<Vec<usize>>; 2],
    /// The coordinates of each space, if the board has them.
    known: Vec<Option<Point>>,
}

impl BoardOrder {
    /// Sorts some points. `is_known` says for the index of a point whether the board gives its coordinates.
    pub(super) fn new(places: &[Point], is_known: impl Fn(usize) -> bool) -> BoardOrder {
        let known: Vec<Option<Point>> =
            places.iter().enumerate().map(|(index, place)| is_known(index).then_some(*place)).collect();
        let ranks_along = |axis: usize| {
            let mut coordinates: Vec<(f64, usize)> =
                known.iter().enumerate().filter_map(|(index, place)| Some(((*place)?[axis], index))).collect();
            coordinates.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut ranks: Vec<Vec<usize>> = Vec::new();
            let mut last = None;
            for (coordinate, index) in coordinates {
                match ranks.last_mut().filter(|_| last == Some(coordinate)) {
                    Some(rank) => rank.push(index),
                    None => ranks.push(vec![index]),
                }
                last = Some(coordinate);
            }
            ranks
        };
        BoardOrder { ranks: [ranks_along(0), ranks_along(1)], known }
    }

    /// Compares two spaces on an axis. Returns 1 if `first` comes before `second`, -1 if it comes after `second`, and 0
    /// if the board does not order them.
    pub(super) fn direction(&self, axis: usize, first: usize, second: usize) -> f64 {
        match (self.known[first], self.known[second]) {
            (Some(a), Some(b)) if a[axis] < b[axis] => 1.0,
            (Some(a), Some(b)) if a[axis] > b[axis] => -1.0,
            _ => 0.0,
        }
    }

    /// Restores the order after points have moved. Points that have passed each other go back to the border between
    /// their ranks.
    pub(super) fn restore(&self, points: &mut [Point]) {
        for (axis, ranks) in self.ranks.iter().enumerate() {
            // The border between two ranks is halfway between the last point of all ranks before the border and the
            // first point of all ranks after the border.
            let extent = |rank: &Vec<usize>| {
                let coordinates = rank.iter().map(|index| points[*index][axis]);
                coordinates.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
            };
            let extents: Vec<(f64, f64)> = ranks.iter().map(extent).collect();
            // For each rank, the last point of this and all earlier ranks.
            let mut last_before = Vec::with_capacity(extents.len());
            extents.iter().fold(f64::MIN, |so_far, (_, high)| {
                last_before.push(so_far.max(*high));
                so_far.max(*high)
            });
            // For each rank, the first point of this and all later ranks.
            let mut first_after = vec![f64::MAX; extents.len()];
            let mut so_far = f64::MAX;
            for (rank, (low, _)) in extents.iter().enumerate().rev() {
                so_far = so_far.min(*low);
                first_after[rank] = so_far;
            }
            let border = |rank: usize| match (last_before.get(rank), first_after.get(rank + 1)) {
                (Some(before), Some(after)) => (before + after) / 2.0,
                _ => f64::MAX,
            };
            for (rank, members) in ranks.iter().enumerate() {
                let from = if rank == 0 { f64::MIN } else { border(rank - 1) };
                members
                    .iter()
                    .for_each(|index| points[*index][axis] = points[*index][axis].max(from).min(border(rank)));
            }
        }
    }

    /// Whether the board has no coordinates at all, so that every order is allowed.
    pub(super) fn has_no_constraints(&self) -> bool {
        self.known.iter().all(Option::is_none)
    }

    /// Whether a box is in the right order relative to all other boxes.
    pub(super) fn is_in_order(&self, rects: &[Rect], index: usize) -> bool {
        if self.known[index].is_none() {
            return true;
        }
        let middle = |rect: &Rect, axis: usize| rect[axis] + rect[axis + 2] / 2.0;
        rects.iter().enumerate().all(|(other, rect)| {
            (0..2).all(|axis| {
                let direction = self.direction(axis, index, other);
                direction == 0.0 || (middle(rect, axis) - middle(&rects[index], axis)) * direction >= -0.05
            })
        })
    }
}
