//! Inputs worth opening together, and the sources.

use crate::models::declare::preset;
use crate::models::{Preset, Reference};

pub(super) static PRESETS: &[Preset] = &[
    preset("nothing", BARE),
    preset(
        "lecture",
        &[
            ("arrival_per_s", "400"),
            ("end_s", "60"),
            ("customers", "100000"),
            ("timeline", "slow db 15s..60s x20; surge 25s..40s x6"),
            ("api_slots", "120"),
            ("svc_slots", "60"),
            ("db_slots", "10"),
            ("aux_slots", "5"),
            ("bulkhead_db_slots", "42"),
            ("retry", "true"),
            ("shed", "true"),
        ],
    ),
    preset(
        "storm",
        &[
            ("timeline", "slow db 10s..15s x20"),
            ("end_s", "60"),
            ("api_slots", "1000"),
            ("svc_slots", "500"),
            ("db_slots", "1"),
            ("timeouts", "false"),
            ("retry", "true"),
            ("backoff_s", "0"),
            ("jitter", "false"),
            ("retry_budget", "10"),
            ("breaker", "none"),
            ("bulkhead", "false"),
        ],
    ),
    preset(
        "gray",
        &[
            ("timeline", "gray db 10s..30s x20"),
            ("replicas", "2"),
            ("db_slots", "4"),
            ("svc_slots", "30"),
            ("api_slots", "60"),
            ("bulkhead_db_slots", "20"),
            ("hedge", "true"),
        ],
    ),
    preset(
        "cold_cache",
        &[
            ("timeline", "outage cache 15s..25s"),
            ("arrival_per_s", "250"),
            ("db_slots", "2"),
            ("cache", "true"),
            ("cache_hit", "0.6"),
            ("aux_slots", "3"),
        ],
    ),
    preset(
        "flash_crowd",
        &[
            ("timeline", "ramp 10s..15s x1..x8; surge 15s..25s x8"),
            ("shed", "true"),
            ("breaker", "none"),
            ("bulkhead", "false"),
        ],
    ),
];

pub(super) static REFERENCES: &[Reference] = &[
    Reference {
        text: "L. S. Shapley: A Value for n-Person Games. Contributions to the Theory of Games II, Princeton 1953, equation 13",
        url: Some("https://doi.org/10.1515/9781400881970-018"),
    },
    Reference {
        text: "M. Nygard: Release It!, 2nd ed., Pragmatic Bookshelf 2018, chapters 4 and 5 (blocked threads, time-outs, circuit breaker, bulkheads)",
        url: None,
    },
    Reference {
        text: "K. Nichols, V. Jacobson, A. McGregor, J. Iyengar: Controlled Delay Active Queue Management. RFC 8289, 2018, section 5",
        url: Some("https://www.rfc-editor.org/rfc/rfc8289"),
    },
    Reference {
        text: "J. Dean, L. A. Barroso: The Tail at Scale. Communications of the ACM 56(2), 2013 (hedged requests)",
        url: Some("https://doi.org/10.1145/2408776.2408794"),
    },
    Reference {
        text: "P. Huang, C. Guo, L. Zhou, J. R. Lorch, Y. Dang, M. Chintalapati, R. Yao: Gray Failure: The Achilles’ Heel of Cloud-Scale Systems. HotOS 2017",
        url: Some("https://doi.org/10.1145/3102980.3103005"),
    },
];

/// Every guard off.
const BARE: &[(&str, &str)] = &[
    ("timeouts", "false"),
    ("breaker", "none"),
    ("bulkhead", "false"),
];
