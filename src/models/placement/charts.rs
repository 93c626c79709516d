//! The grid of nodes with what is struck, and what more zones do.

use super::{EVENTS, Question, STRATEGIES, event_word};
use crate::chart::{Axis, ChartSpec, GridChoice, GridPart, GridState, Handle, Layer, Role};
use crate::kernel::placement::{Event, Placement, Strategy, Topology};
use crate::text::{Label, Message, Unit};

/// The most nodes that are drawn one by one, and the most racks.
const MOST_DRAWN: u64 = 2_000;

/// States of the grid, from the least to the most telling.
const IDLE: usize = 0;
const STRUCK: usize = 1;
const REPLICA: usize = 2;
const LOST: usize = 3;

/// Whether racks or zones are drawn instead of nodes.
pub(super) fn is_coarse(topology: &Topology) -> bool {
    topology.nodes() > MOST_DRAWN
}

/// Zones, racks and nodes, with the replicas of one object and the struck location.
pub(super) fn grid(question: &Question) -> ChartSpec {
    let topology = &question.topology;
    let zones = (0..topology.zones()).map(|zone| {
        let racks = topology.racks_per_zone();
        let drawn = if topology.racks() <= MOST_DRAWN {
            zone * racks..(zone + 1) * racks
        } else {
            0..0
        };
        GridPart {
            parts: drawn.map(|rack| rack_part(question, rack)).collect(),
            ..part(question, Event::Zone, zone)
        }
    });
    let state = |id: &str, role, filled, crossed| GridState {
        name: Label::key(format!("placement.chart.grid.{id}")),
        role,
        filled,
        crossed,
    };
    ChartSpec {
        id: "grid",
        title: Label::key("placement.chart.grid.title"),
        x: plain_axis("placement.column.zone"),
        y: plain_axis("placement.column.rack"),
        layers: vec![Layer::Grid {
            id: "nodes",
            states: vec![
                state("idle", Role::Quiet, false, false),
                state("struck", Role::Bad, false, true),
                state("replica", Role::Accent, true, false),
                state("lost", Role::Bad, true, true),
            ],
            groups: zones.collect(),
        }],
        handle: None,
    }
}

fn rack_part(question: &Question, rack: u64) -> GridPart {
    let nodes = question.topology.nodes_per_rack();
    let drawn = if is_coarse(&question.topology) {
        0..0
    } else {
        rack * nodes..(rack + 1) * nodes
    };
    GridPart {
        parts: drawn
            .map(|node| part(question, Event::Node, node))
            .collect(),
        ..part(question, Event::Rack, rack)
    }
}

/// A location without its parts: its names, its state, and the choice to strike it.
fn part(question: &Question, kind: Event, location: u64) -> GridPart {
    let topology = &question.topology;
    let members = topology.members(kind, location);
    let struck = topology.members(question.event, question.struck);
    let meets = struck.start < members.end && members.start < struck.end;
    let holds = |node: &&u64| members.contains(*node);
    let replica = question.example.iter().position(|node| holds(&node));
    let lost = question
        .example
        .iter()
        .any(|node| holds(&node) && struck.contains(node));
    let state = match (replica, lost, meets) {
        (_, true, _) => LOST,
        (Some(_), false, _) => REPLICA,
        (None, false, true) => STRUCK,
        (None, false, false) => IDLE,
    };
    let number = location as f64 + 1.0;
    let name = |form: &str| {
        let key = format!("placement.chart.grid.{form}_{}", event_word(kind));
        Label::from(Message::new(key).quantity("number", number, Unit::Count))
    };
    GridPart {
        name: name("name"),
        short: match (kind, replica) {
            (Event::Node, Some(at)) => Some(Label::plain(&(at + 1).to_string())),
            (Event::Node, None) => None,
            _ => Some(name("short")),
        },
        state,
        choice: (kind == question.event).then(|| GridChoice {
            input: "struck",
            value: location + 1,
            label: name("strike"),
            chosen: location == question.struck,
        }),
        parts: Vec::new(),
    }
}

fn plain_axis(key: &str) -> Axis {
    Axis::linear(Label::key(key), Unit::One)
}

/// The chance that an object has a fatal location, over the number of zones, for every rule.
pub(super) fn zones(question: &Question) -> ChartSpec {
    let here = question.topology.zones();
    let last = here.saturating_add(2).max(8);
    // A dozen places or so, the present one among them.
    let stride = last.div_ceil(14).max(1);
    let mut places: Vec<u64> = (1..=last).step_by(stride as usize).collect();
    if let Err(at) = places.binary_search(&here) {
        places.insert(at, here);
    }
    let quorum = question.replicas.quorum_lost_at();
    let at = |strategy: Strategy, zones: u64| -> Option<f64> {
        let topology = Topology::new(
            zones,
            question.topology.racks_per_zone(),
            question.topology.nodes_per_rack(),
        );
        let placement = Placement::new(topology.ok()?, question.replicas, strategy);
        placement.ok()?.some(question.event, quorum).ok()
    };
    let lines = Strategy::ALL.iter().zip(STRATEGIES).zip(0..);
    let layers = lines.map(|((strategy, id), series)| Layer::Line {
        id,
        name: Label::key(format!("placement.word.{id}")),
        points: places
            .iter()
            .map(|zones| (*zones as f64, at(*strategy, *zones)))
            .collect(),
        role: Role::Series(series),
    });
    let value = at(question.strategy, here);
    ChartSpec {
        id: "zones",
        title: Label::from(Message::new("placement.chart.zones.title")),
        x: Axis::linear(Label::key("placement.input.zones.name"), Unit::Count)
            .over((1.0, last as f64))
            .of_input("zones"),
        y: Axis::linear(
            Label::key(format!(
                "placement.chart.axis.some_{}",
                EVENTS
                    .iter()
                    .find(|id| **id == event_word(question.event))
                    .unwrap_or(&"zone")
            )),
            Unit::Ratio,
        )
        .over((0.0, 1.0)),
        layers: layers.collect(),
        handle: value.map(|value| Handle {
            x_input: Some("zones"),
            y_input: None,
            at: (here as f64, value),
            label: Label::key("placement.chart.zones.point"),
        }),
    }
}
