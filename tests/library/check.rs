//! Text in memory is judged as files are.

use taflkit::replay::{Event, Options, check};

#[test]
fn a_caller_may_stop() {
    let text = "1. d1-c1\n\n1. d1-c1\n";
    let mut games = 0;
    let stopped = check("-", text.as_bytes(), &Options::default(), |event| {
        games += u32::from(matches!(event, Event::Game(_)));
        if games == 1 { Err("enough") } else { Ok(()) }
    });
    assert_eq!((stopped, games), (Err("enough"), 1));
}

#[cfg(feature = "files")]
mod beside_files {
    use std::convert::Infallible;
    use std::fs;

    use taflkit::replay::{Corpus, Event, Input, Options, Summary, check};
    use taflkit::rules::names;

    /// Inputs with all that can be found of a whole input, and of records: the name of a file, what is in it, and
    /// codes that have to be among the findings.
    const INPUTS: [(&str, &[u8], &[&str]); 10] = [
        ("empty.otg", b"", &["T003"]),
        ("picture.otg", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01", &["T008"]),
        ("list.json", b"[1, 2, 3]\n", &["T015"]),
        ("prose.txt", b"Dear reader, nothing here is a game.\n", &["T002"]),
        // Rows state no rules: said once for all of them.
        ("brandubh.csv", b"d1-c1,0,0,Ongoing\nd1-d2,0,0,Ongoing\n", &["T406"]),
        // Nor does this game, which may.
        ("bare.otg", b"1. d1-c1 d3-a3\n", &["T406"]),
        ("two.otg", b"[rules:brandubh]\n\n1. d1-d4\n\n[rules:brandubh]\n\n1. d1-c1 d3-a3xb3\n", &["T202"]),
        ("latin.otg", b"[rules:brandubh]\n[annotator:M\xfcller]\n\n1. d1-c1\n", &["T004"]),
        ("zero.otg", b"[rules:brandubh]\n\n1. d1-c1 \0\n", &["T017"]),
        ("server.jsonl", b"{\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\"],\"WhoWon\":\"Draw\"}\n{\"Moves\": 3\n", &[]),
    ];

    /// An event in full, a verdict's findings and the record included.
    fn told(event: &Event<'_>, file: &str) -> String {
        format!("{event:?} {:?}\n", event.to_json()).replace(file, "FILE")
    }

    /// What `Corpus` tells of a file, by so many threads.
    fn from_disk(file: &str, options: &Options, jobs: usize) -> (String, Summary) {
        let corpus = Corpus::new(Options { jobs: Some(jobs), ..options.clone() }).unwrap();
        let (mut all, mut sum) = (String::new(), Summary::default());
        let each = |(text, summary): &mut (String, Summary), event: Event<'_>| {
            summary.add_event(&event);
            *text += &told(&event, file);
        };
        let done = |(text, summary): (String, Summary)| {
            all += &text;
            sum.merge(summary);
            Ok::<(), Infallible>(())
        };
        let Ok(()) = corpus.judge(&[Input::Path(file.into())], each, done, |_| ());
        (all, sum)
    }

    fn from_memory(name: &str, bytes: &[u8], options: &Options) -> (String, Summary) {
        let (mut all, mut sum) = (String::new(), Summary::default());
        let Ok(()) = check(name, bytes, options, |event| {
            sum.add_event(&event);
            all += &told(&event, name);
            Ok::<(), Infallible>(())
        });
        (all, sum)
    }

    #[test]
    fn text_in_memory_is_told_of_as_a_file_is() {
        let folder = tempfile::tempdir().unwrap();
        // More records than one piece of work has.
        let many = "1. d1-c1 d3-a3xb3\n\n".repeat(300);
        let many = ("many.otg", many.as_bytes(), &["T406"][..]);
        for (name, bytes, codes) in INPUTS.into_iter().chain([many]) {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            let file = path.to_str().unwrap();
            for variant in [None, Some("brandubh")] {
                let rules = variant.map(|name| names::resolve(name).unwrap());
                let options =
                    Options { rules, puzzle_nodes: 1000, details: true, ..Options::default() };
                // The name stands where a place in a folder does, too.
                let (memory, sum) = from_memory(name, bytes, &options);
                for jobs in [1, 3] {
                    let (disk, disk_sum) = from_disk(file, &options, jobs);
                    assert_eq!(disk.replace(name, "FILE"), memory, "{name} by {variant:?}");
                    assert_eq!(disk_sum, sum, "{name} by {variant:?}");
                }
                let found: Vec<&str> = sum.by_code.keys().map(|code| code.name()).collect();
                let wanted = codes.iter().filter(|&&code| variant.is_none() || code != "T406");
                for code in wanted {
                    assert!(
                        found.contains(code),
                        "{name} by {variant:?}: {code} is not among {found:?}"
                    );
                }
                assert_eq!(sum.files, 1);
            }
        }
    }
}
