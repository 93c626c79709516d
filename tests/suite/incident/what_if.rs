//! Decisions put to models, with history beside the answer.

use outage_lab::incident::schema::WhatIf;
use outage_lab::incident::{Incident, MetricValue};
use outage_lab::models::{Budget, CATALOGUE};
use outage_lab::notebook::what_if::{Answer, Asking, Refused};
use outage_lab::notebook::{Library, check_links};

use super::{folder, json_files, read};

const SLICE: Budget = Budget { steps: 1 << 20 };

fn aws_2025() -> Incident {
    read(&folder("incidents/2025-10-aws-dynamodb-dns.json"))
}

fn ask(incident: &Incident, what_if: &WhatIf) -> Result<Answer, Refused> {
    let mut asking = Asking::new(incident, what_if, &Library::new(CATALOGUE))?;
    loop {
        if let Some(answer) = asking.advance(SLICE)? {
            return Ok(answer);
        }
    }
}

/// Repair as long as DynamoDB was away, failures once or twice in a year of 8,760 h of work.
fn question() -> WhatIf {
    serde_json::from_str(
        r#"{
          "id": "shorter_repair",
          "decision": { "en": "What if repair had taken an hour?", "zh": "如果一小时就修好？" },
          "event": "dynamodb_back",
          "model": "availability",
          "inputs": { "mttr_s": { "metric": "dynamodb_s" } },
          "unsure": { "mttf_s": { "values": ["4380h", "8760h"],
                                  "why": { "en": "One or two a year.", "zh": "一年一两次。" } } },
          "changed": { "mttr_s": { "value": "1h", "why": { "en": "Rehearsed.", "zh": "事先演练过。" } } },
          "figure": "downtime_per_year_s",
          "history": "dynamodb_s",
          "limits": { "en": "A mean over many years.", "zh": "这是多年的平均。" }
        }"#,
    )
    .unwrap()
}

#[test]
fn the_answer_is_the_range_over_what_nobody_knows() {
    let answer = ask(&aws_2025(), &question()).unwrap();
    // A year of 365 days times MTTR / (MTTF + MTTR), by hand.
    let down = |mttf_h: f64, mttr_s: f64| 31_536_000.0 * mttr_s / (3_600.0 * mttf_h + mttr_s);
    let near = |bounds: Option<(f64, f64)>, lo: f64, hi: f64| {
        let (from, to) = bounds.unwrap();
        assert!((from / lo - 1.0).abs() < 1e-12 && (to / hi - 1.0).abs() < 1e-12);
    };
    near(
        answer.was.bounds,
        down(8_760.0, 10_320.0),
        down(4_380.0, 10_320.0),
    );
    near(
        answer.would.bounds,
        down(8_760.0, 3_600.0),
        down(4_380.0, 3_600.0),
    );
    assert_eq!((answer.was.runs, answer.would.runs), (2, 2));
    assert_eq!(answer.history, Some(MetricValue::Point(10_320.0)));
    // 10,320 s in one year of calendar time is a little more than the model's mean of 10,316 to 20,608.
    assert_eq!(answer.reaches_history(), Some(true));
}

#[test]
fn a_question_that_cannot_be_put_says_what_is_wrong() {
    let incident = aws_2025();
    let refused = |change: &dyn Fn(&mut WhatIf)| {
        let mut what_if = question();
        change(&mut what_if);
        ask(&incident, &what_if).unwrap_err()
    };
    assert_eq!(
        refused(&|q| q.model = "nothing".to_owned()),
        Refused::NoModel
    );
    assert_eq!(
        refused(&|q| q.figure = "nothing".to_owned()),
        Refused::NoFigure
    );
    let bad_value = refused(&|q| {
        q.changed.get_mut("mttr_s").unwrap().value = "soon".to_owned();
    });
    assert!(matches!(bad_value, Refused::Input(error) if error.input == "mttr_s"));
}

#[test]
fn faulty_questions_are_findings() {
    let library = Library::new(CATALOGUE);
    let findings = |change: &dyn Fn(&mut WhatIf)| {
        let (mut incident, mut what_if) = (aws_2025(), question());
        change(&mut what_if);
        incident.what_if = vec![what_if];
        let found = check_links(&incident, &library);
        found
            .into_iter()
            .map(|found| (found.path.to_string(), found.code))
            .collect::<Vec<_>>()
    };
    let one = |path: &str, code: &'static str| vec![(format!("what_if[0].{path}"), code)];
    assert_eq!(findings(&|_| {}), []);
    assert_eq!(
        findings(&|q| q.model = "nothing".to_owned()),
        one("model", "unknown_model")
    );
    assert_eq!(
        findings(&|q| q.figure = "nothing".to_owned()),
        one("figure", "unknown_figure")
    );
    assert_eq!(
        findings(&|q| q.figure = "nines".to_owned()),
        one("history", "unit")
    );
    assert_eq!(
        findings(&|q| q.unsure.get_mut("mttf_s").unwrap().values.clear()),
        one("unsure", "runs")
    );
    assert_eq!(findings(&|q| q.changed.clear()), one("changed", "empty"));
}

/// Every question of every file has an answer, and says whether the model reaches history.
#[test]
fn every_question_of_the_files_is_answered() {
    for file in json_files("incidents") {
        let incident = read(&file);
        assert_eq!(
            check_links(&incident, &Library::new(CATALOGUE)),
            [],
            "{}",
            incident.id
        );
        for what_if in &incident.what_if {
            let name = format!("{} {}", incident.id, what_if.id);
            let answer =
                ask(&incident, what_if).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            for said in [&answer.was, &answer.would] {
                assert!(said.bounds.is_some() || said.without.1.is_some(), "{name}");
            }
            assert_ne!(
                answer.was, answer.would,
                "{name}: the decision changes nothing"
            );
        }
    }
}
