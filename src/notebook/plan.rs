//! The order in which cells run, and why some cannot: a pure function of their names.

use std::collections::{BTreeMap, BTreeSet};

use super::reason::{Reason, Sort};
use crate::ordered;

/// The most cells of a notebook that are computed.
pub const MOST_CELLS: usize = 200;

/// The names that a cell gives and needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellNames {
    /// Its id.
    pub id: String,
    /// The values that others may use: full names and what they are.
    pub gives: Vec<(String, Sort)>,
    /// The values without which it cannot run.
    pub takes: Vec<Taken>,
    /// Names whose values it shows, without needing them to run.
    pub shows: BTreeSet<String>,
    /// What is wrong with the cell itself.
    pub fault: Option<Reason>,
}

/// A value that an input takes from elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The input.
    pub input: String,
    /// What the input takes.
    pub needs: Sort,
    /// The value's full name.
    pub name: String,
}

/// The order of the cells that can run, and the reason for each that cannot. Cells are counted from 0
/// in the order of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Every cell that can run, each after those that it needs; otherwise in the order of the page.
    pub order: Vec<usize>,
    /// Every other cell.
    pub blocked: BTreeMap<usize, Reason>,
    /// For each cell, the cells whose inputs take a value of it.
    pub feeds: Vec<BTreeSet<usize>>,
    /// For each cell, the cells that show a value of it.
    pub shown_by: Vec<BTreeSet<usize>>,
}

