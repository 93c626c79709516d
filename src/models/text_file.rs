//! A text that a model writes to be taken away, such as a plan in Markdown.

/// A text with the name of the file that it is saved as. It is in one language, and is made only when it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The name of the file.
    pub name: String,
    /// What it is, as in RFC 6838: `text/markdown`. It is encoded in UTF-8.
    pub media_type: &'static str,
    /// The text.
    pub text: String,
}
