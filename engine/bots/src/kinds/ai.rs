//! `ai`: plays on from the choice many times and answers with what turns out best. The crate `search` does it.

use crate::{Answers, Kind};

pub(crate) const KIND: Kind = Kind { name: "ai", answers: Answers::BySearch };
