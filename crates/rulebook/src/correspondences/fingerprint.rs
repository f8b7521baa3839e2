//! The fingerprint of the data, computed when it is asked for.

use sha2::{Digest, Sha256};

use super::Correspondences;

/// Equal tables come from equal files.
impl PartialEq for Correspondences {
    fn eq(&self, other: &Correspondences) -> bool {
        self.digest() == other.digest()
    }
}

impl Eq for Correspondences {}

impl Correspondences {
    /// A fingerprint of all data files: `sha256:` and 64 digits. It shows whether two runs of the program had the same
    /// data.
    ///
    /// ```standalone_crate
    /// use enochian::correspondences::Correspondences;
    /// let other = Correspondences::with_file("dice.toml", &(include_str!("../../data/dice.toml").to_owned() + "\n"));
    /// assert_ne!(other.unwrap().digest(), Correspondences::embedded().digest());
    /// ```
    #[must_use]
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| {
            let mut digest = Sha256::new();
            for file in &self.tables.files {
                // The length keeps file boundaries apart.
                digest.update(format!("{} {}\n{}", file.name, file.text.len(), file.text));
            }
            let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
            format!("sha256:{digits}")
        })
    }
}
