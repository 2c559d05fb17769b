//! What a comment says in a form that programs read.
//!
//! A comment stays whole, as its record has it; this finds what in it is meant for programs. OpenTafl
//! begins a comment with the time that the player has left, and shows `(Hint: ...)` of a puzzle only
//! when asked for it.
//!
//! ```text
//! clock = *WSP main [SP overtime "/" periods] [SP increment "i"]  ; seconds, at the very beginning
//! hint  = "(Hint:" *any ")"
//! ```
//!
//! A number alone is a clock only if it is the whole comment: `12 men are left` speaks of men.

/// The time that a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Seconds of the main time.
    pub main: u64,
    /// Seconds of a period of overtime, and how many periods there are.
    pub overtime: Option<(u64, u64)>,
    /// Seconds added for every move.
    pub increment: Option<u64>,
}

/// The clock that a comment begins with.
pub(super) fn clock(text: &str) -> Option<Clock> {
    let (main, rest) = number(text.trim_start())?;
    let over = |rest: &str| -> Option<((u64, u64), usize)> {
        let after = after_space(rest)?;
        let (seconds, slash) = number(after)?;
        let (periods, end) = number(slash.strip_prefix('/')?)?;
        Some(((seconds, periods), rest.len() - end.len()))
    };
    let (overtime, rest) = match over(rest) {
        Some((overtime, length)) => (Some(overtime), &rest[length..]),
        None => (None, rest),
    };
    let more = |rest: &str| -> Option<(u64, usize)> {
        let (seconds, end) = number(after_space(rest)?)?;
        let end = end.strip_prefix('i')?;
        Some((seconds, rest.len() - end.len()))
    };
    let (increment, rest) = match more(rest) {
        Some((increment, length)) => (Some(increment), &rest[length..]),
        None => (None, rest),
    };
    let ends = rest.chars().next().is_none_or(char::is_whitespace);
    let alone = overtime.is_none() && increment.is_none();
    let says_more = !rest.trim().is_empty();
    (ends && !(alone && says_more)).then_some(Clock { main, overtime, increment })
}

/// The first hint of a comment, without the words around it.
pub(super) fn hint(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("(Hint:")?;
    Some(rest.split_once(')')?.0.trim())
}

fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn after_space(text: &str) -> Option<&str> {
    text.strip_prefix(char::is_whitespace)
}

/// As OpenTafl writes it before a comment.
impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.main)?;
        if let Some((seconds, periods)) = self.overtime {
            write!(f, " {seconds}/{periods}")?;
        }
        match self.increment {
            Some(increment) => write!(f, " {increment}i"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_stand_at_the_beginning() {
        let told = |text| clock(text).map(|clock| clock.to_string());
        assert_eq!(told("300 30/3 0i  a good move"), Some("300 30/3 0i".into()));
        assert_eq!(told(" 300 30/3 said"), Some("300 30/3".into()));
        assert_eq!(told("300 5i"), Some("300 5i".into()));
        assert_eq!(told(" 590 "), Some("590".into()));
        for text in ["", "12 men are left", "4. d1-d3", "1/2", "good 300 30/3", "300 30/3x", "7a"] {
            assert_eq!(told(text), None, "{text}");
        }
        assert_eq!(told("99999999999999999999 1/2"), None);
    }

    #[test]
    fn hints_stand_anywhere() {
        assert_eq!(hint("Now? (Hint: look\nat c4) (Hint: or d4)"), Some("look\nat c4"));
        assert_eq!(hint("(hint: x) (Hint: y"), None);
    }
}
