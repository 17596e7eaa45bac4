//! Texts deflated into the page: the script inflates those that a reader asks for.
//!
//! Many small texts are deflated together, as neighbours share words; a chunk is small enough
//! to be inflated within a few milliseconds. Inside is a JSON array of strings, around it
//! base64, which nothing in a page can be mistaken for.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use maud::{Markup, PreEscaped, html};

/// A chunk is closed when it has this many bytes: four windows of deflate.
const CHUNK: usize = 128 * 1024;

/// Texts in chunks.
#[derive(Default)]
pub(super) struct Packed {
    /// The first text of each chunk, as the index among all.
    pub(super) firsts: Vec<usize>,
    chunks: Vec<String>,
    /// How many texts were packed.
    pub(super) len: usize,
    open: Vec<String>,
}

impl Packed {
    pub(super) fn of(texts: impl Iterator<Item = String>) -> Self {
        let mut packed = Self::default();
        let mut bytes = 0;
        for text in texts {
            bytes += text.len();
            packed.open.push(text);
            packed.len += 1;
            if bytes >= CHUNK {
                packed.close();
                bytes = 0;
            }
        }
        packed.close();
        packed
    }

    fn close(&mut self) {
        if self.open.is_empty() {
            return;
        }
        self.firsts.push(self.len - self.open.len());
        let json = serde_json::json!(self.open).to_string();
        self.chunks.push(STANDARD.encode(deflated(json.as_bytes())));
        self.open.clear();
    }

    /// The chunks as data elements; `kind` names the attribute that the script finds them by.
    pub(super) fn elements(&self, kind: &str) -> Markup {
        html! {
            @for chunk in &self.chunks {
                script type="application/octet-stream" data-packed=(kind) { (PreEscaped(chunk)) }
            }
        }
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes all that is written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn inflated(chunk: &str) -> Vec<String> {
        let bytes = STANDARD.decode(chunk).unwrap();
        let mut json = String::new();
        let mut decoder = flate2::read::DeflateDecoder::new(bytes.as_slice());
        decoder.read_to_string(&mut json).unwrap();
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn texts_come_back_in_order_from_chunks_of_their_neighbours() {
        let texts = (0..90).map(|i| format!("</script> {i} é😀\n").repeat(i * 10));
        let packed = Packed::of(texts.clone());
        assert!(packed.chunks.len() > 2 && packed.len == 90);
        let back: Vec<Vec<String>> = packed.chunks.iter().map(|c| inflated(c)).collect();
        let starts = back.iter().scan(0, |at, chunk| {
            let start = *at;
            *at += chunk.len();
            Some(start)
        });
        assert_eq!(starts.collect::<Vec<_>>(), packed.firsts);
        assert_eq!(back.concat(), texts.collect::<Vec<_>>());
    }

    #[test]
    fn no_texts_make_no_chunk() {
        let packed = Packed::of(std::iter::empty());
        assert!(packed.chunks.is_empty() && packed.firsts.is_empty());
    }
}
