//! Days counted in seconds.

/// `1473897600`, seconds since 1970, as `2016.09.15`.
pub(super) fn date(seconds: &str) -> Option<String> {
    let days = seconds.parse::<u32>().ok()? / 86_400;
    // Years that begin in March, counted from that of the year 0.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) =
        (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u32::from(month <= 2);
    Some(format!("{year}.{month:02}.{day:02}"))
}
