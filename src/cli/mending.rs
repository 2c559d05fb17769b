//! `tafl check --fix` and `--diff`.

use std::collections::BTreeSet;

use taflkit::notation::OldRecord;
use taflkit::replay::{self, Input, Judge, Listed, Mender};
use taflkit::rules::names::Resolved;
use taflkit::visible;

use super::config::Configs;
use super::output::{Failure, Outcome, Output, counted};
use super::progress::Progress;
use super::rewriting::{self, Purpose, Ran};

/// What came of mending.
pub(super) struct Mending {
    pub(super) outcome: Outcome,
    /// What was told of inputs that cannot be read.
    pub(super) told: BTreeSet<String>,
}

impl Default for Mending {
    fn default() -> Self {
        Self { outcome: Outcome::Well, told: BTreeSet::new() }
    }
}

impl Mending {
    fn failed(&mut self, message: String, output: &Output) {
        output.error(&message);
        self.outcome = Outcome::Incomplete;
        self.told.insert(message);
    }

    fn kept(&mut self, message: &str, output: &Output) {
        output.warn(message);
        self.outcome = self.outcome.or(Outcome::Faults);
    }
}

/// Mends files in place, or only shows how they would be mended.
pub(super) fn mend(
    inputs: &[Input],
    configs: &Configs,
    rules: Option<&Resolved>,
    only_shown: bool,
    output: &Output,
) -> Result<Mending, Failure> {
    if inputs.contains(&Input::Stdin) {
        return Err(Failure::usage("standard input cannot be mended; name files or folders"));
    }
    let purpose = if only_shown { Purpose::Show } else { Purpose::Replace };
    let mut mending = Mending::default();
    let mut judge = Judge::new(rules.cloned()).mending();
    let mut mender = Mender::new(&mut judge);
    let progress = Progress::of_work(output);
    for listed in replay::files(inputs) {
        let path = match listed {
            Ok(Listed { input: Input::Path(path), .. }) => path,
            Ok(Listed { input: Input::Stdin, .. }) => continue,
            Err(error) => {
                mending.failed(error.to_string(), output);
                continue;
            }
        };
        let name = path.display().to_string();
        progress.tell(|| visible::line(&name).into_owned());
        if path.is_dir() {
            mending.kept(&format!("{name}: the folder has no file with a known ending"), output);
            continue;
        }
        let settings = configs.of(&path).settings;
        mender.assume(settings.default_rules.as_ref());
        let rules = rules.or(settings.default_rules.as_deref());
        let mut changes = 0;
        let mut change = |old: OldRecord<'_>| {
            match mender.mended(old.format, old.text) {
                Ok(new) => {
                    let (new, places) = new?;
                    changes += places;
                    Some(new)
                }
                Err(why) => {
                    // Of records that can be read, the check that follows tells what is wrong.
                    if only_shown || old.text.is_err() {
                        let line = old.line;
                        let message = format!("{name}:{line}: the record stays as it is: {why}");
                        mending.kept(&message, output);
                    }
                    None
                }
            }
        };
        match rewriting::file(&path, settings.format, purpose, rules, output, &mut change)? {
            Ran::Whole { differs } if differs && !only_shown => {
                let places = counted(changes as u64, "place");
                output.warn(&format!("{name}: {places} mended"));
            }
            Ran::Whole { .. } => {}
            Ran::Kept(why) => {
                mending.kept(&format!("{name}: the file stays as it is: {why}"), output);
            }
            Ran::Failed(why) => mending.failed(why, output),
        }
    }
    Ok(mending)
}
