//! `gridwright report`.

use crate::args::ReportArgs;
use crate::status::{Failure, Status};

pub(crate) fn run(_: &ReportArgs) -> Result<Status, Failure> {
    Err(Failure::message("not wired yet"))
}
