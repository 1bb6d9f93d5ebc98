//! Reads arguments from the Lua stack. Reading pops, converts and allocates nothing in Lua, so it raises no error.

use super::{LuaPlain, LuaVal, argument, stack};
use cardwright_state::val::{Kind, PlainValue, Val};
use mlua::ffi::{self, lua_State};
use std::ffi::{CStr, c_int, c_void};

/// Whole numbers below this are exact in Lua.
const EXACT_LIMIT: u64 = 1 << 53;

/// A type that one argument converts to.
pub(crate) trait Argument: Sized {
    /// Reads the value at a place of the stack; places beyond the top count as nil.
    ///
    /// # Safety
    /// `state` is running, `at` is 1 or more, and there is room for three values.
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String>;
}

/// A type that all arguments of a function convert to.
pub(crate) trait Arguments: Sized {
    /// Reads all arguments.
    ///
    /// # Safety
    /// `state` runs a C function that has pushed nothing.
    unsafe fn read_all(state: *mut lua_State) -> Result<Self, String>;
}

/// All remaining arguments.
pub(crate) struct Rest<T>(pub(crate) Vec<T>);

macro_rules! arguments {
    ($($name:ident $at:literal),*) => {
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            #[inline(always)]
            unsafe fn read_all(_state: *mut lua_State) -> Result<Self, String> {
                // SAFETY: as the caller's.
                Ok(($(unsafe { argument::<$name>(_state, $at) }?,)*))
            }
        }
    };
}
arguments!();
arguments!(A 1, B 2);
arguments!(A 1, B 2, C 3);
arguments!(A 1, B 2, C 3, D 4);
arguments!(A 1, B 2, C 3, D 4, E 5);
arguments!(A 1, B 2, C 3, D 4, E 5, F 6);
arguments!(A 1, B 2, C 3, D 4, E 5, F 6, G 7);
arguments!(A 1, B 2, C 3, D 4, E 5, F 6, G 7, H 8);

/// Implements `Arguments` for some arguments and all remaining ones.
macro_rules! and_the_rest {
    ($from:literal: $($name:ident $at:literal),*) => {
        impl<$($name: Argument,)* T: Argument> Arguments for ($($name,)* Rest<T>) {
            #[inline(always)]
            unsafe fn read_all(state: *mut lua_State) -> Result<Self, String> {
                // SAFETY: as the caller's.
                Ok(($(unsafe { argument::<$name>(state, $at) }?,)* unsafe { Rest::from(state, $from) }?))
            }
        }
    };
}
and_the_rest!(2: A 1);

/// Implements `Arguments` for types that may be the only argument.
macro_rules! single {
    ($($of:ty),*) => {
        $(impl Arguments for $of {
            #[inline(always)]
            unsafe fn read_all(state: *mut lua_State) -> Result<Self, String> {
                // SAFETY: as the caller's.
                unsafe { argument(state, 1) }
            }
        })*
    };
}
single!(LuaVal, LuaPlain, i64, usize, bool, String, ActionTableArg);

/// The subjects of a text: the arguments up to the first nil.
pub(crate) struct TextSubjects {
    values: [Val; TextSubjects::MAX],
    count: usize,
    /// The number of arguments, nil and later ones included.
    argument_count: usize,
}

impl TextSubjects {
    /// The most subjects of a text: it has at most nine placeholders.
    pub(crate) const MAX: usize = 9;

    /// The subjects; none if there are too many arguments.
    pub(crate) fn all(&self) -> Option<&[Val]> {
        (self.argument_count <= TextSubjects::MAX).then(|| &self.values[..self.count])
    }
}

impl TextSubjects {
    /// Reads the arguments from a place of the stack on.
    ///
    /// # Safety
    /// As [`Argument::read`].
    #[inline(always)]
    unsafe fn from(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        let mut subjects = TextSubjects { values: [Val(0); TextSubjects::MAX], count: 0, argument_count: 0 };
        let mut found_nil = false;
        // SAFETY: as the caller's.
        unsafe {
            for at in at..=stack::height(state) {
                let subject = argument::<Option<LuaVal>>(state, at)?;
                subjects.argument_count += 1;
                match (subject, subjects.values.get_mut(subjects.count)) {
                    (Some(LuaVal(val)), Some(place)) if !found_nil => {
                        *place = val;
                        subjects.count += 1;
                    }
                    _ => found_nil = true,
                }
            }
        }
        Ok(subjects)
    }
}

