//! The formats in JSON: our own, those of sites and servers, and what they share.

pub(super) mod archive;
pub(super) mod htp;
pub(super) mod object;
pub(super) mod own;
pub(super) mod own_keys;
pub(super) mod pto;
mod quick;
