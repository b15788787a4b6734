//! The tables against each other, published numbers, and direct counts.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use gridwright_bands::{ALL, BELOW, Bands, PARTITIONS, Set};
use gridwright_fill_first_row::FirstRowFair;
use gridwright_grid::rng::{below, stream};
use gridwright_grid::{FillerExt, Grid, Symmetry};

/// Felgenhauer and Jarvis (2005).
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// 9! first rows, and for each 56 ways to hand digits to the boxes of the other two, 6^6 orders.
const FIRST_BANDS: u64 = 362_880 * 56 * 46_656;

#[test]
fn totals() {
    let bands = Bands::shared();
    assert_eq!(bands.grids(), GRIDS);
    assert_eq!(bands.classes().len(), 416);
    assert_eq!(bands.gangsters().len(), 44);
    assert_eq!(
        bands.classes().iter().map(|class| class.bands).sum::<u64>(),
        FIRST_BANDS
    );

    let by_gangsters = bands.gangsters().iter().map(|gangster| {
        let bands = gangster.size * u64::from(gangster.arrangements);
        (bands, u128::from(bands) * u128::from(gangster.completions))
    });
    let (first_bands, grids) = by_gangsters.fold((0, 0), |sum, (b, g)| (sum.0 + b, sum.1 + g));
    assert_eq!((first_bands, grids), (FIRST_BANDS, GRIDS));

    let completions = || bands.gangsters().iter().map(|gangster| gangster.completions);
    assert_eq!(completions().min(), Some(6_831_977_472));
    assert_eq!(completions().max(), Some(7_802_998_272));
    assert_eq!(bands.mean_unavoidable(), (320_784_513_273, 27_704_267_971));
}

#[test]
fn classes_of_bands_make_up_their_gangster_class() {
    let bands = Bands::shared();
    let mut sums = [0; 44];
    for class in bands.classes() {
        sums[class.gangster] += class.bands;
    }
    for (sum, gangster) in sums.iter().zip(bands.gangsters()) {
        assert_eq!(*sum, gangster.size * u64::from(gangster.arrangements));
        assert_eq!(gangster.columns[0], 0);
    }
    assert!(bands.gangsters().is_sorted_by_key(|gangster| gangster.columns));
    assert!(bands.classes().is_sorted_by_key(|class| class.least));
}

fn written(triples: [Set; 3]) -> Vec<Vec<u32>> {
    let digits = |set: Set| (0..9).filter(|d| set >> d & 1 != 0).map(|d| d + 1).collect();
    triples.map(digits).to_vec()
}