/// Implements `Arguments` for a text, arguments before it, and its subjects.
macro_rules! and_subjects {
    ($from:literal: $($name:ident $at:literal),*) => {
        impl<$($name: Argument),*> Arguments for ($($name,)* TextSubjects) {
            #[inline(always)]
            unsafe fn read_all(state: *mut lua_State) -> Result<Self, String> {
                // SAFETY: as the caller's.
                Ok(($(unsafe { argument::<$name>(state, $at) }?,)* unsafe { TextSubjects::from(state, $from) }?))
            }
        }
    };
}
and_subjects!(2: A 1);
and_subjects!(3: A 1, B 2);
and_subjects!(4: A 1, B 2, C 3);

impl<T: Argument> Rest<T> {
    /// Reads the arguments from a place of the stack on.
    ///
    /// # Safety
    /// As [`Argument::read`].
    pub(crate) unsafe fn from(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe {
            let last = stack::height(state);
            let mut all = Vec::with_capacity((last + 1 - at).max(0) as usize);
            for at in at..=last {
                all.push(argument(state, at)?);
            }
            Ok(Rest(all))
        }
    }
}

impl<T: Argument> Arguments for Rest<T> {
    unsafe fn read_all(state: *mut lua_State) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe { Rest::from(state, 1) }
    }
}

/// The arguments of a step, without trailing nils.
pub(crate) struct StepArguments(pub(crate) Vec<PlainValue>);

impl StepArguments {
    /// Reads the arguments from a place of the stack on.
    ///
    /// # Safety
    /// As [`Argument::read`].
    pub(crate) unsafe fn from(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's; the loop reads only types.
        unsafe {
            let mut last = stack::height(state);
            while last >= at && stack::tag(state, last) == ffi::LUA_TNIL {
                last -= 1;
            }
            let mut all = Vec::with_capacity((last + 1 - at).max(0) as usize);
            for at in at..=last {
                all.push(argument::<LuaPlain>(state, at)?.0);
            }
            Ok(StepArguments(all))
        }
    }
}

impl Arguments for (i64, StepArguments) {
    unsafe fn read_all(state: *mut lua_State) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe { Ok((argument(state, 1)?, StepArguments::from(state, 2)?)) }
    }
}

/// The type name of the value at a place, for messages.
unsafe fn type_at(state: *mut lua_State, at: c_int) -> &'static str {
    // SAFETY: reads a type; Luau's type names are static ASCII.
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TNIL | ffi::LUA_TNONE => "nil",
            of => CStr::from_ptr(ffi::lua_typename(state, of)).to_str().unwrap_or("value"),
        }
    }
}

/// Converts a number to a handle.
#[inline(always)]
fn whole(number: f64) -> Result<Val, String> {
    if number.abs() < EXACT_LIMIT as f64 {
        // SAFETY: it is no NaN, and far within the range of `i64`.
        let whole = unsafe { number.to_int_unchecked::<i64>() };
        if whole as f64 == number {
            return Ok(Val(whole));
        }
    }
    Err(not_whole(number))
}

/// Converts a number to an integer of any size: the code that uses it has its own bounds.
#[inline]
fn counted(number: f64) -> Result<i64, String> {
    let whole = number as i64;
    if whole as f64 == number { Ok(whole) } else { Err(not_whole(number)) }
}

#[cold]
fn not_whole(number: f64) -> String {
    if number.fract() == 0.0 {
        return format!("{number} is past all bounds");
    }
    format!("{number} is not a whole number: rules use integers")
}

/// Its address is the key of an action's handle in the action's table: no list has this key, and no script can make it.
static HANDLE: u8 = 0;

/// The key of an action's handle in the action's table.
pub(crate) fn handle_key() -> *mut c_void {
    (&raw const HANDLE).cast_mut().cast()
}

/// The handle in an action's table; none if the table is no action's.
pub(super) unsafe fn handle_in(state: *mut lua_State, at: c_int) -> Option<Val> {
    // SAFETY: the value at `at` is a table; pushes its value for the key, and pops that.
    unsafe {
        let found = ffi::lua_rawgetptagged(state, at, handle_key(), 0) == ffi::LUA_TNUMBER;
        let handle = found.then(|| Val(ffi::lua_tonumber(state, -1) as i64));
        ffi::lua_pop(state, 1);
        handle
    }
}

impl Argument for LuaVal {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: reads a number, or as the caller's.
        unsafe {
            match stack::number(state, at) {
                Some(number) => whole(number).map(LuaVal),
                None => no_number(state, at),
            }
        }
    }
}

