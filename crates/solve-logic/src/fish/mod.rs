//! Fish: houses whose candidates of a digit all lie in as many other houses.

mod choice;
mod places;

use std::collections::HashSet;
use std::ops::ControlFlow;

use gridwright_grid::HouseKind::{self, Box, Column, Row};

use self::choice::Choice;
use self::places::{Found, Places};
use crate::{Board, Kind, MAX_SIDE, Technique, Visit};

/// Fins outside the cover sets that a fish has at most.
pub const MAX_FINS: u32 = 5;
/// Cells in two base sets that a fish has at most.
pub const MAX_ENDO_FINS: u32 = 2;

/// Which houses may be base sets and cover sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Rows and columns, or columns and rows.
    Basic,
    /// As basic, or boxes.
    Franken,
    /// Any.
    Mutant,
}

/// What a fish may have besides the candidates that its cover sets hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Nothing.
    Plain,
    /// Fins; not Sashimi if it is basic.
    Finned,
    /// Fins, without which a base set has less than two candidates.
    Sashimi,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Spec {
    class: Class,
    form: Form,
    size: u32,
    siamese: bool,
}

#[rustfmt::skip]
const fn spec(kind: Kind) -> Option<Spec> {
    use Class::{Basic, Franken, Mutant};
    use Form::{Finned, Plain, Sashimi};
    let (class, form, size, siamese) = match kind {
        Kind::XWing => (Basic, Plain, 2, false),
        Kind::Swordfish => (Basic, Plain, 3, false),
        Kind::Jellyfish => (Basic, Plain, 4, false),
        Kind::FinnedXWing => (Basic, Finned, 2, false),
        Kind::FinnedSwordfish => (Basic, Finned, 3, false),
        Kind::FinnedJellyfish => (Basic, Finned, 4, false),
        Kind::SashimiXWing => (Basic, Sashimi, 2, false),
        Kind::SashimiSwordfish => (Basic, Sashimi, 3, false),
        Kind::SashimiJellyfish => (Basic, Sashimi, 4, false),
        Kind::SiameseFinnedSwordfish => (Basic, Finned, 3, true),
        Kind::SiameseFinnedJellyfish => (Basic, Finned, 4, true),
        Kind::SiameseSashimiSwordfish => (Basic, Sashimi, 3, true),
        Kind::SiameseSashimiJellyfish => (Basic, Sashimi, 4, true),
        Kind::FrankenXWing => (Franken, Plain, 2, false),
        Kind::FrankenSwordfish => (Franken, Plain, 3, false),
        Kind::FrankenJellyfish => (Franken, Plain, 4, false),
        Kind::FinnedFrankenXWing => (Franken, Finned, 2, false),
        Kind::FinnedFrankenSwordfish => (Franken, Finned, 3, false),
        Kind::FinnedFrankenJellyfish => (Franken, Finned, 4, false),
        Kind::SiameseFinnedFrankenSwordfish => (Franken, Finned, 3, true),
        Kind::SiameseFinnedFrankenJellyfish => (Franken, Finned, 4, true),
        Kind::FinnedMutantJellyfish => (Mutant, Finned, 4, false),
        Kind::FinnedMutantSquirmbag => (Mutant, Finned, 5, false),
        Kind::FinnedMutantWhale => (Mutant, Finned, 6, false),
        Kind::SiameseFinnedMutantJellyfish => (Mutant, Finned, 4, true),
        _ => return None,
    };
    Some(Spec { class, form, size, siamese })
}

/// Finds fish of the kinds that it is asked for, each set of eliminations of a kind and digit once.
///
/// Of n base sets every candidate is in one of n cover sets or is a fin: at most [`MAX_FINS`] are in no cover set,
/// and at most [`MAX_ENDO_FINS`] in two base sets. Candidates that see every fin go if they are in a cover set but
/// in no base set, or in a base set and two cover sets (cannibalism). With fins only fish are shown that need all
/// their base sets for at least one elimination. A Siamese fish joins two fish with the same base sets; it is Sashimi
/// if both are.
///
/// Order: kinds as given, digits, rows before columns as base sets, base sets, cover sets.
/// Cost: grows with the cover sets that can be chosen: some 10 µs for an X-Wing, 200 µs for a finned Franken
/// Swordfish, 50 ms for a finned Mutant Whale. Digits with more than 128 candidates, as on an empty board of 12x12,
/// are passed over. The conventions are those of `HoDoKu`.
pub struct Fish {
    kinds: &'static [Kind],
    /// What was sought last, of which digits already, and what was found.
    sought: Option<Spec>,
    done: u16,
    found: [Vec<Found>; MAX_SIDE],
    seen: HashSet<(u64, u64)>,
    shown: HashSet<u128>,
}

