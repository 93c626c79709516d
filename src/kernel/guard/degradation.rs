//! A page with an optional part: what it shows when the part cannot be had.
//!
//! Two questions that are not the same: the breaker decides whether the dependency is called, the age policy whether the
//! last good copy may still be shown. The part is left out where it may not, and the page is refused where its own content
//! is missing.

mod counters;

use super::super::error::{DomainError, non_negative};

pub use counters::{Counters, count};

/// What is agreed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The highest age at which the last good copy may be shown; that age itself still may.
    pub max_age_s: f64,
    /// Whether a copy of unknown age may be shown.
    pub unknown_age_shown: bool,
    /// Failures in a row that open the breaker; none never does.
    pub failures_to_open: Option<u32>,
    /// How long after it opened, or after the last probe failed, the next visit is let through as a probe; without it only
    /// an explicit probe is.
    pub probe_after_s: Option<f64>,
    /// How long a call that fails keeps its page waiting.
    pub timeout_s: f64,
}

/// What happens, one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// Somebody asks for the page.
    Visit {
        /// Whether the dependency would answer.
        dependency_ok: bool,
        /// Whether the page's own content can be had.
        body_ok: bool,
    },
    /// The dependency is tried on purpose; nobody else is let through.
    Probe {
        /// Whether it answers.
        dependency_ok: bool,
    },
    /// There is a copy of this age now, or of unknown age.
    Age(Option<f64>),
    /// There is no copy any more.
    Empty,
    /// Time passes.
    Wait(f64),
    /// From now on somebody else visits.
    Visitor(u32),
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    /// The part as it is now.
    Fresh,
    /// The last good copy; its age if it is known.
    Stale(Option<f64>),
    /// The page without the part, and it says so.
    LeftOut,
    /// An error: without its own content it is no page.
    Refused,
    /// Nothing: a probe while the breaker is closed is none.
    NoProbe,
}

/// Why it does not show the part as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It does.
    None,
    /// The dependency failed.
    DependencyFailed,
    /// The breaker is open.
    BreakerOpen,
    /// The probe failed.
    ProbeFailed,
    /// The page's own content is missing.
    BodyFailed,
    /// The breaker is closed, so that there is nothing to probe.
    BreakerClosed,
}

/// One visit or probe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// When, in seconds since the beginning.
    pub at_s: f64,
    /// Whether it was a probe, on purpose or by the clock.
    pub probe: bool,
    /// Whether the dependency would have answered.
    pub dependency_ok: bool,
    /// What was shown.
    pub shown: Shown,
    /// Why.
    pub reason: Reason,
    /// Whether the dependency was called.
    pub called: bool,
    /// Whether the breaker is open afterwards.
    pub open: bool,
    /// Failures in a row so far.
    pub failures: u32,
    /// Whether there is a copy afterwards.
    pub has_copy: bool,
    /// Its age, if that is known.
    pub age_s: Option<f64>,
}

/// The last good copy.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Saved {
    age_s: Option<f64>,
    visitor: u32,
}

/// The page.
///
/// ```
/// use outage_lab_kernel::guard::degradation::{Agreement, Happening, Page, Shown};
///
/// let mut page = Page::new(Agreement {
///     max_age_s: 120.0,
///     unknown_age_shown: false,
///     failures_to_open: Some(3),
///     probe_after_s: None,
///     timeout_s: 0.5,
/// })?;
/// let visit = |dependency_ok| Happening::Visit { dependency_ok, body_ok: true };
/// assert_eq!(page.meet(visit(true)).map(|m| m.shown), Some(Shown::Fresh));
/// page.meet(Happening::Wait(120.0));
/// assert_eq!(page.meet(visit(false)).map(|m| m.shown), Some(Shown::Stale(Some(120.0))));
/// page.meet(Happening::Wait(1.0));
/// assert_eq!(page.meet(visit(false)).map(|m| m.shown), Some(Shown::LeftOut));
/// # Ok::<(), outage_lab_kernel::error::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    agreement: Agreement,
    now_s: f64,
    saved: Option<Saved>,
    visitor: u32,
    failures: u32,
    /// Since when the breaker is open, or when the last probe failed.
    open_since_s: Option<f64>,
}

