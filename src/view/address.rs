//! Addresses: which page is open and with what, as the part of a link behind `#`.
//!
//! ```text
//! #/                                              home
//! #/lessons  #/models  #/incidents                lists
//! #/compare?a=<incident>&b=<incident>             incidents beside each other
//! #/n/<notebook>  #/m/<model>  #/i/<incident>     pages; an incident's may have ?event=<id>
//! #/m/<model>?from=<incident>.<event>           opened from an event, and marked so
//! #/edit  #/edit/<key>                            one's own incidents: the list, one of them
//! #/n/queues?v=1&lang=zh&m=queue.1&load=0.9&queue.servers=8
//! #/n/queues?v=1&cell=plane&embed=1
//! ```
//!
//! Behind `?` come the [`Options`] of the page and then the state of the notebook, which
//! [`link`] makes and takes. Texts are percent-encoded UTF-8.

mod options;
mod percent;
mod route;

use std::fmt;

pub use options::{Options, Theme};
pub use percent::{decode, encode};
pub use route::Route;

use crate::notebook::Session;
use crate::notebook::link::{self, Pairs};
use crate::text::{Arg, Message, Unit};

/// The longest link, in bytes, that goes everywhere: servers and programs that pass links on refuse or
/// cut longer ones (measured: 8,180 for a query string on one large host). A longer one is made all the
/// same, as browsers open it, and a file is offered instead.
pub const LONGEST_CARRIED: usize = 8_000;

/// The longest link, in bytes, that is read.
pub const LONGEST_READ: usize = 65_536;

/// A page and what it is opened with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The page.
    pub route: Route,
    /// How it is shown.
    pub options: Options,
    /// The notebook's state, in the order of the link.
    pub state: Pairs,
}

impl Address {
    /// The address of a page without anything changed on it.
    #[must_use]
    pub fn page(route: Route) -> Address {
        Address {
            route,
            ..Address::default()
        }
    }

    /// The address without what is only a setting of its page: with another of these a page is another one.
    #[must_use]
    pub fn page_of(&self) -> Address {
        let options = Options {
            cell: self.options.cell.clone(),
            from: self.options.from.clone(),
            ..Options::default()
        };
        Address {
            options,
            ..Address::page(self.route.clone())
        }
    }

    /// The address at which an open notebook opens as it is. Equal sessions have equal addresses. With a
    /// cell among the options, only what that cell needs is in it.
    #[must_use]
    pub fn of(session: &Session, route: Route, options: Options) -> Address {
        Address {
            state: link::state(session, options.cell.as_deref()),
            route,
            options,
        }
    }

    /// Reads the part of a link behind `#`. Whatever cannot be used is left out and told in a note.
    #[must_use]
    pub fn parse(fragment: &str) -> (Address, Vec<Message>) {
        let text = fragment.strip_prefix('#').unwrap_or(fragment);
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let mut notes = Vec::new();
        let query = bounded(text, query, &mut notes);
        let route = Route::parse(path).unwrap_or_else(|| {
            let shown: String = path.chars().take(80).collect();
            notes.push(Message::new("link.unknown_page").with("page", Arg::Plain(shown)));
            Route::Home
        });
        let mut address = Address::page(route);
        for (name, value) in pairs(query, &mut notes) {
            match address.options.take(&name, &value) {
                Some(Ok(())) => {}
                Some(Err(note)) => notes.push(note),
                None => address.state.push((name, value)),
            }
        }
        (address, notes)
    }

    /// Whether it may be refused or cut on its way, so that a file is the better way to hand it on.
    #[must_use]
    pub fn too_long(&self) -> bool {
        self.to_string().len() > LONGEST_CARRIED
    }
}

/// The part of a link behind `#`, with it.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.route)?;
        let options = self.options.pairs();
        let all = options.iter().chain(&self.state);
        for (number, (name, value)) in all.enumerate() {
            let mark = if number == 0 { '?' } else { '&' };
            write!(f, "{mark}{}={}", encode(name), encode(value))?;
        }
        Ok(())
    }
}

/// The query if it is short enough to be read, and a note if it may have been cut.
fn bounded<'a>(text: &str, query: &'a str, notes: &mut Vec<Message>) -> &'a str {
    let note = |key, longest: usize| {
        #[expect(clippy::cast_precision_loss, reason = "only shown")]
        let [length, longest] = [text.len(), longest].map(|bytes| bytes as f64);
        Message::new(key)
            .quantity("length", length, Unit::Count)
            .quantity("longest", longest, Unit::Count)
    };
    if text.len() > LONGEST_READ {
        notes.push(note("link.not_read", LONGEST_READ));
        return "";
    }
    if text.len() > LONGEST_CARRIED {
        notes.push(note("link.long", LONGEST_CARRIED));
    }
    query
}

