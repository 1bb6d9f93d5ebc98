//! Tests of `check`: source text with its findings, and source text without findings.

use cardwright_lint::{Finding, SymbolTable, check};

const GLOBALS: &[&str] = &[
    "ipairs", "pairs", "pcall", "math", "table", "string", "os", "debug", "move", "roll", "need", "action", "pieces",
    "next", "WHY", "CARD", "ZONE", "tostring", "_G",
];
const FIELDS: &[(&str, &[&str])] =
    &[("WHY", &["needs_a_rebel", "too_few"]), ("CARD", &["07", "08"]), ("ZONE", &["red", "blue"])];

/// Returns the first known name that has all letters of `name` and is at most one letter longer.
fn nearest(name: &str, known_names: &[&str]) -> Option<String> {
    let is_near = |candidate: &&&str| {
        candidate.len() - name.len().min(candidate.len()) <= 1 && name.chars().all(|c| candidate.contains(c))
    };
    known_names.iter().find(is_near).map(|candidate| (*candidate).to_owned())
}

fn lint(source: &str) -> Vec<Finding> {
    let fields_of = |table: &str| FIELDS.iter().find(|(name, _)| *name == table).map(|(_, fields)| *fields);
    let symbols = SymbolTable {
        is_global: &|name| GLOBALS.contains(&name),
        global_names: &|| GLOBALS.iter().map(|name| (*name).to_owned()).collect(),
        has_field: &|table, field| fields_of(table).map(|fields| fields.contains(&field)),
        field_names: &|table| fields_of(table).into_iter().flatten().map(|field| (*field).to_owned()).collect(),
        nearest: &nearest,
        name_parameters: &[],
        renamed_functions: &[],
    };
    check(source, &symbols)
}

/// Checks a script. Returns each finding as `CODE TEXT`: its code without `script::`, and the marked source text.
fn found(source: &str) -> Vec<String> {
    let findings = lint(source);
    assert!(findings.iter().all(|f| !f.warning && !f.message.is_empty() && !f.label.is_empty()));
    findings.iter().map(|f| format!("{} {}", f.code.trim_start_matches("script::"), &source[f.span.clone()])).collect()
}

/// Checks a script. Returns the help text of each finding.
fn helps(source: &str) -> Vec<String> {
    lint(source).into_iter().map(|f| f.help.unwrap_or_default()).collect()
}

#[track_caller]
fn assert_no_findings(source: &str) {
    assert_eq!(found(source), Vec::<String>::new(), "{source}");
}

#[track_caller]
fn assert_findings(source: &str, expected: &[&str]) {
    assert_eq!(found(source), expected, "{source}");
}

// --- syntax

#[test]
fn syntax_errors_have_a_place_and_hide_other_findings() {
    assert_findings("local x = )\nfoo = 1\n", &["syntax ="]); // The expression after `=` is missing.
    assert_findings("local x = = 3\nlocal y = 1\n", &["syntax ="]);
    assert_findings("-- é ü\nmove(1) )\n", &["syntax )"]);
    assert_findings("\u{feff}local x = 1\nnope()", &["syntax \u{feff}"]);
    assert_findings("if roll then\n", &["syntax n"]);
    assert_findings("local é = 1", &["syntax é"]);
    assert_findings("local x = 3 $ 4", &["syntax $"]);
    assert_findings("move(1, 2", &["syntax ("]);
    assert_findings("local s = 'abc\nlocal y = 2\n", &["syntax 'abc"]);
    assert_findings("--[[ never closed", &["syntax --[[ never closed"]);
    assert!(!lint("f(").is_empty());
    assert!(!lint("x").is_empty());
}

#[test]
fn empty_files_are_fine() {
    assert_no_findings("");
    assert_no_findings("\n\n");
    assert_no_findings("-- only a comment");
    assert_no_findings("local x = 1\r\nlocal y = x\r\n");
}

