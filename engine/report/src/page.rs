//! Puts the page together, one function for each section.

use crate::about::About;
use crate::cards::{CardRow, Cards};
use crate::comparison::Comparison;
use crate::games::{Games, LED_AT, Series};
use crate::html::{self, count, counted, interval, number, number_or_dash, percent, signed, table, text};
use crate::plots::{self, Interval};
use crate::share::Share;

/// The most rows of the table of cards and of its plot, so that the page stays small.
const MOST_CARD_ROWS: usize = 400;
const MOST_CARDS_DRAWN: usize = 20;
/// The most reasons that are shown, commonest first.
const MOST_REASONS: usize = 40;

/// Makes the page. `about` is the first line of one of the files, `abouts` those of all files.
pub(crate) fn page(
    abouts: &[&About],
    about: &About,
    games: &Games<'_>,
    cards: &Cards<'_>,
    comparisons: &[Comparison],
    notes: &[String],
) -> String {
    let mut body = lead(abouts, about, games);
    notes.iter().for_each(|note| body += &format!("<p class=note>{}\n", html::long_text(note, 400)));
    body += &failures(games);
    if games.finished > 0 {
        body += &wins(about, games);
        body += &length(about, games);
        body += &reasons(about, games);
        body += &leads(about, games);
        body += &value_over_time(about, games);
        body += &figures(about, games);
        body += &luck(about, games);
    }
    body += &card_section(about, &cards.rows(|side| games.share_of_side(side)));
    comparisons.iter().for_each(|comparison| body += &comparison_section(comparison));
    format!(
        "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <title>{} – simulation report</title>\n<style>\n{}</style>\n{body}</html>\n",
        text(&about.title),
        include_str!("page.css")
    )
}

/// What was played.
fn lead(abouts: &[&About], about: &About, games: &Games<'_>) -> String {
    let seats: Vec<String> = (0..about.seats.len())
        .map(|seat| format!("{}: <code>{}</code>", text(&about.seat_name(seat)), text(&about.seats[seat].player)))
        .collect();
    let mut commands: Vec<String> =
        abouts.iter().map(|about| format!("<code>{}</code>", html::long_text(&about.command, 400))).collect();
    commands.dedup();
    let others = commands.len().saturating_sub(4);
    commands.truncate(4);
    if others > 0 {
        commands.push(format!("and {}", counted(others as u64, "other command")));
    }
    let played = match games.finished + games.failed {
        0 => "Simulation report.".to_owned(),
        all if all < about.games => format!("{} of the {} games that were asked for.", count(all), count(about.games)),
        all => format!("{}, played by the computer.", counted(all, "simulated game")),
    };
    let shards = about.shard.map_or(String::new(), |(_, shards)| format!(", in {}", counted(shards, "shard")));
    let facts = html::facts(&[
        ("Scenario", text(&about.scenario)),
        ("Players", seats.join("<br>")),
        ("Options", html::long_text(&about.option_text(), 1000)),
        ("Games asked for", format!("{}{shards}", count(about.games))),
        ("Seed of game 0", about.seed.to_string()),
        ("Version", format!("engine {}, content <code>{}</code>", text(&about.engine), text(&about.content))),
        ("Command", commands.join("<br>")),
    ]);
    format!(
        "<h1>{}</h1>\n<p class=lead>{played}\n{facts}\
         <p class=soft>Intervals are 95 % confidence intervals (of shares: Wilson), if nothing else is said.\n",
        text(&about.title)
    )
}

fn failures(games: &Games<'_>) -> String {
    if games.failed == 0 {
        return String::new();
    }
    let rows = games.failures.iter().map(|(seed, error)| vec![text(seed), html::long_text(error, 200)]);
    let first = if games.failed > games.failures.len() as u64 { " The table has the first of them." } else { "" };
    format!(
        "<h2>Failed games</h2>\n<p class=note>{} failed. The rest of the page is without them.{first}\n{}",
        counted(games.failed, "game"),
        table(2, &["Seed", "Message"], rows)
    )
}

