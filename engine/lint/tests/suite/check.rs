//! Findings of `check`, and code without findings.

use cardwright_lint::{Finding, SymbolTable, check};

const GLOBALS: &[&str] = &[
    "ipairs", "pairs", "pcall", "math", "table", "string", "os", "debug", "move", "roll", "need", "action", "pieces",
    "next", "WHY", "CARD", "ZONE", "tostring", "_G",
];
const FIELDS: &[(&str, &[&str])] =
    &[("WHY", &["needs_a_rebel", "too_few"]), ("CARD", &["07", "08"]), ("ZONE", &["red", "blue"])];

/// A simple test for similar names: the same letters, and at most one more.
fn nearest(name: &str, known: &[&str]) -> Option<String> {
    let has = |near: &&&str| near.len() - name.len().min(near.len()) <= 1 && name.chars().all(|c| near.contains(c));
    known.iter().find(has).map(|near| (*near).to_owned())
}

fn lint(source: &str) -> Vec<Finding> {
    let fields = |table: &str| FIELDS.iter().find(|(t, _)| *t == table).map(|(_, f)| *f);
    let known = SymbolTable {
        is_global: &|name| GLOBALS.contains(&name),
        global_names: &|| GLOBALS.iter().map(|g| (*g).to_owned()).collect(),
        has_field: &|table, field| fields(table).map(|f| f.contains(&field)),
        field_names: &|table| fields(table).into_iter().flatten().map(|f| (*f).to_owned()).collect(),
        nearest: &nearest,
        name_parameters: &[],
        renamed_functions: &[],
    };
    check(source, &known)
}

/// Each finding as `code text`, without `script::`.
fn found(source: &str) -> Vec<String> {
    let all = lint(source);
    assert!(all.iter().all(|f| !f.warning && !f.message.is_empty() && !f.label.is_empty()));
    all.iter().map(|f| format!("{} {}", f.code.trim_start_matches("script::"), &source[f.span.clone()])).collect()
}

fn helps(source: &str) -> Vec<String> {
    lint(source).into_iter().map(|f| f.help.unwrap_or_default()).collect()
}

#[track_caller]
fn clean(source: &str) {
    assert_eq!(found(source), Vec::<String>::new(), "{source}");
}

#[track_caller]
fn finds(source: &str, expected: &[&str]) {
    assert_eq!(found(source), expected, "{source}");
}

// --- syntax

#[test]
fn syntax_errors_have_a_place_and_hide_other_findings() {
    finds("local x = )\nfoo = 1\n", &["syntax ="]); // after which an expression is missing
    finds("local x = = 3\nlocal y = 1\n", &["syntax ="]);
    finds("-- é ü\nmove(1) )\n", &["syntax )"]);
    finds("\u{feff}local x = 1\nnope()", &["syntax \u{feff}"]);
    finds("if roll then\n", &["syntax n"]);
    finds("local é = 1", &["syntax é"]);
    finds("local x = 3 $ 4", &["syntax $"]);
    finds("move(1, 2", &["syntax ("]);
    finds("local s = 'abc\nlocal y = 2\n", &["syntax 'abc"]);
    finds("--[[ never closed", &["syntax --[[ never closed"]);
    assert!(!lint("f(").is_empty());
    assert!(!lint("x").is_empty());
}

#[test]
fn empty_files_are_fine() {
    clean("");
    clean("\n\n");
    clean("-- only a comment");
    clean("local x = 1\r\nlocal y = x\r\n");
}

#[test]
fn luau_is_understood() {
    clean(
        "--!strict\ntype Side = \"red\" | \"blue\"\ntype F = (number, string) -> (boolean, ...any)\n\
         local function f<T>(a: T, b: number?, ...: any): (T, number)\n\
           local n: number = if b == nil then 0 elseif b > 3 then 3 else b\n\
           n += 1 n -= 1 n *= 2 n //= 2 n %= 5 n ^= 2\n\
           local s = `a {n} {`{n + 1}`} \\{ b` .. 'x' .. [[y]] .. [==[z]]]==]\n\
           s ..= 'q'\n\
           for i = 1, #s, 2 do if i > 3 then continue end break end\n\
           repeat local d = n until d > 0x_F and not (d == 0b11 or d ~= 1_000)\n\
           while false do end\n\
           return (a :: any) :: T, n // 2, ...\n\
         end\nreturn { f = f, [1] = -2; 'x' }\n",
    );
}

