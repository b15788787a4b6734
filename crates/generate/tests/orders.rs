//! Puzzles to order: what comes is as asked for, each time the same, and no two alike.

use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright_dig::{Level, Pattern, is_minimal};
use gridwright_fill_shuffle::Shuffle;
use gridwright_fill_uniform::Uniform;
use gridwright_generate::{Difficulty, Distinct, Made, Order, Refusal, Stopped, Wishes, methods};
use gridwright_grade::{Grader, Scale, Score};
use gridwright_grid::{
    B2x2, B2x3, B3x3, B4x4, B5x5, Budget, Outcome, PatternSymmetry, Puzzle, Shape, SolverExt,
};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_logic::{Board, End, Kind, Reasoner};

fn order(wishes: Wishes) -> Arc<Order> {
    Arc::new(Order::new(wishes, Arc::new(Uniform)).unwrap())
}

/// The first puzzles of a run, one after the other.
fn puzzles<S: Shape>(order: &Arc<Order<S>>, seed: u64, number: usize) -> Vec<Made<S>> {
    let (mut made, mut distinct) = (Vec::new(), Distinct::default());
    let mut worker = order.worker();
    for unit in 0.. {
        worker
            .distinct(seed, unit, &mut distinct, &mut Budget::unlimited(), &mut made)
            .unwrap();
        if made.len() >= number {
            break;
        }
    }
    made.truncate(number);
    made
}

fn lines<S: Shape>(made: &[Made<S>]) -> Vec<String> {
    made.iter().map(|made| made.puzzle.to_string()).collect()
}

/// Proved again by another solver.
fn assert_unique<S: Shape>(made: &Made<S>) {
    let outcome = Dlx::default().solve(&made.puzzle);
    assert_eq!(
        outcome,
        Outcome::Unique(made.solution.unwrap()),
        "{}",
        made.puzzle
    );
}

fn refusal(wishes: Wishes) -> Refusal {
    Order::new(wishes, Arc::new(Uniform)).unwrap_err()
}

#[test]
fn every_method_makes_what_it_says() {
    for entry in methods() {
        let name = entry.info.name;
        let pattern = (name == "fit").then(|| {
            let symbols = "xxx..x.x.x..x..xx..x.xx...xx.x..x.x..x..xx.x..x.xx...xx.x..xx..x..x.x.x..xxx.x.x.";
            symbols.parse::<Pattern>().unwrap()
        });
        let wishes = Wishes {
            method: Some(name.into()),
            pattern,
            difficulty: Difficulty {
                er: (name == "climb").then_some(26..=119),
                technique: None,
            },
            ..Wishes::default()
        };
        if name == "unbiased" {
            // A puzzle takes it some seconds.
            assert!(Order::new(wishes, Arc::new(Uniform)).is_ok());
            continue;
        }
        let order = order(wishes);
        let made = puzzles(&order, 3, 2);
        assert_eq!(lines(&puzzles(&order, 3, 1)), lines(&made[..1]), "{name}");
        for made in &made {
            assert_unique(made);
            if entry.minimal {
                assert_eq!(is_minimal(&made.puzzle, &mut Dlx::default()), Ok(true), "{name}");
            }
        }
        assert_eq!(
            made.iter().any(|made| made.ambiguous > 0),
            !entry.unique,
            "{name}"
        );
    }
}

#[test]
fn puzzles_depend_on_seed_and_place_alone() {
    for er in [None, Some(70..=119)] {
        let difficulty = Difficulty { er, technique: None };
        let order = order(Wishes {
            difficulty,
            ..Wishes::default()
        });
        let run = lines(&puzzles(&order, 5, 8));
        assert_ne!(run, lines(&puzzles(&order, 6, 8)));
        // In another order, by workers that have done other things.
        let (mut one, mut two) = (order.worker(), order.worker());
        let mut backwards = Vec::new();
        for unit in (0..8).rev() {
            let worker = if unit % 3 == 0 { &mut one } else { &mut two };
            worker
                .unit(5, unit, 0, &mut Budget::unlimited(), &mut backwards)
                .unwrap();
        }
        backwards.reverse();
        assert_eq!(lines(&backwards), run);
    }
}

