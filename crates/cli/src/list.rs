//! `gridwright list`.

use gridwright::grid::{BoxSize, SHAPES};
use gridwright::{fillers, solvers};

use crate::args::{Format, ListArgs, Listed};
use crate::output::print;
use crate::status::{Failure, Status};

/// A table: its name, the names of its columns, its rows.
struct Table {
    title: &'static str,
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

fn shapes(sizes: &[BoxSize]) -> String {
    if sizes.len() == SHAPES.len() {
        return "all".into();
    }
    sizes
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

fn table(what: Listed) -> Option<Table> {
    Some(match what {
        Listed::Fillers => Table {
            title: "fillers",
            header: vec![
                "name",
                "what it does",
                "what it can produce, and how evenly",
                "shapes",
                "source",
            ],
            rows: fillers()
                .iter()
                .map(|entry| {
                    let info = entry.info;
                    let words = [
                        info.name,
                        info.summary,
                        info.distribution,
                        &shapes(entry.shapes),
                        info.source,
                    ];
                    words.map(String::from).to_vec()
                })
                .collect(),
        },
        Listed::Solvers => Table {
            title: "solvers",
            header: vec![
                "name",
                "what it does",
                "order of the solutions",
                "shapes",
                "source",
            ],
            rows: solvers()
                .iter()
                .map(|entry| {
                    let info = entry.info;
                    let words = [
                        info.name,
                        info.summary,
                        info.distribution,
                        &shapes(entry.shapes),
                        info.source,
                    ];
                    words.map(String::from).to_vec()
                })
                .collect(),
        },
        Listed::Shapes => Table {
            title: "shapes",
            header: vec!["name", "grid", "cells", "fillers", "solvers"],
            rows: SHAPES
                .iter()
                .map(|size| {
                    let fill = fillers().iter().filter(|entry| entry.shapes.contains(size));
                    let solve = solvers().iter().filter(|entry| entry.shapes.contains(size));
                    vec![
                        size.to_string(),
                        format!("{0}x{0}", size.side()),
                        size.cells().to_string(),
                        fill.map(|entry| entry.info.name).collect::<Vec<_>>().join(" "),
                        solve.map(|entry| entry.info.name).collect::<Vec<_>>().join(" "),
                    ]
                })
                .collect(),
        },
        Listed::Techniques | Listed::Methods => return None,
    })
}

impl Table {
    /// Columns aligned, two blanks between them.
    fn aligned(&self) -> String {
        let header = self.header.iter().map(ToString::to_string).collect::<Vec<_>>();
        let lines: Vec<&Vec<String>> = std::iter::once(&header).chain(&self.rows).collect();
        let widths: Vec<usize> = (0..header.len())
            .map(|column| {
                lines
                    .iter()
                    .map(|line| line[column].chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for line in lines {
            let cells = line
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| format!("{cell:width$}"));
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        text
    }

    fn csv(&self) -> Result<Vec<u8>, Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.header).map_err(Failure::new)?;
        for row in &self.rows {
            writer.write_record(row).map_err(Failure::new)?;
        }
        writer.into_inner().map_err(Failure::new)
    }

    fn json(&self) -> String {
        let object = |row: &Vec<String>| -> serde_json::Value {
            self.header
                .iter()
                .map(ToString::to_string)
                .zip(row.iter().cloned())
                .collect()
        };
        let lines: Vec<String> = self
            .rows
            .iter()
            .map(|row| object(row).to_string() + "\n")
            .collect();
        lines.concat()
    }
}

pub(crate) fn run(args: &ListArgs) -> Result<Status, Failure> {
    let tables = match args.what {
        Some(what) => {
            let none = "there are none yet: fillers, solvers and shapes can be listed";
            vec![table(what).ok_or_else(|| Failure::new(none))?]
        }
        None => [Listed::Fillers, Listed::Solvers, Listed::Shapes]
            .into_iter()
            .filter_map(table)
            .collect(),
    };
    let several = tables.len() > 1;
    for (i, table) in tables.iter().enumerate() {
        let text = match args.format {
            Format::Csv => table.csv()?,
            Format::Json => table.json().into_bytes(),
            _ => table.aligned().into_bytes(),
        };
        if several {
            let gap = if i == 0 { "" } else { "\n" };
            print(format!("{gap}# {}\n", table.title).as_bytes())?;
        }
        print(&text)?;
    }
    Ok(Status::Fine)
}
