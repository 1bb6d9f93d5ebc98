//! Reads arguments from the Lua stack. Reading an argument pops no value, converts no value on the stack and allocates
//! no memory in Lua, so Luau raises no error.
//!
//! A [`LuaVal`] is a number or a handle. A [`LuaPlain`] is a plain value.

use super::{LuaPlain, LuaVal, stack};
use crate::host::{HostError, HostResult};
use cardwright_state::val::{Kind, PlainValue, Val};
use mlua::ffi::{self, lua_State};
use std::ffi::{CStr, c_int, c_void};

/// Whole numbers below this limit are exact in Lua.
const EXACT_LIMIT: u64 = 1 << 53;

/// A type to which one argument converts.
pub(crate) trait Argument: Sized {
    /// Reads the value at a stack index. Beyond the top, the value is nil.
    ///
    /// # Safety
    /// `state` is running, `index` is 1 or more, and the stack has room for three more values.
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String>;
}

/// A type to which all arguments of a function convert together.
pub(crate) trait Arguments: Sized {
    /// Reads all arguments.
    ///
    /// # Safety
    /// `state` runs a C function that has pushed nothing.
    unsafe fn read_all(state: *mut lua_State) -> HostResult<Self>;
}

/// Reads one argument. An error names the position of the argument.
///
/// # Safety
/// The conditions of [`Argument::read`] hold.
#[inline(always)]
pub(super) unsafe fn argument<T: Argument>(state: *mut lua_State, index: c_int) -> HostResult<T> {
    // SAFETY: the caller guarantees what this needs.
    match unsafe { T::read(state, index) } {
        Ok(argument) => Ok(argument),
        Err(cause) => Err(HostError::Argument(Box::new((index, cause)))),
    }
}

/// All remaining arguments.
pub(crate) struct Rest<T>(pub(crate) Vec<T>);

