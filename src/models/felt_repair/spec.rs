//! What the model takes and gives.

use super::MTTR_SOFT_S;
use crate::models::{
    ColumnSpec, Family, FigureSpec, InputSpec, Kind, ModelSpec, Preset, Range, Reference, Spacing,
    TableSpec, When,
};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "felt_repair",
    family: Family::Availability,
    version: 2,
    groups: &[],
    inputs: &[
        InputSpec {
            id: "location",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "mean",
                choices: &["mean", "median"],
            },
            when: None,
        },
        InputSpec {
            id: "mttr_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 3_600.0,
                hard: Range { lo: 1e-3, hi: 1e12 },
                soft: Range {
                    lo: MTTR_SOFT_S.lo,
                    hi: MTTR_SOFT_S.hi,
                },
                spacing: Spacing::Log,
            },
            when: Some(When {
                input: "location",
                is: &["mean"],
            }),
        },
        InputSpec {
            id: "median_s",
            unit: Unit::Second,
            kind: Kind::Real {
                default: 1_800.0,
                hard: Range { lo: 1e-3, hi: 1e12 },
                soft: Range {
                    lo: MTTR_SOFT_S.lo,
                    hi: MTTR_SOFT_S.hi,
                },
                spacing: Spacing::Log,
            },
            when: Some(When {
                input: "location",
                is: &["median"],
            }),
        },
        InputSpec {
            id: "spread",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "sigma",
                choices: &["sigma", "scv"],
            },
            when: None,
        },
        InputSpec {
            id: "sigma",
            unit: Unit::One,
            kind: Kind::Real {
                default: 1.2,
                hard: Range { lo: 0.01, hi: 8.0 },
                soft: Range { lo: 0.1, hi: 3.0 },
                spacing: Spacing::Linear,
            },
            when: Some(When {
                input: "spread",
                is: &["sigma"],
            }),
        },
        InputSpec {
            id: "scv",
            unit: Unit::One,
            kind: Kind::Real {
                default: 3.0,
                hard: Range { lo: 1e-4, hi: 1e12 },
                soft: Range {
                    lo: 0.1,
                    hi: 1_000.0,
                },
                spacing: Spacing::Log,
            },
            when: Some(When {
                input: "spread",
                is: &["scv"],
            }),
        },
        InputSpec {
            id: "longest",
            unit: Unit::Ratio,
            kind: Kind::Probability {
                default: "0.1",
                soft: Range {
                    lo: "0.01",
                    hi: "0.5",
                },
                spacing: Spacing::Linear,
            },
            when: None,
        },
        InputSpec {
            id: "incidents",
            unit: Unit::Count,
            kind: Kind::Count {
                default: 8,
                hard: Range { lo: 3, hi: 1_000 },
                soft: Range { lo: 3, hi: 100 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "confidence",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "95%",
                choices: &["90%", "95%", "99%"],
            },
            when: None,
        },
        InputSpec {
            id: "improvement",
            unit: Unit::One,
            kind: Kind::Real {
                default: 2.0,
                hard: Range { lo: 1.001, hi: 1e6 },
                soft: Range { lo: 1.05, hi: 10.0 },
                spacing: Spacing::Log,
            },
            when: None,
        },
        InputSpec {
            id: "power",
            unit: Unit::One,
            kind: Kind::Choice {
                default: "80%",
                choices: &["80%", "90%"],
            },
            when: None,
        },
    ],
    figures: &[
        FigureSpec {
            id: "mean_repair_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "felt_length_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "felt_remaining_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "felt_factor",
            unit: Unit::One,
        },
        FigureSpec {
            id: "longest_share",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "outages_of_half",
            unit: Unit::Ratio,
        },
        FigureSpec {
            id: "log_normal_low_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "log_normal_high_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "exponential_low_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "exponential_high_s",
            unit: Unit::Second,
        },
        FigureSpec {
            id: "incidents_needed",
            unit: Unit::Count,
        },
        FigureSpec {
            id: "median_repair_s",
            unit: Unit::Second,
        },
    ],
    tables: &[TableSpec {
        id: "intervals",
        columns: &[
            ColumnSpec {
                id: "incidents",
                unit: Unit::Count,
            },
            ColumnSpec {
                id: "log_normal_low_s",
                unit: Unit::Second,
            },
            ColumnSpec {
                id: "log_normal_high_s",
                unit: Unit::Second,
            },
            ColumnSpec {
                id: "exponential_low_s",
                unit: Unit::Second,
            },
            ColumnSpec {
                id: "exponential_high_s",
                unit: Unit::Second,
            },
        ],
    }],
    charts: &["felt", "intervals"],
    presets: &[
        Preset {
            id: "alike",
            set: &[
                ("location", "mean"),
                ("mttr_s", "1 h"),
                ("spread", "scv"),
                ("scv", "0.1"),
            ],
        },
        Preset {
            id: "as_exponential",
            set: &[
                ("location", "mean"),
                ("mttr_s", "1 h"),
                ("spread", "scv"),
                ("scv", "1"),
            ],
        },
        Preset {
            id: "few_long_ones",
            set: &[
                ("location", "median"),
                ("median_s", "20 min"),
                ("spread", "sigma"),
                ("sigma", "1.8"),
            ],
        },
    ],
    references: &[
        Reference {
            text: "D. R. Cox: Renewal Theory, 1962, chapter 5 (length-biased sampling, remaining time)",
            url: None,
        },
        Reference {
            text: "J. Aitchison, J. A. C. Brown: The Lognormal Distribution, 1957, chapter 2 (moments and moment distributions)",
            url: None,
        },
        Reference {
            text: "B. Epstein, M. Sobel: Life Testing. JASA 48, 1953, 486–502; NIST/SEMATECH e-Handbook, section 8.4.5.1 (interval for an exponential mean)",
            url: Some("https://www.itl.nist.gov/div898/handbook/apr/section4/apr451.htm"),
        },
        Reference {
            text: "K. Krishnamoorthy, T. Mathew: Inferences on the means of lognormal distributions using generalized p-values and generalized confidence intervals. J. Statistical Planning and Inference 115, 2003, 103–121",
            url: Some("https://doi.org/10.1016/S0378-3758(02)00153-2"),
        },
        Reference {
            text: "W. C. Guenther: Sample size formulas for normal theory t tests. The American Statistician 35, 1981, 243–244",
            url: None,
        },
        Reference {
            text: "Š. Davidovič: Incident Metrics in SRE: Critically Evaluating MTTR and Friends. O’Reilly, 2021 (few incidents cannot show an improvement)",
            url: Some(
                "https://sre.google/resources/practices-and-processes/incident-metrics-in-sre/",
            ),
        },
    ],
};
