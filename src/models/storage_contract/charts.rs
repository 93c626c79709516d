//! The bytes in each place, and the moves in their order.

use super::Question;
use super::walk::{Held, Shown};
use crate::chart::{Axis, ChartSpec, GridPart, GridState, Lane, LaneSpan, Layer, Role};
use crate::kernel::lab::lost_update::EDITS;
use crate::text::{Arg, Label, Message, Unit};

/// States of a byte, from the least to the most telling.
const FIRST: usize = 0;
const BY_A: usize = 1;
const BY_B: usize = 2;
const LOST: usize = 3;

fn key(rest: &str) -> Label {
    Label::key(format!("storage_contract.{rest}"))
}

impl Question {
    fn place_names(&self) -> [&'static str; 3] {
        if self.is_race {
            ["stored", "a_holds", "b_holds"]
        } else {
            ["volume", "object", "copy"]
        }
    }

    /// Every byte of what is stored and of what is held.
    pub(super) fn bytes_chart(&self) -> ChartSpec {
        let last = self.done().last();
        let groups = self
            .place_names()
            .into_iter()
            .zip(0..)
            .map(|(name, place)| {
                let held = last.and_then(|last| last.places[place].as_ref());
                let title = Message::new(format!("storage_contract.chart.bytes.{name}"));
                let title = match held {
                    Some((_, version)) if *version > 0 => {
                        Message::new("storage_contract.chart.bytes.versioned")
                            .with("place", Arg::Label(title.into()))
                            .with("version", Arg::Plain(version.to_string()))
                    }
                    _ => title,
                };
                let bytes = held.map_or(&[][..], |(data, _)| data);
                let parts = bytes.iter().enumerate().map(|(at, byte)| {
                    let letter = Label::plain(&char::from(*byte).to_string());
                    GridPart {
                        name: letter.clone(),
                        short: Some(letter),
                        state: last.map_or(FIRST, |last| self.state(last, place, at, *byte)),
                        choice: None,
                        parts: Vec::new(),
                    }
                });
                let title = Label::from(title);
                GridPart {
                    name: title.clone(),
                    short: Some(title),
                    state: FIRST,
                    choice: None,
                    parts: parts.collect(),
                }
            });
        let state = |id: &str, role, filled| GridState {
            name: key(&format!("chart.bytes.{id}")),
            role,
            filled,
            crossed: false,
        };
        let mut states = vec![state("first", Role::Quiet, false)];
        if self.is_race {
            states.push(state("by_a", Role::Series(0), true));
            states.push(state("by_b", Role::Series(1), true));
            states.push(state("lost", Role::Bad, true));
        } else {
            states.push(state("later", Role::Accent, true));
        }
        ChartSpec {
            id: "bytes",
            title: key("chart.bytes.title"),
            x: Axis::linear(Label::key("storage_contract.chart.bytes.place"), Unit::One),
            y: Axis::linear(Label::key("storage_contract.chart.bytes.byte"), Unit::One),
            layers: vec![Layer::Grid {
                id: "bytes",
                states,
                groups: groups.collect(),
            }],
            handle: None,
        }
    }

    fn state(&self, last: &Shown, place: usize, at: usize, byte: u8) -> usize {
        if !self.is_race {
            let is_new = b"XYZ".contains(&byte);
            return usize::from(is_new);
        }
        let inside = |client: usize| (self.offsets[client]..self.offsets[client] + 2).contains(&at);
        let undone =
            |client: usize| last.lost[client] && inside(client) && !EDITS[client].contains(&byte);
        match byte {
            _ if place == 0 && (undone(0) || undone(1)) => LOST,
            b'X' => BY_A,
            b'Y' => BY_B,
            _ => FIRST,
        }
    }

    /// A row for each who acts, and the versions in the order in which they held.
    pub(super) fn moves_chart(&self) -> ChartSpec {
        let rows = if self.is_race {
            ["a", "stored", "b"]
        } else {
            ["volume", "object", "copy"]
        };
        let lanes = rows.map(|row| Lane {
            id: row.to_owned(),
            name: key(&format!("word.{row}")),
        });
        let mut spans = Vec::new();
        for (at, number) in self.done().iter().zip(0_u32..) {
            let role = match (at.is_refused, at.bytes_sent) {
                (true, _) => Role::Bad,
                (false, 0) => Role::Quiet,
                _ if at.who.0 == "b" => Role::Series(1),
                _ => Role::Series(0),
            };
            spans.push(LaneSpan {
                id: format!("move-{number}"),
                lane: at.who.1,
                from_s: f64::from(number) + 0.54,
                to_s: f64::from(number) + 1.46,
                label: key(&format!(
                    "chart.moves.{}",
                    if at.is_refused { "refused" } else { at.act }
                )),
                role,
            });
        }
        if self.is_race {
            self.add_contents(&mut spans);
        }
        ChartSpec {
            id: "moves",
            title: key("chart.moves.title"),
            x: Axis::linear(Label::key("storage_contract.column.step"), Unit::Count)
                .over((0.4, self.steps.len() as f64 + 0.6))
                .of_input("step"),
            y: Axis::linear(Label::key("storage_contract.column.who"), Unit::One),
            layers: vec![Layer::Lanes {
                lanes: lanes.into(),
                spans,
                events: Vec::new(),
            }],
            handle: None,
        }
    }

    /// What was stored, for as long as it held.
    fn add_contents(&self, spans: &mut Vec<LaneSpan>) {
        let mut from = 0;
        let stored = |at: usize| -> &Held { &self.steps[at].places[0] };
        for at in 1..=self.step {
            if at < self.step && stored(at) == stored(from) {
                continue;
            }
            spans.push(LaneSpan {
                id: format!("stored-{from}"),
                lane: 1,
                from_s: from as f64 + 0.54,
                to_s: at as f64 + 0.46,
                label: Label::plain(&super::held(stored(from))),
                role: Role::Accent,
            });
            from = at;
        }
    }
}
