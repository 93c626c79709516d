//! One's own incidents in the browser's store: the rules, without a browser.
//!
//! A draft is kept as text under `draft.KEY`: a few lines about it, then its JSON. Every save has a [`Stamp`]. Who
//! saves compares the stamp that is there with the one that the own version rests on, and where they differ another
//! tab has saved meanwhile: then the own version goes to a key of its own, both stay, and a person chooses.

/// What the keys of drafts begin with.
pub const PREFIX: &str = "draft.";

const HEAD: &str = "outage-lab draft 1";

/// Which save a version is: a number that goes up, and the tab that saved it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The number of the save.
    pub revision: u64,
    /// The tab.
    pub tab: String,
}

impl Stamp {
    /// The stamp of the next save by a tab.
    #[must_use]
    pub fn next(before: Option<&Stamp>, tab: &str) -> Stamp {
        let revision = before.map_or(1, |before| before.revision.saturating_add(1));
        Stamp {
            revision,
            tab: tab.to_owned(),
        }
    }
}

/// A draft as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Which save it is.
    pub stamp: Stamp,
    /// When it was saved, in seconds since 1970-01-01T00:00:00Z.
    pub saved_s: i64,
    /// Its title, for the list.
    pub title: String,
    /// The draft.
    pub json: String,
}

impl Kept {
    /// The text that is kept.
    #[must_use]
    pub fn text(&self) -> String {
        let title = self.title.replace(['\n', '\r'], " ");
        let Stamp { revision, tab } = &self.stamp;
        format!(
            "{HEAD}\n{revision} {tab} {}\n{title}\n{}",
            self.saved_s, self.json
        )
    }

    /// Reads what [`Kept::text`] made.
    #[must_use]
    pub fn read(text: &str) -> Option<Kept> {
        let (head, rest) = text.split_once('\n')?;
        let (about, rest) = rest.split_once('\n')?;
        let (title, json) = rest.split_once('\n')?;
        let mut about = about.split(' ');
        let revision = about.next()?.parse().ok()?;
        let tab = about.next()?.to_owned();
        let saved_s = about.next()?.parse().ok()?;
        (head == HEAD).then(|| Kept {
            stamp: Stamp { revision, tab },
            saved_s,
            title: title.to_owned(),
            json: json.to_owned(),
        })
    }
}

/// Where a version may be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Save {
    /// Under its own key: nothing there, or the version that it rests on.
    Here,
    /// Under a key of its own: something else is there, which must stay.
    Beside,
}

/// Where a version that rests on `base` may be saved, `there` being the text under its key.
#[must_use]
pub fn save(base: Option<&Stamp>, there: Option<&str>) -> Save {
    match there {
        None => Save::Here,
        Some(text)
            if base.is_some() && Kept::read(text).map(|kept| kept.stamp).as_ref() == base =>
        {
            Save::Here
        }
        Some(_) => Save::Beside,
    }
}

/// What another tab's change means for an open draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing.
    Nothing,
    /// It was deleted there; what is open here can be kept.
    Gone,
    /// It was changed there and nothing here waits to be saved: the new version is taken over.
    Follow(Kept),
    /// It was changed on both sides: the next save goes beside.
    Both,
}

/// What it means that `there` is now under the key of an open draft, which rests on `base` and has changes that are
/// `unsaved`.
#[must_use]
pub fn heard(base: Option<&Stamp>, unsaved: bool, there: Option<&str>) -> Heard {
    let Some(text) = there else {
        return if base.is_some() {
            Heard::Gone
        } else {
            Heard::Nothing
        };
    };
    match Kept::read(text) {
        Some(kept) if Some(&kept.stamp) == base => Heard::Nothing,
        Some(kept) if !unsaved => Heard::Follow(kept),
        _ => Heard::Both,
    }
}

/// A draft of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its key, without [`PREFIX`].
    pub key: String,
    /// Its title; `None` for what cannot be read, which is kept and offered as a file.
    pub title: Option<String>,
    /// When it was saved.
    pub saved_s: i64,
}

/// The drafts among the entries of a store, the one saved last first.
#[must_use]
pub fn listed(entries: &[(String, String)]) -> Vec<Listed> {
    let mut list: Vec<Listed> = entries
        .iter()
        .filter_map(|(key, text)| {
            let key = key.strip_prefix(PREFIX)?.to_owned();
            let kept = Kept::read(text);
            Some(Listed {
                key,
                saved_s: kept.as_ref().map_or(i64::MIN, |kept| kept.saved_s),
                title: kept.map(|kept| kept.title),
            })
        })
        .collect();
    list.sort_by(|a, b| b.saved_s.cmp(&a.saved_s).then_with(|| a.key.cmp(&b.key)));
    list
}

