//! How arguments are read: nothing is popped, converted in place or allocated in Lua, so nothing can be raised.

use super::{P, V, argument, stack};
use cardwright_state::val::{Kind, Plain, Val};
use mlua::ffi::{self, lua_State};
use std::ffi::{CStr, c_int, c_void};

/// Whole numbers below this are exact in Lua.
const EXACT: u64 = 1 << 53;

/// One argument.
pub(crate) trait Argument: Sized {
    /// Reads the value at a place of the stack, which may lie beyond its top.
    ///
    /// # Safety
    /// `state` is running, `at` is 1 or more, and there is room for three values.
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String>;
}

/// All arguments of a function.
pub(crate) trait Arguments: Sized {
    /// Reads them.
    ///
    /// # Safety
    /// `state` runs a C function that has pushed nothing.
    unsafe fn read_all(state: *mut lua_State) -> Result<Self, String>;
}

/// All arguments from here on.
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

/// Some arguments, and all after them.
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

/// What may also come alone.
macro_rules! alone {
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
alone!(V, P, i64, usize, bool, String, ActionOf);

/// Subjects of a text, read where they lie: those up to the first that is nil, and how many were given with all after it.
pub(crate) struct Subjects {
    of: [Val; Subjects::MOST],
    many: usize,
    given: usize,
}

impl Subjects {
    /// The most that a text is given: those of its placeholders.
    pub(crate) const MOST: usize = 9;

    /// The subjects; none if there are too many.
    pub(crate) fn all(&self) -> Option<&[Val]> {
        (self.given <= Subjects::MOST).then(|| &self.of[..self.many])
    }
}

impl Subjects {
    /// Reads them.
    ///
    /// # Safety
    /// As [`Argument::read`].
    #[inline(always)]
    unsafe fn from(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        let mut subjects = Subjects { of: [Val(0); Subjects::MOST], many: 0, given: 0 };
        let mut ended = false;
        // SAFETY: as the caller's.
        unsafe {
            for at in at..=stack::height(state) {
                let subject = argument::<Option<V>>(state, at)?;
                subjects.given += 1;
                match (subject, subjects.of.get_mut(subjects.many)) {
                    (Some(V(val)), Some(place)) if !ended => {
                        *place = val;
                        subjects.many += 1;
                    }
                    _ => ended = true,
                }
            }
        }
        Ok(subjects)
    }
}

/// A text or what comes before it, and its subjects.
macro_rules! and_subjects {
    ($from:literal: $($name:ident $at:literal),*) => {
        impl<$($name: Argument),*> Arguments for ($($name,)* Subjects) {
            #[inline(always)]
            unsafe fn read_all(state: *mut lua_State) -> Result<Self, String> {
                // SAFETY: as the caller's.
                Ok(($(unsafe { argument::<$name>(state, $at) }?,)* unsafe { Subjects::from(state, $from) }?))
            }
        }
    };
}
and_subjects!(2: A 1);
and_subjects!(3: A 1, B 2);
and_subjects!(4: A 1, B 2, C 3);

impl<T: Argument> Rest<T> {
    /// Reads them.
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

/// The values that a step is begun with: those after the last that is something are left out.
pub(crate) struct Values(pub(crate) Vec<Plain>);

impl Values {
    /// Reads them.
    ///
    /// # Safety
    /// As [`Argument::read`].
    pub(crate) unsafe fn from(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's; of what lies there types are read.
        unsafe {
            let mut last = stack::height(state);
            while last >= at && stack::tag(state, last) == ffi::LUA_TNIL {
                last -= 1;
            }
            let mut all = Vec::with_capacity((last + 1 - at).max(0) as usize);
            for at in at..=last {
                all.push(argument::<P>(state, at)?.0);
            }
            Ok(Values(all))
        }
    }
}

impl Arguments for (i64, Values) {
    unsafe fn read_all(state: *mut lua_State) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe { Ok((argument(state, 1)?, Values::from(state, 2)?)) }
    }
}

/// What kind of value lies there, for messages.
unsafe fn type_at(state: *mut lua_State, at: c_int) -> &'static str {
    // SAFETY: reads a type; Luau's type names are static ASCII.
    unsafe {
        match ffi::lua_type(state, at) {
            ffi::LUA_TNIL | ffi::LUA_TNONE => "nil",
            of => CStr::from_ptr(ffi::lua_typename(state, of)).to_str().unwrap_or("value"),
        }
    }
}

