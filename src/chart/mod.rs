//! Charts as values: a [`ChartSpec`] says what is shown, [`layout`] makes a [`Scene`] of it, and the
//! scene is drawn on any back-end. Nothing here knows a browser.

mod draw;
mod layout;
mod measure;
mod probe;
mod scene;
mod spec;
mod svg;
mod table;
mod theme;

pub use draw::{DrawError, FONTS, Output, draw};
pub use layout::{Size, layout, preferred_height};
pub use probe::probe;
pub use scene::{
    Anchor, AxisMap, Dash, Hit, HitKind, Item, LabelBox, Paint, Rect, Scene, Stroke, Weight,
};
pub use spec::{
    Arrow, Axis, AxisId, Block, BlockPart, ChartSpec, Contour, GridChoice, GridPart, GridState,
    Handle, Lane, LaneEvent, LaneSpan, Layer, Mark, Reach, Role, Scale, ZoneChange,
};
pub use svg::svg;
pub use table::{Cell, Column, DataTable, table};
pub use theme::{Marker, Rgb, Theme};
