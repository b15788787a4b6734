//! Puzzles of which no two are equivalent.

use std::collections::HashSet;

use gridwright_grid::{Budget, Shape};

use crate::{Made, Stopped, Worker};

/// The puzzles of a run so far, by their keys.
#[derive(Clone, Debug, Default)]
pub struct Distinct(HashSet<Box<[u8]>>);

impl Distinct {
    /// Whether there was none with this key; from now on there is one.
    pub fn insert(&mut self, key: &[u8]) -> bool {
        self.0.insert(key.into())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<S: Shape> Worker<S> {
    /// [`Worker::unit`] without puzzles equivalent to earlier ones: further attempts are made in their place, except of an
    /// order that [`is_whole`](crate::Order::is_whole). Called unit by unit from 0, this is what a run consists of.
    ///
    /// # Errors
    ///
    /// When the budget runs out, or the attempts.
    pub fn distinct(
        &mut self,
        seed: u64,
        unit: u64,
        distinct: &mut Distinct,
        budget: &mut Budget<'_>,
        made: &mut Vec<Made<S>>,
    ) -> Result<(), Stopped> {
        let mut from = 0;
        loop {
            let mut some = Vec::new();
            self.unit(seed, unit, from, budget, &mut some)?;
            from = some.last().map_or(0, |made| made.attempts);
            some.retain(|made| distinct.insert(&made.key));
            if self.order().is_whole() || !some.is_empty() {
                made.append(&mut some);
                return Ok(());
            }
            if from >= self.order().attempts() {
                return Err(Stopped::GaveUp(from));
            }
        }
    }
}
