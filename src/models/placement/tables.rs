//! The tables: every rule, the object in the picture, and the course text's experiment.

use super::{Question, chance, event_word, word};
use crate::kernel::error::Undefined;
use crate::kernel::placement::{Event, Placement, Row, Strategy};
use crate::models::{Entry, Table};

/// Every rule against the event asked for.
pub(super) fn strategies(question: &Question) -> Table {
    let (quorum, all) = (
        question.replicas.quorum_lost_at(),
        question.replicas.count(),
    );
    let row = |strategy: &Strategy| {
        let placement = Placement::new(question.topology, question.replicas, *strategy);
        let of = |some, lost| chance(placement, question.event, some, lost).into();
        vec![
            Entry::Word(word(*strategy)),
            of(false, quorum),
            of(true, quorum),
            of(false, all),
            of(true, all),
            placement
                .and_then(|placement| placement.possible_sets())
                .into(),
        ]
    };
    Table {
        id: "strategies",
        rows: Strategy::ALL.iter().map(row).collect(),
    }
}

/// The replicas of the object in the picture, and where the lost ones go.
pub(super) fn example(question: &Question) -> Table {
    let topology = &question.topology;
    let struck = topology.members(question.event, question.struck);
    let one_based = |number: u64| Entry::Number(number as f64 + 1.0);
    let row = |(at, node): (usize, &u64)| {
        let lost = struck.contains(node);
        let moved = match &question.repairs {
            Ok(repairs) => repairs.iter().find(|repair| repair.replica == at).map_or(
                Entry::Undefined(Undefined("not_lost")),
                |repair| match repair.node {
                    Ok(node) => one_based(node),
                    Err(reason) => Entry::Undefined(reason),
                },
            ),
            Err(reason) => Entry::Undefined(*reason),
        };
        vec![
            one_based(at as u64),
            one_based(topology.location_of(Event::Zone, *node)),
            one_based(topology.location_of(Event::Rack, *node)),
            one_based(*node),
            Entry::Word(if lost { "lost" } else { "kept" }),
            moved,
        ]
    };
    Table {
        id: "replicas",
        rows: question.example.iter().enumerate().map(row).collect(),
    }
}

/// A row of the course text’s table.
pub(super) fn published_row(row: &Row) -> Vec<Entry> {
    vec![
        Entry::Word(word(row.strategy)),
        Entry::Word(event_word(row.event)),
        Entry::Number(row.counts.trials as f64),
        Entry::Number(row.counts.lost_quorum as f64),
        Entry::Number(row.counts.lost_all as f64),
    ]
}
