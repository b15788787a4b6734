//! Collections from files.

use std::any::Any;
use std::fs;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gridwright::seeds::{Collection, Game, Refused};
use gridwright_grid::text::{Batch, Reader};
use gridwright_grid::{BoxSize, ParseErrorKind, Shape, WithShape, with_shape};

use crate::args::{CollectionArgs, RunArgs};
use crate::pipeline;
use crate::search::Search;
use crate::status::Failure;

/// A file of puzzles, read whole.
pub(super) struct Source<'a> {
    args: &'a CollectionArgs,
    search: Search,
    quiet: bool,
    name: String,
    batch: Batch,
    pub(super) size: BoxSize,
    /// Which column of a table holds the level, the puzzle not counted.
    level: Option<usize>,
}

/// Seeds, and what else their file says of them.
pub(super) struct Loaded<S: Shape> {
    pub(super) collection: Collection<S>,
    /// The line of each seed in the file.
    pub(super) lines: Vec<usize>,
    /// Their levels, where the file is a table that has them.
    pub(super) levels: Option<Vec<String>>,
}

impl<'a> Source<'a> {
    pub(super) fn open(args: &'a CollectionArgs, run: &RunArgs) -> Result<Self, Failure> {
        let name = args.collection.display().to_string();
        let mut bytes = Vec::new();
        let read = if args.collection == Path::new("-") {
            stdin().read_to_end(&mut bytes).map(drop)
        } else {
            fs::read(&args.collection).map(|read| bytes = read)
        };
        let fault = |error: std::io::Error| Failure::Message(format!("{name}: {error}"));
        read.map_err(fault)?;
        let mut reader = Reader::new(bytes.as_slice(), args.shape);
        let mut batch = Batch::default();
        reader.read_batch(&mut batch, usize::MAX).map_err(fault)?;
        let size = reader.size().filter(|_| !batch.is_empty());
        Ok(Self {
            args,
            search: Search::automatic(run)?,
            quiet: run.quiet,
            size: size.ok_or_else(|| Failure::Message(format!("{name}:1:1: {}", ParseErrorKind::Empty)))?,
            level: level_column(&String::from_utf8_lossy(&bytes)),
            name,
            batch,
        })
    }

    /// The collection at its shape, for those who ask for it by its type.
    pub(super) fn load_any(&self) -> Result<Arc<dyn Any + Send + Sync>, Failure> {
        struct Load<'a, 'b>(&'a Source<'b>);
        impl WithShape for Load<'_, '_> {
            type Output = Result<Arc<dyn Any + Send + Sync>, Failure>;
            fn run<S: Shape>(self) -> Self::Output {
                Ok(Arc::new(self.0.load::<S>()?))
            }
        }
        with_shape(self.size, Load(self)).unwrap_or_else(|| Err(Failure::message("unknown shape")))
    }

    /// The collection, if the file has nothing but seeds.
    pub(super) fn load<S: Shape>(&self) -> Result<Loaded<S>, Failure> {
        let (name, group) = (&self.name, self.args.group.group());
        let mut puzzles = Vec::with_capacity(self.batch.len());
        for record in self.batch.records() {
            let parsed = record.parse::<S>();
            puzzles.push(parsed.map_err(|error| Failure::Message(format!("{name}:{error}")))?);
        }
        let bare: Vec<_> = puzzles.iter().map(|parsed| parsed.puzzle.clone()).collect();
        let outcomes = self.search.outcomes(&mut self.search.batch()?, &bare);
        let mut loaded = Loaded {
            collection: Collection::new(group),
            lines: Vec::new(),
            levels: self.level.map(|_| Vec::new()),
        };
        for (((record, parsed), puzzle), outcome) in
            self.batch.records().zip(&puzzles).zip(bare).zip(&outcomes)
        {
            let line = record.line();
            let fault = |reason: String| format!("{name}:{line}:1: {reason}");
            let game =
                Game::from_outcome(puzzle, outcome).map_err(|no| Failure::Message(fault(no.to_string())))?;
            match loaded.collection.push(game) {
                Ok(()) => {}
                Err(Refused::Equivalent(seed)) => {
                    let twin = fault(format!(
                        "equivalent to line {} under the {} group",
                        loaded.lines[seed],
                        self.args.group.name()
                    ));
                    if !self.args.merge {
                        return Err(Failure::Message(format!("{twin}; --merge leaves it out")));
                    }
                    if !self.quiet {
                        pipeline::to_stderr(format!("{twin}: left out\n").as_bytes());
                    }
                    continue;
                }
                Err(refused) => return Err(Failure::Message(fault(refused.to_string()))),
            }
            loaded.lines.push(line);
            if let (Some(levels), Some(column)) = (&mut loaded.levels, self.level) {
                // Behind the puzzle comes a comma, and then the first column.
                let field = parsed.rest.split(',').nth(column + 1);
                levels.push(field.unwrap_or_default().trim().to_string());
            }
        }
        Ok(loaded)
    }
}

/// Which column behind the first is called `level`, in the first line that is no comment.
fn level_column(text: &str) -> Option<usize> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let header = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let column = |name: &str| name.trim().eq_ignore_ascii_case("level");
    header.split(',').skip(1).position(column)
}

/// Refuses to read the collection and the puzzles from standard input.
pub(super) fn one_standard_input(collection: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let standard = Path::new("-");
    if collection == standard && (files.is_empty() || files.iter().any(|file| file == standard)) {
        return Err(Failure::message(
            "-: standard input holds the collection or the puzzles, not both",
        ));
    }
    Ok(())
}
