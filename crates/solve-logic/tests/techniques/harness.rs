//! The harness of technique cases reads them.

use crate::common;

#[test]
fn cases_are_read() {
    let count: usize = ["0000", "0601", "0711"]
        .iter()
        .map(|code| common::cases(code, None).len())
        .sum();
    assert!(count == 0 || count == 51, "{count}");
}
