//! What several tests share.

pub(crate) mod abnf;
pub(crate) mod chance;
pub(crate) mod data;
pub(crate) mod exhaust;
pub(crate) mod plain;
pub(crate) mod random;
