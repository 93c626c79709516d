//! What becomes of a request: into a layer, onto a slot, down the chain, and out again.

use super::run::{API, AUX, DB, NONE, Place, Request, SVC, Simulation};

impl Simulation {
    fn pool(&self, layer: usize, request: &Request) -> usize {
        usize::from(layer == SVC && self.switches.bulkhead && request.needs_aux)
    }

    /// A request comes to a layer: it takes a slot, or waits for one.
    pub(super) fn enter(&mut self, id: u32, layer: usize) {
        let at = id as usize;
        if layer >= DB {
            if layer == DB && self.switches.breaker && !self.breaker.allows() {
                self.fast_fail += 1;
                self.fail(id, true);
                return;
            }
            self.dep_calls += 1;
            self.requests[at].reports = self.switches.breaker;
        }
        let pool = self.pool(layer, &self.requests[at]);
        let is_free = self.stations[layer].has_free(pool);
        let request = &mut self.requests[at];
        request.layer = layer as u8;
        request.since = self.tick;
        request.place = if is_free { Place::Busy } else { Place::Queued };
        if is_free {
            let service_ms = self.random.expovariate(self.service_rate[layer]);
            self.stations[layer].begin(id, pool, service_ms);
        } else {
            self.stations[layer].enqueue(id, pool);
        }
    }

    /// A tick of work in a layer. Who is done keeps the slot and goes on to the next layer, or is answered.
    pub(super) fn serve(&mut self, layer: usize) {
        // Nobody comes to this layer or leaves it but by the loop, so that its list can be taken out.
        let mut busy = std::mem::take(&mut self.stations[layer].busy);
        let mut kept = 0;
        for at in 0..busy.len() {
            let mut slot = busy[at];
            slot.left_ms -= self.step_ms;
            if slot.left_ms > 0.0 {
                busy[kept] = slot;
                kept += 1;
                continue;
            }
            let request = &mut self.requests[slot.request as usize];
            request.place = Place::Between;
            request.holds += 1;
            let next = match (layer, request.needs_aux) {
                (API, _) => SVC,
                (SVC, false) => DB,
                (SVC, true) => AUX,
                _ => {
                    self.answer(slot.request);
                    continue;
                }
            };
            self.enter(slot.request, next);
        }
        busy.truncate(kept);
        self.stations[layer].busy = busy;
    }

    /// Gives free slots to the first in the queue who can use them.
    pub(super) fn dispatch(&mut self, layer: usize) {
        let mut at = 0;
        while let Some(id) = self.stations[layer].queue.front()
            && self.requests[*id as usize].place == Place::Outside
        {
            self.stations[layer].queue.pop_front();
        }
        // Who could not begin cannot begin later in this tick either: slots only become fewer.
        while at < self.constants.dispatch_scan as usize && self.stations[layer].could_begin() {
            let Some(id) = self.stations[layer].queue.get(at).copied() else {
                break;
            };
            let request = self.requests[id as usize];
            let pool = self.pool(layer, &request);
            if request.place == Place::Outside || !self.stations[layer].has_free(pool) {
                at += 1;
                continue;
            }
            self.requests[id as usize].place = Place::Busy;
            // A tick over is in order, as time-outs are looked for at the end of a tick.
            let allowed_s = self.wait_limit_s + 1.5 * self.constants.tick_s;
            if self.now_s - self.time_s(request.since) > allowed_s {
                self.unseen.overdue += 1;
            }
            let service_ms = self.random.expovariate(self.service_rate[layer]);
            let station = &mut self.stations[layer];
            station.queue.remove(at);
            station.wait_ends(pool);
            station.begin(id, pool, service_ms);
        }
    }

    fn answer(&mut self, id: u32) {
        let request = self.requests[id as usize];
        self.report_call(id, false);
        let latency_s = self.now_s - self.time_s(request.born);
        self.release(id);
        self.ok += 1;
        self.latencies_s.push(latency_s);
        self.good += u64::from(latency_s * 1000.0 <= self.constants.slo_ms);
        self.priority[usize::from(request.is_low)].ok += 1;
        self.dependency[usize::from(request.needs_aux)].ok += 1;
        self.unseen.late += u64::from(latency_s > self.constants.client_timeout_s);
        self.unseen.instant += u64::from(request.born == self.tick);
    }