#[test]
fn luau_syntax_is_accepted() {
    assert_no_findings(
        "--!strict\ntype Side = \"red\" | \"blue\"\ntype F = (number, string) -> (boolean, ...any)\n\
         local function f<T>(a: T, b: number?, ...: any): (T, number)\n\
           local n: number = if b == nil then 0 elseif b > 3 then 3 else b\n\
           n += 1 n -= 1 n *= 2 n //= 2 n %= 5\n\
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
        let deep_source = format!("{before}{}1{}", open.repeat(5000), close.repeat(5000));
        let findings = lint(&deep_source);
        assert_eq!(findings.len(), 1, "{open}");
        assert_eq!(findings[0].message, "the code is nested too deep to be read", "{open}");
        // The limit also holds for unclosed brackets.
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
        assert_no_findings(&format!("{}{}", open.repeat(38), close.repeat(38)));
    }
    assert_no_findings(&format!("local x = {}1{}", "(".repeat(150), ")".repeat(150)));
}

#[test]
fn a_long_file_does_not_count_as_deeply_nested() {
    let part = "local function f(a: number?): number?\n  if a == nil and not false or a > 1 then return 1\n  elseif a < 2 \
                then return if a > 1 then 2 elseif a > 3 then 4 else -5 end\n  local q = ...\n  if q then q = q .. 'x' end\n  \
                while a < 3 and a > 2 do a += 1 end\n  repeat a -= 1 until a < 3 or a > 5\n  local t = { if a then 1 else 2, \
                x = function() return not a end; y = `a {if a then 1 else 2} b` }\n  return t.x\nend\n";
    let part = part.replace("f(a: number?)", "f(a: number?, ...)");
    assert_no_findings(&part.repeat(19));
    assert_no_findings(&part.repeat(150).replace("local function", "do end\nlocal function"));
}

// --- state of the file

#[test]
fn functions_may_not_assign_to_locals_of_the_file() {
    assert_findings("local n = 0\nlocal function f() n = 1 end", &["module-state n"]);
    assert_findings("local n = 0\nlocal function f() n += 1 end", &["module-state n"]);
    assert_findings(
        "local a, b\nlocal function f() local c; a, b, c = 1, 2, 3 end",
        &["module-state a", "module-state b"],
    );
    assert_findings("local n = 0\naction { offer = function() n = n + 1 end }", &["module-state n"]);
    assert_findings(
        "local n = 0\nlocal function f() return function() if true then n = 1 end end end",
        &["module-state n"],
    );
    assert_findings("local f\nlocal function g() function f() end end", &["module-state f"]);
    assert_findings("do local n = 0\nlocal function f() n = 1 end end", &["module-state n"]);
    assert_findings("for i = 1, 3 do action(function() i = 2 end) end", &["module-state i"]);
}

#[test]
fn code_at_file_level_may_change_locals_and_tables_of_the_file() {
    assert_no_findings("local n = 0\nn = 1\nn += 1\nif n > 1 then n = 2 end\nfor i = 1, 3 do n += i end");
    assert_no_findings("local M = {}\nM.x = 1\nM.y = { 1 }\nM.y[2] = 3\ntable.insert(M.y, 4)\nreturn M");
    assert_no_findings("local M = {}\nfunction M.f() end\nfunction M.a.b() end\nfunction M:g() return self end");
    assert_no_findings("local f\nfunction f() return f end");
}

#[test]
fn functions_may_assign_to_a_local_that_shadows_one_of_the_file() {
    assert_no_findings("local n = 0\nlocal function f(n) n = 1 end");
    assert_no_findings("local n = 0\nlocal function f() local n = 1; n = 2; n += 1 end");
    assert_no_findings("local n = 0\nlocal function f() for n = 1, 3 do n = 2 end end");
    assert_no_findings("local n = 0\nlocal function f() for _, n in ipairs({}) do n = 2 end end");
    assert_no_findings("local n = 0\nlocal function f() local function n() end; n = 1 end");
    assert_no_findings("local f = 0\nlocal function g() local function f() end return f end");
    assert_no_findings("local function f() local n = 0; local function g() n += 1 end g() return n end");
    assert_no_findings(
        "local n = 0\nlocal function f() repeat local n = 1 until n == 2 or (function() n = 3 end)() end",
    );
    assert_no_findings("local M = {}\nfunction M:f() self.x = 1 end");
    // A local shadows the name only in its own scope.
    assert_findings("local n = 0\nlocal function f() do local n = 1 end n = 2 end", &["module-state n"]);
    assert_findings("local n = 0\nlocal function f() for n = 1, 2 do end n = 2 end", &["module-state n"]);
    assert_findings("local n = 0\nlocal function f() local g = function(n) end n = 2 end", &["module-state n"]);
    assert_findings("local n = 0\nlocal function f() n = 1; local n = 2; n = 3 end", &["module-state n"]);
    assert_findings(
        "local n = 0\nlocal function f() local n2 = n; local n = (function() n = 1 end)() end",
        &["module-state n"],
    );
}

