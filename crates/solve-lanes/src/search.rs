//! The search: one puzzle in each lane, all in step.

use gridwright_grid::{B3x3, Budget, Event, Exhausted, Grid, Outcome, Probe, Puzzle};

use crate::Work;
use crate::layout::{self, CELL, FULL, PEERS, Words};
use crate::vector::{Row, Vector};

/// Where the answer to a puzzle is gathered.
pub(crate) trait Answer {
    fn solution(&mut self, grid: impl FnOnce() -> Grid<B3x3>);
    fn stop(&mut self, reason: Exhausted);
}

impl Answer for Outcome<B3x3> {
    #[inline(always)]
    fn solution(&mut self, grid: impl FnOnce() -> Grid<B3x3>) {
        *self = match self {
            Self::Unique(first) => Self::Ambiguous(*first, grid()),
            _ => Self::Unique(grid()),
        }
    }

    fn stop(&mut self, reason: Exhausted) {
        *self = Self::Undetermined(reason);
    }
}

impl Answer for Result<u64, Exhausted> {
    #[inline(always)]
    fn solution(&mut self, _: impl FnOnce() -> Grid<B3x3>) {
        if let Ok(count) = self {
            *count += 1;
        }
    }

    fn stop(&mut self, reason: Exhausted) {
        *self = Err(reason);
    }
}

/// A batch.
pub(crate) struct Job<'a, A> {
    pub(crate) puzzles: &'a [Puzzle<B3x3>],
    /// One for each puzzle.
    pub(crate) answers: &'a mut [A],
    /// A search ends at so many solutions.
    pub(crate) limit: u64,
    /// What each puzzle may take.
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) stacks: &'a mut Vec<Vec<Frame>>,
    pub(crate) work: &'a mut Work,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    words: Words,
    /// The word and the bit of the cell that is naked there, if one is.
    word: u32,
    bits: u32,
}

/// What is known of the puzzles, a lane each.
struct State<const N: usize> {
    /// Candidates: three words for each digit.
    words: [Row<N>; 27],
    /// Of each digit, the triads that hold it in the only cell left to it in its box.
    hidden: [Row<N>; 9],
    /// Of each digit, the triads that hold it for certain.
    certain: [Row<N>; 9],
    /// Cells that are filled, but whose other candidates are still there.
    filled: [Row<N>; 3],
    /// Cells with one candidate, or filled.
    naked: [Row<N>; 3],
    /// Cells with two candidates.
    bivalue: [Row<N>; 3],
    /// Triads that three digits are certain in.
    full: Row<N>,
    /// Triads that three digits are possible in.
    exact: Row<N>,
    /// Where something is open, the lane is not solved.
    open: Row<N>,
}

/// The first of three neighbouring bits: those of stack 0.
const FIRST_STACK: u32 = 0o1_111_111_111;
/// The last of three neighbouring bits: those of stack 2.
const LAST_STACK: u32 = FIRST_STACK << 2;
/// The first three of nine neighbouring bits: those of band 0.
const FIRST_BAND: u32 = 0o7_007_007_007;

/// To the next stack, the last to the first.
#[inline(always)]
fn next_stack<V: Vector<N>, const N: usize>(x: V) -> V {
    V::splat(FIRST_STACK).select(x.shr::<2>(), x.shl::<1>())
}

/// To the stack before.
#[inline(always)]
fn last_stack<V: Vector<N>, const N: usize>(x: V) -> V {
    V::splat(LAST_STACK).select(x.shl::<2>(), x.shr::<1>())
}

/// To the next band.
#[inline(always)]
fn next_band<V: Vector<N>, const N: usize>(x: V) -> V {
    V::splat(FIRST_BAND).select(x.shr::<6>(), x.shl::<3>())
}

/// To the next row of the band, or column of the stack.
#[inline(always)]
fn next_line<V: Vector<N>, const N: usize>(x: V) -> V {
    (x.shl::<9>() | x.shr::<18>()) & V::splat(FULL)
}

/// To the row or column before.
#[inline(always)]
fn last_line<V: Vector<N>, const N: usize>(x: V) -> V {
    (x.shl::<18>() | x.shr::<9>()) & V::splat(FULL)
}

