//! The search: one puzzle in each lane, all in step.

use gridwright_grid::{B3x3, Budget, Event, Exhausted, Grid, Outcome, Probe, Puzzle};

use crate::Work;
use crate::layout::{self, ALL, FULL, Words};
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
    pub(crate) stacks: &'a mut Vec<Stack>,
    pub(crate) work: &'a mut Work,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    words: Words,
    /// The cell that is naked there, if one is.
    naked: [u64; 2],
}

/// The states of a lane to come back to, the last first. Frames are kept, and written over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stack {
    frames: Vec<Frame>,
    len: usize,
}

impl Stack {
    #[cold]
    fn grow(&mut self) {
        self.frames.push(Frame::default());
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<&Frame> {
        self.len = self.len.checked_sub(1)?;
        self.frames.get(self.len)
    }
}

/// What is known of the puzzles, a lane each.
struct State<const N: usize> {
    /// Candidates: three words for each digit.
    words: [Row<N>; 27],
    /// Of each digit, the triads that hold it in the only cell left to it in its box.
    hidden: [Row<N>; 9],
    /// Of each digit, the triads that hold it for certain.
    certain: [Row<N>; 9],
    /// Cells with one candidate.
    naked: [Row<N>; 3],
    /// Cells with two candidates.
    bivalue: [Row<N>; 3],
    /// Triads that three digits are certain in.
    full: Row<N>,
    /// Cells with two candidates or more.
    open: [Row<N>; 3],
}

/// The first of three neighbouring bits: those of stack 0.
const FIRST_STACK: u32 = 0o1_111_111_111;
/// The first three of nine neighbouring bits: those of band 0.
const FIRST_BAND: u32 = 0o7_007_007_007;

/// To the next stack, the last to the first.
#[inline(always)]
fn next_stack<V: Vector<N>, const N: usize>(x: V) -> V {
    V::splat(FIRST_STACK).select(x.shr::<2>(), x.shl::<1>())
}

/// To the next band.
#[inline(always)]
fn next_band<V: Vector<N>, const N: usize>(x: V) -> V {
    V::splat(FIRST_BAND).select(x.shr::<6>(), x.shl::<3>())
}

/// To the next row of the band, or column of the stack. What falls out at the top stays in the five bits that no word
/// uses: mask it before it is moved down.
#[inline(always)]
fn next_line<V: Vector<N>, const N: usize>(x: V) -> V {
    x.shl::<9>() | x.shr::<18>()
}

/// To the row or column before; the same holds.
#[inline(always)]
fn last_line<V: Vector<N>, const N: usize>(x: V) -> V {
    x.shl::<18>() | x.shr::<9>()
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
            naked: [none; 3],
            bivalue: [none; 3],
            full: none,
            open: [none; 3],
        }
    }

    /// Puts a lane into a state; the cells of `naked` have one candidate.
    #[inline(always)]
    fn enter(&mut self, lane: usize, words: &Words, naked: [u64; 2]) {
        for (rows, x) in self.words.as_chunks_mut::<3>().0.iter_mut().zip(words) {
            rows[0].0[lane] = x[0] as u32;
            rows[1].0[lane] = (x[0] >> 32) as u32;
            rows[2].0[lane] = x[1] as u32;
        }
        self.focus(lane, naked);
        self.full.0[lane] = 0;
        self.open[0].0[lane] = FULL;
    }

    /// Of the cells with one candidate, only these are news.
    #[inline(always)]
    fn focus(&mut self, lane: usize, naked: [u64; 2]) {
        self.naked[0].0[lane] = naked[0] as u32;
        self.naked[1].0[lane] = (naked[0] >> 32) as u32;
        self.naked[2].0[lane] = naked[1] as u32;
    }

    /// Puts the words of a lane on its stack.
    #[inline(always)]
    fn save(&self, lane: usize, stack: &mut Stack) {
        if stack.len == stack.frames.len() {
            stack.grow();
        }
        let frame = &mut stack.frames[stack.len];
        stack.len += 1;
        for (rows, x) in self.words.as_chunks::<3>().0.iter().zip(&mut frame.words) {
            *x = pack([rows[0].0[lane], rows[1].0[lane], rows[2].0[lane]]);
        }
    }

    /// The words of a lane.
    #[inline(always)]
    fn words(&self, lane: usize) -> Words {
        let mut words = [[0; 2]; 9];
        for (rows, x) in self.words.as_chunks::<3>().0.iter().zip(&mut words) {
            *x = pack([rows[0].0[lane], rows[1].0[lane], rows[2].0[lane]]);
        }
        words
    }

    /// Deduces once from each digit.
    #[inline(always)]
    fn round<V: Vector<N>>(&mut self) -> Found {
        let zero = V::splat(0);
        let naked = [0, 1, 2].map(|w| V::load(&self.naked[w]));
        let full = V::load(&self.full);
        let mut filled = [zero; 3];
        // Those that digits before the last one fill: with the last one it would be a serial chain.
        let mut lagged = [zero; 3];
        let [mut certain1, mut certain2, mut certain3] = [zero; 3];
        let mut bad = zero;
        let mut boxes = V::splat(FULL);
        for d in 0..9 {
            let mut x = [0, 1, 2].map(|w| V::load(&self.words[3 * d + w]));
            let mut placed = x;
            for w in 0..3 {
                x[w] = x[w] & !lagged[w];
                placed[w] = x[w] & naked[w];
            }
            lagged = filled;
            bad = bad | placed[0].two(placed[1], placed[2]);
            let sure = placed[0].any(placed[1], placed[2]);
            for w in 0..3 {
                x[w] = placed[w] | (x[w] & !sure);
            }
            // Row triads.
            let mut t = x[0].any(x[1], x[2]);
            t = t & (V::load(&self.certain[d]) | !full);
            // Those in the same box; `in_bands` does those in the same row.
            let (next, last) = sure.beside_lines();
            t = in_bands(t & !(next | last));
            x = x.map(|x| x & t);
            // Column triads.
            let y = x[0].any(next_line(x[1]), last_line(x[2])) & V::splat(FULL);
            let y = in_stacks(y);
            x[0] = x[0] & y;
            let (next, last) = y.beside_lines();
            x[1] = x[1] & last;
            x[2] = x[2] & next;
            // What is certain.
            let t = x[0].any(x[1], x[2]);
            let (next, last) = t.beside_lines();
            let certain = t & !(next | last);
            boxes = boxes & next.any(last, t);
            let hidden = certain & !x[0].two(x[1], x[2]);
            for w in 0..3 {
                filled[w] = filled[w] | (x[w] & hidden);
                x[w].store(&mut self.words[3 * d + w]);
            }
            hidden.store(&mut self.hidden[d]);
            certain.store(&mut self.certain[d]);
            certain3 = certain3 | (certain2 & certain);
            certain2 = certain2 | (certain1 & certain);
            certain1 = certain1 | certain;
        }
        certain3.store(&mut self.full);

        let [mut one, mut two, mut three] = [[zero; 3]; 3];
        for d in 0..9 {
            let hidden = V::load(&self.hidden[d]);
            for w in 0..3 {
                let row = &mut self.words[3 * d + w];
                let x = V::load(row) & (hidden | !filled[w]);
                x.store(row);
                three[w] = three[w] | (two[w] & x);
                two[w] = two[w] | (one[w] & x);
                one[w] = one[w] | x;
            }
        }
        bad = bad | ((one[0] & one[1] & one[2] & boxes) ^ V::splat(FULL));
        let (mut changed, mut was_open) = (zero, zero);
        for w in 0..3 {
            bad = bad | (two[w] & filled[w]);
            let single = one[w] & !two[w];
            changed = changed | (naked[w] ^ single);
            single.store(&mut self.naked[w]);
            was_open = was_open | V::load(&self.open[w]);
            two[w].store(&mut self.open[w]);
            (two[w] & !three[w]).store(&mut self.bivalue[w]);
        }
        let alive = bad.zeros();
        let solved = was_open.zeros() & alive;
        let open = two[0].any(two[1], two[2]);
        Found {
            dead: !alive,
            solved,
            stuck: changed.zeros() & alive & !solved & !open.zeros(),
        }
    }
}

