//! What was at work in the incidents: loops that keep themselves up, and what others can take over.

pub mod cache_stampede;
pub mod canary;
pub mod failover_capacity;
pub mod gray_failure;
pub mod ladder;
pub mod remirror_storm;
