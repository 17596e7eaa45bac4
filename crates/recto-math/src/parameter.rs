//! A parameter out of its range: the same error for every method.

/// A parameter out of its range.
///
/// ```
/// use recto_math::BadParameter;
///
/// let error = BadParameter::new("damping", 1.5, "at least 0.5 and below 1");
/// assert_eq!(error.to_string(), "damping is 1.5, but must be at least 0.5 and below 1");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value}, but must be {range}")]
pub struct BadParameter {
    /// Its name in a request.
    pub name: &'static str,
    /// The value that was given.
    pub value: String,
    /// What it may be.
    pub range: &'static str,
}

impl BadParameter {
    /// The parameter `name` has `value`, which is not in `range`.
    pub fn new(name: &'static str, value: impl ToString, range: &'static str) -> Self {
        Self {
            name,
            value: value.to_string(),
            range,
        }
    }
}
