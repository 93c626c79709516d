//! Errors of the kernel, and results that do not exist for a reason.

/// Why a result does not exist: a key that is explained to people elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined(pub &'static str);

/// A number, or the reason that there is none.
pub type Defined = Result<f64, Undefined>;