#[test]
fn partitions_are_numbered_as_they_are_written() {
    let partitions = Bands::shared().partitions();
    let all: Vec<_> = (0..PARTITIONS).map(|p| written(partitions.triples(p))).collect();
    assert_eq!(all[0], [[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    assert!(all.is_sorted_by(|a, b| a < b));
    for p in 0..PARTITIONS {
        let [a, b, c] = partitions.triples(p);
        assert_eq!((a | b | c, a & b, a & c, b & c), (ALL, 0, 0, 0));
        for triples in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            assert_eq!(partitions.number(triples), p);
        }
        assert_eq!(partitions.relative(0, p), p);
        assert_eq!(partitions.relative(p, p), 0);
    }
}

#[test]
fn ways_below() {
    let partitions = Bands::shared().partitions();
    let places = |p: usize, set: Set| -> Set {
        let digits = partitions.digits(p);
        (0..9)
            .filter(|&i| set >> digits[i] & 1 != 0)
            .fold(0, |places, i| places | 1 << i)
    };
    for p in 0..PARTITIONS {
        let mut keys = Vec::new();
        for (way, first) in partitions.below(p).iter().zip(partitions.below(0)) {
            for i in 0..3 {
                let column = [partitions.triples(p)[i], way.second[i], way.third[i]];
                assert_eq!(column.iter().sum::<Set>(), ALL, "each digit once");
                assert!(column.iter().all(|set| set.count_ones() == 3));
                assert_eq!(places(p, way.second[i]), first.second[i]);
            }
            for (triples, number) in [way.second, way.third].into_iter().zip(way.partitions) {
                assert_eq!(triples.iter().sum::<Set>(), ALL);
                assert_eq!(partitions.number(triples), usize::from(number));
            }
            keys.push(written(way.second.map(|set| places(p, set))));
        }
        assert_eq!(keys.len(), BELOW);
        assert!(keys.is_sorted_by(|a, b| a < b));
    }
}

/// Rows that arrange columns of these digits, counted cell by cell.
fn arrangements(columns: &[Set; 9]) -> u32 {
    fn place(cell: usize, columns: &mut [Set; 9], rows: &mut [Set; 3]) -> u32 {
        if cell == 27 {
            return 1;
        }
        let (row, column) = (cell / 9, cell % 9);
        let mut count = 0;
        let mut left = columns[column] & !rows[row];
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            columns[column] ^= bit;
            rows[row] |= bit;
            count += place(cell + 1, columns, rows);
            columns[column] ^= bit;
            rows[row] ^= bit;
        }
        count
    }
    place(0, &mut columns.clone(), &mut [0; 3])
}

#[test]
fn arrangements_counted_directly() {
    let bands = Bands::shared();
    let partitions = bands.partitions();
    let check = |stacks: [usize; 3]| {
        let columns = stacks
            .map(|p| partitions.triples(p))
            .as_flattened()
            .try_into()
            .unwrap();
        assert_eq!(
            partitions.arrangements(stacks),
            arrangements(&columns),
            "{stacks:?}"
        );
    };
    for gangster in bands.gangsters() {
        check(gangster.columns.map(usize::from));
    }
    let mut rng = stream(1, 0);
    for _ in 0..300 {
        check([0; 3].map(|_| below(&mut rng, PARTITIONS as u32) as usize));
    }
}

/// A table of the shared data, or `None` and a line about it.
fn read(name: &str) -> Option<Vec<BTreeMap<String, String>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = std::env::var_os("GRIDWRIGHT_DATA").map_or_else(
        || {
            let dirs = [root.join("shared/data"), root.join("../shared/data")];
            dirs.iter().find(|dir| dir.is_dir()).unwrap_or(&dirs[0]).clone()
        },
        PathBuf::from,
    );
    let path = dir.join("exact").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        let text = format!(
            "SKIPPED the comparison with {}; set GRIDWRIGHT_DATA",
            path.display()
        );
        // Shown even where the output of tests is captured.
        let _ = writeln!(std::io::stderr(), "{text}");
        return None;
    };
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let head: Vec<String> = lines.next().unwrap().collect();
    Some(
        lines
            .map(|line| head.iter().cloned().zip(line).collect())
            .collect(),
    )
}

#[test]
fn as_others_counted_them() {
    let bands = Bands::shared();
    // Theirs are in another order.
    let mut gangster_numbers = BTreeMap::new();
    if let Some(lines) = read("bands416.csv") {
        assert_eq!(lines.len(), 416);
        for (line, class) in lines.iter().zip(bands.classes()) {
            assert_eq!(
                line["minlex"],
                class
                    .least
                    .as_flattened()
                    .iter()
                    .map(u8::to_string)
                    .collect::<String>()
            );
            assert_eq!(line["count_bands"], class.bands.to_string());
            assert_eq!(line["completions_N_i"], class.completions.to_string());
            gangster_numbers.insert(line["gangster44"].clone(), class.gangster);
            assert_eq!(line["grids"], class.grids.to_string());
            assert_eq!(line["u4_in_band"], class.unavoidable.to_string());
        }
    }
    if let Some(lines) = read("gangsters44.csv") {
        assert_eq!(lines.len(), 44);
        for line in &lines {
            let columns: Vec<Set> = line["columns"]
                .split(' ')
                .map(|column| column.bytes().fold(0, |set, digit| set | 1 << (digit - b'1')))
                .collect();
            let [a, b, c] = [0, 3, 6].map(|i| [columns[i], columns[i + 1], columns[i + 2]]);
            let number = bands.gangster([a, b, c].map(|triples| bands.partitions().number(triples)));
            assert_eq!(number, gangster_numbers.get(&line["class"]).copied());
            let gangster = bands.gangsters()[number.unwrap()];
            assert_eq!(line["W_bands_per_gangster"], gangster.arrangements.to_string());
            assert_eq!(line["Z_ordered_gangsters"], gangster.size.to_string());
            assert_eq!(line["S_completions"], gangster.completions.to_string());
        }
    }
}

