//! The command line: the same kernel, models and notebooks, without a browser.

mod check;
mod data;
mod eval;
mod incident;
mod models;
mod notebook;
mod render;
mod request;

use std::ffi::OsString;
use std::process::ExitCode;

use request::{Request, Takes};

const HELP: &str = "\
outage-lab: reliability maths and incident analysis

  outage-lab models [--json] [--lang en|zh]
      every model with its inputs, figures, tables and charts
  outage-lab eval MODEL [preset=ID] [input=value ...] [--json] [--lang en|zh]
      a model's results; values in the input's own unit or with one: mttr_s=10h
  outage-lab eval MODEL [input=value ...] --file [--lang en|zh]
      the text that a model writes to be taken away, such as a drill plan in Markdown
  outage-lab render MODEL [input=value ...] --chart ID --out FILE.svg
                    [--lang en|zh] [--theme light|dark|print] [--width PX] [--height PX]
      a chart as SVG
  outage-lab notebook FILE [name=value ...] [--json] [--lang en|zh]
      every cell's result, or why it has none
  outage-lab incident FILE [--json] [--lang en|zh]
      the durations that follow from an incident's events, with their definitions
  outage-lab check PATH ...
      faults in notebooks and incidents; exit code 1 if one is an error

Exit codes: 0 done, 1 a check found an error, 2 the request cannot be met.
";

/// Why a request was not met.
enum Failure {
    /// The request itself: one line, exit code 2.
    Request(String),
    /// A check found an error, which is already printed: exit code 1.
    Found,
}

impl From<String> for Failure {
    fn from(line: String) -> Failure {
        Failure::Request(line)
    }
}

/// Runs a command line (without the program's name).
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    match dispatch(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Found) => ExitCode::from(1),
        Err(Failure::Request(line)) => {
            eprintln!("outage-lab: {line}");
            ExitCode::from(2)
        }
    }
}

/// A command: what may follow it, and what it does.
struct Command {
    name: &'static str,
    takes: Takes,
    run: fn(&Request) -> Result<(), Failure>,
}

const COMMANDS: [Command; 6] = [
    Command {
        name: "models",
        takes: Takes {
            operands: false,
            settings: false,
            options: &["json", "lang"],
        },
        run: models::run,
    },
    Command {
        name: "eval",
        takes: Takes {
            operands: true,
            settings: true,
            options: &["json", "file", "lang"],
        },
        run: eval::run,
    },
    Command {
        name: "render",
        takes: Takes {
            operands: true,
            settings: true,
            options: &["chart", "out", "lang", "theme", "width", "height"],
        },
        run: render::run,
    },
    Command {
        name: "notebook",
        takes: Takes {
            operands: true,
            settings: true,
            options: &["json", "lang"],
        },
        run: notebook::run,
    },
    Command {
        name: "incident",
        takes: Takes {
            operands: true,
            settings: false,
            options: &["json", "lang"],
        },
        run: incident::run,
    },
    Command {
        name: "check",
        takes: Takes {
            operands: true,
            settings: false,
            options: &[],
        },
        run: check::run,
    },
];

fn dispatch(mut arguments: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    let asked = arguments.next().unwrap_or_else(|| "help".into());
    let asked = asked.to_string_lossy();
    if ["help", "--help", "-h"].contains(&asked.as_ref()) {
        return print(HELP.trim_end());
    }
    let command = COMMANDS.iter().find(|command| command.name == asked);
    let command = command.ok_or_else(|| {
        let known = COMMANDS.map(|command| command.name).join(", ");
        format!("unknown command {asked}; known are {known}, help")
    })?;
    (command.run)(&Request::read(arguments, &command.takes)?)
}

/// Writes to standard output; a reader that has gone away is no fault of the request.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::{ErrorKind, Write};
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Request(format!(
            "cannot write the result: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Writes JSON to standard output.
fn print_json(json: &serde_json::Value) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(json)
        .map_err(|error| Failure::Request(format!("cannot write the result: {error}")))?;
    print(&text)
}

/// Reads a file.
fn read(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::Request(format!("{path}: {error}")))
}