/// Implements `Arguments` for a fixed number of arguments, each with its stack index.
macro_rules! arguments {
    ($($name:ident $index:literal),*) => {
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            #[inline(always)]
            unsafe fn read_all(_state: *mut lua_State) -> HostResult<Self> {
                // SAFETY: the caller guarantees what this needs.
                Ok(($(unsafe { argument::<$name>(_state, $index) }?,)*))
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

/// Implements `Arguments` for some arguments and a `Rest`, which starts at the stack index `$from`.
macro_rules! and_the_rest {
    ($from:literal: $($name:ident $index:literal),*) => {
        impl<$($name: Argument,)* T: Argument> Arguments for ($($name,)* Rest<T>) {
            #[inline(always)]
            unsafe fn read_all(state: *mut lua_State) -> HostResult<Self> {
                // SAFETY: the caller guarantees what this needs.
                Ok(($(unsafe { argument::<$name>(state, $index) }?,)* unsafe { Rest::from(state, $from) }?))
            }
        }
    };
}
and_the_rest!(2: A 1);

/// Implements `Arguments` for functions whose only argument has this type.
macro_rules! single {
    ($($only:ty),*) => {
        $(impl Arguments for $only {
            #[inline(always)]
            unsafe fn read_all(state: *mut lua_State) -> HostResult<Self> {
                // SAFETY: the caller guarantees what this needs.
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
    /// The number of arguments, with the first nil and all arguments after it.
    argument_count: usize,
}

impl TextSubjects {
    /// The most subjects of a text, which has at most nine placeholders.
    pub(crate) const MAX: usize = 9;

    /// The subjects, or `None` if there are too many arguments.
    pub(crate) fn all(&self) -> Option<&[Val]> {
        (self.argument_count <= TextSubjects::MAX).then(|| &self.values[..self.count])
    }

    /// Reads the arguments from the stack index `first` to the top.
    ///
    /// # Safety
    /// The conditions of [`Argument::read`] hold.
    #[inline(always)]
    unsafe fn from(state: *mut lua_State, first: c_int) -> HostResult<Self> {
        let mut subjects = TextSubjects { values: [Val(0); TextSubjects::MAX], count: 0, argument_count: 0 };
        let mut found_nil = false;
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            for index in first..=stack::height(state) {
                let subject = argument::<Option<LuaVal>>(state, index)?;
                subjects.argument_count += 1;
                match (subject, subjects.values.get_mut(subjects.count)) {
                    (Some(LuaVal(val)), Some(free_value)) if !found_nil => {
                        *free_value = val;
                        subjects.count += 1;
                    }
                    _ => found_nil = true,
                }
            }
        }
        Ok(subjects)
    }
}

/// Implements `Arguments` for a fixed number of arguments, the last of which is a text, followed by the text's
/// subjects. The subjects start at the stack index `$from`.
macro_rules! and_subjects {
    ($from:literal: $($name:ident $index:literal),*) => {
        impl<$($name: Argument),*> Arguments for ($($name,)* TextSubjects) {
            #[inline(always)]
            unsafe fn read_all(state: *mut lua_State) -> HostResult<Self> {
                // SAFETY: the caller guarantees what this needs.
                Ok(($(unsafe { argument::<$name>(state, $index) }?,)* unsafe { TextSubjects::from(state, $from) }?))
            }
        }
    };
}
and_subjects!(2: A 1);
and_subjects!(3: A 1, B 2);
and_subjects!(4: A 1, B 2, C 3);

impl<T: Argument> Rest<T> {
    /// Reads the arguments from the stack index `first` to the top.
    ///
    /// # Safety
    /// The conditions of [`Argument::read`] hold.
    unsafe fn from(state: *mut lua_State, first: c_int) -> HostResult<Self> {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            let last = stack::height(state);
            let mut values = Vec::with_capacity((last + 1 - first).max(0) as usize);
            for index in first..=last {
                values.push(argument(state, index)?);
            }
            Ok(Rest(values))
        }
    }
}

impl<T: Argument> Arguments for Rest<T> {
    unsafe fn read_all(state: *mut lua_State) -> HostResult<Self> {
        // SAFETY: the caller guarantees what this needs.
        unsafe { Rest::from(state, 1) }
    }
}

/// The arguments of a step, without trailing nils.
pub(crate) struct StepArguments(pub(crate) Vec<PlainValue>);

impl StepArguments {
    /// Reads the arguments from the stack index `first` to the top.
    ///
    /// # Safety
    /// The conditions of [`Argument::read`] hold.
    unsafe fn from(state: *mut lua_State, first: c_int) -> HostResult<Self> {
        // SAFETY: the caller guarantees what this needs. The first loop reads only types.
        unsafe {
            let mut last = stack::height(state);
            while last >= first && stack::tag(state, last) == ffi::LUA_TNIL {
                last -= 1;
            }
            let mut values = Vec::with_capacity((last + 1 - first).max(0) as usize);
            for index in first..=last {
                values.push(argument::<LuaPlain>(state, index)?.0);
            }
            Ok(StepArguments(values))
        }
    }
}

impl<A: Argument> Arguments for (A, StepArguments) {
    unsafe fn read_all(state: *mut lua_State) -> HostResult<Self> {
        // SAFETY: the caller guarantees what this needs.
        unsafe { Ok((argument(state, 1)?, StepArguments::from(state, 2)?)) }
    }
}

/// Returns the name of the type of the value at a stack index, for messages.
unsafe fn type_name(state: *mut lua_State, index: c_int) -> &'static str {
    // SAFETY: this reads a type. Luau's type names are static ASCII.
    unsafe {
        match ffi::lua_type(state, index) {
            ffi::LUA_TNIL | ffi::LUA_TNONE => "nil",
            tag => CStr::from_ptr(ffi::lua_typename(state, tag)).to_str().unwrap_or("value"),
        }
    }
}

/// Converts a number to a handle.
#[inline(always)]
fn handle_from_number(number: f64) -> Result<Val, String> {
    if number.abs() < EXACT_LIMIT as f64 {
        // SAFETY: the comparison excludes NaN and all numbers outside the range of `i64`.
        let whole = unsafe { number.to_int_unchecked::<i64>() };
        if whole as f64 == number {
            return Ok(Val(whole));
        }
    }
    Err(not_whole(number))
}

/// Converts a number to an integer of any size. The host function checks the size.
#[inline]
pub(crate) fn integer_from_number(number: f64) -> Result<i64, String> {
    let whole = number as i64;
    if whole as f64 == number { Ok(whole) } else { Err(not_whole(number)) }
}

#[cold]
fn not_whole(number: f64) -> String {
    if number.fract() == 0.0 {
        return format!("{number} is too large");
    }
    format!("{number} is not a whole number: rules use integers")
}

/// The address of this static is the key of an action's handle in the action's table. No list has this key, and no
/// script can make this key.
static HANDLE_KEY: u8 = 0;

/// The key of an action's handle in the action's table.
pub(crate) fn handle_key() -> *mut c_void {
    (&raw const HANDLE_KEY).cast_mut().cast()
}

/// Returns the handle in an action's table. Returns `None` for any other table.
pub(super) unsafe fn action_handle_in(state: *mut lua_State, index: c_int) -> Option<Val> {
    // SAFETY: the value at `index` is a table. This pushes the table's value for the key, and pops the value.
    unsafe {
        let found = ffi::lua_rawgetptagged(state, index, handle_key(), 0) == ffi::LUA_TNUMBER;
        let handle = found.then(|| Val(ffi::lua_tonumber(state, -1) as i64));
        ffi::lua_pop(state, 1);
        handle
    }
}

impl Argument for LuaVal {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            match stack::number(state, index) {
                Some(number) => handle_from_number(number).map(LuaVal),
                None => action_handle(state, index),
            }
        }
    }
}

/// Reads a value that is no number. Returns the handle in an action's table, and an error for any other value.
#[cold]
#[inline(never)]
unsafe fn action_handle(state: *mut lua_State, index: c_int) -> Result<LuaVal, String> {
    // SAFETY: this reads a type, or a field of a table.
    unsafe {
        match stack::tag(state, index) {
            ffi::LUA_TTABLE => match action_handle_in(state, index) {
                Some(handle) => Ok(LuaVal(handle)),
                None => Err("this argument cannot be a table; use `set_of(...)`".into()),
            },
            ffi::LUA_TNIL => Err("an argument is nil".into()),
            _ => Err(format!("a {} is no argument here", type_name(state, index))),
        }
    }
}

impl Argument for Option<LuaVal> {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            match stack::number(state, index) {
                Some(number) => handle_from_number(number).map(LuaVal).map(Some),
                None if stack::tag(state, index) == ffi::LUA_TNIL => Ok(None),
                None => action_handle(state, index).map(Some),
            }
        }
    }
}

