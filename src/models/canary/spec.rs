//! What the model takes and gives.

use crate::models::declare::{
    column, figure, one_of, part, preset, scaled, share, table, when, words,
};
use crate::models::{Family, ModelSpec, Reference};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "canary",
    family: Family::Mechanism,
    version: 1,
    groups: &[],
    inputs: &[
        part("stage_1", "0.01"),
        part("stage_2", "0.05"),
        part("stage_3", "0.25"),
        scaled("hold_s", Unit::Second, 600.0, (1.0, 3600.0), (10.0, 3600.0)),
        scaled(
            "requests_per_s",
            Unit::PerSecond,
            100.0,
            (0.001, 1000.0),
            (0.1, 1000.0),
        ),
        share("old_failure", "0.001", ("0", "0.1")),
        part("new_failure", "0.077"),
        share("false_alarm", "0.001", ("0.000001", "0.1")),
        one_of("watch", &["canary", "whole"]),
        when(
            share("alarm_limit", "0.01", ("0", "0.2")),
            "watch",
            &["whole"],
        ),
        scaled(
            "rollback_s",
            Unit::Second,
            240.0,
            (0.0, 604800.0),
            (0.0, 3600.0),
        ),
    ],
    figures: &[
        figure("found_share", Unit::Ratio),
        figure("found_at_share", Unit::Ratio),
        figure("found_after_s", Unit::Second),
        figure("power_1", Unit::Ratio),
        figure("alarm_at_1", Unit::Count),
        figure("requests_1", Unit::Count),
        figure("whole_failure_1", Unit::Ratio),
        figure("failed", Unit::Count),
        figure("full_outage_s", Unit::Second),
        figure("false_alarms", Unit::Ratio),
    ],
    tables: &[table(
        "stages",
        &[
            words("stage"),
            column("share", Unit::Ratio),
            column("requests", Unit::Count),
            column("alarm_at", Unit::Count),
            column("power", Unit::Ratio),
            column("reached", Unit::Ratio),
            column("stopped", Unit::Ratio),
            column("whole_failure", Unit::Ratio),
        ],
    )],
    charts: &["exposure", "power"],
    presets: &[
        preset("lecture", &[("watch", "whole")]),
        preset("tested", &[]),
        preset(
            "all_at_once",
            &[("stage_1", "1"), ("stage_2", "1"), ("stage_3", "1")],
        ),
        preset("small_fault", &[("new_failure", "0.15%")]),
        preset(
            "rare_requests",
            &[("requests_per_s", "1"), ("new_failure", "1%")],
        ),
    ],
    references: &[
        Reference {
            text: "B. Beyer, N. R. Murphy, D. K. Rensin, K. Kawahara, S. Thorne (eds.): The Site Reliability Workbook, 2018, chapter 16 (canarying releases)",
            url: Some("https://sre.google/workbook/canarying-releases/"),
        },
        Reference {
            text: "C. J. Clopper, E. S. Pearson: The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial. Biometrika 26(4), 1934 (exact binomial tails)",
            url: Some("https://doi.org/10.1093/biomet/26.4.404"),
        },
    ],
};