#[test]
fn load_time_functions_may_fill_tables_of_the_file() {
    let declarations =
        "local n, rows = 0, {}\nlocal function add(row)\n  n += 1\n  rows[n] = row\n  table.insert(rows, row)\nend\n";
    let assert_no_findings_with = |after: &str| assert_no_findings(&format!("{declarations}{after}"));
    assert_no_findings_with("add(1)\nadd(2)");
    assert_no_findings_with("for i = 1, 3 do add(i) end\nlocal all = add(4)");
    assert_no_findings_with("local function twice(row) add(row); add(row) end\ntwice(1)");
    assert_no_findings_with("add(1)\naction(function() return rows[1] end)");
    // Functions that may be called after loading may not change the file's state.
    let expected = ["module-state n", "module-state rows[n]", "module-state rows"];
    let assert_three_findings_with = |after: &str| assert_findings(&format!("{declarations}{after}"), &expected);
    assert_three_findings_with("");
    assert_three_findings_with("add(1)\naction(function() add(2) end)");
    assert_three_findings_with("add(1)\naction(add)");
    assert_three_findings_with("add(1)\nlocal later = add");
    assert_three_findings_with("add(1)\nreturn { add = add }");
    assert_three_findings_with("local function late() add(1) end\nadd(1)\nreturn late");
    assert_three_findings_with("local function again() add(1) end\nagain()\naction(function() again() end)");
    assert_three_findings_with("local function outer() return function() add(1) end end\nouter()");
    // A function that a load-time function returns may be called after loading.
    assert_findings("local n = 0\nlocal function make() return function() n += 1 end end\nmake()", &["module-state n"]);
}

#[test]
fn functions_may_not_change_tables_of_the_file() {
    let in_function = |code: &str| format!("local M, cache, k = {{}}, {{}}, 1\nlocal function f(v)\n  {code}\nend");
    assert_findings(&in_function("cache[k] = v"), &["module-state cache[k]"]);
    assert_findings(&in_function("M.count = 1"), &["module-state M.count"]);
    assert_findings(&in_function("M.a[1].b += 1"), &["module-state M.a[1].b"]);
    assert_findings(&in_function("(M).x = 1"), &["module-state (M).x"]);
    assert_findings(&in_function("function M.g() end"), &["module-state M.g"]);
    assert_findings(&in_function("function M:g() end"), &["module-state M:g"]);
    assert_findings(&in_function("table.insert(cache, v)"), &["module-state cache"]);
    assert_findings(&in_function("table.insert(cache.list, 1, v)"), &["module-state cache.list"]);
    assert_findings(&in_function("local x = table.remove(cache)"), &["module-state cache"]);
    assert_findings(&in_function("table.sort(cache)"), &["module-state cache"]);
    assert_findings(&in_function("table.clear((cache))"), &["module-state (cache)"]);
    assert_findings(&in_function("table.move(cache, 1, 2, 3)"), &["module-state cache"]);
    assert_findings(&in_function("table.move(v, 1, 2, 3, cache)"), &["module-state cache"]);
    assert_no_findings(&in_function("table.move(cache, 1, 2, 3, v)"));
    assert_no_findings(&in_function("table.insert(v, cache)"));
    assert_no_findings(&in_function("local x = table.concat(cache) .. #cache .. cache[1]"));
    assert_no_findings(&in_function("v.x = cache; v[cache[1]] = 2"));
    assert_no_findings(&in_function("M.get(1).x = 2"));
    assert_no_findings(&in_function("local cache = {}; cache[1] = 2; table.insert(cache, 3)"));
    // The next scripts change the Luau table through an alias.
    assert_findings(&in_function("local alias = cache; alias[k] = v"), &["module-state alias[k]"]);
    assert_findings(&in_function("local row = cache.rows[1]; local cell = row; cell.x += 1"), &["module-state cell.x"]);
    assert_findings(&in_function("local alias = cache; table.insert(alias, v)"), &["module-state alias"]);
    assert_findings(&in_function("local insert = table.insert; insert(cache, v)"), &["module-state cache"]);
    assert_findings(&in_function("for _, row in ipairs(cache) do row.seen = true end"), &["module-state row.seen"]);
    assert_findings("local add = table.insert\nlocal t = {}\nlocal function f() add(t, 1) end", &["module-state t"]);
    assert_no_findings(&in_function("local alias = cache; alias = table.clone(cache); alias[1] = 2"));
    assert_no_findings(&in_function("local alias = cache[1]; alias = alias + 1"));
    assert_no_findings(&in_function("local copy = table.clone(cache); copy[1] = 2"));
    assert_no_findings(&in_function("local insert = table.insert; insert(v, cache)"));
    assert_no_findings(&in_function("for _, row in ipairs(v) do row.seen = true end"));
    assert_no_findings(&in_function("local table = v; table.insert(cache, 3)"));
}

