//! The least report, as a whole.

use std::fs;
use std::path::{Path, PathBuf};

use gridwright_benches::methods::wilson;
use gridwright_benches::record::Table;
use gridwright_benches::report::{Options, Size, run};

/// Whether every element of an SVG text is closed, in order.
fn is_well_formed(svg: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let Some(length) = rest[start..].find('>') else {
            return false;
        };
        let tag = &rest[start + 1..start + length];
        rest = &rest[start + length + 1..];
        let name = tag
            .trim_start_matches('/')
            .split_whitespace()
            .next()
            .unwrap_or("");
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') && !tag.starts_with('?') && !tag.starts_with('!') {
            open.push(name);
        }
    }
    open.is_empty() && svg.starts_with("<svg ")
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

#[test]
fn the_report_writes_what_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("puzzles");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("mine.txt"), "1...............\n12....3........4\n").unwrap();
    fs::write(data.join("words.txt"), "no puzzle\n").unwrap();
    // Some of the published numbers, rounded.
    let published = "clues,cb_percent,real_percent,per_grid_mean\n24,11.9,2.28,1.06e14\n\
                     25,30.6,13.4,6.25e14\n26,33.8,31.9,1.49e15\n27,17.0,32.7,1.52e15\n";
    fs::create_dir(data.join("exact")).unwrap();
    fs::write(data.join("exact/berthier_clues.csv"), published).unwrap();
    let readme = folder.path().join("README.md");
    let text = "# Mine\n<!-- gridwright:fillers -->\n<!-- /gridwright:fillers -->\n\
                <!-- gridwright:solvers -->\nold\n<!-- /gridwright:solvers -->\nend\n";
    fs::write(&readme, text).unwrap();
    let options = Options {
        size: Size::Least,
        data: Some(data),
        out: folder.path().join("out"),
        splice: Some(readme.clone()),
    };
    let paths = run(&options, &mut |_| ()).unwrap();
    assert!(paths.contains(&readme));
    let page = fs::read_to_string(options.out.join("README.md")).unwrap();
    for path in &paths {
        if has_extension(path, "svg") {
            assert!(
                is_well_formed(&fs::read_to_string(path).unwrap()),
                "{}",
                path.display()
            );
            let name = path.file_name().unwrap().to_string_lossy();
            assert!(page.contains(&format!("(figures/{name})")), "{name} is not shown");
        } else if has_extension(path, "csv") {
            assert!(!Table::read(path).unwrap().rows.is_empty(), "{}", path.display());
        } else {
            assert!(path.is_file(), "{}", path.display());
        }
    }
    for entry in gridwright::fillers() {
        assert!(page.contains(&format!("| `{}` |", entry.info.name)));
    }
    assert!(page.contains("**A quick report**") && page.contains("| mine 2x2 | 2 | `dlx` |"));
    assert!(page.contains("words.txt (0 of 1 records are puzzles)"));

    let speed = paths
        .iter()
        .find(|path| path.ends_with("fill-speed.csv"))
        .unwrap();
    let speed = Table::read(speed).unwrap();
    let median = speed.header.iter().position(|name| name == "ns_median").unwrap();
    for row in &speed.rows {
        let ns: f64 = row[median].parse().unwrap();
        assert!((1.0..1e9).contains(&ns), "{row:?}");
    }

    every_method_has_its_row(&paths);
    assert!(paths.iter().any(|path| path.ends_with("clues-published.svg")));

    let spliced = fs::read_to_string(&readme).unwrap();
    assert!(spliced.starts_with("# Mine\n") && spliced.ends_with("-->\nend\n") && !spliced.contains("old"));
    assert!(spliced.contains("| `shuffle` |") && spliced.contains("| famous |"));
}

fn every_method_has_its_row(paths: &[PathBuf]) {
    let path = paths.iter().find(|path| path.ends_with("methods.csv")).unwrap();
    let table = Table::read(path).unwrap();
    let column = |name: &str| table.header.iter().position(|found| found == name).unwrap();
    let number = |row: &[String], name: &str| row[column(name)].parse::<f64>().unwrap();
    let classes = ["class_1", "class_2", "class_3", "class_4", "class_5"];
    for row in &table.rows {
        if number(row, "rated") > 0.0 {
            let all: f64 = classes.iter().map(|class| number(row, class)).sum();
            assert!((all - 1.0).abs() < 1e-3, "{row:?}");
        }
    }
    let generators = ["bottom-up", "top-down", "controlled-bias"].map(|name| (name, true, true));
    let dug = gridwright::generate::methods().take(gridwright::dig::METHODS.len());
    let dug = dug.map(|entry| (entry.info.name, entry.unique, entry.minimal));
    for (name, unique, minimal) in dug.chain(generators) {
        let row = table.rows.iter().find(|row| row[0] == name).unwrap();
        let ambiguous = number(row, "ambiguous") / number(row, "puzzles");
        assert_eq!(ambiguous < 0.5, unique, "{name}");
        assert!(!unique || ambiguous == 0.0, "{name}");
        assert_eq!(unique && number(row, "not_minimal") == 0.0, minimal, "{name}");
        let times = ["ns_least", "ns_median", "ns_most"].map(|name| number(row, name));
        assert!(0.0 < times[0] && times.is_sorted(), "{name}: {times:?}");
    }
    assert_eq!(table.rows.last().unwrap()[0], "all minimal, by correction");
}

#[test]
fn intervals_of_shares() {
    let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 5e-5 && (b - d).abs() < 5e-5;
    assert!(near(wilson(0, 10), (0.0, 0.2775)));
    assert!(near(wilson(5, 10), (0.2366, 0.7634)));
    assert!(near(wilson(100, 100), (0.9630, 1.0)));
}

#[test]
fn what_cannot_be_spliced_is_an_error_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let readme = folder.path().join("README.md");
    let mut options = Options {
        size: Size::Least,
        data: None,
        out: folder.path().join("out"),
        splice: Some(readme.clone()),
    };
    let mut silent = |_: &str| panic!("nothing may be measured");
    let missing = run(&options, &mut silent).unwrap_err().to_string();
    assert!(missing.contains("README.md"), "{missing}");
    fs::write(&readme, "no markers\n").unwrap();
    let unmarked = run(&options, &mut silent).unwrap_err().to_string();
    assert!(unmarked.contains("<!-- gridwright:fillers -->"), "{unmarked}");
    options.splice = None;
    options.data = Some(folder.path().join("none"));
    let no_data = run(&options, &mut silent).unwrap_err().to_string();
    assert!(no_data.contains("none"), "{no_data}");
    assert!(!options.out.exists());
}
