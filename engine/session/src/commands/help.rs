//! `help`: the commands, or more about one.

use crate::command::{
    Access, COMMANDS, Command, CommandHelp, Completion, Cost, Group, Places, command_or_prefix, nearest_command,
};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "help",
    aliases: &["h"],
    former_name: None,
    args: "[COMMAND]",
    summary: "this list, or more about one command",
    group: Group::Look,
    access: Access::Everyone,
    places: Places::Both,
    cost: Cost::Instant,
    details: "",
    example: None,
    run,
    completion: Completion::Words(|_, _| COMMANDS.iter().map(|command| command.name.to_owned()).collect()),
};

fn run(session: &mut Session, viewer: Viewer, name: &str) -> Reply {
    let name = name.trim_start_matches(':');
    if name.is_empty() {
        let mut commands: Vec<CommandHelp> = session.commands(viewer).map(Command::help).collect();
        commands.sort_by_key(|command| (command.group, command.name));
        return Reply::Help { commands, is_one: false };
    }
    match command_or_prefix(name).filter(|command| command.is_for(viewer, session.place)) {
        Some(command) => {
            let example = command.example.and_then(|example| example(session));
            let one = CommandHelp { details: command.details, example, ..command.help() };
            Reply::Help { commands: vec![one], is_one: true }
        }
        None => {
            let near = nearest_command(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Reply::refused(format!("there is no command `{name}`{near}"))
        }
    }
}
