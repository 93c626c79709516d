//! Whether a sentence can turn out to be wrong: does it name something that is measured, a bound, and a time?
//!
//! The rules are simple and are told to people as they are (`drill_plan.help`): words out of two lists, and a number that
//! is not part of a name such as `p99`. They cannot tell sense from nonsense.

/// A part of an expectation or of the conditions to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// As it was written.
    pub(super) text: String,
    /// Whether it names something that is measured.
    pub(super) is_measurable: bool,
    /// Whether it gives a bound: a comparison with a number, or none at all of something.
    pub(super) is_bounded: bool,
    /// Whether it names a time of its own.
    pub(super) has_time: bool,
    /// Whether it says something that nobody can check, such as “stable”.
    pub(super) is_vague: bool,
}

impl Claim {
    /// Whether what is measured could contradict it.
    pub(super) fn is_falsifiable(&self) -> bool {
        self.is_measurable && self.is_bounded
    }
}

/// What can be measured.
const MEASURABLE: &[&str] = &[
    "p50",
    "p90",
    "p95",
    "p99",
    "latenc",
    "response time",
    "error",
    "success",
    "availab",
    "throughput",
    "goodput",
    "rps",
    "qps",
    "queue",
    "backlog",
    "lag",
    "duplicat",
    "lost",
    "loss",
    "burn",
    "budget",
    "cpu",
    "memory",
    "connection",
    "timeout",
    "time-out",
    "retries",
    "requests",
    "recover",
    "failover",
    "replicas",
    "延迟",
    "时延",
    "耗时",
    "响应时间",
    "错误",
    "失败",
    "成功率",
    "可用性",
    "吞吐",
    "队列",
    "积压",
    "滞后",
    "重复",
    "丢失",
    "燃烧率",
    "预算",
    "内存",
    "连接",
    "超时",
    "重试",
    "请求",
    "恢复",
    "切换",
    "分位",
    "副本",
];

/// What compares with a number.
const COMPARING: &[&str] = &[
    "<",
    ">",
    "≤",
    "≥",
    "=",
    "at most",
    "at least",
    "more than",
    "less than",
    "fewer than",
    "below",
    "under ",
    "above",
    "over ",
    "within",
    "exceed",
    "up to",
    "不超过",
    "超过",
    "不高于",
    "高于",
    "不低于",
    "低于",
    "大于",
    "小于",
    "多于",
    "少于",
    "至多",
    "至少",
    "最多",
    "最少",
    "以内",
    "之内",
    "分钟内",
    "秒内",
    "以下",
    "以上",
    "不到",
    "达到",
];

/// What says that there is none of it.
const NONE_OF_IT: &[&str] = &["no ", "none", "zero", "never", "零", "没有", "无"];

/// What nobody can check.
const VAGUE: &[&str] = &[
    "stable",
    "normal",
    "fine",
    "acceptable",
    "reasonable",
    "significant",
    "noticeabl",
    "usual",
    "robust",
    "稳定",
    "正常",
    "可接受",
    "合理",
    "明显",
    "显著",
    "尽快",
    "良好",
    "平稳",
];

/// What a time span is told with, and its units.
const LASTING: &[&str] = &[
    "within", "for ", "after", "in ", "during", "per ", "内", "持续", "之后", "后", "期间", "每",
];
const TIME_UNITS: &[&str] = &[
    "ms", "s", "sec", "second", "seconds", "min", "minute", "minutes", "h", "hour", "hours", "day",
    "days", "毫秒", "秒", "分", "分钟", "小时", "天",
];

/// The claims of a text. They are parted by commas, semicolons, full stops, line ends and “and”; a part that names
/// nothing but a time belongs to the one before it.
pub(super) fn claims(text: &str) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for part in parts(text) {
        let claim = judge(&part);
        match claims.last_mut() {
            Some(last) if !claim.is_measurable && !claim.is_vague && claim.has_time => {
                *last = judge(&format!("{}, {}", last.text, claim.text));
            }
            _ => claims.push(claim),
        }
    }
    claims
}

fn parts(text: &str) -> Vec<String> {
    let text = text
        .replace(" and ", ";")
        .replace("并且", ";")
        .replace('且', ";");
    let chars: Vec<char> = text.chars().collect();
    let mut parts = vec![String::new()];
    for (at, sign) in chars.iter().enumerate() {
        let is_digit = |at: Option<usize>| {
            at.and_then(|at| chars.get(at))
                .is_some_and(char::is_ascii_digit)
        };
        let in_number = is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
        let parts_here = match sign {
            ';' | '；' | '，' | '、' | '。' | '\n' => true,
            ',' | '.' => !in_number,
            _ => false,
        };
        match parts.last_mut() {
            Some(last) if !parts_here => last.push(*sign),
            _ => parts.push(String::new()),
        }
    }
    let trimmed = parts.iter().map(|part| part.trim().to_owned());
    trimmed.filter(|part| !part.is_empty()).collect()
}

fn judge(text: &str) -> Claim {
    let lower = format!("{} ", text.to_lowercase());
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let numbers = numbers(&lower);
    let compares = has(COMPARING);
    let is_vague = has(VAGUE);
    let times = |unit: &String| TIME_UNITS.contains(&unit.as_str());
    Claim {
        text: text.to_owned(),
        is_measurable: has(MEASURABLE),
        is_bounded: compares && !numbers.is_empty() || !compares && !is_vague && has(NONE_OF_IT),
        has_time: has(LASTING) && numbers.iter().any(times),
        is_vague,
    }
}

/// What stands behind each number that is not part of a name: the letters of its unit.
fn numbers(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut units = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let is_part_of_name =
            at > 0 && (chars[at - 1].is_ascii_alphabetic() || chars[at - 1] == '_');
        while chars
            .get(at)
            .is_some_and(|c| c.is_ascii_digit() || ".,".contains(*c))
        {
            at += 1;
        }
        let behind = chars[at..].iter().skip_while(|c| **c == ' ');
        let unit: String = match behind.clone().next() {
            Some(first) if first.is_ascii() => {
                behind.take_while(|c| c.is_ascii_alphabetic()).collect()
            }
            _ => behind
                .take_while(|c| "毫秒分钟小时天".contains(**c))
                .collect(),
        };
        if !is_part_of_name {
            units.push(unit);
        }
    }
    units
}

/// Whether a scope says how much it takes: a number, or a word for one.
pub(super) fn has_quantity(text: &str) -> bool {
    const ONE: &[&str] = &[
        "one ", "a single", "single ", "two ", "half ", "单", "一", "两", "半", "每",
    ];
    let lower = format!("{} ", text.to_lowercase());
    !numbers(&lower).is_empty() || ONE.iter().any(|word| lower.contains(word))
}
