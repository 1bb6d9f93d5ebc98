//! The page from small result files: numbers, shards, refused files, foreign texts.
#![allow(clippy::unwrap_used)]

use cardwright_report::{Page, ReportError, report};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

const HEAD: &str = "game,seed,winners,reason,answers,decisions,rows,decisions_us,ended_turn,dice_us,luck_us,\
    value_us_25,value_us_100,led_25,led_50,led_75,lead_changes,figure_unrest,figure_oil_us,error";
const CARD_HEAD: &str = "game,card,name,half,side,drawn_at,played_at,how,won";

fn about(kind: &str, shard: Option<(u64, u64)>) -> Value {
    json!({
        "kind": kind, "format": 1, "engine": "0.1.0", "game": "tiny", "title": "Tiny War", "content": "abc",
        "scenario": "standard", "options": {"fog": "off"},
        "sides": [{"id": "us", "name": "United States"}, {"id": "cia", "name": "CIA"}, {"id": "red", "name": "Reds"}],
        "seats": [{"sides": ["us", "cia"], "player": "ai:1000"}, {"sides": ["red"], "player": "random"}],
        "seed": 7, "games": 10, "shard": shard, "periods": ["turn"], "evaluates": "standing",
        "command": format!("cardwright sim tiny {shard:?}"),
    })
}

/// Game `n` of a run in which seat 0 wins 6 of 10 games, and 2 games have no winner.
fn game(n: u64) -> String {
    let winners = ["us", "us+cia", "cia", "red", "nobody"][(n % 5) as usize];
    let leader = if n < 4 { "us" } else { "red" };
    let seed = 7 + n;
    format!("{n},{seed},{winners},end-{},9,{n},20,4,3,2,{}.5,1,{n},us,{leader},{leader},1,5,6,", n % 2, n % 3)
}

fn card(n: u64) -> String {
    let (played, won) = if n.is_multiple_of(2) { ("4", 1) } else { ("", 0) };
    format!("{n},coup,Coup d'État,,us,1,{played},event,{won}")
}

/// A folder with result files.
struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(TempDir::new().unwrap())
    }

    fn raw(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn csv(&self, name: &str, about: &Value, head: &str, lines: impl IntoIterator<Item = String>) -> PathBuf {
        let lines: Vec<String> = lines.into_iter().collect();
        self.raw(name, &format!("# {about}\n{head}\n{}\n", lines.join("\n")))
    }

    fn games(&self, name: &str, about: &Value, numbers: impl IntoIterator<Item = u64>) -> PathBuf {
        self.csv(name, about, HEAD, numbers.into_iter().map(game))
    }

    fn cards(&self, name: &str, about: &Value, numbers: impl IntoIterator<Item = u64>) -> PathBuf {
        self.csv(name, about, CARD_HEAD, numbers.into_iter().map(card))
    }
}

fn page(paths: &[PathBuf]) -> Page {
    report(paths).unwrap_or_else(|error| panic!("{error}"))
}

fn error(paths: &[PathBuf]) -> String {
    report(paths).expect_err("the files should be refused").to_string()
}

/// The page without its list of commands, which names the shards.
fn without_commands(page: &Page) -> String {
    let lines = page.html.lines().filter(|line| !line.contains("<dt>Command") && !line.contains("Games asked for"));
    lines.collect::<Vec<_>>().join("\n")
}

fn assert_has(page: &Page, pieces: &[&str]) {
    let text = page.html.replace('\u{a0}', " ");
    pieces.iter().for_each(|piece| assert!(text.contains(piece), "{piece} is missing in {text}"));
}

