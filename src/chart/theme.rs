//! Colours for the parts of a chart, and what tells roles apart without colour.

use super::{Dash, Paint, Role};

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(code: u32) -> Rgb {
        let [_, red, green, blue] = code.to_be_bytes();
        Rgb(red, green, blue)
    }
}

/// A set of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Behind the page.
    pub paper: Rgb,
    /// Behind a chart.
    pub panel: Rgb,
    /// Body text.
    pub ink: Rgb,
    /// Secondary text.
    pub soft: Rgb,
    /// Borders and axes.
    pub rule: Rgb,
    /// Grid lines.
    pub grid: Rgb,
    /// What is being looked at.
    pub accent: Rgb,
    /// Better.
    pub good: Rgb,
    /// Degraded.
    pub warn: Rgb,
    /// Down, lost.
    pub bad: Rgb,
    /// A limit or target.
    pub threshold: Rgb,
    /// Text on a span.
    pub on_role: Rgb,
    /// Series in their order; after the last the first comes again, with another dash.
    pub series: [Rgb; 6],
}

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A filled circle.
    Disc,
    /// A square on its side.
    Square,
    /// A square on its corner.
    Diamond,
    /// A triangle standing on its base.
    Triangle,
    /// A circle's outline.
    Ring,
}

impl Theme {
    /// Dark on light.
    pub const LIGHT: Theme = Theme {
        paper: Rgb::hex(0xfb_fa_f7),
        panel: Rgb::hex(0xff_ff_ff),
        ink: Rgb::hex(0x1d_21_26),
        soft: Rgb::hex(0x5b_63_6e),
        rule: Rgb::hex(0xc9_c4_ba),
        grid: Rgb::hex(0xef_ec_e5),
        accent: Rgb::hex(0x1f_5f_99),
        good: Rgb::hex(0x1d_7a_66),
        warn: Rgb::hex(0xa0_60_09),
        bad: Rgb::hex(0xb2_3a_2a),
        threshold: Rgb::hex(0x6b_4f_a0),
        on_role: Rgb::hex(0xff_ff_ff),
        series: [
            Rgb::hex(0x00_72_b2),
            Rgb::hex(0xc2_50_0a),
            Rgb::hex(0x00_80_5e),
            Rgb::hex(0xa5_52_7f),
            Rgb::hex(0x8a_6d_00),
            Rgb::hex(0x4a_50_58),
        ],
    };

    /// Light on dark.
    pub const DARK: Theme = Theme {
        paper: Rgb::hex(0x13_16_1a),
        panel: Rgb::hex(0x1a_1e_24),
        ink: Rgb::hex(0xe8_e6_e1),
        soft: Rgb::hex(0xa0_a7_b0),
        rule: Rgb::hex(0x48_50_5b),
        grid: Rgb::hex(0x26_2c_34),
        accent: Rgb::hex(0x7d_b4_e6),
        good: Rgb::hex(0x58_c0_a6),
        warn: Rgb::hex(0xe0_a6_54),
        bad: Rgb::hex(0xee_85_73),
        threshold: Rgb::hex(0xb3_9a_e0),
        on_role: Rgb::hex(0x13_16_1a),
        series: [
            Rgb::hex(0x56_b4_e9),
            Rgb::hex(0xf0_9a_4c),
            Rgb::hex(0x2c_c2_95),
            Rgb::hex(0xe5_8f_bf),
            Rgb::hex(0xf0_e4_42),
            Rgb::hex(0xc2_c8_d0),
        ],
    };

    /// For paper: the light colours, with lines that survive a poor printer.
    pub const PRINT: Theme = Theme {
        paper: Rgb::hex(0xff_ff_ff),
        ink: Rgb::hex(0x00_00_00),
        soft: Rgb::hex(0x40_40_40),
        rule: Rgb::hex(0x80_80_80),
        grid: Rgb::hex(0xd8_d8_d8),
        ..Theme::LIGHT
    };

    /// Black on white and nothing else, for forced colours of a light scheme: dashes, markers and
    /// words carry the meaning.
    pub const FORCED_LIGHT: Theme = Theme::two(Rgb::hex(0xff_ff_ff), Rgb::hex(0x00_00_00));

    /// White on black and nothing else, for forced colours of a dark scheme.
    pub const FORCED_DARK: Theme = Theme::two(Rgb::hex(0x00_00_00), Rgb::hex(0xff_ff_ff));

    const fn two(back: Rgb, front: Rgb) -> Theme {
        Theme {
            paper: back,
            panel: back,
            ink: front,
            soft: front,
            rule: front,
            grid: back,
            accent: front,
            good: front,
            warn: front,
            bad: front,
            threshold: front,
            on_role: back,
            series: [front; 6],
        }
    }

