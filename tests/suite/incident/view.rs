//! What of an incident's events is shown: filters, and the strip of the whole.

use outage_lab::incident::{Actor, Incident, Language, Status};
use outage_lab::view::{EventFilter, filter_choices, only_in, overview};

use super::{folder, read};

fn aws_2025() -> Incident {
    read(&folder("incidents/2025-10-aws-dynamodb-dns.json"))
}

/// The files of this project are in both languages; one's own may be in one, and its page says in which.
#[test]
fn an_incident_in_one_language_is_marked() {
    let mut incident = aws_2025();
    assert_eq!(only_in(&incident), None);
    incident.language = Some(Language::Zh);
    assert_eq!(only_in(&incident), Some("incident.only_in.zh"));
    incident.language = Some(Language::En);
    assert_eq!(only_in(&incident), Some("incident.only_in.en"));
}

#[test]
fn every_choice_leaves_some_event_and_no_word_stands_twice() {
    let incident = aws_2025();
    let choices = filter_choices(&incident);
    let left = |filter: &EventFilter| {
        incident
            .events
            .iter()
            .filter(|event| filter.passes(event))
            .count()
    };
    let mut by_actor = 0;
    for actor in &choices.actors {
        let filter = EventFilter {
            actor: Some(*actor),
            ..EventFilter::default()
        };
        assert!(left(&filter) > 0, "{actor:?}");
        by_actor += left(&filter);
    }
    // Each event has one actor, so the choices part the file.
    assert_eq!(by_actor, incident.events.len());
    let by_status: usize = choices
        .statuses
        .iter()
        .map(|status| {
            left(&EventFilter {
                status: Some(*status),
                ..EventFilter::default()
            })
        })
        .sum();
    assert_eq!(by_status, incident.events.len());
    assert!(
        choices.mechanisms.is_sorted() && choices.mechanisms.windows(2).all(|two| two[0] != two[1])
    );
    assert_eq!(left(&EventFilter::default()), incident.events.len());
    let neither = EventFilter {
        actor: Some(Actor::Authority),
        status: Some(Status::CourseTextOnly),
        mechanism: Some("metastable".to_owned()),
    };
    assert_eq!(left(&neither), 0);
}

#[test]
fn steps_skip_what_is_not_shown_and_stay_at_the_end() {
    let incident = aws_2025();
    let staff = EventFilter {
        actor: Some(Actor::Staff),
        ..EventFilter::default()
    };
    let mut at = 0;
    let mut met = 0;
    loop {
        let next = staff.step(&incident.events, at, 1);
        if next == at {
            break;
        }
        assert_eq!(incident.events[next].actor, Actor::Staff);
        assert!(
            incident.events[at + 1..next]
                .iter()
                .all(|event| event.actor != Actor::Staff)
        );
        (at, met) = (next, met + 1);
    }
    let all = incident
        .events
        .iter()
        .filter(|event| event.actor == Actor::Staff)
        .count();
    assert_eq!(met, all);
    let none = EventFilter {
        mechanism: Some("nothing".to_owned()),
        ..EventFilter::default()
    };
    assert_eq!(none.step(&incident.events, 3, -1), 3);
}

#[test]
fn the_strip_has_impact_and_moments_within_it() {
    let incident = aws_2025();
    let marks = overview(&incident, &EventFilter::default());
    let timed = incident
        .events
        .iter()
        .filter(|event| incident.window(&event.at).is_some())
        .count();
    assert_eq!(marks.iter().filter(|mark| mark.is_event).count(), timed);
    assert!(
        marks
            .iter()
            .all(|mark| (0.0..=1.0).contains(&mark.from) && mark.from <= mark.to && mark.to <= 1.0)
    );
    // The trigger, a minute after the first event of 28 h 18 min: one in 1,698 minutes, with 1.5 % room before.
    let room = 0.015 * 1_698.0;
    let share = (room + 1.0) / (1_698.0 + 2.0 * room);
    assert!(
        marks
            .iter()
            .any(|mark| mark.is_event && (mark.from - share).abs() < 1e-9)
    );
}
