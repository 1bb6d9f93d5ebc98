//! Puts the page together, one function for each section.

use crate::about::About;
use crate::cards::Card;
use crate::comparison::Comparison;
use crate::games::{Games, LED_AT, Series};
use crate::html::{code, count, counted, facts, interval, long_text, number, percent, signed, table, text};
use crate::plots::{self, Course, Interval};
use cardwright_statistics::Share;

/// The most rows of the table of cards and of its plot, so that the page stays small.
const MOST_CARDS: usize = 400;
const MOST_CARDS_DRAWN: usize = 20;
/// The most reasons and commands that are shown.
const MOST_REASONS: usize = 40;
const MOST_COMMANDS: usize = 5;
/// The quantiles of numbers, with the names of their columns.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
const QUANTILE_NAMES: [&str; 5] = ["5 %", "25 %", "Median", "75 %", "95 %"];

/// Makes the page. `about` is the first line of one of the files, `commands` are those of all files.
pub(crate) fn page(
    about: &About,
    commands: &[&str],
    games: &Games,
    cards: &[Card],
    comparisons: &[Comparison],
    notes: &[String],
) -> String {
    let mut body = lead(about, games, commands);
    body.extend(notes.iter().map(|note| format!("<p class=note>{}\n", long_text(note, 400))));
    body += &failures(games);
    if games.finished > 0 {
        let sections = [wins, length, reasons, leads, course, figures, luck];
        body.extend(sections.map(|section| section(about, games)));
    }
    body += &card_shares(about, cards);
    body.extend(comparisons.iter().map(comparison));
    format!(
        "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{} – simulation report</title>\n<style>\n{}</style>\n{body}</html>\n",
        text(&about.title),
        include_str!("page.css")
    )
}

/// What was played.
fn lead(about: &About, games: &Games, commands: &[&str]) -> String {
    let seat =
        |(n, seat): (usize, &crate::about::Seat)| format!("{}: {}", text(&about.seat_name(n)), code(&seat.player));
    let seats: Vec<String> = about.seats.iter().enumerate().map(seat).collect();
    let mut lines: Vec<String> = commands.iter().take(MOST_COMMANDS).map(|command| code(command)).collect();
    lines.dedup();
    if commands.len() > MOST_COMMANDS {
        lines.push(format!("and those of {} other files", commands.len() - MOST_COMMANDS));
    }
    let played = match games.all() {
        0 => "What simulations found.".to_owned(),
        all if about.games.is_some_and(|asked| all < asked) => {
            format!("{} of the {} games that were asked for.", count(all), count(about.games.unwrap_or_default()))
        }
        all => format!("{}, played by the computer.", counted(all, "simulated game")),
    };
    let shards = about.shard.map_or(String::new(), |(_, shards)| format!(", in {}", counted(shards, "shard")));
    let facts = facts(&[
        ("Scenario", text(&about.scenario)),
        ("Players", seats.join("<br>")),
        ("Options", long_text(&about.option_text(), 1000)),
        ("Games asked for", format!("{}{shards}", about.games.map_or("until shares are known".into(), count))),
        ("Seed of game 0", about.seed.to_string()),
        ("Version", format!("engine {}, content {}", text(&about.engine), code(&about.content))),
        ("Command", lines.join("<br>")),
    ]);
    format!(
        "<h1>{}</h1>\n<p class=lead>{played}\n{facts}<p class=soft>Intervals are 95 % confidence intervals, in per \
         cent (of shares: Wilson). Columns “5 %” to “95 %” are quantiles: 5 % of the games have at most this number.\n",
        text(&about.title)
    )
}

fn failures(games: &Games) -> String {
    if games.failed == 0 {
        return String::new();
    }
    let rows = games.failures.iter().map(|(seed, error)| vec![text(seed), long_text(error, 300)]);
    let first = if games.failed > games.failures.len() as u64 { " The table has the first of them." } else { "" };
    format!(
        "<h2>Failed games</h2>\n<p class=note>{} failed. The rest of the page is without them.{first}\n{}",
        counted(games.failed, "game"),
        table(2, &["Seed", "Message"], rows)
    )
}

