//! One step for each set of eliminations: the first, or the best.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::{Candidate, Kind, Step, Visit};

/// Steps of which none removes the same by the same kind as another: of those, the first of the smallest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Best {
    known: HashMap<Kind, HashMap<Vec<Candidate>, usize>>,
    steps: Vec<Step>,
}

impl Best {
    /// Forgets all steps.
    pub(crate) fn clear(&mut self) {
        self.known.values_mut().for_each(HashMap::clear);
        self.steps.clear();
    }

    /// Builds and keeps a step that removes `gone`, in ascending order, unless one of at most that complexity does.
    pub(crate) fn offer(
        &mut self,
        kind: Kind,
        gone: &[Candidate],
        complexity: u32,
        step: impl FnOnce() -> Step,
    ) {
        let known = self.known.entry(kind).or_default();
        match known.get(gone) {
            Some(&index) if self.steps[index].pattern.complexity <= complexity => {}
            Some(&index) => self.steps[index] = step(),
            None => {
                known.insert(gone.to_vec(), self.steps.len());
                self.steps.push(step());
            }
        }
    }

    /// Shows the steps, small ones first, of these those that remove more.
    pub(crate) fn show(&mut self, visit: Visit<'_>) -> ControlFlow<()> {
        fn key(step: &Step) -> (u32, Reverse<usize>, Kind, &[Candidate]) {
            let removed = &step.eliminations;
            (
                step.pattern.complexity,
                Reverse(removed.len()),
                step.kind,
                removed,
            )
        }
        self.steps.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
        self.steps.drain(..).try_for_each(visit)
    }
}

/// Sets of eliminations, each given once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fresh {
    known: HashSet<Vec<Candidate>>,
    gone: Vec<Candidate>,
}

impl Fresh {
    /// Forgets all sets.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }

    /// The candidates in order, each once, if there are any and they were not given before.
    pub(crate) fn take(&mut self, gone: impl IntoIterator<Item = Candidate>) -> Option<Vec<Candidate>> {
        self.gone.clear();
        self.gone.extend(gone);
        if self.gone.is_empty() {
            return None;
        }
        self.gone.sort_unstable();
        self.gone.dedup();
        if self.known.contains(&self.gone) {
            return None;
        }
        self.known.insert(self.gone.clone());
        Some(self.gone.clone())
    }
}
