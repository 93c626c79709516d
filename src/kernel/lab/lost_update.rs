//! Two clients that each read and then write the same thing, in any order of their moves.
//!
//! The lost update: a client writes on the strength of what it read before the other one wrote, and so undoes the
//! other's change. Source: H. Berenson et al., A critique of ANSI SQL isolation levels, SIGMOD 1995, section 4.1 (P4);
//! of C(4, 2) = 6 orders of two reads and two writes all but the two serial ones have it. Exact.

use super::storage::{BlockVolume, ObjectStore};

/// What both clients start from.
pub const BEGINNING: &[u8] = b"ABCDEF";
/// What each client puts in: two bytes.
pub const EDITS: [&[u8]; 2] = [b"XX", b"YY"];
/// Every order of the clients' moves: the first of a client is its read, the second its write.
pub const ORDERS: [[usize; 4]; 6] = [
    [0, 0, 1, 1],
    [0, 1, 0, 1],
    [0, 1, 1, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 0],
    [1, 1, 0, 0],
];
const KEY: &str = "report";

/// What a write does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// Writes the client's two bytes over, in place.
    Block,
    /// Replaces the whole object by the client's copy with its two bytes changed.
    Object,
    /// The same, if the object still has the version that the client read.
    Conditional {
        /// Whether a client that is refused reads and writes again, when both are through.
        try_again: bool,
    },
}

/// What a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A read.
    Read,
    /// A write that was done.
    Written,
    /// A write that was refused.
    Refused,
}

/// What a client holds in its hands: the bytes that it read and their version.
pub type Copied = Option<(Vec<u8>, u64)>;

/// A move, and everything as it is after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// 0 or 1.
    pub client: usize,
    /// What it was.
    pub act: Act,
    /// Bytes that went to the store.
    pub bytes_sent: usize,
    /// What is stored.
    pub stored: Vec<u8>,
    /// Its version; a volume has none, and 0 stands for that.
    pub version: u64,
    /// What each client holds.
    pub copies: [Copied; 2],
    /// Whether each client's change was acknowledged and then undone by a write that did not know of it.
    pub lost: [bool; 2],
}

/// The moves of both clients in the order of `turns`, of which there are two each. Client `i` puts its two bytes at
/// `offsets[i]`, from 0 to 4.
///
/// ```
/// use outage_lab_kernel::lab::lost_update::{Contract, race};
/// let moves = race(Contract::Object, [0, 1, 0, 1], [2, 4]);
/// assert_eq!(moves.last().unwrap().stored, b"ABCDYY");
/// assert_eq!(moves.last().unwrap().lost, [true, false]);
/// ```
#[must_use]
pub fn race(contract: Contract, turns: [usize; 4], offsets: [usize; 2]) -> Vec<Move> {
    let mut race = Race::new(contract, offsets);
    turns.into_iter().for_each(|client| race.turn(client));
    if contract == (Contract::Conditional { try_again: true }) {
        let refused = |at: &Move| (at.act == Act::Refused).then_some(at.client);
        let again: Vec<usize> = race.moves.iter().filter_map(refused).collect();
        for client in again {
            race.turn(client);
            race.turn(client);
        }
    }
    race.moves
}

struct Race {
    contract: Contract,
    offsets: [usize; 2],
    volume: BlockVolume,
    store: ObjectStore,
    copies: [Copied; 2],
    /// Whether each client's change was acknowledged.
    written: [bool; 2],
    /// Whether each client, when it last read, saw the other one's change.
    saw_other: [bool; 2],
    lost: [bool; 2],
    moves: Vec<Move>,
}

impl Race {
    fn new(contract: Contract, offsets: [usize; 2]) -> Race {
        let mut store = ObjectStore::default();
        let _ = store.put(KEY, BEGINNING, None);
        Race {
            contract,
            offsets,
            volume: BlockVolume::new(BEGINNING),
            store,
            copies: [None, None],
            written: [false; 2],
            saw_other: [false; 2],
            lost: [false; 2],
            moves: Vec::new(),
        }
    }

    fn stored(&self) -> (Vec<u8>, u64) {
        match (self.contract, self.store.get(KEY)) {
            (Contract::Object | Contract::Conditional { .. }, Some((data, version))) => {
                (data.to_vec(), version)
            }
            _ => (self.volume.data().to_vec(), 0),
        }
    }

    /// The next move of a client: a read, and after a read a write.
    fn turn(&mut self, client: usize) {
        let other = 1 - client;
        let last = self.moves.iter().rev().find(|at| at.client == client);
        let (act, bytes_sent) = if last.is_some_and(|last| last.act == Act::Read) {
            self.write(client)
        } else {
            self.copies[client] = Some(self.stored());
            self.saw_other[client] = self.written[other];
            (Act::Read, 0)
        };
        let (stored, version) = self.stored();
        if act == Act::Written {
            self.written[client] = true;
            let from = self.offsets[other];
            let kept = stored.get(from..from + EDITS[other].len()) == Some(EDITS[other]);
            self.lost[other] |= self.written[other] && !kept && !self.saw_other[client];
        }
        self.moves.push(Move {
            client,
            act,
            bytes_sent,
            stored,
            version,
            copies: self.copies.clone(),
            lost: self.lost,
        });
    }

    fn write(&mut self, client: usize) -> (Act, usize) {
        let (offset, edit) = (self.offsets[client], EDITS[client]);
        let (is_done, sent) = match (self.contract, &mut self.copies[client]) {
            (Contract::Object | Contract::Conditional { .. }, Some((copy, version))) => {
                let mut changed = BlockVolume::new(copy);
                let _ = changed.write(offset, edit);
                *copy = changed.data().to_vec();
                let expected = (self.contract != Contract::Object).then_some(*version);
                let put = self.store.put(KEY, changed.data(), expected);
                if let Ok(next) = put {
                    *version = next;
                }
                (put.is_ok(), changed.data().len())
            }
            _ => (self.volume.write(offset, edit), edit.len()),
        };
        (if is_done { Act::Written } else { Act::Refused }, sent)
    }
}