/// The plot and the table of shares. Each has a label for the plot, and its first cells. `head` names these cells.
fn shares(title: &str, head: &[&str], shares: Vec<(String, Vec<String>, Share)>) -> String {
    let mut plot = Vec::new();
    let mut rows = Vec::new();
    for (label, mut cells, share) in shares {
        let (low, high) = share.interval();
        plot.push(Interval { label, value: share.value(), low, high, is_grey: false });
        cells.extend([count(share.hits), percent(share.value()), interval(&share)]);
        rows.push(cells);
    }
    let all_heads = [head, &["Share", "95 % interval"]].concat();
    plots::intervals(title, &plot, None) + &table(if head.len() == 2 { 1 } else { 2 }, &all_heads, rows)
}

fn wins(about: &About, games: &Games) -> String {
    let row = |name: String, player: &str, wins: u64| {
        let cells = vec![text(&name), text(player)];
        (name, cells, Share::new(wins, games.finished))
    };
    let seats = about.seats.iter().zip(&games.wins_of_seats).enumerate();
    let mut rows: Vec<_> = seats.map(|(n, (seat, wins))| row(about.seat_name(n), &seat.player, *wins)).collect();
    if games.won_by_nobody > 0 {
        rows.push(row("nobody".into(), "", games.won_by_nobody));
    }
    let are_shared = rows.iter().map(|(_, _, share)| share.hits).sum::<u64>() > games.finished;
    let shared =
        if are_shared { "<p>Some games have several winners: the shares add up to more than 100 %.\n" } else { "" };
    let title = "Share of games won by each seat, with 95 % intervals";
    format!("<h2>Who wins</h2>\n{}{shared}", shares(title, &["Seat", "Player", "Games won"], rows))
}

/// A table of quantiles. Each row has its first cells, and its numbers. `head` names these cells.
fn quantiles<'a>(head: &[&str], rows: impl IntoIterator<Item = (Vec<String>, &'a Series)>) -> String {
    let rows = rows.into_iter().map(|(mut cells, series)| {
        cells.extend(QUANTILES.map(|share| number(series.quantile(share))));
        cells
    });
    table(head.len(), &[head, &QUANTILE_NAMES].concat(), rows)
}

fn length(about: &About, games: &Games) -> String {
    let mut names = vec![("decisions".to_owned(), "Decisions".to_owned())];
    names.extend(
        about.sides.iter().map(|side| (format!("decisions_{}", side.id), format!("… by {}", text(&side.name)))),
    );
    names.push(("answers".into(), "Answers (also forced ones)".into()));
    names.extend(about.periods.iter().map(|id| (format!("ended_{id}"), format!("Ends of “{}”", text(id)))));
    let rows = names.into_iter().filter_map(|(name, label)| Some((vec![label], games.series(&name)?)));
    let Some(decisions) = games.series("decisions") else { return String::new() };
    let choices = games.series("rows").map_or(0.0, Series::sum) / decisions.sum().max(1.0);
    format!(
        "<h2>Length</h2>\n<p>A decision is an answer with two or more choices. A decision had {} choices on \
         average.\n{}{}",
        number(choices),
        plots::histogram("Distribution of the number of decisions", "decisions in a game", &decisions.values),
        quantiles(&["In a game"], rows)
    )
}

fn reasons(_: &About, games: &Games) -> String {
    let mut reasons: Vec<_> = games.reasons.iter().collect();
    reasons.sort_by_key(|(_, ended)| std::cmp::Reverse(*ended));
    let rarer = reasons.split_off(reasons.len().min(MOST_REASONS)).len() as u64;
    let rows = reasons.into_iter().map(|(id, ended)| {
        let name = if id.is_empty() { "(none)" } else { id };
        (name.to_owned(), vec![text(name)], Share::new(*ended, games.finished))
    });
    let title = "Share of games that ended for each reason, with 95 % intervals";
    format!(
        "<h2>How games end</h2>\n{}{}",
        shares(title, &["Reason", "Games"], rows.collect()),
        not_shown(rarer, "rarer reason")
    )
}

fn not_shown(rows: u64, noun: &str) -> String {
    if rows == 0 { String::new() } else { format!("<p class=soft>Not shown: {}.\n", counted(rows, noun)) }
}

