//! Typos that are easy to miss: in cited rules, quoted knobs, and ids that a pack names.

use crate::common::*;
use cardwright_content::{CitationTarget, Content, Pack, Severity};
use cardwright_state::Val;

fn problem_lines(packs: &[Pack]) -> Vec<String> {
    Content::load(packs, "lantern").1.iter().map(line).collect()
}

/// Returns the diagnostics of the demo game with a text inserted after one line of a file.
fn problems_with_inserted(path: &str, previous_line: &str, inserted: &str) -> Vec<String> {
    problem_lines(&[open(edited(path, previous_line, &format!("{previous_line}\n{inserted}")))])
}

#[test]
fn citations_in_comments_and_texts_must_name_a_rule() {
    let message = "unknown rule `LC Saerch 2` (did you mean `LC Search`?)";
    let found = problems_with_inserted(
        BOARD,
        "blank = \"turn dusk\"",
        "# By the book [LC Search 3] [LC Saerch 2], see [XY 1] and [N-3].",
    );
    assert_eq!(found, [format!("content::unknown-rule scenarios/lantern/board.toml:6:30: {message}")]);
    let found = problem_lines(&[open(edited(TEXT, "Who pays for {1}?", "Who pays for {1} [LC Saerch 2]?"))]);
    assert_eq!(found, [format!("content::unknown-rule scripts/lantern/text.toml:9:26: {message}")]);
    let found = problem_lines(&[open(edited(CARDS, "title = \"Fog\"", "title = \"Fog [LC Saerch 2]\""))]);
    assert_eq!(found, [format!("content::unknown-rule cards/lantern/cards.toml:24:15: {message}")]);
    // Citations do not affect play, so this is only a warning.
    let problems = problems(edited(TEXT, "Burn {1}", "Burn {1} [LC Nowhere]"));
    assert!(problems.iter().all(|p| p.severity == Severity::Warning) && problems.len() == 1);
    // Comments in `rules.toml` may show any citation.
    assert!(problems_with_inserted(RULES, "id = \"LC\"", "# As `[LC Nowhere]`.").is_empty());
    assert!(problems_with_inserted(BOARD, "blank = \"turn dusk\"", "# [LC Set-Up] [LC Search]").is_empty());
}

#[test]
fn a_citation_resolves_to_the_longest_matching_rule() {
    let content = load(&[open(demo())]);
    assert_eq!(content.resolve_citation("LC Search 3"), CitationTarget::Rule(1));
    assert_eq!(content.resolve_citation("LC Searching"), CitationTarget::Unknown);
    assert_eq!(content.resolve_citation("N-25"), CitationTarget::Foreign);
    assert_eq!(content.citable_rules(), ["LC Set-Up", "LC Search"]);
}

#[test]
fn the_rule_of_an_entry_must_exist() {
    let problems_for_rule = |rule: &str| {
        let knob = format!(
            "\n[[knob]]\nid = \"target\"\ndoc = \"A face.\"\ndefault = 5\nmin = 2\nmax = 6\nrule = \"{rule}\"\n\n[card]\n"
        );
        problem_lines(&[open(edited(BOARD, "\n[card]\n", &knob))])
    };
    for valid in ["LC Search", "Search 2", "Set-Up; LC Search", "N-25"] {
        assert!(problems_for_rule(valid).is_empty(), "{valid}: {:?}", problems_for_rule(valid));
    }
    let found = problems_for_rule("LC Set-Up; LC Saerch");
    assert!(
        found.len() == 1 && found[0].starts_with("content::unknown-rule scenarios/lantern/board.toml:"),
        "{found:?}"
    );
    assert!(found[0].ends_with(":20: unknown rule `LC Saerch` (did you mean `LC Search`?)"), "{found:?}");
    assert!(problems_for_rule("Saerch")[0].contains("did you mean `LC Search`?"));
}

#[test]
fn every_text_may_quote_knobs() {
    let knobs = "\n[[knob]]\nid = \"target\"\ndoc = \"Beside {knob:width}.\"\ndefault = 5\nmin = 2\nmax = 6\n\
                 \n[[knob]]\nid = \"width\"\ndoc = \"A width.\"\ndefault = 3\nmin = 1\nmax = 6\n\n[card]\n";
    let edited_with_knobs = |path: &str, from: &str, to: &str| {
        let mut files = edited(BOARD, "\n[card]\n", knobs);
        let (_, text) = files.iter_mut().find(|(p, _)| p == path).expect("a file of the demo");
        assert_eq!(text.matches(from).count(), 1, "{from}");
        *text = text.replace(from, to);
        [open(files)]
    };
    let content = load(&edited_with_knobs(CARDS, "title = \"Fog\"", "title = \"Fog of {knob:target}\""));
    assert_eq!(content.knobs[0].doc, "Beside 3.");
    let card = content.info(Val::card(content.board.card("02").expect("a card"))).expect("its data");
    assert!(format!("{card:?}").contains("Fog of 5"), "{card:?}");
    for (path, from, to) in [
        (BOARD, "Beside {knob:width}", "Beside {knob:wdith}"),
        (CARDS, "title = \"Fog\"", "title = \"Fog {knob:wdith}\""),
        (TEXT, "a guard looks for torches", "{knob:target} and {knob:wdith}"),
    ] {
        let found = problem_lines(&edited_with_knobs(path, from, to));
        assert!(found.len() == 1 && found[0].starts_with(&format!("content::unknown-knob {path}:")), "{found:?}");
        assert!(found[0].ends_with("unknown knob `wdith` (did you mean `width`?)"), "{found:?}");
    }
}

