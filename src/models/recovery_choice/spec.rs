//! What `recovery_choice` takes and gives.

use crate::models::declare::{
    column, count_to, figure, group, one_of, part, preset, scaled, table, time, when, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference, Spacing};
use crate::text::Unit;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 3_600.0;
const DAY: f64 = 24.0 * HOUR;

/// Prices of an hour down that are shown.
pub(super) const PRICES: (f64, f64) = (0.01, 1_000.0);
/// Detection times that are shown, in seconds.
pub(super) const DETECTION: (f64, f64) = (1.0, HOUR);

const fn lasting(id: &'static str, default: f64, soft: (f64, f64)) -> InputSpec {
    time(id, default, (0.1, 400.0 * DAY), soft, Spacing::Log)
}

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "recovery_choice",
    family: Family::Lab,
    version: 2,
    groups: &[
        group("fault", "way"),
        group("repair", "restart_s"),
        group("failover", "failover_s"),
        group("price", "backup_every_s"),
    ],
    inputs: &[
        one_of(
            "way",
            &["active_active", "active_passive", "restart", "repair"],
        ),
        lasting("mttf_s", 90.0 * DAY, (DAY, 400.0 * DAY)),
        lasting("detect_s", MINUTE, DETECTION),
        lasting("restart_s", 3.0 * MINUTE, (1.0, HOUR)),
        part("restart_helps", "0.8"),
        lasting("repair_s", 4.0 * HOUR, (MINUTE, 2.0 * DAY)),
        lasting("failover_s", 2.0 * MINUTE, (1.0, 2.0 * HOUR)),
        part("failover_works", "0.95"),
        one_of("replication", &["asynchronous", "synchronous"]),
        when(
            lasting("lag_s", 5.0, (0.1, 10.0 * MINUTE)),
            "replication",
            &["asynchronous"],
        ),
        when(
            time(
                "round_trip_s",
                0.002,
                (1e-5, 1.0),
                (1e-4, 0.2),
                Spacing::Log,
            ),
            "replication",
            &["synchronous"],
        ),
        lasting("backup_every_s", DAY, (10.0 * MINUTE, 7.0 * DAY)),
        count_to("needed", 4, (1, 100), 20),
        count_to("spares", 1, (0, 50), 5),
        scaled("hour_price", Unit::One, 2.0, (1e-6, 1e9), PRICES),
    ],
    figures: &[
        figure("availability", Unit::Ratio),
        figure("downtime_per_year_s", Unit::Second),
        figure("rto_s", Unit::Second),
        figure("rto_worst_s", Unit::Second),
        figure("rpo_s", Unit::Second),
        figure("write_wait_s", Unit::Second),
        figure("machines", Unit::Count),
        figure("price_per_month", Unit::One),
        figure("break_even_hour_price", Unit::One),
        figure("nines", Unit::Nines),
    ],
    tables: &[table(
        "ways",
        &[
            words("way"),
            column("rto_s", Unit::Second),
            column("rto_worst_s", Unit::Second),
            column("rpo_s", Unit::Second),
            column("machines", Unit::Count),
            column("unavailability", Unit::Ratio),
            column("downtime_per_year_s", Unit::Second),
            column("price_per_month", Unit::One),
        ],
    )],
    charts: &["course", "price", "detection"],
    presets: &[
        preset("cheap_hour", &[("hour_price", "0.1"), ("way", "restart")]),
        preset(
            "payments",
            &[
                ("hour_price", "200"),
                ("way", "active_active"),
                ("spares", "2"),
                ("detect_s", "10 s"),
                ("replication", "synchronous"),
            ],
        ),
        preset(
            "untested_failover",
            &[
                ("way", "active_passive"),
                ("failover_works", "0.5"),
                ("failover_s", "30 min"),
            ],
        ),
        preset(
            "slow_alarm",
            &[("way", "active_active"), ("detect_s", "20 min")],
        ),
    ],
    references: &[
        Reference {
            text: "R. E. Barlow, F. Proschan: Statistical Theory of Reliability and Life Testing, 1975, sections 1.2 and 2.1",
            url: None,
        },
        Reference {
            text: "D. Patterson et al.: Recovery-Oriented Computing: Motivation, Definition, Techniques, and Case Studies. UC Berkeley, UCB/CSD-02-1175, 2002",
            url: None,
        },
        Reference {
            text: "M. Swanson et al.: Contingency Planning Guide for Federal Information Systems. NIST SP 800-34 rev. 1, 2010 (RTO, RPO)",
            url: Some("https://doi.org/10.6028/NIST.SP.800-34r1"),
        },
    ],
};