/// The handle of an action's table, or the error for any other value that is no number.
#[cold]
#[inline(never)]
unsafe fn no_number(state: *mut lua_State, at: c_int) -> Result<LuaVal, String> {
    // SAFETY: reads a type, or a field of a table.
    unsafe {
        match stack::tag(state, at) {
            ffi::LUA_TTABLE => match handle_in(state, at) {
                Some(handle) => Ok(LuaVal(handle)),
                None => Err("a table is no argument here; use `set_of(...)`".into()),
            },
            ffi::LUA_TNIL => Err("an argument is nil".into()),
            _ => Err(format!("a {} is no argument here", type_at(state, at))),
        }
    }
}

impl Argument for Option<LuaVal> {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: reads a type and a number, or as the caller's.
        unsafe {
            match stack::number(state, at) {
                Some(number) => whole(number).map(LuaVal).map(Some),
                None if stack::tag(state, at) == ffi::LUA_TNIL => Ok(None),
                None => no_number(state, at).map(Some),
            }
        }
    }
}

macro_rules! optional {
    ($($of:ty),*) => {
        $(impl Argument for Option<$of> {
            unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
                // SAFETY: reads a type, then as the caller's.
                unsafe {
                    match stack::tag(state, at) {
                        ffi::LUA_TNIL => Ok(None),
                        _ => <$of>::read(state, at).map(Some),
                    }
                }
            }
        })*
    };
}
optional!(i64, String, OneOrMany);

impl Argument for i64 {
    #[inline]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: reads a type and a number.
        unsafe {
            match stack::number(state, at) {
                Some(number) => counted(number),
                None => Err(format!("a {} where a number is wanted", type_at(state, at))),
            }
        }
    }
}

impl Argument for usize {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's.
        let number = unsafe { i64::read(state, at) }?;
        usize::try_from(number).map_err(|_| format!("{number} where a number of zero or more is wanted"))
    }
}

impl Argument for bool {
    #[inline]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: reads a type and a boolean.
        Ok(unsafe { stack::truth(state, at) })
    }
}

impl Argument for String {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: the value is a string, so this converts and allocates nothing. It stays on the stack meanwhile.
        unsafe {
            if ffi::lua_type(state, at) != ffi::LUA_TSTRING {
                return Err(format!("a {} where a text is wanted", type_at(state, at)));
            }
            let mut length = 0;
            let bytes = ffi::lua_tolstring(state, at, &mut length);
            Ok(String::from_utf8_lossy(std::slice::from_raw_parts(bytes.cast(), length)).into_owned())
        }
    }
}

/// The action whose table, or a copy of it, is the argument; none for any other value.
pub(crate) struct ActionTableArg(pub(crate) Option<Val>);

impl Argument for ActionTableArg {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's; `handle_in` gets only tables.
        let is_table = unsafe { stack::tag(state, at) } == ffi::LUA_TTABLE;
        Ok(ActionTableArg(if is_table { unsafe { handle_in(state, at) } } else { None }))
    }
}

/// An argument whose value does not matter.
pub(crate) struct Ignored;

impl Argument for Ignored {
    unsafe fn read(_: *mut lua_State, _: c_int) -> Result<Self, String> {
        Ok(Ignored)
    }
}

/// A string borrowed from the Lua stack. It is valid during the call only.
#[derive(Clone, Copy)]
pub(crate) struct BorrowedText(&'static str);

impl std::ops::Deref for BorrowedText {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}

impl Argument for BorrowedText {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: the value is a string, so this converts and allocates nothing. It stays on the stack while the function
        // runs. The function drops the `BorrowedText` before it returns: no host function stores one.
        unsafe {
            if stack::tag(state, at) != ffi::LUA_TSTRING {
                return Err(format!("a {} where a text is wanted", type_at(state, at)));
            }
            let mut length = 0;
            let bytes = ffi::lua_tolstring(state, at, &mut length);
            let bytes = std::slice::from_raw_parts(bytes.cast(), length);
            if bytes.is_ascii() {
                return Ok(BorrowedText(std::str::from_utf8_unchecked(bytes))); // ASCII is valid UTF-8 and faster to test.
            }
            std::str::from_utf8(bytes).map(BorrowedText).map_err(|_| "a text that is no UTF-8".into())
        }
    }
}

/// A value as text, for a message about it.
pub(crate) struct DisplayText(pub(crate) String);

