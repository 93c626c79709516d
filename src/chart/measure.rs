//! How wide a text is, without asking a browser.
//!
//! The widths are those of a wide humanist sans, so that what fits here fits in any system's
//! interface face; narrower faces leave a little air.

use super::{Anchor, Rect, Weight};

/// Height of a line of text, in font sizes.
const LINE_HEIGHT: f64 = 1.2;

/// What a bold text is wider by.
const BOLD: f64 = 1.1;

/// Advance widths of the characters U+0020 to U+007E, in thousandths of the font size.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, // space to /
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556, // 0 to ?
    1015, 684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 557, 863, 748, 787, // @ to O
    667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838, 556, // P to _
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, // ` to o
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,      // p to ~
];

/// The width of `text` in pixels at font size `size`.
#[must_use]
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let thousandths: f64 = text.chars().map(|c| f64::from(advance(c))).sum();
    let bold = match weight {
        Weight::Normal => 1.0,
        Weight::Bold => BOLD,
    };
    thousandths * size * bold / 1000.0
}

/// The height of a line of text in pixels at font size `size`.
#[must_use]
pub(super) fn height(size: f64) -> f64 {
    size * LINE_HEIGHT
}

/// The box of a text whose anchor stands at `at`, vertically its middle.
#[must_use]
pub(super) fn text_box(
    text: &str,
    size: f64,
    weight: Weight,
    at: (f64, f64),
    anchor: Anchor,
) -> Rect {
    let w = width(text, size, weight);
    let h = height(size);
    let x = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - w / 2.0,
        Anchor::End => at.0 - w,
    };
    Rect {
        x,
        y: at.1 - h / 2.0,
        w,
        h,
    }
}

/// `text` cut to at most `room` pixels, the cut shown as `…`.
#[must_use]
pub(super) fn fitted(text: &str, size: f64, weight: Weight, room: f64) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        let longer = format!("{kept}{c}…");
        if width(&longer, size, weight) > room {
            break;
        }
        kept.push(c);
    }
    format!("{}…", kept.trim_end())
}

fn advance(c: char) -> u16 {
    let code = u32::from(c);
    match code {
        0x20..=0x7E => usize::try_from(code - 0x20)
            .ok()
            .and_then(|index| ASCII.get(index).copied())
            .unwrap_or(700),
        0x300..=0x36F | 0x200B..=0x200F => 0,
        0xA0 | 0x2009 | 0x202F => 318,
        0xB7 => 500,
        0x2013 => 560,
        0x2018..=0x201D => 520,
        0xD7 | 0xF7 | 0xB1 | 0x2190..=0x22FF => 1000,
        0xA1..=0x2DF | 0x370..=0x52F => 700,
        _ => 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_tabular_and_cjk_is_square() {
        let digits = width("0123456789", 10.0, Weight::Normal);
        assert!((digits - 10.0 * width("7", 10.0, Weight::Normal)).abs() < 1e-9);
        assert!((width("可用性", 12.0, Weight::Normal) - 36.0).abs() < 1e-9);
        assert!((width("（）", 12.0, Weight::Normal) - 24.0).abs() < 1e-9);
    }

    #[test]
    fn widths_are_not_below_those_of_real_faces() {
        // Advance widths of "99.999%" at 100 px: 5 digits, a full stop and a percent sign.
        // Arial 5 × 55.6 + 27.8 + 88.9, DejaVu Sans 5 × 63.6 + 31.8 + 95.0.
        let ours = width("99.999%", 100.0, Weight::Normal);
        assert!(ours >= 444.8, "{ours}");
        assert!(ours < 480.0, "not wastefully wide: {ours}");
    }

    #[test]
    fn a_cut_text_fits_and_says_that_it_is_cut() {
        let cut = fitted("automatic fail-over off", 12.0, Weight::Normal, 60.0);
        assert!(cut.ends_with('…'));
        assert!(width(&cut, 12.0, Weight::Normal) <= 60.0);
        assert_eq!(fitted("ok", 12.0, Weight::Normal, 60.0), "ok");
    }
}
