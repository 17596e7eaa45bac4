//! Dates and times, with and without a zone.
#![no_main]

use recto_text::time::{Zone, from_number, is_day_or_month, rfc3339};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let zone = Zone::named("Europe/Lisbon").unwrap_or_default();
    let read = [Zone::default().read(text), zone.read(text)];
    let number = text.parse().ok().and_then(from_number);
    for moment in read.into_iter().flatten().chain(number) {
        let _ = moment.is_plausible();
        let _ = rfc3339(moment.micros);
    }
    let _ = is_day_or_month(text);
});