/// The cell that a name belongs to: the part before the first dot.
#[must_use]
pub fn owner(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Plans a notebook.
///
/// A name whose cell cannot run blocks only the cells that need it, and cells that merely show a value
/// are never blocked by it. Two cells with one id are both blocked, as it is not known which is meant.
#[must_use]
pub fn plan(cells: &[CellNames]) -> Plan {
    let names = Names::of(cells);
    let mut plan = Plan {
        feeds: vec![BTreeSet::new(); cells.len()],
        shown_by: vec![BTreeSet::new(); cells.len()],
        ..Plan::default()
    };
    for (index, cell) in cells.iter().enumerate() {
        for at in cell.takes.iter().filter_map(|t| names.cell(&t.name)) {
            plan.feeds[at].insert(index);
        }
        for at in cell.shows.iter().filter_map(|name| names.cell(name)) {
            plan.shown_by[at].insert(index);
        }
        if let Some(reason) = own_reason(index, cell, &names) {
            plan.blocked.insert(index, reason);
        }
    }
    block_cycles(cells, &mut plan, &names);
    arrange(cells, &mut plan, &names);
    plan
}

/// Where names lead.
struct Names<'a> {
    cells: BTreeMap<&'a str, Vec<usize>>,
    given: BTreeMap<&'a str, Sort>,
    faulty: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    fn of(cells: &'a [CellNames]) -> Names<'a> {
        let mut names = Names {
            cells: BTreeMap::new(),
            given: BTreeMap::new(),
            faulty: BTreeSet::new(),
        };
        for (index, cell) in cells.iter().enumerate() {
            names.cells.entry(&cell.id).or_default().push(index);
            let given = cell.gives.iter().map(|(name, sort)| (name.as_str(), *sort));
            names.given.extend(given);
            if cell.fault.is_some() {
                names.faulty.insert(&cell.id);
            }
        }
        names
    }

    /// The only cell that `name` can belong to.
    fn cell(&self, name: &str) -> Option<usize> {
        match self.cells.get(owner(name))?.as_slice() {
            [index] => Some(*index),
            _ => None,
        }
    }

    /// Why `taken` cannot be had, apart from what the cell that gives it needs in turn.
    fn refuse(&self, taken: &Taken) -> Option<Reason> {
        let cell = owner(&taken.name);
        let Some(owners) = self.cells.get(cell) else {
            return Some(Reason::UnknownName {
                name: taken.name.clone(),
            });
        };
        if owners.len() > 1 || self.faulty.contains(cell) {
            return Some(Reason::DependsOnBlocked {
                cell: cell.to_owned(),
            });
        }
        match self.given.get(taken.name.as_str()) {
            None => Some(Reason::UnknownFigure {
                cell: cell.to_owned(),
                name: taken.name.clone(),
            }),
            Some(gives) if *gives != taken.needs => Some(Reason::UnitMismatch {
                input: taken.input.clone(),
                name: taken.name.clone(),
                needs: taken.needs,
                gives: *gives,
            }),
            Some(_) => None,
        }
    }
}

/// What is wrong with a cell, other cells' own troubles apart.
fn own_reason(index: usize, cell: &CellNames, names: &Names) -> Option<Reason> {
    if index >= MOST_CELLS {
        return Some(Reason::TooManyCells { most: MOST_CELLS });
    }
    if names
        .cells
        .get(cell.id.as_str())
        .is_some_and(|all| all.len() > 1)
    {
        return Some(Reason::Duplicate {
            id: cell.id.clone(),
        });
    }
    let taken = || cell.takes.iter().find_map(|taken| names.refuse(taken));
    cell.fault.clone().or_else(taken)
}

/// Blocks the cells that need themselves, through others or at once.
fn block_cycles(cells: &[CellNames], plan: &mut Plan, names: &Names) {
    let open = |at: &usize| !plan.blocked.contains_key(at);
    let reach: Vec<BTreeSet<usize>> = (0..cells.len())
        .map(|start| {
            if open(&start) {
                reached(start, plan)
            } else {
                BTreeSet::new()
            }
        })
        .collect();
    let mut found = Vec::new();
    for index in (0..cells.len()).filter(|index| reach[*index].contains(index)) {
        let both_ways = |other: &usize| reach[*other].contains(&index);
        let ring = ordered::set(reach[index].iter().copied().filter(both_ways));
        let through = |taken: &&Taken| names.cell(&taken.name).is_some_and(|at| ring.contains(&at));
        let used = ring
            .iter()
            .flat_map(|at| cells[*at].takes.iter().filter(through));
        let used = ordered::set(used.map(|taken| taken.name.clone()));
        let reason = Reason::Cycle {
            cells: ring.iter().map(|at| cells[*at].id.clone()).collect(),
            names: used.into_iter().collect(),
        };
        found.push((index, reason));
    }
    plan.blocked.extend(found);
}

/// The cells that `start` feeds, through any number of others that are not blocked.
fn reached(start: usize, plan: &Plan) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut next = vec![start];
    while let Some(at) = next.pop() {
        for fed in &plan.feeds[at] {
            if !plan.blocked.contains_key(fed) && seen.insert(*fed) {
                next.push(*fed);
            }
        }
    }
    seen
}

