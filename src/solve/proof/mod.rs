//! Proofs that can be checked without the search that found them.

mod certificate;
mod reading;
mod recurrence;
mod verify;
mod write;

pub use certificate::{Certificate, ClaimJson, EndingJson, Node, PROOF_SCHEMA, ProofStep};
pub use reading::Flaw;
pub use verify::{Verified, verify};
pub use write::{ProofError, Theorem, prove};
