//! The formats in JSON: our own, those of sites and servers, and what they share.

pub(super) mod archive;
pub(super) mod htp;
mod keys;
mod members;
mod object;
pub(super) mod own;
mod own_keys;
pub(super) mod pto;
mod quick;
mod text;