#[test]
fn shares_and_quantiles_are_those_computed_by_hand() {
    let files = Files::new();
    let page = page(&[files.games("g.csv", &about("games", None), 0..10)]);
    assert!(page.notes.is_empty());
    assert_has(
        &page,
        &[
            "10 simulated games",
            // 6 of 10: (0.6 + z²/20 ± z √(0.6·0.4/10 + z²/400)) / (1 + z²/10).
            "<td>United States + CIA<td>ai:1000<td>6<td>60.0 %<td>31.3–83.2",
            "<td>Reds<td>random<td>2<td>20.0 %<td>5.7–51.0",
            "<td>nobody<td><td>2<td>20.0 %<td>5.7–51.0",
            // Decisions are 0 to 9.
            "<td>Decisions<td>0.45<td>2.25<td>4.50<td>6.75<td>8.55",
            "A decision had 4.44 choices",
            // `red` leads in games 4 to 9, and wins game 8.
            "<td>50 %<td>Reds<td>6<td>60.0 %<td>1<td>16.7 %<td>3.0–56.4",
            // Games 0, 1, 2 and 8 are won by who led at half time.
            "Decided at half time: 40.0 %",
            "<td>unrest<td>–<td>5<td>5<td>5<td>5<td>5",
            "<td>oil<td>United States<td>6",
        ],
    );
}

#[test]
fn luck_is_averaged_over_games_won_and_lost() {
    let files = Files::new();
    let page = page(&[files.games("g.csv", &about("games", None), 0..10)]);
    // The side `us` wins games 0, 1, 5 and 6: luck 0.5, 1.5, 2.5, 0.5. The others: 2.5 0.5 1.5 1.5 2.5 0.5.
    assert_has(&page, &["<td>United States<td>2<td>+1.25<td>+1.50<td>−0.15"]);
}

#[test]
fn cards_show_shares_when_drawn_played_and_never_played() {
    let files = Files::new();
    let both = [files.games("g.csv", &about("games", None), 0..10), files.cards("c.csv", &about("cards", None), 0..10)];
    assert_has(
        &page(&both),
        &[
            "United States 40.0 %",
            "<td>Coup d&#39;État<td>United States<td><span class=grey>50.0 % (23.7–76.3)</span><br><small>of 10</small>\
             <td><span>100.0 % (56.6–100.0)</span><br><small>of 5</small><td><span class=grey>0.0 % \
             (0.0–43.4)</span><br><small>of 5</small>",
            "What these shares do not prove",
        ],
    );
    // Without games, the average is that of the games in the file.
    assert_has(&page(&both[1..]), &["United States 50.0 %"]);
}

#[test]
fn shards_add_up_to_the_run() {
    let files = Files::new();
    let whole =
        [files.games("g.csv", &about("games", None), 0..10), files.cards("c.csv", &about("cards", None), 0..10)];
    let mut shards = Vec::new();
    for shard in [2, 0, 1] {
        let numbers = || (0..10).filter(move |n| n % 3 == shard);
        shards.push(files.games(&format!("g{shard}.csv"), &about("games", Some((shard, 3))), numbers()));
        shards.push(files.cards(&format!("c{shard}.csv"), &about("cards", Some((shard, 3))), numbers()));
    }
    assert_eq!(without_commands(&page(&shards)), without_commands(&page(&whole)));

    let [g2, c2, g0, c0, _, c1] = &shards[..] else { panic!() };
    assert!(error(std::slice::from_ref(g2)).starts_with("shards 0 and 1 of 3 are missing"));
    assert!(error(&[g2.clone(), g0.clone()]).starts_with("shard 1 of 3 is missing"));
    assert!(error(&[c0.clone(), c1.clone(), c2.clone(), g0.clone()]).contains("games"));
    let twice = error(&[g2.clone(), g2.clone()]);
    assert!(twice.contains("g2.csv") && twice.contains("shard 2 of 3"), "{twice}");
    assert!(error(&[whole[0].clone(), whole[0].clone()]).contains("g.csv"));
    assert!(error(&[whole[0].clone(), g2.clone()]).contains("shards"));
}

