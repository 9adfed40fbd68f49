//! What each suite found, read from its own output, and the table at the end.

use crate::run::{Result, shown};
use std::io::{BufRead, BufReader};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A suite that runs longer hangs; the slowest takes a tenth of this, compiling included.
const SUITE_LIMIT: Duration = Duration::from_secs(1200);

/// How a suite's program tells its counts.
#[derive(Clone, Copy)]
pub enum Format {
    /// `3 passed, 0 failed`: the runners in `tests/hosts`.
    Line,
    /// `test result: ok. 3 passed; 0 failed; 1 ignored; …`, once for each binary.
    Cargo,
    /// `ℹ pass 3`, `ℹ fail 0` and so on: the spec reporter of `node:test`.
    NodeTest,
    /// As `Line`, and then `score 3/3 (key order differs in 0; …`: the checker of the vectors.
    Vectors,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Format {
    /// The counts that a line of output tells, if it does.
    fn read(self, line: &str) -> Option<Counts> {
        match self {
            Format::Line => {
                let (passed, failed) = line.split_once(" passed, ")?;
                let failed = failed.strip_suffix(" failed")?;
                Some(Counts {
                    passed: passed.parse().ok()?,
                    failed: failed.parse().ok()?,
                    skipped: 0,
                })
            }
            Format::Cargo => {
                let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
                let mut read = Counts::default();
                for count in counts.split("; ") {
                    match count.split_once(' ') {
                        Some((number, "passed")) => read.passed = number.parse().ok()?,
                        Some((number, "failed")) => read.failed = number.parse().ok()?,
                        Some((number, "ignored")) => read.skipped = number.parse().ok()?,
                        _ => {}
                    }
                }
                Some(read)
            }
            Format::NodeTest => {
                let (what, number) = line.strip_prefix("ℹ ")?.split_once(' ')?;
                let number = number.parse().ok()?;
                match what {
                    "pass" => Some(Counts {
                        passed: number,
                        ..Counts::default()
                    }),
                    "fail" | "cancelled" => Some(Counts {
                        failed: number,
                        ..Counts::default()
                    }),
                    "skipped" | "todo" => Some(Counts {
                        skipped: number,
                        ..Counts::default()
                    }),
                    _ => None,
                }
            }
            Format::Vectors if line.starts_with("score ") => {
                // Equal, yet with keys in another order than recorded: nothing here may reorder them.
                let (_, differing) = line.split_once("key order differs in ")?;
                let failed = differing.split_once(';')?.0.parse().ok()?;
                Some(Counts {
                    failed,
                    ..Counts::default()
                })
            }
            Format::Vectors => Format::Line.read(line),
        }
    }
}

struct Suite {
    name: String,
    counts: Counts,
    took: Duration,
    /// Why it failed, when its counts do not say it.
    note: String,
}

#[derive(Default)]
pub struct Summary {
    suites: Vec<Suite>,
}

impl Summary {
    /// Something that either works or does not. Tells which.
    pub fn check(&mut self, name: &str, run: impl FnOnce() -> Result<()>) -> bool {
        println!("\n── {name}");
        let start = Instant::now();
        let (counts, note) = match run() {
            Ok(()) => (
                Counts {
                    passed: 1,
                    ..Counts::default()
                },
                String::new(),
            ),
            Err(error) => (
                Counts {
                    failed: 1,
                    ..Counts::default()
                },
                error.to_string(),
            ),
        };
        let worked = counts.failed == 0;
        self.suites.push(Suite {
            name: name.into(),
            counts,
            took: start.elapsed(),
            note,
        });
        worked
    }

    /// Something that could not even be tried.
    pub fn fail(&mut self, name: &str, why: &str) {
        self.check(name, || Err(why.into()));
    }

    /// A program that runs many tests and counts them.
    pub fn suite(&mut self, name: &str, format: Format, command: &mut Command) {
        println!("\n── {name}");
        let start = Instant::now();
        let (mut counts, mut note) = match run_and_count(format, command) {
            Ok(found) => found,
            Err(error) => (Counts::default(), error.to_string()),
        };
        if counts.passed + counts.failed == 0 && note.is_empty() {
            note = "ran no test".into();
        }
        // A program that fails without a failed test failed before or after its tests.
        if counts.failed == 0 && !note.is_empty() {
            counts.failed = 1;
        }
        self.suites.push(Suite {
            name: name.into(),
            counts,
            took: start.elapsed(),
            note,
        });
    }

