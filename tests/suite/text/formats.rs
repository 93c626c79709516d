//! Published figures, and published mistakes that must not come back. Each case names the public issue in which a
//! tool went wrong; the right values there are exact fractions.

use outage_lab::text::format::{Amount, Style, availability, duration, nines, nines_name, percent};
use outage_lab::text::{Lang, Unit};

const DAY_S: f64 = 86_400.0;
const BOTH: [Lang; 2] = Lang::ALL;

/// basecamp/upright #98 showed 100.00 % for one minute down in 90 days; 1 − 1/129600 = 99.999228395… %.
#[test]
fn a_minute_in_a_quarter_is_not_hidden() {
    let down = 60.0 / (90.0 * DAY_S);
    assert_eq!(availability(down, Lang::En), "99.999228\u{202f}%");
    assert_eq!(availability(down, Lang::Zh), "99.999228%");
    // −log₁₀(1/129600) = 5.1126…
    let share = Amount::new(1.0 - down, Unit::Ratio).with_complement(Some(down));
    assert_eq!(share.styled(Some(Style::Nines), Lang::En), "5.1 nines");
    assert_eq!(share.styled(Some(Style::Words), Lang::En), "five nines");
}

/// JSONbored/metagraphed #1721 rounded 0.99996 to 100 %.
#[test]
fn only_the_whole_is_a_hundred_percent() {
    assert_eq!(percent(0.99996, Lang::Zh), "99.996%");
    assert_eq!(availability(4e-5, Lang::Zh), "99.996%");
    assert_eq!(availability(1e-12, Lang::Zh), "99.9999999999%");
    assert_eq!(availability(0.0, Lang::Zh), "100%");
    let mut down = 0.5;
    while down > 1e-300 {
        assert!(!availability(down, Lang::Zh).starts_with("100"), "{down}");
        assert_ne!(percent(down, Lang::Zh), "0%");
        down *= 0.37;
    }
}

/// What is shown is at most what is so, and within a tenth of what is missing.
#[test]
fn availability_is_cut_off_and_never_rounded_up() {
    let mut down = 0.09;
    while down > 1e-13 {
        let shown = availability(down, Lang::Zh);
        let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
        let places = i32::try_from(digits.len()).unwrap() - 2;
        let missing_units =
            10_u128.pow(u32::try_from(places + 2).unwrap()) - digits.parse::<u128>().unwrap();
        let missing: f64 = format!("{missing_units}e-{}", places + 2).parse().unwrap();
        assert!(missing >= down * (1.0 - 1e-9), "{shown} for {down}");
        assert!(missing <= down * 1.1, "{shown} for {down}");
        down *= 0.83;
    }
}

/// arizvisa/ida-minsc #129: the floor of a logarithm counted 1, 2 and 5 nines for these.
#[test]
fn nines_of_exact_powers() {
    let shares = [0.9, 0.99, 0.999, 0.9999, 0.999_99, 0.999_999];
    for (share, count) in shares.into_iter().zip(1..) {
        let words = Amount::new(share, Unit::Ratio).styled(Some(Style::Words), Lang::En);
        assert_eq!(words, nines_name(count, Lang::En));
    }
    assert_eq!(nines(2.999_999_999_999_999_6, Lang::Zh), "3.0 个 9");
    // 99.95 % is 3.30103 nines: three, and no "half".
    assert_eq!(
        Amount::new(0.9995, Unit::Ratio).styled(Some(Style::Nines), Lang::En),
        "3.3 nines"
    );
    let words = Amount::new(0.9995, Unit::Ratio).styled(Some(Style::Words), Lang::Zh);
    assert_eq!(words, "三个 9");
}

/// donnemartin/system-design-primer #803: allowed downtime by period, exact fractions.
#[test]
fn downtime_by_period() {
    let cases = [
        (604.8, "10 min 5 s"),
        (2592.0, "43 min 12 s"),
        (2629.8, "43 min 50 s"),
        (2419.2, "40 min 19 s"),
        (2678.4, "44 min 38 s"),
        (31_536.0, "8 h 46 min"),
        (31_622.4, "8 h 47 min"),
        (60.48, "1 min"),
        (259.2, "4 min 19 s"),
        (3153.6, "52 min 34 s"),
    ];
    for (seconds, text) in cases {
        assert_eq!(duration(seconds, Lang::En), text);
    }
}

/// louislam/uptime-kuma #5401 showed 99.87 % for 4 minutes in 30 days; 1 − 4/43200 = 99.990740… %.
#[test]
fn four_minutes_in_a_month() {
    assert_eq!(availability(4.0 / 43_200.0, Lang::Zh), "99.99074%");
}

/// exospherehost/failproofai #521, python-humanize/humanize #30: "60.0s", "1m 60s", "59m 60s", "8 hours and 60 minutes".
#[test]
fn no_sixty_is_left_over() {
    for (seconds, en, zh) in [
        (59.999, "1 min", "1 分钟"),
        (119.6, "2 min", "2 分钟"),
        (3599.6, "1 h", "1 小时"),
        (32_399.0, "9 h", "9 小时"),
        (172_799.0, "2.00 days", "2.00 天"),
    ] {
        assert_eq!(duration(seconds, Lang::En), en);
        assert_eq!(duration(seconds, Lang::Zh), zh);
    }
    let mut seconds = 1e-9;
    while seconds < 1e12 {
        for lang in BOTH {
            let text = duration(seconds, lang);
            let numbers = text.split(' ').filter_map(|word| word.parse::<f64>().ok());
            let most = if text.contains("min") || text.contains('分') {
                60.0
            } else {
                1e9
            };
            assert!(numbers.into_iter().all(|number| number < most), "{text}");
        }
        seconds *= 1.000_37;
    }
}

/// The course's figures: MTTF 10,000 h with MTTR 1 h and 10 h (downtime 3600 × 8760/10001 h and 3600 × 87600/10010 h),
/// the fleets of ten-year machines, and the durations of 19–20 October 2025 from the operator's report.
#[test]
fn figures_of_the_lesson() {
    let hour = 3600.0;
    let cases = [
        (hour * 8760.0 / 10_001.0, "52 min 33 s", "52 分 33 秒"),
        (hour * 730.0 / 10_001.0, "4 min 23 s", "4 分 23 秒"),
        (hour * 87_600.0 / 10_010.0, "8 h 45 min", "8 小时 45 分"),
        (hour * 730.0, "30.4 days", "30.4 天"),
        (hour * 730.0 / 9999.0, "4 min 23 s", "4 分 23 秒"),
        (hour * 7.3, "7 h 18 min", "7 小时 18 分"),
        (hour * 7.3 / 9999.0, "2.63 s", "2.63 秒"),
        (hour * 0.876 / 9999.0, "315 ms", "315 毫秒"),
        (60.0 * 172.0, "2 h 52 min", "2 小时 52 分"),
        (60.0 * 872.0, "14 h 32 min", "14 小时 32 分"),
        (hour * 99_999.0, "11.4 years", "11.4 年"),
    ];
    for (seconds, en, zh) in cases {
        assert_eq!(duration(seconds, Lang::En), en);
        assert_eq!(duration(seconds, Lang::Zh), zh);
    }
    assert_eq!(availability(1.0 / 10_001.0, Lang::En), "99.9900\u{202f}%");
    // 99.90009990… %: the course rounds it to 99.9001; cut off, so that nothing is flattered, it is less.
    assert_eq!(availability(10.0 / 10_010.0, Lang::En), "99.900\u{202f}%");
    assert_eq!(percent(700.0 / 872.0, Lang::En), "80.3\u{202f}%");
}
