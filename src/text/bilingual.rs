//! One text in both languages.

use serde::{Deserialize, Serialize};

use super::Lang;

/// A text in English and in Chinese, each written as its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// The English text.
    pub en: String,
    /// The Chinese text.
    pub zh: String,
}

impl Bilingual {
    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}