/// A key that is free, made of a number such as the time.
#[must_use]
pub fn free_key(seed: u64, taken: impl Fn(&str) -> bool) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let spelt = |mut number: u64| {
        let mut digits = Vec::new();
        while number > 0 || digits.is_empty() {
            digits.push(DIGITS[usize::try_from(number % 36).unwrap_or(0)]);
            number /= 36;
        }
        digits.reverse();
        format!("d{}", String::from_utf8_lossy(&digits))
    };
    let mut number = seed;
    while taken(&spelt(number)) {
        number = number.wrapping_add(1);
    }
    spelt(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::is_slug;

    fn kept(revision: u64, tab: &str, json: &str) -> Kept {
        let stamp = Stamp {
            revision,
            tab: tab.to_owned(),
        };
        Kept {
            stamp,
            saved_s: 1_760_942_880 + i64::try_from(revision).unwrap(),
            title: "磁盘满 / a \"b\"".to_owned(),
            json: json.to_owned(),
        }
    }

    #[test]
    fn what_is_kept_comes_back() {
        for json in ["{}", "{\n  \"a\": \"b\\n\"\n}\n", ""] {
            let kept = kept(7, "t1", json);
            assert_eq!(Kept::read(&kept.text()), Some(kept));
        }
        let broken = Kept {
            title: "a\nb\r\nc".to_owned(),
            ..kept(1, "t", "{\n}")
        };
        assert_eq!(
            Kept::read(&broken.text()).map(|kept| kept.json),
            Some("{\n}".to_owned())
        );
        for text in [
            "",
            "{}",
            "outage-lab draft 2\n1 t 5\ntitle\n{}",
            "outage-lab draft 1\nx t 5\ntitle\n{}",
            "outage-lab draft 1\n1 t\ntitle\n{}",
        ] {
            assert_eq!(Kept::read(text), None, "{text}");
        }
    }

    /// Any order of saves by two tabs: every text that was ever typed last in a tab is there at the end.
    #[test]
    fn two_tabs_never_overwrite_each_other() {
        for order in 0_u32..256 {
            let mut store: Vec<(String, String)> =
                vec![("draft.a".to_owned(), kept(1, "t0", "start").text())];
            let base = kept(1, "t0", "start").stamp;
            let mut tabs = [
                ("draft.a".to_owned(), Some(base.clone())),
                ("draft.a".to_owned(), Some(base)),
            ];
            let mut last = [String::new(), String::new()];
            for step in 0..8 {
                let tab = usize::from(order >> step & 1 == 1);
                let (key, base) = tabs[tab].clone();
                let there = store
                    .iter()
                    .find(|(known, _)| *known == key)
                    .map(|(_, text)| text.clone());
                let key = match save(base.as_ref(), there.as_deref()) {
                    Save::Here => key,
                    Save::Beside => format!(
                        "draft.{}",
                        free_key(step, |key| store
                            .iter()
                            .any(|(known, _)| *known == format!("draft.{key}")))
                    ),
                };
                last[tab] = format!("{tab}-{step}");
                let mut next = kept(0, "", &last[tab]);
                next.stamp = Stamp::next(base.as_ref(), &format!("t{tab}"));
                store.retain(|(known, _)| *known != key);
                store.push((key.clone(), next.text()));
                tabs[tab] = (key, Some(next.stamp));
            }
            for text in last.iter().filter(|text| !text.is_empty()) {
                assert!(
                    store.iter().any(|(_, kept)| kept.ends_with(text.as_str())),
                    "{order:08b}: {text} is lost"
                );
            }
        }
    }

    /// The same number from another tab is another save.
    #[test]
    fn a_stamp_is_number_and_tab() {
        let mine = kept(4, "t1", "").stamp;
        assert_eq!(
            save(Some(&mine), Some(&kept(4, "t2", "").text())),
            Save::Beside
        );
        assert_eq!(
            save(Some(&mine), Some(&kept(4, "t1", "").text())),
            Save::Here
        );
        assert_eq!(save(Some(&mine), Some("something else")), Save::Beside);
        assert_eq!(save(None, Some("something else")), Save::Beside);
        assert_eq!(save(Some(&mine), None), Save::Here);
        assert_eq!(Stamp::next(Some(&mine), "t9"), kept(5, "t9", "").stamp);
    }

    #[test]
    fn what_another_tab_did() {
        let base = kept(4, "t1", "").stamp;
        let newer = kept(5, "t2", "{}");
        assert_eq!(
            heard(Some(&base), false, Some(&kept(4, "t1", "").text())),
            Heard::Nothing
        );
        assert_eq!(
            heard(Some(&base), false, Some(&newer.text())),
            Heard::Follow(newer.clone())
        );
        assert_eq!(heard(Some(&base), true, Some(&newer.text())), Heard::Both);
        assert_eq!(heard(Some(&base), false, None), Heard::Gone);
        assert_eq!(heard(None, true, None), Heard::Nothing);
        assert_eq!(heard(Some(&base), false, Some("broken")), Heard::Both);
    }

    #[test]
    fn the_list_has_the_latest_first_and_what_cannot_be_read() {
        let entries = [
            ("lang".to_owned(), "en".to_owned()),
            ("draft.old".to_owned(), kept(1, "t", "{}").text()),
            ("draft.bad".to_owned(), "?".to_owned()),
            ("draft.new".to_owned(), kept(9, "t", "{}").text()),
        ];
        let list = listed(&entries);
        let keys: Vec<_> = list.iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, ["new", "old", "bad"]);
        assert_eq!(list[2].title, None);
    }

    #[test]
    fn keys_are_free_and_fit_into_an_address() {
        assert_eq!(free_key(0, |_| false), "d0");
        assert_eq!(free_key(35, |key| key == "dz"), "d10");
        for seed in [0, 1, 1_760_942_880_123, u64::MAX] {
            assert!(is_slug(&free_key(seed, |_| false)));
        }
    }
}