impl Argument for DisplayText {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe {
            Ok(DisplayText(match ffi::lua_type(state, at) {
                ffi::LUA_TSTRING => String::read(state, at)?,
                ffi::LUA_TNUMBER => ffi::lua_tonumber(state, at).to_string(),
                ffi::LUA_TNIL | ffi::LUA_TNONE => "nothing".into(),
                _ => format!("a {}", type_at(state, at)),
            }))
        }
    }
}

/// Checks that a value may be an argument or a result of a step.
fn storable(val: Val) -> Result<Val, String> {
    match val.kind() {
        kind @ (Kind::Set | Kind::Filter | Kind::Relation) => {
            Err(format!("a {} does not outlive its step: pass `members(set)`", kind.word()))
        }
        _ => Ok(val),
    }
}

impl Argument for LuaPlain {
    #[inline]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: reads types, numbers and elements of a table.
        unsafe {
            Ok(LuaPlain(match stack::tag(state, at) {
                ffi::LUA_TNIL => PlainValue::Nil,
                ffi::LUA_TBOOLEAN => PlainValue::Boolean(stack::truth(state, at)),
                ffi::LUA_TNUMBER => PlainValue::Val(storable(whole(ffi::lua_tonumber(state, at))?)?),
                ffi::LUA_TTABLE => match handle_in(state, at) {
                    Some(handle) => PlainValue::Val(handle),
                    None => PlainValue::List(elements(state, at)?.into_iter().map(storable).collect::<Result<_, _>>()?),
                },
                _ => return Err(format!("a {} is no plain value", type_at(state, at))),
            }))
        }
    }
}

/// The numbers of a list.
unsafe fn elements(state: *mut lua_State, at: c_int) -> Result<Vec<Val>, String> {
    let mut all = Vec::with_capacity(4);
    // SAFETY: the value at `at` is a table; pushes, reads and pops each element.
    unsafe {
        for n in 1.. {
            let tag = ffi::lua_rawgeti_(state, at, n);
            let read = if tag == ffi::LUA_TNIL { None } else { Some(LuaVal::read(state, stack::height(state))) };
            ffi::lua_pop(state, 1);
            match read {
                None => break,
                Some(handle) => all.push(handle?.0),
            }
        }
    }
    Ok(all)
}

/// One handle, or a list of them.
pub(crate) struct OneOrMany(pub(crate) Vec<Val>);

impl Argument for OneOrMany {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe {
            if ffi::lua_type(state, at) == ffi::LUA_TTABLE && handle_in(state, at).is_none() {
                return elements(state, at).map(OneOrMany);
            }
            LuaVal::read(state, at).map(|one| OneOrMany(vec![one.0]))
        }
    }
}

/// An argument of a choice: a column (a set or a thing), a text, or a text with its subjects.
pub(crate) enum ChoiceArg {
    /// No argument.
    Nothing,
    /// A column, or a text without subjects.
    Value(Val),
    /// A list: a text and its subjects.
    Text(Vec<Val>),
}

impl Argument for ChoiceArg {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: reads a number, or as the caller's.
        unsafe {
            match stack::number(state, at) {
                Some(number) => whole(number).map(ChoiceArg::Value),
                None if stack::tag(state, at) == ffi::LUA_TNIL => Ok(ChoiceArg::Nothing),
                None => no_column(state, at),
            }
        }
    }
}

/// An argument of a choice that is no number.
#[inline(never)]
unsafe fn no_column(state: *mut lua_State, at: c_int) -> Result<ChoiceArg, String> {
    // SAFETY: as the caller's.
    unsafe {
        match stack::tag(state, at) {
            ffi::LUA_TTABLE if handle_in(state, at).is_none() => elements(state, at).map(ChoiceArg::Text),
            _ => no_number(state, at).map(|LuaVal(val)| ChoiceArg::Value(val)),
        }
    }
}

/// A filter argument of `keep` and `drop`.
#[derive(Clone, Copy)]
pub(crate) enum FilterArg {
    /// No argument.
    Nothing,
    /// A filter, or a set used as a filter.
    Value(LuaVal),
    /// A Lua function at this place of the stack.
    Function(c_int),
}

impl Argument for FilterArg {
    #[inline]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: reads a type, then as the caller's.
        unsafe {
            match stack::tag(state, at) {
                ffi::LUA_TNIL => Ok(FilterArg::Nothing),
                ffi::LUA_TFUNCTION => Ok(FilterArg::Function(at)),
                _ => LuaVal::read(state, at).map(FilterArg::Value),
            }
        }
    }
}
