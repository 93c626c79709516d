//! What was at work in the incidents: loops that keep themselves up, races, and what others can take over.

pub mod cache_stampede;
pub mod canary;
pub mod congestion_backoff;
pub mod failover_capacity;
pub mod gray_failure;
pub mod health_flap;
pub mod ladder;
pub mod lease_storm;
pub mod plan_race;
pub mod remirror_storm;
