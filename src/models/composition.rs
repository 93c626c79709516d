//! `composition`: a system of blocks in series, parallel and k of n, what it is worth, and which block matters most.

mod charts;
mod grammar;
mod steps;

use super::declare::{column, figure, preset, share, table, text, words};
use super::{
    Entry, Family, Figure, Inputs, Model, ModelError, ModelSpec, Note, Output, Reference, Run,
    Severity, Table, finished,
};
use crate::kernel::availability::{
    Composition as System, SharedTwice, Structure, UpDown, WithSharedCause, Year, downtime_s,
    nines, with_shared_cause,
};
use crate::kernel::error::{DomainError, Undefined};
use crate::kernel::order::by_number;
use crate::kernel::quantity::Probability;
use crate::text::{Arg, Message, Unit};
use grammar::Written;

static SPEC: ModelSpec = ModelSpec {
    id: "composition",
    family: Family::Availability,
    version: 1,
    groups: &[],
    inputs: &[
        text(
            "blocks",
            "series(lb 99.99%, parallel(web-a 99.9%, web-b 99.9%), 2 of (3 * db 99.5%))",
            2_000,
        ),
        share("shared_cause", "0", ("0", "0.2")),
    ],
    figures: &[
        figure("availability", Unit::Ratio),
        figure("downtime_per_year_s", Unit::Second),
        figure("single_points", Unit::Count),
        figure("importance_max", Unit::One),
        figure("downtime_share_max", Unit::Ratio),
        figure("unavailability", Unit::Ratio),
        figure("unavailability_independent", Unit::Ratio),
        figure("nines", Unit::Nines),
    ],
    tables: &[table(
        "importance",
        &[
            words("block"),
            column("copies", Unit::Count),
            column("block_unavailability", Unit::Ratio),
            column("birnbaum", Unit::One),
            column("downtime_share", Unit::Ratio),
            words("single_point"),
        ],
    )],
    charts: &["diagram", "shared"],
    presets: &[
        preset(
            "two_regions",
            &[
                (
                    "blocks",
                    "series(dns 99.99%, parallel(region-a 99.95%, region-b 99.95%))",
                ),
                ("shared_cause", "0"),
            ],
        ),
        preset(
            "quorum",
            &[("blocks", "3 of (5 * node 99%)"), ("shared_cause", "0.05")],
        ),
        preset(
            "spare_nodes",
            &[
                ("blocks", "990 of (1000 * node 99.9%)"),
                ("shared_cause", "0"),
            ],
        ),
        preset(
            "shared_database",
            &[
                (
                    "blocks",
                    "parallel(series(zone-a 99.9%, db 99.95%), series(zone-b 99.9%, db))",
                ),
                ("shared_cause", "0"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "R. E. Barlow, F. Proschan: Statistical Theory of Reliability and Life Testing, 1975, sections 1.2, 2.1 (structure functions, pivotal decomposition) and 2.3 (importance)",
            url: None,
        },
        Reference {
            text: "Z. W. Birnbaum: On the importance of different components in a multicomponent system. Multivariate Analysis II, 1969, 581–592",
            url: None,
        },
        Reference {
            text: "A. Mosleh et al.: Procedures for Treating Common Cause Failures in Safety and Reliability Studies. NUREG/CR-4780, vol. 1, 1988, section 3 (beta factor; first in K. N. Fleming, GA-A13284, 1975)",
            url: None,
        },
    ],
};

/// The model.
pub(super) struct Composition;

impl Model for Composition {
    fn spec(&self) -> &'static ModelSpec {
        &SPEC
    }

    fn start(&self, inputs: &Inputs) -> Result<Box<dyn Run>, ModelError> {
        Ok(finished(Question::read(inputs)?.answer()?))
    }
}

/// The inputs, typed, and the system that they describe.
struct Question {
    written: Written,
    /// The blocks as stated.
    stated: Vec<UpDown>,
    beta: Probability,
    with: WithSharedCause,
    system: System,
}

impl Question {
    fn read(inputs: &Inputs) -> Result<Question, ModelError> {
        let written = grammar::read(inputs.text("blocks")?)?;
        let beta = inputs.probability("shared_cause")?;
        let stated: Vec<UpDown> = written
            .blocks
            .iter()
            .map(|block| block.stated.into())
            .collect();
        // Told first, and without the shared causes, so that it is the text that is at fault.
        System::new(&written.structure, stated.clone()).map_err(too_much)?;
        let with = with_shared_cause(&written.structure, &stated, beta).map_err(|twice| {
            let SharedTwice(block) = twice;
            let name = written.blocks.get(block).map(|block| block.name.clone());
            ModelError::saying(
                "shared_cause",
                Message::new("composition.error.shared_twice")
                    .with("found", Arg::Plain(name.unwrap_or_default())),
            )
        })?;
        let system = System::new(&with.structure, with.blocks.clone()).map_err(too_much)?;
        Ok(Question {
            written,
            stated,
            beta,
            with,
            system,
        })
    }

    fn answer(&self) -> Result<Output, ModelError> {
        let rows = self.rows();
        Ok(Output {
            figures: self.figures(&rows),
            tables: vec![importance(&rows)],
            charts: vec![self.diagram(&rows), self.shared()],
            steps: self.steps(&rows)?,
            notes: self.notes(&rows),
        })
    }

    /// The blocks and the shared causes, the most important first.
    fn rows(&self) -> Vec<Row> {
        let importance = self.system.importance();
        let single = self.system.single_points();
        let down = self.system.unavailability();
        let mut rows: Vec<Row> = (0..self.with.blocks.len())
            .map(|block| {
                let own = self.with.blocks[block];
                let hangs = importance[block];
                Row {
                    block,
                    name: self.name(block),
                    copies: self.system.copies()[block],
                    down: own.down,
                    importance: hangs,
                    // P(down) − P(down | this one up) is exactly its unavailability times its importance.
                    downtime_share: down.and_then(|down| {
                        if down > 0.0 {
                            Ok((own.down * hangs / down).min(1.0))
                        } else {
                            Err(Undefined("never_down"))
                        }
                    }),
                    is_single: single[block],
                }
            })
            .collect();
        by_number(&mut rows, |row| -row.importance);
        rows
    }

    fn name(&self, block: usize) -> String {
        const NAMED: usize = 2;
        if let Some(named) = self.written.blocks.get(block) {
            return named.name.clone();
        }
        let cause = self.with.causes.iter().find(|cause| cause.block == block);
        let members = cause.map_or(&[][..], |cause| &cause.members);
        let mut names: Vec<String> = members
            .iter()
            .take(NAMED)
            .map(|at| self.name(*at))
            .collect();
        if members.len() > NAMED {
            names.push("…".to_owned());
        }
        format!("β({})", names.join(", "))
    }

    fn figures(&self, rows: &[Row]) -> Vec<Figure> {
        let share = self.system.availability();
        let down = self.system.unavailability();
        let year = Year::Days365.seconds();
        let named = |row: Option<&Row>| {
            Message::new("composition.basis.block").with(
                "block",
                Arg::Plain(row.map(|row| row.name.clone()).unwrap_or_default()),
            )
        };
        let most = rows.first();
        let worst =
            rows.iter().reduce(
                |worst, row| match (worst.downtime_share, row.downtime_share) {
                    (Ok(a), Ok(b)) if b > a => row,
                    _ => worst,
                },
            );
        let single: u64 = rows
            .iter()
            .filter(|row| row.is_single)
            .map(|row| row.copies)
            .sum();
        vec![
            match share {
                Ok(share) => Figure::share("availability", share),
                Err(reason) => Figure::new("availability", Unit::Ratio, Err(reason)),
            },
            Figure::new(
                "downtime_per_year_s",
                Unit::Second,
                share.and_then(|share| {
                    downtime_s(&share, year).map_err(|_| Undefined("out_of_range"))
                }),
            )
            .on(Message::new("composition.basis.year")),
            Figure::new("single_points", Unit::Count, Ok(single as f64)),
            Figure::new(
                "importance_max",
                Unit::One,
                Ok(most.map_or(0.0, |row| row.importance)),
            )
            .on(named(most)),
            Figure::new(
                "downtime_share_max",
                Unit::Ratio,
                worst.map_or(Err(Undefined("never_down")), |row| row.downtime_share),
            )
            .on(named(worst)),
            Figure::new("unavailability", Unit::Ratio, down),
            Figure::new(
                "unavailability_independent",
                Unit::Ratio,
                self.unavailability_at(Probability::ZERO),
            ),
            Figure::new("nines", Unit::Nines, share.and_then(|share| nines(&share))),
        ]
    }

    /// The system's unavailability with another share of shared causes.
    fn unavailability_at(&self, beta: Probability) -> Result<f64, Undefined> {
        let blocked = Undefined("blocked");
        let with =
            with_shared_cause(&self.written.structure, &self.stated, beta).map_err(|_| blocked)?;
        System::new(&with.structure, with.blocks)
            .map_err(|_| blocked)?
            .unavailability()
    }

    fn notes(&self, rows: &[Row]) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |severity, message: Message| notes.push(Note::new(severity, message));
        let several = rows
            .iter()
            .map(|row| (row, mentions(&self.written.structure, row.block)))
            .find(|(_, places)| *places > 1);
        if let Some((row, places)) = several {
            note(
                Severity::Info,
                Message::new("composition.note.same_block")
                    .with("block", Arg::Plain(row.name.clone()))
                    .quantity("count", places as f64, Unit::Count),
            );
        }
        if self.beta.value() > 0.0 && self.with.left_out {
            note(Severity::Warning, Message::new("composition.note.left_out"));
        } else if self.beta.value() > 0.0 && self.with.causes.is_empty() {
            note(
                Severity::Info,
                Message::new("composition.note.nothing_shared"),
            );
        }
        notes
    }
}

/// A block of the system and what hangs on it.
struct Row {
    block: usize,
    name: String,
    copies: u64,
    down: f64,
    importance: f64,
    downtime_share: Result<f64, Undefined>,
    is_single: bool,
}

fn importance(rows: &[Row]) -> Table {
    let rows = rows
        .iter()
        .map(|row| {
            vec![
                Entry::Name(row.name.clone()),
                (row.copies as f64).into(),
                row.down.into(),
                row.importance.into(),
                row.downtime_share.into(),
                Entry::Word(if row.is_single { "yes" } else { "no" }),
            ]
        })
        .collect();
    Table {
        id: "importance",
        rows,
    }
}

/// In how many places a block is mentioned.
fn mentions(structure: &Structure, block: usize) -> usize {
    match structure {
        Structure::Block(number) => usize::from(*number == block),
        Structure::Group { members, .. } => {
            members.iter().map(|(_, part)| mentions(part, block)).sum()
        }
    }
}

/// The text has been checked for everything but the time that it takes.
fn too_much(error: DomainError) -> ModelError {
    let key = match error.quantity {
        "mentions of a block" => "composition.error.too_many_same",
        _ => "composition.error.too_much",
    };
    ModelError::saying("blocks", Message::new(key))
}
