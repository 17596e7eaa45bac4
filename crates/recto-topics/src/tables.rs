//! Topic keys and document topics in the formats that MALLET writes.

use crate::Model;
use crate::describe::top_terms;
use std::io::{self, Write};

/// A name with tabs and line breaks as spaces, so that it stays one field.
fn field(name: &str) -> String {
    name.replace(['\t', '\n', '\r'], " ")
}

/// Writes topic keys, one line per topic: index, prior weight, the `words` likeliest words.
///
/// # Errors
/// Errors of the writer.
pub fn write_topic_keys(model: &Model, words: usize, out: &mut impl Write) -> io::Result<()> {
    for topic in 0..model.n_topics() {
        let alpha = match model.clusters {
            None => model.alpha.get(topic).copied().unwrap_or(0.0),
            Some(_) => model.alpha.iter().sum::<f64>() / model.n_topics() as f64,
        };
        write!(out, "{topic}\t{alpha:.5}\t")?;
        for (i, (w, _)) in top_terms(&model.words, topic, words)
            .into_iter()
            .enumerate()
        {
            let blank = if i == 0 { "" } else { " " };
            write!(out, "{blank}{}", field(&model.spellings[w]))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes document topics, one line per document: index, name, share of every topic.
///
/// # Errors
/// Errors of the writer.
pub fn write_doc_topics<'d>(
    documents: impl IntoIterator<Item = (&'d str, &'d [f64])>,
    out: &mut impl Write,
) -> io::Result<()> {
    for (document, (name, topics)) in documents.into_iter().enumerate() {
        write!(out, "{document}\t{}", field(name))?;
        for share in topics {
            write!(out, "\t{share:.6}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
