//! The events as text, a line each: when, who and what, and the message that tells it.

use super::body::Event;
use recto_text::one_line;

/// The events in order of time.
pub(super) fn of(events: &[Event]) -> String {
    let is_one_day = events.windows(2).all(|two| day(&two[0]) == day(&two[1]));
    let line = |event: &Event| {
        let clock = event.peak.get(11..16).unwrap_or_default();
        let when = if is_one_day {
            clock.to_string()
        } else {
            format!("{} {clock}", day(event))
        };
        match &event.message {
            Some(message) => format!("{when} {}: {}", event.title, one_line(&message.text)),
            None => format!("{when} {}", event.title),
        }
    };
    events.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn day(event: &Event) -> &str {
    event.peak.get(..10).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::body::Quoted;

    fn event(peak: &str, title: &str, text: &str) -> Event {
        let message = Quoted {
            text: text.into(),
            ..Quoted::default()
        };
        Event {
            peak: peak.into(),
            title: title.into(),
            message: (!text.is_empty()).then_some(message),
            ..Event::default()
        }
    }

    #[test]
    fn events_of_one_day_have_a_clock_and_others_a_day_too() {
        let first = event("2025-03-10T20:19:05Z", "Danforth: six, five", "six\nfive");
        let second = event("2025-03-10T21:02:00Z", "doors", "");
        let both = of(&[first.clone(), second]);
        assert_eq!(both, "20:19 Danforth: six, five: six five\n21:02 doors");
        let later = event("2025-03-11T01:00:00Z", "lights", "lights out");
        let lines = of(&[first, later]);
        assert!(lines.ends_with("\n2025-03-11 01:00 lights: lights out"));
        assert_eq!(of(&[]), "");
    }
}