    /// An attempt has failed: it gives up all its slots. It may be sent again, unless the user has left.
    fn fail(&mut self, id: u32, user_waits: bool) {
        self.report_call(id, true);
        self.release(id);
        if user_waits && self.switches.retry && self.may_retry(id) {
            let request = &mut self.requests[id as usize];
            request.retries += 1;
            let retries = i32::from(request.retries);
            let mut due_s = self.now_s;
            if self.switches.breaker {
                let doubled = (0..retries).fold(1.0, |wait, _| 2.0 * wait);
                let spread = self.random.uniform(0.5, 1.5);
                due_s += self.constants.retry_base_s * doubled * spread;
            } else {
                self.unseen.retries_at_once += 1;
            }
            self.back_off(id, due_s);
        } else {
            self.failed += 1;
        }
    }

    fn may_retry(&self, id: u32) -> bool {
        u32::from(self.requests[id as usize].retries) < self.constants.retries
            && (!self.switches.breaker
                || self.breaker.error_ratio() < self.constants.retry_budget_error)
    }

    /// Puts a request on the list of the first tick that is due, this one's being over.
    fn back_off(&mut self, id: u32, due_s: f64) {
        self.in_backoff += 1;
        if due_s > self.time_s(self.ticks) {
            return;
        }
        let guess = (due_s / self.constants.tick_s) as u32;
        let mut tick = guess.saturating_sub(1).max(self.tick + 1);
        while self.time_s(tick) < due_s {
            tick += 1;
        }
        let Some(list) = self.returning.get_mut(tick as usize) else {
            return;
        };
        self.requests[id as usize].next = NONE;
        if list.first == NONE {
            list.first = id;
        } else {
            self.requests[list.last as usize].next = id;
        }
        list.last = id;
    }

    fn report_call(&mut self, id: u32, failed: bool) {
        let request = &mut self.requests[id as usize];
        if request.reports {
            request.reports = false;
            let from_db = !request.needs_aux;
            self.breaker.record(self.now_s, failed, from_db);
        }
    }

    /// Takes a request out of all layers.
    fn release(&mut self, id: u32) {
        let request = self.requests[id as usize];
        let layer = usize::from(request.layer);
        match request.place {
            Place::Busy => {
                let pool = self.pool(layer, &request);
                self.stations[layer].abandon(id, pool);
            }
            Place::Queued => {
                let pool = self.pool(layer, &request);
                self.stations[layer].wait_ends(pool);
            }
            Place::Between | Place::Outside => {}
        }
        let dependency = if request.needs_aux { AUX } else { DB };
        for held in [API, SVC, dependency]
            .into_iter()
            .take(usize::from(request.holds))
        {
            let pool = self.pool(held, &request);
            self.stations[held].free(pool);
        }
        let request = &mut self.requests[id as usize];
        request.holds = 0;
        request.place = Place::Outside;
        self.in_layers -= 1;
    }

    /// The layers' time-outs, which look at the head of each queue only, then the users' patience.
    pub(super) fn check_timeouts(&mut self) {
        for layer in [API, SVC, DB, AUX] {
            let heads = self.stations[layer].queue.len();
            let mut at = 0;
            for _ in 0..heads.min(self.constants.timeout_scan as usize) {
                let id = self.stations[layer].queue[at];
                let request = &self.requests[id as usize];
                let is_over = self.now_s - self.time_s(request.since) > self.wait_limit_s;
                // Queues are in order of time: nobody further back has waited longer.
                if !is_over {
                    break;
                }
                if request.place == Place::Queued {
                    self.stations[layer].queue.remove(at);
                    self.fail(id, true);
                } else {
                    at += 1;
                }
            }
        }
        while let Some(request) = self.requests.get(self.oldest)
            && self.now_s - self.time_s(request.born) > self.constants.client_timeout_s
        {
            if request.place != Place::Outside {
                self.fail(self.oldest as u32, false);
            }
            self.oldest += 1;
        }
    }
}
