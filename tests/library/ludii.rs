//! Trials of Ludii's games under the rules that play as their descriptions do. Each was played out by the
//! letter of those descriptions: the moves, what they take, and how many were legal before each.

use taflkit::game::By;
use taflkit::notation::{self, Format};
use taflkit::record::Record;
use taflkit::replay::{Judge, Verdict};

/// A trial as Ludii writes it, of moves like `77-82x71`.
fn trial(game: &str, option: &str, moves: &str, counts: &str, winner: &str) -> String {
    let mut text = format!("game=../Common/res/lud/board/war/custodial/{game}.lud\n");
    text += &format!("START GAME OPTIONS\n{option}\nEND GAME OPTIONS\n");
    for (ply, word) in moves.split(' ').enumerate() {
        let mut squares = word.split(['-', 'x']);
        let (from, to) = (squares.next().unwrap(), squares.next().unwrap());
        let mover = 1 + ply % 2;
        let taken: String =
            squares.map(|square| format!(",[Remove:type=Cell,to={square}]")).collect();
        text += &format!(
            "Move=[Move:mover={mover},from={from},to={to},actions=[Move:typeFrom=Cell,from={from},\
             typeTo=Cell,to={to},decision=true]{taken}]\n"
        );
    }
    for count in counts.split(' ') {
        text += &format!("LEGAL MOVES LIST SIZE = {count}\n");
    }
    text + &format!("winner={winner}\n")
}

fn judged(text: &str) -> Verdict {
    let notation::Reading { record, faults } = notation::read(Format::Ludii, text);
    assert_eq!(faults, []);
    Judge::new(None).judge(text, &record, &faults)
}

/// Every trial ends with the king's capture, which its options make possible where they do.
#[test]
fn counts_captures_and_endings_agree() {
    let trials = [
        (
            "Hnefatafl",
            "",
            "56-57 82-85 16-27 85-107 77-82x71 70-92 64-86 72-67 33-37 67-68 3-36 107-19 7-51 68-79 \
             76-72 60-71 66-70",
            "116 59 118 69 126 66 123 79 123 83 120 74 123 73 133 65 126",
        ),
        (
            "Hnefatafl",
            "Play Rules/Fetlar Latin",
            "43-39 58-36 104-93 70-103 56-58x59 36-35 58-47 60-59 47-58",
            "116 53 117 53 116 63 116 71 115",
        ),
        (
            "Tawlbwrdd",
            "",
            "64-42 38-37 42-38x49x27 71-68 76-71 68-69 54-49",
            "120 104 118 83 125 77 126",
        ),
        (
            "ArdRi",
            "",
            "22-29 16-9 26-19 30-37 27-26 31-30 38-31x30 17-16 31-30x37 23-22 14-15x22 24-23 21-22 \
             16-17 15-16x9",
            "24 8 22 10 21 12 23 12 26 11 25 11 28 8 26",
        ),
        ("ArdRi", "Play Rules/Corrected", "26-33 25-26 20-19x26 24-25 27-26", "24 8 22 9 26"),
        ("Brandub", "", "10-12 17-16 12-19 24-10 22-15 25-4 19-17x16", "40 25 42 23 36 28 37"),
        (
            "Tablut",
            "",
            "53-51 31-29 3-30 42-33 5-23 22-20 51-42x41 49-48 77-50 40-22 30-21",
            "80 50 84 43 85 41 93 38 94 35 92",
        ),
        (
            "Tablut",
            "Play Rules/King Surrounded",
            "75-48 22-25 35-26 25-24 27-18 49-52 18-22x31 42-78 48-57 38-65 37-38x39 78-60 5-32 40-31 \
             3-30",
            "80 50 80 54 82 51 81 44 79 51 79 46 88 39 91",
        ),
        (
            "Alea Evangelii",
            "Variant/Cyningstan",
            "166-164 199-198 68-49 141-139 194-193 260-165x164 292-293 66-68 224-205 294-256 84-160 \
             252-251 309-176 237-236 304-314 217-215 156-194 201-220 82-83 197-311 88-164 100-157 176-195 \
             159-273 204-200 236-237 83-235 237-218 64-121 157-154 121-159 108-110 200-199 123-120 160-122 \
             68-57x38 159-140 177-176 97-104 57-76 128-124 139-177 104-102 120-82 242-238 198-197 317-184 \
             215-213x232 199-201 251-327 235-216 161-160 124-127 177-253 102-101 82-79 201-200x219 311-309 \
             200-202x183 154-158 195-271 180-28 122-27 76-57 5-9 143-144 49-106 176-62 9-4 179-177 86-29",
            "544 214 548 223 536 225 542 228 531 233 522 226 525 216 534 217 519 225 514 228 499 238 507 \
             235 510 223 518 210 533 208 524 210 517 214 518 210 522 212 512 212 521 201 517 205 506 207 480 \
             201 487 206 491 216 492 214 490 213 499 214 495 220 507 209 507 229 516 245 517 236 522 242 527",
        ),
    ];
    for (game, option, moves, counts) in trials {
        let verdict = judged(&trial(game, option, moves, counts, "1"));
        let told = format!("{game}, {option}");
        assert_eq!(verdict.findings, [], "{told}");
        assert_eq!(verdict.last.map(|ending| ending.by), Some(By::KingCaptured), "{told}");
    }
}

/// Nobody stops two players of Ludii's from going to and fro.
#[test]
fn no_trial_ends_by_repetition() {
    let to_and_fro = ["3-2", "17-16", "2-3", "16-17"].repeat(4).join(" ");
    let mut record = Record::default();
    let text = trial("Brandub", "", &to_and_fro, "40", "-1");
    notation::read_into(Format::Ludii, &text, &mut record, &mut Vec::new());
    let verdict = Judge::new(None).judge(&text, &record, &[]);
    let codes: Vec<_> = verdict.findings.iter().map(|finding| finding.code.name()).collect();
    assert_eq!((verdict.plies, codes), (16, vec!["T307"]));
}
