//! What is written to the project, and what is done where it cannot be.

use super::app::App;
use super::text::in_line;
use crate::label::now;
use recto::label::{Action, Asked, ProjectError, Reply, Why};

/// What is to be written.
#[derive(Clone)]
pub(super) enum Deed {
    Answer {
        asked: Box<Asked>,
        reply: Reply,
        seconds: f64,
        time: i64,
    },
    Undo {
        time: i64,
    },
    Row {
        action: Action,
        said: String,
        time: i64,
    },
}

impl App {
    pub(super) fn answer(&mut self, reply: Reply) {
        let Some(shown) = &self.shown else {
            self.say("the next question is not there yet");
            return;
        };
        let deed = Deed::Answer {
            asked: Box::new(shown.asked.clone()),
            reply,
            seconds: shown.since.elapsed().as_secs_f64(),
            time: now(),
        };
        self.write(deed);
    }

    /// Writes; what cannot be written just now is kept and said.
    pub(super) fn write(&mut self, deed: Deed) {
        let written = match &deed {
            Deed::Answer {
                asked,
                reply,
                seconds,
                time,
            } => {
                let seconds = (seconds * 10.0).round() / 10.0;
                self.session
                    .answer(asked, *reply, Some(seconds), *time)
                    .map(drop)
            }
            Deed::Undo { time } => return self.undo(*time, deed.clone()),
            Deed::Row { action, time, .. } => self.session.add(action, *time).map(drop),
        };
        match written {
            Ok(()) => self.written(deed),
            Err(error) => self.failed(deed, &error),
        }
    }

    pub(super) fn failed(&mut self, deed: Deed, error: &ProjectError) {
        if error.is_passing() {
            self.alarm(format!(
                "NOT SAVED: {error}. It is kept here and tried again; any key tries now, q quits"
            ));
            self.unsaved = Some(deed);
        } else {
            self.alarm(error.to_string());
        }
    }

    pub(super) fn undo(&mut self, time: i64, deed: Deed) {
        match self.session.undo(time) {
            Ok(Some(key)) => {
                self.say(format!("taken back: {}", in_line(&key.to_string())));
                self.is_finished = false;
                self.show_again(&key, Why::Again);
                self.order();
            }
            Ok(None) => self.say("there is nothing to take back"),
            Err(error) => self.failed(deed, &error),
        }
    }

    pub(super) fn written(&mut self, deed: Deed) {
        match deed {
            Deed::Answer { asked, reply, .. } => {
                self.answers += 1;
                let key = in_line(&asked.content.key().to_string());
                let said = match reply {
                    Reply::Class(class) => in_line(&self.classes()[class]),
                    Reply::DontKnow => "don't know".into(),
                    Reply::Skip => "skipped".into(),
                };
                let guess = self.guess(&asked, reply);
                self.say(format!("saved: {key}: {said}{guess}"));
                self.is_finished = false;
                self.advance();
                self.order();
            }
            Deed::Row { said, .. } => {
                self.say(said);
                self.order();
            }
            Deed::Undo { .. } => {}
        }
    }

    /// What the model had guessed, once there is an answer.
    pub(super) fn guess(&self, asked: &Asked, reply: Reply) -> String {
        let (Some(posterior), Reply::Class(class)) = (&asked.posterior, reply) else {
            return String::new();
        };
        let best = (0..posterior.len()).max_by(|&a, &b| posterior[a].total_cmp(&posterior[b]));
        let is_even = posterior.windows(2).all(|pair| pair[0] == pair[1]);
        match best {
            Some(best) if !is_even && best != class => {
                let name = self.classes().get(best).map_or("", String::as_str);
                format!(" (the model guessed {})", in_line(name))
            }
            Some(_) if !is_even => " (as the model guessed)".into(),
            _ => String::new(),
        }
    }
}
