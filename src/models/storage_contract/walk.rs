//! The field note's walk over both stores, and a race's moves, in one form.

use crate::kernel::lab::lost_update::{Act, EDITS, Move};
use crate::kernel::lab::storage::{BlockVolume, ObjectStore};

/// A copy that somebody holds: bytes and their version, 0 for none.
pub(super) type Held = Option<(Vec<u8>, u64)>;

/// A step as it is shown, with everything as it is after it.
pub(super) struct Shown {
    /// Who acts, as a word, and its row in the picture.
    pub(super) who: (&'static str, usize),
    /// What is done, as a word.
    pub(super) act: &'static str,
    /// On what, in signs.
    pub(super) what: String,
    /// The answer, as a word.
    pub(super) answer: &'static str,
    pub(super) is_refused: bool,
    pub(super) bytes_sent: usize,
    /// What is in each place of the picture.
    pub(super) places: [Held; 3],
    /// Which of these places the step is about.
    pub(super) about: usize,
    pub(super) lost: [bool; 2],
}

const KEY: &str = "report";
const TOO_LONG: &[u8] = b"too long";
const STALE: &[u8] = b"stale overwrite";

/// The field note's eleven steps. Places: the volume, the object, the copy kept by the application.
pub(super) fn walk() -> Vec<Shown> {
    let mut steps = Vec::new();
    let mut volume = BlockVolume::new(b"ABCDEF");
    let mut store = ObjectStore::default();
    let mut copy: Held = None;
    let mut show = |act, what: String, answer, about, bytes_sent, places| {
        steps.push(Shown {
            who: (["volume", "object", "copy"][about], about),
            act,
            what,
            answer,
            is_refused: answer == "outside" || answer == "conflict",
            bytes_sent,
            places,
            about,
            lost: [false; 2],
        });
    };
    let places = |volume: &BlockVolume, store: &ObjectStore, copy: &Held| -> [Held; 3] {
        let object = store
            .get(KEY)
            .map(|(data, version)| (data.to_vec(), version));
        [Some((volume.data().to_vec(), 0)), object, copy.clone()]
    };
    show(
        "format",
        said(b"ABCDEF"),
        "done",
        0,
        0,
        places(&volume, &store, &copy),
    );
    for (offset, chunk) in [(2, b"XX".as_slice()), (5, TOO_LONG)] {
        let answer = if volume.write(offset, chunk) {
            "done"
        } else {
            "outside"
        };
        let what = format!("{offset}: {}", said(chunk));
        show(
            "write",
            what,
            answer,
            0,
            chunk.len(),
            places(&volume, &store, &copy),
        );
    }
    let put = |store: &mut ObjectStore, data: &[u8], expected| {
        let answer = if store.put(KEY, data, Some(expected)).is_ok() {
            "done"
        } else {
            "conflict"
        };
        (format!("{}, v = {expected}", said(data)), answer)
    };
    let (what, answer) = put(&mut store, b"ABCDEF", 0);
    show("put_if", what, answer, 1, 6, places(&volume, &store, &copy));
    copy = store
        .get(KEY)
        .map(|(data, version)| (data.to_vec(), version));
    show(
        "keep",
        held(&copy),
        "done",
        2,
        0,
        places(&volume, &store, &copy),
    );
    let (what, answer) = put(&mut store, b"XYZ", 1);
    show("put_if", what, answer, 1, 3, places(&volume, &store, &copy));
    let now = places(&volume, &store, &copy);
    show("get", held(&now[1]), "done", 1, 0, now);
    show(
        "look",
        held(&copy),
        "old_copy",
        2,
        0,
        places(&volume, &store, &copy),
    );
    let kept = copy.as_ref().map_or(0, |(_, version)| *version);
    let (what, answer) = put(&mut store, STALE, kept);
    show(
        "put_if",
        what,
        answer,
        1,
        STALE.len(),
        places(&volume, &store, &copy),
    );
    let now = places(&volume, &store, &copy);
    show("get", held(&now[1]), "done", 1, 0, now);
    let part = store
        .get(KEY)
        .and_then(|(data, _)| data.get(1..3))
        .map(said);
    let what = format!("[1, 3): {}", part.unwrap_or_default());
    show("range", what, "done", 1, 0, places(&volume, &store, &copy));
    steps
}

/// The moves of a race. Places: what is stored, and what each client holds.
pub(super) fn race(moves: &[Move], is_block: bool, is_conditional: bool) -> Vec<Shown> {
    let shown = |at: &Move| {
        let [a, b] = at.copies.clone();
        let (act, answer) = match at.act {
            Act::Read => ("get", "done"),
            Act::Written if is_block => ("write", "done"),
            Act::Written if is_conditional => ("put_if", "done"),
            Act::Written => ("put", "done"),
            Act::Refused => ("put_if", "conflict"),
        };
        let own = held(&at.copies[at.client]);
        Shown {
            who: (["a", "b"][at.client], at.client * 2),
            act,
            what: if act == "write" {
                said(EDITS[at.client])
            } else {
                own
            },
            answer,
            is_refused: at.act == Act::Refused,
            bytes_sent: at.bytes_sent,
            places: [Some((at.stored.clone(), at.version)), a, b],
            about: 0,
            lost: at.lost,
        }
    };
    moves.iter().map(shown).collect()
}

/// Bytes as text; all of them are letters.
pub(super) fn said(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A copy in signs: `ABCDEF (v1)`.
pub(super) fn held(copy: &Held) -> String {
    match copy {
        Some((data, 0)) => said(data),
        Some((data, version)) => format!("{} (v{version})", said(data)),
        None => "–".to_owned(),
    }
}
