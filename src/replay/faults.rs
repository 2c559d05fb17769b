//! Faults of reading, as findings.

use crate::notation::{Fault, FaultKind};

use super::findings::{Code, Finding};

/// Whether nothing of a record can be judged after such a fault.
pub(super) const fn is_fatal(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Syntax(_)
            | FaultKind::Unclosed(_)
            | FaultKind::Missing(_)
            | FaultKind::NoRecord { .. }
    )
}

impl From<&Fault> for Finding {
    fn from(fault: &Fault) -> Self {
        let code = match fault.kind {
            FaultKind::Syntax(_) | FaultKind::Unclosed(_) => Code::T001,
            FaultKind::NotAMove(_) => Code::T006,
            FaultKind::Missing(_) | FaultKind::BadField { .. } | FaultKind::WhichSide(_) => {
                Code::T007
            }
            FaultKind::UnknownTag { .. } => Code::T009,
            FaultKind::TurnNumber { .. } => Code::T011,
            FaultKind::Nowhere(_) => Code::T012,
            FaultKind::TagAfterMoves(_) => Code::T013,
            FaultKind::Repeated(_) => Code::T014,
            FaultKind::NoRecord { .. } => Code::T015,
            FaultKind::TwoResults { .. } => Code::T309,
            FaultKind::FirstMover { .. } => Code::T117,
        };
        Self::new(code, fault.kind.to_string()).at(fault.span).help(fault.kind.help())
    }
}