#[test]
fn json_lines_give_the_same_page_as_csv() {
    let files = Files::new();
    let csv = [files.games("g.csv", &about("games", None), 0..10), files.cards("c.csv", &about("cards", None), 0..10)];
    let json = |name: &str, kind: &str, head: &str, line: fn(u64) -> String| {
        let mut text = format!("{}\n", json!({"about": about(kind, None)}));
        for n in 0..10 {
            let cell = |cell: &str| match cell.parse::<f64>() {
                _ if cell.is_empty() => Value::Null,
                Ok(number) if number.fract() == 0.0 => json!(number as i64),
                Ok(number) => json!(number),
                Err(_) => json!(cell),
            };
            let line = line(n);
            let object: serde_json::Map<_, _> =
                head.split(',').map(str::to_owned).zip(line.split(',').map(cell)).collect();
            text += &json!(object).to_string();
            text.push('\n');
        }
        files.raw(name, &text)
    };
    let json = [json("g.jsonl", "games", HEAD, game), json("c.jsonl", "cards", CARD_HEAD, card)];
    assert_eq!(page(&json).html, page(&csv).html);

    let mut text = std::fs::read_to_string(&json[0]).unwrap();
    text.truncate(text.len() - 1);
    let cut = page(&[files.raw("cut.jsonl", &text)]);
    assert!(cut.notes[0].contains("cut.jsonl: the last line is incomplete"), "{:?}", cut.notes);
}

#[test]
fn files_of_other_runs_are_refused() {
    let files = Files::new();
    let first = files.games("g.csv", &about("games", None), 0..10);
    for (key, value, word) in [
        ("game", json!("other"), "game `tiny`"),
        ("content", json!("xyz"), "content"),
        ("scenario", json!("other"), "scenario"),
        ("options", json!({"fog": "on"}), "options"),
        ("seats", json!([{"sides": ["us", "cia", "red"], "player": "random"}]), "seats"),
        ("seed", json!(8), "seed"),
    ] {
        let mut other = about("cards", None);
        other[key] = value;
        let message = error(&[first.clone(), files.cards("other.csv", &other, 0..10)]);
        assert!(message.contains("other.csv") && message.contains(word), "{message}");
    }
}

#[test]
fn other_files_are_refused() {
    let files = Files::new();
    assert!(matches!(report(&[]), Err(ReportError::NoFiles)));
    assert!(error(&[files.0.path().join("nothing.csv")]).contains("nothing.csv"));
    for text in [
        "",
        "a,b\n1,2\n",
        "# {}\n",
        "# [1]\n",
        "{\"about\":3}\n",
        "{\"about\":{\"kind\":",
        "\u{0}\u{1}",
        "# {\"format\":1}\n",
    ] {
        let message = error(&[files.raw("text.csv", text)]);
        assert!(message.contains("text.csv is no result file"), "{message}");
    }
    let mut other = about("games", None);
    other["format"] = json!(2);
    assert!(error(&[files.games("new.csv", &other, 0..1)]).contains("format 2"));
    other = about("games", Some((3, 2)));
    assert!(error(&[files.games("shard.csv", &other, 0..1)]).contains("no shard 3 of 2"));
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    let files = Files::new();
    let refused = |line: &str| {
        let lines = [game(0), line.to_owned(), game(2)];
        error(&[files.csv("g.csv", &about("games", None), HEAD, lines)])
    };
    let good = game(1);
    assert!(refused("1,2,3").contains("g.csv:4: the line has 3 cells instead of 20"));
    assert!(refused(&good.replace(",us+cia,", ",blue,")).contains("g.csv:4: `blue`"));
    for number in ["nan", "inf", "-inf", "1e300", "x"] {
        let message = refused(&good.replacen(",9,", &format!(",{number},"), 1));
        assert!(message.contains(&format!("g.csv:4: `{number}`")), "{message}");
    }
    let cards = files.csv("c.csv", &about("cards", None), CARD_HEAD, [card(0).replace(",us,", ",them,")]);
    assert!(error(&[cards]).contains("c.csv:3: `them`"));
    let columns = files.csv("g.csv", &about("games", None), "game,seed", ["1,2".to_owned()]);
    assert!(error(&[columns]).contains("the column `winners` is missing"));
    let json = files.raw("g.jsonl", &format!("{}\n{{\"game\":\n", json!({"about": about("games", None)})));
    assert!(error(&[json]).contains("g.jsonl:2: "));
}