#[test]
fn ratings_are_those_of_the_grader() {
    let mut grader = Grader::<B3x3>::new(Scale::Er).unwrap();
    for range in [
        (10, 11),
        (12, 12),
        (26, 30),
        (42, 49),
        (70, 75),
        (80, 84),
        (85, 119),
    ] {
        let difficulty = Difficulty {
            er: Some(range.0..=range.1),
            technique: None,
        };
        let order = order(Wishes {
            difficulty,
            ..Wishes::default()
        });
        for made in puzzles(&order, 1, 3) {
            assert_unique(&made);
            let verdict = grader.grade(&made.puzzle);
            let Some(Score::Er(er)) = verdict.grade().map(|grade| grade.score) else {
                panic!("{}: {verdict}", made.puzzle)
            };
            let tenths = gridwright_grade::Er::tenths(er.er);
            assert!((range.0..=range.1).contains(&tenths), "{}: {er}", made.puzzle);
        }
    }
}

/// How far the techniques lead that cost at most as much as this one, it included or not.
fn end_of(puzzle: &Puzzle, kind: Kind, with: bool) -> End {
    let profile = Scale::Er.profile();
    let profile = if profile.rating_of(kind).is_some() {
        profile
    } else {
        Scale::Plain.profile()
    };
    let cost = profile.rating_of(kind).unwrap().base;
    let mut reasoner = Reasoner::new(profile).keeping(|other| {
        let cheap = profile.rating_of(other).is_some_and(|rating| rating.base <= cost);
        cheap && (with || other != kind)
    });
    reasoner.solve(&mut Board::new(puzzle).unwrap(), |_, _| {
        std::ops::ControlFlow::Continue(())
    })
}

#[test]
fn techniques_are_needed() {
    for name in [
        "naked-single",
        "pointing",
        "x-wing",
        "xy-wing",
        "skyscraper",
        "unique-rectangle-1",
        "hidden-quad",
        "full-house",
    ] {
        let kind: Kind = name.parse().unwrap();
        let difficulty = Difficulty {
            er: None,
            technique: Some(kind),
        };
        let order = order(Wishes {
            difficulty,
            ..Wishes::default()
        });
        for made in puzzles(&order, 1, 2) {
            assert_unique(&made);
            assert_ne!(
                end_of(&made.puzzle, kind, false),
                End::Solved,
                "{name}: {}",
                made.puzzle
            );
            assert_eq!(
                end_of(&made.puzzle, kind, true),
                End::Solved,
                "{name}: {}",
                made.puzzle
            );
        }
    }
}

#[test]
fn wishes_go_together() {
    let order = order(Wishes {
        clues: Some(26..=30),
        symmetry: "rotational-2".parse().unwrap(),
        difficulty: Difficulty {
            er: Some(26..=119),
            technique: None,
        },
        ..Wishes::default()
    });
    assert_eq!(order.method().info.name, "climb");
    for made in puzzles(&order, 1, 3) {
        assert_unique(&made);
        assert!((26..=30).contains(&made.puzzle.clues()), "{}", made.puzzle);
        assert!(
            PatternSymmetry::Rotational2.keeps(&made.puzzle),
            "{}",
            made.puzzle
        );
    }
    for level in Level::ALL {
        let order = self::order(Wishes {
            level: Some(level),
            ..Wishes::default()
        });
        for made in puzzles(&order, 1, 2) {
            assert_unique(&made);
            assert!(level.givens::<B3x3>().contains(&made.puzzle.clues()));
        }
    }
    let order = self::order(Wishes {
        clues: Some(25..=25),
        symmetry: "diagonal".parse().unwrap(),
        minimal: true,
        ..Wishes::default()
    });
    for made in puzzles(&order, 1, 2) {
        assert_eq!(
            (made.puzzle.clues(), is_minimal(&made.puzzle, &mut Dlx::default())),
            (25, Ok(true))
        );
    }
}

