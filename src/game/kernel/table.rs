//! The table of rules.

use crate::board::Side::{Attackers, Defenders};

use super::KernelOutcome::{GoesOn, Refused};
use super::{By, KernelExample, KernelOutcome, KernelRule};

/// The start of Brandubh.
const BRANDUBH: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

/// Two turns each that lead back to the start of Brandubh, twice.
const TO_AND_FRO: &[&str] =
    &["d1-c1", "d5-c5", "c1-d1", "c5-d5", "d1-c1", "d5-c5", "c1-d1", "c5-d5"];

pub(super) const RULES: &[KernelRule] = &[
    KernelRule {
        id: "K1",
        title: "moving",
        about: "The sides move in turn, one piece a turn, and nobody may pass. A piece goes along a \
                rank or a file, any number of squares, over empty squares only, and stops on an empty \
                one. Nothing is taken by moving onto it. Some variants limit how far pieces go; \
                jumps (K11) and having to take (K15) are exceptions that few variants have.",
        source: "Aage Nielsen's pages on Copenhagen and Fetlar; limits: OpenTafl's notation and the \
                 one-step games of Ludii",
        keys: &["spd"],
        examples: &[
            KernelExample {
                about: "An attacker goes along his rank as far as he likes.",
                rules: "brandubh",
                position: BRANDUBH,
                side: Attackers,
                turns: &["d2-g2"],
                takes: &[],
                outcome: GoesOn,
            },
            KernelExample {
                about: "A piece in the way stops him.",
                rules: "brandubh",
                position: "/3t3/7/3T3/2tK3/7/7/3t3/",
                side: Attackers,
                turns: &["d1-d5"],
                takes: &[],
                outcome: Refused("the piece on d3 is in the way"),
            },
        ],
    },
    KernelRule {
        id: "K2",
        title: "special squares",
        about: "The throne, the corners and, on a few boards, forts are for certain pieces only. To stop \
                there and to slide across are two permissions: in most variants only the king may stop on \
                the throne, and all may slide across it while it is empty. A piece on such a square is in \
                the way like any other.",
        source: "Aage Nielsen's pages on Copenhagen and the historical rules; forts and all permissions \
                 one by one: OpenTafl's notation",
        keys: &[
            "cor", "cen", "afor", "dfor", "corp", "cenp", "aforp", "dforp", "cors", "cens",
            "afors", "dfors", "corre", "cenre", "aforre", "dforre",
        ],
        examples: &[
            KernelExample {
                about: "A man slides across the empty throne.",
                rules: "brandubh",
                position: "/3t3/7/5K1/t6/7/7/7/",
                side: Attackers,
                turns: &["a4-g4"],
                takes: &[],
                outcome: GoesOn,
            },
            KernelExample {
                about: "He may not stop there.",
                rules: "brandubh",
                position: "/3t3/7/5K1/t6/7/7/7/",
                side: Attackers,
                turns: &["a4-d4"],
                takes: &[],
                outcome: Refused("this piece may not stop there"),
            },
        ],
    },
    KernelRule {
        id: "K3",
        title: "taking men",
        about: "A man is taken when a piece of the other side moves next to him and a partner stands \
                beyond him on the same line, or a hostile square lies there (K4). One move can take up to \
                three men so. Only the move that closes the trap takes: who steps between two enemies \
                is safe. Two men side by side are not taken together. Commanders, knights and mercenaries \
                are taken like other men. Whether the king helps to take is for the variant to say; most \
                say yes.",
        source: "Aage Nielsen's pages on Copenhagen and Fetlar",
        keys: &["ka", "linc"],
        examples: &[
            KernelExample {
                about: "The attacker who comes to c5 closes d5 in.",
                rules: "brandubh",
                position: "/7/7/5K1/7/3Tt2/7/2t4/",
                side: Attackers,
                turns: &["c7-c5"],
                takes: &["d5"],
                outcome: GoesOn,
            },
            KernelExample {
                about: "The defender who steps between two attackers stays.",
                rules: "brandubh",
                position: "/3T3/7/5K1/7/2t1t2/7/7/",
                side: Defenders,
                turns: &["d1-d5"],
                takes: &[],
                outcome: GoesOn,
            },
        ],
    },
    KernelRule {
        id: "K4",
        title: "hostile squares",
        about: "An empty throne, an empty corner or a fort may stand in for the partner in a capture, \
                against those pieces to which it is hostile. In most variants the throne is hostile to all \
                men while it is empty, to attackers also with the king on it, and corners to all men. The \
                edge of the board is hostile to the king in a few.",
        source: "Aage Nielsen's pages on Copenhagen and Fetlar; the edge: his index of rules, on Old \
                 Hnefatafl",
        keys: &[
            "corh", "cenh", "cenhe", "aforh", "dforh", "corhk", "aforhk", "dforhk", "corha",
            "cenha", "aforha", "dforha", "edgeh",
        ],
        examples: &[
            KernelExample {
                about: "The empty throne on d4 is the partner.",
                rules: "brandubh",
                position: "/7/7/5K1/7/3T3/t6/7/",
                side: Attackers,
                turns: &["a6-d6"],
                takes: &["d5"],
                outcome: GoesOn,
            },
            KernelExample {
                about: "The corner on a1 is.",
                rules: "brandubh",
                position: "/1T5/2t4/5K1/7/7/7/7/",
                side: Attackers,
                turns: &["c2-c1"],
                takes: &["b1"],
                outcome: GoesOn,
            },
        ],
    },
    KernelRule {
        id: "K5",
        title: "taking the king",
        about: "Variants differ most in this. Where the king is strong, four sides take him: each of the \
                squares next to him has an attacker or is hostile to him, and one of those attackers has \
                just come. Where he is weak, he is taken like a man (K3). The historical rules have him \
                strong on the throne and next to it, and weak elsewhere. A strong king on the edge cannot \
                be taken, unless the edge is hostile to him.",
        source: "Aage Nielsen's pages on Copenhagen, Fetlar and the historical rules",
        keys: &["ks", "kcap", "ctk"],
        examples: &[
            KernelExample {
                about: "The fourth attacker takes a strong king.",
                rules: "copenhagen",
                position: "/7/1t5/1Kt4/1t5/t6/7/7/",
                side: Attackers,
                turns: &["a5-a3"],
                takes: &["b3"],
                outcome: KernelOutcome::won(Attackers, By::KingCaptured),
            },
            KernelExample {
                about: "Two attackers take a weak king.",
                rules: "brandubh",
                position: "/7/7/1Kt4/7/t6/7/7/",
                side: Attackers,
                turns: &["a5-a3"],
                takes: &["b3"],
                outcome: KernelOutcome::won(Attackers, By::KingCaptured),
            },
        ],
    },
    KernelRule {
        id: "K6",
        title: "shieldwalls",
        about: "Two or more pieces side by side on the edge are taken together when each has an enemy in \
                front, and both ends of the row are closed by an enemy, or one of them by an empty corner. \
                The move that closes an end takes. A king in the row stays; the others go.",
        source: "Aage Nielsen's page on Copenhagen, where the rule comes from; closing in front as well: \
                 OpenTafl's notation",
        keys: &["sw", "swf"],
        examples: &[KernelExample {
            about: "The attacker on e1 closes the row, whose other end is the corner.",
            rules: "copenhagen",
            position: "/1TTT3/1ttt3/5K1/7/4t2/7/7/",
            side: Attackers,
            turns: &["e5-e1"],
            takes: &["b1", "c1", "d1"],
            outcome: GoesOn,
        }],
    },
    KernelRule {
        id: "K7",
        title: "exit forts",
        about: "The defenders win when the king is on the edge, can move, and sits inside a wall of \
                defenders that no attack can ever break. Men of the wall who could be taken from outside \
                do not count, nor do those who hold only because of them.",
        source: "Aage Nielsen's page on Copenhagen",
        keys: &["efe"],
        examples: &[KernelExample {
            about: "The man who comes to e2 closes the fort. The king can still move to e1.",
            rules: "copenhagen",
            position: "/2TK1T1/3T3/7/4T2/7/t5t/7/",
            side: Defenders,
            turns: &["e4-e2"],
            takes: &[],
            outcome: KernelOutcome::won(Defenders, By::ExitFort),
        }],
    },
    KernelRule {
        id: "K8",
        title: "encirclement",
        about: "The attackers win when no defender can reach the edge any more, however the defenders \
                move: the ring of attackers is closed around all of them. Men who touch only at their \
                corners close a ring. It does not matter whether the ring could be broken later.",
        source: "Aage Nielsen's pages on Copenhagen and Fetlar; that a ring need not be unbreakable is \
                 our reading",
        keys: &["surf"],
        examples: &[KernelExample {
            about: "The attacker on d5 closes the ring.",
            rules: "fetlar",
            position: "/7/3t3/2t1t2/2tKt2/7/3t3/7/",
            side: Attackers,
            turns: &["d6-d5"],
            takes: &[],
            outcome: KernelOutcome::won(Attackers, By::Encircled),
        }],
    },
    KernelRule {
        id: "K9",
        title: "repetition",
        about: "A position has come again when the same pieces stand on the same squares and the same side \
                is to move. The start position counts. What the third time does differs: the defenders \
                lose, whoever brought it about; the game is drawn; or who moved into it loses, or who opened \
                the cycle. On the server of hnefatafl.org the defenders may not bring a position back at \
                all.",
        source: "Aage Nielsen's pages on Copenhagen (the defenders lose) and Fetlar (a draw); the rules \
                 page of hnefatafl.org; OpenTafl's notation",
        keys: &["tfr", "rep"],
        examples: &[
            KernelExample {
                about: "The pieces come back to their start for the second time, so the start has stood three \
                        times.",
                rules: "brandubh",
                position: BRANDUBH,
                side: Attackers,
                turns: TO_AND_FRO,
                takes: &[],
                outcome: KernelOutcome::won(Attackers, By::Repetition),
            },
            KernelExample {
                about: "The same turns where that is a draw.",
                rules: "brandubh rep:draw",
                position: BRANDUBH,
                side: Attackers,
                turns: TO_AND_FRO,
                takes: &[],
                outcome: KernelOutcome::drawn(By::Repetition),
            },
        ],
    },
    KernelRule {
        id: "K10",
        title: "no move",
        about: "A side that has men and no legal move when its turn comes has lost. In a few variants the \
                game is a draw.",
        source: "Aage Nielsen's pages on Copenhagen and Fetlar; a draw: the leaflet of the Fetlar Hnefatafl \
                 Panel, 2013",
        keys: &["stuck"],
        examples: &[KernelExample {
            about: "On the edge a strong king cannot be taken, but he cannot move either.",
            rules: "copenhagen",
            position: "/7/7/t6/K1t4/t6/7/7/",
            side: Attackers,
            turns: &["c4-b4"],
            takes: &[],
            outcome: KernelOutcome::won(Attackers, By::NoMoves),
        }],
    },
    KernelRule {
        id: "K11",
        title: "jumps",
        about: "Under some rules certain pieces may jump: two squares along a line, over one piece next to \
                them, onto an empty square where they may stop. A commander's victim stays where it is; a \
                knight takes the man he jumps. Berserk's king jumps only from the throne, or onto it or a \
                corner. Kings, knights and commanders are not jumped in Berserk. A jump is written with `^`.",
        source: "Aage Nielsen's page on Berserk; his index of rules, on Tyr; OpenTafl's notation",
        keys: &["kj", "nj", "cj", "mj", "tj", "gj"],
        examples: &[
            KernelExample {
                about: "The commander jumps b3, who stays, and takes c4 against the empty throne.",
                rules: "berserk",
                position: "/7/1c5/1T5/2T4/5K1/7/7/",
                side: Attackers,
                turns: &["b2^b4"],
                takes: &["c4"],
                outcome: GoesOn,
            },
            KernelExample {
                about: "The knight takes the man he jumps.",
                rules: "berserk",
                position: "/7/1N5/1t5/7/5K1/7/5t1/",
                side: Defenders,
                turns: &["b2^b4"],
                takes: &["b3"],
                outcome: GoesOn,
            },
        ],
    },
    KernelRule {
        id: "K12",
        title: "chains",
        about: "Under rules with chains a piece that has taken something may go on in the same turn, as \
                often as it takes something again. The king may end his chain with a hop to his goal that \
                takes nothing. Whether a piece may stop while another capture is on offer is for the variant \
                to say. A further hop is written with `=`.",
        source: "Aage Nielsen's page on Berserk; his index of rules, on Tyr. That a chain may stop is our \
                 reading of Berserk; OpenTafl has it go on",
        keys: &["ber", "chain", "kchain"],
        examples: &[
            KernelExample {
                about: "The man takes c3 and goes on to take c5.",
                rules: "berserk",
                position: "/1t5/7/2Tt3/6K/2Tt3/6T/7/",
                side: Attackers,
                turns: &["b1-b3=b5"],
                takes: &["c3", "c5"],
                outcome: GoesOn,
            },
            KernelExample {
                about: "A further hop has to take.",
                rules: "berserk",
                position: "/1t5/7/2Tt3/6K/2Tt3/6T/7/",
                side: Attackers,
                turns: &["b1-b3=b4"],
                takes: &[],
                outcome: Refused("a further hop must take something"),
            },
        ],
    },
    KernelRule {
        id: "K13",
        title: "the order of verdicts",
        about: "Several things can end a game on one turn. They are asked in this order, and the first \
                that holds decides: the king is taken; the king is on his goal; the fort after a move of \
                the defenders (K7) or the ring after one of the attackers (K8); the last attacker is taken; \
                and then, once the turn is over, repetition (K9), no move for the other side (K10) and the \
                limit of play without captures (K14). What the turn takes is taken all the same. The goal is \
                the corners or the edge.",
        source: "The pages of rules name the endings and not their order, which is ours. That the king's \
                 goal comes before what the move takes is how OpenTafl and hnefatafl-rs play",
        keys: &["esc", "goal"],
        examples: &[
            KernelExample {
                about: "The king takes the last attacker and is in the corner: the corner decides.",
                rules: "brandubh",
                position: "/1tT4/7/7/K6/7/7/7/",
                side: Defenders,
                turns: &["a4-a1"],
                takes: &["b1"],
                outcome: KernelOutcome::won(Defenders, By::KingEscaped),
            },
            KernelExample {
                about: "Without the corner it is the last attacker who decides.",
                rules: "brandubh",
                position: "/7/1tT4/7/K6/7/7/7/",
                side: Defenders,
                turns: &["a4-a2"],
                takes: &["b2"],
                outcome: KernelOutcome::won(Defenders, By::AllCaptured),
            },
        ],
    },
    KernelRule {
        id: "K14",
        title: "play without captures",
        about: "A game can be drawn when nothing was taken for long enough. Few rules have such a limit, and \
                it counts only where a record or a variant states it. Every capture begins the count anew.",
        source: "a French list of variants (a hundred moves)",
        keys: &["quiet"],
        examples: &[KernelExample {
            about: "Four plies without a capture, where four are the limit.",
            rules: "brandubh quiet:4p",
            position: BRANDUBH,
            side: Attackers,
            turns: &["d1-c1", "d5-c5", "c1-b1", "c5-b5"],
            takes: &[],
            outcome: KernelOutcome::drawn(By::NoCapture),
        }],
    },
    KernelRule {
        id: "K15",
        title: "compulsory captures",
        about: "Where the rules have it, a side that can take something has to make a turn that does, \
                whichever it likes. Ordinary games do not have it (K1).",
        source: "composers of puzzles, for their forced-capture game",
        keys: &["take"],
        examples: &[KernelExample {
            about: "The attacker could take d5 from c5, and has to.",
            rules: "forced-capture-brandubh",
            position: "/7/7/5K1/7/3Tt2/7/2t4/",
            side: Attackers,
            turns: &["c7-b7"],
            takes: &[],
            outcome: Refused("captures are compulsory, and another move takes something"),
        }],
    },
    KernelRule {
        id: "first-move",
        title: "the first move",
        about: "The variant says which side begins: the attackers in nearly all of them. A record may state \
                another first mover. Where it does not, and its first move is by the other side, the game is \
                replayed with that side beginning, and a finding says so.",
        source: "Aage Nielsen's pages; defenders first: Ashton Tablut and the one-step Ard Ri",
        keys: &["atkf"],
        examples: &[KernelExample {
            about: "The attackers begin, and this is a defender.",
            rules: "brandubh",
            position: BRANDUBH,
            side: Attackers,
            turns: &["d5-c5"],
            takes: &[],
            outcome: Refused("the piece is the other side's"),
        }],
    },
    KernelRule {
        id: "adjudication",
        title: "the adjudication of hnefatafl.org",
        about: "That server gives a game of Copenhagen to the attackers once every corner is closed, the \
                defenders have too few men for an exit fort in what is left of the edge, and the attackers \
                can move without opening a corner. No rule of the board ends the game there; a note tells of \
                it (T310).",
        source: "the rules page and the games of hnefatafl.org",
        keys: &[],
        examples: &[],
    },
];
