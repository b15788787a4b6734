//! Where puzzles come from: files or standard input, read on a thread of their own.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, Stdin, stdin};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use gridwright_grid::text::{Batch, Reader};
use gridwright_grid::{BoxSize, ParseErrorKind};

use crate::pipeline::{Pace, stopped};
use crate::shard::Shard;
use crate::status::Failure;

/// Records in a chunk, at most.
pub(crate) const CHUNK_RECORDS: usize = 1024;

const BUFFER_BYTES: usize = 1 << 16;

/// Some records of a file.
pub(crate) struct Chunk {
    pub(crate) batch: Batch,
    /// Those of its records that are wanted.
    pub(crate) wanted: Range<usize>,
    pub(crate) file: Arc<str>,
    /// The shape of the puzzles; none while none was found.
    pub(crate) size: Option<BoxSize>,
    /// How many records came before the first of those.
    pub(crate) number: u64,
    /// Bytes of all files up to its end.
    pub(crate) position: u64,
    /// Why the file has no more records.
    pub(crate) trouble: Option<String>,
}

/// Where a part of the input comes from.
enum Source {
    Standard(Stdin),
    File(File),
    /// What is in memory.
    Kept(Cursor<Vec<u8>>),
}

impl Source {
    fn read(&mut self) -> &mut dyn Read {
        match self {
            Self::Standard(source) => source,
            Self::File(source) => source,
            Self::Kept(source) => source,
        }
    }

    /// Whether all of it is there, and can be read again.
    fn is_regular(&self) -> bool {
        match self {
            Self::Standard(_) => false,
            Self::File(file) => file.metadata().is_ok_and(|metadata| metadata.is_file()),
            Self::Kept(_) => true,
        }
    }

    fn rewind(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(_) => Ok(()),
            Self::File(source) => source.rewind(),
            Self::Kept(source) => source.rewind(),
        }
    }
}

/// The named files, opened: a name that is wrong is found before any work.
pub(crate) struct Input {
    files: Vec<(Arc<str>, Source)>,
    /// Bytes of all files, if that is known.
    pub(crate) bytes: Option<u64>,
    /// The part of their records that is wanted.
    pub(crate) shard: Shard,
}

impl Input {
    pub(crate) fn open(paths: &[PathBuf], output: Option<&Path>) -> Result<Self, Failure> {
        let standard = [PathBuf::from("-")];
        let paths = if paths.is_empty() { &standard } else { paths };
        let mut bytes = Some(0);
        let mut files = Vec::new();
        for path in paths {
            let name: Arc<str> = path.display().to_string().into();
            if &*name == "-" {
                bytes = None;
                files.push((name, Source::Standard(stdin())));
                continue;
            }
            let opened = File::open(path).and_then(|file| {
                let metadata = file.metadata()?;
                if metadata.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                Ok((file, metadata))
            });
            let (file, metadata) = opened.map_err(|error| Failure::Message(format!("{name}: {error}")))?;
            if output.is_some_and(|output| same(output, path)) && metadata.is_file() {
                return Err(Failure::Message(format!(
                    "{name}: appending to the input would never end"
                )));
            }
            bytes = bytes
                .filter(|_| metadata.is_file())
                .map(|sum| sum + metadata.len());
            files.push((name, Source::File(file)));
        }
        Ok(Self {
            files,
            bytes,
            shard: Shard::ALL,
        })
    }

    /// A text that was given in place of a file.
    pub(crate) fn text(name: &str, text: String) -> Self {
        Self {
            bytes: Some(text.len() as u64),
            files: vec![(name.into(), Source::Kept(Cursor::new(text.into_bytes())))],
            shard: Shard::ALL,
        }
    }

    /// Only that part of the records.
    pub(crate) fn part(self, shard: Shard) -> Self {
        Self {
            bytes: self.bytes.filter(|_| shard == Shard::ALL),
            shard,
            ..self
        }
    }

    /// Counts the records. What can be read only once is kept in memory, and all can be read from the start again.
    fn count(&mut self, mut size: Option<BoxSize>) -> Result<u64, String> {
        let mut records = 0;
        for (name, source) in &mut self.files {
            let failure = |error: io::Error| format!("{name}: {error}");
            if !source.is_regular() {
                let mut kept = Vec::new();
                source.read().read_to_end(&mut kept).map_err(failure)?;
                *source = Source::Kept(Cursor::new(kept));
            }
            let mut reader = Reader::new(Lines::new(source.read(), Rc::default()), size);
            let mut batch = Batch::default();
            while !stopped() {
                let max = reader.size().map_or(1, |_| CHUNK_RECORDS);
                // What cannot be read is told when it is read again.
                let more = reader.read_batch(&mut batch, max).unwrap_or(false);
                records += batch.len() as u64;
                if !more {
                    break;
                }
            }
            size = reader.size();
            source.rewind().map_err(failure)?;
        }
        Ok(records)
    }