/// A number as the handle it is.
#[inline(always)]
fn whole(number: f64) -> Result<Val, String> {
    if number.abs() < EXACT as f64 {
        // SAFETY: it is a number, and far within those that an `i64` can be.
        let whole = unsafe { number.to_int_unchecked::<i64>() };
        if whole as f64 == number {
            return Ok(Val(whole));
        }
    }
    Err(not_whole(number))
}

/// A number to count with: however large, for what it is added to or compared with has bounds of its own.
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

/// Under its address, an action's table keeps its handle: a key that no list has and no script can make up.
static HANDLE: u8 = 0;

/// The key under which an action's table keeps its handle.
pub(crate) fn handle_key() -> *mut c_void {
    (&raw const HANDLE).cast_mut().cast()
}

/// The handle of an action's table, if it is one.
pub(super) unsafe fn handle_in(state: *mut lua_State, at: c_int) -> Option<Val> {
    // SAFETY: `at` is a table; what it has there is pushed and taken off again.
    unsafe {
        let found = ffi::lua_rawgetptagged(state, at, handle_key(), 0) == ffi::LUA_TNUMBER;
        let handle = found.then(|| Val(ffi::lua_tonumber(state, -1) as i64));
        ffi::lua_pop(state, 1);
        handle
    }
}

impl Argument for V {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: a number is read, or it is as the caller's.
        unsafe {
            match stack::number(state, at) {
                Some(number) => whole(number).map(V),
                None => no_number(state, at),
            }
        }
    }
}

/// The handle of an action's table, or what is wrong with a value that is no number.
#[cold]
#[inline(never)]
unsafe fn no_number(state: *mut lua_State, at: c_int) -> Result<V, String> {
    // SAFETY: a type is read, and what a table keeps.
    unsafe {
        match stack::tag(state, at) {
            ffi::LUA_TTABLE => match handle_in(state, at) {
                Some(handle) => Ok(V(handle)),
                None => Err("a table is no argument here; use `set_of(...)`".into()),
            },
            ffi::LUA_TNIL => Err("an argument is nil".into()),
            _ => Err(format!("a {} is no argument here", type_at(state, at))),
        }
    }
}

impl Argument for Option<V> {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: a type and a number are read, or it is as the caller's.
        unsafe {
            match stack::number(state, at) {
                Some(number) => whole(number).map(V).map(Some),
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
                // SAFETY: a type is read, then as the caller's.
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
optional!(i64, String, Handles);

impl Argument for i64 {
    #[inline]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: a type and a number are read.
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
        // SAFETY: reads whether there is anything but nil and false.
        Ok(unsafe { stack::truth(state, at) })
    }
}

impl Argument for String {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: it is a text already, so reading it converts and allocates nothing; it stays on the stack meanwhile.
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

/// The action whose table is given, or a copy of it; none for anything else.
pub(crate) struct ActionOf(pub(crate) Option<Val>);

impl Argument for ActionOf {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's; only tables are asked.
        let is_table = unsafe { stack::tag(state, at) } == ffi::LUA_TTABLE;
        Ok(ActionOf(if is_table { unsafe { handle_in(state, at) } } else { None }))
    }
}

/// An argument that does not matter.
pub(crate) struct Ignored;

impl Argument for Ignored {
    unsafe fn read(_: *mut lua_State, _: c_int) -> Result<Self, String> {
        Ok(Ignored)
    }
}

/// A text that is read where it lies: for the length of a call, during which Lua holds it.
#[derive(Clone, Copy)]
pub(crate) struct Name(&'static str);

impl std::ops::Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}

impl Argument for Name {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: it is a text already, so reading it converts and allocates nothing. It stays on the stack while the function
        // runs that it is an argument of, which drops it before it returns: nothing keeps a `Name`.
        unsafe {
            if stack::tag(state, at) != ffi::LUA_TSTRING {
                return Err(format!("a {} where a text is wanted", type_at(state, at)));
            }
            let mut length = 0;
            let bytes = ffi::lua_tolstring(state, at, &mut length);
            let bytes = std::slice::from_raw_parts(bytes.cast(), length);
            if bytes.is_ascii() {
                return Ok(Name(std::str::from_utf8_unchecked(bytes))); // ASCII is UTF-8, and told sooner
            }
            std::str::from_utf8(bytes).map(Name).map_err(|_| "a text that is no UTF-8".into())
        }
    }
}

/// A value in words, for a message about it.
pub(crate) struct Shown(pub(crate) String);

impl Argument for Shown {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe {
            Ok(Shown(match ffi::lua_type(state, at) {
                ffi::LUA_TSTRING => String::read(state, at)?,
                ffi::LUA_TNUMBER => ffi::lua_tonumber(state, at).to_string(),
                ffi::LUA_TNIL | ffi::LUA_TNONE => "nothing".into(),
                _ => format!("a {}", type_at(state, at)),
            }))
        }
    }
}