/// A row of a plot of shares.
fn plot_row(label: String, share: &Share) -> Interval {
    let (low, high) = share.interval();
    Interval { label, value: share.value(), low, high, is_grey: false }
}

fn wins(about: &About, games: &Games<'_>) -> String {
    let mut shares: Vec<(String, &str, Share)> = (0..about.seats.len())
        .map(|seat| (about.seat_name(seat), &*about.seats[seat].player, Share::new(games.wins[seat], games.finished)))
        .collect();
    if games.won_by_nobody > 0 {
        shares.push(("nobody".into(), "", Share::new(games.won_by_nobody, games.finished)));
    }
    let plot: Vec<_> = shares.iter().map(|(name, _, share)| plot_row(name.clone(), share)).collect();
    let rows = shares.iter().map(|(name, player, share)| {
        vec![text(name), text(player), count(share.hits), percent(share.value()), interval(share)]
    });
    let several = match games.won_by_several {
        0 => String::new(),
        n => format!("<p>{} had several winners, so the shares add up to more than 100 %.\n", counted(n, "game")),
    };
    format!(
        "<h2>Who wins</h2>\n{}{}{several}",
        plots::intervals("Share of games won by each seat, with 95 % intervals", &plot, None),
        table(2, &["Seat", "Player", "Games won", "Share", "95 % interval"], rows)
    )
}

/// The cells of a row with quantiles: the label, then the numbers.
fn quantiles(label: String, series: &Series, shares: &[f64]) -> Vec<String> {
    let mut row = vec![label];
    row.extend(shares.iter().map(|share| number_or_dash(series.quantile(*share))));
    row
}

fn length(about: &About, games: &Games<'_>) -> String {
    let mut names = vec![("decisions".to_owned(), "Decisions".to_owned())];
    names.extend(
        about.sides.iter().map(|side| (format!("decisions_{}", side.id), format!("… by {}", text(&side.name)))),
    );
    names.push(("answers".into(), "Answers (also forced ones)".into()));
    names.extend(about.periods.iter().map(|id| (format!("ended_{id}"), format!("Periods “{}” ended", text(id)))));
    let rows = names.into_iter().filter_map(|(name, label)| {
        games.series(&name).map(|series| quantiles(label, series, &[0.05, 0.5, 0.95])) //
    });
    let rows: Vec<_> = rows.collect();
    let sum = |name: &str| games.series(name).map_or(0.0, Series::sum);
    let choices = match sum("decisions") {
        0.0 => String::new(),
        decisions => format!("<p>A decision had {} choices on average.\n", number(sum("rows") / decisions)),
    };
    let plot = games.series("decisions").map_or(String::new(), |series| {
        plots::histogram("Distribution of the number of decisions", "decisions in a game", &series.values)
    });
    format!(
        "<h2>Length</h2>\n<p>A decision is an answer with two or more choices.\n{plot}{}{choices}",
        table(1, &["In a game", "5th percentile", "Median", "95th percentile"], rows)
    )
}

fn reasons(about: &About, games: &Games<'_>) -> String {
    let mut reasons: Vec<_> = games.reasons.iter().collect();
    reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let rest = reasons.split_off(reasons.len().min(MOST_REASONS));
    let name = |id: &str| if id.is_empty() { "(none)".to_owned() } else { id.to_owned() };
    let share = |games_ended: u64| Share::new(games_ended, games.finished);
    let plot: Vec<_> = reasons.iter().map(|(id, (ended, _))| plot_row(name(id), &share(*ended))).collect();
    let mut head: Vec<String> = ["Reason", "Games", "Share", "95 % interval"].map(str::to_owned).into();
    head.extend((0..about.seats.len()).map(|seat| format!("Won by {}", text(&about.seat_name(seat)))));
    let rows = reasons.iter().map(|(id, (ended, wins))| {
        let of_games = share(*ended);
        let mut row = vec![text(&name(id)), count(*ended), percent(of_games.value()), interval(&of_games)];
        row.extend(wins.iter().map(|wins| count(*wins)));
        row
    });
    let others = match rest.len() as u64 {
        0 => String::new(),
        n => format!("<p class=soft>{} are not shown.\n", counted(n, "rarer reason")),
    };
    format!(
        "<h2>How games end</h2>\n{}{}{others}",
        plots::intervals("Share of games that ended for each reason, with 95 % intervals", &plot, None),
        table(1, &head.iter().map(String::as_str).collect::<Vec<_>>(), rows)
    )
}

