//! Probes: what an algorithm tells about its work, and how it is stopped.

use core::convert::Infallible;
use core::fmt;

/// One step of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A filler starts on an empty grid; every one after the first is a restart.
    Attempt,
    /// A random arrangement of a row is drawn.
    Draw,
    /// A search places a digit.
    Node,
    /// A search chooses one of two or more alternatives that are still untried: a choice it may have to undo.
    Guess,
}

/// Watches an algorithm, and may stop it.
///
/// `()` watches nothing and compiles to nothing; [`Counts`] counts; [`Budget`] counts and stops.
pub trait Probe {
    /// Why it stops an algorithm; `Infallible` if it never does.
    type Stop;

    /// Called at every step.
    ///
    /// # Errors
    ///
    /// When the algorithm must stop.
    fn record(&mut self, event: Event) -> Result<(), Self::Stop>;
}

impl Probe for () {
    type Stop = Infallible;
    #[inline]
    fn record(&mut self, _: Event) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<P: Probe + ?Sized> Probe for &mut P {
    type Stop = P::Stop;
    #[inline]
    fn record(&mut self, event: Event) -> Result<(), P::Stop> {
        (**self).record(event)
    }
}

/// How often each [`Event`] happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Fresh starts: 1 for a filler that never restarts, 0 for a solver.
    pub attempts: u64,
    /// Arrangements drawn in the last attempt.
    pub draws: u64,
    /// Arrangements drawn in all attempts.
    pub draws_total: u64,
    /// Choices between alternatives.
    pub guesses: u64,
    /// Digits placed by a search.
    pub nodes: u64,
}

impl Counts {
    /// The counts of every strategy by name, in the order of tables.
    pub const NAMES: [&str; 4] = ["attempts", "restarts", "guesses", "nodes"];

    /// The counts that only strategies have that draw arrangements of rows.
    pub const DRAW_NAMES: [&str; 2] = ["draws", "draws_total"];

    /// Fresh starts after the first.
    pub fn restarts(&self) -> u64 {
        self.attempts.saturating_sub(1)
    }

    /// The count of that name: one of [`Counts::NAMES`] or [`Counts::DRAW_NAMES`].
    pub fn get(&self, name: &str) -> Option<u64> {
        Some(match name {
            "attempts" => self.attempts,
            "restarts" => self.restarts(),
            "guesses" => self.guesses,
            "nodes" => self.nodes,
            "draws" => self.draws,
            "draws_total" => self.draws_total,
            _ => return None,
        })
    }

    /// What a budget counts: nodes and draws.
    pub fn steps(&self) -> u64 {
        self.nodes + self.draws_total
    }
}

impl Probe for Counts {
    type Stop = Infallible;
    #[inline]
    fn record(&mut self, event: Event) -> Result<(), Infallible> {
        match event {
            Event::Attempt => {
                self.attempts += 1;
                self.draws = 0;
            }
            Event::Draw => {
                self.draws += 1;
                self.draws_total += 1;
            }
            Event::Node => self.nodes += 1,
            Event::Guess => self.guesses += 1,
        }
        Ok(())
    }
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The node budget.
    Nodes,
    /// The time.
    Deadline,
    /// The patience of the caller, who set the cancel flag.
    Cancelled,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "the node budget ran out",
            Self::Deadline => "the time limit was reached",
            Self::Cancelled => "cancelled",
        })
    }
}

impl core::error::Error for Exhausted {}

/// Counts, and stops after so many nodes (draws count as nodes), at a deadline, or when a flag is set.
///
/// Deadline and flag are looked at every 1,024 events: they are the caller's, and make a result depend on the
/// machine; nodes do not.
#[derive(Clone, Debug)]
pub struct Budget<'a> {
    counts: Counts,
    limit: u64,
    ticks: u32,
    #[cfg(feature = "std")]
    deadline: Option<std::time::Instant>,
    cancel: Option<&'a core::sync::atomic::AtomicBool>,
}

impl<'a> Budget<'a> {
    /// No limit.
    pub fn unlimited() -> Self {
        Self::nodes(u64::MAX)
    }

    /// At most that many nodes.
    pub fn nodes(limit: u64) -> Self {
        Self {
            counts: Counts::default(),
            limit,
            ticks: 0,
            #[cfg(feature = "std")]
            deadline: None,
            cancel: None,
        }
    }

    /// Also stops at that moment.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn until(mut self, deadline: std::time::Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Also stops when the flag is set.
    #[must_use]
    pub fn unless(mut self, cancel: &'a core::sync::atomic::AtomicBool) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Does some of the work with at most so many nodes of what is left.
    pub fn part<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.limit;
        self.limit = limit.min(self.counts.steps().saturating_add(nodes));
        let done = work(self);
        self.limit = limit;
        done
    }

