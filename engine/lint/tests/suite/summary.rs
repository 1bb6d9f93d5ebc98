//! Tests of the summary of a script.

use cardwright_lint::{
    NameParameter, OrderDependence, PossibleValue, ScriptSummary, Source, SymbolTable, Value, check_and_summarize,
};

const NAME_PARAMETERS: &[NameParameter] = &[
    NameParameter { function: "next", argument: Some(0) },
    NameParameter { function: "flip", argument: Some(2) },
    NameParameter { function: "word", argument: None },
    NameParameter { function: "menu", argument: Some(1) },
];

/// Returns the summary of a script without findings. All globals exist, and only `WHY` has checked fields.
fn summary(source: &str) -> ScriptSummary {
    let symbols = SymbolTable {
        is_global: &|_| true,
        global_names: &Vec::new,
        has_field: &|table, _| (table == "WHY").then_some(true),
        field_names: &|_| Vec::new(),
        nearest: &|_, _| None,
        name_parameters: NAME_PARAMETERS,
        renamed_functions: &[],
    };
    let (findings, summary) = check_and_summarize(source, &symbols);
    assert_eq!(findings, []);
    summary.unwrap_or_default()
}

/// Returns each name argument as `FUNCTION INDEX TEXT`. A computed name has `-` as its text.
fn names(source: &str) -> Vec<String> {
    let arguments = summary(source).name_arguments.into_iter();
    arguments
        .map(|argument| {
            format!("{} {} {}", argument.function, argument.argument, argument.text.as_deref().unwrap_or("-"))
        })
        .collect()
}

/// Formats a source like code: `info().cost`. A parameter is `#INDEX`, a module is `<PATH>`.
fn source_text(source: &Source) -> String {
    match source {
        Source::Call(function) => format!("{function}()"),
        Source::Parameter { parameter, .. } => format!("#{parameter}"),
        Source::Module(module) => format!("<{module}>"),
        Source::Global(name) => name.clone(),
        Source::Field(owner, field) => format!("{}.{field}", source_text(owner)),
        Source::Member(list) => format!("{}[]", source_text(list)),
    }
}

/// Formats the possible values of an expression, separated by `|`.
fn values_text(values: &[PossibleValue]) -> String {
    let format_value = |possible: &PossibleValue| match &possible.value {
        Value::Text(text) => format!("\"{text}\""),
        Value::Source(source) => source_text(source),
        other => format!("{other:?}").to_lowercase(),
    };
    values.iter().map(format_value).collect::<Vec<_>>().join("|")
}

/// Returns each field read with a known source as `SOURCE.FIELD`.
fn reads(source: &str) -> Vec<String> {
    let field_reads = summary(source).field_reads.into_iter();
    field_reads
        .filter_map(|read| match read.source? {
            Source::Call(function) => Some(format!("{function}().{}", read.field)),
            Source::Parameter { path, parameter, .. } => Some(format!("{}#{parameter}.{}", path.join("/"), read.field)),
            other => Some(format!("{}.{}", source_text(&other), read.field)),
        })
        .collect()
}

#[test]
fn all_possible_names_of_an_argument_are_listed() {
    assert_eq!(
        names("next(\"a\") next 'b' flip(1, 2, \"c\") word(\"d\", \"e\")"),
        ["next 0 a", "next 0 b", "flip 2 c", "word 0 d", "word 1 e"]
    );
    assert_eq!(
        names("next(x and \"a\" or (\"b\"))\nnext(if x then \"c\" else y)"),
        ["next 0 a", "next 0 b", "next 0 c", "next 0 -"]
    );
    assert_eq!(names("next(x == \"a\")"), ["next 0 -"]);
    assert_eq!(names("menu(\"m\", { \"a\", x or 'b', { \"c\" } })"), ["menu 1 a", "menu 1 -", "menu 1 b", "menu 1 c"]);
    // A field or a local with this name is not the function.
    assert_eq!(names("it.next(\"a\")\nlocal function f(next) next(\"b\") end"), Vec::<String>::new());
    let spans = summary("next(x or \"a\")").name_arguments;
    assert_eq!((spans[0].span.clone(), spans[1].span.clone()), (5..6, 10..13));
    let calls: Vec<usize> =
        summary("next(1) menu(x, { \"a\",\n\"b\" })").name_arguments.iter().map(|g| g.call).collect();
    assert_eq!(calls, [0, 8, 8]);
}

#[test]
fn field_reads_have_their_source() {
    assert_eq!(
        reads("local x = info(a) return x.cost, info(b).name, half(c).d.e"),
        ["info().cost", "info().name", "half().d", "half().d.e"]
    );
    assert_eq!(reads("local x = a and info(a)\nif x then x = nil end\nreturn x.cost"), Vec::<String>::new());
    assert_eq!(reads("local x = a and info(a) return x.cost"), ["info().cost"]);
    let verb =
        "verb \"v\" { play = function(side, effect)\n  local e = effect\n  for i = 1, effect.n do f(e.at) end\nend }";
    assert_eq!(reads(verb), ["play#1.n", "play#1.at"]);
}

