//! Parts of a run.

use std::ops::Range;
use std::str::FromStr;

/// The part of that number, from 1, of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    part: u64,
    parts: u64,
}

impl Shard {
    /// The whole run.
    pub(crate) const ALL: Self = Self { part: 1, parts: 1 };

    /// Whether it is where the run begins.
    pub(crate) const fn is_first(self) -> bool {
        self.part == 1
    }

    /// Whether it is where the run ends.
    pub(crate) const fn is_last(self) -> bool {
        self.part == self.parts
    }

    /// Those of so many items that are its part: all parts in order are all items.
    pub(crate) fn of(self, items: u64) -> Range<u64> {
        let end = |parts: u64| (u128::from(items) * u128::from(parts) / u128::from(self.parts)) as u64;
        end(self.part - 1)..end(self.part)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        match numbers {
            Some((part, parts)) if 1 <= part && part <= parts => Ok(Self { part, parts }),
            _ => Err("not a part as 2/5, from 1/5 to 5/5".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_the_whole() {
        for items in [0, 1, 7, 100, u64::MAX] {
            let mut end = 0;
            for part in 1..=7 {
                let range = Shard { part, parts: 7 }.of(items);
                assert_eq!(range.start, end);
                end = range.end;
            }
            assert_eq!(end, items);
        }
        assert_eq!("2/5".parse(), Ok(Shard { part: 2, parts: 5 }));
        for wrong in ["0/5", "6/5", "1", "1/0", "a/b", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
