//! Keys of a keyboard, as the DevTools protocol wants them described.

use serde_json::{Value, json};

/// A key held down while another is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// Alt, or Option.
    Alt,
    /// Control.
    Ctrl,
    /// Command, or the Windows key.
    Meta,
    /// Shift.
    Shift,
}

impl Held {
    fn bit(self) -> u32 {
        match self {
            Self::Alt => 1,
            Self::Ctrl => 2,
            Self::Meta => 4,
            Self::Shift => 8,
        }
    }
}

/// Name, code, number and text of the keys that are not characters.
const NAMED: [(&str, &str, u32, &str); 15] = [
    ("Backspace", "Backspace", 8, ""),
    ("Tab", "Tab", 9, ""),
    ("Enter", "Enter", 13, "\r"),
    ("Escape", "Escape", 27, ""),
    (" ", "Space", 32, " "),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("End", "End", 35, ""),
    ("Home", "Home", 36, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("Delete", "Delete", 46, ""),
    ("F1", "F1", 112, ""),
];

/// The bits by which held keys are told.
pub(crate) fn modifiers(held: &[Held]) -> u32 {
    held.iter().fold(0, |bits, held| bits | held.bit())
}

/// The parameters of pressing and of releasing a key, by its `KeyboardEvent.key`; nothing for an unknown one.
pub(crate) fn strokes(key: &str, held: &[Held]) -> Option<[Value; 2]> {
    let (code, number, text) = match NAMED.iter().find(|(name, ..)| *name == key) {
        Some((_, code, number, text)) => ((*code).to_owned(), *number, (*text).to_owned()),
        None => character(key)?,
    };
    let modifiers = modifiers(held);
    // With Control, Alt or Command held a key is a command, and types nothing.
    let types = !text.is_empty() && held.iter().all(|held| *held == Held::Shift);
    let stroke = |kind: &str| {
        json!({
            "type": kind,
            "key": key,
            "code": code,
            "windowsVirtualKeyCode": number,
            "modifiers": modifiers,
        })
    };
    let mut press = stroke(if types { "keyDown" } else { "rawKeyDown" });
    if types {
        press["text"] = text.into();
    }
    Some([press, stroke("keyUp")])
}

/// The key of an ASCII character. The number of letters and digits is that of their capital.
fn character(key: &str) -> Option<(String, u32, String)> {
    let mut characters = key.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return None;
    };
    if !character.is_ascii_graphic() {
        return None;
    }
    let capital = character.to_ascii_uppercase();
    let code = match character {
        'a'..='z' | 'A'..='Z' => format!("Key{capital}"),
        '0'..='9' => format!("Digit{character}"),
        _ => String::new(),
    };
    let number = if capital.is_ascii_alphanumeric() {
        u32::from(capital)
    } else {
        0
    };
    Some((code, number, key.to_owned()))
}
