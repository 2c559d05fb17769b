//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::{Side, Square};
use crate::notation::fault::Fault;
use crate::record::{Claim, Record, RulesClaim, TokenKind};

use super::read::read;

const TRIAL: &str = "game=../lud/Small.lud\nSTART GAME OPTIONS\nSide/Two\nEND GAME OPTIONS\n\
    RNG internal state=1,-2\n\
    Move=[Move:mover=0,from=2,to=2,actions=[Add:type=Cell,to=2,what=1]]\n\
    Move=[Move:mover=0,from=2,to=2,actions=[Add:type=Cell,to=2,what=1]]\n\
    Move=[Move:mover=0,from=17,to=17,actions=[Add:type=Cell,to=17,what=2]]\n\
    Move=[Move:mover=0,from=12,to=12,actions=[Add:type=Cell,to=12,what=3]]\n\
    Move=[Move:mover=1,from=2,to=3,actions=[Move:typeFrom=Cell,from=2,typeTo=Cell,to=3,decision=true],[Remove:type=Cell,to=8],[Remove:type=Cell,to=4],[Trigger:event=Surrounded,player=2]]\n\
    Move=[Move:mover=2,from=12,to=24,actions=[Move:typeFrom=Cell,from=12,typeTo=Cell,to=24,decision=true]]\n\
    LEGAL MOVES LIST SIZE = 5\nLEGAL MOVES LIST SIZE = 7\n\
    numInitialPlacementMoves=4\nwinner=2\nendtype=NaturalEnd\nrankings=0.0,2.0,1.0\n\
    SANDBOX=false\nLUDII_VERSION=1.3.0\n";

fn read_all(text: &str) -> (Record, String) {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    read(text, &mut record, &mut faults);
    let one = |f: &Fault| format!("{} `{}`", f.kind, f.span.text(text));
    (record, faults.iter().map(one).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_trial_reads() {
    let (record, faults) = read_all(TRIAL);
    assert_eq!(faults, "");
    assert_eq!(record.rules.as_ref().unwrap().value, RulesClaim::Named("Small".to_owned()));
    assert_eq!(record.start.as_ref().unwrap().value, "/2t2/5/2K2/2T2/5/");
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
    let TokenKind::Move(text) = &record.tokens()[0].kind else { panic!() };
    let path: Vec<String> = record.path(text).iter().map(Square::to_string).collect();
    let taken: Vec<String> = record.captures(text).iter().map(|c| c.square.to_string()).collect();
    assert_eq!((path, taken), (vec!["c1".into(), "d1".into()], vec!["d2".into(), "e1".into()]));
    assert_eq!(record.main().notes[0].text, "[Trigger:event=Surrounded,player=2]");
    let tags: Vec<String> =
        record.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
    insta::assert_snapshot!(tags.join("\n"), @r"
    game=../lud/Small.lud
    option=Side/Two
    rng-internal-state=1,-2
    num-initial-placement-moves=4
    winner=2
    termination=NaturalEnd
    rankings=0.0,2.0,1.0
    sandbox=false
    ludii-version=1.3.0
    legal-moves=5 7
    ");
}

#[test]
fn the_usual_start_is_left_to_the_rules() {
    let start = "game=Brandub.lud\nMove=[Move:mover=0,from=24,to=24,actions=[Add:to=24,what=3]]\n";
    let men = |what: u8, cells: &[u8]| -> String {
        let one = |to: &u8| {
            format!("Move=[Move:mover=0,from={to},to={to},actions=[Add:to={to},what={what}]]\n")
        };
        cells.iter().map(one).collect()
    };
    let attackers = men(1, &[3, 10, 21, 22, 26, 27, 38, 45]);
    let text = format!("{start}{attackers}{}", men(2, &[17, 23, 25, 31]));
    assert_eq!(read_all(&text).0.start, None);
    assert!(read_all(&format!("{start}{attackers}")).0.start.is_some());
}

#[test]
fn ranks_tell_the_result_where_nothing_else_does() {
    let result = |text: &str| read_all(text).0.result.map(|result| result.value);
    assert_eq!(result("rankings=0.0,1.0,2.0\n"), Some(Claim::Won(Side::Attackers)));
    assert_eq!(result("rankings=0.0,1.5,1.5\n"), Some(Claim::Draw));
    assert_eq!(result("rankings=0.0,0.0,0.0\n"), None);
}

#[test]
fn faults_are_told() {
    let text = "game=X.lud\nwhat\nMove=[Move:mover=1,from=3\nMove=[Move:mover=2,from=-1,to=-1,actions=[Pass]]\n\
                LEGAL MOVES LIST SIZE = many\nwinner=1\nrankings=0.0,2.0,1.0\nwinner=x\n";
    insta::assert_snapshot!(read_all(text).1, @r"
    this is neither a move nor an entry `key=value` `what`
    a move is written `Move=[Move:mover=1,from=3,to=4,actions=[...]]` `Move=[Move:mover=1,from=3`
    `LEGAL MOVES LIST SIZE` cannot be `many` `many`
    `rankings` cannot be `0.0,2.0,1.0` `0.0,2.0,1.0`
    `winner` cannot be `x` `x`
    `Move=[Move:mover=2,from=-1,to=-1,actions...` is not a move `Move=[Move:mover=2,from=-1,to=-1,actions=[Pass]]`
    ");
    let far = "Move=[Move:mover=1,from=3,to=400,actions=[Move:to=400]]\n";
    insta::assert_snapshot!(read_all(far).1, @"squares lie beyond a board of 19x19 `Move=[Move:mover=1,from=3,to=400,actions=[Move:to=400]]`");
}

proptest! {
    #[test]
    fn any_damage_is_read(at in 0..TRIAL.len(), with in "[ -~\\n]{0,3}", cut in 0..9_usize) {
        let end = (at + cut).min(TRIAL.len());
        let _ = read_all(&format!("{}{with}{}", &TRIAL[..at], &TRIAL[end..]));
    }
}
