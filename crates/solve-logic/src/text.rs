//! Steps in words.

use std::fmt::Write as _;

use gridwright_grid::HouseKind;

use crate::{Assertion, Candidate, Cause, CellSet, Combination, Family, Form, Kind, Layout, Step, bits};

/// Names cells, digits and houses of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Names(&'static Layout);

impl Names {
    /// Of that layout.
    pub const fn new(layout: &'static Layout) -> Self {
        Self(layout)
    }

    /// `r8c6`
    pub fn cell(self, cell: u8) -> String {
        let (row, column) = self.0.row_column(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// `r1c2, r1c3`
    pub fn cells(self, cells: impl IntoIterator<Item = u8>) -> String {
        joined(cells.into_iter().map(|cell| self.cell(cell)), ", ")
    }

    /// `2`, `A`
    pub fn digit(self, digit: usize) -> String {
        Candidate::new(0, digit).digit.to_string()
    }

    /// `4, 7`
    pub fn digits(self, digits: u16) -> String {
        joined(bits(digits).map(|digit| self.digit(digit)), ", ")
    }

    /// `box 8`
    pub fn house(self, house: u8) -> String {
        let (kind, index) = self.0.kind_of(house);
        format!("{} {}", kind_name(kind), index + 1)
    }

    /// `rows 2, 5, box 3`
    pub fn houses(self, houses: &[u8]) -> String {
        let mut text = String::new();
        for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
            let of_kind = houses.iter().map(|&house| self.0.kind_of(house));
            let numbers: Vec<String> = of_kind
                .filter(|house| house.0 == kind)
                .map(|house| (house.1 + 1).to_string())
                .collect();
            if numbers.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(kind_name(kind));
            match (numbers.len(), kind) {
                (1, _) => {}
                (_, HouseKind::Box) => text.push_str("es"),
                _ => text.push('s'),
            }
            let _ = write!(text, " {}", numbers.join(", "));
        }
        text
    }

    /// `r1c5<>3, r1c7<>3, r2c2=4`, the cells of a digit together: `r1c5, r1c7 <> 3`
    fn candidates(self, list: &[Candidate], sign: &str) -> String {
        let digits = list
            .iter()
            .fold(0_u16, |set, candidate| set | 1 << candidate.index());
        let parts = bits(digits).map(|digit| {
            let cells = list.iter().filter(|candidate| candidate.index() == digit);
            let cells = self.cells(cells.map(|candidate| candidate.cell));
            format!("{cells} {sign} {}", self.digit(digit))
        });
        joined(parts, "; ")
    }

    /// `r1c5<>3`; a group of cells as `r1c5|r1c6=3`
    pub fn assertion(self, assertion: &Assertion) -> String {
        let cells = joined(assertion.cells.iter().map(|cell| self.cell(cell)), "|");
        let sign = if assertion.on { "=" } else { "<>" };
        format!("{cells}{sign}{}", self.digit(usize::from(assertion.digit)))
    }

    /// `r1c1=3 -> r1c5<>3 -> r1c7=3 (row 1)`: each with what it rests on besides the one before.
    pub fn chain(self, chain: &[Assertion]) -> String {
        let mut text = String::new();
        for (index, assertion) in chain.iter().enumerate() {
            if index > 0 {
                text.push_str(" -> ");
            }
            text.push_str(&self.assertion(assertion));
            let mut why = Vec::new();
            match &assertion.cause {
                Cause::Step(step) => why.push(step.kind.name().to_owned()),
                Cause::House(house) if assertion.on => why.push(self.house(*house)),
                Cause::Set => why.push("an almost locked set".to_owned()),
                Cause::House(_) | Cause::Peers | Cause::Cell | Cause::Assumed => {}
            }
            let parents = assertion.parents.iter().map(|&parent| usize::from(parent));
            let elsewhere: Vec<_> = parents.filter(|&parent| parent + 1 != index).collect();
            if !elsewhere.is_empty() && elsewhere.len() <= MOST_PARENTS {
                let parents = elsewhere.into_iter().filter_map(|parent| chain.get(parent));
                why.push(format!(
                    "with {}",
                    joined(parents.map(|it| self.assertion(it)), ", ")
                ));
            }
            if !why.is_empty() {
                let _ = write!(text, " ({})", why.join(", "));
            }
        }
        text
    }
}

/// Parents that are named; where there are more, everything before counts.
const MOST_PARENTS: usize = 4;

fn joined(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

const fn kind_name(kind: HouseKind) -> &'static str {
    match kind {
        HouseKind::Box => "box",
        HouseKind::Row => "row",
        HouseKind::Column => "column",
    }
}

impl Step {
    /// The names of its cells, digits and houses; none for a shape that has no layout.
    fn names(&self) -> Option<Names> {
        Layout::of(self.size).map(Names::new)
    }

