//! The order in which a board says that its places lie: left and right of each other, above and below.

use cardwright_content::sketch::{Point, Rect};

/// Who lies before whom on each axis: among those whose place the board says.
pub(super) struct Order {
    /// On each axis: those that lie at the same, the first first.
    ranks: [Vec<Vec<usize>>; 2],
    /// The places that the board says, none of the others.
    said: Vec<Option<Point>>,
}

impl Order {
    /// The order of some places; `is_said`: whether the board says where one lies.
    pub(super) fn of(places: &[Point], is_said: impl Fn(usize) -> bool) -> Order {
        let said: Vec<Option<Point>> =
            places.iter().enumerate().map(|(at, place)| is_said(at).then_some(*place)).collect();
        let along = |axis: usize| {
            let mut all: Vec<(f64, usize)> =
                said.iter().enumerate().filter_map(|(at, place)| Some(((*place)?[axis], at))).collect();
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
        Order { ranks: [along(0), along(1)], said }
    }

    /// Whether one lies before another on an axis: -1 and 1; 0 where nobody has said so.
    pub(super) fn sign(&self, axis: usize, one: usize, other: usize) -> f64 {
        match (self.said[one], self.said[other]) {
            (Some(one), Some(other)) if one[axis] < other[axis] => 1.0,
            (Some(one), Some(other)) if one[axis] > other[axis] => -1.0,
            _ => 0.0,
        }
    }

    /// Puts what has come past each other back: those of ranks that overlap meet in the middle, so that none lies on the wrong
    /// side of another.
    pub(super) fn restore(&self, at: &mut [Point]) {
        for (axis, ranks) in self.ranks.iter().enumerate() {
            // Between two ranks lies a border: amid the farthest of what lies before and the nearest of what follows.
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

    /// Whether the board says nothing of where any of them lies.
    pub(super) fn is_free(&self) -> bool {
        self.said.iter().all(Option::is_none)
    }

    /// Whether a box lies where the board says in regard to all others.
    pub(super) fn holds(&self, rects: &[Rect], at: usize) -> bool {
        if self.said[at].is_none() {
            return true;
        }
        let middle = |rect: &Rect, axis: usize| rect[axis] + rect[axis + 2] / 2.0;
        rects.iter().enumerate().all(|(other, rect)| {
            (0..2).all(|axis| {
                let way = self.sign(axis, at, other);
                way == 0.0 || (middle(rect, axis) - middle(&rects[at], axis)) * way >= -0.05
            })
        })
    }
}