#[test]
fn each_game_counts_once_and_in_its_shard() {
    let files = Files::new();
    let refused = |shard, numbers: &[&str]| {
        let lines = numbers.iter().map(|n| game(0).replacen("0,", &format!("{n},"), 1));
        error(&[files.csv("g.csv", &about("games", shard), HEAD, lines)])
    };
    for (second, problem) in [("0", "twice"), ("-1", "no game `-1`"), ("10", "no game `10`"), ("x", "no game `x`")] {
        let message = refused(None, &["0", second]);
        assert!(message.contains("g.csv:4: ") && message.contains(problem), "{message}");
    }
    assert!(refused(None, &["3", "2"]).contains("game 2 is there twice, or out of order"));
    assert!(refused(Some((0, 1)), &["0", "0"]).contains("twice"));
    let cards = files.csv("c.csv", &about("cards", None), CARD_HEAD, [card(2), card(2), card(1)]);
    assert!(error(&[cards]).contains("c.csv:5: game 1"));

    // A shard that is not finished is said; the games of a run until a share is known have no number.
    let shard = |shard| about("games", Some((shard, 2)));
    let wrong = [files.games("0.csv", &shard(0), [0, 1]), files.games("1.csv", &shard(1), [3])];
    assert!(error(&wrong).contains("0.csv:4: there is no game `1` in this file"));
    let short = [files.games("0.csv", &shard(0), [0, 2]), files.games("1.csv", &shard(1), [1, 3, 5, 7, 9])];
    assert!(matches!(&page(&short).notes[..], [note] if note.contains("0.csv: 2 of 5 games")));
    let mut until = about("games", None);
    until["games"] = Value::Null;
    assert_has(&page(&[files.games("g.csv", &until, 0..3)]), &["3 simulated games", "until shares are known"]);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let files = Files::new();
    let text = std::fs::read_to_string(files.games("g.csv", &about("games", None), 0..10)).unwrap();
    assert_has(&page(&[files.raw("bom.csv", &format!("\u{feff}{text}"))]), &["10 simulated games"]);
}

#[test]
fn an_incomplete_last_line_is_skipped_and_said() {
    let files = Files::new();
    let whole = std::fs::read_to_string(files.games("g.csv", &about("games", None), 0..10)).unwrap();
    let three = page(&[files.games("3.csv", &about("games", None), 0..9)]);
    let last_line = whole.len() - game(9).len() - 1;
    for end in [last_line + 1, last_line + 9, whole.len() - 2, whole.len() - 1] {
        let cut = page(&[files.raw("cut.csv", &whole[..end])]);
        assert!(matches!(&cut.notes[..], [note] if note.contains("cut.csv: the last line is incomplete")), "{end}");
        assert_has(&cut, &["the last line is incomplete", "9 of the 10 games"]);
        let lines = cut.html.lines().filter(|line| !line.contains("incomplete")).collect::<Vec<_>>().join("\n");
        assert_eq!(lines + "\n", three.html, "{end}");
    }
    // Also if the end is inside a letter.
    let cards = std::fs::read(files.cards("c.csv", &about("cards", None), 0..2)).unwrap();
    let end = cards.len() - card(1).len() + "1,coup,Coup d'".len(); // one byte of two
    let path = files.0.path().join("letter.csv");
    std::fs::write(&path, &cards[..end]).unwrap();
    assert!(page(&[path]).notes[0].contains("incomplete"));
    // Also if the end is in the line with the names of the columns.
    let cut = page(&[files.raw("cut.csv", &whole[..whole.find(HEAD).unwrap() + 10])]);
    assert_eq!(cut.notes.len(), 1);
}

#[test]
fn failed_games_are_listed_with_their_seeds() {
    let files = Files::new();
    let failed = format!("3,4711{}the rule failed", ",".repeat(18));
    let page = page(&[files.csv("g.csv", &about("games", None), HEAD, [game(0), failed])]);
    assert_has(&page, &["1 game failed", "<td>4711<td>the rule failed", "2 of the 10 games"]);
}

