//! How the program ends.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// The exit status of a run that came to its end. The worse of two is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// 0: all fine.
    Fine,
    /// 1: some puzzle had no answer of the kind asked for.
    NoAnswer,
    /// 2: wrong usage, an impossible request, or nothing could be read.
    Impossible,
    /// 130: interrupted.
    Interrupted,
}

impl Status {
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Fine => 0,
            Self::NoAnswer => 1,
            Self::Impossible => 2,
            Self::Interrupted => 130,
        })
    }
}

/// Why a run ends before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of our output has gone.
    ClosedPipe,
    /// Control-C.
    Interrupted,
    /// One line for the user.
    Message(String),
}

impl Failure {
    pub(crate) fn new(message: impl Display) -> Self {
        Self::Message(message.to_string())
    }

    /// For what happened to a file.
    pub(crate) fn io(doing: impl Display, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Message(format!("{doing}: {error}"))
        }
    }
}