/// Implements `Argument` for optional arguments, which may be nil.
macro_rules! optional {
    ($($inner:ty),*) => {
        $(impl Argument for Option<$inner> {
            unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
                // SAFETY: the caller guarantees what this needs.
                unsafe {
                    match stack::tag(state, index) {
                        ffi::LUA_TNIL => Ok(None),
                        _ => <$inner>::read(state, index).map(Some),
                    }
                }
            }
        })*
    };
}
optional!(i64, String, OneOrMany, RowCells);

impl Argument for i64 {
    #[inline]
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: this reads a type and a number.
        unsafe {
            match stack::number(state, index) {
                Some(number) => integer_from_number(number),
                None => Err(format!("a {} where a number is wanted", type_name(state, index))),
            }
        }
    }
}

impl Argument for usize {
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs.
        let number = unsafe { i64::read(state, index) }?;
        usize::try_from(number).map_err(|_| format!("{number} where a number of zero or more is wanted"))
    }
}

impl Argument for bool {
    #[inline]
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: this reads a type and a boolean.
        Ok(unsafe { stack::truth(state, index) })
    }
}

impl Argument for String {
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the value is a string, so `lua_tolstring` converts and allocates nothing. The string stays on the
        // stack while this copies its bytes.
        unsafe {
            if ffi::lua_type(state, index) != ffi::LUA_TSTRING {
                return Err(format!("a {} where a text is wanted", type_name(state, index)));
            }
            let mut length = 0;
            let bytes = ffi::lua_tolstring(state, index, &mut length);
            Ok(String::from_utf8_lossy(std::slice::from_raw_parts(bytes.cast(), length)).into_owned())
        }
    }
}

