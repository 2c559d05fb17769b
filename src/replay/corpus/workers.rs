//! Threads that share work out among themselves and hand the results on in the order of the work.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

use rayon::{Scope, ThreadPool, ThreadPoolBuilder};

/// The thread that gives the work out, which does its share, and the others.
pub(super) struct Workers {
    others: Option<ThreadPool>,
}

/// How many pieces are on their way to each of the other threads at most: enough that none runs out of
/// work while the next is read.
const PIECES_EACH: usize = 4;

/// How many pieces for each of the other threads are begun at most before the oldest is waited for.
const WAITING_EACH: usize = 24;

/// How many bytes are held at most, one piece of work aside.
const MOST_HELD: usize = 64 << 20;

impl Workers {
    /// So many threads, or as many as the machine has cores.
    ///
    /// # Errors
    /// When they cannot be started.
    pub(super) fn new(threads: Option<usize>) -> io::Result<Self> {
        let threads = threads.or_else(|| thread::available_parallelism().ok().map(usize::from));
        let others = match threads.unwrap_or(1) {
            0 | 1 => None,
            many => Some(pool(many - 1)?),
        };
        Ok(Self { others })
    }

    /// How many threads there are.
    pub(super) fn size(&self) -> usize {
        1 + self.others.as_ref().map_or(0, ThreadPool::current_num_threads)
    }

    /// How many pieces are begun or done at most before the oldest is handed on.
    pub(super) fn most_waiting(&self) -> usize {
        1 + (self.size() - 1) * WAITING_EACH
    }

    /// Does the work that `give` gives out, piece by piece, and hands on what comes of it.
    ///
    /// # Errors
    /// What `give` and `done` return. Nothing is given out after the first, and nothing handed on.
    pub(super) fn run<T: Send, S: Send, E>(
        &self,
        give: impl FnOnce(&mut dyn FnMut(Order<T>) -> Result<(), E>) -> Result<(), E>,
        work: impl Fn(T) -> S + Sync,
        mut done: impl FnMut(S) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(pool) = &self.others else {
            return give(&mut |order| match order {
                Order::Work { piece, .. } => done(work(piece)),
                Order::Finish => Ok(()),
            });
        };
        let under_way = AtomicUsize::new(0);
        pool.in_place_scope(|scope| {
            let mut queue = Queue {
                scope,
                work: &work,
                under_way: &under_way,
                most_under_way: pool.current_num_threads() * PIECES_EACH,
                limits: Backlog { waiting: self.most_waiting() - 1, held: MOST_HELD },
                results: VecDeque::new(),
                held: 0,
            };
            give(&mut |order| match order {
                Order::Work { piece, bytes } => queue.accept(piece, bytes, &mut done),
                Order::Finish => queue.hand_on(Backlog::NONE, &mut done),
            })?;
            queue.hand_on(Backlog::NONE, &mut done)
        })
    }
}

fn pool(threads: usize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)
}

/// What the threads are told to do.
pub(super) enum Order<T> {
    /// A piece of work, with the bytes that it holds.
    Work { piece: T, bytes: usize },
    /// To finish what they have, and hand it on.
    Finish,
}

/// What has been given out and not handed on yet.
struct Queue<'s, 'scope, S, F> {
    scope: &'s Scope<'scope>,
    work: &'scope F,
    /// How many pieces the other threads have and have not done.
    under_way: &'scope AtomicUsize,
    most_under_way: usize,
    limits: Backlog,
    /// What comes of each piece, and the bytes that it holds, in the order of the work.
    results: VecDeque<(Outcome<S>, usize)>,
    /// How many bytes all of them hold.
    held: usize,
}

enum Outcome<S> {
    Here(S),
    Coming(Arc<Mutex<Option<S>>>, Signal),
}

/// How much may wait before the oldest piece is waited for.
#[derive(Clone, Copy)]
struct Backlog {
    waiting: usize,
    held: usize,
}

impl Backlog {
    /// Nothing may wait.
    const NONE: Self = Self { waiting: 0, held: 0 };
}

