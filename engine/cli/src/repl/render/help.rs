//! Shows the help of the prompt.

use crate::repl::display::paint::{flow, pad, wrap};
use crate::repl::prompt::Prompt;
use cardwright_session::CommandHelp;

/// How to type a line of play.
const PLAY: [&str; 5] = [
    "Type a row's words. Any prefix that only one row has is enough. A long line answers several choices at once, also several actions one after the other. A default is filled in where the line leaves it out, but not before dice: there you are asked.",
    "`#3` takes the third row. Enter alone takes the only row, or the one marked [Enter]. `?` lists what is legal, and after some words of a row what may follow them.",
    "`SIDE:` before a line names the side that plays it: a side that is not to move may have standing actions.",
    "A number stands before or after what it counts; where only one is legal, leave it out. Several types move at once: `move infantry bomber port hills`, or `move all port hills` (docs/lines.md).",
    "Tab completes. Ctrl-C drops the line; on an empty line it takes back the innermost action in progress, and if you press it again, the whole action around it. It goes back past no dice and no other side. Ctrl-D leaves.",
];

/// The summary of a command stands on the same line if the command with its arguments has at most this many characters.
const LONGEST_HEAD: usize = 24;

impl Prompt {
    /// Shows all commands, or one command with its details.
    pub(super) fn show_help(&mut self, commands: &[CommandHelp], is_one: bool) {
        let page = self.page();
        if let (true, [command]) = (is_one, commands) {
            self.say(format!("{} {}  {}", page.typed(command.name), command.args, command.summary));
            self.screen.say_all(wrap(command.details, 2, page.width));
            if let Some(example) = &command.example {
                self.say(format!("  For example {}", page.typed(example)));
            }
            return;
        }
        self.say(page.bold("Play"));
        self.screen.say_all(PLAY.iter().flat_map(|text| wrap(text, 2, page.width)));
        let colon = "  a command with a colon before it always works; without the colon, only if no legal row begins with the word";
        self.say(page.bold("Commands") + &page.dim(colon));
        let head = |command: &CommandHelp| format!("{} {}", command.name, command.args).chars().count();
        let head_width = commands.iter().map(head).filter(|n| *n <= LONGEST_HEAD).max().unwrap_or(0) + 2;
        for command in commands {
            let typed = format!("  {} {}", page.typed(command.name), page.dim(command.args));
            let summary: Vec<String> = command.summary.split(' ').map(str::to_owned).collect();
            let lead = match head(command) > head_width {
                true => {
                    self.say(&typed);
                    String::new()
                }
                false => pad(&typed, head_width + 2),
            };
            self.screen.say_all(flow(&lead, head_width + 2, &summary, " ", page.width));
        }
    }
}
