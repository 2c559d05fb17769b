pub mod board;
pub mod game;
pub mod notation;
pub mod record;
pub mod rules;