    /// The colour of a part.
    #[must_use]
    pub fn color(&self, paint: Paint) -> Rgb {
        match paint {
            Paint::Panel => self.panel,
            Paint::Ink => self.ink,
            Paint::Soft => self.soft,
            Paint::Rule => self.rule,
            Paint::Grid => self.grid,
            Paint::OnRole(_) => self.on_role,
            Paint::Role(role) => self.role(role),
        }
    }

    fn role(&self, role: Role) -> Rgb {
        match role {
            Role::Series(index) => {
                let [first, ..] = self.series;
                let index = usize::from(index) % self.series.len();
                self.series.get(index).copied().unwrap_or(first)
            }
            Role::Accent => self.accent,
            Role::Good => self.good,
            Role::Warn => self.warn,
            Role::Bad => self.bad,
            Role::Threshold => self.threshold,
            Role::Quiet => self.soft,
        }
    }
}

impl Role {
    /// The dash of its lines.
    #[must_use]
    pub const fn dash(self) -> Dash {
        match self {
            Role::Series(index) => match index % 5 {
                0 => Dash::Solid,
                1 => Dash::Dashed,
                2 => Dash::DashDot,
                3 => Dash::LongDash,
                _ => Dash::Dotted,
            },
            Role::Accent => Dash::Solid,
            Role::Good => Dash::LongDash,
            Role::Bad => Dash::DashDot,
            Role::Threshold => Dash::Dashed,
            Role::Warn | Role::Quiet => Dash::Dotted,
        }
    }

    /// The shape of its points.
    #[must_use]
    pub const fn marker(self) -> Marker {
        match self {
            Role::Series(index) => match index % 5 {
                0 => Marker::Disc,
                1 => Marker::Square,
                2 => Marker::Diamond,
                3 => Marker::Triangle,
                _ => Marker::Ring,
            },
            Role::Accent => Marker::Disc,
            Role::Good => Marker::Square,
            Role::Warn => Marker::Triangle,
            Role::Bad => Marker::Diamond,
            Role::Threshold | Role::Quiet => Marker::Ring,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::math;

    /// Relative luminance, WCAG 2.2.
    fn luminance(Rgb(r, g, b): Rgb) -> f64 {
        let [r, g, b] = [r, g, b].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                math::exp(2.4 * math::ln((part + 0.055) / 1.055))
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast ratio, WCAG 2.2.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn the_contrast_formula_gives_the_published_extremes() {
        // WCAG: black on white is 21:1; #767676 on white is the lightest grey with 4.5:1.
        assert!((contrast(Rgb(0, 0, 0), Rgb(255, 255, 255)) - 21.0).abs() < 1e-9);
        let grey = contrast(Rgb(0x76, 0x76, 0x76), Rgb(255, 255, 255));
        assert!((grey - 4.54).abs() < 0.01, "{grey}");
    }

    #[test]
    fn text_can_be_read_on_paper_and_panel() {
        for theme in [
            Theme::LIGHT,
            Theme::DARK,
            Theme::PRINT,
            Theme::FORCED_LIGHT,
            Theme::FORCED_DARK,
        ] {
            let texts = [
                theme.ink,
                theme.soft,
                theme.accent,
                theme.good,
                theme.warn,
                theme.bad,
                theme.threshold,
            ];
            for text in texts {
                for back in [theme.paper, theme.panel] {
                    let ratio = contrast(text, back);
                    assert!(ratio >= 4.5, "{text:?} on {back:?}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn text_on_a_span_can_be_read() {
        for theme in [Theme::LIGHT, Theme::DARK, Theme::FORCED_DARK] {
            for role in [
                Role::Accent,
                Role::Good,
                Role::Warn,
                Role::Bad,
                Role::Threshold,
                Role::Quiet,
            ] {
                let back = theme.color(Paint::Role(role));
                let ratio = contrast(theme.color(Paint::OnRole(role)), back);
                assert!(ratio >= 4.5, "{role:?}: {ratio:.2}");
            }
        }
    }

    #[test]
    fn series_stand_out_from_the_panel() {
        for theme in [Theme::LIGHT, Theme::DARK, Theme::PRINT] {
            for color in theme.series {
                let ratio = contrast(color, theme.panel);
                assert!(ratio >= 3.0, "{color:?}: {ratio:.2}");
            }
        }
    }

    #[test]
    fn roles_that_share_a_chart_differ_without_colour() {
        let groups = [
            (0..5).map(Role::Series).collect::<Vec<_>>(),
            vec![Role::Accent, Role::Good, Role::Warn, Role::Bad],
        ];
        for group in groups {
            for (index, one) in group.iter().enumerate() {
                for other in group.iter().skip(index + 1) {
                    assert_ne!(one.dash(), other.dash(), "{one:?} {other:?}");
                    assert_ne!(one.marker(), other.marker(), "{one:?} {other:?}");
                }
            }
        }
    }
}
