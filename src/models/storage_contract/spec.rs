//! What `storage_contract` takes and gives.

use super::{BLOCK, CONDITIONAL, OBJECT, RACE, WALK};
use crate::models::declare::{
    column, count_to, figure, one_of, preset, table, toggle, when, words,
};
use crate::models::{Family, ModelSpec, Reference};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "storage_contract",
    family: Family::Lab,
    version: 1,
    groups: &[],
    inputs: &[
        one_of("script", &[RACE, WALK]),
        // The contract and the offsets are those of the six orders too, which are told beside the walk.
        one_of("contract", &[OBJECT, CONDITIONAL, BLOCK]),
        when(
            one_of("order", &["abab", "aabb", "abba", "baab", "baba", "bbaa"]),
            "script",
            &[RACE],
        ),
        when(toggle("try_again", false), "contract", &[CONDITIONAL]),
        count_to("a_offset", 2, (0, 4), 4),
        count_to("b_offset", 4, (0, 4), 4),
        count_to("step", 11, (1, 11), 11),
    ],
    figures: &[
        figure("lost_updates", Unit::Count),
        figure("refused", Unit::Count),
        figure("acknowledged", Unit::Count),
        figure("version", Unit::Count),
        figure("length", Unit::Count),
        figure("bytes_written", Unit::Count),
        figure("orders_that_lose", Unit::Count),
    ],
    tables: &[
        table(
            "moves",
            &[
                column("step", Unit::Count),
                words("who"),
                words("act"),
                words("what"),
                words("answer"),
                words("stored"),
                column("version", Unit::Count),
            ],
        ),
        table(
            "orders",
            &[
                words("order"),
                words("block"),
                column("block_lost", Unit::Count),
                words("object"),
                column("object_lost", Unit::Count),
                words("conditional"),
                column("conditional_refused", Unit::Count),
                words("again"),
            ],
        ),
    ],
    charts: &["bytes", "moves"],
    presets: &[
        preset(
            "lost_update",
            &[
                ("script", RACE),
                ("contract", OBJECT),
                ("order", "abab"),
                ("step", "4"),
            ],
        ),
        preset(
            "conditional",
            &[
                ("script", RACE),
                ("contract", CONDITIONAL),
                ("order", "abab"),
                ("try_again", "true"),
                ("step", "6"),
            ],
        ),
        preset(
            "block",
            &[
                ("script", RACE),
                ("contract", BLOCK),
                ("order", "abab"),
                ("step", "4"),
            ],
        ),
        preset("walk", &[("script", WALK), ("step", "11")]),
    ],
    references: &[
        Reference {
            text: "Field note: object and block storage have different update contracts (course text, with its Python model)",
            url: None,
        },
        Reference {
            text: "H. Berenson et al.: A critique of ANSI SQL isolation levels. SIGMOD 1995, section 4.1 (P4, the lost update)",
            url: Some("https://doi.org/10.1145/223784.223785"),
        },
        Reference {
            text: "R. Fielding, M. Nottingham, J. Reschke: HTTP Semantics, RFC 9110, 2022, section 13.1.1 (If-Match)",
            url: Some("https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1"),
        },
    ],
};
