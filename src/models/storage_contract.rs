//! `storage_contract`: what a write to a block volume and to an object store promises, and the lost update.

mod charts;
mod spec;
mod walk;

use super::{
    Entry, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Run, Severity, Step, Table,
    as_real, finished,
};
use crate::kernel::error::Undefined;
use crate::kernel::lab::lost_update::{Act, Contract, Move, ORDERS, race};
use crate::text::{Arg, Message, Unit};
use spec::SPEC;
use walk::{Shown, held, said};

const RACE: &str = "race";
const WALK: &str = "walk";
const BLOCK: &str = "block";
const OBJECT: &str = "object";
const CONDITIONAL: &str = "conditional";

/// The model.
pub(super) struct StorageContract;

impl Model for StorageContract {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()))
    }
}

/// The inputs, typed, and all the steps.
struct Question {
    is_race: bool,
    contract: Contract,
    offsets: [usize; 2],
    steps: Vec<Shown>,
    /// Steps done, at least one.
    step: usize,
}

impl Question {
    #[expect(clippy::cast_possible_truncation, reason = "counts are small")]
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let whole = |id| inputs.count(id).map(|count| count as usize);
        let try_again = inputs.toggle("try_again")?;
        let contracts = [
            (BLOCK, Contract::Block),
            (OBJECT, Contract::Object),
            (CONDITIONAL, Contract::Conditional { try_again }),
        ];
        let contract = inputs.choice_of("contract", &contracts)?;
        let order = inputs.choice("order")?;
        let offsets = [whole("a_offset")?, whole("b_offset")?];
        let is_race = inputs.choice("script")? == RACE;
        let steps = if is_race {
            let turns = ORDERS.into_iter().find(|turns| letters(*turns) == order);
            let moves = race(contract, turns.unwrap_or(ORDERS[0]), offsets);
            let is_conditional = matches!(contract, Contract::Conditional { .. });
            walk::race(&moves, contract == Contract::Block, is_conditional)
        } else {
            walk::walk()
        };
        Ok(Question {
            is_race,
            contract,
            offsets,
            step: whole("step")?.clamp(1, steps.len().max(1)),
            steps,
        })
    }

    /// The steps done, and the last of them.
    fn done(&self) -> &[Shown] {
        self.steps.get(..self.step).unwrap_or(&[])
    }

    fn answer(&self) -> Output {
        Output {
            figures: self.figures(),
            tables: vec![self.moves(), self.orders()],
            charts: vec![self.bytes_chart(), self.moves_chart()],
            steps: self.derivation(),
            notes: self.notes(),
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let last = self.done().last();
        let among = |is_meant: fn(&Shown) -> bool| {
            Ok(self.done().iter().filter(|at| is_meant(at)).count() as f64)
        };
        // In a race the first place is the store; in the walk the second one is the object.
        let about = usize::from(!self.is_race);
        let object = last.and_then(|last| last.places[about].as_ref());
        let version = object.filter(|(_, version)| *version > 0);
        let sent: usize = self.done().iter().map(|at| at.bytes_sent).sum();
        let lost = last.map_or(0, |last| last.lost.iter().filter(|lost| **lost).count());
        let count = |id, value| Figure::new(id, Unit::Count, value);
        vec![
            count("lost_updates", Ok(lost as f64)),
            count("refused", among(|at| at.is_refused)),
            count(
                "acknowledged",
                among(|at| at.bytes_sent > 0 && !at.is_refused),
            ),
            count(
                "version",
                version
                    .map(|(_, version)| as_real(*version))
                    .ok_or(Undefined("no_version")),
            ),
            count(
                "length",
                object
                    .map(|(data, _)| data.len() as f64)
                    .ok_or(Undefined("no_object")),
            ),
            count("bytes_written", Ok(sent as f64)),
            count("orders_that_lose", Ok(self.losing() as f64)),
        ]
    }

    /// How many of the six orders lose a change under the chosen contract.
    fn losing(&self) -> usize {
        let loses = |turns: &&[usize; 4]| lost(&race(self.contract, **turns, self.offsets)) > 0;
        ORDERS.iter().filter(loses).count()
    }

    fn moves(&self) -> Table {
        let rows = self.done().iter().zip(1..).map(|(at, number)| {
            let (stored, version) = match &at.places[at.about] {
                Some((data, version)) => (said(data), *version),
                None => (held(&None), 0),
            };
            vec![
                as_real(number).into(),
                Entry::Word(at.who.0),
                Entry::Word(at.act),
                Entry::Name(at.what.clone()),
                Entry::Word(at.answer),
                Entry::Name(stored),
                if version > 0 {
                    as_real(version).into()
                } else {
                    Entry::Undefined(Undefined("no_version"))
                },
            ]
        });
        Table {
            id: "moves",
            rows: rows.collect(),
        }
    }

    /// All six orders under each contract.
    fn orders(&self) -> Table {
        let rows = ORDERS.map(|turns| {
            let run = |contract| race(contract, turns, self.offsets);
            let end = |moves: &[Move]| {
                let stored = moves.last().map(|last| said(&last.stored));
                Entry::Name(stored.unwrap_or_default())
            };
            let [block, object] = [Contract::Block, Contract::Object].map(run);
            let [once, again] =
                [false, true].map(|try_again| run(Contract::Conditional { try_again }));
            let refused = once.iter().filter(|at| at.act == Act::Refused).count();
            vec![
                Entry::Name(letters(turns).to_uppercase()),
                end(&block),
                (lost(&block) as f64).into(),
                end(&object),
                (lost(&object) as f64).into(),
                end(&once),
                (refused as f64).into(),
                end(&again),
            ]
        });
        Table {
            id: "orders",
            rows: rows.into(),
        }
    }

    fn derivation(&self) -> Vec<Step> {
        let all = ORDERS.len();
        let losing = self.losing();
        let mut steps = vec![Step::new(
            "orders",
            "C(4, 2) = 4! / (2! · 2!)",
            "24 / (2 · 2)".to_owned(),
            Ok(all as f64),
            Unit::Count,
        )];
        steps.push(Step::new(
            "orders_that_lose",
            "N − N_safe",
            format!("{all} − {}", all - losing),
            Ok(losing as f64),
            Unit::Count,
        ));
        let sent: Vec<String> = self
            .done()
            .iter()
            .filter(|at| at.bytes_sent > 0)
            .map(|at| at.bytes_sent.to_string())
            .collect();
        if !sent.is_empty() {
            let sum: usize = self.done().iter().map(|at| at.bytes_sent).sum();
            steps.push(Step::new(
                "bytes_written",
                "Σ bᵢ",
                sent.join(" + "),
                Ok(sum as f64),
                Unit::Count,
            ));
        }
        steps
    }

    fn notes(&self) -> Vec<Note> {
        let Some(last) = self.done().last() else {
            return Vec::new();
        };
        let say = |severity, key: &str| {
            Note::new(
                severity,
                Message::new(format!("storage_contract.note.{key}")),
            )
        };
        let mut notes = Vec::new();
        for (name, is_lost) in ["A", "B"].into_iter().zip(last.lost) {
            if is_lost {
                let message = Message::new("storage_contract.note.lost");
                let who = Arg::Plain(name.to_owned());
                notes.push(Note::warning(message.with("who", who)));
            }
        }
        if self.is_race && last.is_refused {
            notes.push(say(Severity::Info, "refused"));
        }
        if last.answer == "old_copy" {
            notes.push(say(Severity::Info, "old_copy"));
        }
        notes
    }
}

/// How many changes were lost in the end.
fn lost(moves: &[Move]) -> usize {
    moves
        .last()
        .map_or(0, |last| last.lost.iter().filter(|lost| **lost).count())
}

/// An order as letters: `abab`.
fn letters(turns: [usize; 4]) -> String {
    turns
        .map(|client| if client == 0 { 'a' } else { 'b' })
        .iter()
        .collect()
}
