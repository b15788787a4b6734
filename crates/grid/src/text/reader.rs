//! Streams of puzzles.

use alloc::string::String;
use alloc::vec::Vec;

use super::segment::{Batch, RecordKind, Segmenter};
use crate::{BoxSize, ParseErrorKind};

/// Reads puzzles from a stream, batch by batch, in constant memory.
///
/// ```
/// use gridwright_grid::{B2x2, text::{Batch, Reader}};
///
/// let input = "# two puzzles\n1...............\tfirst\n12|..\n..|..\n--+--\n..|..\n..|.4\n";
/// let mut reader = Reader::new(input.as_bytes(), None);
/// let mut batch = Batch::default();
/// assert!(reader.read_batch(&mut batch, 100)?);
/// let clues: Vec<_> =
///     batch.records().map(|r| Ok(r.parse::<B2x2>()?.puzzle.clues())).collect::<Result<_, gridwright_grid::ParseError>>()?;
/// assert_eq!(clues, [1, 3]);
/// assert!(!reader.read_batch(&mut batch, 100)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    segmenter: Segmenter,
    number: usize,
    buffer: Vec<u8>,
    ended: bool,
}

impl<R: std::io::BufRead> Reader<R> {
    /// A reader of puzzles of that shape; without one, the first puzzle decides.
    pub fn new(input: R, size: Option<BoxSize>) -> Self {
        let segmenter = Segmenter::new(size);
        Self {
            input,
            segmenter,
            number: 0,
            buffer: Vec::new(),
            ended: false,
        }
    }

    /// The shape: the one given, or that of the first puzzle once it has been read.
    pub fn size(&self) -> Option<BoxSize> {
        self.segmenter.size
    }

    /// Replaces the batch by the next `max` records (one more where a broken grid ends at the next puzzle).
    /// False when there was none left.
    ///
    /// # Errors
    ///
    /// When the stream cannot be read. Text that is no puzzle is a record, not an error.
    pub fn read_batch(&mut self, batch: &mut Batch, max: usize) -> std::io::Result<bool> {
        batch.clear();
        while !self.ended && (batch.len() < max || self.segmenter.is_open()) {
            self.buffer.clear();
            if self.input.read_until(b'\n', &mut self.buffer)? == 0 {
                self.ended = true;
                self.segmenter.close(batch);
                break;
            }
            self.number += 1;
            let mut bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
            if self.number == 1 {
                if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
                    batch.push(
                        1,
                        "",
                        RecordKind::Bad {
                            column: 1,
                            kind: ParseErrorKind::Utf16,
                        },
                    );
                    self.ended = true;
                    break;
                }
                bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
            }
            // Bytes that are no text become U+FFFD: a fault where a cell is read, and nowhere else.
            let line = core::str::from_utf8(bytes)
                .map_or_else(|_| String::from_utf8_lossy(bytes), std::borrow::Cow::Borrowed);
            self.segmenter.push(self.number, &line, batch);
        }
        Ok(!batch.is_empty())
    }
}