    /// Why it holds, in words: `the only place for 2 in box 8`.
    pub fn reason(&self) -> String {
        self.names()
            .map_or_else(String::new, |names| self.reason_with(names))
    }

    /// What it places: `r8c6 = 2`.
    pub fn placed(&self) -> String {
        self.names()
            .map_or_else(String::new, |names| names.candidates(&self.placements, "="))
    }

    /// What it removes: `r1c5, r1c7 <> 3; r2c2 <> 4`.
    pub fn removed(&self) -> String {
        self.names()
            .map_or_else(String::new, |names| names.candidates(&self.eliminations, "<>"))
    }

    /// What it places, then what it removes.
    pub fn conclusion(&self) -> String {
        let parts = [self.placed(), self.removed()].into_iter();
        joined(parts.filter(|part| !part.is_empty()), "; ")
    }

    fn reason_with(&self, names: Names) -> String {
        let pattern = &self.pattern;
        let mut text = self.pattern_in_words(names);
        if !pattern.fins.is_empty() && !matches!(self.kind, Kind::Bug1 | Kind::Bug2 | Kind::Bug3 | Kind::Bug4)
        {
            let fins = pattern
                .fins
                .iter()
                .map(|fin| format!("{}={}", names.cell(fin.cell), names.digit(fin.index())));
            let _ = write!(text, ", but for {}", joined(fins, ", "));
        }
        if !pattern.sets.is_empty() {
            let sets = pattern
                .sets
                .iter()
                .map(|&(cells, digits)| set(names, cells, digits));
            let _ = write!(text, ": {}", joined(sets, ", "));
        }
        text
    }

    fn pattern_in_words(&self, names: Names) -> String {
        let pattern = &self.pattern;
        let digits = names.digits(pattern.digits);
        let cells = names.cells(pattern.cells.iter().copied());
        let houses = names.houses(&pattern.houses);
        let covers = names.houses(&pattern.covers);
        let places = |list: &[Candidate]| {
            let digits = list.iter().fold(0, |set, candidate| set | 1 << candidate.index());
            names.digits(digits)
        };
        let (placed, removed) = (places(&self.placements), places(&self.eliminations));
        match (self.kind, self.kind.family()) {
            (Kind::FullHouse, _) => format!("the last empty cell of {houses}"),
            (Kind::NakedSingle, _) => format!("only {placed} is left in {cells}"),
            (_, Family::Single) => format!("the only place for {placed} in {houses}"),
            (Kind::DirectPointing | Kind::DirectClaiming, _) => {
                format!("all places for {digits} in {houses} are {cells}, so one is left in {covers}")
            }
            (_, Family::Direct) => {
                format!("{digits} have no other places in {houses} than {cells}, so one is left for {placed}")
            }
            (_, Family::Intersection) if pattern.digits.is_power_of_two() => {
                format!("all places for {digits} in {houses} lie in {covers}")
            }
            (Kind::HiddenPair | Kind::HiddenTriple | Kind::HiddenQuad, _) => {
                format!("{digits} have no other places in {houses} than {cells}")
            }
            (_, Family::Subset | Family::Intersection) => format!("{cells} hold nothing but {digits}"),
            (_, Family::Fish) => format!("the places for {digits} in {houses} lie in {covers}"),
            (Kind::EmptyRectangle | Kind::DualEmptyRectangle, _) => format!(
                "a strong link of {digits}, {cells}, and a box whose places for it lie in one row and one column"
            ),
            (_, Family::SingleDigit) if !pattern.houses.is_empty() => {
                format!("strong links of {digits} in {houses}, {cells}: one of the two ends is {digits}")
            }
            (_, Family::Coloring) => {
                format!("{digits} is in all cells of a colour, or in all of its opposite")
            }
            (Kind::RemotePair, _) => format!("{cells} are {digits} in turn"),
            (Kind::WWing, _) => {
                let (ends, link) = pattern.cells.split_at(pattern.cells.len().min(2));
                let [ends, link] = [ends, link].map(|cells| names.cells(cells.iter().copied()));
                format!(
                    "{ends} hold {digits}, and {houses} needs the other one in {link}: one of them is {removed}"
                )
            }
            (_, Family::Wing) => format!("whichever of {digits} they hold, one of {cells} is {removed}"),
            (Kind::Bug1 | Kind::Bug2 | Kind::Bug3 | Kind::Bug4, _) => {
                format!("without a third candidate in {cells} there would be two solutions or none")
            }
            (_, Family::Uniqueness) => {
                format!("{digits} in {cells} could be exchanged, and there would be two solutions")
            }
            (_, Family::Exclusion) => format!("no combination of candidates of {cells} leaves it possible"),
            (_, Family::AlmostLockedSet) => format!("sets of which one must hold {removed}"),
            (_, Family::Template) => format!("all ways to place {digits} agree"),
            (_, Family::SingleDigit | Family::Chain | Family::Forcing) => {
                self.assumption(names, &cells, &houses)
            }
        }
    }