/// The row triads that take part in a way to put the digit into their band.
#[inline(always)]
fn in_bands<V: Vector<N>, const N: usize>(t: V) -> V {
    let line = next_line(t);
    let pairs = (t & next_stack(line)) | (next_stack(t) & line);
    t & next_stack(next_line(pairs))
}

/// The column triads that take part in a way to put the digit into their stack.
#[inline(always)]
fn in_stacks<V: Vector<N>, const N: usize>(t: V) -> V {
    let line = next_line(t);
    let pairs = (t & next_band(line)) | (next_band(t) & line);
    t & next_band(next_line(pairs))
}

/// What a round found: a bit for each lane.
struct Found {
    dead: u32,
    solved: u32,
    stuck: u32,
}

impl<const N: usize> State<N> {
    fn new() -> Self {
        let none = Row([0; N]);
        Self {
            words: [none; 27],
            hidden: [none; 9],
            certain: [none; 9],
            filled: [none; 3],
            naked: [none; 3],
            bivalue: [none; 3],
            full: none,
            exact: none,
            open: none,
        }
    }

    /// Puts a lane into a state; the cells of `naked` have one candidate.
    #[inline(always)]
    fn enter(&mut self, lane: usize, words: &Words, naked: [u32; 3]) {
        for (row, &word) in self.words.iter_mut().zip(words) {
            row.0[lane] = word;
        }
        for w in 0..3 {
            self.naked[w].0[lane] = naked[w];
            self.filled[w].0[lane] = 0;
        }
        self.full.0[lane] = 0;
        self.exact.0[lane] = 0;
        self.open.0[lane] = FULL;
    }

    /// Deduces once from each digit.
    #[inline(always)]
    fn round<V: Vector<N>>(&mut self) -> Found {
        let zero = V::splat(0);
        let naked = [0, 1, 2].map(|w| V::load(&self.naked[w]));
        let filled_before = [0, 1, 2].map(|w| V::load(&self.filled[w]));
        let full = V::load(&self.full);
        let exact = V::load(&self.exact);
        let was_open = V::load(&self.open);

        let mut filled = [zero; 3];
        // Those that digits before the last one fill: with the last one it would be a serial chain.
        let mut lagged = [zero; 3];
        let [mut one, mut two, mut three] = [[zero; 3]; 3];
        let [mut certain1, mut certain2, mut certain3, mut certain4] = [zero; 4];
        let [mut possible1, mut possible2, mut possible3, mut possible4] = [zero; 4];
        let mut bad = zero;
        let mut boxes = V::splat(FULL);
        let mut changed = zero;

        for d in 0..9 {
            let old = [
                V::load(&self.words[3 * d]),
                V::load(&self.words[3 * d + 1]),
                V::load(&self.words[3 * d + 2]),
            ];
            let hidden = V::load(&self.hidden[d]);
            let certain = V::load(&self.certain[d]);
            let mut x = old;
            let mut placed = old;
            for w in 0..3 {
                x[w] = x[w] & (hidden | !filled_before[w]);
                x[w] = x[w] & !lagged[w];
                placed[w] = x[w] & naked[w];
            }
            lagged = filled;
            bad = bad | placed[0].two(placed[1], placed[2]);
            let placed_triads = placed[0].any(placed[1], placed[2]);
            for w in 0..3 {
                x[w] = x[w] & (placed[w] | !placed_triads);
            }
            // Row triads.
            let mut t = x[0].any(x[1], x[2]);
            t = t & !(full & !certain);
            let sure = placed_triads | (t & exact);
            t = t & !(next_stack(sure) | last_stack(sure));
            t = in_bands(t);
            for w in 0..3 {
                x[w] = x[w] & t;
            }
            // Column triads.
            let y = in_stacks(x[0].any(next_line(x[1]), last_line(x[2])));
            x[0] = x[0] & y;
            x[1] = x[1] & last_line(y);
            x[2] = x[2] & next_line(y);
            // What is certain.
            let t = x[0].any(x[1], x[2]);
            let (next, last) = (next_line(t), last_line(t));
            let certain = t & !(next | last);
            boxes = boxes & t.any(next, last);
            let hidden = certain & x[0].one(x[1], x[2]);
            for w in 0..3 {
                let here = x[w] & hidden;
                bad = bad | (filled[w] & here);
                filled[w] = filled[w] | here;
                three[w] = three[w] | (two[w] & x[w]);
                two[w] = two[w] | (one[w] & x[w]);
                one[w] = one[w] | x[w];
                changed = changed | (old[w] ^ x[w]);
                x[w].store(&mut self.words[3 * d + w]);
            }
            hidden.store(&mut self.hidden[d]);
            certain.store(&mut self.certain[d]);
            certain4 = certain4 | (certain3 & certain);
            certain3 = certain3 | (certain2 & certain);
            certain2 = certain2 | (certain1 & certain);
            certain1 = certain1 | certain;
            possible4 = possible4 | (possible3 & t);
            possible3 = possible3 | (possible2 & t);
            possible2 = possible2 | (possible1 & t);
            possible1 = possible1 | t;
        }

        let whole = one[0] & one[1] & one[2] & boxes & possible3;
        bad = bad | certain4 | (whole ^ V::splat(FULL));
        certain3.store(&mut self.full);
        (possible3 & !possible4).store(&mut self.exact);
        let mut open = zero;
        for w in 0..3 {
            filled[w].store(&mut self.filled[w]);
            (filled[w] | (one[w] & !two[w])).store(&mut self.naked[w]);
            (two[w] & !three[w]).store(&mut self.bivalue[w]);
            open = open | (two[w] & !filled[w]);
            changed = changed | (two[w] & filled[w]);
        }
        open.store(&mut self.open);
        let alive = bad.zeros();
        let solved = was_open.zeros() & alive;
        Found {
            dead: !alive,
            solved,
            stuck: changed.zeros() & alive & !solved & !open.zeros(),
        }
    }
}

