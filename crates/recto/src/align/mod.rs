//! `align`: which words of a source support which words of its summary.

mod body;
pub mod eval;
mod forms;
mod page;
mod parses;
mod request;
mod texts;
mod words;

pub use body::{
    AlignedLink, AlignedPair, Body, PairDocument, RejectedLink, SourceSentence, SupportedSentence,
    Tokens,
};
pub use page::report;
pub use recto_align::{Direction, Evidence, Jump, Method, Options, methods};
pub use request::Request;

use crate::capability::{self, Capability, OutputFile, Subject};
use crate::field::Choice;
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Error, Reading, per_document};
use parses::Parses;
use recto_align::support::{self, SentenceSupport};
use recto_align::wordnet::FILES;
use recto_align::{AlignError, Aligned, Alignment, Model, Pairs, Side, WordNet, over_extracts};
use recto_math::{MethodInfo, Notice, Remedy, Run};
use recto_text::{Document, Span, TextPair, Warning};
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use words::PairWords;

/// Aligns documents and their summaries.
#[derive(Debug, Clone, Copy)]
pub struct Aligning {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
}

/// The capability `align`, with the methods of recto.
pub static ALIGN: Aligning = Aligning { methods: methods() };

static ABOUT: About = About {
    name: "align",
    summary: "Find which words of a source support which words of its summary",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

impl Capability for Aligning {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const SUBJECT: Subject = Subject::Pairs;
    const PAPER_METHOD: &'static str = "semi-hmm";

    fn methods(&self) -> Vec<MethodInfo> {
        self.methods.iter().map(Method::info).collect()
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, request.paper)
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        let method = capability::choose(self.methods, Self::chosen(request))?;
        let aligner = (method.build)(&options(request, attachments)?).map_err(refused)?;
        let aligner = match request.extract {
            Some(sentences) => over_extracts(aligner, sentences),
            None => aligner,
        };
        let named = [("paper", json!(request.paper))];
        let own = aligner.parameters();
        let parameters = reading.parameters(method.name, &named, own, run.seed);
        let mut answer = reading.answer("align", parameters);
        let parses = Parses::of(attachments)?;
        let read = Read::of(reading, parses, &mut answer, run)?;
        let language = read.pairs.language();
        if attachments.file("wordnet/index.noun").is_some() && language.code != "en" {
            let code = language.code;
            let notice = format!("the texts are read as `{code}`: WordNet's words are English");
            answer
                .warnings
                .push(Warning::new(notice).with(Remedy::Omit("wordnet")));
        }
        let found = aligner.align(&read.pairs, run).map_err(refused)?;
        Ok(answer.with(read.body(found, reading.documents())))
    }

    fn is_empty(&self, body: &Body) -> bool {
        body.pairs.is_empty()
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading, detail)
    }

    fn files(
        &self,
        answer: &Answer<Body>,
        _field: &str,
        _ending: &str,
    ) -> Result<Vec<OutputFile>, Error> {
        let Some(model) = &answer.body.model else {
            let notice = Notice::from("the method has learned nothing that could be saved");
            return Err(Error::request(notice.with(Remedy::Omit("save_model"))));
        };
        let bytes = model.to_bytes();
        Ok(vec![OutputFile { name: "", bytes }])
    }

    fn formats(&self) -> &'static [Choice] {
        forms::FORMATS
    }

    fn write_as(
        &self,
        answer: &Answer<Body>,
        reading: &Reading<'_>,
        form: &str,
        writer: &mut dyn io::Write,
    ) -> io::Result<()> {
        forms::write(&answer.body, reading, form, writer)
    }
}

