//! How a run ends.

use std::process::ExitCode;

/// The end of a run that wrote what it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Fine,
    /// Some puzzle had no answer of the kind asked for, or a budget ran out.
    Lacking,
    /// Nothing could be read.
    Nothing,
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Fine => 0,
            Status::Lacking => 1,
            Status::Nothing => 2,
            Status::Interrupted => 130,
        })
    }
}

/// Why a run broke off.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read the output has left: no error.
    ClosedPipe,
    /// Wrong usage, an impossible request, or a file that cannot be read or written.
    Message(String),
}

impl Failure {
    /// For [`Result::map_err`] of what comes with a good message.
    pub(crate) fn message(error: impl std::fmt::Display) -> Self {
        Self::Message(error.to_string())
    }
}
