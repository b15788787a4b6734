//! The quick report, whole: every file that it names is there and whole, and the README is spliced.

use std::fs;

use gridwright_benches::report::{Options, run};

#[test]
fn the_quick_report_writes_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let (out, data, readme) = (
        folder.path().join("out"),
        folder.path().join("data"),
        folder.path().join("README.md"),
    );
    fs::create_dir(&data).unwrap();
    let puzzles: Vec<String> = gridwright_benches::data::famous()
        .iter()
        .map(|(_, puzzle)| format!("{puzzle}\n"))
        .collect();
    fs::write(data.join("mine.txt"), puzzles.concat()).unwrap();
    fs::write(data.join("prose.md"), "no puzzles here\n").unwrap();
    let markers = |name| format!("<!-- gridwright:{name} -->\n<!-- /gridwright:{name} -->\n");

    let mut options = Options {
        quick: true,
        data: Some(data),
        out: out.clone(),
        splice: Some(readme.clone()),
    };
    fs::write(&readme, markers("fillers")).unwrap();
    let error = run(&options, &mut |_| ()).unwrap_err().to_string();
    assert_eq!(
        error, "the marker <!-- gridwright:solvers --> is missing",
        "found before any work"
    );
    assert!(!out.exists());

    fs::write(&readme, markers("fillers") + &markers("solvers")).unwrap();
    let paths = run(&options, &mut |_| ()).unwrap();
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>")),
            Some("csv") => assert!(text.lines().count() > 1, "{}", path.display()),
            _ => assert!(!text.is_empty()),
        }
    }
    let page = fs::read_to_string(out.join("README.md")).unwrap();
    for part in page.split("](figures/").skip(1) {
        let name = part.split(')').next().unwrap();
        assert!(out.join("figures").join(name).exists(), "{name}");
    }
    assert!(page.contains("| mine (8) |") && page.contains("prose: 0 of "));
    let spliced = fs::read_to_string(&readme).unwrap();
    assert!(spliced.contains("| `shuffle` |") && spliced.contains("`dlx` median"));

    options.data = Some(folder.path().join("nowhere"));
    options.splice = None;
    assert!(
        run(&options, &mut |_| ())
            .unwrap_err()
            .to_string()
            .contains("nowhere")
    );
}
