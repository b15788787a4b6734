//! Records: tables as CSV under `record/<date>-<machine>`, only the latest of a machine.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::machine::Machine;

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub header: Vec<String>,
    /// Rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(header: &[&str]) -> Self {
        Self {
            header: header.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// Appends a row.
    pub fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.header.len());
        self.rows.push(row);
    }

    /// As Markdown; columns whose first row looks like a number are aligned to the right.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let numeric = |column: usize| {
            let cell = self.rows.first().map_or("", |row| row[column].as_str());
            cell.starts_with(|c: char| c.is_ascii_digit()) && !cell.contains("grids")
        };
        let rule: Vec<&str> = (0..self.header.len())
            .map(|column| if numeric(column) { "--:" } else { "---" })
            .collect();
        let mut text = line(&self.header) + &format!("|{}|\n", rule.join("|"));
        for row in &self.rows {
            text.push_str(&line(row));
        }
        text
    }

    /// Writes it as CSV.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let fail = |error: csv::Error| Error::new(format!("{}: {error}", path.display()));
        let mut writer = csv::Writer::from_path(path).map_err(fail)?;
        writer.write_record(&self.header).map_err(fail)?;
        for row in &self.rows {
            writer.write_record(row).map_err(fail)?;
        }
        writer.flush().map_err(Error::at(path))
    }

    /// Reads it from CSV.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or its rows differ in length.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let fail = |error: csv::Error| Error::new(format!("{}: {error}", path.display()));
        let mut reader = csv::Reader::from_path(path).map_err(fail)?;
        let fields = |record: &csv::StringRecord| record.iter().map(String::from).collect();
        let header = fields(reader.headers().map_err(fail)?);
        let rows = reader
            .records()
            .map(|row| row.map(|row| fields(&row)).map_err(fail));
        Ok(Self {
            header,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }
}

/// The folder for the record of today, emptied of what this program wrote; older records of the same machine are
/// removed.
///
/// # Errors
///
/// When a folder cannot be made or removed.
pub fn folder(out: &Path, machine: &Machine) -> Result<PathBuf, Error> {
    let all = out.join("record");
    let name = format!("{}-{}", machine.date, machine.slug());
    let ending = format!("-{}", machine.slug());
    if let Ok(entries) = fs::read_dir(&all) {
        for entry in entries.flatten() {
            let found = entry.file_name().to_string_lossy().into_owned();
            // A date has ten characters.
            if found != name && found.len() == 10 + ending.len() && found.ends_with(&ending) {
                fs::remove_dir_all(entry.path()).map_err(Error::at(&entry.path()))?;
            }
        }
    }
    let folder = all.join(name);
    fs::create_dir_all(&folder).map_err(Error::at(&folder))?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        let mut table = Table::new(&["name", "ns"]);
        table.push(vec!["with, comma".into(), "12.5".into()]);
        table.write(&path).unwrap();
        assert_eq!(Table::read(&path).unwrap(), table);
        assert_eq!(
            table.markdown(),
            "| name | ns |\n|---|--:|\n| with, comma | 12.5 |\n"
        );
        assert!(Table::read(&folder.path().join("none.csv")).is_err());
    }

    #[test]
    fn only_the_latest_record_of_a_machine_stays() {
        let out = tempfile::tempdir().unwrap();
        let mut machine = Machine::here();
        machine.date = "2020-01-01".into();
        let old = super::folder(out.path(), &machine).unwrap();
        let other = out.path().join("record/2020-01-01-other-machine");
        fs::create_dir_all(&other).unwrap();
        machine.date = "2020-01-02".into();
        let new = super::folder(out.path(), &machine).unwrap();
        assert!(new.exists() && !old.exists() && other.exists());
    }
}
