//! What `replay_gate` takes and gives.

use crate::models::declare::{
    column, count, count_to, figure, group, one_of, preset, table, text, time, toggle, when, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference, Spacing};
use crate::text::Unit;

/// A count of a recording.
const fn recorded(id: &'static str, default: u64) -> InputSpec {
    count(
        id,
        default,
        (1, 1_000_000_000),
        (100, 100_000),
        Spacing::Log,
    )
}

const LONG: (f64, f64) = (1.0, 1e6);

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "replay_gate",
    family: Family::Lab,
    version: 1,
    groups: &[
        group("request", "mode"),
        group("keys", "original_key"),
        group("recording", "requests"),
        group("accident", "falls_back"),
    ],
    inputs: &[
        one_of("mode", &["correctness", "shadow", "load"]),
        one_of("method", &["post", "get", "head", "put", "patch", "delete"]),
        one_of("tenant", &["tenant_test", "tenant_canary", "tenant_other"]),
        one_of("environment", &["staging", "production"]),
        toggle("original_key", true),
        when(text("request_id", "req-1", 200), "mode", &["load"]),
        when(text("secret", "replay-secret", 200), "mode", &["load"]),
        count_to("step", 4, (1, 4), 4),
        recorded("requests", 21_000),
        recorded("writes", 1_400),
        time(
            "recorded_s",
            1_800.0,
            LONG,
            (60.0, 7_200.0),
            Spacing::Linear,
        ),
        time(
            "stopped_after_s",
            1_800.0,
            (0.0, 1e6),
            (0.0, 3_600.0),
            Spacing::Linear,
        ),
        toggle("falls_back", true),
        toggle("fresh_keys", true),
        toggle("unguarded", true),
    ],
    figures: &[
        figure("passes_code", Unit::Count),
        figure("passes_promised", Unit::Count),
        figure("only_by_code", Unit::Count),
        figure("gates_passed_code", Unit::Count),
        figure("gates_passed_promised", Unit::Count),
        figure("repeated_writes", Unit::Count),
        figure("write_share", Unit::Ratio),
        figure("writes_per_s", Unit::PerSecond),
        figure("layers_open", Unit::Count),
    ],
    tables: &[
        table(
            "decision",
            &[
                words("checker"),
                words("decision"),
                words("because"),
                words("key"),
            ],
        ),
        table(
            "gates",
            &[
                column("step", Unit::Count),
                words("code_gate"),
                words("code_verdict"),
                words("promised_gate"),
                words("promised_verdict"),
            ],
        ),
        table(
            "cases",
            &[
                words("mode"),
                words("kind"),
                words("tenant"),
                words("environment"),
                words("original_key"),
                words("by_code"),
                words("by_promise"),
            ],
        ),
        table(
            "layers",
            &[
                words("falls_back"),
                words("fresh_keys"),
                words("unguarded"),
                column("repeated_writes", Unit::Count),
            ],
        ),
    ],
    charts: &["gates", "accident"],
    presets: &[
        preset(
            "read_anywhere",
            &[
                ("method", "get"),
                ("tenant", "tenant_other"),
                ("environment", "production"),
                ("mode", "load"),
            ],
        ),
        preset(
            "production_load",
            &[
                ("mode", "load"),
                ("method", "post"),
                ("tenant", "tenant_test"),
                ("environment", "production"),
            ],
        ),
        preset("shadow_write", &[("mode", "shadow"), ("method", "post")]),
        preset(
            "accident",
            &[
                ("requests", "21000"),
                ("writes", "1400"),
                ("recorded_s", "30 min"),
                ("stopped_after_s", "30 min"),
                ("falls_back", "true"),
                ("fresh_keys", "true"),
                ("unguarded", "true"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "Course text, chapter 11, section 11.11: a load replay reaches production; its program replay_key",
            url: None,
        },
        Reference {
            text: "H. Krawczyk, M. Bellare, R. Canetti: HMAC: Keyed-Hashing for Message Authentication, RFC 2104, 1997",
            url: Some("https://www.rfc-editor.org/rfc/rfc2104"),
        },
        Reference {
            text: "NIST: Secure Hash Standard, FIPS 180-4, 2015, section 6.2 (SHA-256)",
            url: Some("https://doi.org/10.6028/NIST.FIPS.180-4"),
        },
    ],
};
