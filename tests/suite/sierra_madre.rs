//! Checks the map and the cards of Lords of the Sierra Madre: against `tests/printed/sierra-madre.txt`, which was not
//! written from the TOML files, and against the rules that hold for any such map.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{Datum, PackSource};
use cardwright_script::Program;
use cardwright_state::{Board, CardId, LinkId, SpaceId, Val};
use cardwright_table::{Library, check};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

static PROGRAM: LazyLock<Arc<Program>> = LazyLock::new(|| library(&[]).load("sierra-madre").unwrap().0);

/// Opens the base pack, and over it a pack with these files.
fn library(files: &[(&str, &str)]) -> Library {
    let mut sources = vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())];
    if !files.is_empty() {
        let owned = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        sources.push(PackSource::Memory(owned.collect()));
    }
    Library::open(sources).unwrap()
}

fn board() -> &'static Board {
    &PROGRAM.board
}

/// Returns a field as the content has it: ids and numbers as text, the ids of a set sorted, `-` if the field is missing.
fn field(thing: Val, key: &str) -> String {
    let id = |val: &Val| board().text(*val);
    match PROGRAM.content.info(thing).and_then(|fields| fields.get(key)) {
        Some(Datum::Val(val)) => id(val),
        Some(Datum::Number(n)) => n.to_string(),
        Some(Datum::Boolean(true)) => key.to_owned(),
        Some(Datum::Set(vals)) => joined(vals.iter().map(id)),
        _ => "-".to_owned(),
    }
}

/// Returns the words in order, or `-` if there are none.
fn joined(words: impl Iterator<Item = String>) -> String {
    let words: BTreeSet<String> = words.collect();
    if words.is_empty() { "-".to_owned() } else { words.into_iter().collect::<Vec<_>>().join(" ") }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| *word != "-")
}

fn card(id: &str) -> Val {
    cards().find(|(known, _)| *known == id).unwrap_or_else(|| panic!("{id}: no such card")).1
}

fn space(id: &str) -> Val {
    let index = board().spaces.iter().position(|space| space.id == id);
    Val::space(SpaceId::new(index.unwrap_or_else(|| panic!("{id}: no such space"))))
}

/// Returns the id and the value of each card.
fn cards() -> impl Iterator<Item = (&'static str, Val)> {
    board().cards.iter().enumerate().map(|(n, card)| (card.id.as_str(), Val::card(CardId::new(n))))
}

/// Returns the two ends and the value of each link of a kind, in the order of the content.
fn links(kind: &str) -> Vec<([&'static str; 2], Val)> {
    let is_of_kind = |n: usize| board().links[n].kind.is_some_and(|k| board().link_kinds[k.index()].id == kind);
    let ends = |n: usize| [board().links[n].a, board().links[n].b].map(|end| board().spaces[end.index()].id.as_str());
    let all = (0..board().links.len()).filter(|n| is_of_kind(*n));
    all.map(|n| (ends(n), Val::link(LinkId::new(n)))).collect()
}

/// Returns the borders by their two ends, both ways round.
fn borders() -> BTreeMap<[&'static str; 2], Val> {
    links("border").into_iter().flat_map(|([a, b], link)| [([a, b], link), ([b, a], link)]).collect()
}

/// Returns the districts of each railroad, from one end to the other.
fn paths() -> BTreeMap<String, Vec<&'static str>> {
    let mut paths: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for ([a, b], link) in links("rail") {
        let path = paths.entry(field(link, "line")).or_insert_with(|| vec![a]);
        assert_eq!(path.last(), Some(&a), "{}: the steps are in order", field(link, "line"));
        path.push(b);
    }
    paths
}

