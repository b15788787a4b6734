//! External programs: puzzles on their standard input, numbers of solutions on their standard output.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::measure::{Contender, late};

/// A program to measure, `NAME=COMMAND`; the command is run by the shell.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    name: String,
    command: String,
}

impl FromStr for Program {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, command)) if !name.trim().is_empty() && !command.trim().is_empty() => Ok(Self {
                name: name.trim().into(),
                command: command.trim().into(),
            }),
            _ => Err("not of the form NAME=COMMAND".into()),
        }
    }
}

/// How often the start is measured.
const STARTS: usize = 5;

/// A program, and what it is to count.
pub(crate) struct Counting<'a> {
    program: &'a Program,
    input: File,
    /// Of each puzzle, the number of solutions up to the limit.
    expected: Vec<u64>,
    limit: u64,
    start: Duration,
}

impl<'a> Counting<'a> {
    /// The lines of the puzzles, and how many solutions each has up to the limit.
    pub(crate) fn new(
        program: &'a Program,
        lines: &[u8],
        expected: Vec<u64>,
        limit: u64,
    ) -> io::Result<Self> {
        let mut input = tempfile::tempfile()?;
        input.write_all(lines)?;
        let mut counting = Self {
            program,
            input,
            expected,
            limit,
            start: Duration::ZERO,
        };
        counting.start = counting.start_up(lines)?;
        Ok(counting)
    }

    /// The median time of a run with one puzzle.
    fn start_up(&self, lines: &[u8]) -> io::Result<Duration> {
        let mut one = tempfile::tempfile()?;
        one.write_all(
            lines
                .split_inclusive(|&byte| byte == b'\n')
                .next()
                .unwrap_or_default(),
        )?;
        let mut times = Vec::new();
        for _ in 0..STARTS {
            let start = Instant::now();
            self.run(&one)?;
            times.push(start.elapsed());
        }
        times.sort_unstable();
        Ok(times[STARTS / 2])
    }

    fn run(&self, input: &File) -> io::Result<Vec<u8>> {
        let mut stdin = input.try_clone()?;
        stdin.rewind()?;
        let output = Command::new("sh")
            .args(["-c", &self.program.command])
            .stdin(Stdio::from(stdin))
            .stderr(Stdio::null())
            .output()?;
        Ok(output.stdout)
    }

    /// The numbers that it prints, one a line, first in the line; `2+` is 2.
    fn counts(&self) -> Result<Vec<u64>, String> {
        let output = self.run(&self.input).map_err(|error| format!("wrong: {error}"))?;
        let text = String::from_utf8_lossy(&output);
        let count = |line: &str| {
            let word = line.split_whitespace().next()?;
            let count: u64 = word.trim_end_matches('+').parse().ok()?;
            Some(count.min(self.limit))
        };
        text.lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| count(line).ok_or_else(|| format!("wrong: {line:?} is no number of solutions")))
            .collect()
    }
}

impl Contender for Counting<'_> {
    fn name(&self) -> String {
        format!(
            "{} (start {:.1} ms)",
            self.program.name,
            self.start.as_secs_f64() * 1e3
        )
    }

    fn package(&self) -> &'static str {
        ""
    }

    fn overhead(&self) -> Duration {
        self.start
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        let counts = self.counts()?;
        late(deadline)?;
        if counts.len() != self.expected.len() {
            return Err(format!(
                "wrong: {} answers to {} puzzles",
                counts.len(),
                self.expected.len()
            ));
        }
        match counts
            .iter()
            .zip(&self.expected)
            .position(|(count, expected)| count != expected)
        {
            Some(i) => Err(format!("wrong: {} solutions of puzzle {}", counts[i], i + 1)),
            None => Ok(()),
        }
    }

    fn pass(&mut self) -> u64 {
        self.counts().unwrap_or_default().iter().sum()
    }
}
