//! Puzzles and grids as strings: their one-line text, a puzzle with restricted candidates as the line of these.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

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
        let mut line = Vec::new();
        self.push_whole_line(&mut line);
        let line = String::from_utf8(line).map_err(Z::Error::custom)?;
        serializer.serialize_str(&line)
    }
}

impl<'de, S: Shape> Deserialize<'de> for Puzzle<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}
