//! Puts tables into a Markdown text, between a pair of markers.

use crate::Error;

/// Replaces what stands between `<!-- gridwright:NAME -->` and `<!-- /gridwright:NAME -->`.
///
/// # Errors
///
/// When a marker is missing, or the second stands before the first.
pub fn splice(text: &str, name: &str, content: &str) -> Result<String, Error> {
    let (open, close) = (
        format!("<!-- gridwright:{name} -->"),
        format!("<!-- /gridwright:{name} -->"),
    );
    let missing = |marker: &str| Error::new(format!("the marker {marker} is missing"));
    let start = text.find(&open).ok_or_else(|| missing(&open))? + open.len();
    let end = text[start..].find(&close).ok_or_else(|| missing(&close))? + start;
    Ok(format!(
        "{}\n{}\n{}",
        &text[..start],
        content.trim_end(),
        &text[end..]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splicing_twice_changes_nothing() {
        let text = "before\n<!-- gridwright:x -->\nold\n<!-- /gridwright:x -->\nafter\n";
        let once = splice(text, "x", "| new |\n").unwrap();
        assert_eq!(
            once,
            "before\n<!-- gridwright:x -->\n| new |\n<!-- /gridwright:x -->\nafter\n"
        );
        assert_eq!(splice(&once, "x", "| new |\n").unwrap(), once);
    }

    #[test]
    fn missing_markers_are_errors() {
        assert!(splice("", "x", "").is_err());
        let swapped = "<!-- /gridwright:x --><!-- gridwright:x -->";
        let error = splice(swapped, "x", "").unwrap_err().to_string();
        assert_eq!(error, "the marker <!-- /gridwright:x --> is missing");
    }
}
