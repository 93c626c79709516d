//! Rules of the interface without a DOM: where a slider stands, what a key does, how cells are laid
//! out, what an address names.

pub mod address;
pub mod drafts;
mod event;
mod nice;
pub mod sections;
pub mod slider;

pub use event::event_address;
pub use nice::nice;