/// A value that is to be kept as an argument or a result of a step.
fn lasting(val: Val) -> Result<Val, String> {
    match val.kind() {
        kind @ (Kind::Set | Kind::Filter | Kind::Relation) => {
            Err(format!("a {} does not outlive its step: pass `members(set)`", kind.word()))
        }
        _ => Ok(val),
    }
}

impl Argument for P {
    #[inline]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: types, numbers and elements of a table are read.
        unsafe {
            Ok(P(match stack::tag(state, at) {
                ffi::LUA_TNIL => Plain::Nil,
                ffi::LUA_TBOOLEAN => Plain::Truth(stack::truth(state, at)),
                ffi::LUA_TNUMBER => Plain::Val(lasting(whole(ffi::lua_tonumber(state, at))?)?),
                ffi::LUA_TTABLE => match handle_in(state, at) {
                    Some(handle) => Plain::Val(handle),
                    None => Plain::List(elements(state, at)?.into_iter().map(lasting).collect::<Result<_, _>>()?),
                },
                _ => return Err(format!("a {} is no plain value", type_at(state, at))),
            }))
        }
    }
}

/// The numbers of a list.
unsafe fn elements(state: *mut lua_State, at: c_int) -> Result<Vec<Val>, String> {
    let mut all = Vec::with_capacity(4);
    // SAFETY: `at` is a table; each element is pushed, read and taken off again.
    unsafe {
        for n in 1.. {
            let of = ffi::lua_rawgeti_(state, at, n);
            let read = if of == ffi::LUA_TNIL { None } else { Some(V::read(state, stack::height(state))) };
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
pub(crate) struct Handles(pub(crate) Vec<Val>);

impl Argument for Handles {
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: as the caller's.
        unsafe {
            if ffi::lua_type(state, at) == ffi::LUA_TTABLE && handle_in(state, at).is_none() {
                return elements(state, at).map(Handles);
            }
            V::read(state, at).map(|one| Handles(vec![one.0]))
        }
    }
}

/// What a choice is over, or how it is put: a set or a thing, a text, or a text with its subjects.
pub(crate) enum Asked {
    /// There is none.
    Nothing,
    /// A column, or a text.
    One(Val),
    /// A text and its subjects, as a list.
    Said(Vec<Val>),
}

impl Argument for Asked {
    #[inline(always)]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: a number is read, or it is as the caller's.
        unsafe {
            match stack::number(state, at) {
                Some(number) => whole(number).map(Asked::One),
                None if stack::tag(state, at) == ffi::LUA_TNIL => Ok(Asked::Nothing),
                None => no_column(state, at),
            }
        }
    }
}

/// What is no number among what a choice is asked with.
#[inline(never)]
unsafe fn no_column(state: *mut lua_State, at: c_int) -> Result<Asked, String> {
    // SAFETY: as the caller's.
    unsafe {
        match stack::tag(state, at) {
            ffi::LUA_TTABLE if handle_in(state, at).is_none() => elements(state, at).map(Asked::Said),
            _ => no_number(state, at).map(|V(val)| Asked::One(val)),
        }
    }
}

/// A filter argument of `keep` and `drop`.
#[derive(Clone, Copy)]
pub(crate) enum By {
    /// There is none.
    Nothing,
    /// A filter, or a set used as one.
    Number(V),
    /// A Lua function, at this place of the stack.
    Function(c_int),
}

impl Argument for By {
    #[inline]
    unsafe fn read(state: *mut lua_State, at: c_int) -> Result<Self, String> {
        // SAFETY: a type is read, then as the caller's.
        unsafe {
            match stack::tag(state, at) {
                ffi::LUA_TNIL => Ok(By::Nothing),
                ffi::LUA_TFUNCTION => Ok(By::Function(at)),
                _ => V::read(state, at).map(By::Number),
            }
        }
    }
}
