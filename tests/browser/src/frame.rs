//! What is inside a page's frame, of the same or another origin.

use serde::de::DeserializeOwned;

use crate::input::{Point, centre_of};
use crate::page::{Attempt, Page, World, element, poll};

/// The frame that was loaded last, through a world of JavaScript that the outer page cannot reach.
pub struct Frame<'a> {
    page: &'a Page,
    world: World,
}

impl Page {
    /// The frame that was loaded last, once the app in it has drawn.
    #[track_caller]
    pub fn frame(&self) -> Frame<'_> {
        let mut found = None;
        let waited = poll(|| {
            found = self
                .worlds()
                .into_iter()
                .find(|world| self.is_framed_app(world));
            match found {
                Some(_) => Attempt::Done,
                None if self.has_error() => Attempt::Hopeless(String::new()),
                None => Attempt::NotYet(String::new()),
            }
        });
        match (waited, found) {
            (Ok(()), Some(world)) => Frame { page: self, world },
            _ => panic!("no frame of this page holds an app that has drawn"),
        }
    }

    fn is_framed_app(&self, world: &World) -> bool {
        let ready = "window !== window.top && document.documentElement.dataset.ready === '1'";
        self.evaluate(world, ready).unwrap_or(false)
    }
}

impl Frame<'_> {
    /// The value of a JavaScript expression in the frame.
    #[track_caller]
    pub fn eval<T: DeserializeOwned>(&self, js: &str) -> T {
        self.page
            .evaluate(&self.world, js)
            .unwrap_or_else(|trouble| panic!("{trouble}"))
    }

    /// Waits until a JavaScript expression is true in the frame.
    #[track_caller]
    pub fn wait_for(&self, condition: &str) {
        if let Err(trouble) = self.page.wait_in(&self.world, condition) {
            panic!("in the frame: {trouble}");
        }
    }

    /// The text of the first element in the frame that a selector finds.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.eval(&format!("{}.innerText", element(selector)))
    }

    /// The centre of an element in the frame, as a place in the outer window, where input goes.
    ///
    /// The outer page is to have one frame, without border or padding.
    #[track_caller]
    pub fn centre(&self, selector: &str) -> Point {
        let (x, y): (f64, f64) = self.eval(&centre_of(selector));
        // Scrolling goes on in the outer page, which is a process of its own: wait until it rests.
        let (left, top): (f64, f64) = self.page.eval(
            "new Promise(done => {
                const place = () => (box => [box.x, box.y])(document.querySelector('iframe').getBoundingClientRect());
                let before = place(), still = 0;
                const look = () => {
                    const now = place();
                    still = now[0] === before[0] && now[1] === before[1] ? still + 1 : 0;
                    before = now;
                    if (still < 6) requestAnimationFrame(look); else done(now);
                };
                requestAnimationFrame(look);
            })",
        );
        Point {
            x: left + x,
            y: top + y,
        }
    }
}
