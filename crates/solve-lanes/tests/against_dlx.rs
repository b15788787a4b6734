//! Every backend against dancing links, on puzzles with none, one and many solutions.

use std::io::Write;
use std::path::{Path, PathBuf};

use gridwright_fill_las_vegas::LasVegas;
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{DefaultRng, below, stream};
use gridwright_grid::{
    BatchSolver, Budget, Cell, Digit, DigitSet, Exhausted, FillerExt, Grid, Outcome, Puzzle, SolverExt,
};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_lanes::{Backend, Lanes};

fn cell(rng: &mut DefaultRng) -> Cell {
    Cell::new(below(rng, 81) as usize).unwrap()
}

fn digit(rng: &mut DefaultRng) -> Digit {
    Digit::new(below(rng, 9) as u8 + 1).unwrap()
}

/// A grid with cells emptied, then some changed or added, then some restricted.
fn generated(rng: &mut DefaultRng) -> Puzzle {
    let grid = LasVegas::default().fill(rng);
    let mut puzzle = Puzzle::from(&grid);
    let keep = 15 + below(rng, 40) as usize;
    while puzzle.clues() > keep {
        puzzle.set(cell(rng), None);
    }
    match below(rng, 8) {
        0 => {
            // Any digit anywhere: most contradict at once.
            for _ in 0..=below(rng, 2) {
                let digit = digit(rng);
                puzzle.set(cell(rng), Some(digit));
            }
        }
        1 | 2 => {
            // A digit that no peer has: the contradiction is hidden.
            for _ in 0..=below(rng, 3) {
                let cell = cell(rng);
                puzzle.set(cell, None);
                let digits: Vec<_> = puzzle.candidates(cell).iter().collect();
                if !digits.is_empty() {
                    puzzle.set(cell, Some(digits[below(rng, digits.len() as u32) as usize]));
                }
            }
        }
        3 => {
            for _ in 0..below(rng, 60) {
                let cell = cell(rng);
                let keep = DigitSet::from_bits(rng.next_u32() & 0x1ff) | DigitSet::single(grid.digit(cell));
                puzzle.restrict(cell, keep);
            }
        }
        4 => {
            // Two or three candidates in most cells, few givens.
            while puzzle.clues() > 10 {
                puzzle.set(self::cell(rng), None);
            }
            let wrong = below(rng, 40);
            for cell in Cell::all() {
                let mut keep = DigitSet::single(digit(rng)) | DigitSet::single(digit(rng));
                if below(rng, 40) >= wrong.min(1) {
                    keep.insert(grid.digit(cell));
                }
                puzzle.restrict(cell, keep);
            }
        }
        _ => {}
    }
    puzzle
}

fn backends() -> impl Iterator<Item = Lanes> {
    Backend::all().map(Lanes::new)
}

fn outcomes(lanes: &mut Lanes, puzzles: &[Puzzle]) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    lanes.solve_batch(puzzles, &mut outcomes);
    outcomes
}

fn counts(lanes: &mut Lanes, puzzles: &[Puzzle], limit: u64) -> Vec<u64> {
    let mut counts = Vec::new();
    lanes.count_batch_within(puzzles, limit, &Budget::unlimited(), &mut counts);
    counts.into_iter().map(Result::unwrap).collect()
}

/// Every backend gives the outcomes of dancing links; the numbers of puzzles with no, one, more solutions.
fn compare(puzzles: &[Puzzle]) -> [usize; 3] {
    let mut dlx = Dlx::default();
    let expected: Vec<_> = puzzles.iter().map(|puzzle| dlx.solve(puzzle)).collect();
    let mut kinds = [0; 3];
    let mut before: Option<Vec<Outcome>> = None;
    for mut lanes in backends() {
        let found = outcomes(&mut lanes, puzzles);
        assert_eq!(found.len(), puzzles.len());
        kinds = [0; 3];
        for ((puzzle, found), expected) in puzzles.iter().zip(&found).zip(&expected) {
            match found {
                Outcome::Ambiguous(a, b) => {
                    assert!(matches!(expected, Outcome::Ambiguous(..)), "{puzzle}");
                    assert!(a != b && puzzle.admits(a) && puzzle.admits(b), "{puzzle}");
                    assert!(Grid::<gridwright_grid::B3x3>::from_values(a.values()).is_ok());
                    assert!(Grid::<gridwright_grid::B3x3>::from_values(b.values()).is_ok());
                    kinds[2] += 1;
                }
                Outcome::Unique(_) => {
                    assert_eq!(found, expected, "{puzzle}");
                    kinds[1] += 1;
                }
                _ => {
                    assert_eq!(found, expected, "{puzzle}");
                    kinds[0] += 1;
                }
            }
        }
        if let Some(before) = &before {
            assert!(before == &found, "backends differ");
        }
        before = Some(found);
    }
    kinds
}

