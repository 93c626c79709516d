//! Every model.
//!
//! On a host they are all at hand. In the browser each is a module of its own, which [`fetch`] brings when a page needs
//! it; nothing there may name [`CATALOGUE`] or [`find`], which would bring them all at once.

use std::pin::Pin;

use super::{Family, Model};

/// The code of a model did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFetched;

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for NotFetched {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> NotFetched {
        NotFetched
    }
}

type Fetching = Pin<Box<dyn Future<Output = Result<&'static dyn Model, NotFetched>>>>;

macro_rules! catalogue {
    ($($Family:ident: { $($id:ident::$Model:ident,)* })*) => {
        /// Every model, in the order of the pages.
        pub static CATALOGUE: &[&dyn Model] = &[$($(&super::$id::$Model),*),*];

        /// Their ids by family, in the same order: all that a list needs, without their code.
        pub static FAMILIES: &[(Family, &[&str])] =
            &[$((Family::$Family, &[$(stringify!($id)),*])),*];

        /// One function a model, at which the build splits the app. Without the feature all is one module.
        mod each {
            use super::{Model, NotFetched};

            $($(
                #[cfg(feature = "split")]
                #[wasm_split_helpers::wasm_split($id, fallible)]
                pub(super) fn $id() -> Result<&'static dyn Model, NotFetched> {
                    Ok(&crate::models::$id::$Model)
                }

                #[cfg(not(feature = "split"))]
                pub(super) async fn $id() -> Result<&'static dyn Model, NotFetched> {
                    Ok(&crate::models::$id::$Model)
                }
            )*)*
        }

        /// Begins to fetch the model called `id`; `None` if there is none.
        fn begin(id: &str) -> Option<Fetching> {
            $($(
                if id == stringify!($id) {
                    return Some(Box::pin(each::$id()));
                }
            )*)*
            None
        }
    };
}

catalogue! {
    Availability: {
        availability::Availability,
        availability_years::AvailabilityYears,
        fleet_scale::FleetScale,
        composition::Composition,
        error_budget::ErrorBudgetModel,
        felt_repair::FeltRepair,
    }
    Retry: {
        retry_amplification::RetryAmplification,
        retry_jitter::RetryJitter,
        retry_feedback::RetryFeedback,
        retry_storm::RetryStorm,
    }
    Queueing: {
        littles_law::LittlesLaw,
        queue::QueueModel,
        queue_simulation::QueueSimulation,
        variability::VariabilityModel,
        load_test::LoadTest,
        capacity_plan::CapacityPlan,
        autoscaling::Autoscaling,
    }
    Placement: {
        placement::PlacementModel,
        copysets::Copysets,
        diversity::Diversity,
        durability::Durability,
    }
    Guard: {
        circuit_breaker::CircuitBreaker,
        bulkhead::Bulkhead,
        timeout_budget::TimeoutBudget,
        rate_limiter::RateLimiter,
        load_shedding::LoadShedding,
        degradation::Degradation,
    }
    Cascade: {
        cascade_lecture::CascadeLecture,
        cascade::Cascade,
    }
    Mechanism: {
        plan_race::PlanRace,
        lease_storm::LeaseStorm,
        health_flap::HealthFlap,
        congestion_backoff::CongestionBackoff,
        cache_stampede::CacheStampede,
        remirror_storm::RemirrorStorm,
        failover_capacity::FailoverCapacity,
        gray_failure::GrayFailure,
        canary::Canary,
    }
    Lab: {
        order_faults::OrderFaults,
        storage_contract::StorageContract,
        replay_gate::ReplayGate,
        drill_plan::DrillPlan,
        recovery_choice::RecoveryChoice,
        reading_output::ReadingOutput,
    }
}

/// The model called `id`.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Model> {
    CATALOGUE
        .iter()
        .copied()
        .find(|model| model.spec().id == id)
}

/// The model called `id`, with its code fetched if need be; `None` if there is none.
///
/// # Errors
/// When its code does not come. Asking again tries again.
pub async fn fetch(id: &str) -> Result<Option<&'static dyn Model>, NotFetched> {
    match begin(id) {
        Some(fetching) => fetching.await.map(Some),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of models is made without their descriptions, which say the family as well.
    #[test]
    fn every_model_stands_under_the_id_and_the_family_that_it_says() {
        let listed = FAMILIES
            .iter()
            .flat_map(|(family, ids)| ids.iter().map(move |id| (*id, *family)));
        let said = CATALOGUE
            .iter()
            .map(|model| (model.spec().id, model.spec().family));
        assert_eq!(listed.collect::<Vec<_>>(), said.collect::<Vec<_>>());
    }
}