/// The cell to branch on: its word, its bit, its candidates.
#[inline(always)]
fn choose(words: &Words, bivalue: [u32; 3]) -> (usize, u32, u32) {
    let mut best = (0, 0, 0);
    let mut best_score = 0;
    let mut left = 8;
    for w in 0..3 {
        let mut cells = bivalue[w];
        while cells != 0 && left > 0 {
            left -= 1;
            let bit = cells.trailing_zeros();
            cells &= cells - 1;
            let mut digits = 0;
            for d in 0..9 {
                digits |= (words[3 * d + w] >> bit & 1) << d;
            }
            let peers = &PEERS[(32 * w + bit as usize) % 96];
            let a = 3 * (digits.trailing_zeros() as usize % 9);
            let b = 3 * ((digits & (digits.wrapping_sub(1))).trailing_zeros() as usize % 9);
            let mut score = 1;
            for v in 0..3 {
                let (in_a, in_b) = (words[a + v] & peers[v], words[b + v] & peers[v]);
                score += in_a.count_ones() + in_b.count_ones();
                score += (in_a & bivalue[v]).count_ones() + (in_b & bivalue[v]).count_ones();
            }
            if score > best_score {
                best_score = score;
                best = (w, bit, digits);
            }
        }
    }
    if best_score > 0 { best } else { smallest(words) }
}

/// The first open cell with the fewest candidates.
#[cold]
fn smallest(words: &Words) -> (usize, u32, u32) {
    let mut best = (0, 0, 0);
    let mut fewest = u32::MAX;
    for w in 0..3 {
        for bit in 0..27 {
            let digits = (0..9).fold(0, |digits, d| digits | (words[3 * d + w] >> bit & 1) << d);
            if (2..fewest).contains(&digits.count_ones()) {
                fewest = digits.count_ones();
                best = (w, bit, digits);
            }
        }
    }
    debug_assert!(fewest < 10, "a stuck lane has an open cell");
    best
}

/// A lane's puzzle.
struct Lane<'a> {
    index: usize,
    solutions: u64,
    budget: Budget<'a>,
}

