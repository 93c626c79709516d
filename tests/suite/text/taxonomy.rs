//! The page of faults: every incident has a place in it, and where the course text is corrected both stand.

use outage_lab::notebook::{Cell, Session};
use outage_lab::text::{Lang, prose};

use super::documents::{as_read, documents, library, proses};

fn page() -> Session {
    let page = documents()
        .into_iter()
        .find(|document| document.id == "taxonomy");
    let mut session = Session::open(page.unwrap(), library());
    session.run_to_end();
    session
}

#[test]
fn every_incident_is_met_somewhere() {
    let session = page();
    let words: String = proses(session.document())
        .iter()
        .map(|text| text.en.as_str())
        .collect();
    for id in [
        "2010-05-denic-zone",
        "2017-02-aws-s3-command",
        "2018-10-github-partition",
        "2019-06-google-cloud-congestion",
        "2019-07-cloudflare-waf-regex",
        "2021-06-fastly-config-bug",
        "2025-10-aws-dynamodb-dns",
    ] {
        assert!(words.contains(&format!("(#/i/{id})")), "{id}");
    }
}

/// Each row says the same number of things in both languages.
#[test]
fn tables_have_the_same_shape_in_both_languages() {
    let session = page();
    let mut tables = 0;
    for text in proses(session.document()) {
        let [en, zh] = Lang::ALL.map(|lang| {
            let blocks = prose::parse(text.get(lang)).unwrap();
            let shape = |block: &prose::Block| match block {
                prose::Block::Table(rows) => Some((rows.len(), rows.first().map(Vec::len))),
                _ => None,
            };
            blocks.iter().filter_map(shape).collect::<Vec<_>>()
        });
        assert_eq!(en, zh);
        tables += en.len();
    }
    assert_eq!(tables, 4);
}

/// 3 layers of 3 retries: 4 × 4 × 4. 8 h in 8,760: 99.90867 %, shown rounded down, so that no availability is
/// made better than it is; four nines need 8 h × 9999 = 79,992 h, 9.13 years of 365 days, without another failure.
#[test]
fn both_statements_stand_with_the_arithmetic() {
    let session = page();
    let (en, zh) = (as_read(&session, Lang::En), as_read(&session, Lang::Zh));
    for sentence in [
        "turn one request into up to 64",
        "An empty zone file made 13 million German sites vanish",
        "the zone had all 13,672,644 names",
        "12 of 16 sites, 2 h 15 min",
        "no details were published",
        "About the 19th RIM did name a cause",
        "contributing factor, seldom the only cause",
        "was not found in the part that was read",
        "9.13 years without any other failure",
        "the availability is 99.9086\u{202f}%",
    ] {
        assert!(en.contains(sentence), "{sentence}\n\n{en}");
    }
    for sentence in [
        "一个请求最多变成 64 个",
        "空的区文件让 1300 万个德国网站消失",
        "历时 2 小时 15 分",
        "9.13 年，其间再无任何故障",
        "99.9086%，只有三个 9",
    ] {
        assert!(zh.contains(sentence), "{sentence}\n\n{zh}");
    }
}

/// Predict before reveal: what the questions ask is not told above them.
#[test]
fn it_asks_before_it_tells() {
    let session = page();
    let cells = &session.document().cells;
    let questions = cells
        .iter()
        .filter(|cell| matches!(cell, Cell::Question(_)))
        .count();
    let held_back = cells.iter().filter(|cell| cell.after().is_some()).count();
    assert!(questions >= 2 && held_back >= questions);
}
