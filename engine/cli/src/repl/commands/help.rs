//! `help`: the list of commands, or more about one.

use super::{COMMANDS, Command, Completes, For, InBrowser, named, nearest};
use crate::repl::display::paint::{flow, pad, wrap};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "help",
    also: &["h"],
    takes: "[COMMAND]",
    does: "this list, or more about one command",
    of: For::Looking,
    in_browser: InBrowser::Nobody,
    more: "",
    example: None,
    run,
    completes: Completes::Words(|_, _| COMMANDS.iter().map(|c| c.name.to_owned()).collect()),
};

fn run(session: &mut Session, of: &str) {
    let page = session.page;
    let of = of.trim_start_matches(':');
    if !of.is_empty() {
        let Some(command) = named(of) else {
            let near = nearest(of).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            return session.refuse(format!("there is no command `{of}`{near}"));
        };
        session.say(format!("{} {}  {}", page.typed(command.name), command.takes, command.does));
        session.say_all(wrap(command.more, 2, page.width));
        if let Some(example) = command.example.and_then(|example| example(session)) {
            session.say(format!("  For example {}", page.typed(&example)));
        }
        return;
    }
    session.say(page.bold("Play"));
    let play = [
        "Type a row's words; any beginning that only one of them has will do, and a long line answers several choices at once, actions one after the other too; what it leaves out is filled in where that is the default, but not before dice: there you are asked.",
        "`#3` takes the third row. Enter alone takes the only row, or the one marked [Enter]. `?` lists what is legal, and after some words of a row what may follow them.",
        "`SIDE:` before a line says whose it is: of a side that is not asked, what it may do besides.",
        "A number may come right after what it counts: the place between them may be left out where it is one place only.",
        "Tab completes. Ctrl-C drops the line; on an empty line it takes back the innermost thing that is half-entered, and once more the whole it is part of, up to dice and other sides. Ctrl-D leaves.",
    ];
    session.say_all(play.iter().flat_map(|p| wrap(p, 2, page.width)));
    session.say(
        page.bold("Commands") + &page.dim("  a colon before them always works; without it while no row begins so"),
    );
    let head = |c: &Command| format!("{} {}", c.name, c.takes);
    let room = COMMANDS.iter().map(|c| head(c).chars().count()).filter(|n| *n <= 24).max().unwrap_or(0) + 2;
    let mut commands = COMMANDS.to_vec();
    commands.sort_by_key(|c| (c.of, c.name));
    for command in commands {
        let typed = format!("{} {}", page.typed(command.name), page.dim(command.takes));
        let does: Vec<String> = command.does.split(' ').map(str::to_owned).collect();
        if head(command).chars().count() > room {
            session.say(format!("  {typed}"));
            session.say_all(flow("", room + 2, &does, " ", page.width));
        } else {
            session.say_all(flow(&pad(&format!("  {typed}"), room + 2), room + 2, &does, " ", page.width));
        }
    }
}