#[test]
fn no_two_are_equivalent() {
    // Of 4x4 puzzles there are few; each is there once, and then the attempts run out.
    let wishes = Wishes::<B2x2> {
        method: Some("dig".into()),
        ..Wishes::default()
    };
    let order = Arc::new(Order::new(wishes, Arc::new(Uniform)).unwrap().with_attempts(500));
    assert!(order.is_narrow());
    let (mut made, mut distinct) = (Vec::new(), Distinct::default());
    let mut worker = order.worker();
    let stop = (0..).find_map(|unit| {
        let result = worker.distinct(1, unit, &mut distinct, &mut Budget::unlimited(), &mut made);
        result.err()
    });
    assert!(matches!(stop, Some(Stopped::GaveUp(_))), "{stop:?}");
    let mut keys: Vec<_> = made.iter().map(|made| &made.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), made.len());
    // All minimal 4x4 puzzles, up to equivalence: 13 with 4 clues, 22 with 5, one with 6.
    let with = |clues| made.iter().filter(|made| made.puzzle.clues() == clues).count();
    assert_eq!([4, 5, 6].map(with), [13, 22, 1]);
}

#[test]
fn other_shapes() {
    let wishes = Wishes::<B2x3> {
        difficulty: Difficulty {
            er: None,
            technique: Some(Kind::HiddenPair),
        },
        ..Wishes::default()
    };
    let order = Arc::new(Order::new(wishes, Arc::new(Uniform)).unwrap());
    puzzles(&order, 1, 2).iter().for_each(assert_unique);
    let wishes = Wishes::<B4x4> {
        level: Level::new(1),
        ..Wishes::default()
    };
    let order = Arc::new(Order::new(wishes, Arc::new(Shuffle::default())).unwrap());
    puzzles(&order, 1, 1).iter().for_each(assert_unique);
    // Tests end early there; the puzzle has one solution all the same.
    let order = Arc::new(Order::new(Wishes::<B5x5>::default(), Arc::new(Shuffle::default())).unwrap());
    let made = puzzles(&order, 1, 1);
    assert!(made[0].puzzle.clues() < 290, "{}", made[0].puzzle.clues());
    let rated = Wishes::<B2x3> {
        difficulty: Difficulty {
            er: Some(12..=20),
            technique: None,
        },
        ..Wishes::default()
    };
    let refusal = Order::new(rated, Arc::new(Uniform)).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "er rates no puzzles at 2x3: its numbers are made for 9x9"
    );
}

#[test]
fn ambiguous_ones_come_only_if_asked_for() {
    let order = order(Wishes {
        method: Some("erase".into()),
        ambiguous: true,
        ..Wishes::default()
    });
    let made = puzzles(&order, 1, 20);
    assert!(
        made.iter()
            .all(|made| made.attempts == 1 && made.puzzle.clues() == 31)
    );
    assert!(made.iter().filter(|made| made.solution.is_none()).count() > 15);
    for made in made.iter().filter(|made| made.solution.is_none()) {
        assert!(matches!(
            Dlx::default().solve(&made.puzzle),
            Outcome::Ambiguous(..)
        ));
    }
}

#[test]
fn budgets_end_it() {
    let wishes = Wishes {
        clues: Some(17..=17),
        ..Wishes::default()
    };
    let hopeless: Order = Order::new(wishes, Arc::new(Uniform)).unwrap();
    let hopeless = Arc::new(hopeless.with_attempts(50));
    let (mut worker, mut made) = (hopeless.worker(), Vec::new());
    let stop = worker.unit(1, 0, 0, &mut Budget::unlimited(), &mut made);
    assert_eq!(stop, Err(Stopped::GaveUp(50)));
    let now = std::time::Instant::now();
    let stop = worker.unit(1, 0, 0, &mut Budget::unlimited().until(now), &mut made);
    assert_eq!(
        stop,
        Err(Stopped::Exhausted(gridwright_grid::Exhausted::Deadline))
    );
}

fn named(name: &str) -> Wishes {
    Wishes {
        method: Some(name.into()),
        ..Wishes::default()
    }
}

fn rated(low: u32, high: u32) -> Wishes {
    let er = Some(RangeInclusive::new(low, high));
    Wishes {
        difficulty: Difficulty { er, technique: None },
        ..Wishes::default()
    }
}

fn with_clues(wishes: Wishes, low: usize, high: usize) -> Wishes {
    Wishes {
        clues: Some(RangeInclusive::new(low, high)),
        ..wishes
    }
}