const EXAMPLES: &str =
    "  recto align report.txt summary.txt              what the report supports, what it does not
  recto align report.txt annex.txt summary.txt -o support.html
                                                  a source of two files, side by side as a page
  recto align --pairs pairs.jsonl --format json   many documents and their summaries
  recto align --pairs corpus.txt --format pharaoh
                                                  source ||| target lines, links as 0-0 1-2
  recto align --pairs pairs.jsonl --derive extract > used.jsonl
                                                  which source sentences a summary used
  recto align --pairs pairs.jsonl --save-model pairs.align
  recto align report.txt summary.txt --load-model pairs.align
                                                  what was learned from pairs, on another one";

/// The request as the methods take it, with the model that belongs to it.
fn options(request: &Request, attachments: &Attachments) -> Result<Options, Error> {
    let model = match attachments.file("load_model") {
        Some(file) => {
            let model = Model::from_bytes(&file.bytes);
            Some(Arc::new(model.map_err(|error| file.problem(&error))?))
        }
        None => None,
    };
    let mut options = request.options();
    if attachments.file("parses").is_some() {
        let jump = *options.jump.get_or_insert(Jump::Syntax);
        if !matches!(jump, Jump::Syntax | Jump::SyntaxLiteral) {
            let notice = Notice::from("parse trees play a part in syntax jumps alone");
            return Err(Error::request(notice.with(Remedy::Omit("parses"))));
        }
    }
    Ok(Options {
        model,
        wordnet: wordnet(attachments)?,
        ..options
    })
}

/// The database that belongs to a request.
fn wordnet(attachments: &Attachments) -> Result<Option<Arc<WordNet>>, Error> {
    let file = |name: &&str| attachments.file(&format!("wordnet/{name}"));
    let files: Option<BTreeMap<String, Vec<u8>>> = FILES
        .iter()
        .map(|name| Some(((*name).to_owned(), file(name)?.bytes.clone())))
        .collect();
    let read = files.map(WordNet::new).transpose();
    let read = read.map_err(|bad| refused(bad.into()))?;
    Ok(read.map(Arc::new))
}

/// A wrong parameter is the request's, everything else the input's.
fn refused(error: AlignError) -> Error {
    match error {
        AlignError::Cancelled(cancelled) => cancelled.into(),
        AlignError::Parameter(_) => Error::request(&error),
        other => Error::input(&other),
    }
}

/// Pairs as they were read: their words, and where these stand.
struct Read<'p> {
    pairs: Pairs,
    texts: Vec<(&'p TextPair, PairWords)>,
}

impl<'p> Read<'p> {
    /// Reads the pairs of a reading in the language of all of them; what is wrong with one
    /// goes into the answer.
    fn of(
        reading: &Reading<'p>,
        mut parses: Parses<'_>,
        answer: &mut Answer<()>,
        run: &Run<'_>,
    ) -> Result<Self, Error> {
        let (pile, documents) = (reading.pile(), reading.documents());
        let language = reading.language_of(documents.iter());
        let read = per_document::run_all(&pile.pairs, "reading", run, |pair, run| {
            words::read(reading, pair, language, run)
        });
        let mut found = Self {
            pairs: Pairs::new(language),
            texts: Vec::with_capacity(pile.pairs.len()),
        };
        for (pair, words) in pile.pairs.iter().zip(read) {
            let mut words = words?;
            let summary = &documents[pair.summary];
            answer.warnings.append(&mut words.warnings);
            let sides = found.sides(pair, &words, documents, &mut parses)?;
            if let Some(message) = words::wrong_gold(pair, &words) {
                answer.failed.push(per_document::failure(summary, message));
                continue;
            }
            answer.warnings.extend(doubt(pair, &words, summary));
            found.pairs.push(sides.0, sides.1);
            found.texts.push((pair, words));
        }
        parses.finish()?;
        Ok(found)
    }

    fn sides(
        &mut self,
        pair: &TextPair,
        words: &PairWords,
        documents: &[Document],
        parses: &mut Parses<'_>,
    ) -> Result<(Side, Side), Error> {
        let written = words.source.written(&documents[pair.source.clone()]);
        let starts = words.source.starts();
        let mut source = self.pairs.side(written.iter().copied(), starts);
        parses.lay(&mut self.pairs, &mut source, &written)?;
        let written = words
            .summary
            .written(&documents[pair.summary..=pair.summary]);
        let summary = self.pairs.side(written, words.summary.starts());
        Ok((source, summary))
    }

