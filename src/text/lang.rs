//! The languages of the project.

use serde::{Deserialize, Serialize};

/// A language that every text exists in.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English, the default.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Every language, in the order of a menu.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Zh];

    /// The code used in files, links and the `lang` attribute.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// The language of a code, or `None` where there is no such language.
    ///
    /// ```
    /// use outage_lab::text::Lang;
    /// assert_eq!(Lang::from_code("zh"), Some(Lang::Zh));
    /// assert_eq!(Lang::from_code("ZH"), None);
    /// ```
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }
}
