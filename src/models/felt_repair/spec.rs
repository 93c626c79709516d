//! What the model takes and gives.

use super::MTTR_SOFT_S;
use crate::models::declare::{
    choice, column, count, figure, one_of, preset, real, scaled, share, table, time, when,
};
use crate::models::{Family, ModelSpec, Reference, Spacing};
use crate::text::Unit;

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "felt_repair",
    family: Family::Availability,
    version: 2,
    groups: &[],
    inputs: &[
        one_of("location", &["mean", "median"]),
        when(
            time(
                "mttr_s",
                3_600.0,
                (1e-3, 1e12),
                (MTTR_SOFT_S.lo, MTTR_SOFT_S.hi),
                Spacing::Log,
            ),
            "location",
            &["mean"],
        ),
        when(
            time(
                "median_s",
                1_800.0,
                (1e-3, 1e12),
                (MTTR_SOFT_S.lo, MTTR_SOFT_S.hi),
                Spacing::Log,
            ),
            "location",
            &["median"],
        ),
        one_of("spread", &["sigma", "scv"]),
        when(
            real(
                "sigma",
                Unit::One,
                1.2,
                (0.01, 8.0),
                (0.1, 3.0),
                Spacing::Linear,
            ),
            "spread",
            &["sigma"],
        ),
        when(
            scaled("scv", Unit::One, 3.0, (1e-4, 1e12), (0.1, 1_000.0)),
            "spread",
            &["scv"],
        ),
        share("longest", "0.1", ("0.01", "0.5")),
        count("incidents", 8, (3, 1_000), (3, 100), Spacing::Log),
        choice("confidence", "95%", &["90%", "95%", "99%"]),
        scaled("improvement", Unit::One, 2.0, (1.001, 1e6), (1.05, 10.0)),
        one_of("power", &["80%", "90%"]),
    ],
    figures: &[
        figure("mean_repair_s", Unit::Second),
        figure("felt_length_s", Unit::Second),
        figure("felt_remaining_s", Unit::Second),
        figure("felt_factor", Unit::One),
        figure("longest_share", Unit::Ratio),
        figure("outages_of_half", Unit::Ratio),
        figure("log_normal_low_s", Unit::Second),
        figure("log_normal_high_s", Unit::Second),
        figure("exponential_low_s", Unit::Second),
        figure("exponential_high_s", Unit::Second),
        figure("incidents_needed", Unit::Count),
        figure("median_repair_s", Unit::Second),
    ],
    tables: &[table(
        "intervals",
        &[
            column("incidents", Unit::Count),
            column("log_normal_low_s", Unit::Second),
            column("log_normal_high_s", Unit::Second),
            column("exponential_low_s", Unit::Second),
            column("exponential_high_s", Unit::Second),
        ],
    )],
    charts: &["felt", "intervals"],
    presets: &[
        preset(
            "alike",
            &[
                ("location", "mean"),
                ("mttr_s", "1 h"),
                ("spread", "scv"),
                ("scv", "0.1"),
            ],
        ),
        preset(
            "as_exponential",
            &[
                ("location", "mean"),
                ("mttr_s", "1 h"),
                ("spread", "scv"),
                ("scv", "1"),
            ],
        ),
        preset(
            "few_long_ones",
            &[
                ("location", "median"),
                ("median_s", "20 min"),
                ("spread", "sigma"),
                ("sigma", "1.8"),
            ],
        ),
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
