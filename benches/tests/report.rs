//! The least report, as a whole.

use std::fs;
use std::path::Path;

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

    let spliced = fs::read_to_string(&readme).unwrap();
    assert!(spliced.starts_with("# Mine\n") && spliced.ends_with("-->\nend\n") && !spliced.contains("old"));
    assert!(spliced.contains("| `shuffle` |") && spliced.contains("| famous |"));
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