fn leads(about: &About, games: &Games<'_>) -> String {
    let Some(evaluates) = &about.evaluates else { return String::new() };
    let (mut plot, mut rows) = (Vec::new(), Vec::new());
    for (leads, percent_played) in games.leads.iter().zip(LED_AT) {
        for (seat, share) in leads.by_seat.iter().enumerate() {
            let led = Share::new(share.all, games.finished);
            let mut row = vec![format!("{percent_played} %"), text(&about.seat_name(seat))];
            row.extend([count(share.all), percent(led.value())]);
            row.extend(match share.all {
                0 => ["–".to_owned(), "–".to_owned(), "–".to_owned()],
                lost => [percent(share.value()), interval(share), count(lost - share.hits)],
            });
            rows.push(row);
            if share.all > 0 {
                plot.push(plot_row(format!("{percent_played} %: {}", about.seat_name(seat)), share));
            }
        }
        let equal = Share::new(leads.equal, games.finished);
        let mut row = vec![format!("{percent_played} %"), "nobody".into(), count(equal.hits), percent(equal.value())];
        row.extend(["–"; 3].map(str::to_owned));
        rows.push(row);
    }
    let decided = Share::new(games.decided_at_half, games.finished);
    let changes = games.series("lead_changes").map_or(String::new(), |changes| {
        let [low, median, high] = [0.05, 0.5, 0.95].map(|share| number_or_dash(changes.quantile(share)));
        format!("<p>The lead changed {median} times in the median game (5th to 95th percentile: {low} to {high}).\n")
    });
    format!(
        "<h2>Leads and comebacks</h2>\n<p>The seat with the highest <code>{}</code> leads. The plot shows how often the \
         leader won, after a quarter, half and three quarters of the decisions.\n{}{}\
         <p><b>Decided at half time: {}</b> ({}) of the games. In these, the seat that led after half of the decisions \
         led after three quarters too, and won.\n{changes}",
        text(evaluates),
        plots::intervals("How often the leader won, with 95 % intervals", &plot, None),
        table(
            2,
            &["After", "Leader", "Games", "Share", "Leader won", "95 % interval", "Comebacks: leader did not win"],
            rows
        ),
        percent(decided.value()),
        interval(&decided)
    )
}

/// The evaluating figure by side.
fn value_over_time(about: &About, games: &Games<'_>) -> String {
    const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
    let (mut plot, mut rows, mut keys) = (Vec::new(), Vec::new(), String::new());
    for (index, side) in about.sides.iter().enumerate() {
        let moments = [25, 50, 75, 100].map(|percent| games.series(&format!("value_{}_{percent}", side.id)));
        for (series, percent) in moments.iter().zip([25, 50, 75, 100]) {
            let Some(series) = series else { continue };
            let mut row = vec![text(&side.name)];
            row.extend(quantiles(format!("{percent} %"), series, &SHARES));
            rows.push(row);
        }
        if moments.iter().any(Option::is_some) {
            let numbers = moments.map(|series| {
                series.map(|series| SHARES.map(|share| series.quantile(share).unwrap_or_default())) //
            });
            plot.push((index, numbers));
            let plotters::style::RGBColor(red, green, blue) = plots::color(index);
            keys +=
                &format!("<span class=key style=\"background:rgb({red},{green},{blue})\"></span>{}", text(&side.name));
        }
    }
    let (Some(evaluates), false) = (&about.evaluates, rows.is_empty()) else { return String::new() };
    format!(
        "<h2>The course of the game</h2>\n<p>The figure <code>{}</code> of each side. Lines join the medians; the thick \
         bars hold the middle half of the games, the thin ones the middle 90 %.\n<p>{keys}\n{}{}",
        text(evaluates),
        plots::over_time("The evaluating figure of each side over the game", &plot),
        table(2, &["Side", "After", "5 %", "25 %", "Median", "75 %", "95 %"], rows)
    )
}

