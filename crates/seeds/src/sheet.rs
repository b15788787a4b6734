//! What is known of a seed, in columns.

use gridwright_grade::gridwright_solve_logic::Kind;
use gridwright_grade::{Er, Grader, Plain, Scale, Score, Statistics, Verdict};
use gridwright_grid::{B3x3, Budget, Canonicalizer, Exhausted, Group, PatternSymmetry, Shape};

use crate::{Game, Letters};

/// What is known of a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// ER/EP/ED, where that scale rates the puzzle: at 3x3.
    pub er: Option<Er>,
    /// The score of the scale `plain`, where its techniques solve the puzzle.
    pub plain: Option<Plain>,
    /// The path on the scale whose techniques were asked for, if it comes to the solution.
    pub path: Option<Statistics>,
    /// Givens.
    pub clues: usize,
    /// Those of the set of given cells.
    pub symmetries: Vec<PatternSymmetry>,
    /// How many of all symmetries of the shape keep the puzzle; none at 4x4 and 5x5, where that is too much to find.
    pub automorphisms: Option<u128>,
    /// How many puzzles rotations, flips and exchanges of digits make of it.
    pub variations: Option<u128>,
}

/// The names of the columns that every sheet has, before those of the techniques.
const COMMON: [&str; 11] = [
    "er",
    "ep",
    "ed",
    "score",
    "level",
    "guessing",
    "hardest",
    "clues",
    "symmetries",
    "automorphisms",
    "variations",
];

/// The techniques of a scale, in the order of [`Kind::ALL`].
fn techniques(scale: Scale) -> impl Iterator<Item = Kind> {
    let all = Kind::ALL.iter().copied();
    all.filter(move |&kind| scale.profile().rating_of(kind).is_some())
}

/// The names of the columns of a sheet: `er`, `ep`, `ed`; `score` and `level` of the scale `plain`; `guessing` (whether
/// something must be assumed) and `hardest` (the dearest technique); `clues`; `symmetries` of the set of given cells,
/// `automorphisms`, `variations`; and one for each technique of the scale, how often it is used.
pub fn columns(scale: Scale) -> impl Iterator<Item = &'static str> {
    COMMON.into_iter().chain(techniques(scale).map(Kind::slug))
}

impl Sheet {
    /// One field for each of the [`columns`], in their order; empty where it is not known.
    pub fn fields(&self, scale: Scale) -> Vec<String> {
        fn text<T: ToString>(value: Option<T>) -> String {
            value.map_or_else(String::new, |value| value.to_string())
        }
        let er = self.er.map_or_else(Vec::new, |er| {
            er.to_string().split('/').map(ToString::to_string).collect()
        });
        let path = self.path.as_ref();
        let symmetries: Vec<_> = self.symmetries.iter().map(|symmetry| symmetry.name()).collect();
        let mut fields: Vec<String> = (0..3).map(|i| er.get(i).cloned().unwrap_or_default()).collect();
        fields.extend([
            text(self.plain.map(|plain| plain.score)),
            text(self.plain.map(|plain| plain.level)),
            text(path.map(|path| if path.guessing { "yes" } else { "no" })),
            text(path.and_then(|path| path.bottleneck).map(Kind::slug)),
            self.clues.to_string(),
            symmetries.join(" "),
            text(self.automorphisms),
            text(self.variations),
        ]);
        fields.extend(techniques(scale).map(|kind| text(path.map(|path| uses(path, kind)))));
        fields
    }

    /// How often a technique is used; none where that is not known.
    pub fn uses(&self, kind: Kind) -> Option<u32> {
        self.path.as_ref().map(|path| uses(path, kind))
    }
}

fn uses(path: &Statistics, kind: Kind) -> u32 {
    let found = path.techniques.iter().find(|used| used.0 == kind);
    found.map_or(0, |used| used.1)
}

/// Fills the sheets of seeds. It keeps working memory: one a thread.
#[derive(Debug)]
pub struct Examiner<S: Shape = B3x3> {
    /// Of the scale whose techniques are counted, and of the others that work at the shape.
    graders: Vec<Grader<S>>,
    scale: Scale,
    letters: Letters<S>,
}

impl<S: Shape> Examiner<S> {
    /// One that counts the techniques of that scale.
    pub fn new(scale: Scale) -> Self {
        let scales = [Scale::Er, Scale::Plain];
        Self {
            graders: scales
                .into_iter()
                .filter_map(|scale| Grader::new(scale).ok())
                .collect(),
            scale,
            letters: Letters::new(),
        }
    }

    /// The sheet of a seed. Milliseconds of a usual 9x9 puzzle, the more the harder it is.
    ///
    /// # Errors
    ///
    /// When the budget runs out.
    pub fn examine(&mut self, game: &Game<S>, budget: &mut Budget<'_>) -> Result<Sheet, Exhausted> {
        let puzzle = game.puzzle();
        let canonical = Canonicalizer::shared().puzzle_with_solution(puzzle, game.solution());
        let kept = self.letters.form(puzzle).automorphisms;
        let mut sheet = Sheet {
            er: None,
            plain: None,
            path: None,
            clues: puzzle.clues(),
            symmetries: PatternSymmetry::of_shape::<S>()
                .filter(|symmetry| symmetry.keeps(puzzle))
                .collect(),
            automorphisms: canonical.ok().map(|canonical| canonical.automorphisms),
            variations: Group::Simple.order::<S>().map(|order| order / kept),
        };
        for grader in &mut self.graders {
            let grade = match grader.grade_within(puzzle, budget) {
                Verdict::Rated(grade) => grade,
                Verdict::Undetermined(exhausted) => return Err(exhausted),
                _ => continue,
            };
            match grade.score {
                Score::Er(er) => sheet.er = Some(er),
                Score::Plain(plain) => sheet.plain = Some(plain),
                Score::Paper(_) => {}
            }
            if grader.scale() == self.scale {
                sheet.path = Some(grade.statistics);
            }
        }
        Ok(sheet)
    }
}