#[test]
fn an_incomplete_entry_with_an_unknown_id_is_a_patch_with_a_typo() {
    let problems_of_patch = |path: &str, text: &str| {
        problem_lines(&[open(demo()), pack("storm", &[(path, &format!("[meta]\ngame = \"lantern\"\n{text}"))])])
    };
    assert_eq!(
        problems_of_patch("cards/lantern/storm.toml", "[[card]]\nid = \"0l\"\n[card.crown]\npoints = 1\n"),
        [
            "content::unknown-card storm:cards/lantern/storm.toml:4:6: there is no card `0l` to change (did you mean `01`? \
          A new card also needs `number`, `kind`, `reds`, `crown.title`)"
        ]
    );
    let found = problems_of_patch(BOARD, "[[space]]\nid = \"port-slo\"\nname = \"Port\"\n");
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("there is no space `port-slo` to change (did you mean `port-sol`? A new space also needs")
    );
    // A mostly complete card counts as a new one.
    let card = "[[card]]\nid = \"0l\"\nnumber = 9\nkind = \"event\"\n[card.crown]\ntitel = \"Fog\"\n[card.reds]\ntitle = \"Mist\"\n";
    let found = problems_of_patch("cards/lantern/storm.toml", card);
    assert!(found.iter().all(|line| !line.contains("to change")), "{found:?}");
    assert!(found.iter().any(|line| line.contains("no key `titel` (did you mean `title`?)")), "{found:?}");
    assert!(!found.iter().any(|line| line.contains("lacks `title`")), "only the typo is reported: {found:?}");
    // Without a similar id, it counts as a new card that lacks keys.
    let found = problems_of_patch("cards/lantern/storm.toml", "[[card]]\nid = \"99x\"\n[card.crown]\npoints = 1\n");
    assert!(found.len() > 1 && found.iter().all(|line| line.contains("lacks")), "{found:?}");
}

#[test]
fn earlier_ids_are_valid_and_unique() {
    let problems_with_earlier_ids = |ids: &str| {
        problem_lines(&[open(edited(BOARD, "aka = [\"Pass\"]", &format!("aka = [\"Pass\"]\nwas = [{ids}]")))])
    };
    assert!(problems_with_earlier_ids("\"old-pass\"").is_empty());
    let found = problems_with_earlier_ids("\"Old Pass\"");
    assert!(found.len() == 1 && found[0].starts_with("content::bad-id"), "{found:?}");
    let mut files = edited(BOARD, "aka = [\"Pass\"]", "aka = [\"Pass\"]\nwas = [\"old\"]");
    files[0].1 = files[0].1.replacen("id = \"port-sol\"", "id = \"port-sol\"\nwas = [\"old\"]", 1);
    let found = problem_lines(&[open(files)]);
    assert!(found.len() == 1 && found[0].contains("`old` was renamed to both `"), "{found:?}");
}

#[test]
fn a_conflict_with_a_similar_pack_causes_a_warning() {
    let packs = |conflicts: &str| {
        let manifest = format!("id = \"rain\"\nversion = \"1.0.0\"\nconflicts = [\"{conflicts}\"]\n");
        [open(demo()), pack("storm", &[]), open(vec![("pack.toml".into(), manifest)])]
    };
    assert_eq!(
        problem_lines(&packs("strom")),
        ["content::missing-pack rain:pack.toml:3:14: no pack `strom` is loaded to conflict with \
          (did you mean `storm`, which is loaded?)"]
    );
    assert!(problem_lines(&packs("storm-of-old")).is_empty(), "no loaded pack has a similar id");
    assert!(problem_lines(&packs("The Storm"))[0].starts_with("content::bad-id rain:pack.toml:3:14"));
}

#[test]
fn an_undeclared_word_is_reported_once_with_help() {
    let fields = "fields = { coast = { id = \"word\", optional = true } }\n";
    let board = format!(
        "[meta]\ngame = \"lantern\"\n[[kind]]\nid = \"isle\"\nplural = \"isles\"\n{fields}{}",
        ["one", "two", "three"]
            .map(|id| format!("[[space]]\nid = \"{id}\"\nname = \"x\"\nkind = \"isle\"\ncoast = \"caribbean\"\n"))
            .concat()
    );
    let packs = [open(demo()), pack("storm", &[(BOARD, &board)])];
    let found = Content::load(&packs, "lantern").1;
    let word_problems: Vec<_> = found.iter().filter(|problem| problem.code == "content::unknown-word").collect();
    let [problem] = word_problems[..] else { panic!("{found:?}") };
    assert_eq!(problem.line(), Some(11));
    assert_eq!(problem.label, "no word of this game has this id; used in 2 more places");
    let help = problem.help.as_deref().unwrap_or_default();
    assert!(
        help.contains("`[word.caribbean]` with a `label`") && help.contains("{ word = [\"caribbean\", …] }"),
        "{help}"
    );
}

#[test]
fn only_the_typo_of_a_key_is_reported() {
    let scenario = "[meta]\ngame = \"lantern\"\nid = \"fog\"\nname = \"Fog\"\ndoc = \"-\"\nextend = \"standard\"\n";
    let found = problem_lines(&[open(demo()), pack("storm", &[("scenarios/lantern/fog.toml", scenario)])]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("no key `extend` (did you mean `extends`?)"), "{found:?}");
}

#[test]
fn a_wrongly_spelled_folder_of_a_game_causes_a_suggestion() {
    let files =
        [("pack.toml", "id = \"storm\"\nname = \"Storm\"\nversion = \"1.0.0\"\n"), ("scripts/the_lantern/x.luau", "")];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let found = open(files).warnings;
    let help = found.iter().find_map(|problem| problem.help.clone()).unwrap_or_default();
    assert!(help.ends_with("did you mean `the-lantern`?"), "{found:?}");
}
