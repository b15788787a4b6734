//! `gridwright report`.

use std::path::PathBuf;

use gridwright_benches::report::{Options, Size, run as measure};

use crate::args::ReportArgs;
use crate::output::Output;
use crate::pipeline::to_stderr;
use crate::status::{Failure, Status};

pub(crate) fn run(args: &ReportArgs) -> Result<Status, Failure> {
    let options = Options {
        size: if args.quick { Size::Quick } else { Size::Full },
        data: args.data.clone(),
        out: args.out.clone(),
        splice: args.splice.then(|| PathBuf::from("README.md")),
    };
    let mut progress = |step: &str| {
        if !args.quiet {
            to_stderr(format!("{step}\n").as_bytes());
        }
    };
    let paths = measure(&options, &mut progress).map_err(Failure::message)?;
    let lines: Vec<String> = paths.iter().map(|path| format!("{}\n", path.display())).collect();
    Output::stdout().write(lines.concat().as_bytes())?;
    Ok(Status::Fine)
}
