//! Charts as values: a [`ChartSpec`] says what is shown, `layout` makes a [`Scene`] of it, and the
//! scene is drawn on any back-end. Nothing here knows a browser.

mod scene;
mod spec;

pub use scene::{
    Anchor, AxisMap, Dash, Hit, HitKind, Item, LabelBox, Paint, Rect, Scene, Stroke, Weight,
};
pub use spec::{
    Arrow, Axis, AxisId, ChartSpec, Contour, Handle, Lane, LaneEvent, LaneSpan, Layer, Mark, Reach,
    Role, Scale, ZoneChange,
};
