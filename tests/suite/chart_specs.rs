//! Charts to test with: the plane of repair, an outage's timeline, a curve with band and rules.

use outage_lab::chart::{
    Arrow, Axis, AxisId, ChartSpec, Contour, Handle, Lane, LaneEvent, LaneSpan, Layer, Mark, Reach,
    Role, Scale, ZoneChange,
};
use outage_lab::text::{Bilingual, Label, Lang, Texts, Unit};

pub(crate) const HOUR: f64 = 3600.0;
/// One hour, and 114 years of 365 days.
pub(crate) const MTTF: (f64, f64) = (HOUR, 1e6 * HOUR);
/// One second, and six weeks.
pub(crate) const MTTR: (f64, f64) = (1.0, 42.0 * 86_400.0);

pub(crate) fn texts(lang: Lang) -> Texts {
    let json = match lang {
        Lang::En => include_str!("../../assets/locales/en/chart.json"),
        Lang::Zh => include_str!("../../assets/locales/zh/chart.json"),
    };
    let mut texts = Texts::new(lang);
    texts.add("chart", json).expect("the strings can be read");
    texts
}

pub(crate) fn both(en: &str, zh: &str) -> Label {
    Label::Both(Bilingual {
        en: en.to_owned(),
        zh: zh.to_owned(),
    })
}

pub(crate) fn axis(label: Label, unit: Unit, scale: Scale, range: Option<(f64, f64)>) -> Axis {
    Axis {
        label,
        unit,
        scale,
        range,
        input: None,
    }
}

/// Lines of equal availability with the point at `mttf_s`, `mttr_s`.
pub(crate) fn plane(mttf_s: f64, mttr_s: f64) -> ChartSpec {
    let names = [
        ("90%", "90%"),
        ("99%", "99%"),
        ("99.9%", "99.9%"),
        ("99.99%", "99.99%"),
        ("99.999%", "99.999%"),
        ("99.9999%", "99.9999%"),
        ("7 nines", "7 个 9"),
        ("8 nines", "8 个 9"),
    ];
    let contours = names
        .iter()
        .zip(1..)
        .map(|((en, zh), nines)| {
            // A = MTTF / (MTTF + MTTR), so MTTR = MTTF (1 − A) / A.
            let down: f64 = format!("1e-{nines}").parse().expect("a number");
            let ratio = down / (1.0 - down);
            Contour {
                label: both(en, zh),
                level: 1.0 - down,
                points: [MTTF.0, MTTF.1].map(|x| (x, x * ratio)).to_vec(),
                strong: nines == 4,
            }
        })
        .collect();
    let at = (mttf_s, mttr_s);
    let arrow = |en: &str, zh: &str, to: (f64, f64)| Arrow {
        label: both(en, zh),
        from: at,
        to,
        role: Role::Good,
    };
    ChartSpec {
        id: "plane",
        title: both("The plane of repair", "恢复平面"),
        x: axis(
            both("mean time to failure, MTTF", "平均无故障时间 MTTF"),
            Unit::Second,
            Scale::Log,
            Some(MTTF),
        ),
        y: axis(
            both("mean time to repair, MTTR", "平均恢复时间 MTTR"),
            Unit::Second,
            Scale::Log,
            Some(MTTR),
        ),
        layers: vec![
            Layer::Plane {
                id: "contours",
                name: both("equal availability", "可用性相等"),
                contours,
                arrows: vec![
                    arrow("MTTF × 10", "MTTF × 10", (mttf_s * 10.0, mttr_s)),
                    arrow("MTTR ÷ 10", "MTTR ÷ 10", (mttf_s, mttr_s / 10.0)),
                ],
            },
            outage("facebook_2010", "Facebook 2010", 2.5 * HOUR),
            outage("dynamodb_2025", "DynamoDB 2025", 2.0 * HOUR + 52.0 * 60.0),
            outage("aws_2025", "AWS 2025", 14.0 * HOUR + 32.0 * 60.0),
        ],
        handle: Some(Handle {
            x_input: Some("mttf_s"),
            y_input: Some("mttr_s"),
            at,
            label: both("MTTF and MTTR", "MTTF 与 MTTR"),
        }),
    }
}

fn outage(id: &str, name: &str, duration_s: f64) -> Layer {
    Layer::Rule {
        id: id.to_owned(),
        name: Label::plain(name),
        axis: AxisId::Y,
        at: duration_s,
        reach: Reach::Edge,
        role: Role::Bad,
    }
}