/// Quadruples of cells, two rows and two columns in two boxes, where exchanging two digits leaves a grid.
fn unavoidable(grid: &Grid) -> u32 {
    let at = |row: usize, column: usize| grid.values()[9 * row + column];
    let mut count = 0;
    for top in 0..9 {
        for bottom in top + 1..9 {
            for left in 0..9 {
                for right in left + 1..9 {
                    let two_boxes = (top / 3 == bottom / 3) != (left / 3 == right / 3);
                    let crosswise = at(top, left) == at(bottom, right) && at(top, right) == at(bottom, left);
                    count += u32::from(two_boxes && crosswise);
                }
            }
        }
    }
    count
}

#[test]
fn chutes_go_where_a_symmetry_moves_them() {
    let bands = Bands::shared();
    let mut seen = std::collections::HashSet::new();
    for i in 0..2000 {
        let mut rng = stream(2, i);
        let grid: Grid = FirstRowFair::default().fill(&mut rng);
        let symmetry = Symmetry::random(&mut rng);
        let (chutes, gangsters) = (bands.chutes(&grid), bands.gangsters_of_chutes(&grid));
        let image = symmetry.grid(&grid);
        let (image_chutes, image_gangsters) = (bands.chutes(&image), bands.gangsters_of_chutes(&image));
        for to in 0..6 {
            let (lines, offset) = if to < 3 {
                (symmetry.rows(), 0)
            } else {
                (symmetry.columns(), 3)
            };
            let offset = if symmetry.is_transposed() {
                3 - offset
            } else {
                offset
            };
            let from = usize::from(lines[to % 3 * 3] / 3) + offset;
            assert_eq!(image_chutes[to], chutes[from]);
            assert_eq!(image_gangsters[to], gangsters[from]);
        }
        assert_eq!(bands.unavoidable(&grid), unavoidable(&grid));
        assert_eq!(bands.unavoidable(&image), unavoidable(&grid));
        seen.extend(chutes);

        // The class by way of the columns, without the class of the band.
        let partitions = bands.partitions();
        for (band, gangster) in grid.values().chunks_exact(27).zip(gangsters) {
            let column = |j: usize| {
                [0, 9, 18]
                    .map(|row| band[row + j])
                    .iter()
                    .fold(0, |set, d| set | 1 << (d - 1))
            };
            let columns = [0, 3, 6].map(|j| partitions.number([column(j), column(j + 1), column(j + 2)]));
            assert_eq!(bands.gangster(columns), Some(gangster));
        }
    }
    assert!(seen.len() > 300, "the grids are various: {} classes", seen.len());
}

#[test]
fn classes_of_their_own_bands() {
    // The least band of a class as the first band of a grid, if a plain search finds one.
    let bands = Bands::shared();
    for (number, class) in bands.classes().iter().enumerate().step_by(23) {
        let mut values = [0; 81];
        values[..27].copy_from_slice(class.least.as_flattened());
        assert!(complete(&mut values, 27));
        let grid = Grid::try_from(values).unwrap();
        assert_eq!(usize::from(bands.chutes(&grid)[0]), number);
    }
}

fn complete(values: &mut [u8; 81], cell: usize) -> bool {
    if cell == 81 {
        return true;
    }
    for digit in 1..=9 {
        let free = (0..cell).all(|other| {
            values[other] != digit
                || (other / 9 != cell / 9
                    && other % 9 != cell % 9
                    && (other / 27 != cell / 27 || other % 9 / 3 != cell % 9 / 3))
        });
        if free {
            values[cell] = digit;
            if complete(values, cell + 1) {
                return true;
            }
        }
    }
    values[cell] = 0;
    false
}