impl Page {
    /// A page that has no copy yet, with a closed breaker.
    ///
    /// # Errors
    /// A time below zero or not finite.
    pub fn new(agreement: Agreement) -> Result<Page, DomainError> {
        non_negative("max_age_s", agreement.max_age_s)?;
        non_negative("timeout_s", agreement.timeout_s)?;
        non_negative("probe_after_s", agreement.probe_after_s.unwrap_or(0.0))?;
        Ok(Page {
            agreement,
            now_s: 0.0,
            saved: None,
            visitor: 0,
            failures: 0,
            open_since_s: None,
        })
    }

    /// Lets something happen; what the page shows if it is asked for.
    pub fn meet(&mut self, happening: Happening) -> Option<Moment> {
        match happening {
            Happening::Age(age_s) => {
                // A negative age is what a wrong clock gives: nothing is known then.
                self.saved = Some(Saved {
                    age_s: age_s.filter(|age| *age >= 0.0),
                    visitor: self.visitor,
                });
                None
            }
            Happening::Empty => {
                self.saved = None;
                None
            }
            Happening::Wait(seconds) => {
                self.now_s += seconds.max(0.0);
                if let Some(age_s) = self.saved.as_mut().and_then(|saved| saved.age_s.as_mut()) {
                    *age_s += seconds.max(0.0);
                }
                None
            }
            Happening::Visitor(visitor) => {
                self.visitor = visitor;
                None
            }
            Happening::Visit {
                dependency_ok,
                body_ok,
            } => Some(self.visit(dependency_ok, body_ok)),
            Happening::Probe { dependency_ok } => Some(self.probe(dependency_ok)),
        }
    }

    fn visit(&mut self, dependency_ok: bool, body_ok: bool) -> Moment {
        if !body_ok {
            return self.moment(
                dependency_ok,
                false,
                (Shown::Refused, Reason::BodyFailed),
                false,
            );
        }
        let Some(since_s) = self.open_since_s else {
            let shown = self.call(dependency_ok, Reason::DependencyFailed);
            return self.moment(dependency_ok, false, shown, true);
        };
        let due = |after_s: f64| self.now_s >= since_s + after_s;
        if self.agreement.probe_after_s.is_some_and(due) {
            return self.probe(dependency_ok);
        }
        let shown = self.fall_back(Reason::BreakerOpen);
        self.moment(dependency_ok, false, shown, false)
    }

    fn probe(&mut self, dependency_ok: bool) -> Moment {
        if self.open_since_s.is_none() {
            let shown = (Shown::NoProbe, Reason::BreakerClosed);
            return self.moment(dependency_ok, true, shown, false);
        }
        let shown = self.call(dependency_ok, Reason::ProbeFailed);
        self.moment(dependency_ok, true, shown, true)
    }

    /// Calls the dependency. Only a success closes the breaker; a failed probe leaves it open for everybody.
    fn call(&mut self, ok: bool, failed: Reason) -> (Shown, Reason) {
        if ok {
            self.saved = Some(Saved {
                age_s: Some(0.0),
                visitor: self.visitor,
            });
            self.failures = 0;
            self.open_since_s = None;
            return (Shown::Fresh, Reason::None);
        }
        self.failures = self
            .failures
            .saturating_add(u32::from(failed == Reason::DependencyFailed));
        let opens = |limit: u32| self.failures >= limit;
        if failed == Reason::ProbeFailed || self.agreement.failures_to_open.is_some_and(opens) {
            self.open_since_s = Some(self.now_s);
        }
        self.fall_back(failed)
    }

    /// The copy, if it is this visitor's and young enough.
    fn fall_back(&self, reason: Reason) -> (Shown, Reason) {
        let own = self.saved.filter(|saved| saved.visitor == self.visitor);
        let may = own.filter(|saved| match saved.age_s {
            Some(age_s) => age_s <= self.agreement.max_age_s,
            None => self.agreement.unknown_age_shown,
        });
        match may {
            Some(saved) => (Shown::Stale(saved.age_s), reason),
            None => (Shown::LeftOut, reason),
        }
    }