#[test]
fn the_keys_of_a_definition_are_listed() {
    let script_summary =
        summary("effect \"fog\" { may = { land = function(side) end, [\"a.b\"] = f }, [x] = 1, n = 2 }");
    let fog = &script_summary.definitions[0];
    assert_eq!((fog.definer.as_str(), fog.name.as_deref()), ("effect", Some("fog")));
    let keys: Vec<String> = fog.keys.iter().map(|k| format!("{} {}", k.path.join("/"), k.is_function)).collect();
    assert_eq!(keys, ["may false", "may/land true", "may/a.b false", "n false"]);
    assert_eq!(summary("effect(name)({ n = 1 })").definitions[0].name, None);
}

#[test]
fn assignments_to_fields_of_a_definition_add_keys() {
    let script_summary = summary(
        "local it, own = action \"go\", action(\"own\")\nfunction it.offer(side) end\n\
         it.offered = { \"begin\", 'end', before = \"pass\" }\nlocal other = it\nother[\"play\"] = f\n\
         own.a.b = 1\nit = 2\nit.more = 3",
    );
    let go = &script_summary.definitions[0];
    assert_eq!((script_summary.definitions.len(), go.definer.as_str(), go.name.as_deref()), (1, "action", Some("go")));
    let keys: Vec<String> = go.keys.iter().map(|k| format!("{} {}", k.path.join("/"), k.is_function)).collect();
    assert_eq!(keys, ["offer true", "offered false", "offered/before false", "play false"]);
    let texts: Vec<String> = go.texts.iter().map(|t| format!("{} {}", t.path.join("/"), t.text)).collect();
    assert_eq!(texts, ["offered begin", "offered end", "offered/before pass"]);
}

#[test]
fn uses_of_a_parameter_as_a_whole_are_listed() {
    let whole_use_count =
        |body: &str| summary(&format!("verb \"v\" {{ play = function(side, effect) {body} end }}")).whole_uses.len();
    assert_eq!(whole_use_count("f(effect.n)"), 0);
    assert_eq!(whole_use_count("f(effect)"), 1);
    assert_eq!(whole_use_count("f(effect[side])"), 2); // The script uses `effect` and `side` as a whole.
}

#[test]
fn reads_of_checked_tables_and_texts_are_listed() {
    let script_summary = summary("f(WHY.a, WHY[x], OTHER.b, \"text\")");
    let tables: Vec<Option<&str>> = script_summary.table_reads.iter().map(|t| t.field.as_deref()).collect();
    assert_eq!(tables, [Some("a"), None]);
    assert_eq!(script_summary.texts, ["text"]);
}

#[test]
fn field_reads_of_modules_members_and_wrapped_verbs_have_their_source() {
    let source = "local pick = require(\"lib/pick\")\nlocal one = pick.a.one\nf(one.x, require \"m\".y)\n\
                  for _, it in ipairs(half(c).effects) do f(it.verb) end";
    let found =
        ["<lib/pick>.a", "<lib/pick>.a.one", "<lib/pick>.a.one.x", "<m>.y", "half().effects", "half().effects[].verb"];
    assert_eq!(reads(source), found);
    assert_eq!(reads("around(\"verb v\", function(inner, side, effect) f(effect.n) end)"), ["run#2.n"]);
    // A local with assignments may have any value.
    assert_eq!(reads("local it = pick.one\nf(it.x)\nit = nil"), Vec::<String>::new());
}

#[test]
fn calls_have_all_possible_values_of_arguments() {
    let calls = |source: &str| -> Vec<String> {
        let calls = summary(source).calls.into_iter();
        calls
            .map(|call| {
                let names: Vec<String> = call.arguments.iter().map(|it| values_text(&it.values)).collect();
                format!("{}({}){}", call.function, names.join(", "), if call.is_variadic { "…" } else { "" })
            })
            .collect()
    };
    assert_eq!(
        calls("f(nil, 1, true, { 1 }, function() end, x and \"a\" or A, `b`)"),
        ["f(nil, number, boolean, table, function, \"a\"|A, unknown)"]
    );
    assert_eq!(
        calls("local t = if x then \"a\" else get(F)\nf(t, WORD.w, -1, g())"),
        ["get(F)", "f(\"a\"|get(), WORD.w, number, g())…", "g()"]
    );
    assert_eq!(calls("local function f(...) g(..., 1) h(...) end"), ["g(unknown, number)", "h(unknown)…"]);
    assert_eq!(calls("local t = \"a\"\nfor i = 1, 2 do f(t) t = 1 end"), ["f(unknown)"]);
}

