//! What `drill_plan` takes and gives.

use crate::models::declare::{
    choice, figure, group, nines, part, preset, table, text, time, words,
};
use crate::models::{Family, InputSpec, ModelSpec, Reference, Spacing};
use crate::text::Unit;

/// The longest answer in the form, and the longest name, in bytes.
const LONGEST: usize = 600;
const NAME: usize = 60;

const HOUR: f64 = 3_600.0;
const DAY: f64 = 24.0 * HOUR;

const OBJECTIVE: InputSpec = nines("objective", "0.999", ("0.9", "0.99999"));

pub(super) static SPEC: ModelSpec = ModelSpec {
    id: "drill_plan",
    family: Family::Lab,
    version: 1,
    groups: &[
        group("hypothesis", "fault"),
        group("plan", "level"),
        group("roles", "commander"),
        group("budget", "affected"),
    ],
    inputs: &[
        text("fault", "+200 ms latency (tc netem)", LONGEST),
        text("scope", "10 % of the instances in 1 zone", LONGEST),
        time(
            "duration_s",
            300.0,
            (0.0, 7.0 * DAY),
            (0.0, HOUR),
            Spacing::Linear,
        ),
        text("expectation", "p99 ≤ 800 ms; error rate ≤ 0.5 %", LONGEST),
        text(
            "mechanism",
            "client deadline 1 s; retry budget 5 %; circuit breaker opens at > 50 % errors",
            LONGEST,
        ),
        choice("level", "l3", &["none", "l0", "l1", "l2", "l3", "l4"]),
        text(
            "stop",
            "error rate > 1 % for 2 min; burn rate > 72; duplicated charges > 0",
            LONGEST,
        ),
        text("roll_back", "tc qdisc del dev eth0 root", LONGEST),
        time(
            "roll_back_s",
            30.0,
            (0.0, DAY),
            (0.0, 300.0),
            Spacing::Linear,
        ),
        text("commander", "Li", NAME),
        text("injector", "Wang", NAME),
        text("observer", "Zhao", NAME),
        text("scribe", "Chen", NAME),
        part("affected", "0.033"),
        OBJECTIVE,
        time(
            "window_s",
            30.0 * DAY,
            (HOUR, 400.0 * DAY),
            (7.0 * DAY, 90.0 * DAY),
            Spacing::Linear,
        ),
        part("stop_budget", "0.1"),
        time(
            "stop_within_s",
            HOUR,
            (60.0, 30.0 * DAY),
            (300.0, DAY),
            Spacing::Log,
        ),
    ],
    figures: &[
        figure("missing", Unit::Count),
        figure("hypothesis_parts", Unit::Count),
        figure("parts_needed", Unit::Count),
        figure("claims", Unit::Count),
        figure("claims_falsifiable", Unit::Count),
        figure("stop_burn_rate", Unit::One),
        figure("stop_error_ratio", Unit::Ratio),
        figure("worst_burn_rate", Unit::One),
        figure("worst_budget_share", Unit::Ratio),
        figure("stop_after_s", Unit::Second),
    ],
    tables: &[
        table(
            "parts",
            &[words("part"), words("verdict"), words("because")],
        ),
        table(
            "claims",
            &[
                words("claim"),
                words("measurable"),
                words("bound"),
                words("time"),
                words("falsifiable"),
            ],
        ),
    ],
    charts: &["parts", "budget"],
    presets: &[
        preset(
            "chapter_en",
            &[
                ("fault", "Inject 200 ms of network latency"),
                ("scope", "10% of the instances in a single zone"),
                ("duration_s", "5 min"),
                (
                    "expectation",
                    "The p99 of the payment interface does not exceed 800 ms, its error rate does not exceed 0.5%",
                ),
                (
                    "mechanism",
                    "The client’s deadline is 1 s, the retry budget 5%, and the circuit breaker opens when more than 50% of calls fail",
                ),
                ("level", "none"),
                ("stop", ""),
                ("roll_back", ""),
            ],
        ),
        preset(
            "chapter_zh",
            &[
                ("fault", "注入 200 ms 网络延迟"),
                ("scope", "单可用区 10% 的实例"),
                ("duration_s", "5 min"),
                (
                    "expectation",
                    "支付接口的 p99 不超过 800 ms、错误率不超过 0.5%",
                ),
                (
                    "mechanism",
                    "客户端 deadline 为 1 s、重试预算 5%、下游错误率超过 50% 时熔断器打开",
                ),
                ("level", "none"),
                ("stop", ""),
                ("roll_back", ""),
            ],
        ),
        preset(
            "stays_stable",
            &[("expectation", "The system should stay stable")],
        ),
        preset("stays_stable_zh", &[("expectation", "系统应该保持稳定")]),
        preset(
            "game_day",
            &[
                ("fault", "+200 ms latency (tc netem)"),
                ("scope", "10 % of the instances in 1 zone"),
                ("duration_s", "5 min"),
                ("expectation", "p99 ≤ 800 ms; error rate ≤ 0.5 %"),
                (
                    "mechanism",
                    "client deadline 1 s; retry budget 5 %; circuit breaker opens at > 50 % errors",
                ),
                ("level", "l3"),
                (
                    "stop",
                    "error rate > 1 % for 2 min; burn rate > 72; duplicated charges > 0",
                ),
                ("roll_back", "tc qdisc del dev eth0 root"),
                ("roll_back_s", "10 s"),
                ("commander", "Li"),
                ("injector", "Wang"),
                ("observer", "Zhao"),
                ("scribe", "Chen"),
            ],
        ),
    ],
    references: &[
        Reference {
            text: "Course text, chapter 11, section 11.7: the five parts of a hypothesis, blast radius by levels, roles, conditions to stop",
            url: None,
        },
        Reference {
            text: "A. Basiri et al.: Chaos Engineering. IEEE Software 33 (3), 2016, 35–41",
            url: Some("https://doi.org/10.1109/MS.2016.60"),
        },
        Reference {
            text: "B. Beyer et al. (eds): The Site Reliability Workbook, 2018, chapter 5 (burn rate)",
            url: Some("https://sre.google/workbook/alerting-on-slos/"),
        },
    ],
};
