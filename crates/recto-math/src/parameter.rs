//! The error for a parameter out of its range, the same for every method.

/// A parameter out of its range. The message names the parameter, what it must be, and the
/// value.
///
/// ```
/// use recto_math::BadParameter;
///
/// let error = BadParameter::new("damping", 1.5, "at least 0.5 and below 1");
/// assert_eq!(error.to_string(), "damping must be at least 0.5 and below 1, not `1.5`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} must be {range}, not `{value}`")]
pub struct BadParameter {
    /// Name of the parameter in a request.
    pub name: &'static str,
    /// The value that was given.
    pub value: String,
    /// Allowed values, worded to follow "must be": `at least 1`, `from 0 to 1`.
    pub range: &'static str,
}

impl BadParameter {
    /// The error for parameter `name` with `value`, which is not in `range`.
    pub fn new(name: &'static str, value: impl ToString, range: &'static str) -> Self {
        Self {
            name,
            value: value.to_string(),
            range,
        }
    }
}