#[inline(always)]
fn pack(words: [u32; 3]) -> [u64; 2] {
    [
        u64::from(words[0]) | u64::from(words[1]) << 32,
        u64::from(words[2]),
    ]
}

/// The places of the bits that are set.
#[inline(always)]
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit as usize
        })
    })
}

/// With no more open cells than these and no step back since the first choice, the cells are not compared.
const EASY: u32 = 45;

/// The first cell of two candidates.
#[inline(always)]
fn first(words: &Words, bivalue: [u64; 2]) -> Option<(usize, u32)> {
    let code = match bivalue {
        [0, 0] => return None,
        [0, high] => 64 + high.trailing_zeros(),
        [low, _] => low.trailing_zeros(),
    } as usize;
    Some((code, layout::digits(words, code)))
}

/// The first open cell with the fewest candidates, as [`Vector::choose`] gives it.
#[inline(never)]
fn smallest(words: &Words) -> (usize, u32) {
    // Of each number, the cells with so many candidates or more.
    let mut cells = [[0; 2]; 11];
    cells[0] = ALL;
    for x in words {
        for n in (0..9).rev() {
            for i in 0..2 {
                cells[n + 1][i] |= cells[n][i] & x[i];
            }
        }
    }
    for n in 2..10 {
        for (i, start) in [(0, 0), (1, 64)] {
            let exactly = cells[n][i] & !cells[n + 1][i];
            if exactly != 0 {
                let code = start + exactly.trailing_zeros() as usize;
                return (code, layout::digits(words, code));
            }
        }
    }
    debug_assert!(false, "a stuck lane has an open cell");
    (0, 0)
}

