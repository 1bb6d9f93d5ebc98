//! Tests of `citations`: the rules that comments cite, and the lines that citations cover.

use cardwright_lint::{Citation, citations};

/// Returns each citation as `LINE: RULES -> FIRST-LAST`, where `FIRST-LAST` are the lines that it covers.
fn cited_rules(source: &str) -> Vec<String> {
    let describe = |citation: &Citation| {
        format!(
            "{}: {} -> {}-{}",
            citation.line,
            citation.rules.join(", "),
            citation.lines.start(),
            citation.lines.end()
        )
    };
    citations(source).iter().map(describe).collect()
}

#[test]
fn only_bracketed_rule_numbers_in_comments_are_citations() {
    let line =
        "local x = 1 -- [BW Housekeeping 11] and [N-25][BW-09], not [x], [TODO later], [A b], [Bw x], t[BW], [FA ]";
    let found = citations(line);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rules, ["BW Housekeeping 11", "N-25", "BW-09"]);
    assert_eq!(&line[found[0].span.clone()], "[BW Housekeeping 11] and [N-25][BW-09]");
    assert_eq!(cited_rules("-- [[BW Set-Up]] [SM 1"), ["1: BW Set-Up -> 1-1"]);
    assert!(cited_rules("local s = '-- [BW 1]' .. [[ -- [BW 2] ]] .. `-- [BW 3]`").is_empty());
    assert_eq!(cited_rules("local s = `{ --[[ [BW 3] ]] 1}`"), ["1: BW 3 -> 1-1"]);
}

#[test]
fn a_citation_above_a_function_covers_the_function() {
    let source = "\
local M = {}

-- Raise agitators   [BW Raise Agitators 3]
-- and pay for them  [BW Costs 1]
function M.raise(side)
  -- once per country [N-25]
  if side then
    move(side)
  end
  return 1 -- [BW 9]
end

--- [FA 1]
local function f() return 1 end
";
    assert_eq!(
        cited_rules(source),
        [
            "3: BW Raise Agitators 3 -> 5-11",
            "4: BW Costs 1 -> 5-11",
            "6: N-25 -> 7-9",
            "10: BW 9 -> 10-10",
            "13: FA 1 -> 14-14"
        ]
    );
}

#[test]
fn a_citation_in_the_file_header_covers_the_file() {
    assert_eq!(
        cited_rules("-- Housekeeping [BW Housekeeping]\n\nlocal x = 1\nlocal y = 2\n"),
        ["1: BW Housekeeping -> 1-4"]
    );
    assert_eq!(
        cited_rules("-- Housekeeping [BW Housekeeping]\nlocal x = 1\nlocal y = 2\n"),
        ["1: BW Housekeeping -> 1-3"]
    );
    assert_eq!(cited_rules("-- [BW 1]\nlocal function f()\nend\nlocal y = 2\n"), ["1: BW 1 -> 2-3"]);
    assert_eq!(cited_rules("-- [BW 1]\nlocal function f() end\nlocal y = 2\n"), ["1: BW 1 -> 2-2"]);
    assert_eq!(cited_rules("--[[\nAbout\n[BW 1]\n[BW 2]\n]]\n\nlocal y = 2"), ["3: BW 1 -> 1-7", "4: BW 2 -> 1-7"]);
    assert_eq!(cited_rules("-- [BW 1]"), ["1: BW 1 -> 1-1"]);
}

#[test]
fn a_citation_covers_the_next_branch_table_entry_or_operand() {
    let source = "\
local t = {
  -- [BW 1]
  one = function()
    return 1
  end,
  -- [BW 2]
  2,
}
local function f(a, b)
  -- [BW 3]
  if a then
    f(1)
  -- [BW 4]
  elseif b then
    f(2)
  -- [BW 5]
  else
    f(3)
    f(4)
  end
  return a
    -- [BW 6]
    and b
end
action { -- [BW 7]
  x = 1,
}
";
    assert_eq!(
        cited_rules(source),
        [
            "2: BW 1 -> 3-5",
            "6: BW 2 -> 7-7",
            "10: BW 3 -> 11-20",
            "13: BW 4 -> 14-15",
            "16: BW 5 -> 17-19",
            "22: BW 6 -> 23-23",
            "25: BW 7 -> 25-27"
        ]
    );
}

#[test]
fn a_citation_without_code_directly_below_covers_the_enclosing_block() {
    let source = "\
local x = 1

-- [BW 1]

local function f()
  -- [BW 2]

  for i = 1, 2 do
    f(i)
    -- [BW 3]
  end -- [BW 4]
end
-- [BW 5]
";
    assert_eq!(
        cited_rules(source),
        ["3: BW 1 -> 3-3", "6: BW 2 -> 5-12", "10: BW 3 -> 8-11", "11: BW 4 -> 11-11", "13: BW 5 -> 13-13"]
    );
}

#[test]
fn windows_line_ends_do_not_change_the_covered_lines() {
    assert_eq!(cited_rules("local x\r\n\r\n-- [BW 1]\r\nlocal function f()\r\nend\r\n"), ["3: BW 1 -> 4-5"]);
}

#[test]
fn citations_are_found_in_files_with_syntax_errors() {
    assert_eq!(cited_rules("local x = 1\n-- [BW 1]\nlocal function f(\n"), ["2: BW 1 -> 3-3"]);
    assert_eq!(cited_rules("local x = 1\n-- [BW 1]\nlocal function f() end $\n"), ["2: BW 1 -> 2-2"]);
    assert_eq!(cited_rules(&format!("local x = 1\n-- [BW 1]\nlocal y = {}", "(".repeat(900))), ["2: BW 1 -> 2-2"]);
}
