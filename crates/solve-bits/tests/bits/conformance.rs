//! The shared suite, on every backend.

use gridwright_grid::{B3x3, conformance};
use gridwright_solve_bits::{Backend, Bits};

#[test]
fn on_every_backend() {
    for backend in Backend::all() {
        conformance::solver::<B3x3, _>(&mut Bits::with_backend(backend));
    }
}

#[test]
fn the_fastest_backend_is_the_default() {
    let all = Backend::all();
    assert_eq!(Bits::default().backend().name(), all[0].name());
    assert_eq!(all.last().map(|backend| backend.name()), Some("soft"));
    if cfg!(gridwright_backend = "soft") {
        assert_eq!(all.len(), 1);
    }
}