    /// What has been counted so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Looks at deadline and flag now.
    ///
    /// # Errors
    ///
    /// When the deadline has passed or the flag is set.
    #[cold]
    pub fn check(&mut self) -> Result<(), Exhausted> {
        self.ticks = 0;
        if self
            .cancel
            .is_some_and(|flag| flag.load(core::sync::atomic::Ordering::Relaxed))
        {
            return Err(Exhausted::Cancelled);
        }
        #[cfg(feature = "std")]
        if self
            .deadline
            .is_some_and(|deadline| std::time::Instant::now() >= deadline)
        {
            return Err(Exhausted::Deadline);
        }
        Ok(())
    }
}

impl Probe for Budget<'_> {
    type Stop = Exhausted;
    #[inline]
    fn record(&mut self, event: Event) -> Result<(), Exhausted> {
        if matches!(event, Event::Node | Event::Draw) && self.counts.steps() >= self.limit {
            return Err(Exhausted::Nodes);
        }
        let Ok(()) = self.counts.record(event);
        self.ticks += 1;
        if self.ticks >= 1024 { self.check() } else { Ok(()) }
    }
}

/// Forwards every event to another probe, and stops after so many nodes: for a search that is given up and begun anew.
#[derive(Debug)]
pub struct Limited<'a, P: ?Sized> {
    probe: &'a mut P,
    left: u64,
}

impl<'a, P: Probe + ?Sized> Limited<'a, P> {
    /// At most `nodes` more nodes.
    #[inline]
    pub fn new(probe: &'a mut P, nodes: u64) -> Self {
        Self { probe, left: nodes }
    }
}

/// Why a search under [`Limited`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedStop<T> {
    /// The limit was reached.
    Limit,
    /// The other probe said so.
    Caller(T),
}

impl<P: Probe + ?Sized> Probe for Limited<'_, P> {
    type Stop = LimitedStop<P::Stop>;
    #[inline]
    fn record(&mut self, event: Event) -> Result<(), Self::Stop> {
        if event == Event::Node {
            self.left = self.left.checked_sub(1).ok_or(LimitedStop::Limit)?;
        }
        self.probe.record(event).map_err(LimitedStop::Caller)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::AtomicBool;

    #[test]
    fn a_budget_stops() {
        let mut budget = Budget::nodes(3);
        for event in [
            Event::Attempt,
            Event::Node,
            Event::Guess,
            Event::Draw,
            Event::Node,
        ] {
            budget.record(event).unwrap();
        }
        assert_eq!(budget.record(Event::Node), Err(Exhausted::Nodes));
        assert_eq!(budget.counts().steps(), 3);

        let mut budget = Budget::nodes(5);
        let spend =
            |budget: &mut Budget<'_>| (0..9).take_while(|_| budget.record(Event::Node).is_ok()).count();
        assert_eq!(budget.part(2, spend), 2);
        assert_eq!(budget.part(u64::MAX, spend), 3);

        let flag = AtomicBool::new(true);
        let mut budget = Budget::unlimited().unless(&flag);
        let stopped = (0..2000).find_map(|_| budget.record(Event::Node).err());
        assert_eq!(stopped, Some(Exhausted::Cancelled));

        let mut budget = Budget::unlimited().until(std::time::Instant::now());
        let stopped = (0..2000).find_map(|_| budget.record(Event::Guess).err());
        assert_eq!(stopped, Some(Exhausted::Deadline));
    }

    #[test]
    fn a_limit_stops_before_its_events_are_forwarded() {
        let mut counts = Counts::default();
        let mut limited = Limited::new(&mut counts, 2);
        assert_eq!(limited.record(Event::Node), Ok(()));
        assert_eq!(limited.record(Event::Guess), Ok(()));
        assert_eq!(limited.record(Event::Node), Ok(()));
        assert_eq!(limited.record(Event::Node), Err(LimitedStop::Limit));
        assert_eq!((counts.nodes, counts.guesses), (2, 1));

        let mut budget = Budget::nodes(1);
        let mut limited = Limited::new(&mut budget, 2);
        assert_eq!(limited.record(Event::Node), Ok(()));
        let stopped = limited.record(Event::Node);
        assert_eq!(stopped, Err(LimitedStop::Caller(Exhausted::Nodes)));
    }

    #[test]
    fn restarts_reset_the_draws() {
        let mut counts = Counts::default();
        for event in [
            Event::Attempt,
            Event::Draw,
            Event::Draw,
            Event::Attempt,
            Event::Draw,
        ] {
            let Ok(()) = counts.record(event);
        }
        assert_eq!((counts.restarts(), counts.draws, counts.draws_total), (1, 1, 3));
    }
}
