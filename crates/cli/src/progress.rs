//! A bar on standard error.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Progress as When, RunArgs};
use crate::pipeline::to_stderr;

/// Work that ends sooner needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows how far a run is.
pub(crate) struct Progress {
    when: When,
    terminal: bool,
    start: Instant,
    shown: Option<Instant>,
    bar: Option<ProgressBar>,
    total: Option<u64>,
    unit: &'static str,
    position: u64,
    items: u64,
}

impl Progress {
    /// `total` is where the position ends, if that is known; items are what is counted.
    pub(crate) fn new(args: &RunArgs, total: Option<u64>, unit: &'static str) -> Self {
        Self {
            when: if args.quiet { When::Never } else { args.progress },
            terminal: stderr().is_terminal(),
            start: Instant::now(),
            shown: None,
            bar: None,
            total,
            unit,
            position: 0,
            items: 0,
        }
    }

    /// So many items more, and how far that is of the total.
    pub(crate) fn advance(&mut self, items: u64, position: u64) {
        self.items += items;
        self.position = position;
        let due = match self.when {
            When::Never => return,
            When::Auto => self.terminal && self.start.elapsed() >= PATIENCE,
            When::Always => true,
        };
        if !due {
            return;
        }
        if self.terminal {
            let bar = self.bar.get_or_insert_with(|| bar(self.total));
            bar.set_position(self.position);
            bar.set_message(words(self.items, self.unit, self.start.elapsed()));
        } else if self.shown.is_none_or(|shown| shown.elapsed() >= PATIENCE) {
            // A log, one line a second.
            self.shown = Some(Instant::now());
            let mut line = words(self.items, self.unit, self.start.elapsed());
            if let Some(total) = self.total.filter(|&total| total > 0) {
                let share = self.position as f64 / total as f64;
                let left = self.start.elapsed().as_secs_f64() * (1.0 / share.max(1e-9) - 1.0);
                line = format!("{line}, {:.0} %, {left:.0} s left", 100.0 * share);
            }
            to_stderr(format!("{line}\n").as_bytes());
        }
    }

    /// Writes messages to standard error without tearing the bar.
    pub(crate) fn tell(&self, messages: &[u8]) {
        match &self.bar {
            _ if messages.is_empty() => {}
            Some(bar) => bar.suspend(|| to_stderr(messages)),
            None => to_stderr(messages),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (
            ProgressBar::new(total),
            "{bar:30} {percent:>3} %  {msg}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}"),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn words(items: u64, unit: &str, elapsed: Duration) -> String {
    let rate = items as f64 / elapsed.as_secs_f64().max(1e-3);
    format!("{items} {unit}, {rate:.0} a second")
}
