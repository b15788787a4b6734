//! Steps as JSON: everything a program needs to draw them.

use gridwright::logic::{Assertion, Candidate, Cause, CellSet, Combination, Layout, Names, Step, bits};
use serde::Serialize;

/// A step, by the names of the keys.
#[derive(Serialize)]
pub(crate) struct StepKeys {
    kind: &'static str,
    name: String,
    family: &'static str,
    text: String,
    digits: Vec<u8>,
    cells: Vec<String>,
    houses: Vec<String>,
    covers: Vec<String>,
    fins: Vec<CandidateKeys>,
    sets: Vec<SetKeys>,
    combinations: Vec<CombinationKeys>,
    form: Option<&'static str>,
    complexity: u32,
    chains: Vec<Vec<AssertionKeys>>,
    placements: Vec<CandidateKeys>,
    eliminations: Vec<CandidateKeys>,
}

#[derive(Serialize)]
struct CandidateKeys {
    cell: String,
    digit: u8,
}

#[derive(Serialize)]
struct SetKeys {
    cells: Vec<String>,
    digits: Vec<u8>,
}

#[derive(Serialize)]
struct CombinationKeys {
    digits: Vec<u8>,
    cell: Option<String>,
}

#[derive(Serialize)]
struct AssertionKeys {
    cells: Vec<String>,
    digit: u8,
    on: bool,
    cause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Box<StepKeys>>,
    parents: Vec<u16>,
}

/// The numbers of a set of digits.
fn digits(set: u16) -> Vec<u8> {
    bits(set).map(|digit| digit as u8 + 1).collect()
}

fn cells(names: Names, cells: impl IntoIterator<Item = u8>) -> Vec<String> {
    cells.into_iter().map(|cell| names.cell(cell)).collect()
}

fn candidates(names: Names, list: &[Candidate]) -> Vec<CandidateKeys> {
    let keys = list.iter().map(|candidate| CandidateKeys {
        cell: names.cell(candidate.cell),
        digit: candidate.digit.get(),
    });
    keys.collect()
}

impl StepKeys {
    /// A step that its profile calls by that name.
    pub(crate) fn new(step: &Step, name: String, layout: &'static Layout) -> Self {
        let names = Names::new(layout);
        let pattern = &step.pattern;
        let combination = |it: &Combination| CombinationKeys {
            digits: it.digits.iter().map(|digit| digit + 1).collect(),
            cell: it.cell.map(|cell| names.cell(cell)),
        };
        let set = |&(of, with): &(CellSet, u16)| SetKeys {
            cells: cells(names, of),
            digits: digits(with),
        };
        let chain = |chain: &Vec<Assertion>| chain.iter().map(|it| AssertionKeys::new(it, layout)).collect();
        Self {
            kind: step.kind.slug(),
            name,
            family: step.kind.family().name(),
            text: step.reason(),
            digits: digits(pattern.digits),
            cells: cells(names, pattern.cells.iter().copied()),
            houses: pattern.houses.iter().map(|&house| names.house(house)).collect(),
            covers: pattern.covers.iter().map(|&house| names.house(house)).collect(),
            fins: candidates(names, &pattern.fins),
            sets: pattern.sets.iter().map(set).collect(),
            combinations: pattern.combinations.iter().map(combination).collect(),
            form: pattern.form.map(gridwright::logic::Form::name),
            complexity: pattern.complexity,
            chains: pattern.chains.iter().map(chain).collect(),
            placements: candidates(names, &step.placements),
            eliminations: candidates(names, &step.eliminations),
        }
    }
}

impl AssertionKeys {
    fn new(assertion: &Assertion, layout: &'static Layout) -> Self {
        let names = Names::new(layout);
        let (cause, house, step) = match &assertion.cause {
            Cause::Assumed => ("assumed", None, None),
            Cause::Cell => ("cell", None, None),
            Cause::Peers => ("peers", None, None),
            Cause::Set => ("set", None, None),
            Cause::House(house) => ("house", Some(names.house(*house)), None),
            Cause::Step(step) => {
                let keys = StepKeys::new(step, step.kind.name().into(), layout);
                ("step", None, Some(Box::new(keys)))
            }
        };
        Self {
            cells: cells(names, assertion.cells),
            digit: assertion.digit + 1,
            on: assertion.on,
            cause,
            house,
            step,
            parents: assertion.parents.clone(),
        }
    }
}
