//! Where output goes, and how commands end.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use taflkit::visible;

use super::stream::standard_output;
use super::{Common, Form, FormArg, line};

/// What a command found about its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All well.
    Well,
    /// The data has faults.
    Faults,
    /// Something could not be read, or nothing could be done.
    Incomplete,
}

impl Outcome {
    /// What a command found that found both.
    #[must_use]
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Incomplete, _) | (_, Self::Incomplete) => Self::Incomplete,
            (Self::Faults, _) | (_, Self::Faults) => Self::Faults,
            (Self::Well, Self::Well) => Self::Well,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Well => Self::SUCCESS,
            Outcome::Faults => Self::from(1),
            Outcome::Incomplete => Self::from(2),
        }
    }
}

/// Why a command could not run.
#[derive(Debug)]
pub(super) enum Failure {
    /// It was asked for something impossible.
    Usage(String),
    /// It could not read or write.
    Io(io::Error),
    /// Something would get lost that must not.
    Loss(String),
}

impl Failure {
    /// What went wrong, in words.
    pub(super) fn told(&self) -> String {
        match self {
            Self::Io(error) => error.to_string(),
            Self::Usage(message) | Self::Loss(message) => message.clone(),
        }
    }

    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// Tells what went wrong, and how the command ends. A reader who has gone away needs no telling.
    pub(super) fn report(self) -> Outcome {
        let message = match self {
            Self::Io(error) if error.kind() == ErrorKind::BrokenPipe => return Outcome::Well,
            Self::Io(error) => error.to_string(),
            Self::Usage(message) => message,
            Self::Loss(message) => {
                complain("error", AnsiColor::Red, &message);
                return Outcome::Faults;
            }
        };
        complain("error", AnsiColor::Red, &message);
        Outcome::Incomplete
    }
}

/// Errors come here with the name of the file or stream that they are about.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Standard output, whose errors say that they are about it.
struct Stdout(io::BufWriter<line::Stdout>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        named(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        named(self.0.flush())
    }
}

fn named<T>(result: io::Result<T>) -> io::Result<T> {
    result
        .map_err(|error| io::Error::new(error.kind(), format!("{error}, writing standard output")))
}

fn complain(what: &str, colour: AnsiColor, message: &str) {
    let style = Style::new().bold().fg_color(Some(colour.into()));
    let message = visible::line(message);
    line::aside(|| {
        // Nobody is left to tell if this fails.
        let _ = writeln!(anstream::stderr().lock(), "{style}{what}:{style:#} {message}");
    });
}

/// Tells why the arguments cannot be understood, or prints the help that they ask for.
pub(super) fn not_understood(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let helped = named(print_help(error)).map_err(Failure::from);
        return helped.map_or_else(Failure::report, |()| Outcome::Well).into();
    }
    let told = error.to_string();
    // An error quotes arguments; with names of files among them they are not trusted either.
    match visible::text(&told) {
        Cow::Owned(told) => {
            let _ = write!(anstream::stderr().lock(), "{told}");
            ExitCode::from(2)
        }
        Cow::Borrowed(_) => error.exit(),
    }
}

fn print_help(error: &clap::Error) -> io::Result<()> {
    let mut writer = anstream::AutoStream::auto(standard_output()?);
    write!(writer, "{}", error.render().ansi())?;
    writer.flush()
}

/// How and how much a command writes.
#[derive(Clone, Copy)]
pub(super) struct Output {
    pub(super) form: Form,
    /// Whether people get a line a finding.
    pub(super) concise: bool,
    pub(super) colours: bool,
    pub(super) quiet: bool,
    pub(super) verbose: bool,
    /// Whether what is told beside the output is told in a report, and not in words.
    pub(super) in_report: bool,
}

impl Output {
    pub(super) fn new(common: &Common) -> Self {
        Self {
            form: common.output.form(),
            concise: common.output == FormArg::Concise,
            colours: common.color.colours(),
            quiet: common.quiet,
            verbose: common.verbose,
            in_report: false,
        }
    }

    /// Standard output, or nothing under `--quiet`; for data, and for text that was made safe to show.
    pub(super) fn writer(&self) -> Box<dyn Write> {
        if self.quiet {
            Box::new(io::sink())
        } else {
            Box::new(Stdout(io::BufWriter::new(line::Stdout::new())))
        }
    }

    /// Writes a whole text. What a person reads is made safe to show; a document in JSON has escapes of
    /// its own.
    pub(super) fn print(&self, text: &str) -> Result<(), Failure> {
        self.print_as_it_is(&self.shown(text))
    }

    /// Text as it may be shown: for people, without anything that a terminal would obey or hide.
    pub(super) fn shown<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.is_human() { visible::text(text) } else { Cow::Borrowed(text) }
    }

    /// Writes records, or a text with colours that was made safe before it got them.
    pub(super) fn print_as_it_is(&self, text: &str) -> Result<(), Failure> {
        let mut writer = self.writer();
        writer.write_all(text.as_bytes())?;
        writer.flush()?;
        Ok(())
    }

    /// Writes a JSON document and a newline.
    pub(super) fn print_json(&self, document: &impl Display) -> Result<(), Failure> {
        self.print(&format!("{document}\n"))
    }

    /// Writes one JSON document as it is, or as a list if there may be several; none are an empty list.
    pub(super) fn print_documents(
        &self,
        documents: &[impl Display],
        several: bool,
    ) -> Result<(), Failure> {
        match documents {
            [only] if !several => self.print_json(only),
            all => {
                let list: Vec<String> = all.iter().map(ToString::to_string).collect();
                self.print(&format!("[{}]\n", list.join(",\n")))
            }
        }
    }

    /// Tells of something doubtful about the command itself.
    pub(super) fn warn(&self, message: &str) {
        if !self.quiet && !self.in_report {
            complain("warning", AnsiColor::Yellow, message);
        }
    }

    /// Tells of something worth knowing beside the output.
    pub(super) fn note(&self, message: &str) {
        if !self.quiet && !self.in_report {
            complain("note", AnsiColor::Green, message);
        }
    }

    /// Tells of something that could not be read.
    pub(super) fn error(&self, message: &str) {
        if !self.in_report {
            complain("error", AnsiColor::Red, message);
        }
    }

    /// Whether output is for people.
    pub(super) fn is_human(&self) -> bool {
        self.form == Form::Human
    }
}

/// So many of something that takes an `s` where there are several.
pub(super) fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
