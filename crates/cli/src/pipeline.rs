//! Chunks of work in parallel, what they write in order, memory bounded.

use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::sample::Tally;
use crate::status::Failure;

/// Set when what still runs is of no use: interrupted, out of budget, or the reader of the output has left.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A piece is handed on when it has grown to that size.
pub(crate) const PIECE_BYTES: usize = 1 << 18;

/// A search at 25x25 recurses deep.
const STACK_BYTES: usize = 4 << 20;

/// Ctrl-C asks for an orderly end; a second one does not wait for it.
pub(crate) fn watch_interrupts() -> Result<(), Failure> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        STOP.store(true, Ordering::Relaxed);
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Message(format!("signals: {error}")))
}

pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

pub(crate) fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// What a worker hands on: a part of the output, whole lines unless `part` says that more of the last follows.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    /// For the output.
    pub(crate) out: Vec<u8>,
    /// For standard error.
    pub(crate) messages: Vec<u8>,
    /// Puzzles or grids finished in it.
    pub(crate) items: u64,
    /// How far the input has been read by its end.
    pub(crate) position: u64,
    /// Some puzzle had no answer of the kind asked for.
    pub(crate) failed: bool,
    /// Nothing may follow it.
    pub(crate) last: bool,
    /// Parts of `out`, in order, that are left out if one with the same key came before.
    pub(crate) keys: Vec<(Box<[u8]>, Range<usize>)>,
    /// What is not written, but added up.
    pub(crate) tally: Option<Box<dyn Tally>>,
}

/// Buffers that are kept for pieces to come.
const MAX_SPARE: usize = 32;

/// Memory of pieces that have been written, for those to come.
static SPARE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// An empty buffer.
pub(crate) fn buffer() -> Vec<u8> {
    SPARE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .pop()
        .unwrap_or_default()
}

fn recycle(mut buffer: Vec<u8>) {
    let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
    if spare.len() < MAX_SPARE {
        buffer.clear();
        spare.push(buffer);
    }
}

/// Where the pieces of a chunk go.
pub(crate) struct Emit<'a> {
    /// Takes pieces; false when nobody wants more.
    pub(crate) take: &'a mut dyn FnMut(Piece) -> bool,
    /// Whether they are written at once, since all that goes before has been.
    pub(crate) awaited: &'a AtomicBool,
}

impl Emit<'_> {
    /// Hands on a piece; false when nobody wants more.
    pub(crate) fn piece(&mut self, piece: Piece) -> bool {
        (self.take)(piece)
    }
}

/// What a worker does with a chunk of work.
pub(crate) type Work<T> = Box<dyn Fn(T, Emit<'_>) + Send + Sync>;

/// What the source of chunks says.
pub(crate) enum Next<T> {
    Chunk(T),
    /// Nothing now.
    Wait,
    End,
}

/// The threads a core at most: more gain nothing, and thousands take minutes to start and to stop.
const A_CORE: usize = 8;

/// The threads.
pub(crate) fn pool(jobs: Option<NonZeroUsize>) -> Result<ThreadPool, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    ThreadPoolBuilder::new()
        .num_threads(jobs.map_or(0, NonZeroUsize::get).min(A_CORE * cores))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| Failure::Message(error.to_string()))
}

/// Works on chunks in parallel and consumes their pieces in order, on this thread.
///
/// `next` is asked for chunks, and told whether it may block. At most `2 jobs + 1` chunks are under way, each
/// with at most two pieces waiting. Chunks start in order, so the one whose pieces are awaited always runs.
pub(crate) fn run<T: Send>(
    pool: &ThreadPool,
    work: &Work<T>,
    mut next: impl FnMut(bool) -> Result<Next<T>, Failure>,
    mut consume: impl FnMut(&mut Piece) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let limit = 2 * pool.current_num_threads() + 1;
    pool.in_place_scope_fifo(|scope| {
        let mut under_way: VecDeque<(Receiver<Piece>, Arc<AtomicBool>)> = VecDeque::new();
        let mut ended = false;
        let mut schedule = || {
            loop {
                while !ended && under_way.len() < limit {
                    match next(under_way.is_empty())? {
                        Next::Chunk(chunk) => {
                            let (sender, receiver) = sync_channel(2);
                            let awaited = Arc::new(AtomicBool::new(false));
                            under_way.push_back((receiver, Arc::clone(&awaited)));
                            scope.spawn_fifo(move |_| {
                                let emit = Emit {
                                    take: &mut |piece| sender.send(piece).is_ok(),
                                    awaited: &awaited,
                                };
                                work(chunk, emit);
                            });
                        }
                        Next::Wait => break,
                        Next::End => ended = true,
                    }
                }
                match under_way.pop_front() {
                    Some((pieces, awaited)) => {
                        awaited.store(true, Ordering::Relaxed);
                        for mut piece in pieces {
                            consume(&mut piece)?;
                            recycle(piece.out);
                            if piece.last {
                                return Ok(());
                            }
                        }
                    }
                    None if ended => return Ok(()),
                    None => {}
                }
            }
        };
        let result = schedule();
        // The scope waits for its workers; without receivers and with the flag they end soon.
        STOP.store(true, Ordering::Relaxed);
        drop(under_way);
        result
    })
}