/// The last values of the other figures.
fn figures(about: &About, games: &Games<'_>) -> String {
    let mut rows = Vec::new();
    for series in games.series.iter().filter(|series| !series.values.is_empty()) {
        let Some(name) = series.name.strip_prefix("figure_") else { continue };
        let of_side = name.rsplit_once('_').and_then(|(figure, side)| Some((figure, about.side(side)?)));
        let (figure, side) = match of_side {
            Some((figure, side)) => (figure, text(&about.sides[side].name)),
            None => (name, "–".to_owned()),
        };
        let mut row = vec![text(figure)];
        row.extend(quantiles(side, series, &[0.05, 0.25, 0.5, 0.75, 0.95]));
        rows.push(row);
    }
    if rows.is_empty() {
        return String::new();
    }
    let head = ["Figure", "Side", "5 %", "25 %", "Median", "75 %", "95 %"];
    format!("<h2>Figures at the end</h2>\n<p>Quantiles of the last values.\n{}", table(2, &head, rows))
}

fn luck(about: &About, games: &Games<'_>) -> String {
    let mut rows = Vec::new();
    for (side, luck) in about.sides.iter().zip(&games.luck) {
        let [(lost, luck_of_losers), (won, luck_of_winners)] = luck.by_result;
        if lost + won == 0 {
            continue;
        }
        let dice = games.series(&format!("dice_{}", side.id)).map(|dice| dice.sum() / dice.values.len() as f64);
        let mean = |count: u64, sum: f64| if count == 0 { "–".into() } else { signed(sum / count as f64) };
        rows.push(vec![
            text(&side.name),
            number_or_dash(dice),
            mean(won, luck_of_winners),
            mean(lost, luck_of_losers),
            luck.correlation.coefficient().map_or("–".into(), signed),
        ]);
    }
    if rows.is_empty() {
        return String::new();
    }
    let head = ["Side", "Dice in a game", "Mean luck when it won", "… when it lost", "Correlation of luck and win"];
    format!(
        "<h2>Dice luck</h2>\n<p>Luck is the sum of what the faces are above the mean of their die, over all dice that \
         followed a side's answers. A correlation near 0 means that such luck did not decide games. Where low rolls are \
         good, luck is negative.\n{}",
        table(1, &head, rows)
    )
}

/// A cell with a share and its interval: grey if the interval contains the average.
fn share_cell(share: &Share, average: f64) -> String {
    let class = if share.distance(average) > 0.0 { "" } else { " class=grey" };
    match share.all {
        0 => "–".into(),
        n => format!("<span{class}>{} ({}) n={n}</span>", percent(share.value()), interval(share)),
    }
}

