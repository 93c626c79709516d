//! Counting tests in Cargo's output while it passes through.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// How many tests passed and failed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u32,
    /// Tests that failed.
    pub failed: u32,
}

impl Tally {
    /// Adds what a line such as `test result: ok. 3 passed; 0 failed; …` says; ignores other lines.
    pub fn read(&mut self, line: &str) {
        let Some((_, counts)) = line.split_once("test result: ") else {
            return;
        };
        let mut count = 0;
        for word in counts.split_whitespace() {
            match word.trim_end_matches(';') {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                number => count = number.parse().unwrap_or(0),
            }
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Runs a test command, shows its output as it comes, and counts its tests.
///
/// # Errors
/// When the command cannot be started or read. Failing tests are no error here: the flag says whether the
/// command succeeded.
pub fn count(command: &mut Command) -> Result<(Tally, bool)> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start the tests")?;
    let mut tally = Tally::default();
    let stdout = child
        .stdout
        .take()
        .context("the tests have no standard output")?;
    for line in BufReader::new(stdout).split(b'\n') {
        let line = line.context("reading the tests' output")?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        tally.read(&line);
    }
    Ok((tally, child.wait()?.success()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_add_up_and_others_do_not_count() {
        let mut tally = Tally::default();
        for line in [
            "running 4 tests",
            "test two_passed ... ok",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.01s",
            "test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 3s",
        ] {
            tally.read(line);
        }
        assert_eq!(
            tally,
            Tally {
                passed: 13,
                failed: 2
            }
        );
    }
}
