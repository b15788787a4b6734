#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod args;
mod canon;
mod check;
mod convert;
mod explain;
mod fill;
mod format;
mod generate;
mod grid;
mod input;
mod list;
mod making;
mod output;
mod pipeline;
mod progress;
mod rate;
mod report;
mod sample;
mod search;
mod seeds;
mod shard;
mod solve;
mod status;
mod steps;
mod stream;
mod vary;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use output::Output;
use status::{Failure, Status};

fn main() -> ExitCode {
    let cli = Cli::parse_from(args::puzzles_last(std::env::args_os()));
    let result = match (cli.completions, cli.command) {
        (Some(shell), _) => completions(shell),
        (None, Some(command)) => run(command),
        // clap shows the help before it comes to this.
        (None, None) => Ok(Status::Nothing),
    };
    match result {
        Ok(_) if pipeline::interrupted() => Status::Interrupted.into(),
        Ok(status) => status.into(),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            pipeline::to_stderr(format!("gridwright: {message}\n").as_bytes());
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<Status, Failure> {
    match command {
        Command::List(args) => list::run(&args),
        Command::Fill(args) => fill::run(&args),
        Command::Solve(args) => solve::solve(&args),
        Command::Count(args) => solve::count(&args),
        Command::Check(args) => check::run(&args),
        Command::Canon(args) => canon::run(&args),
        Command::Vary(args) => vary::run(&args),
        Command::Grid(args) => grid::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Seeds(command) => seeds::run(&command),
        Command::Sample(command) => sample::run(&command),
        Command::Report(args) => report::run(&args),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gridwright", &mut script);
    Output::stdout().write(&script)?;
    Ok(Status::Fine)
}
