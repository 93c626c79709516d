//! How many customers a second the queue simulators serve, beside programs that people use for it.
//!
//! One queue, M/M/8 at 90 %, in one run of the bench; medians of five. SimPy and Ciw are run if the interpreter that
//! `PYTHON` names (else `python3`) has them, with the scripts beside this file.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]
#![allow(clippy::disallowed_methods, reason = "a bench reads the clock")]

mod median;

use std::collections::VecDeque;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use median::median;
use outage_lab::kernel::rng::Stream;
use outage_lab::kernel::sim::{
    Agenda, Delay, Engine, EventQueue, ServiceTime, Station, StationRun, System, Time,
};

const SERVERS: u32 = 8;
const LOAD: f64 = 0.9;
const CUSTOMERS: u64 = 2_000_000;
const ROUNDS: usize = 5;

/// What each contestant serves a second: the median of the rounds, in each of which all take a turn, so that a machine that
/// is busy with something else is so for all of them.
fn per_second<const N: usize>(mut contestants: [&mut dyn FnMut() -> u64; N]) -> [f64; N] {
    let mut rates = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (contestant, rates) in contestants.iter_mut().zip(&mut rates) {
            let start = Instant::now();
            let count = black_box(contestant());
            rates.push(count as f64 / start.elapsed().as_secs_f64());
        }
    }
    rates.map(median)
}

/// Gaps and services of the queue, in nanoseconds, the same for every engine.
struct Draws {
    gaps: Stream,
    services: Stream,
}

impl Draws {
    fn new() -> Draws {
        Draws {
            gaps: Stream::new(425, "arrivals"),
            services: Stream::new(425, "service"),
        }
    }

    fn gap_ns(&mut self) -> u64 {
        Delay::drawn(self.gaps.exponential(LOAD * f64::from(SERVERS))).ns()
    }

    fn service_ns(&mut self) -> u64 {
        Delay::drawn(self.services.exponential(1.0)).ns()
    }
}

/// The same draws out of a table made beforehand, so that the event loop is measured and not the generator.
#[derive(Clone)]
struct Table {
    gaps_ns: Vec<u64>,
    services_ns: Vec<u64>,
    at: usize,
}

const TABLE: usize = 1 << 16;

impl Table {
    fn new() -> Table {
        let mut draws = Draws::new();
        Table {
            gaps_ns: (0..TABLE).map(|_| draws.gap_ns()).collect(),
            services_ns: (0..TABLE).map(|_| draws.service_ns()).collect(),
            at: 0,
        }
    }
}

trait Source {
    fn gap_ns(&mut self) -> u64;
    fn service_ns(&mut self) -> u64;
}

impl Source for Draws {
    fn gap_ns(&mut self) -> u64 {
        Draws::gap_ns(self)
    }
    fn service_ns(&mut self) -> u64 {
        Draws::service_ns(self)
    }
}

impl Source for Table {
    fn gap_ns(&mut self) -> u64 {
        self.at += 1;
        self.gaps_ns[self.at % TABLE]
    }
    fn service_ns(&mut self) -> u64 {
        self.services_ns[self.at % TABLE]
    }
}

/// The queue, without an engine: what both engines drive.
struct Shop<D> {
    draws: D,
    left: u64,
    idle: u32,
    line: VecDeque<u64>,
    wait_ns: u64,
    served: u64,
}

impl<D: Source> Shop<D> {
    fn new(draws: D) -> Shop<D> {
        Shop {
            draws,
            left: CUSTOMERS,
            idle: SERVERS,
            line: VecDeque::new(),
            wait_ns: 0,
            served: 0,
        }
    }

    /// The gap to the next customer, and the service that begins, if one does.
    fn arrive(&mut self, now_ns: u64) -> (Option<u64>, Option<u64>) {
        self.left -= 1;
        let gap_ns = (self.left > 0).then(|| self.draws.gap_ns());
        if self.idle == 0 {
            self.line.push_back(now_ns);
            return (gap_ns, None);
        }
        self.idle -= 1;
        (gap_ns, Some(self.draws.service_ns()))
    }