// --- globals

#[test]
fn scripts_may_not_write_globals() {
    assert_findings("x = 1", &["global-write x"]);
    assert_findings("local function f() x += 1 end", &["global-write x"]);
    assert_findings("function foo() end", &["global-write foo"]);
    assert_findings("local a\na, b = 1, 2", &["global-write b"]);
    assert_findings("move = 1", &["global-write move"]);
    assert_findings("function move() end", &["global-write move"]);
    assert_findings("WHY.too_few = 1", &["global-write WHY.too_few"]);
    assert_findings("WHY.else_ = 1", &["global-write WHY.else_"]);
    assert_findings("local x = x1\n", &["unknown-global x1"]);
    assert_findings("do local y end y = 1", &["global-write y"]);
    assert_eq!(helps("function foo() end"), ["declare it with `local function foo`"]);
    assert_eq!(helps("local total = 0\ntotl = 1"), ["did you mean `total`? if not, declare it with `local totl`"]);
}

#[test]
fn reading_an_unknown_global_is_reported() {
    assert_findings("local x = mvoe(1)", &["unknown-global mvoe"]);
    assert_findings("nope.a.b = 1", &["unknown-global nope"]);
    assert_findings("nope:go(nada)", &["unknown-global nope", "unknown-global nada"]);
    assert_findings("local function f() return g end local g", &["unknown-global g"]);
    assert_findings("local s = `{nope}`", &["unknown-global nope"]);
    assert_findings(
        "local t = { a = aa, [bb] = cc, dd }",
        &["unknown-global aa", "unknown-global bb", "unknown-global cc", "unknown-global dd"],
    );
    assert_findings("local x = x", &["unknown-global x"]);
    assert_findings("local f = function() return f end", &["unknown-global f"]);
    assert_findings("for i = i, 2 do end", &["unknown-global i"]);
    assert_findings("function nope.f() end", &["unknown-global nope"]);
    assert_no_findings("local function f() return f end");
    assert_no_findings("local x = { move = 1 }\nlocal y = x.nothing, x:anything()");
    assert_eq!(helps("mvoe()"), ["did you mean `move`?"]);
    assert_eq!(helps("local country = 1\nmove(conutry)"), ["did you mean `country`?"]);
    assert_eq!(helps("zzzzzz()"), [""]);
}

#[test]
fn unknown_fields_of_known_tables_are_reported() {
    assert_findings("local x = WHY.needs_a_rebl", &["unknown-field needs_a_rebl"]);
    assert_findings("local x = CARD[\"09\"]", &["unknown-field \"09\""]);
    assert_findings("local x = CARD['09'].name", &["unknown-field '09'"]);
    assert_findings("need(ZONE.gren.x)", &["unknown-field gren"]);
    assert_findings("WHY.nothing.x = 1", &["unknown-field nothing"]);
    assert_no_findings("need(WHY.too_few, CARD[\"07\"], CARD['08'].name, ZONE.red)");
    assert_no_findings("local k = '09'\nneed(CARD[k], CARD[`09`])");
    assert_no_findings("local WHY = {}\nneed(WHY.nothing)");
    assert_no_findings("need(string.anything)");
    assert_eq!(helps("need(WHY.needs_a_rebl)"), ["did you mean `needs_a_rebel`?"]);
    assert_eq!(helps("need(ZONE.rde)"), ["did you mean `red`?"]);
}

