//! Where the output goes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::args::OutputArgs;
use crate::status::Failure;

enum Target {
    Stdout,
    /// A file being written beside the one that it will replace.
    Beside(NamedTempFile),
    /// The end of a file, or something that is no file.
    Direct(File),
}

/// Whether a file ends with the end of a line, or is empty.
fn ends_line(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// The output of a run.
pub(crate) struct Output {
    target: Target,
    path: PathBuf,
    /// Nothing has been written before, by this run or an earlier one.
    pub(crate) fresh: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        Self {
            target: Target::Stdout,
            path: "-".into(),
            fresh: true,
        }
    }

    pub(crate) fn open(args: &OutputArgs) -> Result<Self, Failure> {
        let Some(path) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
            return Ok(Self::stdout());
        };
        if path == Path::new("/dev/stdout") {
            return Ok(Self::stdout());
        }
        // Follow links, so that the file is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let metadata = fs::metadata(&path).ok();
        let mut fresh = true;
        let target = if args.append || metadata.as_ref().is_some_and(|old| !old.is_file()) {
            fresh = metadata.as_ref().is_none_or(|old| old.len() == 0);
            OpenOptions::new()
                .append(true)
                .create(true)
                .open(&path)
                .and_then(|mut file| {
                    if metadata.is_some_and(|old| old.is_file()) && !ends_line(&path)? {
                        file.write_all(b"\n")?;
                    }
                    Ok(Target::Direct(file))
                })
        } else {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let mut builder = tempfile::Builder::new();
            builder.prefix(".gridwright-");
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                // As for any new file: the process's mask applies.
                let new = fs::Permissions::from_mode(0o666);
                builder.permissions(metadata.map_or(new, |old| old.permissions()));
            }
            builder
                .tempfile_in(folder.unwrap_or(Path::new(".")))
                .map(Target::Beside)
        };
        match target {
            Ok(target) => Ok(Self { target, path, fresh }),
            Err(error) => Err(Failure::Message(format!("{}: {error}", path.display()))),
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.target {
            Target::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(bytes).and_then(|()| stdout.flush())
            }
            Target::Beside(file) => file.write_all(bytes),
            Target::Direct(file) => file.write_all(bytes),
        };
        written.map_err(|error| self.failure(&error))
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.target {
            Target::Beside(file) => match file.persist(&self.path) {
                Ok(_) => Ok(()),
                Err(error) => Err(Failure::Message(format!(
                    "{}: {}",
                    self.path.display(),
                    error.error
                ))),
            },
            Target::Stdout | Target::Direct(_) => Ok(()),
        }
    }

    fn failure(&self, error: &io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Message(format!("{}: {error}", self.path.display())),
        }
    }
}
