//! Whether what a file says can be so.
//!
//! | code | severity | what it means |
//! |---|---|---|
//! | `id.shape`, `id.month` | error | the incident's id is not `yyyy-mm-slug`, or not of the trigger's month |
//! | `id.duplicate`, `id.word` | error | two things share an id, or it is not made of `a-z 0-9 _` |
//! | `reference.unknown` | error | an id that the file does not have |
//! | `source.none` | error | a fact without a source |
//! | `source.unused` | warning | a source that nothing rests on |
//! | `source.address` | error | an address that is not http or https |
//! | `status.unsupported` | error | the sources named are not of the kind that the status claims |
//! | `text.missing` | error | a text is empty in one language |
//! | `text.language` | error | the file says that it is in one language, and a text differs between the two |
//! | `text.long` | warning | a title that does not fit on a card |
//! | `figure.denominator`, `figure.range` | error | a percentage of nothing, or not from 0 to 100 |
//! | `figure.in_text` | warning | a percentage in prose, where no denominator is asked for |
//! | `trigger.count` | error | not exactly one trigger |
//! | `time.bounds` | error | bounds of an uncertain time that contradict each other |
//! | `time.before_trigger` | error | an answer to the trigger that comes before it |
//! | `time.sequence` | warning | events that are not in the order of their times |
//! | `span.reversed`, `phase.reversed`, `metric.reversed` | error | the end is certainly before the start |
//! | `zone.gap`, `zone.order`, `zone.offset` | error | an event before the first offset, offsets not in order, an offset that no place has |
//! | `zone.abbreviation` | error | an abbreviation that contradicts its offset |
//! | `zone.unknown` | warning | an abbreviation that is not known here |
//! | `zone.season` | warning | a winter label in summer, or the reverse |
//! | `zone.label` | warning | a time in an event's text with the other half-year's label |
//! | `metric.unit` | error | an id that does not end in its unit |
//! | `metric.part` | error | worked out from a metric that is no duration |
//! | `metric.parameter` | error | a window, year or allowance out of range |
//! | `metric.stated` | error | a stated duration that the events contradict, unexplained |
//! | `mechanism.unknown` | warning | a mechanism without a name in the interface |

mod ids;
mod order;
mod quantities;
mod support;
mod words;
mod zones;

use super::schema::Incident;
use crate::finding::Finding;

/// Everything that is wrong with a file, in the order of the checks.
///
/// An empty list means that ids and references hold, each fact has a source of the kind that it
/// claims, times are in a possible order and covered by the zone, stated figures agree with the
/// derived ones, and both languages are there. It does not mean that the sources are right.
pub fn check(incident: &Incident) -> Vec<Finding> {
    let mut findings = Vec::new();
    ids::check(incident, &mut findings);
    support::check(incident, &mut findings);
    words::check(incident, &mut findings);
    order::check(incident, &mut findings);
    zones::check(incident, &mut findings);
    quantities::check(incident, &mut findings);
    findings
}