/// The handle of an action, if the argument is the action's table or a copy of that table. `None` for any other value.
pub(crate) struct ActionTableArg(pub(crate) Option<Val>);

impl Argument for ActionTableArg {
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs. `action_handle_in` gets only tables.
        let is_table = unsafe { stack::tag(state, index) } == ffi::LUA_TTABLE;
        Ok(ActionTableArg(if is_table { unsafe { action_handle_in(state, index) } } else { None }))
    }
}

/// An argument whose value does not matter.
pub(crate) struct Ignored;

impl Argument for Ignored {
    unsafe fn read(_: *mut lua_State, _: c_int) -> Result<Self, String> {
        Ok(Ignored)
    }
}

/// A string borrowed from the Lua stack. It is valid only during the call of the host function.
#[derive(Clone, Copy)]
pub(crate) struct BorrowedText(&'static str);

impl std::ops::Deref for BorrowedText {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}

impl Argument for BorrowedText {
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the value is a string, so `lua_tolstring` converts and allocates nothing. The string stays on the
        // stack while the host function runs. No host function stores a `BorrowedText` beyond its return.
        unsafe {
            if stack::tag(state, index) != ffi::LUA_TSTRING {
                return Err(format!("a {} where a text is wanted", type_name(state, index)));
            }
            let mut length = 0;
            let bytes = ffi::lua_tolstring(state, index, &mut length);
            let bytes = std::slice::from_raw_parts(bytes.cast(), length);
            // Testing for ASCII, which is valid UTF-8, is faster than testing for UTF-8.
            if bytes.is_ascii() {
                return Ok(BorrowedText(std::str::from_utf8_unchecked(bytes)));
            }
            std::str::from_utf8(bytes).map(BorrowedText).map_err(|_| "the text is not valid UTF-8".into())
        }
    }
}

/// A value as text, for a message about it.
pub(crate) struct DisplayText(pub(crate) String);

impl Argument for DisplayText {
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            Ok(DisplayText(match ffi::lua_type(state, index) {
                ffi::LUA_TSTRING => String::read(state, index)?,
                ffi::LUA_TNUMBER => ffi::lua_tonumber(state, index).to_string(),
                ffi::LUA_TNIL | ffi::LUA_TNONE => "nothing".into(),
                _ => format!("a {}", type_name(state, index)),
            }))
        }
    }
}

/// Checks that a value may be an argument or a result of a step.
fn check_storable(val: Val) -> Result<Val, String> {
    match val.kind() {
        kind @ (Kind::Set | Kind::Filter | Kind::Relation) => {
            Err(format!("a {} does not outlive its step: pass `members(set)`", kind.word()))
        }
        _ => Ok(val),
    }
}

impl Argument for LuaPlain {
    #[inline]
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: this reads types, numbers and elements of a table.
        unsafe {
            Ok(LuaPlain(match stack::tag(state, index) {
                ffi::LUA_TNIL => PlainValue::Nil,
                ffi::LUA_TBOOLEAN => PlainValue::Boolean(stack::truth(state, index)),
                ffi::LUA_TNUMBER => {
                    PlainValue::Val(check_storable(handle_from_number(ffi::lua_tonumber(state, index))?)?)
                }
                ffi::LUA_TTABLE => match action_handle_in(state, index) {
                    Some(handle) => PlainValue::Val(handle),
                    None => PlainValue::List(
                        elements(state, index)?.into_iter().map(check_storable).collect::<Result<_, _>>()?,
                    ),
                },
                _ => return Err(format!("a {} is no plain value", type_name(state, index))),
            }))
        }
    }
}

