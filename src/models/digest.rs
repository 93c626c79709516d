//! A short text that stands for a whole output, to show that two runs gave the same bits.

use super::{Entry, Output};
use crate::chart::{ChartSpec, GridPart, Layer};
use crate::kernel::error::Defined;

/// The digest of an output: 16 hexadecimal digits.
///
/// It is the 64-bit FNV-1a hash (Fowler, Noll, Vo; IETF draft-eastlake-fnv) over the ids and the bit
/// patterns of all numbers in figures, tables and charts, in their order, little end first. Words,
/// units and derivation steps are left out: they may change without the results changing. Equal bits
/// give equal digests on every machine; different ones differ but for a chance of about 2⁻⁶⁴. It is no
/// protection against anyone who wants two outputs to look alike.
///
/// ```
/// use outage_lab::models::{Output, digest};
/// // Nothing hashed: the offset basis of FNV-1a.
/// assert_eq!(digest(&Output::default()), "cbf29ce484222325");
/// ```
#[must_use]
pub fn digest(output: &Output) -> String {
    let mut hash = Fnv::default();
    for figure in &output.figures {
        hash.text(figure.id);
        hash.defined(figure.value);
        hash.optional(figure.complement);
    }
    for table in &output.tables {
        hash.text(table.id);
        for row in &table.rows {
            hash.length(row.len());
            row.iter().for_each(|entry| hash.entry(entry));
        }
    }
    output.charts.iter().for_each(|chart| hash.chart(chart));
    format!("{:016x}", hash.0)
}

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Number(number) => self.defined(Ok(*number)),
            Entry::Undefined(reason) => self.defined(Err(*reason)),
            Entry::Word(id) => self.text(id),
            Entry::Name(name) => self.text(name),
        }
    }

    /// The bytes of a text and an end mark, so that "ab" + "c" differs from "a" + "bc".
    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    fn length(&mut self, length: usize) {
        self.bytes(&(length as u64).to_le_bytes());
    }

    fn number(&mut self, number: f64) {
        self.bytes(&number.to_bits().to_le_bytes());
    }

    fn pair(&mut self, (x, y): (f64, f64)) {
        self.number(x);
        self.number(y);
    }

    fn optional(&mut self, number: Option<f64>) {
        match number {
            Some(number) => {
                self.bytes(&[1]);
                self.number(number);
            }
            None => self.bytes(&[0]),
        }
    }

    fn defined(&mut self, value: Defined) {
        match value {
            Ok(number) => {
                self.bytes(&[1]);
                self.number(number);
            }
            Err(reason) => {
                self.bytes(&[0]);
                self.text(reason.0);
            }
        }
    }

    fn chart(&mut self, chart: &ChartSpec) {
        self.text(chart.id);
        chart.layers.iter().for_each(|layer| self.layer(layer));
        if let Some(handle) = &chart.handle {
            self.pair(handle.at);
        }
    }

    fn parts(&mut self, parts: &[GridPart]) {
        self.length(parts.len());
        for part in parts {
            self.length(part.state);
            self.parts(&part.parts);
        }
    }

    fn layer(&mut self, layer: &Layer) {
        match layer {
            Layer::Line { id, points, .. } | Layer::Step { id, points, .. } => {
                self.text(id);
                self.length(points.len());
                for (x, y) in points {
                    self.number(*x);
                    self.optional(*y);
                }
            }
            Layer::Bars { id, bars, .. } => {
                self.text(id);
                self.length(bars.len());
                for (from, to, height) in bars {
                    self.pair((*from, *to));
                    self.number(*height);
                }
            }
            Layer::Band { id, points, .. } => {
                self.text(id);
                self.length(points.len());
                for (x, lower, upper) in points {
                    self.number(*x);
                    self.pair((*lower, *upper));
                }
            }
            Layer::Points { id, marks, .. } => {
                self.text(id);
                self.length(marks.len());
                marks.iter().for_each(|mark| self.pair((mark.x, mark.y)));
            }
            Layer::Rule { id, at, .. } => {
                self.text(id);
                self.number(*at);
            }
            Layer::Span { id, from, to, .. } => {
                self.text(id);
                self.pair((*from, *to));
            }
            Layer::Plane {
                id,
                contours,
                arrows,
                ..
            } => {
                self.text(id);
                self.length(contours.len());
                for contour in contours {
                    self.number(contour.level);
                    self.length(contour.points.len());
                    contour.points.iter().for_each(|point| self.pair(*point));
                }
                for arrow in arrows {
                    self.pair(arrow.from);
                    self.pair(arrow.to);
                }
            }
            Layer::Grid { id, groups, .. } => {
                self.text(id);
                self.parts(groups);
            }
            Layer::Blocks { id, root, .. } => {
                self.text(id);
                for block in root.blocks() {
                    self.length(block.copies as usize);
                    self.number(block.value);
                }
            }
            Layer::Lanes { spans, events, .. } => {
                for span in spans {
                    self.text(&span.id);
                    self.pair((span.from_s, span.to_s));
                }
                for event in events {
                    self.text(&event.id);
                    self.pair((event.from_s, event.to_s));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::error::Undefined;
    use crate::models::Figure;
    use crate::text::Unit;

    fn output(value: Defined) -> Output {
        Output {
            figures: vec![Figure::new("a", Unit::One, value)],
            ..Output::default()
        }
    }

    /// The published test vectors of FNV-1a 64: the empty text, "a" and "foobar".
    #[test]
    fn the_hash_is_fnv_1a() {
        let hash = |text: &str| {
            let mut hash = Fnv::default();
            hash.bytes(text.as_bytes());
            hash.0
        };
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn one_bit_in_a_number_changes_it() {
        let next = f64::from_bits(1.0_f64.to_bits() + 1);
        assert_ne!(digest(&output(Ok(1.0))), digest(&output(Ok(next))));
        assert_eq!(digest(&output(Ok(1.0))), digest(&output(Ok(1.0))));
    }

    #[test]
    fn the_reason_for_no_number_counts() {
        let because = |reason| digest(&output(Err(Undefined(reason))));
        assert_ne!(because("unstable"), because("never_down"));
        assert_ne!(because("unstable"), digest(&output(Ok(0.0))));
    }
}
