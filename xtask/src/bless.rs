//! `xtask bless`: writes what is made from other files and kept in the repository.

use anyhow::Result;

use crate::command::{cargo, run};
use crate::{home, index};

/// Writes the indexes and the words of home, then has the test suite rewrite its goldens. Look at the difference before committing it.
///
/// # Errors
/// When a document cannot be listed or the suite fails while it writes.
pub fn bless() -> Result<()> {
    index::write()?;
    home::write()?;
    run(cargo()
        .args(["test", "--quiet", "--test", "suite"])
        .env("BLESS", "1"))
}

/// Changes nothing, and fails when an index or the words of home are not current. Goldens are compared by the test suite itself.
///
/// # Errors
/// When an index is not current.
pub fn check() -> Result<()> {
    index::check()?;
    home::check()
}