    /// Starts to read.
    pub(crate) fn start(mut self, size: Option<BoxSize>, pace: Arc<Pace>) -> Receiver<Chunk> {
        let (sender, receiver) = sync_channel(2);
        // It may wait for standard input for ever, so nobody waits for it.
        std::thread::spawn(move || {
            let mut reading = Reading {
                size,
                pace,
                sender,
                wanted: 0..u64::MAX,
                number: 0,
                position: 0,
            };
            if self.shard != Shard::ALL {
                match self.count(size) {
                    // Then every part says so.
                    Ok(0) => {}
                    Ok(records) => {
                        reading.wanted = self.shard.of(records);
                        if self.shard.is_last() {
                            // With what is wrong after the last record.
                            reading.wanted.end = u64::MAX;
                        }
                    }
                    Err(trouble) => {
                        reading.send(Batch::default(), &"-".into(), size, 0, Some(trouble));
                        return;
                    }
                }
            }
            for (name, source) in &mut self.files {
                if !reading.file(name, source) {
                    break;
                }
            }
        });
        receiver
    }
}

fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

struct Reading {
    size: Option<BoxSize>,
    pace: Arc<Pace>,
    sender: SyncSender<Chunk>,
    /// The records that are wanted.
    wanted: Range<u64>,
    number: u64,
    position: u64,
}

impl Reading {
    /// Reads a file; false when nobody wants more.
    fn file(&mut self, name: &Arc<str>, source: &mut Source) -> bool {
        let regular = source.is_regular();
        let progress = Rc::new(Progress::default());
        let mut reader = Reader::new(Lines::new(source.read(), Rc::clone(&progress)), self.size);
        let mut empty = true;
        loop {
            let max = match (reader.size(), regular) {
                // Alone, so that how a record is read does not depend on which follow it.
                (None, _) => 1,
                (Some(_), true) => self.pace.size(),
                // What is there is answered before more is awaited.
                (Some(_), false) => self.pace.size().min(progress.ready.get()).max(1),
            };
            let mut batch = Batch::default();
            let (ended, trouble) = match reader.read_batch(&mut batch, max) {
                Ok(true) => (false, None),
                Ok(false) if !empty => break,
                Ok(false) => (true, Some(format!("{name}:1:1: {}", ParseErrorKind::Empty))),
                Err(error) => (true, Some(format!("{name}: {error}"))),
            };
            empty = false;
            let position = self.position + progress.bytes.get();
            if !self.send(batch, name, reader.size(), position, trouble) {
                return false;
            }
            if ended {
                break;
            }
        }
        self.size = reader.size();
        self.position += progress.bytes.get();
        true
    }

    /// Hands on what is wanted of it; false when nobody wants more.
    fn send(
        &mut self,
        batch: Batch,
        file: &Arc<str>,
        size: Option<BoxSize>,
        position: u64,
        trouble: Option<String>,
    ) -> bool {
        let records = self.number..self.number + batch.len() as u64;
        self.number = records.end;
        let bound = |end: u64| end.clamp(records.start, records.end);
        let [start, end] = [self.wanted.start, self.wanted.end].map(bound);
        let trouble = trouble.filter(|_| self.wanted.contains(&records.end));
        if start == end && trouble.is_none() {
            return records.end < self.wanted.end;
        }
        let chunk = Chunk {
            batch,
            wanted: (start - records.start) as usize..(end - records.start) as usize,
            file: Arc::clone(file),
            size,
            number: start,
            position,
            trouble,
        };
        self.sender.send(chunk).is_ok()
    }
}

/// What a [`Reader`] has taken of a file.
#[derive(Default)]
struct Progress {
    /// Whole lines that are in the buffer.
    ready: Cell<usize>,
    bytes: Cell<u64>,
}

/// A buffer whose progress can be watched.
struct Lines<R> {
    inner: BufReader<R>,
    progress: Rc<Progress>,
}

impl<'a> Lines<&'a mut dyn Read> {
    fn new(source: &'a mut dyn Read, progress: Rc<Progress>) -> Self {
        Self {
            inner: BufReader::with_capacity(BUFFER_BYTES, source),
            progress,
        }
    }
}

fn line_ends(bytes: &[u8]) -> usize {
    // Summed in bytes, block by block, this vectorises.
    bytes
        .chunks(255)
        .map(|block| usize::from(block.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>()))
        .sum()
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.inner.buffer().is_empty() {
            let lines = line_ends(self.inner.fill_buf()?);
            self.progress.ready.set(lines);
        }
        Ok(self.inner.buffer())
    }

    fn consume(&mut self, amount: usize) {
        let lines = line_ends(&self.inner.buffer()[..amount]);
        let Progress { ready, bytes } = &*self.progress;
        ready.set(ready.get().saturating_sub(lines));
        bytes.set(bytes.get() + amount as u64);
        self.inner.consume(amount);
    }
}