/// Orders what can run, the first on the page first, and blocks what needs a blocked cell.
fn arrange(cells: &[CellNames], plan: &mut Plan, names: &Names) {
    let needs = |index: usize| {
        let taken = cells[index].takes.iter();
        taken.filter_map(|taken| names.cell(&taken.name))
    };
    let mut missing: Vec<BTreeSet<usize>> =
        (0..cells.len()).map(|i| ordered::set(needs(i))).collect();
    let is_ready = |index: &usize| missing[*index].is_empty() || plan.blocked.contains_key(index);
    let mut ready = ordered::set((0..cells.len()).filter(is_ready));
    while let Some(index) = ready.pop_first() {
        let blocked = plan.blocked.contains_key(&index);
        if !blocked {
            plan.order.push(index);
        }
        for fed in plan.feeds[index].clone() {
            if plan.blocked.contains_key(&fed) {
                continue;
            }
            missing[fed].remove(&index);
            if blocked {
                let cell = cells[index].id.clone();
                plan.blocked.insert(fed, Reason::DependsOnBlocked { cell });
                ready.insert(fed);
            } else if missing[fed].is_empty() {
                ready.insert(fed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Unit;

    const SECONDS: Sort = Sort::Number(Unit::Second);

    /// A cell `id` that gives `id.x` in seconds and takes `takes` as inputs in seconds.
    fn cell(id: &str, takes: &[&str]) -> CellNames {
        let taken = |name: &&str| Taken {
            input: format!("{id}_input"),
            needs: SECONDS,
            name: (*name).to_owned(),
        };
        CellNames {
            id: id.to_owned(),
            gives: vec![(format!("{id}.x"), SECONDS)],
            takes: takes.iter().map(taken).collect(),
            ..CellNames::default()
        }
    }

    fn order_of(cells: &[CellNames]) -> String {
        let ids: Vec<_> = plan(cells)
            .order
            .iter()
            .map(|i| cells[*i].id.clone())
            .collect();
        ids.join(" ")
    }

    fn codes(cells: &[CellNames]) -> String {
        let plan = plan(cells);
        let word =
            |(index, reason): (&usize, &Reason)| format!("{}:{}", cells[*index].id, reason.code());
        plan.blocked.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn small_graphs() {
        let cases: [(&str, Vec<CellNames>, &str, &str); 9] = [
            ("nothing", vec![], "", ""),
            (
                "cells that need nothing keep the order of the page",
                vec![cell("b", &[]), cell("a", &[])],
                "b a",
                "",
            ),
            (
                "a cell may need one further down",
                vec![cell("a", &["b.x"]), cell("b", &[])],
                "b a",
                "",
            ),
            (
                "a diamond",
                vec![
                    cell("d", &["b.x", "c.x"]),
                    cell("c", &["a.x"]),
                    cell("b", &["a.x"]),
                    cell("a", &[]),
                ],
                "a c b d",
                "",
            ),
            (
                "an unknown name blocks its cell and what needs it, and nothing else",
                vec![
                    cell("a", &["nobody.x"]),
                    cell("b", &["a.x"]),
                    cell("c", &[]),
                ],
                "c",
                "a:unknown_name b:depends_on_blocked",
            ),
            (
                "a cell that gives no such figure",
                vec![cell("a", &["b.y"]), cell("b", &[])],
                "b",
                "a:unknown_figure",
            ),
            (
                "a cell that needs itself",
                vec![cell("a", &["a.x"]), cell("b", &[])],
                "b",
                "a:cycle",
            ),
            (
                "what depends on a cycle is not called a part of it",
                vec![
                    cell("c", &["a.x"]),
                    cell("a", &["b.x"]),
                    cell("b", &["a.x"]),
                    cell("d", &["c.x"]),
                ],
                "",
                "c:depends_on_blocked a:cycle b:cycle d:depends_on_blocked",
            ),
            (
                "both of two cells with one id are blocked, and who needs that id",
                vec![
                    cell("a", &[]),
                    cell("a", &[]),
                    cell("b", &["a.x"]),
                    cell("c", &[]),
                ],
                "c",
                "a:duplicate a:duplicate b:depends_on_blocked",
            ),
        ];
        for (what, cells, order, blocked) in cases {
            assert_eq!(order_of(&cells), order, "{what}");
            assert_eq!(codes(&cells), blocked, "{what}");
        }
    }

    /// The rule of C73: name the cells and the variables, run nothing in the cycle, everything else.
    #[test]
    fn a_cycle_names_its_cells_and_variables() {
        let cells = [
            cell("free", &[]),
            cell("one", &["three.x", "free.x"]),
            cell("two", &["one.x"]),
            cell("three", &["two.x"]),
        ];
        let plan = plan(&cells);
        let expected = Reason::Cycle {
            cells: vec!["one".into(), "two".into(), "three".into()],
            names: vec!["one.x".into(), "three.x".into(), "two.x".into()],
        };
        assert_eq!(plan.order, [0]);
        for index in 1..4 {
            assert_eq!(plan.blocked.get(&index), Some(&expected));
        }
    }

    #[test]
    fn two_separate_cycles_are_named_apart() {
        let cells = [
            cell("a", &["b.x"]),
            cell("b", &["a.x"]),
            cell("c", &["d.x", "a.x"]),
            cell("d", &["c.x"]),
        ];
        let plan = plan(&cells);
        let ring = |index: usize| match plan.blocked.get(&index) {
            Some(Reason::Cycle { cells, names }) => (cells.join(" "), names.join(" ")),
            other => panic!("{other:?}"),
        };
        assert_eq!(ring(0), ("a b".to_owned(), "a.x b.x".to_owned()));
        assert_eq!(ring(3), ("c d".to_owned(), "c.x d.x".to_owned()));
    }

    #[test]
    fn units_must_agree() {
        let mut share = cell("share", &[]);
        share.gives = vec![("share.x".to_owned(), Sort::Number(Unit::Ratio))];
        let plan = plan(&[share, cell("a", &["share.x"])]);
        let expected = Reason::UnitMismatch {
            input: "a_input".to_owned(),
            name: "share.x".to_owned(),
            needs: SECONDS,
            gives: Sort::Number(Unit::Ratio),
        };
        assert_eq!(plan.blocked.get(&1), Some(&expected));
        assert_eq!(plan.order, [0]);
    }

    #[test]
    fn a_faulty_cell_is_blocked_by_its_fault_and_blocks_what_needs_it() {
        let mut faulty = cell("a", &[]);
        faulty.gives.clear();
        faulty.fault = Some(Reason::UnknownModel {
            model: "no_such".to_owned(),
        });
        let cells = [faulty, cell("b", &["a.x"])];
        assert_eq!(codes(&cells), "a:unknown_model b:depends_on_blocked");
    }

    #[test]
    fn showing_a_value_never_blocks() {
        let mut words = cell("words", &[]);
        words.shows = ["a.x", "nobody.x"].map(str::to_owned).into();
        let cells = [words, cell("a", &["a.x"])];
        let plan = plan(&cells);
        assert_eq!(plan.order, [0]);
        assert!(plan.shown_by[1].contains(&0));
    }

    #[test]
    fn cells_beyond_the_bound_are_blocked_and_those_before_run() {
        let cells: Vec<_> = (0..=MOST_CELLS)
            .map(|i| cell(&format!("c{i}"), &[]))
            .collect();
        let plan = plan(&cells);
        assert_eq!(plan.order.len(), MOST_CELLS);
        assert_eq!(
            plan.blocked.get(&MOST_CELLS),
            Some(&Reason::TooManyCells { most: MOST_CELLS })
        );
    }

    /// Laws, over random graphs: every cell is planned once; what runs comes after all that it needs;
    /// what is blocked needs itself, or something that is blocked.
    #[test]
    fn any_graph_is_planned() {
        let mut seed: u32 = 1;
        let mut below = |n: u32| {
            // Numerical Recipes' linear congruential generator, high bits.
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        let (mut ran, mut stopped) = (0, 0);
        for _ in 0..500 {
            let size = 1 + below(8);
            let needs: Vec<Vec<u32>> = (0..size)
                .map(|_| (0..size).filter(|_| below(6) == 0).collect())
                .collect();
            let cells: Vec<CellNames> = needs
                .iter()
                .enumerate()
                .map(|(index, needs)| {
                    let takes: Vec<String> = needs.iter().map(|n| format!("c{n}.x")).collect();
                    let takes: Vec<&str> = takes.iter().map(String::as_str).collect();
                    cell(&format!("c{index}"), &takes)
                })
                .collect();
            let plan = plan(&cells);
            ran += plan.order.len();
            stopped += plan.blocked.len();
            assert_eq!(plan.order.len() + plan.blocked.len(), cells.len());
            for (at, index) in plan.order.iter().enumerate() {
                let before = |need: &u32| plan.order[..at].contains(&(*need as usize));
                assert!(needs[*index].iter().all(before), "{needs:?} {plan:?}");
            }
            for index in plan.blocked.keys() {
                let blocked = |need: &u32| plan.blocked.contains_key(&(*need as usize));
                assert!(needs[*index].iter().any(blocked), "{needs:?} {plan:?}");
            }
        }
        assert!(ran > 200 && stopped > 200, "{ran} ran, {stopped} did not");
    }
}