    /// The service that begins, if one does.
    fn depart(&mut self, now_ns: u64) -> Option<u64> {
        self.served += 1;
        match self.line.pop_front() {
            Some(since_ns) => {
                self.wait_ns += now_ns - since_ns;
                Some(self.draws.service_ns())
            }
            None => {
                self.idle += 1;
                None
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Event {
    Arrival,
    Departure,
}

impl<D: Source> System for Shop<D> {
    type Event = Event;

    fn handle(&mut self, event: Event, agenda: &mut Agenda<Event>) {
        let now_ns = agenda.now().ns();
        let (gap, service) = match event {
            Event::Arrival => self.arrive(now_ns),
            Event::Departure => (None, self.depart(now_ns)),
        };
        if let Some(gap_ns) = gap {
            agenda.after(Delay::from_ns(gap_ns), Event::Arrival);
        }
        if let Some(service_ns) = service {
            agenda.after(Delay::from_ns(service_ns), Event::Departure);
        }
    }
}

fn by_engine<D: Source>(draws: D) -> (u64, u64) {
    let mut run = Engine::new(Shop::new(draws), Time::END);
    run.agenda().after(Delay::from_ns(1), Event::Arrival);
    run.advance(u64::MAX);
    let shop = run.into_system();
    (shop.served, shop.wait_ns)
}

mod by_desque {
    use super::{Shop, Source};
    use desque::serial::{OkEvent, Simulation};
    use desque::{SimState, SimTime};

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Ns(u64);
    impl SimTime for Ns {}

    struct State<D>(Shop<D>);
    impl<D: Source> SimState<Ns> for State<D> {
        fn is_complete(&self, _now: &Ns) -> bool {
            false
        }
    }

    #[derive(Debug)]
    struct Arrival;
    #[derive(Debug)]
    struct Departure;

    impl<D: Source + 'static> OkEvent<State<D>, Ns> for Arrival {
        fn execute(&mut self, run: &mut Simulation<State<D>, Ns>) {
            let now = *run.current_time();
            let (gap, service) = run.state_mut().0.arrive(now.0);
            if let Some(gap_ns) = gap {
                run.schedule(Arrival, Ns(now.0 + gap_ns)).unwrap();
            }
            if let Some(service_ns) = service {
                run.schedule(Departure, Ns(now.0 + service_ns)).unwrap();
            }
        }
    }

    impl<D: Source + 'static> OkEvent<State<D>, Ns> for Departure {
        fn execute(&mut self, run: &mut Simulation<State<D>, Ns>) {
            let now = *run.current_time();
            if let Some(service_ns) = run.state_mut().0.depart(now.0) {
                run.schedule(Departure, Ns(now.0 + service_ns)).unwrap();
            }
        }
    }

    pub(super) fn run<D: Source + 'static>(draws: D) -> (u64, u64) {
        let mut run = Simulation::new(State(Shop::new(draws)), Ns(0));
        run.schedule(Arrival, Ns(1)).unwrap();
        run.run().unwrap();
        let shop = &run.state().0;
        (shop.served, shop.wait_ns)
    }
}

fn by_recursion(servers: u32, customers: u64) -> u64 {
    let station = Station {
        arrival_per_s: LOAD * f64::from(servers),
        service_per_s: 1.0,
        servers,
        service: ServiceTime::Exponential,
    };
    let mut run = StationRun::new(station, customers, 0.1, 425).unwrap();
    run.advance(u64::MAX);
    black_box(run.measured());
    customers
}

/// Events a second with `waiting` events in the queue: the next leaves, and another comes.
fn held(waiting: u64) -> (f64, f64) {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    const EVENTS: u64 = 2_000_000;
    let mut random = Stream::new(1, "delays");
    let delays: Vec<u64> = (0..TABLE).map(|_| random.below(1_000_000)).collect();
    let delay = |at: u64| delays[at as usize % TABLE];
    let mut ours = EventQueue::new();
    let mut std = BinaryHeap::new();
    for at in 0..waiting {
        ours.push(Time::from_ns(delay(at * 7)), at as u32);
        std.push(Reverse((delay(at * 7), at, at as u32)));
    }
    let mut order = waiting;
    let [ours, std] = per_second([
        &mut || {
            for at in 0..EVENTS {
                let (time, event) = ours.pop_until(Time::END).unwrap();
                ours.push(time.after(Delay::from_ns(delay(at))), event);
            }
            EVENTS
        },
        &mut || {
            for at in 0..EVENTS {
                let Reverse((time, _, event)) = std.pop().unwrap();
                order += 1;
                std.push(Reverse((time + delay(at), order, event)));
            }
            EVENTS
        },
    ]);
    (ours, std)
}

/// Customers a second that a script beside this file prints, if its library is there.
fn by_python(script: &str) -> Option<f64> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let path = format!("{}/benches/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python).arg(path).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn main() {
    println!(
        "M/M/{SERVERS} at {:.0} %, {CUSTOMERS} customers, medians of {ROUNDS}",
        LOAD * 100.0
    );
    assert_eq!(
        by_engine(Draws::new()),
        by_desque::run(Draws::new()),
        "both engines run the same queue"
    );

    let table = Table::new();
    let [recursion, engine, desque, loop_only, desque_loop] = per_second([
        &mut || by_recursion(SERVERS, CUSTOMERS),
        &mut || by_engine(Draws::new()).0,
        &mut || by_desque::run(Draws::new()).0,
        &mut || by_engine(table.clone()).0,
        &mut || by_desque::run(table.clone()).0,
    ]);
    let line = |name: &str, customers: f64| {
        println!("  {name:<44} {:>10.3e} customers/s", customers);
    };
    line("recursion, measured (kernel::sim::StationRun)", recursion);
    line("event engine", engine);
    line("desque", desque);
    line("event engine, draws out of a table", loop_only);
    line("desque, draws out of a table", desque_loop);
    println!(
        "  an event engine serves a customer with two events: {:.3e} events/s",
        2.0 * loop_only
    );
    println!(
        "  engine : desque = {:.2} with draws, {:.2} without",
        engine / desque,
        loop_only / desque_loop
    );

    for (name, script) in [("SimPy", "mmc_simpy.py"), ("Ciw", "mmc_ciw.py")] {
        match by_python(script) {
            Some(customers) => {
                line(name, customers);
                println!(
                    "  recursion : {name} = {:.0}, engine : {name} = {:.0}",
                    recursion / customers,
                    engine / customers
                );
            }
            None => println!(
                "  {name}: not installed here, so there is no ratio to it (PYTHON=… names an interpreter)"
            ),
        }
    }

    println!("Recursion by number of servers, at {:.0} %", LOAD * 100.0);
    for servers in [1, 100, 10_000, 100_000] {
        let [rate] = per_second([&mut || by_recursion(servers, CUSTOMERS / 2)]);
        line(&format!("{servers} servers"), rate);
    }

    println!("Event queue: events a second with so many waiting");
    for waiting in [1, 10, 100, 1_000, 10_000, 100_000] {
        let (ours, std) = held(waiting);
        println!(
            "  {waiting:>7} {ours:>10.3e}, heap of the standard library {std:>10.3e}, ratio {:.2}",
            ours / std
        );
    }
}
