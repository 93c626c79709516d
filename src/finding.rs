//! What a check of a data file found.

use std::fmt;

use serde::Serialize;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The file is usable; something in it is doubtful.
    Warning,
    /// The file, or the part named, is not usable.
    Error,
}

/// One thing found in a data file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Where: a JSON path such as `cells[3].model.inputs.mttr_s`; empty for the whole file.
    pub path: String,
    /// How much it matters.
    pub severity: Severity,
    /// A stable word for the kind of finding, such as `unknown_name`.
    pub code: &'static str,
    /// What is wrong and what would be right.
    pub message: String,
}

impl Finding {
    /// Something that makes the file, or the part named, unusable.
    #[must_use]
    pub fn error(
        path: impl Into<String>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Finding {
        Finding {
            path: path.into(),
            severity: Severity::Error,
            code,
            message: message.into(),
        }
    }

    /// Something doubtful.
    #[must_use]
    pub fn warning(
        path: impl Into<String>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Finding {
        Finding {
            path: path.into(),
            severity: Severity::Warning,
            code,
            message: message.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let place = if self.path.is_empty() {
            "(file)"
        } else {
            &self.path
        };
        write!(f, "{place}: {severity} [{}] {}", self.code, self.message)
    }
}

/// Parses JSON, naming the path at which it does not fit.
///
/// # Errors
/// One finding with the path, the line and the column.
pub fn parse_json<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, Finding> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        // What lies behind a place that could not be read has no name.
        let path = error.path().to_string();
        let path = path.trim_end_matches(['.', '?']).to_owned();
        Finding::error(path, "parse", error.into_inner().to_string())
    })?;
    reader
        .end()
        .map_err(|error| Finding::error("", "parse", error.to_string()))?;
    Ok(value)
}