/// A lane's puzzle.
struct Lane<'a> {
    index: usize,
    solutions: u64,
    /// Once it is needed.
    budget: Option<Budget<'a>>,
}

/// Does the job.
#[inline(always)]
pub(crate) fn search<V: Vector<N>, const N: usize, A: Answer>(job: &mut Job<'_, A>) {
    let mut state = State::<N>::new();
    let stacks = &mut job.stacks[..];
    let mut lanes: [Lane<'_>; N] = core::array::from_fn(|_| Lane {
        index: 0,
        solutions: 0,
        budget: None,
    });
    let mut next = 0;
    let mut busy = 0_u32;
    for (lane, puzzle) in lanes.iter_mut().zip(job.puzzles) {
        begin::<V, N>(&mut state, next, puzzle);
        lane.index = next;
        busy |= 1 << next;
        next += 1;
    }
    while busy != 0 {
        let found = state.round::<V>();
        job.work.rounds += 1;
        job.work.lane_rounds += u64::from(busy.count_ones());

        let mut ended = (found.dead | found.solved) & busy;
        let stuck = found.stuck & busy;
        // First all copies: what is written word by word cannot at once be read as vectors.
        for lane in bits(stuck) {
            state.save(lane % N, &mut stacks[lane % N]);
        }
        for lane in bits(stuck) {
            let lane = lane % N;
            let Lane { index, budget, .. } = &mut lanes[lane];
            let budget = budget.get_or_insert_with(|| job.budget.clone());
            if let Err(reason) = budget
                .record(Event::Node)
                .and_then(|()| budget.record(Event::Guess))
            {
                job.answers[*index].stop(reason);
                stacks[lane].len = 0;
                ended |= 1 << lane;
                continue;
            }
            job.work.guesses += 1;
            let stack = &mut stacks[lane];
            let frame = &mut stack.frames[stack.len - 1];
            let bivalue = pack([0, 1, 2].map(|w| state.bivalue[w].0[lane]));
            // There may be many solutions, and there is little to win: any cell does.
            let easy = stack.len > 1 && budget.counts().nodes == budget.counts().guesses && {
                let open = [0, 1, 2].map(|w| state.open[w].0[lane].count_ones());
                open.into_iter().sum::<u32>() <= EASY
            };
            let chosen = if easy {
                first(&frame.words, bivalue)
            } else {
                V::choose(&frame.words, bivalue)
            };
            let (code, digits) = chosen.unwrap_or_else(|| smallest(&frame.words));
            debug_assert!(digits.count_ones() > 1, "a choice has alternatives");
            // The first digit here and now, the others when it comes back.
            let mut cell = [0; 2];
            cell[code / 64 % 2] = 1 << (code % 64);
            frame.words[digits.trailing_zeros() as usize % 9][code / 64 % 2] &= !(1 << (code % 64));
            let others = digits & (digits - 1);
            frame.naked = if others.is_power_of_two() { cell } else { [0; 2] };
            for other in bits(others) {
                state.words[3 * (other % 9) + code / 32 % 3].0[lane] &= !(1 << (code % 32));
            }
            state.focus(lane, cell);
        }
        for lane in bits(ended) {
            let lane = lane % N;
            let Lane {
                index,
                solutions,
                budget,
            } = &mut lanes[lane];
            let mut over = false;
            if found.solved >> lane & 1 == 1 {
                *solutions += 1;
                over = *solutions == job.limit;
                job.answers[*index].solution(|| layout::grid(&V::write(&state.words(lane))));
            }
            if !over && let Some(frame) = stacks[lane].pop() {
                let budget = budget.get_or_insert_with(|| job.budget.clone());
                if let Err(reason) = budget.record(Event::Node) {
                    job.answers[*index].stop(reason);
                } else {
                    state.enter(lane, &frame.words, frame.naked);
                    continue;
                }
            }
            stacks[lane].len = 0;
            if let Some(puzzle) = job.puzzles.get(next) {
                begin::<V, N>(&mut state, lane, puzzle);
                lanes[lane] = Lane {
                    index: next,
                    solutions: 0,
                    budget: None,
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
    let (words, naked) = layout::candidates::<V, N>(puzzle);
    state.enter(lane, &words, naked);
}
