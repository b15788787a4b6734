//! The cases of `technique_cases.txt`, where the data are at hand, and puzzles of our own.
#![allow(dead_code)]

use std::io::Write as _;
use std::path::PathBuf;

use gridwright_fill_las_vegas::{Fillable, LasVegas};
use gridwright_grid::rng::{shuffle, stream};
use gridwright_grid::text::Batch;
use gridwright_grid::{Cell, Digit, DigitSet, FillerExt, Grid, Puzzle, SolverExt};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_logic::{Board, Candidate, Family, Kind, Pattern, Step, Technique};

/// The text of a file of the data folder; says so on standard error where there is none.
pub(crate) fn data(name: &str) -> Option<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = match std::env::var_os("GRIDWRIGHT_DATA") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => vec![root.join("shared/data"), root.join("../shared/data")],
    };
    let text = folders
        .iter()
        .find_map(|folder| std::fs::read_to_string(folder.join(name)).ok());
    if text.is_none() {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: no {name} in {folders:?}; set GRIDWRIGHT_DATA"
        );
    }
    text
}

/// A case of the library: on this board the technique finds these steps and no others for these digits.
pub(crate) struct Case {
    pub(crate) line: String,
    pub(crate) code: String,
    pub(crate) variant: String,
    pub(crate) digits: u16,
    pub(crate) board: Board,
    pub(crate) eliminations: Vec<Candidate>,
    pub(crate) placements: Vec<Candidate>,
    /// The links of a chain.
    pub(crate) length: Option<usize>,
}

fn triplets(text: &str) -> Vec<Candidate> {
    let mut list: Vec<_> = text
        .split_whitespace()
        .map(|triplet| {
            let [digit, row, column] = [0, 1, 2].map(|i| triplet.as_bytes()[i] - b'0');
            Candidate {
                cell: (row - 1) * 9 + column - 1,
                digit: Digit::new(digit).unwrap(),
            }
        })
        .collect();
    list.sort_unstable();
    list
}

/// The cases with that code, and with that variant where one is given (`""` for none, `-x` fail cases included).
pub(crate) fn cases(code: &str, variant: Option<&str>) -> Vec<Case> {
    let Some(text) = data("technique_cases.txt") else {
        return Vec::new();
    };
    let mut cases = Vec::new();
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let fields: Vec<_> = line.split(':').collect();
        let (name, suffix) = fields[1].split_once('-').unwrap_or((fields[1], ""));
        if name != code || variant.is_some_and(|wanted| wanted != suffix) {
            continue;
        }
        let mut batch = Batch::default();
        let puzzle_text = format!(":{}:{}:{}:{}::", fields[1], fields[2], fields[3], fields[4]);
        let mut reader = gridwright_grid::text::Reader::new(puzzle_text.as_bytes(), None);
        reader.read_batch(&mut batch, 1).unwrap();
        let record = batch.records().next().unwrap();
        let parsed = record.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
        let puzzle: Puzzle = parsed.puzzle;
        let mut board = Board::new(&puzzle).unwrap();
        board.mark_placed(parsed.placed.iter().map(|cell| cell.index() as u8));
        let digits: DigitSet = fields[2].chars().filter_map(Digit::from_symbol).collect();
        cases.push(Case {
            line: line.to_owned(),
            code: name.to_owned(),
            variant: suffix.to_owned(),
            digits: digits.bits() as u16,
            board,
            eliminations: triplets(fields[5]),
            placements: triplets(fields.get(6).unwrap_or(&"")),
            length: fields.get(7).and_then(|field| field.parse().ok()),
        });
    }
    assert!(!cases.is_empty(), "no case of {code} {variant:?}");
    cases
}

