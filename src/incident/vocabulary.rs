//! The closed lists of words that files choose from; each word's id is also its locale key.

use serde::{Deserialize, Serialize};

macro_rules! vocabulary {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $word:ident = $id:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $id)] $word,)+
        }

        impl $name {
            /// Every word of the list.
            pub const ALL: &[$name] = &[$($name::$word,)+];

            /// The word as files and locale keys write it.
            pub fn id(self) -> &'static str {
                match self {
                    $($name::$word => $id,)+
                }
            }
        }
    };
}

vocabulary! {
    /// What an event is in the course of an incident.
    EventKind {
        /// The first fault. A file has exactly one.
        Trigger = "trigger",
        /// The fault reaches a further component, or comes back.
        Propagation = "propagation",
        /// Users of a component are hurt.
        Impact = "impact",
        /// Somebody or something notices.
        Detection = "detection",
        /// What is wrong becomes known.
        Diagnosis = "diagnosis",
        /// Something is done against it.
        Mitigation = "mitigation",
        /// A part works again.
        PartialRecovery = "partial_recovery",
        /// A component, or all, works as before.
        FullRecovery = "full_recovery",
        /// What comes after the event's end.
        Aftermath = "aftermath",
    }
}

impl EventKind {
    /// Whether such an event answers the trigger, so that it cannot come before it.
    pub fn answers_trigger(self) -> bool {
        matches!(
            self,
            EventKind::Mitigation
                | EventKind::PartialRecovery
                | EventKind::FullRecovery
                | EventKind::Aftermath
        )
    }
}

vocabulary! {
    /// Who or what acted in an event.
    Actor {
        /// The operator's people.
        Staff = "staff",
        /// Software that changes production by itself.
        Automation = "automation",
        /// Software doing its ordinary work.
        System = "system",
        /// Users and customers.
        Customer = "customer",
        /// Suppliers, the press, outside monitors.
        ThirdParty = "third_party",
        /// Fire brigade, police, regulators.
        Authority = "authority",
        /// Electricity, heat, weather, cables.
        Physical = "physical",
        /// Not known.
        Unknown = "unknown",
    }
}

vocabulary! {
    /// How well a fact is supported.
    Status {
        /// Read in the operator's own words, in its own place.
        OperatorReport = "operator_report",
        /// The operator's words as somebody else quotes or lists them.
        Quoted = "quoted",
        /// Press, blogs and other people's summaries.
        Secondary = "secondary",
        /// Worked out from something that was found, as its text explains.
        Inferred = "inferred",
        /// Found in the course text alone.
        CourseTextOnly = "course_text_only",
    }
}

vocabulary! {
    /// What state of a component a span shows.
    SpanKind {
        /// Nothing, or hardly anything, works.
        Down = "down",
        /// Errors, slowness, or a part of it out.
        Degraded = "degraded",
        /// Kept small on purpose, so that it can recover.
        Throttled = "throttled",
        /// Users no longer hurt, work still going on.
        Recovering = "recovering",
    }
}

impl SpanKind {
    /// Whether users of the component are hurt, so that the span counts as impact.
    pub fn is_impact(self) -> bool {
        self != SpanKind::Recovering
    }
}

vocabulary! {
    /// What kind of text a source is.
    SourceKind {
        /// The operator's report.
        OperatorReport = "operator_report",
        /// The operator's other words: status page, forum post, message of its head.
        OperatorStatement = "operator_statement",
        /// A text by others that quotes or lists what the operator wrote.
        Quotation = "quotation",
        /// News media and trade press.
        Press = "press",
        /// Blogs, case studies, summaries, measurements by others.
        Analysis = "analysis",
        /// The text of the course.
        CourseText = "course_text",
    }
}

vocabulary! {
    /// Who makes one of several differing statements.
    Voice {
        /// The operator's report.
        OperatorReport = "operator_report",
        /// The operator's status page while it happened.
        OperatorDashboard = "operator_dashboard",
        /// A person of the operator, speaking or posting.
        OperatorPerson = "operator_person",
        /// News media and trade press.
        Press = "press",
        /// Blogs, case studies, summaries, measurements by others.
        Analysis = "analysis",
        /// A user or customer.
        Customer = "customer",
        /// The text of the course.
        CourseText = "course_text",
    }
}

vocabulary! {
    /// Who draws a lesson.
    Teacher {
        /// The operator, in its report or by what it changed.
        Operator = "operator",
        /// The course text.
        Course = "course",
        /// The authors of the file.
        Us = "us",
    }
}

vocabulary! {
    /// The one language of a file that is not in both.
    Language {
        /// English.
        En = "en",
        /// Simplified Chinese.
        Zh = "zh",
    }
}

/// The mechanisms that have names and texts in the interface; a file may name others.
pub const MECHANISMS: &[&str] = &[
    "automation_amplifies",
    "backlog",
    "brown_out",
    "cache_expiry",
    "cache_stampede",
    "capacity_addition",
    "capacity_shortage",
    "check_then_act",
    "cold_cache",
    "config_change",
    "congestive_collapse",
    "correlated_failure",
    "data_loss",
    "error_misread",
    "failover",
    "feedback_loop",
    "hard_limit",
    "health_check_flapping",
    "hidden_dependency",
    "human_error",
    "isolation",
    "kill_switch",
    "latent_bug",
    "lease_expiry",
    "load_shedding",
    "long_timeouts",
    "manual_repair",
    "masked_alarm",
    "metastable",
    "monitoring_blind",
    "network_congestion",
    "network_partition",
    "no_backoff",
    "physical_access",
    "power_loss",
    "race_condition",
    "remirror_storm",
    "replication_catch_up",
    "restart",
    "retry_storm",
    "rollback",
    "shared_control_plane",
    "stale_data",
    "thread_exhaustion",
    "throttling",
    "thundering_herd",
    "truncated_data",
    "unsafe_cleanup",
    "untested_recovery",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_what_serde_writes() {
        for kind in EventKind::ALL {
            let written = serde_json::to_string(kind).unwrap();
            assert_eq!(written, format!("\"{}\"", kind.id()));
        }
        assert_eq!(
            serde_json::to_string(&Status::CourseTextOnly).unwrap(),
            "\"course_text_only\""
        );
    }

    #[test]
    fn mechanisms_are_sorted_so_that_they_can_be_searched() {
        assert!(MECHANISMS.is_sorted());
    }
}