#[test]
fn generated_puzzles() {
    let mut rng = stream(4, 0);
    let puzzles: Vec<_> = (0..24_000).map(|_| generated(&mut rng)).collect();
    let kinds = compare(&puzzles);
    assert!(kinds.iter().all(|&n| n > 3_000), "{kinds:?}");
}

#[test]
fn counts_up_to_limits() {
    let mut rng = stream(4, 1);
    let puzzles: Vec<_> = std::iter::repeat_with(|| generated(&mut rng))
        .filter(|puzzle| puzzle.clues() >= 22 || puzzle.is_restricted())
        .take(3_000)
        .collect();
    let mut dlx = Dlx::default();
    for limit in [1, 2, 3, 10, 500] {
        let expected: Vec<_> = puzzles.iter().map(|puzzle| dlx.count(puzzle, limit)).collect();
        for mut lanes in backends() {
            assert!(counts(&mut lanes, &puzzles, limit) == expected, "limit {limit}");
        }
    }
    let few: Vec<_> = puzzles
        .into_iter()
        .filter(|puzzle| dlx.count(puzzle, 3_000) < 3_000)
        .collect();
    let expected: Vec<_> = few.iter().map(|puzzle| dlx.count(puzzle, 0)).collect();
    for mut lanes in backends() {
        assert_eq!(counts(&mut lanes, &few, 0), expected);
    }
}

/// What propagation alone does not see: both looked like a state to go on searching from.
#[test]
fn contradictions_that_no_cell_shows() {
    let digit = |value| Digit::new(value).unwrap();
    let cell = |row, column| Cell::at(row, column).unwrap();
    let mut puzzles = Vec::new();

    // Two digits have the same only cell left in a box: 1 and 2 in r1c1, everywhere else in box 1 without them.
    let mut two_digits_in_a_cell = Puzzle::empty();
    for (row, column) in (0..3)
        .flat_map(|row| (0..3).map(move |column| (row, column)))
        .skip(1)
    {
        two_digits_in_a_cell.restrict(cell(row, column), DigitSet::from_bits(0b1_1111_1100));
    }
    puzzles.push(two_digits_in_a_cell.clone());
    for value in [1, 2] {
        let mut half = two_digits_in_a_cell.clone();
        half.set(cell(0, 0), Some(digit(value)));
        puzzles.push(half);
    }
    // Any two digits, at any place.
    for at in Cell::<gridwright_grid::B3x3>::all() {
        for (a, b) in [(1, 2), (8, 9), (1, 9), (4, 6)] {
            let pair = DigitSet::single(digit(a)) | DigitSet::single(digit(b));
            let mut puzzle = Puzzle::empty();
            for other in at.peers().filter(|other| other.box_index() == at.box_index()) {
                puzzle.restrict(other, !pair);
            }
            puzzles.push(puzzle);
        }
    }
    // Two cells of one triad with the same single candidate, by candidates and by givens, in rows and columns.
    for at in Cell::<gridwright_grid::B3x3>::all() {
        for other in at.peers().filter(|other| other.box_index() == at.box_index()) {
            let five = digit(5);
            let (mut candidates, mut givens) = (Puzzle::empty(), Puzzle::empty());
            for cell in [at, other] {
                candidates.restrict(cell, DigitSet::single(five));
                givens.set(cell, Some(five));
            }
            puzzles.extend([candidates, givens]);
        }
    }
    // The same with cells that become single only by their peers, in a row and in a column.
    let mut twins: Puzzle =
        "..1234678..9....................................................................."
            .parse()
            .unwrap();
    puzzles.push(twins.clone());
    let values = twins.values().to_vec();
    for cell in Cell::all() {
        twins.set(cell, Digit::new(values[cell.column() * 9 + cell.row()]));
    }
    puzzles.push(twins);
    let [none, _, many] = compare(&puzzles[..3]);
    assert_eq!((none, many), (3, 0));
    let [none, _, _] = compare(&puzzles[3..]);
    assert_eq!(none, puzzles.len() - 3);
}

#[test]
fn batches_of_every_size() {
    let mut rng = stream(4, 2);
    let puzzles: Vec<_> = (0..120).map(|_| generated(&mut rng)).collect();
    for mut lanes in backends() {
        let expected = outcomes(&mut lanes, &puzzles);
        let expected_counts = counts(&mut lanes, &puzzles, 7);
        for size in 0..=40 {
            assert!(outcomes(&mut lanes, &puzzles[..size]) == expected[..size]);
            assert!(outcomes(&mut lanes, &puzzles[120 - size..]) == expected[120 - size..]);
            let parts: Vec<_> = puzzles
                .chunks(size.max(1))
                .flat_map(|part| outcomes(&mut lanes, part))
                .collect();
            assert!(parts == expected, "parts of {size}");
            assert_eq!(counts(&mut lanes, &puzzles[..size], 7), expected_counts[..size]);
        }
        // What is there already stays.
        let mut twice = Vec::new();
        lanes.solve_batch(&puzzles[..50], &mut twice);
        lanes.solve_batch(&puzzles[50..], &mut twice);
        assert!(twice == expected);
        // From an iterator, which is not read further than need be.
        let mut read = 0;
        let first: Vec<_> = lanes
            .clone()
            .solve_each(puzzles.iter().cloned().inspect(|_| read += 1).take(100), 32)
            .collect();
        assert!(first == expected[..100]);
        assert_eq!(read, 100);
    }
}

