//! Incidents: timelines of real outages with sources, doubt and arithmetic.
//!
//! A file is read by [`Incident::parse`], its contents are checked by [`check()`], its figures are
//! worked out by [`metrics()`], and [`timeline()`] turns it into lanes, spans and marks to draw. One that is being
//! written is a [`draft::Draft`]; other formats come and go through [`exchange`].
//! The format and a template are described in [`schema`].

mod budget;
mod calendar;
mod check;
mod comparison;
mod definition;
pub mod draft;
pub mod exchange;
mod interval;
mod link;
pub mod metric_spec;
mod metrics;
mod read;
pub mod schema;
mod time;
mod time_point;
mod timeline;
mod typed_time;
mod vocabulary;
mod weighted;
mod zone;

pub use budget::{ALLOWANCES, BudgetImpact, budget_impact};
pub use calendar::Civil;
pub use check::check;
pub use comparison::{COMPARED, Compared, began};
pub use interval::{Interval, union_s};
pub use link::{InputOrigin, ResolvedInput, resolve_inputs};
pub use metric_spec::Unit;
pub use metrics::{Metric, MetricReport, MetricValue, metrics};
pub use read::MAX_BYTES;
pub use schema::Incident;
pub use time::{CalendarDate, DAY_S, TimeError, UtcTime};
pub use time_point::{About, By, MAX_HALF_WIDTH_S, NotPublished, TimePoint};
pub use timeline::{Lane, PhaseRange, SpanRange, Timeline, TimelineEvent, timeline};
pub use typed_time::{
    TypedTime, TypedTimeError, offset_text, typed_date, typed_offset_min, typed_time,
};
pub use vocabulary::{
    Actor, EventKind, Language, MECHANISMS, SourceKind, SpanKind, Status, Teacher, Voice,
};
pub use zone::{LocalTime, Zone, ZonePeriod};
