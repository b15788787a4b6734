//! The exact-cover crates. Each gets the smallest matrix: only the columns that the givens leave open, and only
//! the rows that agree with the givens.

use std::ops::ControlFlow;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use exact_covers::Solver as _;

use crate::solving::{Answer, Peer, Values};

/// What is left to cover.
struct Matrix {
    columns: usize,
    /// Columns, counted from 0, ascending.
    rows: Vec<[usize; 4]>,
    /// The cell and the digit that each row stands for.
    meaning: Vec<(usize, u8)>,
}

/// The four columns of a digit in a cell.
fn columns_of(cell: usize, digit: u8) -> [usize; 4] {
    let (row, column, digit) = (cell / 9, cell % 9, usize::from(digit) - 1);
    let block = row / 3 * 3 + column / 3;
    [
        cell,
        81 + 9 * row + digit,
        162 + 9 * column + digit,
        243 + 9 * block + digit,
    ]
}

/// The matrix of a puzzle, or nothing where givens contradict each other.
fn matrix(values: &Values) -> Option<Matrix> {
    let mut covered = [false; 324];
    for (cell, &value) in values.iter().enumerate() {
        if value > 0 {
            for column in columns_of(cell, value) {
                if std::mem::replace(&mut covered[column], true) {
                    return None;
                }
            }
        }
    }
    let mut number = [0; 324];
    let mut columns = 0;
    for (number, covered) in number.iter_mut().zip(covered) {
        *number = columns;
        columns += usize::from(!covered);
    }
    let (mut rows, mut meaning) = (Vec::new(), Vec::new());
    for cell in 0..81 {
        for digit in 1..=9 {
            let row = columns_of(cell, digit);
            if row.iter().all(|&column| !covered[column]) {
                rows.push(row.map(|column| number[column]));
                meaning.push((cell, digit));
            }
        }
    }
    Some(Matrix {
        columns,
        rows,
        meaning,
    })
}

/// Answers by a function from a matrix to solutions, each a list of rows, that is not called where nothing is left
/// to search.
fn answer(
    values: &Values,
    solve: impl FnOnce(&Matrix, &mut dyn FnMut(&[usize]) -> bool),
    limit: u64,
) -> Answer {
    let mut answer = Answer {
        count: 0,
        first: None,
    };
    let Some(matrix) = matrix(values) else {
        return answer;
    };
    let mut take = |rows: &[usize]| {
        answer.count += 1;
        answer.first.get_or_insert_with(|| {
            let mut grid = *values;
            for &row in rows {
                let (cell, digit) = matrix.meaning[row];
                grid[cell] = digit;
            }
            grid
        });
        answer.count < limit
    };
    if matrix.columns == 0 {
        take(&[]);
    } else if !matrix.rows.is_empty() {
        solve(&matrix, &mut take);
    }
    answer
}

/// The crate `dlx`, smallest column, first of several.
pub(crate) struct DlxCrate;

impl Peer for DlxCrate {
    fn name(&self) -> String {
        "dlx".into()
    }

    fn package(&self) -> &'static str {
        "dlx"
    }

    fn solve(&mut self, values: &Values, limit: u64) -> Answer {
        let solve = |matrix: &Matrix, take: &mut dyn FnMut(&[usize]) -> bool| {
            let options: Vec<Vec<dlx::Uint>> = matrix
                .rows
                .iter()
                .map(|row| row.iter().map(|&column| dlx::Uint(column)).collect())
                .collect();
            let mut problem =
                dlx::x::make_problem(dlx::Uint(matrix.columns), 0, &options, dlx::OptOrder::Seq);
            let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
            let mut solver = dlx::Solver::new(&mut problem);
            while solver.next_solution(&mut chooser) {
                let rows: Vec<_> = solver
                    .fmt_solution()
                    .iter()
                    .flat_map(|&row| usize::try_from(row))
                    .collect();
                if !take(&rows) {
                    break;
                }
            }
        };
        answer(values, solve, limit)
    }
}

/// The crate `dlx-rs`, its general solver (its own Sudoku front end builds the whole matrix with names of text).
pub(crate) struct DlxRs;

impl Peer for DlxRs {
    fn name(&self) -> String {
        "dlx-rs".into()
    }

    fn package(&self) -> &'static str {
        "dlx-rs"
    }

    fn solve(&mut self, values: &Values, limit: u64) -> Answer {
        let solve = |matrix: &Matrix, take: &mut dyn FnMut(&[usize]) -> bool| {
            let mut solver = dlx_rs::Solver::new(matrix.columns);
            for (i, row) in matrix.rows.iter().enumerate() {
                solver.add_option(i, &row.map(|column| column + 1));
            }
            for rows in solver {
                if !take(&rows) {
                    break;
                }
            }
        };
        answer(values, solve, limit)
    }
}

/// The crate `exact-covers`, its dancing links.
pub(crate) struct ExactCovers;

impl Peer for ExactCovers {
    fn name(&self) -> String {
        "exact-covers".into()
    }

    fn package(&self) -> &'static str {
        "exact-covers"
    }

    fn solve(&mut self, values: &Values, limit: u64) -> Answer {
        let solve = |matrix: &Matrix, take: &mut dyn FnMut(&[usize]) -> bool| {
            let items: Vec<usize> = (0..matrix.columns).collect();
            let mut solver: exact_covers::DlSolver<usize, ()> = exact_covers::DlSolver::new(&items, &[]);
            for row in &matrix.rows {
                solver.add_option(row, []);
            }
            let (mut option, mut rows) = (Vec::new(), Vec::new());
            solver.solve(|mut solution| {
                rows.clear();
                while solution.next(&mut option) {
                    let mut columns = [0; 4];
                    for (slot, (column, _)) in columns.iter_mut().zip(&option) {
                        *slot = **column;
                    }
                    columns.sort_unstable();
                    rows.extend(matrix.rows.binary_search(&columns));
                }
                if take(&rows) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        };
        answer(values, solve, limit)
    }
}

/// The crate `dancing-links`.
pub(crate) struct DancingLinks;

/// The form in which `dancing-links` wants a matrix.
struct Cover {
    possibilities: Vec<(usize, [usize; 4])>,
    constraints: Vec<usize>,
}

impl dancing_links::ExactCover for Cover {
    type Possibility = (usize, [usize; 4]);
    type Constraint = usize;

    fn satisfies(&self, (_, row): &Self::Possibility, column: &usize) -> bool {
        row.contains(column)
    }

    fn is_optional(&self, _: &usize) -> bool {
        false
    }

    fn possibilities(&self) -> &[Self::Possibility] {
        &self.possibilities
    }

    fn constraints(&self) -> &[usize] {
        &self.constraints
    }
}

impl Peer for DancingLinks {
    fn name(&self) -> String {
        "dancing-links".into()
    }

    fn package(&self) -> &'static str {
        "dancing-links"
    }

    fn solve(&mut self, values: &Values, limit: u64) -> Answer {
        let solve = |matrix: &Matrix, take: &mut dyn FnMut(&[usize]) -> bool| {
            let cover = Cover {
                possibilities: matrix.rows.iter().copied().enumerate().collect(),
                constraints: (0..matrix.columns).collect(),
            };
            for solution in dancing_links::Solver::new(&cover) {
                let rows: Vec<_> = solution.iter().map(|(row, _)| *row).collect();
                if !take(&rows) {
                    break;
                }
            }
        };
        answer(values, solve, limit)
    }
}
