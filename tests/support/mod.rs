//! What several tests share. Each test crate uses a part of it.
#![allow(dead_code)]

pub(crate) mod chance;
pub(crate) mod data;
pub(crate) mod exhaust;
pub(crate) mod plain;
pub(crate) mod random;
