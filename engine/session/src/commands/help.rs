//! `help`: lists the commands, or says more about one command.

use crate::command::{Access, COMMANDS, Command, CommandHelp, Completion, Group, command_or_prefix, nearest_command};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    aliases: &["h"],
    args: "[COMMAND]",
    completion: Completion::Words(|_, _| COMMANDS.iter().map(|command| command.name.to_owned()).collect()),
    ..Command::new("help", "this list, or more about one command", Group::Look, Access::Everyone, run)
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
            let help = CommandHelp { details: command.details, example, ..command.help() };
            Reply::Help { commands: vec![help], is_one: true }
        }
        None => {
            let hint = nearest_command(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Reply::refused(format!("there is no command `{name}`{hint}"))
        }
    }
}