/// Returns the lines of `tests/printed/sierra-madre.txt` whose first cell passes, each as its cells.
fn printed(is_wanted: impl Fn(&str) -> bool) -> BTreeSet<Vec<String>> {
    let text = include_str!("../printed/sierra-madre.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let cells = lines.map(|line| line.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    cells.filter(|cells| is_wanted(&cells[0])).collect()
}

fn is_railroad(id: &str) -> bool {
    id.strip_prefix("rr").is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Returns the ids `c1`, `c2`, … of several letters with their numbers.
fn numbered<const N: usize>(kinds: [(&str, Vec<u8>); N]) -> BTreeSet<String> {
    let ids =
        |(letter, numbers): (&str, Vec<u8>)| numbers.into_iter().map(|n| format!("{letter}{n}")).collect::<Vec<_>>();
    kinds.into_iter().flat_map(ids).collect()
}

/// Returns the ids of the cards with this value of a field.
fn cards_with(key: &str, value: &str) -> BTreeSet<String> {
    cards().filter(|(_, card)| field(*card, key) == value).map(|(id, _)| id.to_owned()).collect()
}

#[test]
fn sierra_madre_has_200_cards_with_the_printed_numbers_and_decks() {
    let all = numbered([
        ("c", (1..=61).collect()),
        ("rr", (1..=28).collect()),
        ("w", (1..=9).collect()),
        ("b", (1..=9).collect()),
        ("o", (1..=11).collect()),
        ("r", (1..=21).collect()),
        ("e", (1..=24).filter(|n| *n != 8).collect()),
        ("m", (1..=37).chain([43]).collect()),
    ]);
    assert_eq!(cards().map(|(id, _)| id.to_owned()).collect::<BTreeSet<_>>(), all);
    let common = numbered([
        ("c", (1..=13).collect()),
        ("rr", (1..=28).collect()),
        ("b", (1..=4).collect()),
        ("o", vec![1, 2, 3, 4, 7, 8]),
        ("m", (1..=4).collect()),
    ]);
    assert_eq!(cards_with("deck", "common"), common);
    assert_eq!((all.len(), common.len(), cards_with("deck", "quarterly").len()), (200, 55, 145));
}

#[test]
fn sierra_madre_has_the_printed_shares_of_investors_capital() {
    let quarterly = cards_with("deck", "quarterly");
    let count = |capital: &str| cards_with("capital", capital).intersection(&quarterly).count();
    assert_eq!(["1", "2", "0", "-"].map(count), [91, 7, 47, 0]);
    assert_eq!(cards_with("capital", "-"), cards_with("deck", "common"), "Common cards bring none");
}

#[test]
fn sierra_madre_has_each_site_with_its_card() {
    let mut declared = BTreeSet::new();
    for id in cards_with("kind", "enterprise") {
        let site_id = field(card(&id), "site");
        if site_id == "-" {
            assert!(["c16", "c17", "c56"].contains(&id.as_str()), "{id} lies off the map");
            continue;
        }
        let site = space(&site_id);
        let district = field(site, "district");
        let inside = match field(site, "inside").as_str() {
            "-" => "-".to_owned(),
            block if block == format!("{district}-block") => "in block".to_owned(),
            coast => {
                assert_eq!(field(space(coast), "district"), district, "{site_id}");
                let number: u8 = field(space(coast), "coast").parse().unwrap();
                format!("coast {}", char::from(b'A' + number - 1))
            }
        };
        let sort = field(card(&id), "sort");
        declared.insert(vec![site_id, id, sort, district, inside]);
    }
    let is_site = |id: &str| !is_railroad(id) && id != "junction" && id != "bridge";
    assert_eq!(declared, printed(is_site));
    let sites = board().spaces.iter().filter(|space| board().space_kinds[space.kind.index()].plural == "sites");
    assert_eq!(sites.count(), declared.len(), "no site is without a card");
}

#[test]
fn sierra_madre_has_each_railroad_with_its_steps_sites_and_blocks() {
    let paths = paths();
    let declared = cards_with("kind", "railroad").into_iter().map(|id| {
        let flags = ["lumber", "trunk", "ferry"].map(|flag| field(card(&id), flag));
        let sites = |served: &str| words(served).map(|id| field(card(id), "site")).collect::<Vec<_>>();
        let districts = |blocks: &str| words(blocks).map(|block| field(space(block), "district")).collect::<Vec<_>>();
        vec![
            id.clone(),
            joined(flags.into_iter().filter(|flag| flag != "-")),
            field(card(&id), "capitalization"),
            paths.get(&id).map_or("-".to_owned(), |path| path.join(" ")),
            joined(sites(&field(card(&id), "serves")).into_iter()),
            joined(districts(&field(card(&id), "blocks")).into_iter()),
        ]
    });
    assert_eq!(declared.collect::<BTreeSet<_>>(), printed(is_railroad));
    assert_eq!((links("border").len(), links("rail").len()), (146, 61));
}

#[test]
fn railroads_of_sierra_madre_follow_borders_and_cross_rivers_at_bridges() {
    let borders = borders();
    let mut crossed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (line, path) in paths() {
        for step in path.windows(2) {
            let border = borders.get(&[step[0], step[1]]).unwrap_or_else(|| panic!("{line}: {step:?} do not touch"));
            if field(*border, "crossing") == "river" {
                crossed.entry(board().text(*border)).or_default().insert(line.clone());
            }
        }
        let enters_montane = path.iter().any(|district| field(space(district), "terrain") == "montane");
        let is_lumber_line = field(card(&line), "lumber") == "lumber";
        assert_eq!(is_lumber_line, enters_montane, "{line} carries lumber if it enters a montane district");
    }
    let declared =
        links("border").into_iter().filter(|(_, border)| field(*border, "bridge") != "-").map(|(ends, border)| {
            assert_eq!(field(border, "crossing"), "river", "a bridge crosses a river");
            let mut ends = ends;
            ends.sort_unstable();
            let lines = crossed.remove(&board().text(border)).unwrap_or_default();
            vec![
                "bridge".to_owned(),
                field(border, "bridge"),
                ends[0].to_owned(),
                ends[1].to_owned(),
                joined(lines.into_iter()),
            ]
        });
    assert_eq!(declared.collect::<BTreeSet<_>>(), printed(|kind| kind == "bridge"));
    assert!(crossed.is_empty(), "these cross a river without a bridge: {crossed:?}");
}

#[test]
fn railroads_of_sierra_madre_are_joined_where_they_share_a_district() {
    let mut lines_at: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (line, path) in paths() {
        for district in path {
            lines_at.entry(district).or_default().insert(line.clone());
        }
    }
    lines_at.retain(|_, lines| lines.len() > 1);
    let declared = lines_at
        .into_iter()
        .map(|(district, lines)| vec!["junction".into(), district.into(), joined(lines.into_iter())]);
    assert_eq!(declared.collect::<BTreeSet<_>>(), printed(|kind| kind == "junction"));
}

/// A link of a site uses railroads that are joined, and one of them lists the site and passes its district.
#[test]
fn each_ranch_and_mine_of_sierra_madre_can_be_linked_to_a_city() {
    let paths = paths();
    let rank_of = |district: &str| {
        let block = format!("{district}-block");
        let has_block = board().spaces.iter().any(|space| space.id == block);
        if has_block { field(space(&block), "rank") } else { "-".to_owned() }
    };
    let mut sites = 0;
    for (id, enterprise) in cards() {
        let sort = field(enterprise, "sort");
        if !["hacienda", "plantation", "mine"].contains(&sort.as_str()) {
            continue;
        }
        sites += 1;
        let district = field(space(&field(enterprise, "site")), "district");
        let lists = |line: &str| words(&field(card(line), "serves")).any(|served| served == id);
        let mut reached: BTreeSet<&str> = paths
            .iter()
            .filter(|(line, path)| lists(line) && path.contains(&district.as_str()))
            .map(|(l, _)| l.as_str())
            .collect();
        assert!(!reached.is_empty(), "{id}: no railroad through {district} lists it");
        loop {
            let joins =
                |path: &[&str]| reached.iter().any(|line| paths[*line].iter().any(|there| path.contains(there)));
            let all: BTreeSet<&str> = paths.iter().filter(|(_, path)| joins(path)).map(|(l, _)| l.as_str()).collect();
            if all == reached {
                break;
            }
            reached = all;
        }
        let mut districts = reached.iter().flat_map(|line| &paths[*line]);
        let is_goal = |there: &&&str| match sort.as_str() {
            "plantation" => **there == "guaymas",
            _ => ["city", "capital"].contains(&rank_of(there).as_str()),
        };
        assert!(districts.any(|there| is_goal(&there)), "{id}: no link to a city");
    }
    assert_eq!(sites, 20 + 18, "ranches, plantations and mines");
}

#[test]
fn a_deck_of_sierra_madre_with_a_card_whose_verb_waits_is_refused() {
    let start = |deck: &str| {
        let scenario = format!(
            "[meta]\nid = \"tried\"\ngame = \"sierra-madre\"\nname = \"Tried\"\nfirst = \"set-up\"\nposition = \"{deck}\"\n"
        );
        let manifest = "id = \"tried\"\nname = \"Tried\"\nversion = \"0.1.0\"\n";
        let files = [("pack.toml", manifest), ("scenarios/sierra-madre/tried.toml", scenario.as_str())];
        check(&library(&files), "sierra-madre").problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    let refused = start("quarterly-cards: c44 o9; common-cards: c10 rr1");
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].contains("the deck may not hold the card o9 Gunboat Guerrero"), "{refused:?}");
    assert!(refused[0].contains("its verb `force`"), "{refused:?}");
    let refused = start("quarterly-cards: c44; common-cards: c10 m2 rr1");
    assert!(refused[0].contains("the card m2 Presidency of Mexico"), "{refused:?}");
    let accepted = start("quarterly-cards: c44; common-cards: c10 rr1");
    assert!(!accepted.iter().any(|message| message.contains("may not hold")), "{accepted:?}");
}
