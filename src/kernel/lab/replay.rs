//! Which recorded requests may be replayed, and under which idempotency key.
//!
//! Source: a course text on capacity and drills, section 11.11: its program `replay_key`, and the three gates that its
//! prose promises (environment, tenant, writes; refused by default). The two differ, and both are here. Exact.

use super::hmac::hmac_sha256;

/// What a replay is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Traffic beside the real one, whose results nobody uses: it must never write.
    Shadow,
    /// Are the answers right? Writes keep their original keys, so that a server that knows them does nothing twice.
    Correctness,
    /// Does it bear the load? Writes need keys that no server knows, but the same ones at every attempt.
    Load,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Mode; 3] = [Mode::Shadow, Mode::Correctness, Mode::Load];
}

/// A recorded request about to be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// What for.
    pub mode: Mode,
    /// Whether its method may change something.
    pub is_write: bool,
    /// Whether its tenant is on the list of tenants for tests.
    pub tenant_listed: bool,
    /// Whether the recording has its idempotency key.
    pub has_original_key: bool,
    /// Whether the environment that it would reach is on a list of those for replays.
    pub environment_listed: bool,
}

/// The key that a replayed request carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// None.
    Empty,
    /// That of the recording.
    Original,
    /// A new one, derived from the request's id: see [`derived_key`].
    Derived,
}

/// A question that a checker asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Is the environment on the list?
    Environment,
    /// Is the tenant on the list?
    Tenant,
    /// May this mode write?
    Writes,
    /// Is there the key that it needs?
    Key,
}

/// What became of a request at a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It went through.
    Passed,
    /// It was refused.
    Refused,
    /// It was not asked.
    NotAsked,
    /// It had been refused before.
    NotReached,
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checker {
    /// The text's program. Reads pass unseen, with an empty key, and no one asks where the request will go.
    Code,
    /// What the text promises: every request is asked for its environment and its tenant.
    Promised,
}

impl Checker {
    /// Both.
    pub const ALL: [Checker; 2] = [Checker::Code, Checker::Promised];

    /// The gates in the order in which they are asked, and what became of the request at each.
    #[must_use]
    pub fn gates(self, request: &Replayed) -> [(Gate, Verdict); 4] {
        let asks_reads = self == Checker::Promised;
        let in_order = match self {
            Checker::Code => [Gate::Environment, Gate::Writes, Gate::Tenant, Gate::Key],
            Checker::Promised => [Gate::Environment, Gate::Tenant, Gate::Writes, Gate::Key],
        };
        let mut is_out = false;
        in_order.map(|gate| {
            let is_asked = match gate {
                Gate::Environment => asks_reads,
                Gate::Tenant => asks_reads || request.is_write,
                Gate::Writes => true,
                Gate::Key => request.is_write,
            };
            let passes = match gate {
                Gate::Environment => request.environment_listed,
                Gate::Tenant => request.tenant_listed,
                Gate::Writes => !request.is_write || request.mode != Mode::Shadow,
                Gate::Key => request.mode != Mode::Correctness || request.has_original_key,
            };
            let verdict = match (is_out, is_asked, passes) {
                (true, ..) => Verdict::NotReached,
                (_, false, _) => Verdict::NotAsked,
                (_, _, true) => Verdict::Passed,
                _ => Verdict::Refused,
            };
            is_out |= verdict == Verdict::Refused;
            (gate, verdict)
        })
    }

    /// The key that the request goes on with.
    ///
    /// # Errors
    /// The gate at which it is refused.
    ///
    /// ```
    /// use outage_lab_kernel::lab::replay::{Checker, Gate, Key, Mode, Replayed};
    /// let read = Replayed {
    ///     mode: Mode::Load,
    ///     is_write: false,
    ///     tenant_listed: false,
    ///     has_original_key: true,
    ///     environment_listed: false,
    /// };
    /// assert_eq!(Checker::Code.decide(&read), Ok(Key::Empty));
    /// assert_eq!(Checker::Promised.decide(&read), Err(Gate::Environment));
    /// ```
    pub fn decide(self, request: &Replayed) -> Result<Key, Gate> {
        let refused = |(_, verdict): &(Gate, Verdict)| *verdict == Verdict::Refused;
        match self.gates(request).into_iter().find(refused) {
            Some((gate, _)) => Err(gate),
            None => Ok(match request.mode {
                _ if !request.is_write => Key::Empty,
                Mode::Shadow => Key::Empty,
                Mode::Correctness => Key::Original,
                Mode::Load => Key::Derived,
            }),
        }
    }
}

/// Every case there is: three modes, reads and writes, and each of the three other questions answered both ways.
#[must_use]
pub fn cases() -> Vec<Replayed> {
    let mut all = Vec::with_capacity(48);
    for mode in Mode::ALL {
        for bits in 0..16 {
            let bit = |at: u32| bits >> at & 1 == 0;
            all.push(Replayed {
                mode,
                is_write: !bit(3),
                tenant_listed: bit(2),
                has_original_key: bit(1),
                environment_listed: bit(0),
            });
        }
    }
    all
}

/// The key of a load replay: `replay:` and the first 32 hexadecimal digits of HMAC-SHA-256 of the request's id.
///
/// ```
/// use outage_lab_kernel::lab::replay::derived_key;
/// let key = derived_key("replay-secret", "req-1");
/// assert_eq!(key, "replay:57143f498014325dabf06829f0ce19ef");
/// ```
#[must_use]
pub fn derived_key(secret: &str, request_id: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digest = hmac_sha256(secret.as_bytes(), request_id.as_bytes());
    let mut key = "replay:".to_owned();
    for byte in &digest[..16] {
        key.push(char::from(DIGITS[usize::from(byte >> 4)]));
        key.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    key
}

/// Writes that a replay repeats in production, after it has run for the share `run` of its length (0 to 1): all of its
/// writes so far if it goes there, with keys that the server does not know, and nothing stops it; else none.
#[must_use]
pub fn repeated_writes(
    writes: u64,
    run: f64,
    reaches: bool,
    fresh_keys: bool,
    unguarded: bool,
) -> u64 {
    if !(reaches && fresh_keys && unguarded) {
        return 0;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a count far below 2^53"
    )]
    let done = (writes as f64 * run.clamp(0.0, 1.0) + 1e-9).floor() as u64;
    done.min(writes)
}
