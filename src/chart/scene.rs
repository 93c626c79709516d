//! A chart laid out: primitives, axis maps and hit boxes in CSS pixels, ready for any back-end.

use super::{AxisId, Role, Scale};
use crate::kernel::math;
use crate::text::{Label, Message};

/// A laid-out chart. Coordinates are CSS pixels from the top left.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// What to draw, in order.
    pub items: Vec<Item>,
    /// The plot's rectangle inside the axes.
    pub plot: Rect,
    /// Horizontal numbers to pixels.
    pub x: AxisMap,
    /// Vertical numbers to pixels.
    pub y: AxisMap,
    /// Places that answer to pointer and keyboard.
    pub hits: Vec<Hit>,
    /// Every text's box, so that collisions can be tested.
    pub labels: Vec<LabelBox>,
    /// What could not be shown, and why.
    pub notes: Vec<Message>,
}

/// One primitive.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// An open line through points.
    Path {
        /// Its points.
        points: Vec<(f64, f64)>,
        /// Its pen.
        stroke: Stroke,
    },
    /// A closed, filled shape.
    Polygon {
        /// Its corners.
        points: Vec<(f64, f64)>,
        /// Its colour.
        paint: Paint,
        /// Opacity from 0 to 1.
        opacity: f64,
    },
    /// A circle.
    Circle {
        /// Centre.
        at: (f64, f64),
        /// Radius in pixels.
        radius: f64,
        /// Inside, if filled.
        fill: Option<Paint>,
        /// Outline, if drawn.
        stroke: Option<Stroke>,
    },
    /// One line of text.
    Text {
        /// Where its anchor stands: the middle of the text's height.
        at: (f64, f64),
        /// The words.
        text: String,
        /// Font size in pixels.
        size: f64,
        /// Which part of the text stands at `at`.
        anchor: Anchor,
        /// Weight.
        weight: Weight,
        /// Colour.
        paint: Paint,
    },
}

/// A colour by its part in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Behind the chart.
    Panel,
    /// Body text.
    Ink,
    /// Secondary text.
    Soft,
    /// Borders and axes.
    Rule,
    /// Grid lines.
    Grid,
    /// Text on a span of the given role.
    OnRole(Role),
    /// A meaning.
    Role(Role),
}

/// A pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub paint: Paint,
    /// Width in pixels.
    pub width: f64,
    /// Opacity from 0 to 1.
    pub opacity: f64,
    /// Dash.
    pub dash: Dash,
}

/// A dash pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// Unbroken.
    Solid,
    /// Long dashes.
    Dashed,
    /// Dots.
    Dotted,
    /// Dash and dot.
    DashDot,
    /// Very long dashes.
    LongDash,
}

/// Which part of a text stands at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// The weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Body.
    Normal,
    /// Strong.
    Bold,
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// The x of its right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// The y of its lower edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// The rectangle with every edge moved outwards by `by`.
    #[must_use]
    pub fn grown(&self, by: f64) -> Rect {
        Rect {
            x: self.x - by,
            y: self.y - by,
            w: self.w + 2.0 * by,
            h: self.h + 2.0 * by,
        }
    }

    /// Whether `other` lies inside, edges included.
    #[must_use]
    pub fn contains(&self, other: &Rect) -> bool {
        other.x >= self.x
            && other.y >= self.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    /// Whether the point lies inside, edges included.
    #[must_use]
    pub fn holds(&self, (x, y): (f64, f64)) -> bool {
        x >= self.x && x <= self.right() && y >= self.y && y <= self.bottom()
    }

    /// How deep the two overlap, in pixels: the shorter side of what they share; 0 when apart.
    #[must_use]
    pub fn overlap(&self, other: &Rect) -> f64 {
        let across = self.right().min(other.right()) - self.x.max(other.x);
        let down = self.bottom().min(other.bottom()) - self.y.max(other.y);
        across.min(down).max(0.0)
    }

    /// Its corners, clockwise from the top left.
    #[must_use]
    pub fn corners(&self) -> Vec<(f64, f64)> {
        vec![
            (self.x, self.y),
            (self.right(), self.y),
            (self.right(), self.bottom()),
            (self.x, self.bottom()),
        ]
    }
}

/// A text's box.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelBox {
    /// Where.
    pub rect: Rect,
    /// The words.
    pub text: String,
}

/// A place that answers to pointer and keyboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Id of the event, span, mark or handle.
    pub id: String,
    /// What kind of place.
    pub kind: HitKind,
    /// Its box.
    pub rect: Rect,
    /// Its words for a screen reader.
    pub label: Label,
}

/// What a [`Hit`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitKind {
    /// The draggable point.
    Handle,
    /// A moment of a timeline.
    Event,
    /// A stretch of a timeline.
    Span,
    /// A part of a grid that sets an input; its id is `INPUT=VALUE`.
    Choice,
}

/// An axis between numbers and pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisMap {
    /// Which axis.
    pub axis: AxisId,
    /// How.
    pub scale: Scale,
    /// Shown numbers, lower then higher.
    pub domain: (f64, f64),
    /// Pixels of the domain's ends.
    pub pixels: (f64, f64),
}

impl AxisMap {
    /// The pixel of `value`; `None` where the scale has no place for it (not finite, or not
    /// positive on a logarithmic axis).
    #[must_use]
    pub fn to_px(&self, value: f64) -> Option<f64> {
        let (lo, hi) = self.domain;
        let share = match self.scale {
            Scale::Log if value > 0.0 => {
                (math::ln(value) - math::ln(lo)) / (math::ln(hi) - math::ln(lo))
            }
            Scale::Log => return None,
            Scale::Linear | Scale::Time(_) => (value - lo) / (hi - lo),
        };
        let px = self.pixels.0 + share * (self.pixels.1 - self.pixels.0);
        px.is_finite().then_some(px)
    }

    /// The number at pixel `px`, kept inside the shown range.
    #[must_use]
    pub fn to_value(&self, px: f64) -> f64 {
        let (lo, hi) = self.domain;
        let share = ((px - self.pixels.0) / (self.pixels.1 - self.pixels.0)).clamp(0.0, 1.0);
        let value = match self.scale {
            Scale::Log => lo * math::exp(share * (math::ln(hi) - math::ln(lo))),
            Scale::Linear | Scale::Time(_) => lo + share * (hi - lo),
        };
        value.clamp(lo, hi)
    }

    /// The pixel of `value` moved inside the axis; what has no place on it is at the lower end.
    #[must_use]
    pub fn to_px_inside(&self, value: f64) -> f64 {
        let (lo, hi) = self.domain;
        let value = if value.is_nan() {
            lo
        } else {
            value.clamp(lo, hi)
        };
        self.to_px(value).unwrap_or(self.pixels.0)
    }
}
