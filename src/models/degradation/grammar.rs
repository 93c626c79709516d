//! The small language in which it is written what happens: `ok; age 120 s; 3 * fail; probe ok`.
//!
//! What is wrong with a text is told with the number of the statement, counted from 1.

use crate::kernel::guard::degradation::Happening;
use crate::models::ModelError;
use crate::text::{Arg, Message, Unit, narrow, read};

/// The most that may happen, copies counted.
const MOST: usize = 200;
/// The longest text that a message repeats, in characters.
const SHOWN_MAX: usize = 40;

/// Reads a script.
pub(super) fn read_script(text: &str) -> Result<Vec<Happening>, ModelError> {
    let plain: String = text.chars().map(plain).collect();
    let mut script = Vec::new();
    let mut visitors: Vec<String> = Vec::new();
    let statements = plain.split([';', ',', '\n']).map(str::trim);
    for (number, statement) in (1..).zip(statements.filter(|text| !text.is_empty())) {
        let (copies, one) = match statement.split_once('*') {
            Some((copies, rest)) => (
                read::count(copies.trim())
                    .ok()
                    .filter(|copies| (1..=MOST as u64).contains(copies))
                    .ok_or_else(|| refuse("copies", number, copies))?,
                rest.trim(),
            ),
            None => (1, statement),
        };
        let happening = statement_of(number, one, &mut visitors)?;
        if script.len() + copies as usize > MOST {
            return Err(refuse("too_many", number, statement));
        }
        script.extend((0..copies).map(|_| happening));
    }
    if script.is_empty() {
        return Err(refuse("statement", 1, ""));
    }
    Ok(script)
}

/// Full-width signs as on a keyboard.
fn plain(c: char) -> char {
    match narrow(c) {
        '×' => '*',
        '、' => ',',
        '\u{3000}' | '\t' | '\r' => ' ',
        c => c.to_ascii_lowercase(),
    }
}

fn statement_of(
    number: usize,
    text: &str,
    visitors: &mut Vec<String>,
) -> Result<Happening, ModelError> {
    let visit = |dependency_ok, body_ok| Happening::Visit {
        dependency_ok,
        body_ok,
    };
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let time = || {
        read::real(rest, Unit::Second)
            .ok()
            .filter(|seconds| (0.0..=1e9).contains(seconds))
            .ok_or_else(|| refuse("time", number, rest))
    };
    match (word, rest) {
        ("ok", "") => Ok(visit(true, true)),
        ("fail", "") => Ok(visit(false, true)),
        ("body", "fail") => Ok(visit(true, false)),
        ("probe", "ok") => Ok(Happening::Probe {
            dependency_ok: true,
        }),
        ("probe", "fail") => Ok(Happening::Probe {
            dependency_ok: false,
        }),
        ("age", "unknown") => Ok(Happening::Age(None)),
        ("age", _) => time().map(|age_s| Happening::Age(Some(age_s))),
        ("empty", "") => Ok(Happening::Empty),
        ("wait", _) => time().map(Happening::Wait),
        ("user", name) if !name.is_empty() => {
            let known = visitors.iter().position(|known| known == name);
            let place = known.unwrap_or_else(|| {
                visitors.push(name.to_owned());
                visitors.len() - 1
            });
            // 0 is who visits before a name is given.
            Ok(Happening::Visitor(place as u32 + 1))
        }
        _ => Err(refuse("statement", number, text)),
    }
}

fn refuse(what: &str, number: usize, found: &str) -> ModelError {
    let found: String = found.trim().chars().take(SHOWN_MAX).collect();
    ModelError::saying(
        "script",
        Message::new(format!("degradation.error.{what}"))
            .quantity("part", number as f64, Unit::Count)
            .with("found", Arg::Plain(found)),
    )
}