#[test]
fn nesting_is_bounded() {
    for (open, close, before) in [
        ("(", ")", "local x = "),
        ("{", "}", "local x = "),
        ("move(", ")", "local x = "),
        ("not ", "", "local x = "),
        ("- ", "", "local x = "),
        ("1 .. ", "", "local x = "),
        ("1 + ", "", "local x = "),
        ("`{", "}`", "local x = "),
        ("if true then 1 else ", "", "local x = "),
        ("if true then ", " else 1", "local x = "),
        ("(number) -> ", "", "local x: "),
        ("A<", "", "local x: "),
        ("T?", "?", "local x: T"),
    ] {
        let deep = format!("{before}{}1{}", open.repeat(5000), close.repeat(5000));
        let all = lint(&deep);
        assert_eq!(all.len(), 1, "{open}");
        assert_eq!(all[0].message, "the code is nested too deep to be read", "{open}");
        // Also unclosed brackets.
        assert!(!lint(&format!("{before}{}", open.repeat(5000))).is_empty());
    }
    for (open, close) in [
        ("do ", " end"),
        ("if true then ", " end"),
        ("repeat ", " until true"),
        ("for i = 1, 2 do ", " end"),
        ("local f = function() ", " end"),
        ("move({function() if true then ", " end end})"),
    ] {
        assert_eq!(lint(&format!("{}{}", open.repeat(1000), close.repeat(1000))).len(), 1, "{open}");
        clean(&format!("{}{}", open.repeat(38), close.repeat(38)));
    }
    clean(&format!("local x = {}1{}", "(".repeat(150), ")".repeat(150)));
}

#[test]
fn long_files_are_not_deep() {
    let part = "local function f(a: number?): number?\n  if a == nil and not false or a > 1 then return 1\n  elseif a < 2 \
                then return if a > 1 then 2 elseif a > 3 then 4 else -5 end\n  local q = ...\n  if q then q = q .. 'x' end\n  \
                while a < 3 and a > 2 do a += 1 end\n  repeat a -= 1 until a < 3 or a > 5\n  local t = { if a then 1 else 2, \
                x = function() return not a end; y = `a {if a then 1 else 2} b` }\n  return t.x\nend\n";
    let part = part.replace("f(a: number?)", "f(a: number?, ...)");
    clean(&part.repeat(19));
    clean(&part.repeat(150).replace("local function", "do end\nlocal function"));
}

// --- state of the file

#[test]
fn assigning_to_a_local_of_the_file() {
    finds("local n = 0\nlocal function f() n = 1 end", &["module-state n"]);
    finds("local n = 0\nlocal function f() n += 1 end", &["module-state n"]);
    finds("local a, b\nlocal function f() local c; a, b, c = 1, 2, 3 end", &["module-state a", "module-state b"]);
    finds("local n = 0\naction { offer = function() n = n + 1 end }", &["module-state n"]);
    finds("local n = 0\nlocal function f() return function() if true then n = 1 end end end", &["module-state n"]);
    finds("local f\nlocal function g() function f() end end", &["module-state f"]);
    finds("do local n = 0\nlocal function f() n = 1 end end", &["module-state n"]);
    finds("for i = 1, 3 do action(function() i = 2 end) end", &["module-state i"]);
}

#[test]
fn at_file_level_all_is_allowed() {
    clean("local n = 0\nn = 1\nn += 1\nif n > 1 then n = 2 end\nfor i = 1, 3 do n += i end");
    clean("local M = {}\nM.x = 1\nM.y = { 1 }\nM.y[2] = 3\ntable.insert(M.y, 4)\nreturn M");
    clean("local M = {}\nfunction M.f() end\nfunction M.a.b() end\nfunction M:g() return self end");
    clean("local f\nfunction f() return f end");
}

#[test]
fn shadowing_names_are_other_variables() {
    clean("local n = 0\nlocal function f(n) n = 1 end");
    clean("local n = 0\nlocal function f() local n = 1; n = 2; n += 1 end");
    clean("local n = 0\nlocal function f() for n = 1, 3 do n = 2 end end");
    clean("local n = 0\nlocal function f() for _, n in ipairs({}) do n = 2 end end");
    clean("local n = 0\nlocal function f() local function n() end; n = 1 end");
    clean("local f = 0\nlocal function g() local function f() end return f end");
    clean("local function f() local n = 0; local function g() n += 1 end g() return n end");
    clean("local n = 0\nlocal function f() repeat local n = 1 until n == 2 or (function() n = 3 end)() end");
    clean("local M = {}\nfunction M:f() self.x = 1 end");
    // But only in their scope.
    finds("local n = 0\nlocal function f() do local n = 1 end n = 2 end", &["module-state n"]);
    finds("local n = 0\nlocal function f() for n = 1, 2 do end n = 2 end", &["module-state n"]);
    finds("local n = 0\nlocal function f() local g = function(n) end n = 2 end", &["module-state n"]);
    finds("local n = 0\nlocal function f() n = 1; local n = 2; n = 3 end", &["module-state n"]);
    finds("local n = 0\nlocal function f() local n2 = n; local n = (function() n = 1 end)() end", &["module-state n"]);
}

