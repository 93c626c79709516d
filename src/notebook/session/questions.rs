//! Questions: predict, then reveal, and how near the prediction was.

use super::super::schema::{Cell, QuestionAnswer, QuestionCell};
use super::values::WORKING;
use super::{Session, State};
use crate::text::{Arg, Message};

/// A prediction.
#[derive(Clone, Debug, PartialEq)]
pub enum Guess {
    /// The id of an option.
    Choice(String),
    /// A number in the unit of the answer.
    Number(f64),
}

/// How a prediction compares with the answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The right option was chosen.
    Right,
    /// Another one was.
    Wrong,
    /// A number so near to the answer as it was when it was revealed.
    Number(Closeness),
    /// There was no answer to compare with when it was revealed.
    NoAnswer,
}

/// How near a number is to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closeness {
    /// Within the question's ratio.
    Near,
    /// Below that.
    Low,
    /// Above that.
    High,
}

/// What has happened to a question.
#[derive(Default)]
pub(super) struct Asked {
    guess: Option<Guess>,
    revealed: Option<Revealed>,
    /// Whether the answer was asked for while it was being computed.
    awaited: bool,
}

/// The answer when it was revealed: moving a control later does not change how good a guess was.
struct Revealed {
    number: Option<f64>,
}

impl Session {
    /// Records a prediction; it may be changed until the answer is revealed.
    ///
    /// # Errors
    /// When there is no such question, its answer has been revealed, or it is not answered like that.
    pub fn predict(&mut self, question: &str, guess: Guess) -> Result<(), Message> {
        let (at, cell) = self.question(question)?;
        let fits = match (&cell.answer, &guess) {
            (QuestionAnswer::Choice { options, .. }, Guess::Choice(id)) => {
                options.iter().any(|option| option.id == *id)
            }
            (QuestionAnswer::Number { .. }, Guess::Number(number)) => number.is_finite(),
            _ => false,
        };
        if !fits {
            return Err(about("notebook.question.unfit", question));
        }
        let asked = self.asked_mut(at, question)?;
        if asked.revealed.is_some() {
            return Err(about("notebook.question.revealed", question));
        }
        asked.guess = Some(guess);
        self.touched.insert(at);
        Ok(())
    }

    /// Reveals the answer, with or without a prediction, and what is hidden until then.
    ///
    /// # Errors
    /// When there is no such question, or its answer is still being computed; it is revealed as soon as it is there.
    pub fn reveal(&mut self, question: &str) -> Result<(), Message> {
        let (at, cell) = self.question(question)?;
        let answer = match &cell.answer {
            QuestionAnswer::Choice { .. } => None,
            QuestionAnswer::Number { from, .. } => self.value(from).map(|answer| answer.value),
        };
        let asked = self.asked_mut(at, question)?;
        asked.awaited = asked.revealed.is_none() && answer == Some(Err(WORKING));
        if asked.awaited {
            self.touched.insert(at);
            return Err(about("notebook.question.working", question));
        }
        let number = answer.and_then(Result::ok);
        if asked.revealed.is_none() {
            asked.revealed = Some(Revealed { number });
            self.touched.insert(at);
            let hidden = |cell: &Cell| cell.after() == Some(question);
            let cells = self.document.cells.iter().enumerate();
            let shown = cells
                .filter(|(_, cell)| hidden(cell))
                .map(|(index, _)| index);
            self.touched.extend(shown);
        }
        Ok(())
    }

    /// Whether the answer has been revealed.
    #[must_use]
    pub fn revealed(&self, question: &str) -> bool {
        self.asked(question)
            .is_some_and(|asked| asked.revealed.is_some())
    }

    /// Whether the answer was asked for and is being computed.
    #[must_use]
    pub fn awaited(&self, question: &str) -> bool {
        self.asked(question).is_some_and(|asked| asked.awaited)
    }

    /// Reveals the answers that were asked for while they were being computed and are there by now.
    pub(super) fn reveal_awaited(&mut self) {
        for at in 0..self.cells.len() {
            if matches!(&self.cells[at], State::Question(asked) if asked.awaited) {
                let question = self.document.cells[at].id().to_owned();
                // One that is still being computed goes on waiting.
                let _ = self.reveal(&question);
            }
        }
    }