/// Does the job.
#[inline(always)]
pub(crate) fn search<V: Vector<N>, const N: usize, A: Answer>(job: &mut Job<'_, A>) {
    let mut state = State::<N>::new();
    let stacks = &mut job.stacks[..];
    let mut lanes: [Lane<'_>; N] = core::array::from_fn(|_| Lane {
        index: 0,
        solutions: 0,
        budget: job.budget.clone(),
    });
    let mut next = 0;
    let mut busy = 0_u32;
    for lane in 0..N.min(job.puzzles.len()) {
        begin::<V, N>(&mut state, lane, &job.puzzles[lane]);
        lanes[lane].index = lane;
        busy |= 1 << lane;
        next += 1;
    }
    while busy != 0 {
        let found = state.round::<V>();
        job.work.rounds += 1;
        job.work.lane_rounds += u64::from(busy.count_ones());

        let mut stuck = found.stuck & busy;
        let mut ended = (found.dead | found.solved) & busy;
        while stuck != 0 {
            let lane = stuck.trailing_zeros() as usize % N;
            stuck &= stuck - 1;
            let mut frame = Frame {
                words: core::array::from_fn(|i| state.words[i].0[lane]),
                word: 0,
                bits: 0,
            };
            let (word, bit, digits) = choose(&frame.words, [0, 1, 2].map(|w| state.bivalue[w].0[lane]));
            job.work.guesses += 1;
            let budget = &mut lanes[lane].budget;
            if let Err(reason) = budget
                .record(Event::Node)
                .and_then(|()| budget.record(Event::Guess))
            {
                job.answers[lanes[lane].index].stop(reason);
                stacks[lane].clear();
                lanes[lane].solutions = 0;
                ended |= 1 << lane;
                continue;
            }
            let digit = digits.trailing_zeros() as usize % 9;
            let bits = 1 << bit;
            let mut others = digits & digits.wrapping_sub(1);
            while others != 0 {
                let other = others.trailing_zeros() as usize % 9;
                state.words[3 * other + word].0[lane] &= !bits;
                others &= others - 1;
            }
            frame.words[3 * digit + word] &= !bits;
            frame.word = word as u32;
            frame.bits = if digits.count_ones() == 2 { bits } else { 0 };
            stacks[lane].push(frame);
            for w in 0..3 {
                state.naked[w].0[lane] = if w == word { bits } else { 0 };
                state.filled[w].0[lane] = 0;
            }
        }
        while ended != 0 {
            let lane = ended.trailing_zeros() as usize % N;
            ended &= ended - 1;
            let Lane {
                index,
                solutions,
                budget,
            } = &mut lanes[lane];
            let mut over = false;
            if found.solved >> lane & 1 == 1 {
                *solutions += 1;
                over = *solutions == job.limit;
                job.answers[*index].solution(|| {
                    let words = core::array::from_fn(|i| state.words[i].0[lane]);
                    layout::grid(&V::spread(&words))
                });
            }
            if !over && let Some(frame) = stacks[lane].pop() {
                if let Err(reason) = budget.record(Event::Node) {
                    job.answers[*index].stop(reason);
                } else {
                    let mut naked = [0; 3];
                    naked[frame.word as usize % 3] = frame.bits;
                    state.enter(lane, &frame.words, naked);
                    continue;
                }
            }
            stacks[lane].clear();
            if let Some(puzzle) = job.puzzles.get(next) {
                begin::<V, N>(&mut state, lane, puzzle);
                lanes[lane] = Lane {
                    index: next,
                    solutions: 0,
                    budget: job.budget.clone(),
                };
                next += 1;
            } else {
                busy &= !(1 << lane);
            }
        }
    }
}

/// Puts a puzzle into a lane.
#[inline(always)]
fn begin<V: Vector<N>, const N: usize>(state: &mut State<N>, lane: usize, puzzle: &Puzzle<B3x3>) {
    let words = layout::candidates(puzzle, V::given);
    let mut naked = [0; 3];
    for w in 0..3 {
        let (mut one, mut two) = (0, 0);
        for d in 0..9 {
            two |= one & words[3 * d + w];
            one |= words[3 * d + w];
        }
        naked[w] = one & !two;
    }
    state.enter(lane, &words, naked);
}

const _: () = assert!(CELL.len() == 96);