fn leads(about: &About, games: &Games) -> String {
    let Some(evaluates) = &about.evaluates else { return String::new() };
    let mut rows = Vec::new();
    for (leads, moment) in games.leads.iter().zip(LED_AT) {
        for (seat, share) in leads.iter().enumerate().filter(|(_, share)| share.all > 0) {
            let (name, led) = (about.seat_name(seat), Share::new(share.all, games.finished));
            let cells = vec![format!("{moment} %"), text(&name), count(led.hits), percent(led.value())];
            rows.push((format!("{moment} %: {name}"), cells, *share));
        }
    }
    let decided = Share::new(games.decided_at_half, games.finished);
    let changes = games.series("lead_changes").map_or(String::new(), |changes| {
        let [low, _, median, _, high] = QUANTILES.map(|share| number(changes.quantile(share)));
        format!("<p>Changes of the lead in a game: median {median}, 5th to 95th percentile {low} to {high}.\n")
    });
    format!(
        "<h2>Leads and comebacks</h2>\n<p>The seat with the highest {} leads. The plot shows how often the leader won, \
         after a quarter, half and three quarters of the decisions. In the other games of a row there was a \
         comeback.\n{} <p><b>Decided at half time: {}</b> ({}) of the games. In these, the seat that led after half of \
         the decisions led after three quarters too, and won.\n{changes}",
        code(evaluates),
        shares(
            "How often the leader won, with 95 % intervals",
            &["After", "Leader", "Games led", "Of all games", "Led and won"],
            rows
        ),
        percent(decided.value()),
        interval(&decided)
    )
}

/// The evaluating figure of each side over the game.
fn course(about: &About, games: &Games) -> String {
    let (mut plot, mut rows, mut keys) = (Vec::new(), Vec::new(), String::new());
    for (index, side) in about.sides.iter().enumerate() {
        let mut moments = Vec::new();
        for moment in [25, 50, 75, 100] {
            let Some(series) = games.series(&format!("value_{}_{moment}", side.id)) else { continue };
            moments.push((moment, QUANTILES.map(|share| series.quantile(share))));
            rows.push((vec![text(&side.name), format!("{moment} %")], series));
        }
        let plotters::style::RGBColor(red, green, blue) = plots::color(index);
        let style = format!("background:rgb({red},{green},{blue})");
        keys += &format!("<span class=key style=\"{style}\"></span>{}", text(&side.name));
        plot.push(Course { side: index, moments });
    }
    let (Some(evaluates), false) = (&about.evaluates, rows.is_empty()) else { return String::new() };
    format!(
        "<h2>The course of the game</h2>\n<p>{} of each side. Lines join the medians; the thick bars hold the middle \
         half of the games, the thin ones the middle 90 %.\n<p>{keys}\n{}{}",
        code(evaluates),
        plots::over_time("The evaluating figure of each side over the game", &plot),
        quantiles(&["Side", "After"], rows)
    )
}

/// The last values of the other figures.
fn figures(about: &About, games: &Games) -> String {
    let rows = games.series.iter().filter(|series| !series.values.is_empty()).filter_map(|series| {
        let name = series.name.strip_prefix("figure_")?;
        let of_side = name.rsplit_once('_').and_then(|(figure, side)| Some((figure, about.side(side)?)));
        let (figure, side) = of_side.map_or((name, "–"), |(figure, side)| (figure, &about.sides[side].name));
        Some((vec![text(figure), text(side)], series))
    });
    let rows: Vec<_> = rows.collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!("<h2>Figures at the end</h2>\n{}", quantiles(&["Figure", "Side"], rows)),
    }
}

