//! The small language in which a chain is written: `api 120 5 ms; svc 60 10 ms; db 10 10 ms`.

use crate::kernel::guard::chain::Layer;
use crate::kernel::sim::Delay;
use crate::models::ModelError;
use crate::models::signs::plain;
use crate::text::{Arg, Message, Unit, read};

/// The fewest and the most layers.
const LAYERS: (usize, usize) = (2, 6);
/// The most slots of a layer.
const SLOTS_MAX: u64 = 100_000;
/// The longest work of a layer, in seconds.
const WORK_MAX_S: f64 = 10.0;
/// The longest name, and the longest text that a message repeats, in characters.
const NAME_MAX: usize = 24;

/// Reads names and layers, from the front.
pub(super) fn read(text: &str) -> Result<(Vec<String>, Vec<Layer>), ModelError> {
    let text: String = text
        .chars()
        .map(|c| if c == '\n' { ';' } else { plain(c) })
        .collect();
    let (mut names, mut layers) = (Vec::new(), Vec::new());
    for entry in text.split(';').map(str::trim) {
        if entry.is_empty() {
            continue;
        }
        let number = layers.len() + 1;
        let (name, rest) = entry.split_once(' ').unwrap_or((entry, ""));
        let (slots, work) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let is_name = name.chars().next().is_some_and(char::is_alphabetic);
        if !is_name || name.chars().count() > NAME_MAX {
            return Err(wrong("name", number, name));
        }
        let slots = match read::count(slots) {
            Ok(slots) if (1..=SLOTS_MAX).contains(&slots) => slots,
            _ => return Err(wrong("slots", number, slots)),
        };
        let work_s = match read::real(work, Unit::Second) {
            Ok(work_s) if (0.0..=WORK_MAX_S).contains(&work_s) => work_s,
            _ => return Err(wrong("work", number, work)),
        };
        names.push(name.to_owned());
        layers.push(Layer {
            slots: u32::try_from(slots).unwrap_or(u32::MAX),
            work: Delay::drawn(work_s),
        });
    }
    if (LAYERS.0..=LAYERS.1).contains(&layers.len()) {
        Ok((names, layers))
    } else {
        Err(wrong("layers", layers.len(), ""))
    }
}

/// What is wrong with the layer of this number, counted from 1.
fn wrong(key: &str, number: usize, found: &str) -> ModelError {
    let found = found.trim().chars().take(NAME_MAX).collect();
    let message = Message::new(format!("timeout_budget.error.{key}"))
        .quantity("number", number as f64, Unit::Count)
        .with("found", Arg::Plain(found));
    ModelError::saying("chain", message)
}
