//! The names that rule scripts may not use, with the reason and the replacement.

/// A name that rule scripts may not use.
pub(crate) struct Forbidden {
    pub(crate) name: &'static str,
    /// Why rules may not use the name.
    pub(crate) why: &'static str,
    /// What to write instead.
    pub(crate) instead: &'static str,
}

// The reason and the replacement of each group of names.
const CATCHING: (&str, &str) = (
    "a caught error would leave a step half done and hide the mistake",
    "test the condition first; `need` says why an action is not open",
);
const METATABLES: (&str, &str) = (
    "metatables hide what a line of a rule does, and their state is not part of the position",
    "use plain tables and functions",
);
const ENVIRONMENTS: (&str, &str) = (
    "scripts may not change what names mean, nor make code at run time: it would escape these checks",
    "write a function and pass it what it needs",
);
const OUTSIDE: (&str, &str) = (
    "rules may not read the clock, files or the machine: a game must replay alike everywhere",
    "read the position; chance comes from `roll`",
);
const CHANCE: (&str, &str) = (
    "its outcomes are not on record, so the game could not be replayed",
    "use `roll`, which takes dice from the game's own chance",
);
const PRINTING: (&str, &str) = (
    "a rule runs many times for each answer, and what it printed would not be in the log",
    "to look at a value, call `error(…)` with it for a moment, or ask `lua EXPRESSION` at the prompt; for players, `say(TEXT.x, …)`",
);

/// All forbidden names. A forbidden field of a Luau table is written `table.field`.
pub(crate) const FORBIDDEN: &[Forbidden] = &[
    forbidden("pcall", CATCHING),
    forbidden("xpcall", CATCHING),
    forbidden(
        "coroutine",
        (
            "the engine itself suspends a step at a choice; another coroutine in between would lose its place",
            "use `choose`, `act` and `call`, and hand results back from a step with `return`",
        ),
    ),
    forbidden("setmetatable", METATABLES),
    forbidden("getmetatable", METATABLES),
    forbidden("rawset", METATABLES),
    forbidden("newproxy", METATABLES),
    forbidden("getfenv", ENVIRONMENTS),
    forbidden("setfenv", ENVIRONMENTS),
    forbidden("loadstring", ENVIRONMENTS),
    forbidden("os", OUTSIDE),
    forbidden("io", OUTSIDE),
    forbidden("print", PRINTING),
    forbidden("debug", OUTSIDE),
    forbidden("math.random", CHANCE),
    forbidden("math.randomseed", CHANCE),
];

const fn forbidden(name: &'static str, (why, instead): (&'static str, &'static str)) -> Forbidden {
    Forbidden { name, why, instead }
}

/// The fields of the Luau library `math` that are fractions or return fractions.
pub(crate) const FRACTIONS: &[&str] = &[
    "acos", "asin", "atan", "atan2", "cos", "cosh", "deg", "exp", "frexp", "ldexp", "lerp", "log", "log10", "modf",
    "noise", "pi", "rad", "sin", "sinh", "sqrt", "tan", "tanh",
];

/// Returns the index, from 0, of the argument that a function of the Luau library `table` changes. `argument_count` is
/// the number of arguments in the call.
pub(crate) fn changed_argument(function: &str, argument_count: usize) -> Option<usize> {
    match function {
        "insert" | "remove" | "sort" | "clear" => Some(0),
        "move" if argument_count > 4 => Some(4),
        "move" => Some(0),
        _ => None,
    }
}
