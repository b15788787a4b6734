//! Work in parallel, output in order, memory bounded.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::status::Failure;

/// Set by control-C; budgets look at it.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(crate) fn catch_interrupts() -> Result<(), Failure> {
    let set = || INTERRUPTED.store(true, Ordering::Relaxed);
    ctrlc::set_handler(set).map_err(|error| Failure::new(format!("cannot handle interrupts: {error}")))
}

fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A part of what a job has to say, in order.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    /// For the output.
    pub(crate) out: Vec<u8>,
    /// Lines for standard error.
    pub(crate) errors: String,
    /// How many items are finished.
    pub(crate) items: u64,
    /// How many of them have no answer of the kind asked for.
    pub(crate) failed: u64,
    /// Nothing after this piece is to be written.
    pub(crate) last: bool,
}

/// Where a job puts its pieces. Sending blocks while the output lags behind.
pub(crate) struct Emitter(SyncSender<Piece>);

impl Emitter {
    /// False when nobody listens any more: the job can stop.
    pub(crate) fn emit(&self, piece: Piece) -> bool {
        self.0.send(piece).is_ok()
    }
}

/// Runs `work` on every job that `next` gives, on `threads` threads, and hands their pieces to `sink` in the order of
/// the jobs. A few jobs a thread are under way at once, each a few pieces ahead.
pub(crate) fn run<J: Send>(
    threads: usize,
    mut next: impl FnMut() -> Result<Option<J>, Failure>,
    work: impl Fn(J, &Emitter) + Sync,
    mut sink: impl FnMut(Piece) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(4 << 20)
        .build();
    let pool = pool.map_err(|error| Failure::new(format!("cannot start {threads} threads: {error}")))?;
    let work = &work;
    pool.in_place_scope(|scope| {
        let mut under_way: VecDeque<Receiver<Piece>> = VecDeque::new();
        let mut ended = false;
        loop {
            while !ended && under_way.len() < 2 * threads + 1 {
                let Some(job) = next()? else {
                    ended = true;
                    break;
                };
                let (sender, receiver) = sync_channel(4);
                scope.spawn(move |_| work(job, &Emitter(sender)));
                under_way.push_back(receiver);
            }
            let Some(first) = under_way.pop_front() else {
                return Ok(());
            };
            while let Some(piece) = receive(&first)? {
                let last = piece.last;
                sink(piece)?;
                if last {
                    return Ok(());
                }
            }
        }
    })
}

/// The next piece of a job; `None` when it has ended.
fn receive(job: &Receiver<Piece>) -> Result<Option<Piece>, Failure> {
    loop {
        let received = job.recv_timeout(Duration::from_millis(50));
        // A job that was cancelled may have sent half an answer.
        if interrupted() {
            return Err(Failure::Interrupted);
        }
        match received {
            Ok(piece) => return Ok(Some(piece)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
