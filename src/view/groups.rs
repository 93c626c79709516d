//! Which groups of a model's controls are on the page, and which of them stand open.

use crate::models::default_value;
use crate::notebook::Session;
use crate::notebook::session::{Binding, Control};

/// A group of controls at present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupLook {
    /// Whether it has a control to show.
    pub shown: bool,
    /// Whether it has reason to stand open: it is the first, or one of its inputs is not at the model's default. A
    /// person may close it, and open any other.
    pub open: bool,
}

/// The groups of the model cell at `cell`, as [`grouped`](crate::models::ModelSpec::grouped) has them.
#[must_use]
pub fn group_looks(session: &Session, cell: usize) -> Vec<GroupLook> {
    let controls = session.inputs_of(cell);
    let model = controls.first().map(|control| control.model);
    let Some(model) = model.and_then(|id| session.library().model(id)) else {
        return Vec::new();
    };
    let mut first = true;
    let mut rest = controls.as_slice();
    let look = |(_, inputs): (_, &[_])| {
        let (these, later) = rest.split_at(inputs.len().min(rest.len()));
        rest = later;
        let mut there = these.iter().filter(|control| is_there(control)).peekable();
        let shown = there.peek().is_some();
        let open = shown && (std::mem::take(&mut first) || there.any(is_changed));
        GroupLook { shown, open }
    };
    model.spec().grouped().into_iter().map(look).collect()
}

/// Whether it matters, and is not the shared value's own control elsewhere on the page.
fn is_there(control: &Control) -> bool {
    control.matters && !matches!(control.binding, Binding::Param(_))
}

fn is_changed(control: &Control) -> bool {
    control
        .value
        .as_ref()
        .is_some_and(|value| *value != default_value(control.spec))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::{CATALOGUE, find};
    use crate::notebook::{Document, Library};
    use crate::text::Bilingual;

    fn page(model: &str) -> Session {
        let spec = find(model).unwrap().spec();
        let document = Document::for_model(spec, Bilingual::default());
        Session::open(document, Library::new(CATALOGUE))
    }

    /// The ids of the groups that are open.
    fn open(session: &Session, model: &str) -> Vec<&'static str> {
        let groups = find(model).unwrap().spec().grouped();
        let looks = group_looks(session, 0);
        assert_eq!(looks.len(), groups.len());
        let open = groups.iter().zip(looks).filter(|(_, look)| look.open);
        open.filter_map(|((id, _), _)| *id).collect()
    }

    #[test]
    fn the_first_group_is_open_and_so_is_what_is_not_at_its_default() {
        let mut session = page("cascade_lecture");
        assert!(group_looks(&session, 0).iter().all(|look| look.shown));
        assert_eq!(open(&session, "cascade_lecture"), ["guards"]);
        session
            .set_text("cascade_lecture.breaker_cool_s", "8 s")
            .unwrap();
        session.set_text("cascade_lecture.tick_s", "20 ms").unwrap();
        assert_eq!(
            open(&session, "cascade_lecture"),
            ["guards", "breaker", "program"]
        );
        session.reset("cascade_lecture.breaker_cool_s").unwrap();
        assert_eq!(open(&session, "cascade_lecture"), ["guards", "program"]);
    }

    #[test]
    fn an_input_that_does_not_matter_opens_nothing() {
        let mut session = page("cascade");
        session.set_text("cascade.retries", "5").unwrap();
        assert_eq!(open(&session, "cascade"), ["load"]);
        session.set_text("cascade.retry", "on").unwrap();
        assert_eq!(open(&session, "cascade"), ["load", "retry"]);
    }

    /// The first group's controls are shared values, and the dead cache asks for nothing of the second.
    #[test]
    fn a_group_without_a_control_is_not_shown_and_is_not_the_first() {
        let document = r#"{"format": 1, "id": "x", "title": {"en": "x", "zh": "x"}, "cells": [
            {"param": {"id": "way", "like": "order_faults.scenario", "value": "dead_cache"}},
            {"param": {"id": "step", "like": "order_faults.step"}},
            {"model": {"id": "cell", "model": "order_faults", "inputs":
                {"scenario": {"from": "way"}, "step": {"from": "step"}}}}]}"#;
        let document = Document::parse(document).unwrap();
        let session = Session::open(document, Library::new(CATALOGUE));
        let looks = group_looks(&session, 2);
        assert!(!looks[0].shown && !looks[0].open, "{looks:?}");
        let first = looks.iter().find(|look| look.shown).unwrap();
        assert!(first.open);
        assert_eq!(
            looks.iter().filter(|look| look.open).count(),
            1,
            "{looks:?}"
        );
    }

    #[test]
    fn a_model_without_groups_is_one_part() {
        assert_eq!(
            group_looks(&page("availability"), 0),
            [GroupLook {
                shown: true,
                open: true
            }]
        );
    }
}
