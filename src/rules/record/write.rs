//! Rules to text.

use crate::rules::Ruleset;

use super::defaults::defaults;
use super::keys::KEYS;

/// Writes the record that reads back as this ruleset. Defaults are left out.
pub fn write(ruleset: &Ruleset) -> String {
    let mut so_far = defaults(ruleset.start.clone());
    let mut record = format!("dim:{}", ruleset.size().side());
    for key in KEYS {
        let value = (key.write)(ruleset);
        let mut next = so_far.clone();
        let kept = (key.read)(&mut next, &value).is_ok();
        debug_assert!(kept, "{} wrote a value it cannot read: {value}", key.name);
        if next != so_far || (key.insist)(ruleset) {
            record.push_str(&format!(" {}:{value}", key.name));
            so_far = next;
        }
    }
    debug_assert_eq!(so_far, *ruleset, "the keys cannot say everything");
    record.push_str(&format!(" start:{}", ruleset.start));
    record
}
