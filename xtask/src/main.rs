//! The project's own commands: `cargo xtask help` lists them.

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::prelude::*;
use xtask::{bench, bless, build, look, serve, test};

const HELP: &str = "\
cargo xtask COMMAND

  serve [--port N] [--base /sub/path/] [--open] [--any-origin]
                      build the app where needed and serve it on this machine
  test [--only STEP]…
                      everything that must hold: format, index, clippy, clippy-wasm,
                      docs, host, xtask, build, browser
  build               dist/ for any static host, held against the size budget
  bench               speed of the kernel, and of the app in a browser
  bless [--check]     write the indexes and goldens; with --check only see that the
                      indexes are current
  look [FILTER]…      pictures of every page in look/, with checks; only of the pages
                      whose address contains a filter
  help                this text

Missing tools are installed where that can be done, into $OUTAGE_LAB_CACHE, else the
user's cache folder. CHROME names a browser to use.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("xtask: {trouble:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut arguments = lexopt::Parser::from_env();
    let Some(argument) = arguments.next()? else {
        print!("{HELP}");
        return Ok(());
    };
    match argument {
        Value(command) => match command.string()?.as_str() {
            "serve" => serve::serve(serve_options(&mut arguments)?),
            "test" => test::test(&steps(&mut arguments)?),
            "build" => none(&mut arguments).and_then(|()| build::build()),
            "bench" => none(&mut arguments).and_then(|()| bench::bench()),
            "bless" if flag(&mut arguments, "check")? => bless::check(),
            "bless" => bless::bless(),
            "look" => look::look(&words(&mut arguments)?),
            "help" => help(),
            other => bail!("no command is called {other:?}; `cargo xtask help` lists them"),
        },
        Long("help") | Short('h') => help(),
        other => Err(other.unexpected().into()),
    }
}

fn help() -> Result<()> {
    print!("{HELP}");
    Ok(())
}

fn serve_options(arguments: &mut lexopt::Parser) -> Result<serve::Options> {
    let mut options = serve::Options {
        port: None,
        base: "/".to_owned(),
        open: false,
        any_origin: false,
    };
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("port") => options.port = Some(arguments.value()?.parse()?),
            Long("base") => options.base = arguments.value()?.string()?,
            Long("open") => options.open = true,
            Long("any-origin") => options.any_origin = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

fn steps(arguments: &mut lexopt::Parser) -> Result<Vec<String>> {
    let mut steps = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("only") => steps.push(arguments.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(steps)
}

fn words(arguments: &mut lexopt::Parser) -> Result<Vec<String>> {
    let mut words = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Value(word) => words.push(word.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(words)
}

fn flag(arguments: &mut lexopt::Parser, name: &str) -> Result<bool> {
    let mut given = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long(long) if long == name => given = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(given)
}

fn none(arguments: &mut lexopt::Parser) -> Result<()> {
    match arguments.next()? {
        None => Ok(()),
        Some(extra) => Err(extra.unexpected().into()),
    }
}