    fn moment(
        &self,
        dependency_ok: bool,
        probe: bool,
        (shown, reason): (Shown, Reason),
        called: bool,
    ) -> Moment {
        Moment {
            at_s: self.now_s,
            probe,
            dependency_ok,
            shown,
            reason,
            called,
            open: self.open_since_s.is_some(),
            failures: self.failures,
            has_copy: self.saved.is_some(),
            age_s: self.saved.and_then(|saved| saved.age_s),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        Page::new(Agreement {
            max_age_s: 120.0,
            unknown_age_shown: false,
            failures_to_open: Some(3),
            probe_after_s: None,
            timeout_s: 0.5,
        })
        .unwrap()
    }

    fn visit(dependency_ok: bool) -> Happening {
        Happening::Visit {
            dependency_ok,
            body_ok: true,
        }
    }

    fn probe(dependency_ok: bool) -> Happening {
        Happening::Probe { dependency_ok }
    }

    /// Every assertion of the field note's program, in its order.
    #[test]
    fn the_assertions_of_the_field_note() {
        let mut page = page();
        page.meet(Happening::Age(Some(90.0)));
        let first = page.meet(visit(true)).unwrap();
        assert_eq!(first.shown, Shown::Fresh);
        assert_eq!(first.age_s, Some(0.0));
        page.meet(Happening::Age(Some(120.0)));
        let cached = page.meet(visit(false)).unwrap();
        assert_eq!(cached.shown, Shown::Stale(Some(120.0)));
        page.meet(Happening::Age(Some(121.0)));
        assert_eq!(page.meet(visit(false)).unwrap().shown, Shown::LeftOut);
        assert!(page.meet(visit(false)).unwrap().open);
        let barred = page.meet(visit(true)).unwrap();
        assert_eq!((barred.reason, barred.called), (Reason::BreakerOpen, false));
        let failed = page.meet(probe(false)).unwrap();
        assert_eq!(failed.reason, Reason::ProbeFailed);
        assert!(failed.open && failed.called);
        // A failed probe must not reopen normal admission.
        assert!(!page.meet(visit(true)).unwrap().called);
        let closing = page.meet(probe(true)).unwrap();
        assert_eq!((closing.shown, closing.open), (Shown::Fresh, false));
        assert_eq!(closing.age_s, Some(0.0));
        page.meet(Happening::Empty);
        assert_eq!(page.meet(visit(false)).unwrap().shown, Shown::LeftOut);
        page.meet(Happening::Age(Some(-1.0)));
        assert_eq!(page.meet(visit(false)).unwrap().shown, Shown::LeftOut);
    }

    /// A probe needs an open breaker: with a closed one the program of the field note stops.
    #[test]
    fn a_closed_breaker_is_not_probed() {
        let moment = page().meet(probe(true)).unwrap();
        assert_eq!((moment.shown, moment.called), (Shown::NoProbe, false));
    }

    #[test]
    fn a_copy_belongs_to_whom_it_was_made_for() {
        let mut page = page();
        page.meet(visit(true));
        page.meet(Happening::Visitor(1));
        assert_eq!(page.meet(visit(false)).unwrap().shown, Shown::LeftOut);
        page.meet(Happening::Visitor(0));
        assert_eq!(
            page.meet(visit(false)).unwrap().shown,
            Shown::Stale(Some(0.0))
        );
    }

    #[test]
    fn by_the_clock_the_first_visit_after_the_rest_is_the_probe() {
        let mut page = page();
        page.agreement.probe_after_s = Some(5.0);
        for _ in 0..3 {
            page.meet(visit(false));
        }
        page.meet(Happening::Wait(4.99));
        assert!(!page.meet(visit(true)).unwrap().called);
        page.meet(Happening::Wait(0.01));
        let failed = page.meet(visit(false)).unwrap();
        assert!(failed.probe && failed.open);
        page.meet(Happening::Wait(4.0));
        assert!(
            !page.meet(visit(true)).unwrap().called,
            "the rest begins anew"
        );
        page.meet(Happening::Wait(1.0));
        assert_eq!(page.meet(visit(true)).unwrap().shown, Shown::Fresh);
    }

    #[test]
    fn without_its_own_content_it_is_no_page() {
        let mut page = page();
        let moment = page
            .meet(Happening::Visit {
                dependency_ok: true,
                body_ok: false,
            })
            .unwrap();
        assert_eq!((moment.shown, moment.called), (Shown::Refused, false));
    }
}