    /// Prints the table; an error when anything failed, was skipped or was not there.
    pub fn close(self) -> Result<()> {
        let mut total = Counts::default();
        println!("\n── summary");
        for Suite {
            name,
            counts,
            took,
            note,
        } in &self.suites
        {
            let Counts {
                passed,
                failed,
                skipped,
            } = counts;
            let verdict = if failed + skipped == 0 {
                "ok  "
            } else {
                "FAIL"
            };
            let seconds = took.as_secs_f32();
            println!(
                "{verdict} {name:<36} {passed:>6} pass {failed:>4} fail {skipped:>4} skip {seconds:>7.1} s  {note}"
            );
            total.add(*counts);
        }
        // A skipped test is one that nobody knows to pass.
        let failed = total.failed + total.skipped;
        println!("{} passed, {failed} failed", total.passed);
        if failed == 0 && total.passed > 0 {
            return Ok(());
        }
        Err("not everything passed".into())
    }
}

/// Passes the output on, all but the lines that only count: the one summary comes at the end.
/// Also tells what went wrong apart from the tests that failed.
fn run_and_count(format: Format, command: &mut Command) -> Result<(Counts, String)> {
    let spawned = command.stdout(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| format!("`{}`: {error}", shown(command)))?;
    let lines = lines_of(child.stdout.take());
    let deadline = Instant::now() + SUITE_LIMIT;
    let mut counts = Counts::default();
    loop {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => match format.read(&line) {
                Some(more) => counts.add(more),
                None => println!("{line}"),
            },
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                child.wait()?;
                return Ok((counts, format!("stopped after {} s", SUITE_LIMIT.as_secs())));
            }
        }
    }
    let status = child.wait()?;
    let note = if status.success() {
        String::new()
    } else {
        status.to_string()
    };
    Ok((counts, note))
}

/// A child's lines, read by a thread of their own so that waiting for them can end.
fn lines_of(stdout: Option<ChildStdout>) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let reader = stdout.map(BufReader::new);
        for line in reader
            .into_iter()
            .flat_map(|reader| reader.split(b'\n').map_while(std::io::Result::ok))
        {
            if sender
                .send(String::from_utf8_lossy(&line).into_owned())
                .is_err()
            {
                return;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: Format, line: &str, expected: Option<(usize, usize, usize)>) {
        let expected = expected.map(|(passed, failed, skipped)| Counts {
            passed,
            failed,
            skipped,
        });
        assert_eq!(format.read(line), expected, "{line}");
    }

    #[test]
    fn each_format_reads_its_own_lines_alone() {
        check(Format::Line, "12 passed, 3 failed", Some((12, 3, 0)));
        check(Format::Line, "all 12 passed, 3 failed", None);
        check(
            Format::Cargo,
            "test result: ok. 12 passed; 3 failed; 1 ignored; 0 measured",
            Some((12, 3, 1)),
        );
        check(Format::Cargo, "test result::tests::ok ... ok", None);
        check(Format::Vectors, "12 passed, 3 failed", Some((12, 3, 0)));
        check(
            Format::Vectors,
            "score 12/15 (key order differs in 2; command exit 0)",
            Some((0, 2, 0)),
        );
        check(Format::NodeTest, "ℹ pass 4", Some((4, 0, 0)));
        check(Format::NodeTest, "ℹ cancelled 2", Some((0, 2, 0)));
        check(Format::NodeTest, "ℹ todo 1", Some((0, 0, 1)));
        check(Format::NodeTest, "ℹ duration_ms 12.5", None);
    }

    fn shell(script: &str) -> Summary {
        let mut summary = Summary::default();
        summary.suite(
            "shell",
            Format::Line,
            Command::new("sh").args(["-c", script]),
        );
        summary
    }

    #[test]
    fn a_suite_passes_only_when_it_ran_tests_and_all_passed() {
        assert!(shell("echo 2 passed, 0 failed").close().is_ok());
        assert!(shell("echo 2 passed, 1 failed").close().is_err());
        assert!(shell("echo 0 passed, 0 failed").close().is_err());
        assert!(shell("echo 2 passed, 0 failed; exit 3").close().is_err());
        assert!(shell("true").close().is_err());
    }

    #[test]
    fn a_skipped_test_fails_the_run() {
        let mut summary = Summary::default();
        let script = "echo 'test result: ok. 5 passed; 0 failed; 1 ignored'";
        summary.suite(
            "cargo",
            Format::Cargo,
            Command::new("sh").args(["-c", script]),
        );
        assert!(summary.close().is_err());
    }
}
