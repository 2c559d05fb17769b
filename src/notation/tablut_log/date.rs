//! Dates as the logger of Java writes them.

/// How the names of the months begin in English, Italian, German, French, Spanish and Portuguese.
const MONTHS: [&[&str]; 12] = [
    &["jan", "gen", "j\u{e4}n", "ene"],
    &["feb", "f\u{e9}v", "fev"],
    &["mar", "m\u{e4}r", "mrz"],
    &["apr", "avr", "abr"],
    &["may", "mag", "mai"],
    &["jun", "giu", "juin"],
    &["jul", "lug", "juil"],
    &["aug", "ago", "ao\u{fb}"],
    &["sep", "set"],
    &["oct", "ott", "okt", "out"],
    &["nov"],
    &["dec", "dic", "dez", "d\u{e9}c"],
];

/// `May 23, 2019 5:36:07 PM` as `2019.05.23`.
pub(super) fn date(time: &str) -> Option<String> {
    let mut words = time.split([' ', ',']).filter(|word| !word.is_empty());
    let month = words.next()?.to_lowercase();
    let is_its = |names: &&[&str]| names.iter().any(|name| month.starts_with(name));
    let month = MONTHS.iter().position(is_its)? + 1;
    let day: u8 = words.next()?.parse().ok()?;
    let year: u16 = words.next()?.parse().ok()?;
    Some(format!("{year}.{month:02}.{day:02}"))
}
