//! Bytes in any encoding; the first byte chooses one.
#![no_main]

use recto_fuzz::read;
use recto_text::decode;

const ENCODINGS: [&str; 5] = ["utf-8", "utf-16le", "shift_jis", "gb18030", "iso-2022-jp"];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read("a.txt", bytes);
    let Some((&first, rest)) = bytes.split_first() else {
        return;
    };
    let name = ENCODINGS[usize::from(first) % ENCODINGS.len()];
    let _ = decode::decode(rest.to_vec(), decode::encoding(name));
});
