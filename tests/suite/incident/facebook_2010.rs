//! Facebook, 23 September 2010: times that are approximate, and those that nobody published.

use outage_lab::incident::{EventKind, Incident, TimePoint, UtcTime};

use super::{assert_budget_middle, folder, middle, minutes, read, undefined, values};

fn facebook() -> Incident {
    read(&folder("incidents/2010-09-facebook-config.json"))
}

/// 11:30 to 14:00 and to 15:00 PDT: 150 and 210 min, each time known as "about". The error page of
/// 21:01:19Z is 2 h 31 min 19 s after 18:30Z, the user who was back 2 h 42 min.
#[test]
fn durations_are_as_uncertain_as_their_times() {
    let incident = facebook();
    for (id, seconds) in [
        ("recover_s", minutes(150)),
        ("total_s", minutes(210)),
        ("error_page_s", 9079.0),
        ("user_back_s", minutes(162)),
    ] {
        assert_eq!(middle(&incident, id), seconds, "{id}");
        let (lo, hi) = values(&incident)[id].extremes().unwrap();
        assert!(lo < hi, "{id}");
    }
}

#[test]
fn what_was_not_published_cannot_be_computed() {
    let incident = facebook();
    assert_eq!(undefined(&incident, "detect_s"), "time_not_published");
    assert_eq!(undefined(&incident, "mitigate_s"), "time_not_published");
    let trigger = incident.trigger().unwrap();
    assert!(matches!(trigger.at, TimePoint::NotPublished(_)));
    let untimed = |kind| {
        let of_kind = incident.events.iter().filter(move |e| e.kind == kind);
        of_kind.filter(|e| incident.window(&e.at).is_none()).count()
    };
    assert_eq!(untimed(EventKind::Mitigation), 2);
}

/// 2.5 h: 99.9715 %, 0.29, 2.9 and 29 years; 3.5 h: 99.9600 %, 0.40, 4.0 and 40 years.
#[test]
fn availability_and_budgets() {
    let incident = facebook();
    assert_budget_middle(&incident, "recover_s", 99.9715, [0.29, 2.9, 29.0]);
    assert_budget_middle(&incident, "total_s", 99.9600, [0.40, 4.0, 40.0]);
}

/// 1,285,275,679 is 2010-09-23T21:01:19Z (`date -u -d @1285275679`).
#[test]
fn the_error_page_is_known_to_the_second() {
    let incident = facebook();
    let window = incident.event_window("error_page").unwrap();
    assert_eq!((window.lo(), window.hi()), (1_285_275_679, 1_285_275_679));
}

/// Three witnesses print winter labels in September; read as printed each is an hour late.
#[test]
fn printed_labels_are_kept_as_slips() {
    let incident = facebook();
    let start = incident
        .differences
        .iter()
        .find(|d| d.id == "start")
        .unwrap();
    let printed = UtcTime::parse("2010-09-23T19:30:00Z").unwrap().seconds();
    let as_printed: Vec<_> = start
        .statements
        .iter()
        .filter_map(|statement| incident.window(statement.at.as_ref()?))
        .collect();
    assert_eq!(as_printed.len(), 3);
    for window in as_printed {
        assert_eq!((window.lo() + window.hi()) / 2, printed);
    }
    let used = incident.event_window("site_fails").unwrap();
    assert_eq!((used.lo() + used.hi()) / 2, printed - 3600);
    assert_eq!(incident.zone.periods()[0].abbr, "PDT");
}
