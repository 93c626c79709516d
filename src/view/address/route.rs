//! The pages.

use std::fmt;

use crate::notebook::is_slug;

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// Home.
    #[default]
    Home,
    /// The list of lessons.
    Lessons,
    /// The list of models.
    Models,
    /// The list of incidents.
    Incidents,
    /// Incidents beside each other.
    Compare,
    /// The notebook of this id.
    Notebook(String),
    /// The page of this model.
    Model(String),
    /// The page of this incident.
    Incident(String),
    /// The list of one's own incidents.
    Drafts,
    /// One's own incident, kept in the browser under this key.
    Draft(String),
}

impl Route {
    /// The page at `path`, which begins with `/`.
    #[must_use]
    pub fn parse(path: &str) -> Option<Route> {
        let id = |text: &str| is_slug(text).then(|| text.to_owned());
        match path.strip_prefix('/').unwrap_or(path) {
            "" => Some(Route::Home),
            "lessons" => Some(Route::Lessons),
            "models" => Some(Route::Models),
            "incidents" => Some(Route::Incidents),
            "compare" => Some(Route::Compare),
            "edit" => Some(Route::Drafts),
            page => match page.split_once('/')? {
                ("n", text) => id(text).map(Route::Notebook),
                ("m", text) => id(text).map(Route::Model),
                ("i", text) => id(text).map(Route::Incident),
                ("edit", text) => id(text).map(Route::Draft),
                _ => None,
            },
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Home => f.write_str("/"),
            Route::Lessons => f.write_str("/lessons"),
            Route::Models => f.write_str("/models"),
            Route::Incidents => f.write_str("/incidents"),
            Route::Compare => f.write_str("/compare"),
            Route::Notebook(id) => write!(f, "/n/{id}"),
            Route::Model(id) => write!(f, "/m/{id}"),
            Route::Incident(id) => write!(f, "/i/{id}"),
            Route::Drafts => f.write_str("/edit"),
            Route::Draft(key) => write!(f, "/edit/{key}"),
        }
    }
}
