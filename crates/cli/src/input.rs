//! Where puzzles come from: files or standard input, read on a thread of their own.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, stdin};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use gridwright_grid::text::{Batch, Reader};
use gridwright_grid::{BoxSize, ParseErrorKind};

use crate::pipeline::Pace;
use crate::status::Failure;

/// Records in a chunk, at most.
pub(crate) const CHUNK_RECORDS: usize = 1024;

const BUFFER_BYTES: usize = 1 << 16;

/// Some records of a file.
pub(crate) struct Chunk {
    pub(crate) batch: Batch,
    pub(crate) file: Arc<str>,
    /// The shape of the puzzles; none while none was found.
    pub(crate) size: Option<BoxSize>,
    /// How many records came before.
    pub(crate) number: u64,
    /// Bytes of all files up to its end.
    pub(crate) position: u64,
    /// Why there is no record in it.
    pub(crate) trouble: Option<String>,
}

/// Where a part of the input comes from.
enum Source {
    Standard,
    File(File),
    Text(String),
}

/// The named files, opened: a name that is wrong is found before any work.
pub(crate) struct Input {
    files: Vec<(Arc<str>, Source)>,
    /// Bytes of all files, if that is known.
    pub(crate) bytes: Option<u64>,
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
                files.push((name, Source::Standard));
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
        Ok(Self { files, bytes })
    }

    /// A text that was given in place of a file.
    pub(crate) fn text(name: &str, text: String) -> Self {
        Self {
            bytes: Some(text.len() as u64),
            files: vec![(name.into(), Source::Text(text))],
        }
    }

    /// Starts to read.
    pub(crate) fn start(self, size: Option<BoxSize>, pace: Arc<Pace>) -> Receiver<Chunk> {
        let (sender, receiver) = sync_channel(2);
        // It may wait for standard input for ever, so nobody waits for it.
        std::thread::spawn(move || {
            let mut reading = Reading {
                size,
                pace,
                sender,
                number: 0,
                position: 0,
            };
            for (name, file) in self.files {
                let more = match file {
                    Source::File(file) => {
                        let regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
                        reading.file(&name, file, regular)
                    }
                    Source::Standard => reading.file(&name, stdin(), false),
                    Source::Text(text) => reading.file(&name, text.as_bytes(), true),
                };
                if !more {
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
    number: u64,
    position: u64,
}

impl Reading {
    /// Reads a file; false when nobody wants more.
    fn file(&mut self, name: &Arc<str>, file: impl Read, regular: bool) -> bool {
        let progress = Rc::new(Progress::default());
        let lines = Lines {
            inner: BufReader::with_capacity(BUFFER_BYTES, file),
            progress: Rc::clone(&progress),
        };
        let mut reader = Reader::new(lines, self.size);
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
            let records = batch.len() as u64;
            let chunk = Chunk {
                batch,
                file: Arc::clone(name),
                size: reader.size(),
                number: self.number,
                position: self.position + progress.bytes.get(),
                trouble,
            };
            self.number += records;
            if self.sender.send(chunk).is_err() {
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
