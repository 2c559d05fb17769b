//! The objects of the format.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::keyed::{object, objects};
use crate::record::Clock;

/// What a record says of itself.
pub(in crate::notation) const SCHEMA: &str = "taflkit.record/1";

/// The keys of a record.
pub(super) const KEYS: &[&str] =
    &["schema", "tags", "rules", "start", "first", "result", "counts", "boards", "lines"];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TagJson {
    pub(super) name: String,
    pub(super) value: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RulesJson {
    Name(String),
    SiteType(#[serde(deserialize_with = "object")] SiteTypeJson),
    Record(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteTypeJson {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) key: Option<u32>,
    pub(super) name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountsJson {
    pub(super) by_attackers: u32,
    pub(super) by_defenders: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardJson {
    pub(super) after: usize,
    pub(super) position: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum TokenJson {
    Word(WordJson),
    Unreadable(#[serde(deserialize_with = "object")] UnreadableJson),
    Move(#[serde(deserialize_with = "object")] MoveJson),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WordJson {
    Resigned,
    Timeout,
    Elided,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnreadableJson {
    pub(super) unreadable: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveJson {
    pub(super) path: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default, deserialize_with = "objects")]
    pub(super) captures: Vec<CaptureJson>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) piece: Option<String>,
    #[serde(skip_serializing_if = "is_false", default)]
    pub(super) run_together: bool,
    #[serde(skip_serializing_if = "is_zero", default)]
    pub(super) jumps: u32,
    #[serde(skip_serializing_if = "is_false", default)]
    pub(super) continues: bool,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) capture_count: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) info: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaptureJson {
    pub(super) square: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) piece: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoteJson<'a> {
    pub(super) at: usize,
    pub(super) place: PlaceJson,
    pub(super) text: Cow<'a, str>,
    /// What the text says for programs: told by the text, and put into it where it is not there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) clock: Option<ClockJson>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) hint: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockJson {
    pub(super) main: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) overtime: Option<OvertimeJson>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) increment: Option<u64>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(super) struct OvertimeJson {
    seconds: u64,
    periods: u64,
}

impl From<Clock> for ClockJson {
    fn from(clock: Clock) -> Self {
        let overtime = clock.overtime.map(|(seconds, periods)| OvertimeJson { seconds, periods });
        Self { main: clock.main, overtime, increment: clock.increment }
    }
}

impl From<ClockJson> for Clock {
    fn from(json: ClockJson) -> Self {
        let overtime = json.overtime.map(|overtime| (overtime.seconds, overtime.periods));
        Self { main: json.main, overtime, increment: json.increment }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PlaceJson {
    Before,
    After,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BranchJson {
    pub(super) at: usize,
    pub(super) line: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
const fn is_false(flag: &bool) -> bool {
    !*flag
}