/// 2025-10-20T00:00:00Z, from `date -u -d 2025-10-20 +%s`.
pub(crate) const MIDNIGHT: f64 = 1_760_918_400.0;

/// Seconds of a time of that day in UTC.
fn utc(hour: f64, minute: f64) -> f64 {
    MIDNIGHT + hour * HOUR + minute * 60.0
}

/// An outage's timeline in the Pacific zone, roughly placed.
pub(crate) fn timeline() -> ChartSpec {
    let lane = |id: &str, en: &str, zh: &str| Lane {
        id: id.to_owned(),
        name: both(en, zh),
    };
    let span = |id: &str, lane, from_s, to_s, (en, zh): (&str, &str), role| LaneSpan {
        id: id.to_owned(),
        lane,
        from_s,
        to_s,
        label: both(en, zh),
        role,
    };
    let event = |id: &str, lane, from_s, to_s, role, chosen| LaneEvent {
        id: id.to_owned(),
        lane,
        from_s,
        to_s,
        label: both(id, id),
        role,
        chosen,
    };
    ChartSpec {
        id: "timeline",
        title: both("Timeline", "时间线"),
        x: axis(
            both("", ""),
            Unit::Utc,
            Scale::Time(vec![ZoneChange {
                from_utc_s: 0.0,
                offset_min: -420,
                abbr: "PDT".to_owned(),
            }]),
            None,
        ),
        y: axis(both("", ""), Unit::One, Scale::Linear, None),
        layers: vec![Layer::Lanes {
            lanes: vec![
                lane("dns", "DynamoDB DNS", "DynamoDB DNS"),
                lane("dynamodb", "DynamoDB", "DynamoDB"),
                lane("ec2", "EC2 launches (DWFM)", "EC2 实例启动（DWFM）"),
                lane("network", "Network Manager", "网络管理器"),
                lane("nlb", "Load balancers", "负载均衡"),
                lane("lambda", "Lambda · STS · IAM", "Lambda · STS · IAM"),
            ],
            spans: vec![
                span(
                    "dns",
                    0,
                    utc(6.0, 48.0),
                    utc(9.0, 25.0),
                    ("empty record", "记录为空"),
                    Role::Bad,
                ),
                span(
                    "ddb",
                    1,
                    utc(6.0, 48.0),
                    utc(9.0, 40.0),
                    ("2 h 52 min", "2 小时 52 分"),
                    Role::Bad,
                ),
                span(
                    "expire",
                    2,
                    utc(6.0, 48.0),
                    utc(9.0, 25.0),
                    ("leases expire", "租约到期"),
                    Role::Warn,
                ),
                span(
                    "collapse",
                    2,
                    utc(9.0, 25.0),
                    utc(12.0, 28.0),
                    ("collapse", "拥塞崩溃"),
                    Role::Bad,
                ),
                span(
                    "throttled",
                    2,
                    utc(12.0, 28.0),
                    utc(20.0, 50.0),
                    ("throttled", "限流"),
                    Role::Warn,
                ),
                span(
                    "backlog",
                    3,
                    utc(12.0, 28.0),
                    utc(17.0, 36.0),
                    ("backlog of network state", "网络状态积压"),
                    Role::Bad,
                ),
                span(
                    "flap",
                    4,
                    utc(12.0, 30.0),
                    utc(16.0, 36.0),
                    ("checks flap", "健康检查反复"),
                    Role::Bad,
                ),
                span(
                    "off",
                    4,
                    utc(16.0, 36.0),
                    utc(21.0, 9.0),
                    ("automatic fail-over off", "自动切换关闭"),
                    Role::Warn,
                ),
                span(
                    "lambda1",
                    5,
                    utc(6.0, 51.0),
                    utc(8.0, 25.0),
                    ("errors", "报错"),
                    Role::Warn,
                ),
                span(
                    "lambda2",
                    5,
                    utc(15.0, 30.0),
                    utc(17.0, 0.0),
                    ("lagging", "滞后"),
                    Role::Warn,
                ),
            ],
            events: vec![
                event(
                    "cause-known",
                    0,
                    utc(7.0, 38.0),
                    utc(7.0, 38.0),
                    Role::Accent,
                    false,
                ),
                event(
                    "first-fix",
                    0,
                    utc(8.0, 15.0),
                    utc(8.0, 15.0),
                    Role::Good,
                    false,
                ),
                event(
                    "throttle",
                    2,
                    utc(11.0, 14.0),
                    utc(11.0, 14.0),
                    Role::Good,
                    true,
                ),
                event(
                    "relax",
                    2,
                    utc(18.0, 23.0),
                    utc(18.0, 23.0),
                    Role::Good,
                    false,
                ),
                event(
                    "flap-seen",
                    4,
                    utc(13.0, 50.0),
                    utc(14.0, 20.0),
                    Role::Warn,
                    false,
                ),
                event(
                    "fail-over-off",
                    4,
                    utc(16.0, 36.0),
                    utc(16.0, 36.0),
                    Role::Accent,
                    false,
                ),
                event(
                    "restart",
                    5,
                    utc(15.32, 0.0),
                    utc(15.32, 0.0),
                    Role::Good,
                    false,
                ),
                event(
                    "drain",
                    5,
                    utc(15.4, 0.0),
                    utc(15.4, 0.0),
                    Role::Good,
                    false,
                ),
                event(
                    "scale",
                    5,
                    utc(15.45, 0.0),
                    utc(15.45, 0.0),
                    Role::Accent,
                    false,
                ),
            ],
        }],
        handle: None,
    }
}

