//! The program `gridwright`.

#![forbid(unsafe_code)]

mod args;
mod fill;
mod list;
mod output;
mod pipeline;
mod puzzles;
mod report;
mod status;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use status::{Failure, Status};

fn main() -> std::process::ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(status) => status.code(),
        Err(Failure::ClosedPipe) => Status::Fine.code(),
        Err(Failure::Interrupted) => Status::Interrupted.code(),
        Err(Failure::Message(message)) => {
            eprintln!("gridwright: {message}");
            Status::Impossible.code()
        }
    }
}

fn run(cli: Cli) -> Result<Status, Failure> {
    if let Some(shell) = cli.completions {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "gridwright", &mut script);
        output::print(&script)?;
        return Ok(Status::Fine);
    }
    let Some(command) = cli.command else {
        output::print(Cli::command().render_help().to_string().as_bytes())?;
        return Ok(Status::Impossible);
    };
    pipeline::catch_interrupts()?;
    match command {
        Command::List(args) => list::run(&args),
        Command::Fill(args) => fill::run(&args),
        Command::Solve(args) => puzzles::solve(&args),
        Command::Count(args) => puzzles::count(&args),
        Command::Report(args) => report::run(&args),
    }
}
