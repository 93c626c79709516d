//! What the model takes and gives.

use super::INCIDENT_SOFT_S;
use crate::kernel::availability::calendar::{DAY_S, HOUR_S};
use crate::models::declare::{
    column, count, figure, input, nines, one_of, part, preset, probability, scaled, table, time,
    words,
};
use crate::models::{Family, Kind, ModelSpec, Range, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "error_budget",
    family: Family::Availability,
    version: 2,
    groups: &[],
    inputs: &[
        nines("objective", "0.999", ("0.9", "0.999999")),
        time(
            "window_s",
            30.0 * DAY_S,
            (1.0, 1e12),
            (DAY_S, 365.0 * DAY_S),
            Spacing::Log,
        ),
        count(
            "requests",
            1_000_000,
            (1, 1_000_000_000_000_000),
            (1_000, 1_000_000_000_000),
            Spacing::Log,
        ),
        probability("error_ratio", "0.002", ("0.00001", "1"), Spacing::Log),
        part("spent", "0"),
        input(
            "incident_s",
            Unit::Second,
            Kind::Real {
                default: 52_320.0,
                hard: Range { lo: 0.0, hi: 1e12 },
                soft: INCIDENT_SOFT_S,
                spacing: Spacing::Log,
            },
        ),
        part("incident_error_ratio", "1"),
        scaled("incident_traffic", Unit::One, 1.0, (0.0, 1e6), (0.01, 10.0)),
        one_of("year", &["365d", "365.25d"]),
        probability("alert_spent", "0.1", ("0.01", "1"), Spacing::Log),
        scaled(
            "alert_window_s",
            Unit::Second,
            HOUR_S,
            (1.0, 1e12),
            (60.0, 7.0 * DAY_S),
        ),
    ],
    figures: &[
        figure("budget_s", Unit::Second),
        figure("budget_requests", Unit::One),
        figure("burn_rate", Unit::One),
        figure("exhaustion_s", Unit::Second),
        figure("incident_windows", Unit::One),
        figure("incident_years", Unit::Year),
        figure("incident_failed_requests", Unit::One),
        figure("incident_windows_by_requests", Unit::One),
        figure("error_ratio_by_requests", Unit::Ratio),
        figure("error_ratio_by_time", Unit::Ratio),
        figure("alert_burn_rate", Unit::One),
    ],
    tables: &[
        table(
            "alerts",
            &[
                words("severity"),
                column("alert_share", Unit::Ratio),
                column("long_window_s", Unit::Second),
                column("short_window_s", Unit::Second),
                column("alert_burn", Unit::One),
                column("alert_error_ratio", Unit::Ratio),
                column("outage_found_s", Unit::Second),
                column("budget_gone_s", Unit::Second),
            ],
        ),
        table(
            "objectives",
            &[
                column("objective", Unit::Ratio),
                column("budget_s", Unit::Second),
                column("budget_requests", Unit::One),
                column("incident_windows", Unit::One),
                column("incident_years", Unit::Year),
            ],
        ),
    ],
    charts: &["incident", "alerts"],
    presets: &[
        preset(
            "aws_2025",
            &[("objective", "99.99%"), ("incident_s", "14 h 32 min")],
        ),
        preset(
            "dynamodb_2025",
            &[("objective", "99.99%"), ("incident_s", "2 h 52 min")],
        ),
        preset("week", &[("objective", "99.9%"), ("window_s", "7 d")]),
        preset(
            "night",
            &[
                ("objective", "99.9%"),
                ("incident_s", "1 h"),
                ("incident_traffic", "0.05"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "B. Beyer et al. (eds.): The Site Reliability Workbook, 2018, chapter 5 (alerting on SLOs; table 5-8)",
            url: Some("https://sre.google/workbook/alerting-on-slos/"),
        },
        Reference {
            text: "B. Beyer et al. (eds.): The Site Reliability Workbook, 2018, chapter 2 (implementing SLOs: budgets of time and of requests)",
            url: Some("https://sre.google/workbook/implementing-slos/"),
        },
        Reference {
            text: "AWS: Summary of the Amazon DynamoDB Service Disruption in the Northern Virginia (US-EAST-1) Region, 2025 (durations of the presets)",
            url: Some("https://aws.amazon.com/message/101925/"),
        },
    ],
};
