//! Mathematics and simulation: numbers in, numbers out; no text for people.
