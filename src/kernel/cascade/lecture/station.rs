//! One layer of the chain: its slots, what is worked on, and its queue.

use std::collections::VecDeque;

/// A slot at work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Busy {
    pub(super) request: u32,
    /// Service that is left, in milliseconds.
    pub(super) left_ms: f64,
}

/// A layer. A slot is *busy* while it serves, and *held* while its request waits for a layer further down.
#[derive(Clone, Debug)]
pub(super) struct Station {
    /// Slots of each pool; without bulkheads there is one.
    pools: [u32; 2],
    used: [u32; 2],
    /// In the order in which they began.
    pub(super) busy: Vec<Busy>,
    /// In the order in which they came; requests that were given up stay until somebody looks.
    pub(super) queue: VecDeque<u32>,
    /// Those in the queue that still wait, for each pool.
    waiting: [u32; 2],
}

impl Station {
    pub(super) fn new(pools: [u32; 2]) -> Station {
        Station {
            pools,
            used: [0; 2],
            busy: Vec::with_capacity((pools[0] + pools[1]) as usize),
            queue: VecDeque::new(),
            waiting: [0; 2],
        }
    }

    pub(super) fn has_free(&self, pool: usize) -> bool {
        self.used[pool] < self.pools[pool]
    }

    /// Whether somebody waits, anywhere in the queue, for a slot that is free.
    pub(super) fn could_begin(&self) -> bool {
        (self.waiting[0] > 0 && self.has_free(0)) || (self.waiting[1] > 0 && self.has_free(1))
    }

    pub(super) fn begin(&mut self, request: u32, pool: usize, service_ms: f64) {
        self.used[pool] += 1;
        self.busy.push(Busy {
            request,
            left_ms: service_ms,
        });
    }

    /// A slot that serves no more, busy or held, is free again.
    pub(super) fn free(&mut self, pool: usize) {
        self.used[pool] -= 1;
    }

    /// Ends the service of a request that is given up.
    pub(super) fn abandon(&mut self, request: u32, pool: usize) {
        self.busy.retain(|slot| slot.request != request);
        self.free(pool);
    }

    pub(super) fn enqueue(&mut self, request: u32, pool: usize) {
        self.queue.push_back(request);
        self.waiting[pool] += 1;
    }

    /// Somebody in the queue begins, or gives up.
    pub(super) fn wait_ends(&mut self, pool: usize) {
        self.waiting[pool] -= 1;
    }

    pub(super) fn waiting(&self) -> u32 {
        self.waiting[0] + self.waiting[1]
    }

    /// Slots in use: busy and held.
    pub(super) fn used(&self) -> u32 {
        self.used[0] + self.used[1]
    }
}
