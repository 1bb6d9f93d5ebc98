//! The relative order of spaces in the board's coordinates: left and right, above and below.

use cardwright_content::layout_file::{Point, Rect};

/// The order of the spaces with coordinates, on each axis.
pub(super) struct BoardOrder {
    /// For each axis, the spaces grouped by equal coordinate, in ascending order.
    ranks: [Vec<Vec<usize>>; 2],
    /// The coordinates of each space, if the board has them.
    known: Vec<Option<Point>>,
}

impl BoardOrder {
    /// The order of some points; `is_known` says whether a point comes from the board.
    pub(super) fn new(places: &[Point], is_known: impl Fn(usize) -> bool) -> BoardOrder {
        let known: Vec<Option<Point>> =
            places.iter().enumerate().map(|(at, place)| is_known(at).then_some(*place)).collect();
        let along = |axis: usize| {
            let mut all: Vec<(f64, usize)> =
                known.iter().enumerate().filter_map(|(at, place)| Some(((*place)?[axis], at))).collect();
            all.sort_by(|one, other| one.0.total_cmp(&other.0));
            let mut ranks: Vec<Vec<usize>> = Vec::new();
            let mut last = None;
            for (is, at) in all {
                match ranks.last_mut().filter(|_| last == Some(is)) {
                    Some(rank) => rank.push(at),
                    None => ranks.push(vec![at]),
                }
                last = Some(is);
            }
            ranks
        };
        BoardOrder { ranks: [along(0), along(1)], known }
    }

    /// 1 if `one` comes before `other` on an axis, -1 if after, 0 if the order is free.
    pub(super) fn direction(&self, axis: usize, one: usize, other: usize) -> f64 {
        match (self.known[one], self.known[other]) {
            (Some(one), Some(other)) if one[axis] < other[axis] => 1.0,
            (Some(one), Some(other)) if one[axis] > other[axis] => -1.0,
            _ => 0.0,
        }
    }

    /// Restores the order after moves: points that have passed each other go back to the border between their ranks.
    pub(super) fn restore(&self, at: &mut [Point]) {
        for (axis, ranks) in self.ranks.iter().enumerate() {
            // The border between two ranks is halfway between the last point before it and the first point after it.
            let ends = |rank: &Vec<usize>| {
                let along = rank.iter().map(|one| at[*one][axis]);
                along.fold((f64::MAX, f64::MIN), |(least, most), is| (least.min(is), most.max(is)))
            };
            let ends: Vec<(f64, f64)> = ranks.iter().map(ends).collect();
            let mut most = Vec::with_capacity(ends.len());
            ends.iter().fold(f64::MIN, |so_far, (_, own)| {
                most.push(so_far.max(*own));
                so_far.max(*own)
            });
            let mut least = vec![f64::MAX; ends.len()];
            let mut so_far = f64::MAX;
            for (rank, (own, _)) in ends.iter().enumerate().rev() {
                so_far = so_far.min(*own);
                least[rank] = so_far;
            }
            let border = |after: usize| match (most.get(after), least.get(after + 1)) {
                (Some(most), Some(least)) => (most + least) / 2.0,
                _ => f64::MAX,
            };
            for (rank, members) in ranks.iter().enumerate() {
                let from = if rank == 0 { f64::MIN } else { border(rank - 1) };
                members.iter().for_each(|one| at[*one][axis] = at[*one][axis].max(from).min(border(rank)));
            }
        }
    }

    /// Whether the board has no coordinates at all.
    pub(super) fn has_no_constraints(&self) -> bool {
        self.known.iter().all(Option::is_none)
    }

    /// Whether a box is in the right order relative to all others.
    pub(super) fn is_kept_at(&self, rects: &[Rect], at: usize) -> bool {
        if self.known[at].is_none() {
            return true;
        }
        let middle = |rect: &Rect, axis: usize| rect[axis] + rect[axis + 2] / 2.0;
        rects.iter().enumerate().all(|(other, rect)| {
            (0..2).all(|axis| {
                let direction = self.direction(axis, at, other);
                direction == 0.0 || (middle(rect, axis) - middle(&rects[at], axis)) * direction >= -0.05
            })
        })
    }
}