// --- order

#[test]
fn loops_must_have_a_fixed_order() {
    assert_findings("for k, v in pairs({}) do end", &["unordered pairs"]);
    assert_findings("local p = pairs", &["unordered pairs"]);
    assert_findings("local t = {}\nfor k, v in t do end", &["unordered t"]);
    assert_findings("local t = {}\nfor k, v in (t.x :: any) do end", &["unordered (t.x :: any)"]);
    assert_findings("local t = {}\nfor k, v in next, t do end", &["unordered next"]);
    assert_findings("for _, v in { 1, 2 } do end", &["unordered { 1, 2 }"]);
    assert_no_findings("for _, v in ipairs({}) do end");
    assert_no_findings("local t = {}\nfor i, v in (ipairs(t)) do end");
    // A call may return a Luau table, and a loop would walk the table in the order of its hashes.
    assert_findings("for p in pieces('port') do end", &["unordered pieces('port')"]);
    assert_findings(
        "local t = {}\nfor p in t.each() do end\nfor p in t:each() do end",
        &["unordered t.each()", "unordered t:each()"],
    );
    assert_findings("local function ipairs(t) return t end\nfor p in ipairs({}) do end", &["unordered ipairs({})"]);
    assert_findings("local function f(ipairs, t) for p in ipairs(t) do end end", &["unordered ipairs(t)"]);
    assert_findings("local t = {}\nfor p in ipairs(t).x do end", &["unordered ipairs(t).x"]);
    assert_no_findings("for i = 1, 3 do end");
    assert_no_findings("local x = next('red')");
    assert_no_findings("local pairs = 1\nlocal x = pairs");
}

// --- forbidden names

#[test]
fn forbidden_names_are_reported() {
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
        assert_findings(&format!("local x = {name}"), &[&format!("forbidden {name}")]);
        assert_findings(&format!("local x = {name}.y(1)"), &[&format!("forbidden {name}")]);
        assert_no_findings(&format!("local {name} = 1\nlocal x = {name}"));
        assert_no_findings(&format!("local t = {{ {name} = 1 }}\nlocal x = t.{name}"));
    }
    assert_findings("local x = math.random(6)", &["forbidden math.random"]);
    assert_findings("local x = math['random'](6)", &["forbidden math['random']"]);
    assert_findings("math.randomseed(1)", &["forbidden math.randomseed"]);
    assert_no_findings("local x = string.rep('x', 3)");
    let findings = lint("local x = math.random(6)");
    assert!(findings[0].message.contains("replayed"));
    assert!(findings[0].help.as_deref().is_some_and(|h| h.contains("`roll`")));
}

// --- integers

#[test]
fn fractions_are_reported() {
    assert_findings("local x = 5 / 2", &["float /"]);
    assert_findings("local x = 5\nx /= 2", &["float /="]);
    assert_findings("local x = 5 ^ 2\nx ^= 2", &["float ^", "float ^="]);
    assert_findings(
        "local x = 0.5 + .5 + 1e3 + 1E-3 + 2.",
        &["float 0.5", "float .5", "float 1e3", "float 1E-3", "float 2."],
    );
    assert_findings("local x = math.sqrt(2)", &["float math.sqrt"]);
    assert_findings("local x = math.sin(2) + math.pi", &["float math.sin", "float math.pi"]);
    assert_no_findings("local x = 5 // 2 + 0xE1 + 0x1e5 + 1_000 + 0b11\nx //= 2");
    assert_no_findings("local x = math.floor(1) + math.max(1, 2) + math.abs(-1)");
    assert_no_findings("local x = 'a / b 0.5'");
    assert_eq!(helps("local x = 5 / 2"), ["use `//`, which rounds down"]);
    assert_eq!(helps("local x = 1e3"), ["write `1000`"]);
}

// --- all together

#[test]
fn findings_come_in_the_order_of_the_source() {
    assert_findings(
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
        assert_findings(code, &["unknown-global Q"]);
    }
}

#[test]
fn a_loop_over_a_set_suggests_members() {
    let helps = helps("for place in PORTS do end");
    assert!(helps.iter().any(|help| help.contains("`ipairs(members(…))` around a set")), "{helps:?}");
}
