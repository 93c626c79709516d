//! The stretch of a timeline that is looked at: zoomed about a moment, moved, never outside the whole.

use crate::kernel::math::pow;

/// The shortest stretch that can be looked at, in seconds: below it every published time is one dot.
const SHORTEST_S: f64 = 120.0;

/// How much a key or a button zooms.
const STEP: f64 = 1.6;

/// The share of the stretch by which a key moves it.
const MOVE: f64 = 0.25;

/// A stretch of a whole, both in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    whole: (f64, f64),
    shown: (f64, f64),
}

impl Viewport {
    /// All of `whole`. A reversed or endless whole is taken as the second that begins at its finite end, or at 0.
    #[must_use]
    pub fn new(whole: (f64, f64)) -> Viewport {
        let (from, to) = whole;
        let usable = from.is_finite() && to.is_finite() && from < to;
        let start = if from.is_finite() { from } else { 0.0 };
        let whole = if usable { whole } else { (start, start + 1.0) };
        Viewport {
            whole,
            shown: whole,
        }
    }

    /// The stretch that is shown.
    #[must_use]
    pub fn shown(&self) -> (f64, f64) {
        self.shown
    }

    /// Whether all of it is shown.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.shown == self.whole
    }

    /// Whether it cannot be looked at more closely.
    #[must_use]
    pub fn is_closest(&self) -> bool {
        self.length() <= self.shortest()
    }

    /// The stretch as shares of the whole: its start and its end.
    #[must_use]
    pub fn shares(&self) -> (f64, f64) {
        let share = |at: f64| (at - self.whole.0) / (self.whole.1 - self.whole.0);
        (share(self.shown.0), share(self.shown.1))
    }

    /// `factor` times as close, with the moment `about` kept in its place on the screen.
    #[must_use]
    pub fn zoomed(self, factor: f64, about: f64) -> Viewport {
        if !(factor.is_finite() && factor > 0.0 && about.is_finite()) {
            return self;
        }
        let length = (self.length() / factor).clamp(self.shortest(), self.whole_length());
        let share = ((about - self.shown.0) / self.length()).clamp(0.0, 1.0);
        let from = self.shown.0 + share * (self.length() - length);
        self.at(from, length)
    }

    /// Moved by `by` seconds, as far as the whole goes.
    #[must_use]
    pub fn moved(self, by: f64) -> Viewport {
        if by.is_finite() {
            self.at(self.shown.0 + by, self.length())
        } else {
            self
        }
    }

    /// Moved so far that `moment` is shown, with some of its surroundings; as it is, if it is shown already.
    #[must_use]
    pub fn revealing(self, moment: f64) -> Viewport {
        let edge = 0.06 * self.length();
        let is_seen = (self.shown.0 + edge..=self.shown.1 - edge).contains(&moment);
        if is_seen || !moment.is_finite() {
            self
        } else {
            self.at(moment - self.length() / 2.0, self.length())
        }
    }

    /// The whole again.
    #[must_use]
    pub fn reset(self) -> Viewport {
        Viewport {
            shown: self.whole,
            ..self
        }
    }

    /// With the moment `about` at the share `at` of the screen's width: what a finger or the mouse carries along.
    #[must_use]
    pub fn carried(self, about: f64, at: f64) -> Viewport {
        if about.is_finite() && at.is_finite() {
            self.at(about - at * self.length(), self.length())
        } else {
            self
        }
    }

    /// With two moments, each at a share of the screen's width: what two fingers hold. As it is, where the fingers
    /// meet or cross.
    #[must_use]
    pub fn pinched(self, one: (f64, f64), other: (f64, f64)) -> Viewport {
        let length = (other.0 - one.0) / (other.1 - one.1);
        if !(length.is_finite() && length > 0.0) {
            return self;
        }
        let length = length.clamp(self.shortest(), self.whole_length());
        self.at(one.0 - one.1 * length, length)
    }

    /// Zoomed by a turn of the wheel, downwards away.
    #[must_use]
    pub fn wheeled(self, delta_px: f64, about: f64) -> Viewport {
        self.zoomed(pow(2.0, -delta_px.clamp(-400.0, 400.0) / 240.0), about)
    }

    /// From one share of the whole to another, in either order.
    #[must_use]
    pub fn between(self, one: f64, other: f64) -> Viewport {
        let (from, to) = (one.min(other), one.max(other));
        if !(from.is_finite() && to.is_finite()) {
            return self;
        }
        let length =
            ((to - from) * self.whole_length()).clamp(self.shortest(), self.whole_length());
        self.at(self.whole.0 + from * self.whole_length(), length)
    }

    /// What a key does: `+` and `-` zoom about the moment `about`, `0` shows the whole, `[` and `]` move. `None` for
    /// another key.
    #[must_use]
    pub fn after_key(self, key: &str, about: Option<f64>) -> Option<Viewport> {
        let middle = f64::midpoint(self.shown.0, self.shown.1);
        let about = about
            .filter(|at| (self.shown.0..=self.shown.1).contains(at))
            .unwrap_or(middle);
        match key {
            "+" | "=" => Some(self.zoomed(STEP, about)),
            "-" | "_" => Some(self.zoomed(1.0 / STEP, about)),
            "0" => Some(self.reset()),
            "[" => Some(self.moved(-MOVE * self.length())),
            "]" => Some(self.moved(MOVE * self.length())),
            _ => None,
        }
    }

    fn length(&self) -> f64 {
        self.shown.1 - self.shown.0
    }

    fn whole_length(&self) -> f64 {
        self.whole.1 - self.whole.0
    }

    fn shortest(&self) -> f64 {
        SHORTEST_S.min(self.whole_length())
    }

    /// A stretch of `length` that begins at `from`, pushed back into the whole.
    fn at(self, from: f64, length: f64) -> Viewport {
        if length >= self.whole_length() {
            return self.reset();
        }
        let from = from.clamp(self.whole.0, self.whole.1 - length);
        Viewport {
            shown: (from, from + length),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day() -> Viewport {
        Viewport::new((0.0, 86_400.0))
    }

    #[test]
    fn the_moment_under_the_pointer_stays_there() {
        let near = day().zoomed(4.0, 21_600.0);
        assert_eq!(near.shown(), (16_200.0, 37_800.0));
        let share =
            |view: &Viewport| (21_600.0 - view.shown().0) / (view.shown().1 - view.shown().0);
        assert_eq!(share(&near), 0.25);
    }

    #[test]
    fn closest_is_two_minutes_and_farthest_the_whole() {
        let near = day().zoomed(1e9, 43_200.0);
        assert_eq!(near.shown(), (43_140.0, 43_260.0));
        assert!(near.is_closest());
        assert!(near.zoomed(1e-9, 0.0).is_whole());
    }

    #[test]
    fn nothing_outside_the_whole_is_shown() {
        let near = day().zoomed(24.0, 0.0);
        assert_eq!(near.moved(-10.0).shown(), (0.0, 3_600.0));
        assert_eq!(near.moved(1e12).shown(), (82_800.0, 86_400.0));
    }

    #[test]
    fn a_chosen_moment_comes_into_view_and_a_seen_one_moves_nothing() {
        let near = day().zoomed(24.0, 0.0);
        assert_eq!(near.revealing(1_800.0), near);
        assert_eq!(near.revealing(43_200.0).shown(), (41_400.0, 45_000.0));
        assert_eq!(near.revealing(86_400.0).shown(), (82_800.0, 86_400.0));
    }

    #[test]
    fn keys_zoom_move_and_go_back() {
        let near = day().after_key("+", None).unwrap();
        assert_eq!(near.shown(), (16_200.0, 70_200.0));
        assert_eq!(
            near.after_key("]", None).unwrap().shown(),
            (29_700.0, 83_700.0)
        );
        assert!(near.after_key("-", None).unwrap().is_whole());
        assert!(near.after_key("0", None).unwrap().is_whole());
        assert_eq!(day().after_key("a", None), None);
        // A chosen event that is out of sight is no place to zoom at.
        assert_eq!(near.after_key("+", Some(0.0)), near.after_key("+", None));
    }

    #[test]
    fn shares_place_it_on_the_overview() {
        assert_eq!(day().zoomed(2.0, 0.0).shares(), (0.0, 0.5));
    }

    #[test]
    fn fingers_hold_their_moments() {
        let near = day().zoomed(4.0, 43_200.0);
        assert_eq!(near.shown(), (32_400.0, 54_000.0));
        assert_eq!(near.carried(36_000.0, 0.5).shown(), (25_200.0, 46_800.0));
        // Two fingers at a quarter and three quarters hold two moments an hour apart.
        let held = day().pinched((36_000.0, 0.25), (39_600.0, 0.75));
        assert_eq!(held.shown(), (34_200.0, 41_400.0));
        assert_eq!(day().pinched((36_000.0, 0.5), (39_600.0, 0.5)), day());
        assert_eq!(day().pinched((36_000.0, 0.75), (39_600.0, 0.25)), day());
    }

    #[test]
    fn the_wheel_turns_back_what_it_turned() {
        let near = day().wheeled(-240.0, 0.0);
        assert_eq!(near.shown(), (0.0, 43_200.0));
        assert!(near.wheeled(240.0, 0.0).is_whole());
    }

    #[test]
    fn a_stretch_drawn_on_the_overview_is_shown() {
        assert_eq!(day().between(0.75, 0.5).shown(), (43_200.0, 64_800.0));
        // A click is the shortest stretch there, inside the whole.
        assert_eq!(day().between(1.0, 1.0).shown(), (86_280.0, 86_400.0));
    }

    #[test]
    fn what_is_no_stretch_is_one_second() {
        assert_eq!(Viewport::new((5.0, 5.0)).shown(), (5.0, 6.0));
        assert_eq!(Viewport::new((f64::NAN, 1.0)).shown(), (0.0, 1.0));
        assert_eq!(day().zoomed(f64::NAN, 1.0), day());
        assert_eq!(day().moved(f64::INFINITY), day());
    }
}
