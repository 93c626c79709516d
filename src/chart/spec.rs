//! What a chart shows, without a size, a colour or a language.

use crate::text::{Label, Unit};

/// A chart as data: axes, layers, and the handle by which it is dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSpec {
    /// Id within its model, such as `plane`.
    pub id: &'static str,
    /// Heading.
    pub title: Label,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis. Charts of lanes leave it unused: their rows are the lanes.
    pub y: Axis,
    /// What is drawn, the first lowest.
    pub layers: Vec<Layer>,
    /// The point that a person may drag.
    pub handle: Option<Handle>,
}

impl ChartSpec {
    /// Whether it has axes to read values off; lanes, grids and blocks have none.
    #[must_use]
    pub fn has_axes(&self) -> bool {
        !self.layers.iter().any(|layer| {
            matches!(
                layer,
                Layer::Lanes { .. } | Layer::Grid { .. } | Layer::Blocks { .. }
            )
        })
    }
}

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured; the unit is added in its words by layout.
    pub label: Label,
    /// The unit of its numbers.
    pub unit: Unit,
    /// How numbers become distances.
    pub scale: Scale,
    /// The shown range; `None` takes it from the data.
    pub range: Option<(f64, f64)>,
    /// The model input that this axis is, if it is one: marks and handles bind through it.
    pub input: Option<&'static str>,
}

impl Axis {
    /// An axis over the range of its data, for no input.
    #[must_use]
    pub fn new(label: Label, unit: Unit, scale: Scale) -> Axis {
        Axis {
            label,
            unit,
            scale,
            range: None,
            input: None,
        }
    }

    /// An axis on which equal differences are equal distances.
    #[must_use]
    pub fn linear(label: Label, unit: Unit) -> Axis {
        Axis::new(label, unit, Scale::Linear)
    }

    /// An axis on which equal ratios are equal distances.
    #[must_use]
    pub fn log(label: Label, unit: Unit) -> Axis {
        Axis::new(label, unit, Scale::Log)
    }

    /// The axis over a range of its own.
    #[must_use]
    pub fn over(self, range: impl Into<Option<(f64, f64)>>) -> Axis {
        Axis {
            range: range.into(),
            ..self
        }
    }

    /// The axis of a model's input.
    #[must_use]
    pub fn of_input(self, input: impl Into<Option<&'static str>>) -> Axis {
        Axis {
            input: input.into(),
            ..self
        }
    }
}

/// How an axis maps numbers to distances.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Equal differences are equal distances.
    Linear,
    /// Equal ratios are equal distances; zero and below have no place on it.
    Log,
    /// Seconds since 1970 UTC, with the clock of a place beside UTC.
    Time(Vec<ZoneChange>),
}

/// A place's clock from an instant on.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneChange {
    /// Seconds since 1970 UTC from which it holds.
    pub from_utc_s: f64,
    /// Minutes ahead of UTC.
    pub offset_min: i32,
    /// Its abbreviation, such as `PDT`.
    pub abbr: String,
}

/// Which axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisId {
    /// Horizontal.
    X,
    /// Vertical.
    Y,
}

/// What a thing means; the theme gives it a colour, a dash and a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// One of several series, counted from 0.
    Series(u8),
    /// The state that is being looked at.
    Accent,
    /// Better.
    Good,
    /// Degraded.
    Warn,
    /// Down, lost.
    Bad,
    /// A limit or target.
    Threshold,
    /// Context.
    Quiet,
}

/// How far a rule reaches into the plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// From side to side.
    Across,
    /// A short mark at the axis.
    Edge,
}

