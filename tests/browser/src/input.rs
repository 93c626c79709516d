//! A hand on mouse, screen and keyboard.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::keys::{Held, modifiers, strokes};
use crate::page::{Page, element};

/// A place in the window, in CSS pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: f64,
    /// Pixels from the upper edge.
    pub y: f64,
}

impl Point {
    /// So many pixels further right; left when negative.
    #[must_use]
    pub fn right(self, pixels: f64) -> Self {
        Self {
            x: self.x + pixels,
            ..self
        }
    }

    /// So many pixels further down; up when negative.
    #[must_use]
    pub fn down(self, pixels: f64) -> Self {
        Self {
            y: self.y + pixels,
            ..self
        }
    }

    fn towards(self, other: Self, part: f64) -> Self {
        self.right((other.x - self.x) * part)
            .down((other.y - self.y) * part)
    }
}

/// Moves in a drag: enough for a handler to see a path.
const DRAG_MOVES: u32 = 12;

impl Page {
    /// The centre of the first element that a selector finds, scrolled into view.
    #[track_caller]
    pub fn centre(&self, selector: &str) -> Point {
        let (x, y) = self.eval(&centre_of(selector));
        Point { x, y }
    }

    /// Clicks on the first element that a selector finds.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.click_at(self.centre(selector));
    }

    /// Clicks at a place.
    #[track_caller]
    pub fn click_at(&self, point: Point) {
        self.mouse("mouseMoved", point, false);
        self.mouse("mousePressed", point, true);
        self.mouse("mouseReleased", point, false);
    }

    /// Clicks with the right button at a place.
    #[track_caller]
    pub fn right_click_at(&self, point: Point) {
        self.mouse("mouseMoved", point, false);
        self.mouse_by("mousePressed", point, ("right", 2));
        self.mouse_by("mouseReleased", point, ("right", 0));
    }

    /// Moves the mouse without a button.
    #[track_caller]
    pub fn hover(&self, point: Point) {
        self.mouse("mouseMoved", point, false);
    }

    /// Drags with the mouse: press, move, release.
    #[track_caller]
    pub fn drag(&self, from: Point, to: Point) {
        self.drag_in(DRAG_MOVES, from, to);
    }

    /// Drags with the mouse in so many moves.
    #[track_caller]
    pub fn drag_in(&self, moves: u32, from: Point, to: Point) {
        self.drag_every(Duration::ZERO, moves, from, to);
    }

    /// Drags with the mouse in so many moves, with a pause before each.
    #[track_caller]
    pub fn drag_every(&self, pause: Duration, moves: u32, from: Point, to: Point) {
        self.mouse("mouseMoved", from, false);
        self.mouse("mousePressed", from, true);
        for step in 1..=moves {
            thread::sleep(pause);
            self.mouse(
                "mouseMoved",
                from.towards(to, f64::from(step) / f64::from(moves)),
                true,
            );
        }
        self.mouse("mouseReleased", to, false);
    }

    /// Drags with a finger. The [`View`](crate::View) must have touch.
    #[track_caller]
    pub fn touch_drag(&self, from: Point, to: Point) {
        self.touch("touchStart", &[from]);
        for step in 1..=DRAG_MOVES {
            let part = f64::from(step) / f64::from(DRAG_MOVES);
            self.touch("touchMove", &[from.towards(to, part)]);
        }
        self.touch("touchEnd", &[]);
    }

    /// Taps with a finger on the first element that a selector finds. The [`View`](crate::View) must have touch.
    #[track_caller]
    pub fn tap(&self, selector: &str) {
        self.touch("touchStart", &[self.centre(selector)]);
        self.touch("touchEnd", &[]);
    }

    /// Moves two fingers from one pair of places to another. The [`View`](crate::View) must have touch.
    #[track_caller]
    pub fn pinch(&self, from: [Point; 2], to: [Point; 2]) {
        self.touch("touchStart", &from);
        for step in 1..=DRAG_MOVES {
            let part = f64::from(step) / f64::from(DRAG_MOVES);
            self.touch(
                "touchMove",
                &[0, 1].map(|finger| from[finger].towards(to[finger], part)),
            );
        }
        self.touch("touchEnd", &[]);
    }

    /// Turns the mouse wheel at a place; positive scrolls down.
    #[track_caller]
    pub fn wheel(&self, point: Point, pixels: f64) {
        self.wheel_with(point, pixels, &[]);
    }

    /// Turns the mouse wheel while keys are held.
    #[track_caller]
    pub fn wheel_with(&self, point: Point, pixels: f64, held: &[Held]) {
        self.send(
            "Input.dispatchMouseEvent",
            json!({
                "type": "mouseWheel", "x": point.x, "y": point.y, "deltaX": 0, "deltaY": pixels,
                "modifiers": modifiers(held),
            }),
        );
    }

    /// Gives the focus to the first element that a selector finds.
    #[track_caller]
    pub fn focus(&self, selector: &str) {
        self.eval::<Value>(&format!("{}.focus()", element(selector)));
    }

    /// Presses and releases a key, by its `KeyboardEvent.key`: `ArrowRight`, `Enter`, `Tab`, `a`.
    #[track_caller]
    pub fn press(&self, key: &str) {
        self.press_with(key, &[]);
    }

    /// Presses and releases a key while others are held.
    #[track_caller]
    pub fn press_with(&self, key: &str, held: &[Held]) {
        let Some(strokes) = strokes(key, held) else {
            panic!("no key is called {key:?}")
        };
        for stroke in strokes {
            self.send("Input.dispatchKeyEvent", stroke);
        }
    }

    /// Types into what has the focus. Characters that no key has arrive as from an input method.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        for character in text.chars().map(String::from) {
            if strokes(&character, &[]).is_some() {
                self.press(&character);
            } else {
                self.send("Input.insertText", json!({ "text": character }));
            }
        }
    }

    /// Replaces the text of a field by typing, and leaves the focus there.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        self.eval::<Value>(&format!("{0}.focus(), {0}.select()", element(selector)));
        self.press("Backspace");
        self.type_text(text);
    }

    #[track_caller]
    fn mouse(&self, kind: &str, point: Point, pressed: bool) {
        let free = kind == "mouseMoved" && !pressed;
        let button = if free { "none" } else { "left" };
        self.mouse_by(kind, point, (button, u32::from(pressed)));
    }

    /// The button that the event is about, and the bits of those that are down.
    #[track_caller]
    fn mouse_by(&self, kind: &str, point: Point, (button, buttons): (&str, u32)) {
        self.send(
            "Input.dispatchMouseEvent",
            json!({
                "type": kind,
                "x": point.x,
                "y": point.y,
                "button": button,
                "buttons": buttons,
                "clickCount": u32::from(kind != "mouseMoved"),
            }),
        );
    }

    #[track_caller]
    fn touch(&self, kind: &str, points: &[Point]) {
        let points: Vec<_> = points
            .iter()
            .map(|at| json!({ "x": at.x, "y": at.y }))
            .collect();
        self.send(
            "Input.dispatchTouchEvent",
            json!({ "type": kind, "touchPoints": points }),
        );
    }
}

/// JavaScript for the centre of an element in its own window; throws when nothing of it can be seen.
pub(crate) fn centre_of(selector: &str) -> String {
    let (element, name) = (element(selector), json!(selector));
    format!(
        "(() => {{ const found = {element}; \
         found.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }}); \
         const box = found.getBoundingClientRect(); \
         if (!box.width || !box.height) throw new Error({name} + ' has no size'); \
         return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    )
}
