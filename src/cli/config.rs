//! `tafl.toml`: what holds for which files of a folder.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use glob::{MatchOptions, Pattern};
use serde::Deserialize;
use taflkit::notation::Format;
use taflkit::record::{LineColumn, Span, places};
use taflkit::replay::{Code, Input, PerFile, Selection, Settings, Severity};
use taflkit::rules::names::Resolved;
use toml::Spanned;

use super::output::{Failure, Output};
use super::resolve;

/// The name of the file.
const NAME: &str = "tafl.toml";

/// What holds for records that do not say it themselves.
#[derive(Args)]
pub(super) struct ConfigArgs {
    /// The rules of records that state none
    #[arg(long, value_name = "NAME|RULES")]
    default_variant: Option<String>,
    /// Take what holds for which files from here, not from the tafl.toml of the input's folder or one
    /// above it
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Look for no tafl.toml
    #[arg(long)]
    no_config: bool,
}

impl ConfigArgs {
    /// What holds for these inputs, beside a format that was given.
    pub(super) fn of(
        &self,
        inputs: &[Input],
        format: Option<Format>,
        output: &Output,
    ) -> Result<Configs, Failure> {
        let mut configs = self.read(inputs, output)?;
        let rules = self.default_variant.as_deref().map(|text| resolve(text, output));
        configs.given.default_rules = rules.transpose()?.map(Arc::new);
        configs.given.format = format;
        Ok(configs)
    }

    fn read(&self, inputs: &[Input], output: &Output) -> Result<Configs, Failure> {
        let mut configs = Configs::default();
        for input in inputs.iter().filter(|_| !self.no_config) {
            let (root, folder) = located(input);
            let path = self.config.clone().or_else(|| folder.as_deref().and_then(above));
            let Some(path) = path else { continue };
            let known = configs.read.iter().position(|config| config.path == path);
            let config = match known {
                Some(known) => known,
                None => {
                    configs.read.push(Config::read(path, output)?);
                    configs.read.len() - 1
                }
            };
            configs.inputs.push(Configured { root, folder, config });
        }
        Ok(configs)
    }
}

/// What an input is called in front of the names of its files, and the folder that stands for, as the
/// system knows it.
fn located(input: &Input) -> (PathBuf, Option<PathBuf>) {
    let (root, folder) = match input {
        Input::Stdin => return (PathBuf::from("-"), std::env::current_dir().ok()),
        Input::Path(path) if path.is_dir() => (path.clone(), path.clone()),
        Input::Path(path) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            (folder.to_owned(), folder.to_owned())
        }
    };
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    (root, folder.canonicalize().ok())
}

/// The file in a folder, or in the nearest one above it that has one.
fn above(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// What holds for the files of all inputs.
#[derive(Clone, Default)]
pub(super) struct Configs {
    read: Vec<Config>,
    inputs: Vec<Configured>,
    given: Given,
}

/// An input with what holds for it.
#[derive(Clone)]
struct Configured {
    root: PathBuf,
    folder: Option<PathBuf>,
    /// Which of those read.
    config: usize,
}

/// What one `tafl.toml` says.
#[derive(Clone)]
struct Config {
    path: PathBuf,
    /// The folder that globs are about.
    folder: PathBuf,
    rules: Option<Arc<Resolved>>,
    rows: Vec<Row>,
    severities: Vec<(Codes, Weight)>,
}

/// A glob, and what holds for the files that it matches.
#[derive(Clone)]
struct Row {
    glob: Pattern,
    rules: Option<Arc<Resolved>>,
    format: Option<Format>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    default_variant: Option<Spanned<String>>,
    #[serde(default)]
    files: Vec<WrittenRow>,
    #[serde(default)]
    severity: BTreeMap<Spanned<String>, Weight>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRow {
    glob: Spanned<String>,
    variant: Option<Spanned<String>>,
    format: Option<Spanned<String>>,
}

/// What a kind of finding is to be.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Weight {
    Error,
    Warning,
    Note,
    Ignore,
}

impl Weight {
    fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Ignore => None,
        }
    }
}