/// Waiting time against load, with a band, a limit, a shaded stretch and points.
pub(crate) fn curves() -> ChartSpec {
    let loads = (0..=48).map(|index| f64::from(index) / 50.0);
    // M/M/1: W = 1 / (µ − λ), µ = 20 per second.
    let wait = |load: f64| 1.0 / (20.0 * (1.0 - load));
    let mean: Vec<(f64, Option<f64>)> =
        loads.clone().map(|load| (load, Some(wait(load)))).collect();
    let p99 = loads.clone().map(|load| {
        // The 99th percentile of an exponential is ln 100 = 4.605 means.
        (load, Some(4.605 * wait(load)))
    });
    let band = loads.map(|load| (load, 0.9 * wait(load), 1.6 * wait(load)));
    ChartSpec {
        id: "wait",
        title: both("Waiting time", "等待时间"),
        x: axis(
            both("utilisation", "利用率"),
            Unit::Ratio,
            Scale::Linear,
            None,
        ),
        y: axis(
            both("time in system", "逗留时间"),
            Unit::Second,
            Scale::Linear,
            Some((0.0, 2.0)),
        ),
        layers: vec![
            Layer::Span {
                id: "danger",
                name: both("little headroom", "余量不足"),
                axis: AxisId::X,
                from: 0.8,
                to: 0.96,
                role: Role::Warn,
            },
            Layer::Band {
                id: "spread",
                name: both("simulated, 95 % of runs", "仿真，95% 的运行"),
                points: band.collect(),
                role: Role::Series(0),
            },
            Layer::Line {
                id: "mean",
                name: both("mean", "平均"),
                points: mean,
                role: Role::Series(0),
            },
            Layer::Line {
                id: "p99",
                name: both("99th percentile", "99 百分位"),
                points: p99.collect(),
                role: Role::Series(1),
            },
            Layer::Points {
                id: "measured",
                name: both("measured", "实测"),
                marks: vec![
                    mark(0.3, 0.09, None),
                    mark(0.55, 0.13, Some(both("before", "改造前"))),
                    mark(0.72, 0.2, Some(both("after", "改造后"))),
                ],
                role: Role::Series(2),
            },
            Layer::Rule {
                id: "target".to_owned(),
                name: both("target 1 s", "目标 1 秒"),
                axis: AxisId::Y,
                at: 1.0,
                reach: Reach::Across,
                role: Role::Threshold,
            },
            Layer::Rule {
                id: "now".to_owned(),
                name: both("today", "当前"),
                axis: AxisId::X,
                at: 0.62,
                reach: Reach::Across,
                role: Role::Accent,
            },
        ],
        handle: None,
    }
}

fn mark(x: f64, y: f64, label: Option<Label>) -> Mark {
    Mark { x, y, label }
}

/// One line through `points`, on scales of the given kinds.
pub(crate) fn line(
    x: Scale,
    y: Scale,
    range: Option<(f64, f64)>,
    points: Vec<(f64, Option<f64>)>,
) -> ChartSpec {
    ChartSpec {
        id: "line",
        title: Label::plain("line"),
        x: axis(Label::plain("x"), Unit::One, x, None),
        y: axis(Label::plain("y"), Unit::One, y, range),
        layers: vec![Layer::Line {
            id: "line",
            name: Label::plain("line"),
            points,
            role: Role::Series(0),
        }],
        handle: None,
    }
}
