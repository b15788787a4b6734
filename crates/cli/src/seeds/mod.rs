//! `gridwright seeds`: seed puzzles, and all their variations by number.

mod collection;
mod count;
mod make;
mod play;
mod rank;

use crate::args::SeedsCommand;
use crate::status::{Failure, Status};

pub(crate) fn run(command: &SeedsCommand) -> Result<Status, Failure> {
    match command {
        SeedsCommand::Make(args) => make::run(args),
        SeedsCommand::Play(args) => play::run(args),
        SeedsCommand::Rank(args) => rank::run(args),
        SeedsCommand::Count(args) => count::run(args),
    }
}
