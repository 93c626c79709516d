//! What a check of a data file found.

mod place;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth a look; the file can be used.
    Warning,
    /// The file says something that cannot be so, or cannot be read.
    Error,
}

/// One thing that is wrong in a data file, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file, where the text came from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The place in the JSON, such as `events[3].at`; `.` is the whole document.
    pub path: String,
    /// How bad it is.
    pub severity: Severity,
    /// What kind of thing it is, for filters and tests.
    pub code: &'static str,
    /// The same in a sentence, with the values met.
    pub message: String,
}

impl Finding {
    /// A finding that makes the file wrong.
    pub fn error(
        path: impl Into<String>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Finding {
        Finding::new(Severity::Error, path.into(), code, message.into())
    }

    /// A finding that leaves the file usable.
    pub fn warning(
        path: impl Into<String>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Finding {
        Finding::new(Severity::Warning, path.into(), code, message.into())
    }

    /// The same finding, naming the file that it is about.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Finding {
        self.file = Some(file.into());
        self
    }

    fn new(severity: Severity, path: String, code: &'static str, message: String) -> Finding {
        Finding {
            file: None,
            path,
            severity,
            code,
            message,
        }
    }
}

/// `cells[3].model.inputs.mttr_s: error [unknown_name] …`, with the file before it where it is known.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        write!(
            f,
            "{}: {severity} [{}] {}",
            self.path, self.code, self.message
        )
    }
}

/// Parses JSON of at most `most_bytes`, naming the path at which it does not fit.
///
/// # Errors
/// One finding with the path, the line and the column: `json.too_large`, `json.syntax`, or `schema` for
/// a field that is unknown, missing or of the wrong kind.
pub fn parse_json<T: DeserializeOwned>(json: &str, most_bytes: usize) -> Result<T, Finding> {
    if json.len() > most_bytes {
        let message = format!("{} bytes; at most {most_bytes} are read", json.len());
        return Err(Finding::error(".", "json.too_large", message));
    }
    serde_json::from_str(json).map_err(|error| {
        let code = if error.is_data() {
            "schema"
        } else {
            "json.syntax"
        };
        let path = place::path_at(json, error.line(), error.column());
        Finding::error(path, code, error.to_string())
    })
}