impl Fish {
    /// Finds these kinds; those that are not fish are ignored.
    pub fn new(kinds: &'static [Kind]) -> Self {
        Self {
            kinds,
            sought: None,
            done: 0,
            found: Default::default(),
            seen: HashSet::new(),
            shown: HashSet::new(),
        }
    }
}

impl Technique for Fish {
    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.sought = None;
        for (kind, spec) in self.kinds.iter().filter_map(|&kind| Some((kind, spec(kind)?))) {
            if self.sought != Some(spec.sought()) {
                self.sought = Some(spec.sought());
                self.done = 0;
            }
            for digit in 0..board.layout().side {
                let Some(places) = Places::new(board, digit) else {
                    continue;
                };
                if self.done >> digit & 1 == 0 {
                    self.done |= 1 << digit;
                    self.seek(&places, spec);
                }
                self.show(&places, kind, spec, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Spec {
    /// What has to be sought for it: finned and Sashimi, Siamese or not, are one.
    const fn sought(self) -> Self {
        let form = match self.form {
            Form::Plain => Form::Plain,
            Form::Finned | Form::Sashimi => Form::Finned,
        };
        Self {
            form,
            siamese: false,
            ..self
        }
    }
}

impl Fish {
    /// Finds the fish of a digit.
    fn seek(&mut self, places: &Places<'_>, spec: Spec) {
        let passes: &[[&[HouseKind]; 2]] = match spec.class {
            Class::Basic => &[[&[Row], &[Column]], [&[Column], &[Row]]],
            Class::Franken => &[[&[Row, Box], &[Column, Box]], [&[Column, Box], &[Row, Box]]],
            Class::Mutant => &[[&[Row, Column, Box]; 2]],
        };
        let found = &mut self.found[places.digit];
        found.clear();
        for &kinds in passes {
            let start = found.len();
            if spec.form == Form::Plain {
                let mut choice = Choice::new(places, kinds, spec.size, spec.size);
                choice.show(places.all, &mut |bases, covers| {
                    found.extend(places.judge(bases, covers, spec));
                });
            } else {
                let mut choice = Choice::new(places, kinds, spec.size, spec.size - 1);
                self.seen.clear();
                // If a target holds the digit, what it sees does not; the other cover sets must hold the rest.
                for target in 0..places.cells.len() {
                    choice.show(places.all & !places.near(target), &mut |bases, others| {
                        let based = places.once_and_twice(bases).0;
                        for cover in places.houses_of(target, kinds[1]) {
                            let covers = others | 1 << cover;
                            if places.of[cover] & based != 0 && self.seen.insert((bases, covers)) {
                                found.extend(places.judge(bases, covers, spec));
                            }
                        }
                    });
                }
            }
            // The lower house first.
            found[start..]
                .sort_unstable_by_key(|fish| (!fish.bases.reverse_bits(), !fish.covers.reverse_bits()));
        }
    }

    fn show(&mut self, places: &Places<'_>, kind: Kind, spec: Spec, visit: Visit<'_>) -> ControlFlow<()> {
        self.shown.clear();
        let fits = |fish: &Found| spec.class != Class::Basic || fish.sashimi == (spec.form == Form::Sashimi);
        let found = &self.found[places.digit];
        for (index, one) in found.iter().enumerate() {
            if !spec.siamese {
                if fits(one) && self.shown.insert(one.eliminations) {
                    visit(places.step(one, kind))?;
                }
                continue;
            }
            let others = found[index + 1..].iter();
            for other in others.take_while(|other| other.bases == one.bases) {
                let joined = one.joined(other);
                if fits(&joined)
                    && one.eliminations != other.eliminations
                    && self.shown.insert(joined.eliminations)
                {
                    visit(places.step(&joined, kind))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
