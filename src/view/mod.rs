//! Rules of the interface without a DOM: where a slider stands, what a key does, how cells are laid
//! out, what an address names.

pub mod address;
pub mod drafts;
mod event;
mod events;
mod groups;
mod nice;
mod only_in;
mod overview;
pub mod sections;
pub mod slider;
mod viewport;

pub use event::{event_address, opened_from, origin_word, what_if_address};
pub use events::{EventFilter, FilterChoices, filter_choices};
pub use groups::{GroupLook, group_looks};
pub use nice::nice;
pub use only_in::only_in;
pub use overview::{OverviewMark, overview};
pub use viewport::Viewport;
