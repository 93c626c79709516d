//! Counting: how many of the marked ones are among those drawn.
//!
//! The obvious ways fail at the sizes of a data centre: factorials overflow, and a difference of logarithms of
//! factorials keeps only as many digits as the logarithms leave. Everything here stands on the saddle-point form of the
//! binomial probability, which loses none of them.

mod binomial;
mod choose;
mod drawn;
mod groups;
mod some;

pub use binomial::{binomial, binomial_at_least};
pub use choose::choose;
pub use drawn::{at_least, hypergeometric};
pub use groups::some_group_at_least;
pub use some::some_of;

/// Near the true value, as a share of it.
#[cfg(test)]
fn close(ours: f64, true_value: f64, within: f64) {
    assert!(
        (ours / true_value - 1.0).abs() <= within,
        "{ours:e} is not {true_value:e}"
    );
}