    fn body(self, found: Aligned, documents: &[Document]) -> Body {
        let Self { pairs, texts } = self;
        let all = texts.into_iter().zip(&found.alignments).enumerate();
        let pair = |(i, ((pair, words), alignment)): (usize, ((&TextPair, PairWords), _))| {
            let mut supports = support::sentences(&pairs, i, alignment);
            let reasons = supports.iter_mut().flat_map(|one| &mut one.because);
            words.spell(
                &documents[pair.source.clone()],
                &documents[pair.summary],
                reasons,
            );
            AlignedPair {
                extract: found.extracts.as_ref().map(|all| all[i].clone()),
                ..aligned(&pairs, i, pair, words, alignment, supports)
            }
        };
        Body {
            pairs: all.map(pair).collect(),
            model: found.model,
        }
    }
}

/// What to doubt of a pair before it is aligned.
fn doubt(pair: &TextPair, words: &PairWords, summary: &Document) -> Option<Warning> {
    let (n, m) = (words.source.spans.len(), words.summary.spans.len());
    let message = if m == 0 {
        "the summary has no words: there is nothing to support".into()
    } else if n == 0 {
        "the document has no words: nothing supports the summary".into()
    } else if m > 2 * n {
        format!(
            "the summary has {m} words and the document {n}: they may have been given in the \
             wrong order"
        )
    } else {
        return None;
    };
    let notice = Notice::from(message);
    let notice = if summary.line.is_some() {
        notice.at(format!("pair {}", pair.id))
    } else {
        notice
    };
    Some(Warning::in_file(&summary.file, notice).at_line(summary.line))
}

fn aligned(
    pairs: &Pairs,
    index: usize,
    pair: &TextPair,
    words: PairWords,
    alignment: &Alignment,
    supports: Vec<SentenceSupport>,
) -> AlignedPair {
    let PairWords {
        source, summary, ..
    } = words;
    let links = alignment.phrases(pairs, index).into_iter();
    let links = links.map(|phrase| AlignedLink {
        summary: [phrase.summary.start, phrase.summary.end],
        document: [phrase.document.start, phrase.document.end],
        p: phrase.p,
        by: phrase.by,
    });
    let rejected = alignment.rejected.iter().map(|link| RejectedLink {
        summary: link.summary,
        document: link.document,
        p: link.p,
    });
    let sentences = summary.sentences.iter().zip(supports.iter());
    let sentences: Vec<SupportedSentence> = sentences
        .map(|(sentence, support)| SupportedSentence {
            start: sentence.start,
            end: sentence.end,
            tokens: sentence.tokens,
            support: support.support,
            because: support.because.iter().map(ToString::to_string).collect(),
            place: sentence.place.clone(),
        })
        .collect();
    AlignedPair {
        id: pair.id.clone(),
        language: pairs.language().code.into(),
        documents: source.documents,
        links: links.collect(),
        unsupported: alignment.unsupported(summary.spans.len()),
        rejected: rejected.collect(),
        support: mean(&sentences),
        sentences,
        document_sentences: source.sentences,
        log_likelihood: alignment.log_likelihood,
        extract: None,
        tokens: Tokens {
            document: offsets(&source.spans),
            summary: offsets(&summary.spans),
        },
    }
}

fn offsets(spans: &[Span]) -> Vec<[usize; 2]> {
    spans.iter().map(|span| [span.start, span.end]).collect()
}

/// The mean support of the sentences that have one.
fn mean(sentences: &[SupportedSentence]) -> Option<f64> {
    let known: Vec<f64> = sentences.iter().filter_map(|row| row.support).collect();
    let n = known.len() as f64;
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / n)
}