    /// The prediction.
    #[must_use]
    pub fn guess(&self, question: &str) -> Option<&Guess> {
        self.asked(question)?.guess.as_ref()
    }

    /// How the prediction compares with the answer, once that has been revealed.
    #[must_use]
    pub fn judge(&self, question: &str) -> Option<Verdict> {
        let asked = self.asked(question)?;
        let (guess, revealed) = (asked.guess.as_ref()?, asked.revealed.as_ref()?);
        let (_, cell) = self.question(question).ok()?;
        Some(match (&cell.answer, guess) {
            (QuestionAnswer::Choice { right, .. }, Guess::Choice(id)) if id == right => {
                Verdict::Right
            }
            (QuestionAnswer::Number { within_ratio, .. }, Guess::Number(guess)) => {
                revealed.number.map_or(Verdict::NoAnswer, |answer| {
                    Verdict::Number(closeness(*guess, answer, *within_ratio))
                })
            }
            _ => Verdict::Wrong,
        })
    }

    /// Whether the cell at `index` is shown: it does not wait for a question, or that has been answered.
    /// A cell that waits for a question that does not exist is shown.
    #[must_use]
    pub fn visible(&self, index: usize) -> bool {
        let after = self.document.cells.get(index).and_then(Cell::after);
        let asked = after.and_then(|question| self.asked(question));
        asked.is_none_or(|asked| asked.revealed.is_some())
    }

    fn question(&self, id: &str) -> Result<(usize, &QuestionCell), Message> {
        let at = self.position(id);
        match at.and_then(|at| Some((at, self.document.cells.get(at)?))) {
            Some((at, Cell::Question(cell))) => Ok((at, cell)),
            _ => Err(about("notebook.question.unknown", id)),
        }
    }

    fn asked(&self, question: &str) -> Option<&Asked> {
        match self.cells.get(self.position(question)?) {
            Some(State::Question(asked)) => Some(asked),
            _ => None,
        }
    }

    fn asked_mut(&mut self, at: usize, question: &str) -> Result<&mut Asked, Message> {
        match self.cells.get_mut(at) {
            Some(State::Question(asked)) => Ok(asked),
            _ => Err(about("notebook.question.unknown", question)),
        }
    }
}

fn about(key: &str, question: &str) -> Message {
    Message::new(key).with("question", Arg::Plain(question.to_owned()))
}

/// Compares by ratio where both are on one side of zero, else by order.
fn closeness(guess: f64, answer: f64, within_ratio: f64) -> Closeness {
    let ratio = guess / answer;
    let ratio = (ratio.is_finite() && ratio > 0.0).then_some(ratio);
    let near = match ratio {
        Some(ratio) => ratio <= within_ratio && ratio * within_ratio >= 1.0,
        None => guess == answer,
    };
    match near {
        true => Closeness::Near,
        false if guess < answer => Closeness::Low,
        false => Closeness::High,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closeness(guess: f64, answer: f64) -> Closeness {
        super::closeness(guess, answer, 2.0)
    }

    #[test]
    fn near_is_between_half_and_double() {
        assert_eq!(closeness(10.0, 20.0), Closeness::Near);
        assert_eq!(closeness(40.0, 20.0), Closeness::Near);
        assert_eq!(closeness(9.9, 20.0), Closeness::Low);
        assert_eq!(closeness(40.1, 20.0), Closeness::High);
    }

    #[test]
    fn below_zero_the_order_is_still_that_of_numbers() {
        assert_eq!(closeness(-10.0, -20.0), Closeness::Near);
        assert_eq!(closeness(-50.0, -20.0), Closeness::Low);
        assert_eq!(closeness(-5.0, -20.0), Closeness::High);
    }

    #[test]
    fn zero_has_no_ratio() {
        assert_eq!(closeness(0.0, 0.0), Closeness::Near);
        assert_eq!(closeness(1.0, 0.0), Closeness::High);
        assert_eq!(closeness(-1.0, 20.0), Closeness::Low);
    }
}
