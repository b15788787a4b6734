//! Where and when something was measured.

use std::time::{SystemTime, UNIX_EPOCH};

/// The machine, the compiler and the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Model of the processor, `unknown` where the system does not tell.
    pub cpu: String,
    /// Cores that this process may use.
    pub cores: usize,
    /// Operating system and architecture.
    pub system: String,
    /// The compiler.
    pub compiler: &'static str,
    /// The version of this package.
    pub version: &'static str,
    /// The day, as 2026-11-30, in UTC.
    pub date: String,
}

impl Machine {
    /// This machine, now.
    pub fn here() -> Self {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = info.lines().find(|line| line.starts_with("model name"));
        let cpu = model
            .and_then(|line| line.split_once(':'))
            .map_or("unknown", |(_, name)| name.trim());
        let days = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs() / 86_400);
        Self {
            cpu: cpu.to_string(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            compiler: env!("GRIDWRIGHT_RUSTC"),
            version: env!("CARGO_PKG_VERSION"),
            date: date(days),
        }
    }

    /// A name for folders: small letters, digits and hyphens.
    pub fn slug(&self) -> String {
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                ' '
            }
        };
        let cpu: String = self.cpu.chars().map(plain).collect();
        let words: Vec<&str> = cpu.split_whitespace().collect();
        format!("{}-{}-cores", words.join("-"), self.cores)
    }
}

/// The Gregorian date of a day counted from 1970-01-01.
fn date(days: u64) -> String {
    // Eras of 400 years that begin on the first of March.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (
        day - (153 * month + 2) / 5 + 1,
        if month < 10 { month + 3 } else { month - 9 },
    );
    format!("{}-{month:02}-{day:02}", era * 400 + year + u64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let known = [
            (0, "1970-01-01"),
            (19_782, "2024-02-29"),
            (19_783, "2024-03-01"),
            (20_787, "2026-11-30"),
        ];
        for (days, text) in known {
            assert_eq!(date(days), text);
        }
    }

    #[test]
    fn slugs_are_plain() {
        let slug = Machine::here().slug();
        assert!(
            slug.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{slug}"
        );
    }
}