#[test]
fn load_time_functions_may_fill_tables_of_the_file() {
    let fill =
        "local n, rows = 0, {}\nlocal function add(row)\n  n += 1\n  rows[n] = row\n  table.insert(rows, row)\nend\n";
    let clean_with = |after: &str| clean(&format!("{fill}{after}"));
    clean_with("add(1)\nadd(2)");
    clean_with("for i = 1, 3 do add(i) end\nlocal all = add(4)");
    clean_with("local function twice(row) add(row); add(row) end\ntwice(1)");
    clean_with("add(1)\naction(function() return rows[1] end)");
    // Functions that may be called later may not.
    let three = ["module-state n", "module-state rows[n]", "module-state rows"];
    let finds_with = |after: &str| finds(&format!("{fill}{after}"), &three);
    finds_with("");
    finds_with("add(1)\naction(function() add(2) end)");
    finds_with("add(1)\naction(add)");
    finds_with("add(1)\nlocal later = add");
    finds_with("add(1)\nreturn { add = add }");
    finds_with("local function late() add(1) end\nadd(1)\nreturn late");
    finds_with("local function again() add(1) end\nagain()\naction(function() again() end)");
    finds_with("local function outer() return function() add(1) end end\nouter()");
    // Functions that such a function makes, or that are passed on, may be called later.
    finds("local n = 0\nlocal function make() return function() n += 1 end end\nmake()", &["module-state n"]);
}

#[test]
fn changing_a_table_of_the_file() {
    let inside = |code: &str| format!("local M, cache, k = {{}}, {{}}, 1\nlocal function f(v)\n  {code}\nend");
    finds(&inside("cache[k] = v"), &["module-state cache[k]"]);
    finds(&inside("M.count = 1"), &["module-state M.count"]);
    finds(&inside("M.a[1].b += 1"), &["module-state M.a[1].b"]);
    finds(&inside("(M).x = 1"), &["module-state (M).x"]);
    finds(&inside("function M.g() end"), &["module-state M.g"]);
    finds(&inside("function M:g() end"), &["module-state M:g"]);
    finds(&inside("table.insert(cache, v)"), &["module-state cache"]);
    finds(&inside("table.insert(cache.list, 1, v)"), &["module-state cache.list"]);
    finds(&inside("local x = table.remove(cache)"), &["module-state cache"]);
    finds(&inside("table.sort(cache)"), &["module-state cache"]);
    finds(&inside("table.clear((cache))"), &["module-state (cache)"]);
    finds(&inside("table.move(cache, 1, 2, 3)"), &["module-state cache"]);
    finds(&inside("table.move(v, 1, 2, 3, cache)"), &["module-state cache"]);
    clean(&inside("table.move(cache, 1, 2, 3, v)"));
    clean(&inside("table.insert(v, cache)"));
    clean(&inside("local x = table.concat(cache) .. #cache .. cache[1]"));
    clean(&inside("v.x = cache; v[cache[1]] = 2"));
    clean(&inside("M.get(1).x = 2"));
    clean(&inside("local cache = {}; cache[1] = 2; table.insert(cache, 3)"));
    // Through an alias.
    finds(&inside("local alias = cache; alias[k] = v"), &["module-state alias[k]"]);
    finds(&inside("local row = cache.rows[1]; local cell = row; cell.x += 1"), &["module-state cell.x"]);
    finds(&inside("local alias = cache; table.insert(alias, v)"), &["module-state alias"]);
    finds(&inside("local insert = table.insert; insert(cache, v)"), &["module-state cache"]);
    finds(&inside("for _, row in ipairs(cache) do row.seen = true end"), &["module-state row.seen"]);
    finds("local add = table.insert\nlocal t = {}\nlocal function f() add(t, 1) end", &["module-state t"]);
    clean(&inside("local alias = cache; alias = table.clone(cache); alias[1] = 2"));
    clean(&inside("local alias = cache[1]; alias = alias + 1"));
    clean(&inside("local copy = table.clone(cache); copy[1] = 2"));
    clean(&inside("local insert = table.insert; insert(v, cache)"));
    clean(&inside("for _, row in ipairs(v) do row.seen = true end"));
    clean(&inside("local table = v; table.insert(cache, 3)"));
}

