//! Messages by name or word, gathered in order.

/// By number: the messages with it, in order and each once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lists(pub(crate) Vec<Vec<u32>>);

impl Lists {
    pub(crate) fn new(n: usize) -> Self {
        Self(vec![Vec::new(); n])
    }

    /// Adds a message, none before those that are there.
    pub(crate) fn add(&mut self, number: u32, message: usize) {
        let list = &mut self.0[number as usize];
        if list.last() != Some(&(message as u32)) {
            list.push(message as u32);
        }
    }

    /// Adds the lists of messages that come after all of these.
    pub(crate) fn append(&mut self, later: Self) {
        for (list, later) in self.0.iter_mut().zip(later.0) {
            list.extend(later);
        }
    }
}
