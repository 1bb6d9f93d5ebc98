//! `cmd:COMMAND`: a program outside answers. The crate `protocol` runs it.

use crate::{Answers, Kind};

pub(crate) const KIND: Kind = Kind { name: "cmd", answers: Answers::ByProgram };