// --- globals

#[test]
fn writing_globals() {
    finds("x = 1", &["global-write x"]);
    finds("local function f() x += 1 end", &["global-write x"]);
    finds("function foo() end", &["global-write foo"]);
    finds("local a\na, b = 1, 2", &["global-write b"]);
    finds("move = 1", &["global-write move"]);
    finds("function move() end", &["global-write move"]);
    finds("WHY.too_few = 1", &["global-write WHY.too_few"]);
    finds("WHY.else_ = 1", &["global-write WHY.else_"]);
    finds("local x = x1\n", &["unknown-global x1"]);
    finds("do local y end y = 1", &["global-write y"]);
    assert_eq!(helps("function foo() end"), ["declare it with `local function foo`"]);
    assert_eq!(helps("local total = 0\ntotl = 1"), ["did you mean `total`? if not, declare it with `local totl`"]);
}

#[test]
fn reading_unknown_globals() {
    finds("local x = mvoe(1)", &["unknown-global mvoe"]);
    finds("nope.a.b = 1", &["unknown-global nope"]);
    finds("nope:go(nada)", &["unknown-global nope", "unknown-global nada"]);
    finds("local function f() return g end local g", &["unknown-global g"]);
    finds("local s = `{nope}`", &["unknown-global nope"]);
    finds(
        "local t = { a = aa, [bb] = cc, dd }",
        &["unknown-global aa", "unknown-global bb", "unknown-global cc", "unknown-global dd"],
    );
    finds("local x = x", &["unknown-global x"]);
    finds("local f = function() return f end", &["unknown-global f"]);
    finds("for i = i, 2 do end", &["unknown-global i"]);
    finds("function nope.f() end", &["unknown-global nope"]);
    clean("local function f() return f end");
    clean("local x = { move = 1 }\nlocal y = x.nothing, x:anything()");
    assert_eq!(helps("mvoe()"), ["did you mean `move`?"]);
    assert_eq!(helps("local country = 1\nmove(conutry)"), ["did you mean `country`?"]);
    assert_eq!(helps("zzzzzz()"), [""]);
}

#[test]
fn fields_of_known_tables() {
    finds("local x = WHY.needs_a_rebl", &["unknown-field needs_a_rebl"]);
    finds("local x = CARD[\"09\"]", &["unknown-field \"09\""]);
    finds("local x = CARD['09'].name", &["unknown-field '09'"]);
    finds("need(ZONE.gren.x)", &["unknown-field gren"]);
    finds("WHY.nothing.x = 1", &["unknown-field nothing"]);
    clean("need(WHY.too_few, CARD[\"07\"], CARD['08'].name, ZONE.red)");
    clean("local k = '09'\nneed(CARD[k], CARD[`09`])");
    clean("local WHY = {}\nneed(WHY.nothing)");
    clean("need(string.anything)");
    assert_eq!(helps("need(WHY.needs_a_rebl)"), ["did you mean `needs_a_rebel`?"]);
    assert_eq!(helps("need(ZONE.rde)"), ["did you mean `red`?"]);
}

// --- order

#[test]
fn walking_tables() {
    finds("for k, v in pairs({}) do end", &["unordered pairs"]);
    finds("local p = pairs", &["unordered pairs"]);
    finds("local t = {}\nfor k, v in t do end", &["unordered t"]);
    finds("local t = {}\nfor k, v in (t.x :: any) do end", &["unordered (t.x :: any)"]);
    finds("local t = {}\nfor k, v in next, t do end", &["unordered next"]);
    finds("for _, v in { 1, 2 } do end", &["unordered { 1, 2 }"]);
    clean("for _, v in ipairs({}) do end");
    clean("local t = {}\nfor i, v in (ipairs(t)) do end");
    // A call may return a table, and a loop would walk it in the order of its hashes.
    finds("for p in pieces('port') do end", &["unordered pieces('port')"]);
    finds(
        "local t = {}\nfor p in t.each() do end\nfor p in t:each() do end",
        &["unordered t.each()", "unordered t:each()"],
    );
    finds("local function ipairs(t) return t end\nfor p in ipairs({}) do end", &["unordered ipairs({})"]);
    finds("local function f(ipairs, t) for p in ipairs(t) do end end", &["unordered ipairs(t)"]);
    finds("local t = {}\nfor p in ipairs(t).x do end", &["unordered ipairs(t).x"]);
    clean("for i = 1, 3 do end");
    clean("local x = next('red')");
    clean("local pairs = 1\nlocal x = pairs");
}

