//! Fish: the cases.

use crate::common;

use gridwright_solve_logic::Kind;
use gridwright_solve_logic::fish::Fish;

fn check(kind: &'static [Kind]) {
    common::check_all(kind[0].code(), None, &mut Fish::new(kind));
}

macro_rules! cases {
    ($($name:ident: $kind:ident,)*) => {
        $(#[test] fn $name() { check(&[Kind::$kind]); })*
    };
}

cases! {
    x_wing: XWing,
    swordfish: Swordfish,
    jellyfish: Jellyfish,
    finned_x_wing: FinnedXWing,
    finned_swordfish: FinnedSwordfish,
    finned_jellyfish: FinnedJellyfish,
    sashimi_x_wing: SashimiXWing,
    sashimi_swordfish: SashimiSwordfish,
    sashimi_jellyfish: SashimiJellyfish,
    siamese_finned_swordfish: SiameseFinnedSwordfish,
    siamese_finned_jellyfish: SiameseFinnedJellyfish,
    siamese_sashimi_swordfish: SiameseSashimiSwordfish,
    siamese_sashimi_jellyfish: SiameseSashimiJellyfish,
    franken_swordfish: FrankenSwordfish,
    franken_jellyfish: FrankenJellyfish,
    finned_franken_x_wing: FinnedFrankenXWing,
    finned_franken_swordfish: FinnedFrankenSwordfish,
    finned_franken_jellyfish: FinnedFrankenJellyfish,
    siamese_finned_franken_swordfish: SiameseFinnedFrankenSwordfish,
    siamese_finned_franken_jellyfish: SiameseFinnedFrankenJellyfish,
    finned_mutant_jellyfish: FinnedMutantJellyfish,
    siamese_finned_mutant_jellyfish: SiameseFinnedMutantJellyfish,
    finned_mutant_squirmbag: FinnedMutantSquirmbag,
    finned_mutant_whale: FinnedMutantWhale,
}