/// The decoded parts of a query; one that comes twice counts once.
fn pairs(query: &str, notes: &mut Vec<Message>) -> Pairs {
    let mut pairs = Pairs::new();
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let (Some(name), Some(value)) = (decode(name), decode(value)) else {
            let shown: String = part.chars().take(80).collect();
            notes.push(Message::new("link.unreadable").with("part", Arg::Plain(shown)));
            continue;
        };
        if pairs.iter().any(|(known, _)| *known == name) {
            notes.push(Message::new("link.twice").with("name", Arg::Plain(name)));
            continue;
        }
        pairs.push((name, value));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    fn keys(fragment: &str) -> Vec<String> {
        let (_, notes) = Address::parse(fragment);
        notes.into_iter().map(|note| note.key).collect()
    }

    #[test]
    fn an_address_is_read_as_it_is_written() {
        let cases = [
            "#/",
            "#/lessons",
            "#/models",
            "#/incidents",
            "#/compare?a=2010-05-denic-zone&y=total_s",
            "#/n/nines-and-repair",
            "#/m/fleet_scale",
            "#/i/2025-10-aws-dynamodb-dns?event=dns-empty",
            "#/i/2025-10-aws-dynamodb-dns?event=dns-empty&what_if=throttle",
            "#/m/fleet_scale?from=2025-10-aws-dynamodb-dns.trigger&v=1",
            "#/edit",
            "#/edit/new?lang=zh",
            "#/n/queues?lang=zh&theme=dark&cell=plane&embed=1",
            "#/n/queues?lang=en&v=1&m=queue.1&load=0.9&queue.servers=8",
            "#/n/queues?v=1&drill.text=99%25%20%26%20%E5%87%A0%E4%B8%AA%209",
        ];
        for case in cases {
            let (address, notes) = Address::parse(case);
            assert_eq!(notes, [], "{case}");
            assert_eq!(address.to_string(), case);
        }
    }

    #[test]
    fn its_parts_are_found() {
        let (address, _) = Address::parse("/n/queues?lang=zh&a.b=c%3Dd&cell=plane");
        assert_eq!(address.route, Route::Notebook("queues".to_owned()));
        assert_eq!(address.options.lang, Some(Lang::Zh));
        assert_eq!(address.options.cell.as_deref(), Some("plane"));
        assert_eq!(address.state, [("a.b".to_owned(), "c=d".to_owned())]);
    }

    /// Another cell, or another event that opened the model, is another page; values, language and theme are not.
    #[test]
    fn a_page_is_more_than_its_route_and_less_than_its_address() {
        for (address, page) in [
            ("#/n/queues?lang=zh&theme=dark&v=1&load=0.9", "#/n/queues"),
            (
                "#/n/queues?cell=plane&embed=1&load=0.9",
                "#/n/queues?cell=plane",
            ),
            (
                "#/i/2010-05-denic-zone?event=a&what_if=b",
                "#/i/2010-05-denic-zone",
            ),
            (
                "#/m/queue?from=2010-05-denic-zone.a&v=1",
                "#/m/queue?from=2010-05-denic-zone.a",
            ),
            ("#/compare?a=2010-05-denic-zone", "#/compare"),
        ] {
            assert_eq!(Address::parse(address).0.page_of().to_string(), page);
        }
    }

    #[test]
    fn what_cannot_be_used_is_told() {
        assert_eq!(keys("#/n/queues?lang=fr"), ["link.unknown_option"]);
        assert_eq!(keys("#/n/queues?theme=pink"), ["link.unknown_option"]);
        assert_eq!(keys("#/n/queues?a=1&a=2"), ["link.twice"]);
        assert_eq!(keys("#/n/queues?a=%zz"), ["link.unreadable"]);
        assert_eq!(keys("#/n/queues?a=%ff"), ["link.unreadable"]);
        assert_eq!(keys("#/nowhere"), ["link.unknown_page"]);
    }

    /// An id becomes part of a file's address, so nothing else may get into it.
    #[test]
    fn an_id_is_a_word() {
        for case in [
            "#/n/../secret",
            "#/n/a/b",
            "#/n/",
            "#/n/A",
            "#/n/%2e%2e",
            "#/i/é",
        ] {
            assert_eq!(keys(case), ["link.unknown_page"], "{case}");
        }
    }

    #[test]
    fn the_empty_fragment_is_home() {
        for case in ["", "#", "#/"] {
            assert_eq!(Address::parse(case), (Address::page(Route::Home), vec![]));
        }
    }

    /// C76: a long link is read and told about; beyond the bound nothing of it is read.
    #[test]
    fn length_is_bounded_before_reading() {
        let link = |length: usize| format!("#/n/queues?a={}", "x".repeat(length));
        assert_eq!(keys(&link(7_900)), [""; 0]);
        assert_eq!(keys(&link(8_100)), ["link.long"]);
        let (address, notes) = Address::parse(&link(LONGEST_READ));
        assert_eq!(notes[0].key, "link.not_read");
        assert_eq!(address, Address::page(Route::Notebook("queues".to_owned())));
    }
}
