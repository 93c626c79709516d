//! Text that a data file carries in both languages.

use serde::{Deserialize, Serialize};

use super::Lang;

/// The same statement in each language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub zh: String,
}

impl Bilingual {
    /// The text in `lang`.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }

    /// A text that is the same in both, such as a product's name.
    #[must_use]
    pub fn same(text: &str) -> Bilingual {
        Bilingual {
            en: text.to_owned(),
            zh: text.to_owned(),
        }
    }
}