/// One thing drawn on the axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// A line through points; `None` leaves a gap.
    Line {
        /// Id, for toggling and for the table.
        id: &'static str,
        /// Legend text.
        name: Label,
        /// x and y.
        points: Vec<(f64, Option<f64>)>,
        /// Meaning.
        role: Role,
    },
    /// A line that keeps each point's value until the next point; `None` leaves a gap.
    Step {
        /// Id, for toggling and for the table.
        id: &'static str,
        /// Legend text.
        name: Label,
        /// x from which the value holds, and the value; the last point ends the line.
        points: Vec<(f64, Option<f64>)>,
        /// Meaning.
        role: Role,
    },
    /// Bars that stand on zero: a histogram.
    Bars {
        /// Id, for toggling and for the table.
        id: &'static str,
        /// Legend text.
        name: Label,
        /// Left end, right end, height.
        bars: Vec<(f64, f64, f64)>,
        /// Meaning.
        role: Role,
    },
    /// A region between two values at each x.
    Band {
        /// Id, for toggling and for the table.
        id: &'static str,
        /// Legend text.
        name: Label,
        /// x, lower and upper y.
        points: Vec<(f64, f64, f64)>,
        /// Meaning.
        role: Role,
    },
    /// Separate points.
    Points {
        /// Id, for toggling and for the table.
        id: &'static str,
        /// Legend text.
        name: Label,
        /// The points.
        marks: Vec<Mark>,
        /// Meaning.
        role: Role,
    },
    /// A line at one value of an axis.
    Rule {
        /// Id, for toggling and for the table.
        id: String,
        /// Text beside it.
        name: Label,
        /// The axis on which `at` is measured.
        axis: AxisId,
        /// Where.
        at: f64,
        /// How far it reaches.
        reach: Reach,
        /// Meaning.
        role: Role,
    },
    /// A stretch of an axis, shaded across the plot.
    Span {
        /// Id, for toggling and for the table.
        id: &'static str,
        /// Text in it.
        name: Label,
        /// The axis on which it is measured.
        axis: AxisId,
        /// Lower end.
        from: f64,
        /// Upper end.
        to: f64,
        /// Meaning.
        role: Role,
    },
    /// Lines of equal value over the plane, and moves between points on it.
    Plane {
        /// Id, for toggling and for the table.
        id: &'static str,
        /// Legend text: what is equal along a line.
        name: Label,
        /// The lines, in order of their level.
        contours: Vec<Contour>,
        /// The moves.
        arrows: Vec<Arrow>,
    },
    /// Blocks joined as they depend on each other; it has the chart to itself. Axes name what is along the row, and
    /// the number of each block.
    Blocks {
        /// Id, for the table.
        id: &'static str,
        /// The system.
        root: BlockPart,
        /// What each role means here.
        key: Vec<(Role, Label)>,
    },
    /// Rows of spans and events over time.
    Lanes {
        /// Rows from top to bottom.
        lanes: Vec<Lane>,
        /// Stretches of time.
        spans: Vec<LaneSpan>,
        /// Moments.
        events: Vec<LaneEvent>,
    },
    /// Things in groups in groups, such as nodes in racks in zones. It needs no axes: their labels name the groups
    /// and the groups in them.
    Grid {
        /// Id, for the table.
        id: &'static str,
        /// What a state means, from the least to the most telling: a group that has to be drawn as one square shows
        /// the last of its members' states.
        states: Vec<GridState>,
        /// The outer groups.
        groups: Vec<GridPart>,
    },
}

impl Layer {
    /// A line across the plot, at one value of an axis.
    #[must_use]
    pub fn rule(id: impl Into<String>, name: Label, axis: AxisId, at: f64, role: Role) -> Layer {
        Layer::Rule {
            id: id.into(),
            name,
            axis,
            at,
            reach: Reach::Across,
            role,
        }
    }
}

/// A state of a part of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridState {
    /// Legend text.
    pub name: Label,
    /// Meaning.
    pub role: Role,
    /// Whether the square is filled, or only outlined.
    pub filled: bool,
    /// Whether it is crossed out.
    pub crossed: bool,
}

