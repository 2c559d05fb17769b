//! Numbers as arguments: counts and sizes, with k, M and G, and times.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a count within a range, such as `20000`, `20k` or `1.5M`. The letters stand for a thousand, a
/// million and a thousand million.
pub(super) fn count<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = scaled(text, 1000);
        let Scaled { whole, exact: true } =
            number.map_err(|wrong| wrong.told("a count", "a count has"))?
        else {
            return Err("a count is a whole number".to_owned());
        };
        let (least, most) = range.clone().into_inner();
        let within = range.contains(&whole).then(|| N::try_from(whole).ok()).flatten();
        within.ok_or_else(|| format!("{whole} is not in {least}..={most}"))
    }
}

/// Reads a size in bytes, such as `64M`. The letters stand for 2^10, 2^20 and 2^30.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let number = scaled(text, 1 << 10);
    number.map(|number| number.whole).map_err(|wrong| wrong.told("a size", "any machine has"))
}

/// Reads a time, such as `90`, `90s`, `10m` or `2h`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, "s"),
    };
    let unit = match unit {
        "h" => 3600.0,
        "m" => 60.0,
        _ => 1.0,
    };
    let seconds: f64 =
        number.parse().map_err(|_| "a time is a number with s, m or h".to_owned())?;
    Duration::try_from_secs_f64(seconds * unit).map_err(|error| error.to_string())
}

/// A number times its letter.
struct Scaled {
    whole: u64,
    /// Whether nothing is left behind the point.
    exact: bool,
}

enum Wrong {
    NoNumber,
    TooMuch,
}

impl Wrong {
    fn told(&self, what: &str, most: &str) -> String {
        match self {
            Self::NoNumber => format!("{what} is a number, perhaps with k, M or G behind it"),
            Self::TooMuch => format!("that is more than {most}"),
        }
    }
}

/// The most digits behind a point: more than any letter makes whole.
const DIGITS: usize = 15;

fn scaled(text: &str, thousand: u64) -> Result<Scaled, Wrong> {
    let (number, power) = match text.chars().last() {
        Some('k' | 'K') => (&text[..text.len() - 1], 1),
        Some('m' | 'M') => (&text[..text.len() - 1], 2),
        Some('g' | 'G') => (&text[..text.len() - 1], 3),
        _ => (text, 0),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > DIGITS {
        return Err(Wrong::NoNumber);
    }
    let unit = thousand.pow(power);
    let parts = 10_u64.pow(part.len() as u32);
    let part: u64 = part.parse().map_err(|_| Wrong::NoNumber)?;
    // Less than a unit, and a unit is less than 2^31.
    let part = u128::from(part) * u128::from(unit);
    let whole = whole.parse::<u64>().ok().and_then(|whole| whole.checked_mul(unit));
    let rest = u64::try_from(part / u128::from(parts)).map_err(|_| Wrong::TooMuch)?;
    let whole = whole.and_then(|whole| whole.checked_add(rest)).ok_or(Wrong::TooMuch)?;
    Ok(Scaled { whole, exact: part % u128::from(parts) == 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_letters_for_thousands() {
        let read = count::<u64>(0..=u64::MAX);
        for (text, value) in [
            ("0", 0),
            ("20000", 20_000),
            ("20k", 20_000),
            ("20K", 20_000),
            ("2M", 2_000_000),
            ("1.5m", 1_500_000),
            ("3G", 3_000_000_000),
            ("0.001k", 1),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(read(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_count_is_refused() {
        let read = count::<u16>(1..=100);
        for (text, told) in [
            ("", "a count is a number"),
            ("k", "a count is a number"),
            ("1.k", "a count is a number"),
            (".5k", "a count is a number"),
            ("1,5k", "a count is a number"),
            ("-1", "a count is a number"),
            ("+1", "a count is a number"),
            ("1 k", "a count is a number"),
            ("1kk", "a count is a number"),
            ("1\u{e9}", "a count is a number"),
            ("0.5", "a whole number"),
            ("0.0155k", "a whole number"),
            ("0", "0 is not in 1..=100"),
            ("1k", "1000 is not in 1..=100"),
            ("99999999999999999999", "more than a count has"),
            ("99999999999999999G", "more than a count has"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn sizes_have_letters_for_powers_of_two() {
        for (text, value) in
            [("4096", 4096), ("1k", 1024), ("64M", 64 << 20), ("2g", 2 << 30), ("1.5G", 3 << 29)]
        {
            assert_eq!(size(text), Ok(value), "{text}");
        }
    }
}
