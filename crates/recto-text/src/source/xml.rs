//! XML as a stream of tags and texts, for formats that are packed XML.
//!
//! Names lose their prefixes: the formats use the same ones everywhere. Nothing is resolved
//! but the five entities of XML and characters by number, so that no entity can grow.

use crate::decode;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// An element that opens.
pub(super) struct Tag {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of an attribute by its name without a prefix; empty if there is none.
    pub(super) fn value(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }
}

/// What comes next in a stream; an empty element opens and closes.
pub(super) enum Piece<'t> {
    Open(&'t Tag),
    Close(&'t str),
    Text(&'t str),
}

/// Reads all of it; the error says that it is damaged, and what came before has been read.
pub(super) fn read(bytes: Vec<u8>, mut on: impl FnMut(Piece<'_>)) -> Result<(), &'static str> {
    const DAMAGED: &str = "its XML is damaged or cut short";
    let text = decode::decode(bytes, None).map_err(|_| DAMAGED)?.text;
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.expand_empty_elements = true;
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(|_| DAMAGED)? {
            Event::Start(start) => {
                depth += 1;
                on(Piece::Open(&tag(&start)));
            }
            Event::End(end) => {
                depth = depth.saturating_sub(1);
                on(Piece::Close(end.local_name().as_ref()));
            }
            Event::Text(text) => on(Piece::Text(&text)),
            Event::CData(text) => on(Piece::Text(&text)),
            Event::GeneralRef(reference) => {
                let mut buffer = [0; 4];
                let named = match &*reference {
                    "amp" => "&",
                    "lt" => "<",
                    "gt" => ">",
                    "quot" => "\"",
                    "apos" => "'",
                    _ => match reference.resolve_char_ref() {
                        Ok(Some(c)) => c.encode_utf8(&mut buffer),
                        _ => "",
                    },
                };
                on(Piece::Text(named));
            }
            Event::Eof if depth > 0 => return Err(DAMAGED),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn tag(start: &BytesStart<'_>) -> Tag {
    let mut attributes = start.attributes();
    // Values of an attribute that is there twice do no harm: the first counts.
    attributes.with_checks(false);
    let attributes = attributes.filter_map(|attribute| {
        let attribute = attribute.ok()?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
        let name: &str = attribute.key.local_name().into_inner();
        Some((name.to_string(), value.into_owned()))
    });
    Tag {
        name: start.local_name().as_ref().to_string(),
        attributes: attributes.collect(),
    }
}