#[test]
fn comparisons_with_a_text_are_listed() {
    let found = |source: &str| -> Vec<String> {
        summary(source).text_comparisons.iter().map(|it| format!("{} {}", it.text, values_text(&it.other))).collect()
    };
    assert_eq!(found("f(face_of(x) == \"a\", \"b\" ~= OPTION.o, x == y)"), ["a face_of()", "b OPTION.o"]);
    assert_eq!(found("local face = x and face_of(y)\nf(face == \"a\")"), ["a face_of()"]);
}

/// Returns the uses that depend on the order of the board, each with its kind and its source text.
fn order_uses(source: &str) -> Vec<(OrderDependence, &str)> {
    summary(source).order_dependences.into_iter().map(|dependence| (dependence.how, &source[dependence.span])).collect()
}

#[test]
fn dependences_on_the_order_of_members_are_found() {
    assert_eq!(order_uses("local a = first(keep(SET, RED))\n"), [(OrderDependence::First, "first")]);
    assert_eq!(order_uses("local a = members(SET)[1]\n"), [(OrderDependence::FirstOfList, "members(SET)[1]")]);
    let best = "local best = require(\"lib/best\")\n";
    let found = format!("{best}local found, most = best.of(members(SET), size)\nlocal a = found[1]\n");
    assert_eq!(order_uses(&found), [(OrderDependence::FirstOfList, "found[1]")]);
    let in_member_loop = |body: &str| {
        format!(
            "local function f(found, many, best, most)\n  for _, it in ipairs(members(SET)) do\n    {body}\n  end\nend\n"
        )
    };
    let returned = in_member_loop("if near(it) then return it end");
    assert_eq!(order_uses(&returned), [(OrderDependence::FirstReturned, "return it")]);
    let broken = in_member_loop("if near(it) then\n      found = it\n      break\n    end");
    assert_eq!(order_uses(&broken), [(OrderDependence::FirstReturned, "break")]);
    let kept = in_member_loop("if size(it) > most then\n      best, most = it, size(it)\n    end");
    assert_eq!(order_uses(&kept), [(OrderDependence::FirstOfBest, "best, most = it, size(it)")]);
}

/// A chooser that returns the number of the first row that fits depends on the order of the rows.
#[test]
fn dependences_on_the_order_of_rows_are_found() {
    let in_row_loop = |body: &str| {
        format!(
            "local function f(found, best, most, stop, meant)\n  return function(rows)\n    for i, row in ipairs(rows) do\n    {body}\n    end\n  end\nend\n"
        )
    };
    let returned = in_row_loop("if near(row[2]) then return i end");
    assert_eq!(order_uses(&returned), [(OrderDependence::FirstRowReturned, "return i")]);
    let kept = in_row_loop("if size(row[2]) > most then\n      best, most = i, size(row[2])\n    end");
    assert_eq!(order_uses(&kept), [(OrderDependence::FirstRowOfBest, "best, most = i, size(row[2])")]);
    let within =
        in_row_loop("each(function()\n      for at, it in ipairs(rows) do\n        return at\n      end\n    end)");
    assert_eq!(order_uses(&within), [(OrderDependence::FirstRowReturned, "return at")]);
    for body in [
        "if row[1] == stop then return i end",
        "if near(row[1]) and row[2] == meant then\n      return i\n    end",
        "if row[1] == meant then\n      stop = i\n    end",
        "if near(row[2]) then found[#found + 1] = i end",
        "if near(row[2]) then return true end",
    ] {
        assert_eq!(order_uses(&in_row_loop(body)), [], "{body}");
    }
    assert_eq!(order_uses("local function f(all)\n  for i in ipairs(all) do\n    return i\n  end\nend\n"), []);
}

/// Code that only tests, counts or adds up members does not depend on their order.
#[test]
fn code_that_does_not_depend_on_order_is_not_reported() {
    let in_member_loop = |body: &str| {
        format!(
            "local function f(found, many, best, most)\n  for _, it in ipairs(members(SET)) do\n    {body}\n  end\nend\n"
        )
    };
    for body in [
        "if near(it) then return true end",
        "return count(it) > 1",
        "found[#found + 1] = it",
        "if count(it) > most then found[#found + 1] = it end",
        "if near(it) then many += count(it) end",
        "if count(it) > most then most = count(it) end",
        "each(function() return it end)",
        "for _, other in ipairs(near[it]) do\n      if other == 1 then break end\n    end",
    ] {
        assert_eq!(order_uses(&in_member_loop(body)), [], "{body}");
    }
    assert_eq!(
        order_uses("for _, it in ipairs(ORDER) do place(it) end\nlocal a = row[1]\nlocal b = members(SET)[n]\n"),
        []
    );
}