impl<'scope, S: Send + 'scope, F: Sync> Queue<'_, 'scope, S, F> {
    /// Takes on a piece of work: for another thread, or for this one when the others have enough.
    fn accept<T: Send + 'scope, E>(
        &mut self,
        piece: T,
        bytes: usize,
        done: &mut impl FnMut(S) -> Result<(), E>,
    ) -> Result<(), E>
    where
        F: Fn(T) -> S,
    {
        let enough = self.under_way.load(Ordering::Relaxed) >= self.most_under_way;
        let outcome = if enough { Outcome::Here((self.work)(piece)) } else { self.send(piece) };
        self.results.push_back((outcome, bytes));
        self.held += bytes;
        self.hand_on(self.limits, done)
    }

    fn send<T: Send + 'scope>(&self, piece: T) -> Outcome<S>
    where
        F: Fn(T) -> S,
    {
        let (done, signal) = signal();
        let result = Arc::new(Mutex::new(None));
        let place = Arc::clone(&result);
        let (work, under_way) = (self.work, self.under_way);
        under_way.fetch_add(1, Ordering::Relaxed);
        self.scope.spawn(move |_| {
            let state = work(piece);
            if let Ok(mut place) = place.lock() {
                *place = Some(state);
            }
            done.tell();
            under_way.fetch_sub(1, Ordering::Relaxed);
        });
        Outcome::Coming(result, signal)
    }

    /// Hands on what is done, the oldest first, and waits for it while there is more than that.
    fn hand_on<E>(
        &mut self,
        limits: Backlog,
        done: &mut impl FnMut(S) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some((outcome, bytes)) = self.results.pop_front() {
            let waits = self.results.len() >= limits.waiting || self.held >= limits.held;
            match outcome.get(waits) {
                Ok(state) => {
                    self.held -= bytes;
                    state.map_or(Ok(()), &mut *done)?;
                }
                Err(coming) => {
                    self.results.push_front((coming, bytes));
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

impl<S> Outcome<S> {
    /// The state, if it is here or is waited for. A thread that has panicked leaves nothing; the scope
    /// passes its panic on.
    fn get(self, waits: bool) -> Result<Option<S>, Self> {
        match self {
            Self::Here(state) => Ok(Some(state)),
            Self::Coming(result, signal) if signal.is_given(waits) => {
                Ok(result.lock().ok().and_then(|mut state| state.take()))
            }
            coming @ Self::Coming(..) => Err(coming),
        }
    }
}

/// Tells a [`Signal`] that a piece of work is done; so does its end, where the work panicked. Neither knows
/// what the work gives, so that all kinds of work share their code.
struct Done(Sender<()>);

/// Whether a piece of work is done.
struct Signal(Receiver<()>);

fn signal() -> (Done, Signal) {
    let (sender, receiver) = mpsc::channel();
    (Done(sender), Signal(receiver))
}

impl Done {
    fn tell(self) {
        // Nobody listens any more where the work was stopped.
        self.0.send(()).ok();
    }
}

impl Signal {
    /// Whether it was given; it may be waited for.
    fn is_given(&self, waits: bool) -> bool {
        if waits {
            self.0.recv().ok();
            return true;
        }
        self.0.try_recv() != Err(TryRecvError::Empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of the first numbers, each after work that takes longer for some.
    fn squares(threads: usize, many: u64, stop_at: u64) -> (Vec<u64>, Result<(), u64>) {
        let workers = Workers::new(Some(threads)).unwrap();
        assert_eq!(workers.size(), threads);
        let mut got = Vec::new();
        let outcome = workers.run(
            |give| (0..many).try_for_each(|piece| give(Order::Work { piece, bytes: 1 << 20 })),
            |number| {
                let rounds = if number % 7 == 0 { 20_000 } else { 10 };
                std::hint::black_box((0..rounds).fold(number, |sum, round| sum ^ round));
                number * number
            },
            |square| {
                got.push(square);
                if square == stop_at { Err(square) } else { Ok(()) }
            },
        );
        (got, outcome)
    }

    #[test]
    fn results_come_in_the_order_of_the_work() {
        let expected: Vec<u64> = (0..500).map(|number| number * number).collect();
        for threads in [1, 2, 3, 8] {
            assert_eq!(squares(threads, 500, u64::MAX), (expected.clone(), Ok(())));
        }
    }

    /// What was given out before is handed on, whatever the number of threads.
    #[test]
    fn finishing_leaves_nothing_under_way() {
        for threads in [1, 2, 3] {
            let handed_on = std::cell::Cell::new(0);
            let run = Workers::new(Some(threads)).unwrap().run(
                |give| {
                    for piece in 0..100 {
                        give(Order::Work { piece, bytes: 1 })?;
                        if piece % 9 == 0 {
                            give(Order::Finish)?;
                            assert_eq!(handed_on.get(), piece + 1);
                        }
                    }
                    Ok(())
                },
                |piece: i32| piece,
                |_| {
                    handed_on.set(handed_on.get() + 1);
                    Ok::<(), ()>(())
                },
            );
            assert_eq!((run, handed_on.get()), (Ok(()), 100));
        }
    }

    #[test]
    fn the_first_error_stops_the_work() {
        let expected: Vec<u64> = (0..=20).map(|number| number * number).collect();
        for threads in [1, 2, 3] {
            assert_eq!(squares(threads, 500, 400), (expected.clone(), Err(400)));
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        for threads in [1, 2] {
            let workers = Workers::new(Some(threads)).unwrap();
            let run = || {
                workers.run(
                    |give| (0..100).try_for_each(|piece| give(Order::Work { piece, bytes: 1 })),
                    |number: u32| assert_ne!(number, 50),
                    |()| Ok::<(), ()>(()),
                )
            };
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        }
    }
}
