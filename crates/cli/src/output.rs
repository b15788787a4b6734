//! Where results go: standard output, or a file that appears when it is complete.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tempfile::NamedTempFile;

use crate::args::{OutputArgs, Progress};
use crate::pipeline::Piece;
use crate::status::Failure;

/// Writes to standard output.
pub(crate) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|error| Failure::io("cannot write", &error))
}

enum Target {
    Standard,
    Append(File),
    Replace(NamedTempFile, PathBuf),
}

/// The output of a run, with its bar.
pub(crate) struct Output {
    target: Target,
    bar: ProgressBar,
    /// When the bar may appear.
    bar_from: Option<Instant>,
    failed: u64,
    items: u64,
}

impl Output {
    /// Opens it; `total` items are expected.
    pub(crate) fn open(args: &OutputArgs, total: Option<u64>) -> Result<Self, Failure> {
        let target = match &args.output {
            None => Target::Standard,
            Some(path) if path == Path::new("-") => Target::Standard,
            Some(path) if args.append => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                Target::Append(file.map_err(|error| cannot_write(path, &error))?)
            }
            Some(path) => {
                let folder = match path.parent() {
                    Some(folder) if folder != Path::new("") => folder,
                    _ => Path::new("."),
                };
                let mut builder = tempfile::Builder::new();
                builder.prefix(".gridwright-");
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let file = builder
                    .tempfile_in(folder)
                    .map_err(|error| cannot_write(path, &error))?;
                Target::Replace(file, path.clone())
            }
        };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let style = match total {
            Some(_) => "{wide_bar} {human_pos}/{human_len} {per_sec} {eta} left",
            None => "{spinner} {human_pos} {per_sec} {elapsed}",
        };
        bar.set_style(ProgressStyle::with_template(style).map_err(Failure::new)?);
        let bar_from = match args.progress {
            Progress::Never => None,
            Progress::Auto if args.quiet || !io::stderr().is_terminal() => None,
            Progress::Auto => Some(Instant::now() + Duration::from_secs(1)),
            Progress::Always => Some(Instant::now()),
        };
        Ok(Self {
            target,
            bar,
            bar_from,
            failed: 0,
            items: 0,
        })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.target {
            Target::Standard => io::stdout().lock().write_all(bytes),
            Target::Append(file) => file.write_all(bytes),
            Target::Replace(file, _) => file.write_all(bytes),
        };
        written.map_err(|error| Failure::io("cannot write", &error))
    }

    /// Writes a piece, and its errors to standard error.
    pub(crate) fn piece(&mut self, piece: &Piece) -> Result<(), Failure> {
        if self.bar_from.is_some_and(|from| Instant::now() >= from) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar_from = None;
        }
        self.write(&piece.out)?;
        if !piece.errors.is_empty() {
            self.bar.suspend(|| eprint!("{}", piece.errors));
        }
        self.failed += piece.failed;
        self.items += piece.items;
        self.bar.inc(piece.items);
        Ok(())
    }

    /// How many items had no answer of the kind asked for.
    pub(crate) fn failed(&self) -> u64 {
        self.failed
    }

    /// How many items are finished.
    pub(crate) fn items(&self) -> u64 {
        self.items
    }

    /// Completes the output, also of a run that stopped early, and passes on how the run ended.
    pub(crate) fn finish(mut self, ended: Result<(), Failure>) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        let closed = match self.target {
            Target::Standard => io::stdout().lock().flush(),
            Target::Append(ref mut file) => file.flush(),
            Target::Replace(file, path) => {
                let renamed = file.persist(&path).map(drop);
                renamed.map_err(|error| cannot_write(&path, &error.error))?;
                Ok(())
            }
        };
        ended?;
        closed.map_err(|error| Failure::io("cannot write", &error))
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::io(format!("cannot write {}", path.display()), error)
}
