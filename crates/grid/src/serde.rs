//! Puzzles and grids as strings: their one-line text. Restricted candidates do not fit a line and are an error.

use alloc::string::{String, ToString};

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Grid, Puzzle, Shape};

impl<S: Shape> Serialize for Grid<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

impl<'de, S: Shape> Deserialize<'de> for Grid<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

impl<S: Shape> Serialize for Puzzle<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        if self.is_restricted() {
            return Err(Z::Error::custom(
                "a puzzle with restricted candidates does not fit one line",
            ));
        }
        serializer.serialize_str(&self.to_string())
    }
}

impl<'de, S: Shape> Deserialize<'de> for Puzzle<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}
