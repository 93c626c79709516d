//! Availability: how much of the time a thing that fails and is repaired is up.
//!
//! Unavailability is the primary quantity throughout. Near 1 an availability has few digits left to itself, and
//! what people are told (nines, downtime) follows from the unavailability alone.

mod budget;
pub mod calendar;
mod composition;
mod cycles;
mod fleet;
mod nines;
mod repair_evidence;
mod repair_time;
mod repairable;
mod target;
mod years;

pub use budget::{Alert, ErrorBudget, Stretch, error_ratio_by_requests, error_ratio_by_time};
pub use calendar::{Month, Year, downtime_s};
pub use composition::{
    COPIES_MAX, Composition, SharedCause, SharedTwice, Structure, UpDown, WithSharedCause,
    with_shared_cause,
};
pub use cycles::Cycles;
pub use fleet::Fleet;
pub use nines::{nines, whole_nines};
pub use repair_evidence::{Interval, exponential_interval, incidents_to_show, log_normal_interval};
pub use repair_time::LogNormalRepair;
pub use repairable::Repairable;
pub use target::{mttf_needed_s, mttr_needed_s};
pub use years::{RepairTime, YearRecord, Years, quiet_year_probability};
