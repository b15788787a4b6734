//! Running the program and looking at what it says.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The program, its streams piped.
pub(crate) fn gridwright(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs it without input.
pub(crate) fn run(args: &[&str]) -> Output {
    gridwright(args).output().unwrap()
}

/// Runs it on that input.
pub(crate) fn feed(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let input = input.into();
    let mut child = gridwright(args).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // The program may have left.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Standard output.
pub(crate) fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Standard error.
pub(crate) fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// The exit status.
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// Status, standard output and standard error of a run that reads puzzles.
#[track_caller]
pub(crate) fn expect(args: &[&str], input: impl Into<Vec<u8>>, status: i32, stdout: &str, stderr: &str) {
    let output = feed(args, input);
    assert_eq!(
        (out(&output), err(&output), code(&output)),
        (stdout, stderr, status)
    );
}
