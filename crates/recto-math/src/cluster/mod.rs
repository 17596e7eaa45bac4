//! Which points belong together.
//!
//! | module | answers |
//! |---|---|
//! | [`affinity`] | how alike the word distributions of parts of a text are |
//! | [`spectral`] | where the points of an affinity lie, and how many groups they form |
//! | [`rotation`] | how well some turn of the axes makes every point lie on one of them |
//! | [`kmeans`] | which centre each point is nearest to |

pub mod affinity;
pub mod kmeans;
pub mod rotation;
pub mod spectral;

/// Numbers groups by their first appearance, so that names do not depend on the search.
///
/// ```
/// assert_eq!(recto_math::cluster::by_appearance(&[2, 2, 0, 2, 1]), [0, 0, 1, 0, 2]);
/// ```
pub fn by_appearance(labels: &[usize]) -> Vec<usize> {
    let mut names = vec![usize::MAX; labels.iter().max().map_or(0, |&most| most + 1)];
    let mut next = 0;
    let mut name = |&label: &usize| {
        if names[label] == usize::MAX {
            names[label] = next;
            next += 1;
        }
        names[label]
    };
    labels.iter().map(&mut name).collect()
}