// --- forbidden names

#[test]
fn forbidden_names() {
    for name in [
        "pcall",
        "xpcall",
        "coroutine",
        "setmetatable",
        "getmetatable",
        "rawset",
        "getfenv",
        "setfenv",
        "loadstring",
        "newproxy",
        "os",
        "io",
        "debug",
    ] {
        finds(&format!("local x = {name}"), &[&format!("forbidden {name}")]);
        finds(&format!("local x = {name}.y(1)"), &[&format!("forbidden {name}")]);
        clean(&format!("local {name} = 1\nlocal x = {name}"));
        clean(&format!("local t = {{ {name} = 1 }}\nlocal x = t.{name}"));
    }
    finds("local x = math.random(6)", &["forbidden math.random"]);
    finds("local x = math['random'](6)", &["forbidden math['random']"]);
    finds("math.randomseed(1)", &["forbidden math.randomseed"]);
    clean("local x = string.rep('x', 3)");
    let all = lint("local x = math.random(6)");
    assert!(all[0].message.contains("replayed"));
    assert!(all[0].help.as_deref().is_some_and(|h| h.contains("`roll`")));
}

// --- integers

#[test]
fn fractions() {
    finds("local x = 5 / 2", &["float /"]);
    finds("local x = 5\nx /= 2", &["float /="]);
    finds("local x = 0.5 + .5 + 1e3 + 1E-3 + 2.", &["float 0.5", "float .5", "float 1e3", "float 1E-3", "float 2."]);
    finds("local x = math.sqrt(2)", &["float math.sqrt"]);
    finds("local x = math.sin(2) + math.pi", &["float math.sin", "float math.pi"]);
    clean("local x = 5 // 2 + 0xE1 + 0x1e5 + 1_000 + 0b11\nx //= 2");
    clean("local x = math.floor(1) + math.max(1, 2) + math.abs(-1)");
    clean("local x = 'a / b 0.5'");
    assert_eq!(helps("local x = 5 / 2"), ["use `//`, which rounds down"]);
    assert_eq!(helps("local x = 1e3"), ["write `1000`"]);
}

// --- all together

#[test]
fn all_findings_in_the_order_of_the_source() {
    finds(
        "local n = 0\nfunction go(side)\n  n += 0.5\n  for k in pairs(WHY.nope) do\n    lost(k / 2)\n  end\nend\n",
        &[
            "global-write go",
            "module-state n",
            "float 0.5",
            "unordered pairs",
            "unknown-field nope",
            "unknown-global lost",
            "float /",
        ],
    );
}

#[test]
fn every_kind_of_expression_is_checked() {
    for code in [
        "if Q then end",
        "if 1 then elseif Q then end",
        "if 1 then else move(Q) end",
        "while Q do end",
        "repeat until Q",
        "for i = 1, Q do end",
        "for i = 1, 2, Q do end",
        "for _ in ipairs(Q) do end",
        "local x = -Q",
        "local x = (Q)",
        "local x = Q :: any",
        "local x = 1 + Q",
        "local x = { { Q } }",
        "local x = if Q then 1 else 2",
        "local x = if 1 then Q else 2",
        "local x = if 1 then 1 else Q",
        "local x = if 1 then 1 elseif Q then 2 else 3",
        "local x = if 1 then 1 elseif 2 then Q else 3",
        "move { Q }",
        "move(1)(Q)",
        "move:to(Q)",
        "local x = move[Q]",
        "local x = ({})[Q]",
        "return Q",
        "do return Q end",
        "return function() return Q end",
        "local x = move(function() Q() end)",
        "local a = {}; a[Q] = 1",
        "local a = {}; a[Q] += 1",
        "local a = 1; a += Q",
        "local a = {}; function a.f() return Q end",
        "Q.x.y = 1",
        "local x = ('x'):rep(Q)",
        "local function f() Q() end",
    ] {
        finds(code, &["unknown-global Q"]);
    }
}

#[test]
fn a_loop_over_a_set_suggests_members() {
    let helps = helps("for place in PORTS do end");
    assert!(helps.iter().any(|help| help.contains("`ipairs(members(…))` around a set")), "{helps:?}");
}
