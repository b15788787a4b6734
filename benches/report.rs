//! `cargo bench` also writes the report, quick with `--quick`; in test mode it does nothing.

use gridwright_benches::report::{Options, run};

fn main() -> Result<(), gridwright_benches::Error> {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    if has("--test") || has("--list") || !has("--bench") {
        return Ok(());
    }
    // Benchmarks run in the folder of their package; the report belongs to the workspace.
    let out = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports").into();
    let options = Options {
        quick: has("--quick"),
        data: None,
        out,
        splice: None,
    };
    for path in run(&options, &mut |step| eprintln!("{step}"))? {
        println!("{}", path.display());
    }
    Ok(())
}
