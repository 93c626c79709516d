//! Little's law: how many are in it, how often they come, how long they stay.

use crate::error::{Defined, DomainError, defined, non_negative, positive};
use crate::whole;

/// Requests in flight: L = λW, from arrivals a second and the mean time that each stays, in seconds. It holds in the long
/// run for whatever has a boundary, with any distributions and any order of service.
///
/// Reference: J. D. C. Little, *Operations Research* 9 (1961), 383–387; J. D. C. Little, *Operations Research* 59 (2011),
/// 536–549.
///
/// ```
/// use outage_lab_kernel::queueing::in_flight;
///
/// assert_eq!(in_flight(1200.0, 0.25)?, Ok(300.0));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// A quantity is below zero or not finite.
pub fn in_flight(rate_per_s: f64, hold_s: f64) -> Result<Defined, DomainError> {
    let rate_per_s = non_negative("rate_per_s", rate_per_s)?;
    Ok(defined(rate_per_s * non_negative("hold_s", hold_s)?))
}

/// The most that `slots` let through a second if each request holds one for `hold_s` seconds on average: λ = L/W.
///
/// ```
/// use outage_lab_kernel::queueing::rate_per_s;
///
/// assert_eq!(rate_per_s(200.0, 0.08)?, Ok(2500.0));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// `slots` is below zero or not finite, or `hold_s` is not above zero and finite.
pub fn rate_per_s(slots: f64, hold_s: f64) -> Result<Defined, DomainError> {
    let slots = non_negative("slots", slots)?;
    Ok(defined(slots / positive("hold_s", hold_s)?))
}

/// The longest mean hold, in seconds, with which `slots` let `rate_per_s` through: W = L/λ.
///
/// ```
/// use outage_lab_kernel::queueing::hold_s;
///
/// assert_eq!(hold_s(200.0, 2500.0)?, Ok(0.08));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// `slots` is below zero or not finite, or `rate_per_s` is not above zero and finite.
pub fn hold_s(slots: f64, rate_per_s: f64) -> Result<Defined, DomainError> {
    let slots = non_negative("slots", slots)?;
    Ok(defined(slots / positive("rate_per_s", rate_per_s)?))
}

/// The fewest whole slots for `rate_per_s` requests that each hold one for `hold_s` seconds, with `head_room` (1.2 for a
/// fifth more): λ·W·h, rounded [up](crate::whole::up), so that
/// 1200 × 0.25 × 1.2 is 360 and not 361.
///
/// ```
/// use outage_lab_kernel::queueing::slots_needed;
///
/// assert_eq!(slots_needed(1200.0, 0.25, 1.2)?, Ok(360.0));
/// assert_eq!(slots_needed(1200.1, 0.25, 1.2)?, Ok(361.0));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// A quantity is below zero or not finite.
pub fn slots_needed(rate_per_s: f64, hold_s: f64, head_room: f64) -> Result<Defined, DomainError> {
    let head_room = non_negative("head_room", head_room)?;
    Ok(in_flight(rate_per_s, hold_s)?
        .and_then(|busy| defined(busy * head_room))
        .map(whole::up))
}