fn needing(wishes: Wishes, kind: Kind) -> Wishes {
    let technique = Some(kind);
    Wishes {
        difficulty: Difficulty {
            technique,
            ..wishes.difficulty
        },
        ..wishes
    }
}

fn with_pattern(wishes: Wishes, pattern: &str) -> Wishes {
    Wishes {
        pattern: Some(pattern.parse().unwrap()),
        ..wishes
    }
}

fn with_level(wishes: Wishes, level: u8) -> Wishes {
    Wishes {
        level: Level::new(level),
        ..wishes
    }
}

#[test]
fn impossible_wishes() {
    let full = &"x".repeat(81);
    let any = Wishes::default;
    let minimal = Wishes {
        minimal: true,
        ..any()
    };
    let symmetric = Wishes {
        symmetry: "full".parse().unwrap(),
        ..named("top-down")
    };
    let mut whale = any();
    whale.difficulty.technique = Some(Kind::FinnedMutantWhale);
    for (wishes, reason) in [
        (
            with_clues(any(), 0, 16),
            "16 clues: no puzzle with boxes of 3x3 has one solution with fewer than 17",
        ),
        (with_clues(any(), 30, 20), "no number of clues is from 30 to 20"),
        (with_clues(any(), 82, usize::MAX), "82 clues in 81 cells"),
        (rated(200, 300), "no puzzle is rated ER 20.0 to 30.0"),
        (rated(21, 22), "no puzzle is rated ER 2.1 to 2.2"),
        (rated(80, 70), "no puzzle is rated ER 8.0 to 7.0"),
        (with_pattern(any(), &".".repeat(81)), "the pattern has no cell"),
        (
            with_clues(with_pattern(any(), full), 20, 30),
            "the pattern has 81 cells, not as many as the clues asked for",
        ),
        (with_pattern(named("dig"), full), "dig takes no pattern"),
        (symmetric, "top-down takes no symmetry"),
        (with_level(named("dig"), 2), "dig takes no level"),
        (
            with_level(minimal, 1),
            "no minimal puzzle with 50 clues or more is known",
        ),
        (
            with_clues(with_level(any(), 1), 20, 30),
            "level-1 leaves 50 to 60 clues",
        ),
        (
            whale,
            "neither er nor plain looks for 'finned-mutant-whale' at 3x3",
        ),
        (with_clues(named("erase"), 40, 50), "erase leaves 31 to 31 clues"),
        (with_clues(named("rows"), 70, 81), "rows leaves 9 to 54 clues"),
        (
            needing(with_clues(any(), 20, 30), Kind::FullHouse),
            "full houses alone solve no puzzle with fewer than 54 clues",
        ),
        (
            needing(rated(12, 30), Kind::XWing),
            "a puzzle that needs 'x-wing' is rated just ER 3.2",
        ),
        (
            needing(rated(50, 80), Kind::XWing),
            "a puzzle that needs 'x-wing' is rated just ER 3.2",
        ),
        (
            needing(rated(12, 70), Kind::NishioForcingChains),
            "a puzzle that needs 'nishio-forcing-chains' is rated at least ER 7.5",
        ),
        (named("fit"), "fit needs a pattern"),
        (named("climb"), "climb needs a rating or a technique to go by"),
    ] {
        assert_eq!(refusal(wishes).to_string(), reason);
    }
    let fish = Wishes::<B2x3> {
        difficulty: Difficulty {
            technique: Some(Kind::Jellyfish),
            ..Difficulty::default()
        },
        ..Wishes::default()
    };
    assert_eq!(
        Order::new(fish, Arc::new(Uniform)).unwrap_err().to_string(),
        "at 2x3 no puzzle needs 'jellyfish': something cheaper does the same"
    );
    let proof = Wishes::<B5x5> {
        minimal: true,
        ..Wishes::default()
    };
    assert_eq!(
        Order::new(proof, Arc::new(Shuffle::default())).unwrap_err(),
        Refusal::Unproved(B5x5::SIZE)
    );
    let unknown = refusal(named("magic")).to_string();
    assert!(
        unknown.starts_with("unknown method 'magic': one of dig, level-1, "),
        "{unknown}"
    );
    assert!(unknown.ends_with("unbiased, climb, fit"), "{unknown}");
}