fn luck(about: &About, games: &Games) -> String {
    let mean = |(count, sum): (u64, f64)| if count == 0 { "–".into() } else { signed(sum / count as f64) };
    let rows = about.sides.iter().zip(&games.luck).filter_map(|(side, luck)| {
        let dice = games.series(&format!("dice_{}", side.id)).filter(|dice| dice.sum() > 0.0)?;
        let [lost, won] = luck.lost_and_won.map(mean);
        let correlation = luck.correlation.coefficient().map_or("–".into(), signed);
        Some(vec![text(&side.name), number(dice.sum() / dice.values.len() as f64), won, lost, correlation])
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = ["Side", "Dice in a game", "Mean luck when it won", "… when it lost", "Correlation of luck and win"];
    format!(
        "<h2>Dice luck</h2>\n<p>Luck is the sum of (face − mean of the die) over all dice that were rolled after a \
         side’s answers. A correlation near 0 means that luck did not decide games. A negative one means that low \
         rolls are good.\n{}",
        table(1, &head, rows)
    )
}

/// A cell with a share, its interval and its number of cases: grey if the interval contains the average.
fn share_cell(share: &Share, average: f64) -> String {
    let class = if share.distance(average) > 0.0 { "" } else { " class=grey" };
    match share.all {
        0 => "–".into(),
        n => format!(
            "<span{class}>{} ({})</span><br><small>of {}</small>",
            percent(share.value()),
            interval(share),
            count(n)
        ),
    }
}

fn card_shares(about: &About, cards: &[Card]) -> String {
    if cards.is_empty() {
        return String::new();
    }
    let mut played: Vec<_> = cards.iter().filter(|card| card.played.all > 0).collect();
    let distance = |card: &Card| card.played.distance(card.average);
    played.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    let plot = played.into_iter().take(MOST_CARDS_DRAWN).map(|card| {
        let (low, high) = card.played.interval();
        Interval {
            label: format!("{} ({})", crate::read::cut(&card.name, 24), about.sides[card.side].id),
            value: card.played.value() - card.average,
            low: low - card.average,
            high: high - card.average,
            is_grey: distance(card) <= 0.0,
        }
    });
    let plot: Vec<_> = plot.collect();
    let rows = cards.iter().take(MOST_CARDS).map(|card| {
        let shares = [card.drawn, card.played, card.never_played].map(|share| share_cell(&share, card.average));
        [&[text(&card.name), text(&about.sides[card.side].name)][..], &shares].concat()
    });
    let side_average = |side: usize| cards.iter().find(|card| card.side == side);
    let averages = (0..about.sides.len()).filter_map(side_average);
    let averages = averages.map(|card| format!("{} {}", text(&about.sides[card.side].name), percent(card.average)));
    format!(
        "<h2>Cards</h2>\n<p>How often the side won when it had drawn the card, when it played it, and when it had it \
         but never played it. Grey: the interval contains the average of the side ({}). The first rows tell most: one \
         of their intervals is far from the average.\n<p><b>What these shares do not prove:</b> that a card wins \
         games. A card that is played when one is winning anyhow looks strong. And of 100 intervals of cards without \
         any effect, about five are not grey. <code>cardwright compare --without CARD</code> measures the effect of a \
         card.\n <h3>Share won when played, minus the average of the side, in percentage points</h3>\n{}{}{}",
        averages.collect::<Vec<_>>().join(", "),
        plots::intervals("Share won when played minus the average of the side, with 95 % intervals", &plot, Some(0.0)),
        table(2, &["Card", "Side", "Won when drawn", "Won when played", "Won when never played"], rows),
        not_shown(cards.len().saturating_sub(MOST_CARDS) as u64, "row of cards that tell less")
    )
}

fn comparison(comparison: &Comparison) -> String {
    let plot = comparison.lines.iter().filter(|line| line.is_share).filter_map(|line| {
        let [_, _, Some(value), Some(low), Some(high)] = line.numbers else { return None };
        Some(Interval { label: line.name.clone(), value, low, high, is_grey: !line.is_decided })
    });
    let plot: Vec<_> = plot.take(MOST_CARDS_DRAWN).collect();
    let rows = comparison.lines.iter().map(|line| {
        let mean = |value: Option<f64>| match value {
            Some(share) if line.is_share => percent(share),
            value => value.map_or("–".into(), number),
        };
        let signed = |value: Option<f64>| match value {
            Some(share) if line.is_share => format!("{:+.1}", share * 100.0).replace('-', "−"),
            value => value.map_or("–".into(), signed),
        };
        let [a, b, difference, low, high] = line.numbers;
        let interval = format!("{} to {}", signed(low), signed(high));
        let (games, decided) = (line.games.map_or("–".into(), number), if line.is_decided { "yes" } else { "no" });
        let numbers = [mean(a), mean(b), signed(difference), interval, games, decided.into()];
        [&[text(&line.name)][..], &numbers, &[long_text(&line.note, 300)]].concat()
    });
    let set = |arguments: &str| if arguments.is_empty() { "as it is".to_owned() } else { code(arguments) };
    format!(
        "<h2>Comparison</h2>\n{}<p>Both sets of arguments played the same games, pair by pair. The intervals hold at \
         whatever moment one stops. A difference is decided if its interval does not contain 0. \
         Differences of shares are in percentage points.\n{}{}",
        facts(&[("a", set(&comparison.a)), ("b", set(&comparison.b)), ("Command", code(&comparison.command))]),
        if plot.is_empty() { String::new() } else { plots::intervals("Differences b − a", &plot, Some(0.0)) },
        table(1, &["", "a", "b", "b − a", "Interval", "Pairs", "Decided", "Note"], rows)
    )
}
