//! What was at work in the incidents.

pub mod congestion_backoff;
pub mod health_flap;
pub mod lease_storm;
pub mod plan_race;