#[test]
fn texts_of_files_are_escaped() {
    let files = Files::new();
    let evil = "<script>alert(1)</script>";
    let mut other = about("games", None);
    for key in ["title", "scenario", "command", "engine", "content", "evaluates"] {
        other[key] = json!(evil);
    }
    other["options"] = json!({evil: evil});
    other["periods"] = json!([evil]);
    other["sides"][0]["name"] = json!(evil);
    other["seats"][0]["player"] = json!(evil);
    let head = HEAD.replace("ended_turn", &format!("ended_{evil}")).replace("figure_unrest", &format!("figure_{evil}"));
    let lines = [game(0).replace("end-0", evil), format!("3,{evil}{}{evil}", ",".repeat(18))];
    let games = files.csv("g.csv", &other, &head, lines);
    other["kind"] = json!("cards");
    let cards = files.csv("c.csv", &other, CARD_HEAD, [format!("1,{evil},{evil},{evil},us,1,2,{evil},1")]);
    other["kind"] = json!("comparison");
    (other["a"], other["b"]) = (json!(evil), json!(evil));
    let line = json!({"name": evil, "kind": "share", "a": 0.5, "b": 0.5, "difference": 0, "low": -0.1, "high": 0.1,
        "games": 9, "decided": false, "note": evil});
    let comparison = files.raw("x.jsonl", &format!("{}\n{line}\n", json!({"about": other})));
    let page = page(&[games, cards, comparison]);
    assert!(!page.html.contains("<script"));
    assert!(page.html.matches("&lt;script&gt;").count() > 20);
}

#[test]
fn a_comparison_is_a_table() {
    let files = Files::new();
    let mut both = about("comparison", None);
    (both["a"], both["b"]) = (json!(""), json!("--pack x"));
    both["scenario"] = json!("other");
    let lines = [
        json!({"name": "wins of us", "kind": "share", "a": 0.25, "b": 0.5, "difference": 0.25, "low": 0.125,
            "high": 0.375, "games": 400, "decided": true, "note": null}),
        json!({"name": "decisions", "kind": "length", "a": 10, "b": 9.5, "difference": -0.5, "low": -2, "high": 1,
            "games": 400, "decided": false, "note": "900 more games"}),
    ];
    let file = files.raw("x.jsonl", &format!("{}\n{}\n{}\n", json!({"about": both}), lines[0], lines[1]));
    let games = files.games("g.csv", &about("games", None), 0..10);
    assert_has(
        &page(&[file.clone(), games]),
        &[
            "<td>wins of us<td>25.0 %<td>50.0 %<td>+25.0<td>+12.5 to +37.5<td>400<td>yes<td>",
            "<td>decisions<td>10<td>9.50<td>−0.50<td>−2 to +1<td>400<td>no<td>900 more games",
            "<dd><code>--pack x</code>",
            "as it is",
        ],
    );
    assert!(error(&[file.clone(), file]).contains("the same comparison"));
}

#[test]
fn a_page_with_many_cards_and_reasons_is_small() {
    let files = Files::new();
    let long = "&".repeat(5000);
    let games = (0..5000).map(|n| game(n).replace("end-", &format!("{n}{long}")));
    let of_5000 = |kind| {
        let mut about = about(kind, None);
        about["games"] = json!(5000);
        about
    };
    let games = files.csv("g.csv", &of_5000("games"), HEAD, games);
    let cards = (0..5000).map(|n| card(n).replace(",coup,Coup", &format!(",coup-{n},{n}{long}")));
    let cards = files.csv("c.csv", &of_5000("cards"), CARD_HEAD, cards);
    let page = page(&[games, cards]);
    assert!(page.html.len() < 400_000, "{} bytes", page.html.len());
    assert!(page.notes[0].contains("left out"), "{:?}", page.notes);
}

#[test]
fn a_file_without_games_makes_a_page() {
    let files = Files::new();
    assert_has(&page(&[files.raw("g.csv", &format!("# {}\n{HEAD}\n", about("games", None)))]), &["Tiny War"]);
}