/// The digits by which the library files a step.
pub(crate) fn filed_under(step: &Step) -> u16 {
    let of = |list: &[Candidate]| {
        list.iter()
            .fold(0_u16, |set, candidate| set | 1 << candidate.index())
    };
    match step.kind.family() {
        Family::Single => of(&step.placements),
        Family::AlmostLockedSet => of(&step.eliminations),
        _ if matches!(
            step.kind,
            Kind::ContinuousNiceLoop
                | Kind::DiscontinuousNiceLoop
                | Kind::Aic
                | Kind::GroupedContinuousNiceLoop
                | Kind::GroupedDiscontinuousNiceLoop
                | Kind::GroupedAic
        ) =>
        {
            of(&step.eliminations) | of(&step.placements)
        }
        _ if step.kind == Kind::Bug1 => 0,
        _ => step.pattern.digits,
    }
}

/// Whether the technique finds what the case says: at least one step of its code and digits, and each of them with
/// just these placements and eliminations; of a fail case none. A chain must have the length of the case, too, since of
/// those that remove the same only the shortest is shown; but not with almost locked sets, whose weight in the length
/// is not known. `Err` says what came instead.
pub(crate) fn check(case: &Case, technique: &mut dyn Technique) -> Result<(), String> {
    let steps: Vec<_> = technique
        .all(&case.board)
        .into_iter()
        .filter(|step| step.kind.code() == case.code && filed_under(step) == case.digits)
        .collect();
    let right = |step: &Step| {
        step.placements == case.placements
            && step.eliminations == case.eliminations
            && case.length.is_none_or(|links| {
                let Pattern { chains, sets, .. } = &step.pattern;
                !sets.is_empty() || chains.iter().all(|chain| chain.len() == links + 1)
            })
    };
    if case.variant == "x" {
        return match steps.first() {
            None => Ok(()),
            Some(step) => Err(format!("{}\n  found {step:?}", case.line)),
        };
    }
    match steps.iter().find(|step| !right(step)) {
        None if steps.is_empty() => Err(format!("{}\n  nothing found", case.line)),
        None => Ok(()),
        Some(step) => Err(format!(
            "{}\n  found {:?} {:?} {} {:?}",
            case.line, step.placements, step.eliminations, step.pattern.complexity, step.pattern
        )),
    }
}

/// Checks all cases of that code and variant; panics with those that fail.
pub(crate) fn check_all(code: &str, variant: Option<&str>, technique: &mut dyn Technique) {
    check_but(code, variant, technique, &[]);
}

/// Checks all cases of that code and variant; panics with those that fail, but for those known to, told by what they
/// remove, and if one of these does not fail.
pub(crate) fn check_but(code: &str, variant: Option<&str>, technique: &mut dyn Technique, known: &[&str]) {
    let cases = cases(code, variant);
    let is_known = |case: &Case| known.iter().any(|gone| triplets(gone) == case.eliminations);
    let mut wrong = Vec::new();
    for case in &cases {
        match check(case, technique) {
            Err(_) if is_known(case) => {}
            Err(error) => wrong.push(error),
            Ok(()) if is_known(case) => wrong.push(format!("{}\n  does not fail any more", case.line)),
            Ok(()) => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} fail:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

/// A puzzle with one solution, from whose grid at most so many cells are taken, and the grid.
pub(crate) fn dig<S: Fillable>(seed: u64, removed: usize) -> (Grid<S>, Puzzle<S>) {
    let mut rng = stream(seed, 0);
    let grid: Grid<S> = LasVegas::<S>::default().fill(&mut rng);
    let mut puzzle = Puzzle::from(&grid);
    let mut cells: Vec<Cell<S>> = Cell::all().collect();
    shuffle(&mut rng, &mut cells);
    let mut solver = Dlx::default();
    let mut left = removed;
    for cell in cells {
        if left == 0 {
            break;
        }
        let value = puzzle.given(cell);
        puzzle.set(cell, None);
        if solver.count(&puzzle, 2) == 1 {
            left -= 1;
        } else {
            puzzle.set(cell, value);
        }
    }
    (grid, puzzle)
}
