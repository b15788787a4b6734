//! A bar on standard error.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Progress as When, RunArgs};
use crate::pipeline::to_stderr;

/// Work that ends sooner needs no bar; after so long what it shows is renewed, if nothing else happens.
const PATIENCE: Duration = Duration::from_secs(1);

/// What else is to be said of a run that is under way.
type Note = Box<dyn Fn() -> String + Send>;

/// Shows how far a run is.
pub(crate) struct Progress {
    state: Arc<Mutex<State>>,
    /// Dropped, it ends the clock.
    _clock: Option<Sender<()>>,
}

struct State {
    when: When,
    terminal: bool,
    start: Instant,
    shown: Option<Instant>,
    bar: Option<ProgressBar>,
    total: Option<u64>,
    unit: &'static str,
    position: u64,
    items: u64,
    note: Option<Note>,
}

impl Progress {
    /// `total` is where the position ends, if that is known; items are what is counted.
    pub(crate) fn new(args: &RunArgs, total: Option<u64>, unit: &'static str) -> Self {
        Self::start(args, total, unit, None)
    }

    /// The same for work of which it is not known when there is an item: it is shown that something is done, and `note`
    /// says what.
    pub(crate) fn noting(
        args: &RunArgs,
        total: Option<u64>,
        unit: &'static str,
        note: impl Fn() -> String + Send + 'static,
    ) -> Self {
        Self::start(args, total, unit, Some(Box::new(note)))
    }

    fn start(args: &RunArgs, total: Option<u64>, unit: &'static str, note: Option<Note>) -> Self {
        let when = if args.quiet { When::Never } else { args.progress };
        let terminal = stderr().is_terminal();
        let ticks = note.is_some() && (when == When::Always || when == When::Auto && terminal);
        let state = Arc::new(Mutex::new(State {
            when,
            terminal,
            start: Instant::now(),
            shown: None,
            bar: None,
            total,
            unit,
            position: 0,
            items: 0,
            note,
        }));
        let clock = ticks.then(|| {
            let (clock, bell) = channel();
            let state = Arc::clone(&state);
            std::thread::spawn(move || {
                while bell.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    lock(&state).show();
                }
            });
            clock
        });
        Self { state, _clock: clock }
    }

    /// So many items more, and how far that is of the total.
    pub(crate) fn advance(&mut self, items: u64, position: u64) {
        let mut state = lock(&self.state);
        state.items += items;
        state.position = position;
        state.show();
    }

    /// Writes messages to standard error without tearing the bar.
    pub(crate) fn tell(&self, messages: &[u8]) {
        match &lock(&self.state).bar {
            _ if messages.is_empty() => {}
            Some(bar) => bar.suspend(|| to_stderr(messages)),
            None => to_stderr(messages),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        state.when = When::Never;
        if let Some(bar) = &state.bar {
            bar.finish_and_clear();
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn show(&mut self) {
        let due = match self.when {
            When::Never => return,
            When::Auto => self.terminal && self.start.elapsed() >= PATIENCE,
            When::Always => true,
        };
        if !due {
            return;
        }
        if self.terminal {
            let words = self.words();
            let bar = self.bar.get_or_insert_with(|| bar(self.total));
            bar.set_position(self.position);
            bar.set_message(words);
        } else if self.shown.is_none_or(|shown| shown.elapsed() >= PATIENCE) {
            // A log, one line a second.
            self.shown = Some(Instant::now());
            to_stderr(format!("{}\n", self.words()).as_bytes());
        }
    }

    /// What there is, how fast it comes, and how long the rest takes, as far as that can be said.
    fn words(&self) -> String {
        let elapsed = self.start.elapsed().as_secs_f64();
        let rate = self.items as f64 / elapsed.max(1e-3);
        let mut parts = vec![format!("{} {}", self.items, self.unit)];
        parts.extend((self.items > 0).then(|| {
            if rate < 1.0 {
                format!("{:.1} a minute", 60.0 * rate)
            } else {
                format!("{rate:.0} a second")
            }
        }));
        parts.extend(self.note.as_ref().map(|note| note()));
        if let Some(total) = self.total.filter(|&total| total > 0) {
            let share = self.position as f64 / total as f64;
            // A bar shows it itself.
            parts.extend((!self.terminal).then(|| format!("{:.0} %", 100.0 * share)));
            parts.push(if share > 0.0 {
                format!("{} left", duration(elapsed * (1.0 / share - 1.0)))
            } else {
                "time left unknown".into()
            });
        }
        parts.join(", ")
    }
}

/// Seconds, with hours and minutes where there are so many.
fn duration(seconds: f64) -> String {
    let whole = Duration::try_from_secs_f64(seconds.round()).map_or(u64::MAX, |time| time.as_secs());
    match whole {
        ..120 => format!("{whole} s"),
        120..7200 => format!("{} min", whole / 60),
        _ => format!("{} h", whole / 3600),
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{bar:30} {percent:>3} %  {msg}"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}"),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
