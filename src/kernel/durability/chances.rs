//! What a Markov chain comes to in a time: the exponential of its rates.

/// Chances to come from each state of a chain to each other; the last state is the loss, which is never left.
pub(super) struct Chances {
    states: usize,
    /// Row by row.
    from_to: Vec<f64>,
}

impl Chances {
    /// After a time with `ticks` ticks on average, at most one, of a clock that ticks `fastest_per_s` and moves the chain:
    /// Σ (ticks · U)ᵏ / k! by Horner's rule, with U the chances of a move at one tick.
    pub(super) fn after_few(rates: &[[f64; 3]], fastest_per_s: f64, ticks: f64) -> Chances {
        // The last of these terms are below a part in 10¹⁸ even where the first that counts is the one with all steps to
        // the loss.
        const BEYOND: usize = 20;
        let states = rates.len() + 1;
        let at_tick = |row: usize| -> [(usize, f64); 4] {
            let Some([loss, worse, repair]) = rates.get(row) else {
                return [(row, 1.0), (row, 0.0), (row, 0.0), (row, 0.0)];
            };
            let stay = (fastest_per_s - loss - worse - repair).max(0.0);
            [
                (row, stay / fastest_per_s),
                (states - 1, loss / fastest_per_s),
                (row + 1, worse / fastest_per_s),
                (row.saturating_sub(1), repair / fastest_per_s),
            ]
        };
        let mut series = Chances::unit(states);
        for term in (1..=states + BEYOND).rev() {
            let mut next = Chances::unit(states);
            for row in 0..states {
                for (by, chance) in at_tick(row) {
                    next.add(row, chance * ticks / term as f64, &series, by);
                }
            }
            series = next;
        }
        series.scaled_to_sums_of_one()
    }

    /// Nothing has happened.
    fn unit(states: usize) -> Chances {
        let mut unit = Chances::none(states);
        for state in 0..states {
            unit.from_to[state * states + state] = 1.0;
        }
        unit
    }

    fn none(states: usize) -> Chances {
        Chances {
            states,
            from_to: vec![0.0; states * states],
        }
    }

    /// Adds `factor` times a row of another to a row.
    fn add(&mut self, row: usize, factor: f64, other: &Chances, by: usize) {
        let states = self.states;
        let theirs = &other.from_to[by * states..(by + 1) * states];
        for (ours, theirs) in self.from_to[row * states..(row + 1) * states]
            .iter_mut()
            .zip(theirs)
        {
            *ours += factor * theirs;
        }
    }

    /// After twice the time.
    pub(super) fn twice(&self) -> Chances {
        let mut twice = Chances::none(self.states);
        for row in 0..self.states {
            for by in 0..self.states {
                twice.add(row, self.from_to[row * self.states + by], self, by);
            }
        }
        twice.scaled_to_sums_of_one()
    }

    fn scaled_to_sums_of_one(mut self) -> Chances {
        for row in self.from_to.chunks_exact_mut(self.states) {
            let sum: f64 = row.iter().sum();
            row.iter_mut().for_each(|chance| *chance /= sum);
        }
        self
    }

    /// From the first state to the last.
    pub(super) fn loss(&self) -> f64 {
        self.from_to[self.states - 1]
    }
}