/// How many items a chunk should have: few for slow ones, so that all threads have work, many for fast ones.
/// What is written does not depend on it.
#[derive(Debug)]
pub(crate) struct Pace {
    size: AtomicUsize,
    max: usize,
}

impl Pace {
    const TARGET: Duration = Duration::from_millis(5);

    pub(crate) fn new(max: usize) -> Self {
        Self {
            size: AtomicUsize::new(1),
            max: max.max(1),
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// Learns from a chunk.
    pub(crate) fn took(&self, items: usize, start: Instant) {
        let elapsed = start.elapsed().as_nanos().max(1);
        let right = items as u128 * Self::TARGET.as_nanos() / elapsed;
        let size = usize::try_from(right).map_or(self.max, |right| right.min(4 * items));
        self.size.store(size.clamp(1, self.max), Ordering::Relaxed);
    }
}

/// The seed of a run, from the system where none is given; standard error is told in any case.
pub(crate) fn seed(given: Option<u64>) -> u64 {
    let seed = given.unwrap_or_else(rand::random);
    tell_seed(seed);
    seed
}

/// Tells standard error of the seed of a run.
pub(crate) fn tell_seed(seed: u64) {
    to_stderr(format!("seed: {seed} (gridwright {})\n", env!("CARGO_PKG_VERSION")).as_bytes());
}

/// Writes to standard error; that it is closed is no reason to stop.
pub(crate) fn to_stderr(text: &[u8]) {
    let _ = io::Write::write_all(&mut io::stderr(), text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept() {
        // Later chunks are faster; each hands on several pieces.
        let work: Work<u64> = Box::new(|chunk, mut emit| {
            std::thread::sleep(Duration::from_micros((chunk * 7919) % 300));
            for part in 0..5 {
                let out = format!("{chunk}.{part} ").into_bytes();
                assert!(emit.piece(Piece {
                    out,
                    ..Piece::default()
                }));
            }
        });
        for jobs in [1, 2, 7] {
            let pool = pool(NonZeroUsize::new(jobs)).ok().unwrap();
            let (mut chunks, mut seen) = (0..200, Vec::new());
            let next = |_| Ok(chunks.next().map_or(Next::End, Next::Chunk));
            let consume = |piece: &mut Piece| {
                seen.extend_from_slice(&piece.out);
                Ok(())
            };
            assert!(run(&pool, &work, next, consume).is_ok());
            let expected: String = (0..200)
                .flat_map(|chunk| (0..5).map(move |part| format!("{chunk}.{part} ")))
                .collect();
            assert_eq!(String::from_utf8(seen).unwrap(), expected);
        }
    }

    #[test]
    fn the_last_piece_ends_it() {
        let work: Work<u64> = Box::new(|chunk, mut emit| {
            emit.piece(Piece {
                items: 1,
                last: chunk == 3,
                ..Piece::default()
            });
        });
        let pool = pool(NonZeroUsize::new(2)).ok().unwrap();
        let mut items = 0;
        let consume = |piece: &mut Piece| {
            items += piece.items;
            Ok(())
        };
        let mut chunks = (0..).map(Next::Chunk);
        let next = |_| Ok(chunks.next().unwrap_or(Next::End));
        assert!(run(&pool, &work, next, consume).is_ok());
        assert_eq!(items, 4);
    }

    #[test]
    fn the_pace_adapts() {
        let pace = Pace::new(1000);
        assert_eq!(pace.size(), 1);
        for _ in 0..9 {
            pace.took(pace.size(), Instant::now());
        }
        assert_eq!(pace.size(), 1000);
        pace.took(1000, Instant::now().checked_sub(Duration::from_secs(5)).unwrap());
        assert_eq!(pace.size(), 1);
    }
}
