//! What a check of a data file found.

use serde::Serialize;

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
