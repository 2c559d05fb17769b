//! States that threads use one at a time.

use std::sync::{Mutex, PoisonError};

/// As many states as threads ask for at once. A state is made when none is free, and used again later.
///
/// # Examples
///
/// ```
/// use taflkit::replay::{Identifier, PerThread};
///
/// let identifiers = PerThread::new(Identifier::default);
/// let fits = identifiers.with(|identifier| identifier.identify("", &Default::default(), &[]));
/// assert!(!fits.is_empty());
/// ```
pub struct PerThread<T, F> {
    free: Mutex<Vec<T>>,
    make: F,
}

impl<T, F: Fn() -> T> PerThread<T, F> {
    /// No state yet; `make` makes one.
    pub const fn new(make: F) -> Self {
        Self { free: Mutex::new(Vec::new()), make }
    }

    /// Does some work with a state of its own.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = free().pop();
        let mut state = taken.unwrap_or_else(&self.make);
        let result = work(&mut state);
        free().push(state);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_state_is_used_again() {
        let counts = PerThread::new(|| 0);
        let add = |count: &mut u32| {
            *count += 1;
            *count
        };
        assert_eq!((counts.with(add), counts.with(add)), (1, 2));
        // While one state is in use, another one is made.
        assert_eq!(counts.with(|_| counts.with(add)), 1);
    }

    #[test]
    fn threads_never_share_a_state() {
        let states = PerThread::new(Vec::new);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|number| states.with(|list| list.push(number))));
            }
        });
        let lists = states.free.into_inner().unwrap();
        assert_eq!(lists.iter().map(Vec::len).sum::<usize>(), 4000);
    }
}
