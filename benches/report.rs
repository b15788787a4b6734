//! `cargo bench` also writes the report, quick with `--quick`; in test mode it does nothing.

use gridwright_benches::report::{Options, Size, run};

fn main() -> Result<(), gridwright_benches::Error> {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    // A word is a filter: some benchmark is wanted, not the report.
    let filtered = arguments[1..]
        .iter()
        .any(|argument| !argument.starts_with('-') && argument != "report");
    if has("--test") || has("--list") || !has("--bench") || filtered {
        return Ok(());
    }
    // Benchmarks run in the folder of their package; the report belongs to the workspace.
    let out = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports").into();
    let options = Options {
        size: if has("--quick") { Size::Quick } else { Size::Full },
        data: None,
        out,
        splice: None,
    };
    for path in run(&options, &mut |step| eprintln!("{step}"))? {
        println!("{}", path.display());
    }
    Ok(())
}