/// A part of a grid: a group with parts, or a single thing.
#[derive(Clone, Debug, PartialEq)]
pub struct GridPart {
    /// Its name.
    pub name: Label,
    /// A short text in it or above it, where there is room.
    pub short: Option<Label>,
    /// Index into the states.
    pub state: usize,
    /// What choosing it does, if it can be chosen.
    pub choice: Option<GridChoice>,
    /// Its parts; none for a single thing, and for a group that is only shown as a whole.
    pub parts: Vec<GridPart>,
}

/// What choosing a part of a grid sets.
#[derive(Clone, Debug, PartialEq)]
pub struct GridChoice {
    /// The input.
    pub input: &'static str,
    /// The value that it takes.
    pub value: u64,
    /// What is done, for those who do not see it.
    pub label: Label,
    /// Whether the input has this value now.
    pub chosen: bool,
}

/// A part of a block diagram.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockPart {
    /// A block.
    Block(Block),
    /// Parts that are all needed, from left to right.
    Row(Vec<BlockPart>),
    /// Parts that stand in for each other, above each other.
    Alternatives {
        /// Text above them, such as how many are needed.
        caption: Option<Label>,
        /// The parts.
        parts: Vec<BlockPart>,
    },
    /// A part in a frame of its own, as when there are several of it.
    Framed {
        /// Text in the frame.
        caption: Label,
        /// The part.
        part: Box<BlockPart>,
    },
}

/// A block of a diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its name.
    pub name: Label,
    /// Text below the name.
    pub detail: Label,
    /// How many there are of it.
    pub copies: u64,
    /// Its number, in the unit of the vertical axis.
    pub value: f64,
    /// Meaning.
    pub role: Role,
}

impl BlockPart {
    /// Every block in it, from left to right and from top to bottom.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            BlockPart::Block(block) => vec![block],
            BlockPart::Row(parts) | BlockPart::Alternatives { parts, .. } => {
                parts.iter().flat_map(BlockPart::blocks).collect()
            }
            BlockPart::Framed { part, .. } => part.blocks(),
        }
    }
}

/// A point with an optional text beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Horizontal value.
    pub x: f64,
    /// Vertical value.
    pub y: f64,
    /// Text beside it.
    pub label: Option<Label>,
}

/// A line along which a value is the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Contour {
    /// The text at its end.
    pub label: Label,
    /// The value along it.
    pub level: f64,
    /// Its course; layout cuts it at the plot's edge.
    pub points: Vec<(f64, f64)>,
    /// Whether it is the line in question, drawn stronger.
    pub strong: bool,
}

/// A move from one point to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Text beside it.
    pub label: Label,
    /// Start.
    pub from: (f64, f64),
    /// End, with the head.
    pub to: (f64, f64),
    /// Meaning.
    pub role: Role,
}

/// A point that can be dragged: each named input takes the value of its axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// Input moved along x, or `None` when fixed there.
    pub x_input: Option<&'static str>,
    /// Input moved along y, or `None` when fixed there.
    pub y_input: Option<&'static str>,
    /// Where it is now.
    pub at: (f64, f64),
    /// What it is, for those who do not see it.
    pub label: Label,
}

/// A row of a timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Id of the component.
    pub id: String,
    /// Its name.
    pub name: Label,
}

/// A stretch of time on a lane.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneSpan {
    /// Id within the timeline.
    pub id: String,
    /// Index into the lanes.
    pub lane: usize,
    /// Start, seconds since 1970 UTC.
    pub from_s: f64,
    /// End, seconds since 1970 UTC.
    pub to_s: f64,
    /// Text in it, if there is room.
    pub label: Label,
    /// Meaning.
    pub role: Role,
}

/// A moment on a lane.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneEvent {
    /// Id within the timeline.
    pub id: String,
    /// Index into the lanes.
    pub lane: usize,
    /// When it was at the earliest, seconds since 1970 UTC.
    pub from_s: f64,
    /// When it was at the latest; equal to `from_s` for a known moment.
    pub to_s: f64,
    /// What happened.
    pub label: Label,
    /// Meaning.
    pub role: Role,
    /// Whether it is the chosen one.
    pub chosen: bool,
}
