//! All that follows from one assumption, by shortest chains.

use super::graph::{Graph, Literal};

const NONE: u32 = u32::MAX;

/// What follows from a literal, in the order of distance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk {
    distance: Vec<u32>,
    parent: Vec<Literal>,
    reached: Vec<Literal>,
}

impl Walk {
    /// Follows everything from `start` for up to `limit` steps.
    pub(crate) fn from(&mut self, graph: &Graph, start: Literal, limit: u32) {
        for &literal in &self.reached {
            self.distance[literal as usize] = NONE;
        }
        self.distance.resize(graph.literals(), NONE);
        self.parent.resize(graph.literals(), NONE);
        self.reached.clear();
        self.reached.push(start);
        self.distance[start as usize] = 0;
        let mut at = 0;
        while let Some(&literal) = self.reached.get(at) {
            at += 1;
            let distance = self.distance[literal as usize] + 1;
            if distance > limit {
                break;
            }
            for &next in graph.follows(literal) {
                if self.distance[next as usize] == NONE {
                    self.distance[next as usize] = distance;
                    self.parent[next as usize] = literal;
                    self.reached.push(next);
                }
            }
        }
    }

    /// All literals that follow, the nearest first, the start itself foremost.
    pub(crate) fn reached(&self) -> &[Literal] {
        &self.reached
    }

    /// How many steps away, if it follows.
    #[inline]
    pub(crate) fn distance(&self, literal: Literal) -> Option<u32> {
        Some(self.distance[literal as usize]).filter(|&distance| distance != NONE)
    }

    /// Writes the chain from the start to a literal that was reached.
    pub(crate) fn path(&self, to: Literal, path: &mut Vec<Literal>) {
        path.clear();
        let mut at = to;
        path.push(at);
        while self.distance[at as usize] != 0 {
            at = self.parent[at as usize];
            path.push(at);
        }
        path.reverse();
    }
}
