#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod batch;
pub mod canonical;
pub mod chart;
pub mod data;
pub mod grade;
pub mod lab;
pub mod machine;
pub mod measure;
pub mod methods;
pub mod record;
pub mod report;
pub mod splice;
pub mod trial;
pub mod walk;

use std::fmt;
use std::path::Path;

/// One line that says what could not be done.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    /// An error with that text.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }

    /// An error about a path.
    pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
