//! The small language in which a system is written: `series(lb 99.99%, 2 of (3 * db 99.5%))`.
//!
//! What is wrong with a text is told with the place, counted in characters from 1.

use crate::kernel::availability::{COPIES_MAX, Structure};
use crate::kernel::quantity::Probability;
use crate::models::ModelError;
use crate::models::signs::plain;
use crate::text::{Arg, Label, Message, Unit, read};

/// The most places at which a block may stand.
pub(super) const BLOCKS_MAX: usize = 64;
/// The most groups inside each other.
const DEPTH_MAX: usize = 8;
/// The longest name, in characters.
const NAME_MAX: usize = 40;
/// The longest text that a message repeats, in characters.
const SHOWN_MAX: usize = 24;

/// A system as written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// How the blocks depend on each other.
    pub(super) structure: Structure,
    /// The blocks in the order in which they are first mentioned.
    pub(super) blocks: Vec<Named>,
}

/// A block of the text.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// Its name.
    pub(super) name: String,
    /// Its availability.
    pub(super) stated: Probability,
    /// Whether it stands for several separate blocks.
    copied: bool,
}

/// Reads a system.
pub(super) fn read(text: &str) -> Result<Written, ModelError> {
    let mut reader = Reader {
        chars: text.chars().map(plain).collect(),
        at: 0,
        blocks: Vec::new(),
        mentions: 0,
        depth: 0,
        copied: false,
    };
    let structure = reader.part()?;
    reader.skip_spaces();
    if reader.at < reader.chars.len() {
        return Err(reader.expected("end"));
    }
    Ok(Written {
        structure,
        blocks: reader.blocks,
    })
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || "_-.".contains(c)
}

struct Reader {
    chars: Vec<char>,
    /// The next character, counted from 0.
    at: usize,
    blocks: Vec<Named>,
    mentions: usize,
    depth: usize,
    /// Whether what is read now stands for several.
    copied: bool,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    /// The characters from here on for which `is_part` holds.
    fn take(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let from = self.at;
        while self.peek().is_some_and(&is_part) {
            self.at += 1;
        }
        self.chars[from..self.at].iter().collect()
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip_spaces();
        let is_there = self.peek() == Some(sign);
        self.at += usize::from(is_there);
        is_there
    }

    /// A part that stands alone: a block or a group.
    fn part(&mut self) -> Result<Structure, ModelError> {
        self.skip_spaces();
        let from = self.at;
        match self.peek() {
            Some(c) if c.is_ascii_digit() => {
                let needed = self.whole()?;
                if !self.takes_of() {
                    return Err(self.expected("of"));
                }
                self.group(from, Some(needed))
            }
            Some(c) if c.is_alphabetic() || c == '_' => self.named(),
            _ => Err(self.expected("part")),
        }
    }