/// Reads the handles and numbers of a list.
unsafe fn elements(state: *mut lua_State, index: c_int) -> Result<Vec<Val>, String> {
    let mut elements = Vec::with_capacity(4);
    // SAFETY: the value at `index` is a table. This pushes, reads and pops each element.
    unsafe {
        for position in 1.. {
            let tag = ffi::lua_rawgeti_(state, index, position);
            let read = if tag == ffi::LUA_TNIL { None } else { Some(LuaVal::read(state, stack::height(state))) };
            ffi::lua_pop(state, 1);
            match read {
                None => break,
                Some(handle) => elements.push(handle?.0),
            }
        }
    }
    Ok(elements)
}

/// One handle, or a list of them.
pub(crate) struct OneOrMany(pub(crate) Vec<Val>);

impl Argument for OneOrMany {
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            if ffi::lua_type(state, index) == ffi::LUA_TTABLE && action_handle_in(state, index).is_none() {
                return elements(state, index).map(OneOrMany);
            }
            LuaVal::read(state, index).map(|single| OneOrMany(vec![single.0]))
        }
    }
}

/// The value of a column of a row.
pub(crate) enum RowCell {
    Boolean(bool),
    /// A number or a handle.
    Val(Val),
}

/// Cells of a row, by the names of their columns.
#[derive(Default)]
pub(crate) struct RowCells(pub(crate) Vec<(String, RowCell)>);

impl Argument for RowCells {
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        let mut cells = Vec::new();
        // SAFETY: the value at `index` is a table. Each step of the loop pushes a key and its value, reads them, and
        // pops them. Reading a key that is a string converts nothing.
        unsafe {
            if stack::tag(state, index) != ffi::LUA_TTABLE || action_handle_in(state, index).is_some() {
                return Err(format!("a {} where a table such as `{{ due = 12 }}` is wanted", type_name(state, index)));
            }
            let mut iteration = ffi::lua_rawiter(state, index, 0);
            while iteration >= 0 {
                let value = stack::height(state);
                let cell = match (String::read(state, value - 1), stack::tag(state, value)) {
                    (Err(_), _) => Err("the cells of a row need the names of their columns: `{ due = 12 }`".into()),
                    (Ok(name), ffi::LUA_TBOOLEAN) => Ok((name, RowCell::Boolean(stack::truth(state, value)))),
                    (Ok(name), _) => match LuaVal::read(state, value) {
                        Ok(LuaVal(val)) => Ok((name, RowCell::Val(val))),
                        Err(cause) => Err(format!("`{name}`: {cause}")),
                    },
                };
                ffi::lua_pop(state, 2);
                cells.push(cell?);
                iteration = ffi::lua_rawiter(state, index, iteration);
            }
        }
        cells.sort_by(|(a, _), (b, _)| a.cmp(b)); // so that the order of checks and messages does not vary
        Ok(RowCells(cells))
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
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            match stack::number(state, index) {
                Some(number) => handle_from_number(number).map(ChoiceArg::Value),
                None if stack::tag(state, index) == ffi::LUA_TNIL => Ok(ChoiceArg::Nothing),
                None => read_list_or_action(state, index),
            }
        }
    }
}

/// Reads an argument of a choice that is no number: a list with a text, or the table of an action.
#[inline(never)]
unsafe fn read_list_or_action(state: *mut lua_State, index: c_int) -> Result<ChoiceArg, String> {
    // SAFETY: the caller guarantees what this needs.
    unsafe {
        match stack::tag(state, index) {
            ffi::LUA_TTABLE if action_handle_in(state, index).is_none() => elements(state, index).map(ChoiceArg::Text),
            _ => action_handle(state, index).map(|LuaVal(val)| ChoiceArg::Value(val)),
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
    /// A Lua function.
    Function(FunctionIndex),
}

/// The stack index of an argument that is a Lua function.
#[derive(Clone, Copy)]
pub(crate) struct FunctionIndex(pub(super) c_int);

impl Argument for FilterArg {
    #[inline]
    unsafe fn read(state: *mut lua_State, index: c_int) -> Result<Self, String> {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            match stack::tag(state, index) {
                ffi::LUA_TNIL => Ok(FilterArg::Nothing),
                ffi::LUA_TFUNCTION => Ok(FilterArg::Function(FunctionIndex(index))),
                _ => LuaVal::read(state, index).map(FilterArg::Value),
            }
        }
    }
}