impl Config {
    fn read(path: PathBuf, output: &Output) -> Result<Self, Failure> {
        let text = fs::read_to_string(&path)
            .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
        let wrong = |at: usize, what: &dyn fmt::Display| {
            let LineColumn { line, column } = places(&text, 1, &[Span::new(at, at)])[0];
            Failure::usage(format!("{}:{line}:{column}: {what}", path.display()))
        };
        let written: Written = toml::from_str(&text).map_err(|error| {
            wrong(error.span().map_or(0, |span| span.start), &error.message().trim_end())
        })?;
        let rules = |name: &Spanned<String>| {
            let found = resolve(name.get_ref(), output).map(Arc::new);
            found.map_err(|why| wrong(name.span().start, &why.told()))
        };
        let mut rows = Vec::new();
        for row in &written.files {
            let glob = Pattern::new(row.glob.get_ref())
                .map_err(|error| wrong(row.glob.span().start, &error))?;
            let format = row.format.as_ref().map(|name| {
                let known = name.get_ref().parse::<Format>();
                known.map_err(|unknown| wrong(name.span().start, &unknown))
            });
            let rules = row.variant.as_ref().map(rules).transpose()?;
            rows.push(Row { glob, rules, format: format.transpose()? });
        }
        let mut severities = Vec::new();
        for (letters, &weight) in &written.severity {
            let codes: Codes = letters
                .get_ref()
                .parse()
                .map_err(|why: String| wrong(letters.span().start, &why))?;
            severities.push((letters.get_ref().len(), codes, weight));
        }
        // A longer prefix says more of a kind, so it counts last.
        severities.sort_by_key(|(length, ..)| *length);
        let severities = severities.into_iter().map(|(_, codes, weight)| (codes, weight)).collect();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        let folder = folder.map_err(|error| wrong(0, &error))?;
        let rules = written.default_variant.as_ref().map(rules).transpose()?;
        Ok(Self { folder, rules, rows, severities, path })
    }

    /// The rows that match a file of this folder.
    fn rows_for(&self, file: &Path) -> impl Iterator<Item = &Row> {
        let within = file.strip_prefix(&self.folder).ok();
        self.rows.iter().filter(move |row| within.is_some_and(|within| row.is_for(within)))
    }
}

impl Row {
    /// Whether it is for a file, given its place within the folder. A glob without a slash is for names,
    /// in whatever folder.
    fn is_for(&self, within: &Path) -> bool {
        let options = MatchOptions { require_literal_separator: true, ..MatchOptions::default() };
        if self.glob.as_str().contains('/') {
            return self.glob.matches_path_with(within, options);
        }
        within.file_name().is_some_and(|name| self.glob.matches_path_with(name.as_ref(), options))
    }
}

/// Kinds of findings.
#[derive(Clone, Debug)]
pub(super) struct Codes(Vec<Code>);

impl FromStr for Codes {
    type Err = String;

    /// The kinds whose codes begin with these letters.
    fn from_str(letters: &str) -> Result<Self, String> {
        let codes = Code::starting_with(letters);
        if letters.is_empty() || codes.is_empty() {
            return Err(format!(
                "no code of a finding begins with `{letters}`; `tafl explain` lists them all"
            ));
        }
        Ok(Self(codes))
    }
}

impl Configs {
    /// The same, telling only of what was selected and not ignored.
    #[must_use]
    pub(super) fn telling(mut self, selected: &[Codes], ignored: &[Codes]) -> Self {
        self.given.selected = selected.to_vec();
        self.given.ignored = ignored.to_vec();
        self
    }

    /// The settings of files, as a walk through the inputs asks for them.
    pub(super) fn per_file(self) -> PerFile {
        PerFile::new(move |file| self.of(file).settings)
    }

    /// The settings of a file, and which `tafl.toml` had a say in them.
    pub(super) fn of(&self, file: &Path) -> Applied<'_> {
        let given = &self.given;
        let input = self.inputs.iter().find(|input| file.starts_with(&input.root));
        // The name as the system knows it: globs are about folders, whatever they are called here.
        let place = input.and_then(|input| {
            let within = file.strip_prefix(&input.root).unwrap_or(file);
            Some(input.folder.as_ref()?.join(within))
        });
        let config = input.map(|input| &self.read[input.config]);
        let mut format = None;
        let mut rules = config.and_then(|config| config.rules.clone());
        let mut selection = Selection::default();
        if let (Some(config), Some(place)) = (config, &place) {
            for row in config.rows_for(place) {
                format = row.format.or(format);
                rules = row.rules.clone().or(rules);
            }
        }
        for (codes, weight) in config.into_iter().flat_map(|config| &config.severities) {
            match weight.severity() {
                Some(severity) => selection.weigh(&codes.0, severity),
                None => selection.ignore(&codes.0),
            }
        }
        given.ignored.iter().for_each(|codes| selection.ignore(&codes.0));
        given.selected.iter().for_each(|codes| selection.select(&codes.0));
        Applied {
            path: config.map(|config| config.path.as_path()),
            settings: Settings {
                format: given.format.or(format),
                default_rules: given.default_rules.clone().or(rules),
                selection: Arc::new(selection),
            },
        }
    }
}

/// What the command line says of all files. It goes before what a `tafl.toml` says.
#[derive(Clone, Default)]
struct Given {
    format: Option<Format>,
    default_rules: Option<Arc<Resolved>>,
    selected: Vec<Codes>,
    ignored: Vec<Codes>,
}

/// What holds for a file, and which `tafl.toml` had a say in it.
pub(super) struct Applied<'a> {
    pub(super) path: Option<&'a Path>,
    pub(super) settings: Settings,
}