    /// What is assumed, and where that leads.
    fn assumption(&self, names: Names, cells: &str, houses: &str) -> String {
        let first = self.pattern.chains.first().and_then(|chain| chain.first());
        let start = first.map_or_else(|| cells.to_owned(), |first| names.assertion(first));
        let opposite = first.map(|first| Assertion {
            on: !first.on,
            ..first.clone()
        });
        let ends = self.pattern.chains.first().and_then(|chain| chain.last());
        match (self.pattern.form, opposite, ends) {
            (Some(Form::Contradiction), ..) => format!("{start} leads to a contradiction"),
            (Some(Form::Double), Some(opposite), _) => {
                format!("{start} and {} lead to the same", names.assertion(&opposite))
            }
            (Some(Form::Cell), ..) => format!("every candidate of {cells} leads to the same"),
            (Some(Form::Region), ..) => {
                let digits = names.digits(self.pattern.digits);
                format!("every place for {digits} in {houses} leads to the same")
            }
            (_, _, Some(end)) if end.cells == CellSet::EMPTY || self.pattern.chains.len() > 1 => {
                format!("alternating inferences through {cells}, both ways round")
            }
            (_, _, Some(end)) => format!("{start} leads to {}", names.assertion(end)),
            _ => format!("alternating inferences through {cells}"),
        }
    }

    /// `r1c1=3, r1c2=5: nothing is left for r2c2`
    fn combination(&self, names: Names, combination: &Combination) -> String {
        let digits = combination.digits.iter().map(|&digit| usize::from(digit));
        let together = self.pattern.cells.iter().zip(digits.clone());
        let text = joined(
            together.map(|(&cell, digit)| format!("{}={}", names.cell(cell), names.digit(digit))),
            ", ",
        );
        if let Some(cell) = combination.cell {
            return format!("{text}: nothing is left for {}", names.cell(cell));
        }
        let twice = digits.fold((0, 0), |(once, twice), digit| {
            (once | 1 << digit, twice | once & 1 << digit)
        });
        format!("{text}: twice {} in a house", names.digits(twice.1))
    }

    /// The chains that it rests on, one each; of the steps within them after them. Of an aligned exclusion the
    /// combinations, and why each is impossible.
    pub fn chain_lines(&self) -> Vec<String> {
        let Some(names) = self.names() else {
            return Vec::new();
        };
        let combinations = self.pattern.combinations.iter();
        let mut lines: Vec<_> = combinations.map(|it| self.combination(names, it)).collect();
        for chain in &self.pattern.chains {
            lines.push(names.chain(chain));
            for assertion in chain {
                if let Cause::Step(step) = &assertion.cause {
                    let within = step.chain_lines().into_iter().map(|line| format!("  {line}"));
                    if within.len() > 0 {
                        lines.push(format!(
                            "  {} {}: {}",
                            names.assertion(assertion),
                            step.kind,
                            step.reason()
                        ));
                        lines.extend(within);
                    }
                }
            }
        }
        lines
    }
}

fn set(names: Names, cells: CellSet, digits: u16) -> String {
    format!("{{{}: {}}}", names.cells(cells), names.digits(digits))
}
