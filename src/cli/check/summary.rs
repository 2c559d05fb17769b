//! The summary for people.

use taflkit::replay::{NotJudged, Severity, Summary};

use crate::cli::output::counted;

/// The summary: how the games are, then what was found, by kind.
pub(super) fn in_words(summary: &Summary) -> String {
    let Summary { files, games, completed, plies, agree, .. } = summary;
    let mut text = format!(
        "{} in {}, {}; {completed} replayed to the last move\n",
        counted(*games, "game"),
        counted(*files, "file"),
        counted_plies(*plies),
    );
    text += &how_they_are(summary);
    let variations = summary.lines.saturating_sub(summary.games);
    if variations > 0 {
        let plies = counted_plies(summary.variation_plies);
        text += &format!("{} with {plies}\n", counted(variations, "variation"));
    }
    let endings: Vec<String> =
        summary.by_ending.iter().map(|(by, count)| format!("{} {count}", by.name())).collect();
    if !endings.is_empty() {
        text += &format!("ended by the rules: {}\n", endings.join(", "));
        text +=
            &format!("ended on the last move, with the result that the record states: {agree}\n");
    }
    for (&code, count) in &summary.by_code {
        let (severity, title) = (summary.severity(code), code.entry().title);
        text += &format!("{count:>9}  {code} {:<7} {title}\n", severity.name());
    }
    let told = [Severity::Error, Severity::Warning, Severity::Note]
        .map(|severity| counted(summary.count(severity), severity.name()));
    text + &told.join(", ") + "\n"
}

/// How many games are sound, and how many are not and why; every game is counted once.
fn how_they_are(summary: &Summary) -> String {
    let mut told = vec![
        format!("{} sound", summary.sound),
        format!("{} with errors", summary.with_errors),
        format!("{} with warnings only", summary.with_warnings),
    ];
    let not_judged: u64 = summary.not_judged.values().sum();
    if not_judged > 0 {
        let reasons = summary.not_judged.iter();
        let reasons: Vec<String> = reasons.map(|(why, count)| reason(*why, *count)).collect();
        told.push(format!("{not_judged} not judged ({})", reasons.join(", ")));
    }
    told.join(", ") + "\n"
}

fn reason(why: NotJudged, count: u64) -> String {
    format!("{}: {count}", why.told())
}

fn counted_plies(count: u64) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}