    /// A member of a group: a part, or copies of one.
    fn member(&mut self) -> Result<(u64, Structure), ModelError> {
        self.skip_spaces();
        let from = self.at;
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok((1, self.part()?));
        }
        let number = self.whole()?;
        if self.takes_of() {
            return Ok((1, self.group(from, Some(number))?));
        }
        if !self.takes('*') {
            return Err(self.expected("of_or_copies"));
        }
        if !(1..=COPIES_MAX).contains(&number) {
            return Err(refuse(found(
                self.wrong(from, "copies"),
                &number.to_string(),
            )));
        }
        let outside = self.copied;
        self.copied |= number > 1;
        let part = self.part()?;
        self.copied = outside;
        Ok((number, part))
    }

    fn whole(&mut self) -> Result<u64, ModelError> {
        let from = self.at;
        let digits = self.take(|c| c.is_ascii_digit());
        digits
            .parse()
            .map_err(|_| refuse(found(self.wrong(from, "copies"), &digits)))
    }

    fn takes_of(&mut self) -> bool {
        self.skip_spaces();
        let from = self.at;
        if self.take(in_name).eq_ignore_ascii_case("of") {
            return true;
        }
        self.at = from;
        false
    }

    /// What is in parentheses after `series`, `parallel` or `2 of`.
    fn group(&mut self, from: usize, needed: Option<u64>) -> Result<Structure, ModelError> {
        if !self.takes('(') {
            return Err(self.expected("open"));
        }
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(refuse(count(
                self.wrong(from, "depth"),
                "most",
                DEPTH_MAX as u64,
            )));
        }
        let mut members = Vec::new();
        loop {
            members.push(self.member()?);
            if self.takes(')') {
                break;
            }
            if !self.takes(',') {
                return Err(self.expected("next"));
            }
        }
        self.depth -= 1;
        let total: u64 = members.iter().map(|(copies, _)| *copies).sum();
        if total > COPIES_MAX {
            return Err(refuse(found(
                self.wrong(from, "copies"),
                &total.to_string(),
            )));
        }
        let needed = needed.unwrap_or(total);
        if !(1..=total).contains(&needed) {
            let wrong = count(self.wrong(from, "needed"), "needed", needed);
            return Err(refuse(count(wrong, "total", total)));
        }
        Ok(Structure::Group { needed, members })
    }

    /// A block, or a group that begins with a word.
    fn named(&mut self) -> Result<Structure, ModelError> {
        let from = self.at;
        let name = self.take(in_name);
        self.skip_spaces();
        if self.peek() == Some('(') {
            return match name.to_ascii_lowercase().as_str() {
                "series" => self.group(from, None),
                "parallel" => self.group(from, Some(1)),
                _ => Err(refuse(found(self.wrong(from, "group"), &name))),
            };
        }
        if name.chars().count() > NAME_MAX {
            return Err(refuse(count(
                self.wrong(from, "name"),
                "most",
                NAME_MAX as u64,
            )));
        }
        let value_at = self.at;
        let value = self.take(|c| !",()".contains(c));
        self.block(from, &name, value_at, value.trim())
    }

    fn block(
        &mut self,
        from: usize,
        name: &str,
        value_at: usize,
        value: &str,
    ) -> Result<Structure, ModelError> {
        self.mentions += 1;
        if self.mentions > BLOCKS_MAX {
            return Err(refuse(count(
                self.wrong(from, "blocks"),
                "most",
                BLOCKS_MAX as u64,
            )));
        }
        let stated = if value.is_empty() {
            None
        } else {
            let read = read::probability(value);
            Some(read.map_err(|_| refuse(found(self.wrong(value_at, "availability"), value)))?)
        };
        let known = self.blocks.iter().position(|block| block.name == name);
        let Some(number) = known else {
            let stated = stated.ok_or_else(|| refuse(found(self.wrong(from, "new_name"), name)))?;
            self.blocks.push(Named {
                name: name.to_owned(),
                stated,
                copied: self.copied,
            });
            return Ok(Structure::Block(self.blocks.len() - 1));
        };
        let before = &self.blocks[number];
        if before.copied || self.copied {
            return Err(refuse(found(self.wrong(from, "copied"), name)));
        }
        match stated {
            Some(here) if here != before.stated => {
                let (one, other) = (Arg::Share(before.stated), Arg::Share(here));
                let wrong = found(self.wrong(from, "contradiction"), name);
                Err(refuse(wrong.with("before", one).with("here", other)))
            }
            _ => Ok(Structure::Block(number)),
        }
    }

    /// What should be here.
    fn expected(&self, what: &str) -> ModelError {
        let found: String = self.chars[self.at..].iter().take(SHOWN_MAX).collect();
        let found = match found.trim() {
            "" => Arg::Label(Label::key("composition.error.end_of_text")),
            found => Arg::Plain(format!("“{found}”")),
        };
        let what = Label::key(format!("composition.error.what.{what}"));
        let wrong = self.wrong(self.at, "expected");
        refuse(wrong.with("what", Arg::Label(what)).with("found", found))
    }

    /// What is wrong at the character `from`, counted from 0.
    fn wrong(&self, from: usize, key: &str) -> Message {
        let message = Message::new(format!("composition.error.{key}"));
        count(message, "at", from as u64 + 1)
    }
}

/// The message with a piece of the text, cut to a readable length.
fn found(message: Message, text: &str) -> Message {
    message.with("found", Arg::Plain(text.chars().take(SHOWN_MAX).collect()))
}

fn count(message: Message, name: &'static str, count: u64) -> Message {
    message.quantity(name, count as f64, Unit::Count)
}

fn refuse(message: Message) -> ModelError {
    ModelError::saying("blocks", message)
}
