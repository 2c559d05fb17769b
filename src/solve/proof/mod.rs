//! Proofs that can be checked without the search that found them.

mod certificate;
mod recurrence;
mod verify;

pub use certificate::{
    Certificate, Claim, ClaimJson, EndingJson, Node, PROOF_SCHEMA, ProofError, Step, prove,
};
pub use verify::{Flaw, Verified, verify};