#[test]
fn budgets() {
    let mut rng = stream(4, 3);
    let puzzles: Vec<_> = (0..2_000).map(|_| generated(&mut rng)).collect();
    let mut before = None;
    for mut lanes in backends() {
        let plain = outcomes(&mut lanes, &puzzles);
        let mut undetermined = Vec::new();
        for nodes in [0, 2, 4, 10, 1_000_000] {
            let mut found = Vec::new();
            lanes.solve_batch_within(&puzzles, &Budget::nodes(nodes), &mut found);
            let stopped = found
                .iter()
                .filter(|outcome| **outcome == Outcome::Undetermined(Exhausted::Nodes));
            undetermined.push(stopped.count());
            for (found, plain) in found.iter().zip(&plain) {
                assert!(found == plain || matches!(found, Outcome::Undetermined(Exhausted::Nodes)));
            }
        }
        assert!(undetermined.is_sorted_by(|a, b| a > b), "{undetermined:?}");
        assert!(undetermined[0] > 500 && undetermined[4] == 0, "{undetermined:?}");
        assert_eq!(*before.get_or_insert(undetermined.clone()), undetermined);

        // The number of grids is out of reach, the flag is not.
        let flag = std::sync::atomic::AtomicBool::new(true);
        let mut found = Vec::new();
        let budget = Budget::unlimited().unless(&flag);
        lanes.count_batch_within(&[Puzzle::empty(), Puzzle::empty()], 0, &budget, &mut found);
        assert_eq!(found, [Err(Exhausted::Cancelled); 2]);
        found.clear();
        lanes.count_batch_within(&[Puzzle::empty()], 0, &Budget::nodes(5_000), &mut found);
        assert_eq!(found, [Err(Exhausted::Nodes)]);
        found.clear();
        lanes.count_batch_within(&[Puzzle::empty()], 5_000, &Budget::unlimited(), &mut found);
        assert_eq!(found, [Ok(5_000)]);
    }
}

#[test]
fn whole_grids_and_nearly_whole_ones() {
    let mut rng = stream(4, 4);
    let mut puzzles = Vec::new();
    for _ in 0..200 {
        let grid = LasVegas::default().fill(&mut rng);
        let mut puzzle = Puzzle::from(&grid);
        puzzles.push(puzzle.clone());
        puzzle.set(cell(&mut rng), None);
        puzzles.push(puzzle.clone());
        puzzle.set(cell(&mut rng), Some(digit(&mut rng)));
        puzzles.push(puzzle);
    }
    let [none, one, many] = compare(&puzzles);
    assert!(none > 100 && one >= 400 && many == 0);
}

/// The folder of data files, if there is one.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("GRIDWRIGHT_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    folder.is_dir().then_some(folder)
}

#[test]
fn data_files() {
    let Some(folder) = data() else {
        writeln!(
            std::io::stderr(),
            "SKIPPED data_files: GRIDWRIGHT_DATA is not set"
        )
        .unwrap();
        return;
    };
    for (file, stride, kind) in [
        ("17_clue.txt", 10, Some(1)),
        ("magictour_top1465.txt", 1, Some(1)),
        ("hardest_1905_11plus.txt", 10, Some(1)),
        ("two_or_more_solutions.txt", 1, Some(2)),
        ("controlled_bias_000.txt", 10, Some(1)),
        ("bug_inputs.tsv", 1, None),
    ] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let puzzles: Vec<Puzzle> = text
            .lines()
            .filter_map(|line| line.split(['\t', ' ', ':']).find_map(|part| part.parse().ok()))
            .step_by(stride)
            .collect();
        let kinds = compare(&puzzles);
        if let Some(kind) = kind {
            assert_eq!(kinds[kind], puzzles.len(), "{file}");
            assert!(puzzles.len() > 400, "{file}");
        }
    }
    let text = std::fs::read_to_string(folder.join("solution_counts.txt")).unwrap();
    let mut known = 0;
    for line in text.lines() {
        let mut parts = line.split(':');
        let (Some(Ok(puzzle)), Some(Ok(count))) = (
            parts.next().map(str::parse::<Puzzle>),
            parts.next().map(str::parse::<u64>),
        ) else {
            continue;
        };
        known += 1;
        for mut lanes in backends() {
            assert_eq!(
                counts(&mut lanes, std::slice::from_ref(&puzzle), 0),
                [count],
                "{puzzle}"
            );
        }
    }
    assert!(known >= 20, "{known} counts read");
}
