//! `gridwright list`.

use gridwright::catalogue::{FillerEntry, FillerOption, SolverEntry};
use gridwright::generate::{MethodEntry, methods};
use gridwright::logic::{Growth, Kind as Technique, PROFILES, Pace};
use gridwright::{batch_solvers, fillers, solvers};
use gridwright_grid::{BoxSize, Digit, SHAPES};

use crate::args::{Format, Kind, ListArgs};
use crate::format::{push_csv, push_json};
use crate::output::Output;
use crate::status::{Failure, Status};

/// What is known of one entry, by name of the column.
type Row = Vec<(&'static str, String)>;

pub(crate) fn run(args: &ListArgs) -> Result<Status, Failure> {
    let kinds: &[Kind] = match &args.kind {
        None => &[
            Kind::Fillers,
            Kind::Solvers,
            Kind::Techniques,
            Kind::Methods,
            Kind::Shapes,
        ],
        Some(kind) => std::slice::from_ref(kind),
    };
    let format = args.format.unwrap_or(Format::Line);
    let mut out = Vec::new();
    for (i, &kind) in kinds.iter().enumerate() {
        let (name, mut rows): (_, Vec<Row>) = match kind {
            Kind::Fillers => ("filler", fillers().iter().map(filler).collect()),
            Kind::Solvers => {
                let all = solvers().iter().chain(batch_solvers());
                ("solver", all.map(solver).collect())
            }
            Kind::Shapes => ("shape", SHAPES.iter().copied().map(shape).collect()),
            Kind::Techniques => (
                "technique",
                Technique::ALL.iter().copied().map(technique).collect(),
            ),
            Kind::Methods => ("method", methods().map(|entry| method(&entry)).collect()),
        };
        for row in &mut rows {
            row.push(("kind", name.into()));
        }
        match format {
            Format::Line => {
                if kinds.len() > 1 {
                    out.extend(format!("{}{name}s\n", if i == 0 { "" } else { "\n" }).bytes());
                }
                table(&mut out, &rows);
            }
            Format::Csv => {
                if i > 0 {
                    out.push(b'\n');
                }
                if let Some(row) = rows.first() {
                    let keys = row.iter().map(|(key, _)| key.as_bytes());
                    push_csv(&mut out, &keys.collect::<Vec<_>>());
                }
                for row in &rows {
                    let values = row.iter().map(|(_, value)| value.as_bytes());
                    push_csv(&mut out, &values.collect::<Vec<_>>());
                }
            }
            Format::Json => {
                for row in &rows {
                    for (i, (key, value)) in row.iter().enumerate() {
                        out.extend_from_slice(if i == 0 { b"{" } else { b"," });
                        push_json(&mut out, key);
                        out.push(b':');
                        push_json(&mut out, value);
                    }
                    out.extend_from_slice(b"}\n");
                }
            }
            Format::Grid | Format::Pencilmarks => {
                return Err(Failure::message("a list is written as line, csv or json"));
            }
        }
    }
    Output::stdout().write(&out)?;
    Ok(Status::Fine)
}

fn filler(entry: &FillerEntry) -> Row {
    let options: Vec<String> = entry
        .options
        .iter()
        .map(|&option| FillerOption::name(option))
        .map(|name| format!("--{name}"))
        .collect();
    vec![
        ("name", entry.info.name.into()),
        ("summary", entry.info.summary.into()),
        ("source", entry.info.source.into()),
        ("distribution", entry.info.distribution.into()),
        ("options", options.join(" ")),
        ("shapes", shapes(entry.shapes)),
        ("elsewhere", entry.elsewhere.into()),
    ]
}

fn solver(entry: &SolverEntry) -> Row {
    vec![
        ("name", entry.info.name.into()),
        ("summary", entry.info.summary.into()),
        ("source", entry.info.source.into()),
        ("distribution", entry.info.distribution.into()),
        ("shapes", shapes(entry.shapes)),
        ("elsewhere", entry.elsewhere.into()),
    ]
}

fn technique(kind: Technique) -> Row {
    let mut row = vec![
        ("name", kind.slug().into()),
        ("title", kind.name().into()),
        ("family", kind.family().name().into()),
        ("aliases", kind.aliases()[1..].join(" ")),
        ("code", kind.code().into()),
    ];
    row.extend(PROFILES.iter().map(|profile| {
        let rating = profile.rating_of(kind);
        let text = rating.map_or_else(String::new, |rating| {
            let more = if rating.growth == Growth::None { "" } else { "+" };
            let whole = profile.pace == Pace::All;
            format!("{:.*}{more}", usize::from(!whole), rating.base)
        });
        (profile.name, text)
    }));
    row
}

fn method(entry: &MethodEntry) -> Row {
    let word = |yes| if yes { "yes" } else { "no" }.to_string();
    vec![
        ("name", entry.info.name.into()),
        ("source", entry.info.source.into()),
        ("summary", entry.info.summary.into()),
        ("unique", word(entry.unique)),
        ("minimal", word(entry.minimal)),
        ("bias", entry.info.distribution.into()),
        ("fill", word(entry.fills)),
        ("shapes", shapes(entry.shapes)),
    ]
}

fn shape(size: BoxSize) -> Row {
    let last = Digit::new(size.side() as u8).map_or(String::new(), |digit| digit.to_string());
    let digits = match size.side() {
        ..=9 => format!("1-{last}"),
        10 => format!("1-9 {last}"),
        _ => format!("1-9 A-{last}"),
    };
    let square = if size.rows == size.columns { "yes" } else { "no" };
    vec![
        ("name", size.to_string()),
        ("side", size.side().to_string()),
        ("cells", size.cells().to_string()),
        ("digits", digits),
        ("recognised", square.into()),
    ]
}

fn shapes(sizes: &[BoxSize]) -> String {
    if sizes.len() == SHAPES.len() {
        return "all".into();
    }
    let names: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// Aligned columns under their names, without the summary, which is too much for a table, without why a
/// strategy does not work elsewhere, which it says when asked to, and without the kind.
fn table(out: &mut Vec<u8>, rows: &[Row]) {
    let Some(first) = rows.first() else { return };
    let shown: Vec<usize> = (0..first.len())
        .filter(|&column| !matches!(first[column].0, "summary" | "elsewhere" | "kind"))
        .collect();
    let header: Vec<&str> = shown.iter().map(|&column| first[column].0).collect();
    let body = rows
        .iter()
        .map(|row| shown.iter().map(|&column| row[column].1.as_str()).collect());
    let lines: Vec<Vec<&str>> = std::iter::once(header).chain(body).collect();
    push_table(out, &lines);
}

/// Appends aligned columns.
pub(crate) fn push_table<T: AsRef<str>>(out: &mut Vec<u8>, lines: &[Vec<T>]) {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].as_ref().chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for line in lines {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{:width$}", cell.as_ref()))
            .collect();
        out.extend(format!("{}\n", cells.join("  ").trim_end()).bytes());
    }
}