fn card_section(about: &About, rows: &[CardRow<'_>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let name = |row: &CardRow<'_>| match row.half {
        "" => row.shares.name.clone(),
        half => format!("{}: {half}", row.shares.name),
    };
    let drawn = rows.iter().filter(|row| row.shares.played.all > 0).take(MOST_CARDS_DRAWN).map(|row| {
        let (low, high) = row.shares.played.interval();
        Interval {
            label: name(row),
            value: row.shares.played.value() - row.average,
            low: low - row.average,
            high: high - row.average,
            is_grey: row.shares.played.distance(row.average) <= 0.0,
        }
    });
    let drawn: Vec<_> = drawn.collect();
    let cells = rows.iter().take(MOST_CARD_ROWS).map(|row| {
        let cell = |share: &Share| share_cell(share, row.average);
        let shares = &row.shares;
        let side = text(&about.sides[row.side].name);
        vec![text(&name(row)), side, cell(&shares.drawn), cell(&shares.played), cell(&shares.never_played)]
    });
    let averages: Vec<String> = (0..about.sides.len())
        .filter_map(|side| rows.iter().find(|row| row.side == side))
        .map(|row| format!("{} {}", text(&about.sides[row.side].name), percent(row.average)))
        .collect();
    let others = match rows.len().saturating_sub(MOST_CARD_ROWS) as u64 {
        0 => String::new(),
        n => format!("<p class=soft>{} that tell less are not shown.\n", counted(n, "row")),
    };
    format!(
        "<h2>Cards</h2>\n<p>How often the side won when it had drawn the card, when it played it, and when it had it but \
         never played it. Grey: the interval contains the average of the side ({}). The first rows tell most: their \
         intervals are farthest from the average.\n<p><b>What these shares do not prove:</b> that a card wins games. A \
         card that is played when one is winning anyhow looks strong. And of 100 cards without any effect, about five \
         are not grey. <code>cardwright compare --without CARD</code> measures the effect of a card.\n\
         <h3>Won when played, compared with the average of the side</h3>\n{}{}{others}",
        averages.join(", "),
        plots::intervals("Share won when played minus the average of the side, with 95 % intervals", &drawn, Some(0.0)),
        table(2, &["Card", "Side", "Won when drawn", "Won when played", "Won when never played"], cells)
    )
}

fn comparison_section(comparison: &Comparison) -> String {
    let plot = comparison.lines.iter().filter(|line| line.is_share).filter_map(|line| {
        let [_, _, Some(value), Some(low), Some(high)] = line.numbers else { return None };
        Some(Interval { label: line.name.clone(), value, low, high, is_grey: !line.is_decided })
    });
    let plot: Vec<_> = plot.take(MOST_CARDS_DRAWN).collect();
    let plot = match plot.is_empty() {
        true => String::new(),
        false => plots::intervals("Differences of shares, b minus a, with intervals", &plot, Some(0.0)),
    };
    let rows = comparison.lines.iter().map(|line| {
        let cell = |value: Option<f64>, show: fn(f64) -> String| match value {
            Some(share) if line.is_share => show((share * 1000.0).round() / 10.0) + "\u{a0}%",
            other => other.map_or("–".into(), show),
        };
        let [a, b, difference, low, high] = line.numbers;
        let interval = format!("{} to {}", cell(low, signed), cell(high, signed));
        let mut row = vec![text(&line.name), cell(a, number), cell(b, number), cell(difference, signed), interval];
        row.extend([line.games.map_or("–".into(), number), if line.is_decided { "yes" } else { "no" }.to_owned()]);
        row.push(html::long_text(&line.note, 300));
        row
    });
    let set = |arguments: &str| match arguments {
        "" => "as it is".to_owned(),
        arguments => format!("<code>{}</code>", html::long_text(arguments, 300)),
    };
    let facts = html::facts(&[
        ("a", set(&comparison.a)),
        ("b", set(&comparison.b)),
        ("Command", format!("<code>{}</code>", html::long_text(&comparison.command, 400))),
    ]);
    format!(
        "<h2>Comparison</h2>\n{facts}<p>Both sets of arguments played the same games, pair by pair. The 95 % intervals \
         hold at whatever moment one stops. A difference is decided if its interval does not contain 0.\n{plot}{}",
        table(1, &["", "a", "b", "b − a", "Interval", "Pairs", "Decided", "Note"], rows)
    )
}
