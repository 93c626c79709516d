//! How much generator a load test needs.

use crate::error::{DomainError, positive};
use crate::whole;

/// What must stand on the sending side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generators {
    /// Requests that are under way at once, with head-room.
    pub in_flight: f64,
    /// Machines that send.
    pub machines: f64,
}

/// Requests in flight by Little's law at the slowest response that is still to be measured, with head-room, and the
/// machines that hold so many: rate · p99 · head-room, and ⌈that / connections of a machine⌉.
///
/// With fewer, the generator itself queues, and its own limit is measured. A quotient within rounding of a whole number
/// counts as that number.
///
/// ```
/// use outage_lab_kernel::capacity::generators;
///
/// // 20,000 a second at 500 ms with 1.2: 12,000 in flight; six machines of 2,000.
/// let needed = generators(20_000.0, 0.5, 1.2, 2_000.0)?;
/// assert_eq!((needed.in_flight, needed.machines), (12_000.0, 6.0));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
///
/// # Errors
/// A quantity that is not positive and finite.
pub fn generators(
    rate_per_s: f64,
    p99_s: f64,
    head_room: f64,
    connections: f64,
) -> Result<Generators, DomainError> {
    positive("rate_per_s", rate_per_s)?;
    positive("p99_s", p99_s)?;
    positive("head_room", head_room)?;
    positive("connections", connections)?;
    let in_flight = rate_per_s * p99_s * head_room;
    Ok(Generators {
        in_flight,
        machines: whole::up(in_flight / connections).max(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_are_whole() {
        // 2.0000000000000004 machines are two.
        assert_eq!(
            generators(1_000.0, 0.7, 1.0 / 0.35, 1_000.0)
                .unwrap()
                .machines,
            2.0
        );
        assert_eq!(
            generators(20_000.0, 0.5, 1.2, 1_999.0).unwrap().machines,
            7.0
        );
        assert_eq!(generators(1.0, 0.001, 1.2, 2_000.0).unwrap().machines, 1.0);
        assert!(generators(0.0, 0.5, 1.2, 2_000.0).is_err());
    }
}
