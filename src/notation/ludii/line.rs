//! The lines of a trial.

use nom::bytes::complete::{tag, take_till, take_till1};
use nom::character::complete::char;
use nom::combinator::{opt, verify};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

use crate::board::{BoardSize, Square};

/// `from=26`.
type Field<'a> = (&'a str, &'a str);

/// `[Remove:type=Cell,to=14]`: all of it, its name and its fields.
#[derive(Debug)]
pub(super) struct Action<'a> {
    pub(super) text: &'a str,
    pub(super) name: &'a str,
    pub(super) fields: Vec<Field<'a>>,
}

/// A move as it is written: what it says of itself, and what is done.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    pub(super) fields: Vec<Field<'a>>,
    pub(super) actions: Vec<Action<'a>>,
}

pub(super) fn word(text: &str) -> IResult<&str, &str> {
    take_till1(|letter| ":,=[]".contains(letter)).parse(text)
}

pub(super) fn field(text: &str) -> IResult<&str, Field<'_>> {
    let value = take_till(|letter| ",[]".contains(letter));
    separated_pair(word, char('='), value).parse(text)
}

pub(super) fn fields(text: &str) -> IResult<&str, Vec<Field<'_>>> {
    separated_list0(char(','), field).parse(text)
}

pub(super) fn action(text: &str) -> IResult<&str, Action<'_>> {
    let named = (word, opt(preceded(char(':'), fields)));
    let (rest, (name, inner)) = delimited(char('['), named, char(']')).parse(text)?;
    let text = &text[..text.len() - rest.len()];
    Ok((rest, Action { text, name, fields: inner.unwrap_or_default() }))
}

/// A line with a move, behind `Move=`. The last field of the move itself is its list of actions.
pub(super) fn turn(line: &str) -> IResult<&str, Turn<'_>> {
    let own = separated_list0(char(','), own_field);
    let actions = preceded((opt(char(',')), tag("actions=")), separated_list0(char(','), action));
    let inner = (preceded(opt(tag("Move:")), own), opt(actions));
    let (rest, (fields, actions)) =
        preceded(tag("Move="), delimited(char('['), inner, char(']'))).parse(line)?;
    Ok((rest, Turn { fields, actions: actions.unwrap_or_default() }))
}

/// A field of the move itself; the list of actions is none.
fn own_field(text: &str) -> IResult<&str, Field<'_>> {
    verify(field, |(name, _): &Field<'_>| *name != "actions").parse(text)
}

pub(super) fn number(fields: &[Field<'_>], key: &str) -> Option<usize> {
    fields.iter().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok())
}

pub(super) fn square(size: BoardSize, fields: &[Field<'_>], key: &str) -> Option<Square> {
    number(fields, key).filter(|&cell| cell < size.squares()).map(|cell| size.square(cell))
}
