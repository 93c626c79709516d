//! Live numbers in words.

use super::Session;
use crate::text::format::{Amount, Style};
use crate::text::{Texts, prose};

impl Session {
    /// The value called `name` in words.
    ///
    /// # Errors
    /// The words for why there is no number at present.
    pub fn say(&self, name: &str, style: Option<Style>, texts: &Texts) -> Result<String, String> {
        let Some(resolved) = self.value(name) else {
            return Err(texts.get("undefined.absent"));
        };
        match resolved.value {
            Ok(value) => Ok(Amount::new(value, resolved.unit)
                .with_complement(resolved.complement)
                .styled(style, texts.lang())),
            Err(reason) => Err(texts.get(&format!("undefined.{}", reason.0))),
        }
    }

    /// Prose with its live numbers in place and without markup; prose with a fault as it stands.
    #[must_use]
    pub fn plain_text(&self, body: &str, texts: &Texts) -> String {
        match prose::parse(body) {
            Ok(blocks) => prose::render_text(&blocks, &|name, style| {
                self.say(name, style, texts).unwrap_or_else(|reason| reason)
            }),
            Err(_) => body.to_owned(),
        }
    }
}
