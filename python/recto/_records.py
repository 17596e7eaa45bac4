"""What results hold, from the schemas of their JSON.

Made by tools/generate.py from the registry; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal

from ._result import Record, Result


class ReadWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class ReadFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class ReadDates(Record):
    """When documents are from."""

    from_: str
    """The first day, ``2025-03-10``."""

    to: str
    """The last day."""

    documents: int
    """Documents with a date."""

    _shapes = {
        "from_": None,
        "to": None,
        "documents": None,
    }


class ReadFolder(Record):
    """A folder at the top of a pile."""

    name: str
    """Its name."""

    documents: int
    """Its documents."""

    words: int
    """Their words."""

    first: int
    """The first of its documents, by its place."""

    _shapes = {
        "name": None,
        "documents": None,
        "words": None,
        "first": None,
    }


class ReadCopyGroup(Record):
    """Documents that say nearly the same."""

    id: str
    """The id of the first."""

    others: list[tuple[str, bool]]
    """The ids of the others, with whether all their words are the same."""

    _shapes = {
        "id": None,
        "others": ("list", ("tuple", (None, None,))),
    }


class ReadMailThread(Record):
    """A conversation in a mailbox."""

    id: str
    """The id of its first message."""

    title: str | None
    """The subject of that message without ``Re:`` and the like; null if it has none."""

    documents: int
    """Its messages."""

    from_: str | None
    """The day of the earliest, ``2025-03-10``; null where none has a date."""

    to: str | None
    """The day of the latest."""

    _shapes = {
        "id": None,
        "title": None,
        "documents": None,
        "from_": None,
        "to": None,
    }


class ReadDocumentFacts(Record):
    """A document of the pile."""

    id: str
    """Its id."""

    title: str | None
    """Its title, where it has one."""

    words: int
    """Its words."""

    is_message: bool
    """Whether it is a message of a stream: a short row with a time of day."""

    is_summary: bool
    """Whether it is the summary of another document."""

    speakers: list[tuple[str, int]] | None
    """Who speaks in a transcript, most turns first, and in how many."""

    language: str
    """The code of its language."""

    date: str | None
    """Its day, ``2025-03-10``, where it has one."""

    sender: str | None
    """Who wrote it, where the source says so."""

    thread: str | None
    """The id of the thread that a message of a mailbox belongs to, if that has others."""

    digest: str
    """A number made of its text, by which a later reading knows it again."""

    _shapes = {
        "id": None,
        "title": None,
        "words": None,
        "is_message": None,
        "is_summary": None,
        "speakers": ("list", ("tuple", (None, None,))),
        "language": None,
        "date": None,
        "sender": None,
        "thread": None,
        "digest": None,
    }


class ReadFacts(Record):
    """What a pile is."""

    kind: Literal['document', 'few', 'collection', 'messages', 'mixed', 'pairs']
    """What it was taken for."""

    words: int
    """How many words."""

    languages: list[tuple[str, int]]
    """Codes of languages with the number of their documents, most first."""

    dates: ReadDates | None
    """First and last day, and how many documents have one; null where none has."""

    labels: list[tuple[str, int]]
    """Labels that came with the documents, and how many have each, most first."""

    folders: list[ReadFolder]
    """Folders at the top of the pile, where there are several."""

    copies: list[ReadCopyGroup]
    """Documents that nearly repeat another."""

    threads: list[ReadMailThread] | None
    """Threads of mailboxes that have two messages and more, largest first."""

    documents: list[ReadDocumentFacts]
    """Every document, in the order in which they were read."""

    _shapes = {
        "kind": None,
        "words": None,
        "languages": ("list", ("tuple", (None, None,))),
        "dates": ReadDates,
        "labels": ("list", ("tuple", (None, None,))),
        "folders": ("list", ReadFolder),
        "copies": ("list", ReadCopyGroup),
        "threads": ("list", ReadMailThread),
        "documents": ("list", ReadDocumentFacts),
    }


class ReadSummarySentence(Record):
    """A chosen sentence."""

    document: str
    """The id of its document."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    text: str
    """The text of these characters."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    speaker: str | None
    """Who says it, in a transcript."""

    score: float
    """What the method chose it for."""

    rank: int
    """Which choice it was, from 1."""

    copies: list[tuple[str, int, int]]
    """Where else the same is said in the same words; case, punctuation and British or American spelling may differ."""

    covers: list[tuple[str, int, int]]
    """Sentences that it stands for: document, first character, one past the last."""

    phrases: list[tuple[str, float]] | None
    """Pairs of adjacent words that it is the first to bring and that others use too, with their weights: the heaviest, those without a stop word first. Only ``auto`` counts pairs."""

    _shapes = {
        "document": None,
        "start": None,
        "end": None,
        "text": None,
        "place": None,
        "speaker": None,
        "score": None,
        "rank": None,
        "copies": ("list", ("tuple", (None, None, None,))),
        "covers": ("list", ("tuple", (None, None, None,))),
        "phrases": ("list", ("tuple", (None, None,))),
    }


class ReadNamedSummary(Record):
    """The summary of a row."""

    id: str
    """The row's id; with the number of the query behind, where there are several."""

    summary: str
    """The sentences, one a line."""

    language: str
    """The language that it was read in."""

    words: int
    """Its words."""

    candidates: int
    """Sentences that could have been chosen, each copy counted."""

    coverage: float
    """The part of them that the chosen ones stand for, 0 to 1: themselves, their copies and what they cover."""

    sentences: list[ReadSummarySentence]
    """The chosen sentences, in the order of the summary."""

    _shapes = {
        "id": None,
        "summary": None,
        "language": None,
        "words": None,
        "candidates": None,
        "coverage": None,
        "sentences": ("list", ReadSummarySentence),
    }


class ReadPartAnswer(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    summary: str | None
    """The sentences, one a line."""

    language: str | None
    """The language that it was read in."""

    words: int | None
    """Its words."""

    candidates: int | None
    """Sentences that could have been chosen, each copy counted."""

    coverage: float | None
    """The part of them that the chosen ones stand for, 0 to 1: themselves, their copies and what they cover."""

    sentences: list[ReadSummarySentence] | None
    """The chosen sentences, in the order of the summary."""

    summaries: list[ReadNamedSummary] | None
    """One for each row that could be summarised."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "summary": None,
        "language": None,
        "words": None,
        "candidates": None,
        "coverage": None,
        "sentences": ("list", ReadSummarySentence),
        "summaries": ("list", ReadNamedSummary),
    }


class ReadNews(Record):
    """What is new since an earlier pile or reading."""

    known: int
    """Documents known before."""

    added: list[str]
    """Ids of documents that were not there before."""

    changed: list[str]
    """Ids of documents that were there with another text."""

    gone: list[str]
    """Ids of documents that are no longer there."""

    gist: ReadPartAnswer | None
    """What the new and changed ones say that the others do not; null where nothing is new."""

    _shapes = {
        "known": None,
        "added": None,
        "changed": None,
        "gone": None,
        "gist": ReadPartAnswer,
    }


class ReadLeftOut(Record):
    """A part that is not there, and why."""

    part: Literal['summarize', 'topics', 'compare', 'segment', 'authors', 'classify', 'events', 'align']
    """Which."""

    reason: str
    """Why, as a clause without a full stop."""

    _shapes = {
        "part": None,
        "reason": None,
    }


class ReadSampled(Record):
    """A part that tells of some documents, evenly spread over the pile."""

    part: Literal['summarize', 'topics', 'compare', 'segment', 'authors', 'classify', 'events', 'align']
    """Which."""

    documents: int
    """How many documents it read."""

    of: int
    """How many there were to read."""

    _shapes = {
        "part": None,
        "documents": None,
        "of": None,
    }


class ReadPassage(Record):
    """A part of a document."""

    document: int
    """The document's place in ``documents``."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    share: float
    """The topic's share in it."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "document": None,
        "start": None,
        "end": None,
        "share": None,
        "place": None,
    }


class ReadTopic(Record):
    """A topic."""

    id: int
    """Its place in the ``topics`` of a document."""

    label: str
    """A phrase of the text, or its first words."""

    weight: float
    """Its share in all words."""

    terms: list[tuple[str, float]]
    """Its most telling words, with their probabilities."""

    documents: list[tuple[str, float]]
    """Documents that are most about it, with its share in them."""

    segments: list[ReadPassage]
    """Passages that are most about it."""

    npmi: float | None
    """How often its words stand in the same documents, -1 to 1; null for topics that were loaded."""

    c_v: float | None
    """C_v coherence over segments, 0 to 1."""

    place: tuple[float, float] | None
    """Its place on the plane."""

    _shapes = {
        "id": None,
        "label": None,
        "weight": None,
        "terms": ("list", ("tuple", (None, None,))),
        "documents": ("list", ("tuple", (None, None,))),
        "segments": ("list", ReadPassage),
        "npmi": None,
        "c_v": None,
        "place": ("tuple", (None, None,)),
    }


class ReadSegmentTopics(Record):
    """A segment and its topics."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    topics: list[float]
    """The share of each topic."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "start": None,
        "end": None,
        "topics": None,
        "place": None,
    }


class ReadTopicDocument(Record):
    """A document and its topics."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one; see ``Document::shown_title`` (crate::Document::shown_title)."""

    language: str
    """The code of the language that it was analysed in."""

    topics: list[float]
    """The share of each topic; even where it has no word that was kept."""

    cluster: int | None
    """Its cluster; null without a word that was kept, and where none were asked for."""

    segments: list[ReadSegmentTopics] | None
    """The topics of its segments, if asked for."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "topics": None,
        "cluster": None,
        "segments": ("list", ReadSegmentTopics),
    }


class ReadApart(Record):
    """A word that sets a group of documents apart."""

    term: str
    """The word as the text spells it."""

    inside: float
    """Share of the group's documents that have it."""

    outside: float
    """Share of the documents of the other groups that have it."""

    _shapes = {
        "term": None,
        "inside": None,
        "outside": None,
    }


class ReadCluster(Record):
    """A cluster of documents."""

    id: int
    """The value of a document's ``cluster``."""

    documents: int
    """How many documents."""

    topics: list[tuple[int, float]]
    """Its heaviest topics, with their shares."""

    terms: list[ReadApart]
    """Words that set it apart from the other clusters, most telling first."""

    typical: int | None
    """The document whose topics are nearest to those of the whole cluster, by its place."""

    _shapes = {
        "id": None,
        "documents": None,
        "topics": ("list", ("tuple", (None, None,))),
        "terms": ("list", ReadApart),
        "typical": None,
    }


class ReadCandidate(Record):
    """A number of groups and what speaks for it."""

    groups: int
    """Number of groups."""

    modularity: float
    """Modularity of the neighbour graph: share of its edges inside groups, above what the degrees give; at most 1."""

    by_chance: float
    """Modularity of shuffled documents with as many groups."""

    agreement: float
    """Adjusted Rand index between the groups of two halves of the words; 1 if they are the same, about 0 by chance."""

    information: float
    """Information in nats that the groups of one half of the words tell about those of the other, above chance; at most the logarithm of the number of groups."""

    _shapes = {
        "groups": None,
        "modularity": None,
        "by_chance": None,
        "agreement": None,
        "information": None,
    }


class ReadPerplexity(Record):
    """Held-out perplexity of a model and of two baselines; lower is better."""

    perplexity: float
    """Perplexity of the model."""

    unigram: float
    """Perplexity of the corpus' word frequencies."""

    cache_only: float
    """Perplexity of the document's own word frequencies, smoothed by those of the corpus; no topics."""

    documents: int
    """Number of held-out documents."""

    tokens: float
    """Number of scored tokens."""

    _shapes = {
        "perplexity": None,
        "unigram": None,
        "cache_only": None,
        "documents": None,
        "tokens": None,
    }


class ReadTried(Record):
    """A candidate number of topics and its score."""

    topics: int
    """Number of topics."""

    perplexity: float
    """Perplexity on the held-out documents, by document completion."""

    stability: float
    """Agreement of the topics of two halves of the documents, from 0 to 1 (identical)."""

    _shapes = {
        "topics": None,
        "perplexity": None,
        "stability": None,
    }


class ReadChoice(Record):
    """The chosen number of topics and the scores behind the choice."""

    n_topics: int
    """The chosen number of topics."""

    reason: str
    """One sentence that justifies the choice."""

    tried: list[ReadTried]
    """Every candidate that was scored, by rising number; empty if there were too few documents to hold any out."""

    stability: float | None
    """Agreement of the topics of two halves of the documents, from 0 to 1 (identical); ``None`` if there were too few documents to measure it."""

    _shapes = {
        "n_topics": None,
        "reason": None,
        "tried": ("list", ReadTried),
        "stability": None,
    }


class ReadSpan(Record):
    """A span of time."""

    name: str
    """Its name: ``2025``, ``2025-03``, ``2025-03-10``."""

    documents: int
    """How many documents."""

    topics: list[float]
    """The share of each topic in its words."""

    _shapes = {
        "name": None,
        "documents": None,
        "topics": None,
    }


class ReadOverTime(Record):
    """Topics over time."""

    grain: Literal['day', 'month', 'year']
    """How long a span is."""

    spans: list[ReadSpan]
    """The spans in order."""

    undated: int
    """Documents without a time that could be read."""

    _shapes = {
        "grain": None,
        "spans": ("list", ReadSpan),
        "undated": None,
    }


class ReadPartAnswer2(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    topics: list[ReadTopic]
    """The topics, heaviest first."""

    documents: list[ReadTopicDocument]
    """Every document, in the order of the input."""

    clusters: list[ReadCluster] | None
    """Clusters of documents, largest first."""

    clusters_reason: str | None
    """Why so many clusters, where no number was given."""

    clusters_tried: list[ReadCandidate] | None
    """Numbers of clusters that could have been chosen, with what speaks for each."""

    perplexity: ReadPerplexity | None
    """How well held-out words are foreseen, if asked for."""

    choice: ReadChoice | None
    """How the number of topics was chosen, where it was not given."""

    stability: float | None
    """How much topics from other seeds agree, if asked for; the agreement of two halves of the documents is in ``choice``."""

    paper_perplexity: float | None
    """The perplexity that the SGM paper prints, if asked for; comparable with nothing."""

    time: ReadOverTime | None
    """Topics over time, where documents have dates."""

    map_shown: float | None
    """What part of the distances between topics their places on the plane show."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "topics": ("list", ReadTopic),
        "documents": ("list", ReadTopicDocument),
        "clusters": ("list", ReadCluster),
        "clusters_reason": None,
        "clusters_tried": ("list", ReadCandidate),
        "perplexity": ReadPerplexity,
        "choice": ReadChoice,
        "stability": None,
        "paper_perplexity": None,
        "time": ReadOverTime,
        "map_shown": None,
    }


class ReadComparedGroup(Record):
    """What sets a group apart."""

    name: str
    """Its name."""

    documents: int
    """Its documents."""

    candidates: int
    """Its sentences that could have been chosen, each copy counted."""

    coverage: float
    """The part of them that the chosen ones stand for, 0 to 1."""

    sentences: list[ReadSummarySentence]
    """The sentences that tell it from the others."""

    terms: list[tuple[str, float, list[int]]]
    """The words that it has more often than the others, each in its commonest spelling, with how sure that is (z) and how often each group has it in any of its forms."""

    _shapes = {
        "name": None,
        "documents": None,
        "candidates": None,
        "coverage": None,
        "sentences": ("list", ReadSummarySentence),
        "terms": ("list", ("tuple", (None, None, None,))),
    }


class ReadPartAnswer3(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    groups: list[ReadComparedGroup]
    """The groups, in the order given."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "groups": ("list", ReadComparedGroup),
    }


class ReadEvidence(Record):
    """The words that tell a segment from the one before it."""

    left: list[tuple[str, float]]
    """Words of the segment before."""

    right: list[tuple[str, float]]
    """Words of this one."""

    _shapes = {
        "left": ("list", ("tuple", (None, None,))),
        "right": ("list", ("tuple", (None, None,))),
    }


class ReadSegment(Record):
    """One segment."""

    start_unit: int
    """Its first unit."""

    end_unit: int
    """One past its last unit."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    center_unit: int
    """The unit most like the whole of it."""

    title: str
    """A phrase of the text."""

    words: int
    """How many words, stop words counted."""

    terms: list[tuple[str, float]]
    """The words that set it apart, with their weights."""

    confidence: float | None
    """How sure the boundary at ``start`` is, from 0 to 1; null for the first segment."""

    evidence: ReadEvidence | None
    """The words that differ across the boundary at ``start``; null for the first segment."""

    overlap_start: int | None
    """Its first character with the words that it shares with the one before, if asked for."""

    context: str | None
    """Titles of the document and the headings above it, if asked for and there are any."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "start_unit": None,
        "end_unit": None,
        "start": None,
        "end": None,
        "center_unit": None,
        "title": None,
        "words": None,
        "terms": ("list", ("tuple", (None, None,))),
        "confidence": None,
        "evidence": ReadEvidence,
        "overlap_start": None,
        "context": None,
        "place": None,
    }


class ReadPathPoint(Record):
    """A number of segments that is optimal for a range of preferences."""

    segments: int
    """Number of segments."""

    from_: float | None
    """Lowest preference for which it is optimal; ``None`` if unbounded."""

    to: float | None
    """Highest preference for which it is optimal; ``None`` if unbounded."""

    score: float
    """Objective without the preferences: the total similarity of units to their centres."""

    _shapes = {
        "segments": None,
        "from_": None,
        "to": None,
        "score": None,
    }


class ReadSegmentedDocument(Record):
    """One document and its segments."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one; see ``Document::shown_title`` (crate::Document::shown_title)."""

    language: str
    """The code of the language that it was analysed in."""

    units: int
    """How many units it has."""

    segments: list[ReadSegment]
    """The segments in order; they cover all units."""

    levels: list[list[ReadSegment]] | None
    """Nested segmentations, coarsest first, the last one ``segments``; if asked for."""

    path: list[ReadPathPoint] | None
    """Other numbers of segments and where they are best, from methods that know."""

    text: str | None
    """The text that offsets refer to, if asked for."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "units": None,
        "segments": ("list", ReadSegment),
        "levels": ("list", ("list", ReadSegment)),
        "path": ("list", ReadPathPoint),
        "text": None,
    }


class ReadPartAnswer4(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    documents: list[ReadSegmentedDocument]
    """Each document that could be cut."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "documents": ("list", ReadSegmentedDocument),
    }


class ReadLead(Record):
    """The sentence that tells most of a segment."""

    document: str
    """The id of the document."""

    segment: int
    """The segment, from 0."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    text: str
    """The text of these characters."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "document": None,
        "segment": None,
        "start": None,
        "end": None,
        "text": None,
        "place": None,
    }


class ReadSegment2(Record):
    """A run of units of one group."""

    start_unit: int
    """Its first unit."""

    end_unit: int
    """One past its last unit."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    author: int
    """The group."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "start_unit": None,
        "end_unit": None,
        "start": None,
        "end": None,
        "author": None,
        "place": None,
    }


class ReadEvidence2(Record):
    """Characteristic tokens of an author: more frequent there than in the whole text."""

    author: int
    """The author."""

    terms: list[tuple[str, float]]
    """Tokens with the logarithm of how many times more frequent they are."""

    _shapes = {
        "author": None,
        "terms": ("list", ("tuple", (None, None,))),
    }


class ReadAgreement(Record):
    """Agreement of a result with other solutions."""

    mean: float
    """Share of other solutions that agree, averaged over units, from 0 to 1."""

    third: Literal['low', 'middle', 'high']
    """Where the mean lies among texts with known authors."""

    _shapes = {
        "mean": None,
        "third": None,
    }


class ReadAlternative(Record):
    """The result for another number of authors."""

    authors: int
    """Number of authors that the model was given."""

    labels: list[int]
    """Author of each unit, numbered by first appearance."""

    score: float
    """Penalised log-likelihood in nats; higher is better."""

    _shapes = {
        "authors": None,
        "labels": None,
        "score": None,
    }


class ReadStability(Record):
    """Agreement of the results under two priors."""

    theta: tuple[float, float]
    """The two values of theta."""

    agreement: float
    """The share of units on which the answers agree after the best matching."""

    _shapes = {
        "theta": ("tuple", (None, None,)),
        "agreement": None,
    }


class ReadAttributedDocument(Record):
    """One document and who wrote what of it."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one; see ``Document::shown_title`` (crate::Document::shown_title)."""

    language: str
    """The code of the language that it was analysed in."""

    authors: int
    """How many groups."""

    units: int
    """How many units it has."""

    labels: list[int]
    """The group of each unit, numbered by first appearance."""

    certainty: list[Literal['firm', 'weak', 'open']] | None
    """How sure each label is; ``None`` from methods that do not say."""

    more_than_one_author: Literal['undetermined', 'assumed by the caller']
    """Whether there is more than one author at all."""

    segments: list[ReadSegment2]
    """Runs of units of one group."""

    evidence: list[ReadEvidence2]
    """What marks each group."""

    spans: list[tuple[int, int]]
    """First and last character, exclusive, of each unit."""

    agreement: ReadAgreement | None
    """How well the answer holds when other features are looked at."""

    style_gain: float | None
    """How much better two styles explain a token than one does, in nats."""

    alternatives: list[ReadAlternative]
    """What other numbers of groups would give."""

    stability: list[ReadStability] | None
    """How much the answer hangs on the prior."""

    text: str | None
    """The text that offsets refer to, if asked for."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "authors": None,
        "units": None,
        "labels": None,
        "certainty": None,
        "more_than_one_author": None,
        "segments": ("list", ReadSegment2),
        "evidence": ("list", ReadEvidence2),
        "spans": ("list", ("tuple", (None, None,))),
        "agreement": ReadAgreement,
        "style_gain": None,
        "alternatives": ("list", ReadAlternative),
        "stability": ("list", ReadStability),
        "text": None,
    }


class ReadPartAnswer5(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    documents: list[ReadAttributedDocument]
    """Each document that could be divided."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "documents": ("list", ReadAttributedDocument),
    }


class ReadClassifiedDocument(Record):
    """One document and its class."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one."""

    language: str
    """The code of the language that it was analysed in."""

    label: str | None
    """The class; null if it gets none."""

    p: dict[str, float]
    """Probability of each class."""

    abstain: bool
    """Whether it gets no class."""

    reason: str | None
    """Why it gets no class."""

    leaning: Literal['clear', 'mixed', 'neutral']
    """Whether the evidence is clear, mixed or too little."""

    because: list[tuple[str, float]]
    """Words that speak for (above 0) and against the likeliest class, strongest first."""

    given: str | None
    """The label that came with it; null if there was none."""

    learned_from: bool
    """Whether that label was learned from."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "label": None,
        "p": None,
        "abstain": None,
        "reason": None,
        "leaning": None,
        "because": ("list", ("tuple", (None, None,))),
        "given": None,
        "learned_from": None,
    }


class ReadDecidingTerm(Record):
    """A word that decides."""

    term: str
    """The word; ``not_word`` is the word under negation."""

    class_: str
    """The class that it speaks for."""

    p: float | None
    """Probability of that class given the word alone; null if the method has none."""

    weight: float
    """Its weight for that class over the next."""

    documents: int
    """Documents that have it."""

    labelled: bool
    """Whether it was labelled, in the lexicon or by a user."""

    _shapes = {
        "term": None,
        "class_": None,
        "p": None,
        "weight": None,
        "documents": None,
        "labelled": None,
    }


class ReadSwitchedTerm(Record):
    """A labelled word that the documents use otherwise."""

    term: str
    """The word."""

    from_: str
    """The class of its label."""

    to: str
    """The class that the documents say."""

    evidence: str
    """``firm``, ``probable`` or ``weak``."""

    z: float | None
    """Log odds of its presence in labelled documents over their standard error; null if too few have it."""

    documents: int
    """Documents that have it."""

    _shapes = {
        "term": None,
        "from_": None,
        "to": None,
        "evidence": None,
        "z": None,
        "documents": None,
    }


class ReadClassSummary(Record):
    """A class and its documents."""

    name: str
    """The name."""

    documents: int
    """Documents that get it."""

    labelled: int
    """Documents whose label was learned from."""

    words: int
    """Words that are labelled with it and occur in the documents."""

    _shapes = {
        "name": None,
        "documents": None,
        "labelled": None,
        "words": None,
    }


class ReadCoverage(Record):
    """Accuracy of the surest documents."""

    coverage: float
    """Share of the documents that get a class."""

    accuracy: float
    """Share of those that is right."""

    threshold: float
    """The threshold that gives this share."""

    _shapes = {
        "coverage": None,
        "accuracy": None,
        "threshold": None,
    }


class ReadOutOfFold(Record):
    """Labelled documents, each scored by a fit that had not seen its label."""

    documents: int
    """Number of documents."""

    accuracy: float
    """Share that gets its label."""

    risk_coverage: list[ReadCoverage]
    """Accuracy if only the surest documents get a class."""

    _shapes = {
        "documents": None,
        "accuracy": None,
        "risk_coverage": ("list", ReadCoverage),
    }


class ReadAgreement2(Record):
    """Agreement with labels that were not learned from."""

    documents: int
    """Number of documents with such a label."""

    accuracy: float
    """Share of them that gets its label; one without a class counts as wrong."""

    balanced_accuracy: float | None
    """Mean over classes of the share that gets its label."""

    kappa: float | None
    """Agreement beyond chance."""

    _shapes = {
        "documents": None,
        "accuracy": None,
        "balanced_accuracy": None,
        "kappa": None,
    }


class ReadLexiconUse(Record):
    """How much of the text a lexicon knows."""

    words: int
    """Words of the lexicon that occur."""

    documents: int
    """Documents with at least one of them."""

    _shapes = {
        "words": None,
        "documents": None,
    }


class ReadPartAnswer6(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    documents: list[ReadClassifiedDocument]
    """Each document, in the order in which they were read."""

    terms: list[ReadDecidingTerm]
    """The words that decide, strongest first, for each class in turn."""

    switched: list[ReadSwitchedTerm]
    """Words of the lexicon whose class the documents overruled, firmest first."""

    classes: list[ReadClassSummary]
    """The classes."""

    calibrated: bool
    """Whether probabilities were calibrated on labelled documents."""

    out_of_fold: ReadOutOfFold | None
    """What calibration found on labelled documents that a fit did not see; null below 20."""

    agreement: ReadAgreement2 | None
    """How far the classes agree with labels that were not learned from; null without such."""

    lexicon: ReadLexiconUse | None
    """How much of the text the lexicon knows; null without one."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "documents": ("list", ReadClassifiedDocument),
        "terms": ("list", ReadDecidingTerm),
        "switched": ("list", ReadSwitchedTerm),
        "classes": ("list", ReadClassSummary),
        "calibrated": None,
        "out_of_fold": ReadOutOfFold,
        "agreement": ReadAgreement2,
        "lexicon": ReadLexiconUse,
    }


class ReadParticipant(Record):
    """A person, team or thing that messages name."""

    id: str
    """Its name in small letters, unique."""

    name: str
    """The name to show."""

    names: list[str]
    """All its names, the most frequent first."""

    messages: int
    """Messages with one of its names."""

    volume: list[int] | None
    """Its messages in each step of ``volume``; null for those without a lane on the page."""

    _shapes = {
        "id": None,
        "name": None,
        "names": None,
        "messages": None,
        "volume": None,
    }


class ReadQuoted(Record):
    """A message of the stream."""

    id: str
    """Its id."""

    text: str
    """What it says."""

    time: str
    """When it was written, RFC 3339 in UTC."""

    _shapes = {
        "id": None,
        "text": None,
        "time": None,
    }


class ReadEvent(Record):
    """Something that happened."""

    id: str
    """The same for the same stream and parameters."""

    start: str
    """When it began, RFC 3339 in UTC."""

    peak: str
    """When most was written about it."""

    end: str
    """When it ended."""

    participants: list[str]
    """Ids of those it is about, by their share in its messages."""

    title: str
    """Who and what, in words of the messages."""

    message: ReadQuoted | None
    """The message that tells it best; null if it has none."""

    more: list[ReadQuoted]
    """Further messages that tell it."""

    messages: int
    """Number of its messages."""

    members: list[str]
    """Ids of its messages, in order of time."""

    importance: float
    """Larger for what more people wrote about against what is usual."""

    share: float
    """Share of the used messages that are its own."""

    keywords: list[tuple[str, float]]
    """Words that set it apart, with their scores, best first."""

    log10_p: float | None
    """Logarithm to base 10 of the probability of so many messages by chance, or, where only words changed, of so many with that word; null if the method does not test it."""

    word_score: float | None
    """How far its words stand out from those before it; null if the method does not test it."""

    _shapes = {
        "id": None,
        "start": None,
        "peak": None,
        "end": None,
        "participants": None,
        "title": None,
        "message": ReadQuoted,
        "more": ("list", ReadQuoted),
        "messages": None,
        "members": None,
        "importance": None,
        "share": None,
        "keywords": ("list", ("tuple", (None, None,))),
        "log10_p": None,
        "word_score": None,
    }


class ReadMessageCounts(Record):
    """Messages read, used and left out."""

    read: int
    """Messages with a time."""

    used: int
    """Messages that participants and events were found in."""

    without_time: int
    """Left out: without a time."""

    reposts: int
    """Left out: they repeat another message."""

    duplicates: int
    """Left out: the same text within ten minutes."""

    other_language: int
    """Left out: in another language than the one asked for."""

    with_links: int
    """Left out: with a link."""

    empty: int
    """Left out: without a single word."""

    late: int
    """Left out: they came too late for the profile ``stream``."""

    shortened: int
    """Used, after cutting the text."""

    _shapes = {
        "read": None,
        "used": None,
        "without_time": None,
        "reposts": None,
        "duplicates": None,
        "other_language": None,
        "with_links": None,
        "empty": None,
        "late": None,
        "shortened": None,
    }


class ReadVolume(Record):
    """Messages over time, in steps of equal length."""

    start: str
    """When the first step begins, RFC 3339 in UTC."""

    step: int
    """Seconds in a step."""

    counts: list[int]
    """Messages in each step."""

    _shapes = {
        "start": None,
        "step": None,
        "counts": None,
    }


class ReadPartAnswer7(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    participants: list[ReadParticipant]
    """Those that messages name, with most messages first."""

    events: list[ReadEvent]
    """What happened, in order of time."""

    summary: str
    """The events as text, a line each."""

    counts: ReadMessageCounts
    """Messages read, used and left out."""

    volume: ReadVolume | None
    """Messages over time; null where none was used."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "participants": ("list", ReadParticipant),
        "events": ("list", ReadEvent),
        "summary": None,
        "counts": ReadMessageCounts,
        "volume": ReadVolume,
    }


class ReadPairDocument(Record):
    """A document of a source."""

    id: str
    """Its id."""

    tokens: tuple[int, int]
    """Its tokens among those of the source: the first, and one past the last."""

    _shapes = {
        "id": None,
        "tokens": ("tuple", (None, None,)),
    }


class ReadTokens(Record):
    """Tokens as characters, each from its first to one past its last."""

    document: list[tuple[int, int]]
    """Of the source; offsets refer to the text of the document that holds the token."""

    summary: list[tuple[int, int]]
    """Of the summary."""

    _shapes = {
        "document": ("list", ("tuple", (None, None,))),
        "summary": ("list", ("tuple", (None, None,))),
    }


class ReadAlignedLink(Record):
    """Neighbouring tokens of the summary that come from neighbouring tokens of the source."""

    summary: tuple[int, int]
    """Tokens of the summary: the first, and one past the last."""

    document: tuple[int, int]
    """Tokens of the source."""

    p: float
    """The probability of the least certain token, 0 to 1; 1 where the method has none."""

    by: Literal['word', 'form', 'related', 'place']
    """Why they are linked; of several tokens, the weakest reason. What only stands in another's place counts as unsupported."""

    _shapes = {
        "summary": ("tuple", (None, None,)),
        "document": ("tuple", (None, None,)),
        "p": None,
        "by": None,
    }


class ReadRejectedLink(Record):
    """A link that was not certain enough."""

    summary: int
    """The token of the summary."""

    document: int
    """The token of the source that came nearest."""

    p: float
    """Its probability, 0 to 1."""

    _shapes = {
        "summary": None,
        "document": None,
        "p": None,
    }


class ReadSupportedSentence(Record):
    """A sentence of the summary and how well the source supports it."""

    start: int
    """First character in the text of the summary."""

    end: int
    """One past the last character."""

    tokens: tuple[int, int]
    """Its tokens: the first, and one past the last."""

    support: float | None
    """How well the source supports it, 0 to 1; null if that cannot be said."""

    because: list[str]
    """What speaks against it, in words."""

    place: str | None
    """Where it begins, if the summary has named places, such as ``page 3``."""

    _shapes = {
        "start": None,
        "end": None,
        "tokens": ("tuple", (None, None,)),
        "support": None,
        "because": None,
        "place": None,
    }


class ReadSourceSentence(Record):
    """A sentence of the source."""

    document: int
    """Index of its document among those of the pair."""

    start: int
    """First character in the text of that document."""

    end: int
    """One past the last character."""

    tokens: tuple[int, int]
    """Its tokens: the first, and one past the last."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "document": None,
        "start": None,
        "end": None,
        "tokens": ("tuple", (None, None,)),
        "place": None,
    }


class ReadAlignedPair(Record):
    """The links of a document and its summary."""

    id: str
    """Its id: that of the row, or of the summary."""

    language: str
    """The code of the language that both were read in."""

    documents: list[ReadPairDocument]
    """The documents that are the source, with their tokens."""

    tokens: ReadTokens
    """Where the tokens stand."""

    links: list[ReadAlignedLink]
    """What supports what, ascending by summary token."""

    unsupported: list[int]
    """Tokens of the summary without a link, or that only stand in another's place, ascending."""

    rejected: list[ReadRejectedLink]
    """The best candidate of tokens without a link, as far as the method knows one."""

    support: float | None
    """How well the source supports the summary, 0 to 1: the mean over its sentences; null if no sentence has a figure."""

    sentences: list[ReadSupportedSentence]
    """The sentences of the summary."""

    document_sentences: list[ReadSourceSentence]
    """The sentences of the source."""

    extract: list[int] | None
    """The sentences of the source that were looked at, as indices; null if all were."""

    log_likelihood: float | None
    """The log-likelihood of the summary; null where the method has none."""

    _shapes = {
        "id": None,
        "language": None,
        "documents": ("list", ReadPairDocument),
        "tokens": ReadTokens,
        "links": ("list", ReadAlignedLink),
        "unsupported": None,
        "rejected": ("list", ReadRejectedLink),
        "support": None,
        "sentences": ("list", ReadSupportedSentence),
        "document_sentences": ("list", ReadSourceSentence),
        "extract": None,
        "log_likelihood": None,
    }


class ReadPartAnswer8(Record):
    """The answer of a part: what its command answers, without what is said of the whole pile."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What to know about this part."""

    failed: list[ReadFailure]
    """Documents that this part could not use."""

    pairs: list[ReadAlignedPair]
    """The pairs, in the order given."""

    _shapes = {
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "pairs": ("list", ReadAlignedPair),
    }


class ReadResult(Result):
    """What :func:`recto.read` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ReadWarning]
    """What the user should know."""

    failed: list[ReadFailure]
    """What could not be done."""

    pile: ReadFacts
    """What the pile is."""

    new: ReadNews | None
    """What is new since an earlier pile or reading, if asked for."""

    left_out: list[ReadLeftOut]
    """Parts that were not run, or gave no answer, and why."""

    sampled: list[ReadSampled]
    """Parts that were run on some documents, as the budget asks."""

    summarize: ReadPartAnswer | None
    """The gist."""

    topics: ReadPartAnswer2 | None
    """What the pile is about."""

    compare: ReadPartAnswer3 | None
    """How folders differ."""

    segment: ReadPartAnswer4 | None
    """Outlines."""

    leads: list[ReadLead] | None
    """A sentence for each segment of the documents whose outlines stand on the page."""

    authors: ReadPartAnswer5 | None
    """Styles within a document."""

    classify: ReadPartAnswer6 | None
    """Opinions or classes."""

    events: ReadPartAnswer7 | None
    """What happened when."""

    align: ReadPartAnswer8 | None
    """What supports what."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", ReadWarning),
        "failed": ("list", ReadFailure),
        "pile": ReadFacts,
        "new": ReadNews,
        "left_out": ("list", ReadLeftOut),
        "sampled": ("list", ReadSampled),
        "summarize": ReadPartAnswer,
        "topics": ReadPartAnswer2,
        "compare": ReadPartAnswer3,
        "segment": ReadPartAnswer4,
        "leads": ("list", ReadLead),
        "authors": ReadPartAnswer5,
        "classify": ReadPartAnswer6,
        "events": ReadPartAnswer7,
        "align": ReadPartAnswer8,
    }


class SegmentWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class SegmentFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class SegmentEvidence(Record):
    """The words that tell a segment from the one before it."""

    left: list[tuple[str, float]]
    """Words of the segment before."""

    right: list[tuple[str, float]]
    """Words of this one."""

    _shapes = {
        "left": ("list", ("tuple", (None, None,))),
        "right": ("list", ("tuple", (None, None,))),
    }


class SegmentSegment(Record):
    """One segment."""

    start_unit: int
    """Its first unit."""

    end_unit: int
    """One past its last unit."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    center_unit: int
    """The unit most like the whole of it."""

    title: str
    """A phrase of the text."""

    words: int
    """How many words, stop words counted."""

    terms: list[tuple[str, float]]
    """The words that set it apart, with their weights."""

    confidence: float | None
    """How sure the boundary at ``start`` is, from 0 to 1; null for the first segment."""

    evidence: SegmentEvidence | None
    """The words that differ across the boundary at ``start``; null for the first segment."""

    overlap_start: int | None
    """Its first character with the words that it shares with the one before, if asked for."""

    context: str | None
    """Titles of the document and the headings above it, if asked for and there are any."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "start_unit": None,
        "end_unit": None,
        "start": None,
        "end": None,
        "center_unit": None,
        "title": None,
        "words": None,
        "terms": ("list", ("tuple", (None, None,))),
        "confidence": None,
        "evidence": SegmentEvidence,
        "overlap_start": None,
        "context": None,
        "place": None,
    }


class SegmentPathPoint(Record):
    """A number of segments that is optimal for a range of preferences."""

    segments: int
    """Number of segments."""

    from_: float | None
    """Lowest preference for which it is optimal; ``None`` if unbounded."""

    to: float | None
    """Highest preference for which it is optimal; ``None`` if unbounded."""

    score: float
    """Objective without the preferences: the total similarity of units to their centres."""

    _shapes = {
        "segments": None,
        "from_": None,
        "to": None,
        "score": None,
    }


class SegmentSegmentedDocument(Record):
    """One document and its segments."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one; see ``Document::shown_title`` (crate::Document::shown_title)."""

    language: str
    """The code of the language that it was analysed in."""

    units: int
    """How many units it has."""

    segments: list[SegmentSegment]
    """The segments in order; they cover all units."""

    levels: list[list[SegmentSegment]] | None
    """Nested segmentations, coarsest first, the last one ``segments``; if asked for."""

    path: list[SegmentPathPoint] | None
    """Other numbers of segments and where they are best, from methods that know."""

    text: str | None
    """The text that offsets refer to, if asked for."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "units": None,
        "segments": ("list", SegmentSegment),
        "levels": ("list", ("list", SegmentSegment)),
        "path": ("list", SegmentPathPoint),
        "text": None,
    }


class SegmentResult(Result):
    """What :func:`recto.segment` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[SegmentWarning]
    """What the user should know."""

    failed: list[SegmentFailure]
    """What could not be done."""

    documents: list[SegmentSegmentedDocument]
    """Each document that could be cut."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", SegmentWarning),
        "failed": ("list", SegmentFailure),
        "documents": ("list", SegmentSegmentedDocument),
    }


class AuthorsWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class AuthorsFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class AuthorsSegment(Record):
    """A run of units of one group."""

    start_unit: int
    """Its first unit."""

    end_unit: int
    """One past its last unit."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    author: int
    """The group."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "start_unit": None,
        "end_unit": None,
        "start": None,
        "end": None,
        "author": None,
        "place": None,
    }


class AuthorsEvidence(Record):
    """Characteristic tokens of an author: more frequent there than in the whole text."""

    author: int
    """The author."""

    terms: list[tuple[str, float]]
    """Tokens with the logarithm of how many times more frequent they are."""

    _shapes = {
        "author": None,
        "terms": ("list", ("tuple", (None, None,))),
    }


class AuthorsAgreement(Record):
    """Agreement of a result with other solutions."""

    mean: float
    """Share of other solutions that agree, averaged over units, from 0 to 1."""

    third: Literal['low', 'middle', 'high']
    """Where the mean lies among texts with known authors."""

    _shapes = {
        "mean": None,
        "third": None,
    }


class AuthorsAlternative(Record):
    """The result for another number of authors."""

    authors: int
    """Number of authors that the model was given."""

    labels: list[int]
    """Author of each unit, numbered by first appearance."""

    score: float
    """Penalised log-likelihood in nats; higher is better."""

    _shapes = {
        "authors": None,
        "labels": None,
        "score": None,
    }


class AuthorsStability(Record):
    """Agreement of the results under two priors."""

    theta: tuple[float, float]
    """The two values of theta."""

    agreement: float
    """The share of units on which the answers agree after the best matching."""

    _shapes = {
        "theta": ("tuple", (None, None,)),
        "agreement": None,
    }


class AuthorsAttributedDocument(Record):
    """One document and who wrote what of it."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one; see ``Document::shown_title`` (crate::Document::shown_title)."""

    language: str
    """The code of the language that it was analysed in."""

    authors: int
    """How many groups."""

    units: int
    """How many units it has."""

    labels: list[int]
    """The group of each unit, numbered by first appearance."""

    certainty: list[Literal['firm', 'weak', 'open']] | None
    """How sure each label is; ``None`` from methods that do not say."""

    more_than_one_author: Literal['undetermined', 'assumed by the caller']
    """Whether there is more than one author at all."""

    segments: list[AuthorsSegment]
    """Runs of units of one group."""

    evidence: list[AuthorsEvidence]
    """What marks each group."""

    spans: list[tuple[int, int]]
    """First and last character, exclusive, of each unit."""

    agreement: AuthorsAgreement | None
    """How well the answer holds when other features are looked at."""

    style_gain: float | None
    """How much better two styles explain a token than one does, in nats."""

    alternatives: list[AuthorsAlternative]
    """What other numbers of groups would give."""

    stability: list[AuthorsStability] | None
    """How much the answer hangs on the prior."""

    text: str | None
    """The text that offsets refer to, if asked for."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "authors": None,
        "units": None,
        "labels": None,
        "certainty": None,
        "more_than_one_author": None,
        "segments": ("list", AuthorsSegment),
        "evidence": ("list", AuthorsEvidence),
        "spans": ("list", ("tuple", (None, None,))),
        "agreement": AuthorsAgreement,
        "style_gain": None,
        "alternatives": ("list", AuthorsAlternative),
        "stability": ("list", AuthorsStability),
        "text": None,
    }


class AuthorsResult(Result):
    """What :func:`recto.authors` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[AuthorsWarning]
    """What the user should know."""

    failed: list[AuthorsFailure]
    """What could not be done."""

    documents: list[AuthorsAttributedDocument]
    """Each document that could be divided."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", AuthorsWarning),
        "failed": ("list", AuthorsFailure),
        "documents": ("list", AuthorsAttributedDocument),
    }


class TopicsWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class TopicsFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class TopicsPassage(Record):
    """A part of a document."""

    document: int
    """The document's place in ``documents``."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    share: float
    """The topic's share in it."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "document": None,
        "start": None,
        "end": None,
        "share": None,
        "place": None,
    }


class TopicsTopic(Record):
    """A topic."""

    id: int
    """Its place in the ``topics`` of a document."""

    label: str
    """A phrase of the text, or its first words."""

    weight: float
    """Its share in all words."""

    terms: list[tuple[str, float]]
    """Its most telling words, with their probabilities."""

    documents: list[tuple[str, float]]
    """Documents that are most about it, with its share in them."""

    segments: list[TopicsPassage]
    """Passages that are most about it."""

    npmi: float | None
    """How often its words stand in the same documents, -1 to 1; null for topics that were loaded."""

    c_v: float | None
    """C_v coherence over segments, 0 to 1."""

    place: tuple[float, float] | None
    """Its place on the plane."""

    _shapes = {
        "id": None,
        "label": None,
        "weight": None,
        "terms": ("list", ("tuple", (None, None,))),
        "documents": ("list", ("tuple", (None, None,))),
        "segments": ("list", TopicsPassage),
        "npmi": None,
        "c_v": None,
        "place": ("tuple", (None, None,)),
    }


class TopicsSegmentTopics(Record):
    """A segment and its topics."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    topics: list[float]
    """The share of each topic."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "start": None,
        "end": None,
        "topics": None,
        "place": None,
    }


class TopicsTopicDocument(Record):
    """A document and its topics."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one; see ``Document::shown_title`` (crate::Document::shown_title)."""

    language: str
    """The code of the language that it was analysed in."""

    topics: list[float]
    """The share of each topic; even where it has no word that was kept."""

    cluster: int | None
    """Its cluster; null without a word that was kept, and where none were asked for."""

    segments: list[TopicsSegmentTopics] | None
    """The topics of its segments, if asked for."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "topics": None,
        "cluster": None,
        "segments": ("list", TopicsSegmentTopics),
    }


class TopicsApart(Record):
    """A word that sets a group of documents apart."""

    term: str
    """The word as the text spells it."""

    inside: float
    """Share of the group's documents that have it."""

    outside: float
    """Share of the documents of the other groups that have it."""

    _shapes = {
        "term": None,
        "inside": None,
        "outside": None,
    }


class TopicsCluster(Record):
    """A cluster of documents."""

    id: int
    """The value of a document's ``cluster``."""

    documents: int
    """How many documents."""

    topics: list[tuple[int, float]]
    """Its heaviest topics, with their shares."""

    terms: list[TopicsApart]
    """Words that set it apart from the other clusters, most telling first."""

    typical: int | None
    """The document whose topics are nearest to those of the whole cluster, by its place."""

    _shapes = {
        "id": None,
        "documents": None,
        "topics": ("list", ("tuple", (None, None,))),
        "terms": ("list", TopicsApart),
        "typical": None,
    }


class TopicsCandidate(Record):
    """A number of groups and what speaks for it."""

    groups: int
    """Number of groups."""

    modularity: float
    """Modularity of the neighbour graph: share of its edges inside groups, above what the degrees give; at most 1."""

    by_chance: float
    """Modularity of shuffled documents with as many groups."""

    agreement: float
    """Adjusted Rand index between the groups of two halves of the words; 1 if they are the same, about 0 by chance."""

    information: float
    """Information in nats that the groups of one half of the words tell about those of the other, above chance; at most the logarithm of the number of groups."""

    _shapes = {
        "groups": None,
        "modularity": None,
        "by_chance": None,
        "agreement": None,
        "information": None,
    }


class TopicsPerplexity(Record):
    """Held-out perplexity of a model and of two baselines; lower is better."""

    perplexity: float
    """Perplexity of the model."""

    unigram: float
    """Perplexity of the corpus' word frequencies."""

    cache_only: float
    """Perplexity of the document's own word frequencies, smoothed by those of the corpus; no topics."""

    documents: int
    """Number of held-out documents."""

    tokens: float
    """Number of scored tokens."""

    _shapes = {
        "perplexity": None,
        "unigram": None,
        "cache_only": None,
        "documents": None,
        "tokens": None,
    }


class TopicsTried(Record):
    """A candidate number of topics and its score."""

    topics: int
    """Number of topics."""

    perplexity: float
    """Perplexity on the held-out documents, by document completion."""

    stability: float
    """Agreement of the topics of two halves of the documents, from 0 to 1 (identical)."""

    _shapes = {
        "topics": None,
        "perplexity": None,
        "stability": None,
    }


class TopicsChoice(Record):
    """The chosen number of topics and the scores behind the choice."""

    n_topics: int
    """The chosen number of topics."""

    reason: str
    """One sentence that justifies the choice."""

    tried: list[TopicsTried]
    """Every candidate that was scored, by rising number; empty if there were too few documents to hold any out."""

    stability: float | None
    """Agreement of the topics of two halves of the documents, from 0 to 1 (identical); ``None`` if there were too few documents to measure it."""

    _shapes = {
        "n_topics": None,
        "reason": None,
        "tried": ("list", TopicsTried),
        "stability": None,
    }


class TopicsSpan(Record):
    """A span of time."""

    name: str
    """Its name: ``2025``, ``2025-03``, ``2025-03-10``."""

    documents: int
    """How many documents."""

    topics: list[float]
    """The share of each topic in its words."""

    _shapes = {
        "name": None,
        "documents": None,
        "topics": None,
    }


class TopicsOverTime(Record):
    """Topics over time."""

    grain: Literal['day', 'month', 'year']
    """How long a span is."""

    spans: list[TopicsSpan]
    """The spans in order."""

    undated: int
    """Documents without a time that could be read."""

    _shapes = {
        "grain": None,
        "spans": ("list", TopicsSpan),
        "undated": None,
    }


class TopicsResult(Result):
    """What :func:`recto.topics` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[TopicsWarning]
    """What the user should know."""

    failed: list[TopicsFailure]
    """What could not be done."""

    topics: list[TopicsTopic]
    """The topics, heaviest first."""

    documents: list[TopicsTopicDocument]
    """Every document, in the order of the input."""

    clusters: list[TopicsCluster] | None
    """Clusters of documents, largest first."""

    clusters_reason: str | None
    """Why so many clusters, where no number was given."""

    clusters_tried: list[TopicsCandidate] | None
    """Numbers of clusters that could have been chosen, with what speaks for each."""

    perplexity: TopicsPerplexity | None
    """How well held-out words are foreseen, if asked for."""

    choice: TopicsChoice | None
    """How the number of topics was chosen, where it was not given."""

    stability: float | None
    """How much topics from other seeds agree, if asked for; the agreement of two halves of the documents is in ``choice``."""

    paper_perplexity: float | None
    """The perplexity that the SGM paper prints, if asked for; comparable with nothing."""

    time: TopicsOverTime | None
    """Topics over time, where documents have dates."""

    map_shown: float | None
    """What part of the distances between topics their places on the plane show."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", TopicsWarning),
        "failed": ("list", TopicsFailure),
        "topics": ("list", TopicsTopic),
        "documents": ("list", TopicsTopicDocument),
        "clusters": ("list", TopicsCluster),
        "clusters_reason": None,
        "clusters_tried": ("list", TopicsCandidate),
        "perplexity": TopicsPerplexity,
        "choice": TopicsChoice,
        "stability": None,
        "paper_perplexity": None,
        "time": TopicsOverTime,
        "map_shown": None,
    }


class SummarizeWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class SummarizeFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class SummarizeSummarySentence(Record):
    """A chosen sentence."""

    document: str
    """The id of its document."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    text: str
    """The text of these characters."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    speaker: str | None
    """Who says it, in a transcript."""

    score: float
    """What the method chose it for."""

    rank: int
    """Which choice it was, from 1."""

    copies: list[tuple[str, int, int]]
    """Where else the same is said in the same words; case, punctuation and British or American spelling may differ."""

    covers: list[tuple[str, int, int]]
    """Sentences that it stands for: document, first character, one past the last."""

    phrases: list[tuple[str, float]] | None
    """Pairs of adjacent words that it is the first to bring and that others use too, with their weights: the heaviest, those without a stop word first. Only ``auto`` counts pairs."""

    _shapes = {
        "document": None,
        "start": None,
        "end": None,
        "text": None,
        "place": None,
        "speaker": None,
        "score": None,
        "rank": None,
        "copies": ("list", ("tuple", (None, None, None,))),
        "covers": ("list", ("tuple", (None, None, None,))),
        "phrases": ("list", ("tuple", (None, None,))),
    }


class SummarizeNamedSummary(Record):
    """The summary of a row."""

    id: str
    """The row's id; with the number of the query behind, where there are several."""

    summary: str
    """The sentences, one a line."""

    language: str
    """The language that it was read in."""

    words: int
    """Its words."""

    candidates: int
    """Sentences that could have been chosen, each copy counted."""

    coverage: float
    """The part of them that the chosen ones stand for, 0 to 1: themselves, their copies and what they cover."""

    sentences: list[SummarizeSummarySentence]
    """The chosen sentences, in the order of the summary."""

    _shapes = {
        "id": None,
        "summary": None,
        "language": None,
        "words": None,
        "candidates": None,
        "coverage": None,
        "sentences": ("list", SummarizeSummarySentence),
    }


class SummarizeResult(Result):
    """What :func:`recto.summarize` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[SummarizeWarning]
    """What the user should know."""

    failed: list[SummarizeFailure]
    """What could not be done."""

    summary: str | None
    """The sentences, one a line."""

    language: str | None
    """The language that it was read in."""

    words: int | None
    """Its words."""

    candidates: int | None
    """Sentences that could have been chosen, each copy counted."""

    coverage: float | None
    """The part of them that the chosen ones stand for, 0 to 1: themselves, their copies and what they cover."""

    sentences: list[SummarizeSummarySentence] | None
    """The chosen sentences, in the order of the summary."""

    summaries: list[SummarizeNamedSummary] | None
    """One for each row that could be summarised."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", SummarizeWarning),
        "failed": ("list", SummarizeFailure),
        "summary": None,
        "language": None,
        "words": None,
        "candidates": None,
        "coverage": None,
        "sentences": ("list", SummarizeSummarySentence),
        "summaries": ("list", SummarizeNamedSummary),
    }


class CompareWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class CompareFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class CompareSummarySentence(Record):
    """A chosen sentence."""

    document: str
    """The id of its document."""

    start: int
    """Its first character."""

    end: int
    """One past its last character."""

    text: str
    """The text of these characters."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    speaker: str | None
    """Who says it, in a transcript."""

    score: float
    """What the method chose it for."""

    rank: int
    """Which choice it was, from 1."""

    copies: list[tuple[str, int, int]]
    """Where else the same is said in the same words; case, punctuation and British or American spelling may differ."""

    covers: list[tuple[str, int, int]]
    """Sentences that it stands for: document, first character, one past the last."""

    phrases: list[tuple[str, float]] | None
    """Pairs of adjacent words that it is the first to bring and that others use too, with their weights: the heaviest, those without a stop word first. Only ``auto`` counts pairs."""

    _shapes = {
        "document": None,
        "start": None,
        "end": None,
        "text": None,
        "place": None,
        "speaker": None,
        "score": None,
        "rank": None,
        "copies": ("list", ("tuple", (None, None, None,))),
        "covers": ("list", ("tuple", (None, None, None,))),
        "phrases": ("list", ("tuple", (None, None,))),
    }


class CompareComparedGroup(Record):
    """What sets a group apart."""

    name: str
    """Its name."""

    documents: int
    """Its documents."""

    candidates: int
    """Its sentences that could have been chosen, each copy counted."""

    coverage: float
    """The part of them that the chosen ones stand for, 0 to 1."""

    sentences: list[CompareSummarySentence]
    """The sentences that tell it from the others."""

    terms: list[tuple[str, float, list[int]]]
    """The words that it has more often than the others, each in its commonest spelling, with how sure that is (z) and how often each group has it in any of its forms."""

    _shapes = {
        "name": None,
        "documents": None,
        "candidates": None,
        "coverage": None,
        "sentences": ("list", CompareSummarySentence),
        "terms": ("list", ("tuple", (None, None, None,))),
    }


class CompareResult(Result):
    """What :func:`recto.compare` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[CompareWarning]
    """What the user should know."""

    failed: list[CompareFailure]
    """What could not be done."""

    groups: list[CompareComparedGroup]
    """The groups, in the order given."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", CompareWarning),
        "failed": ("list", CompareFailure),
        "groups": ("list", CompareComparedGroup),
    }


class AlignWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class AlignFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class AlignPairDocument(Record):
    """A document of a source."""

    id: str
    """Its id."""

    tokens: tuple[int, int]
    """Its tokens among those of the source: the first, and one past the last."""

    _shapes = {
        "id": None,
        "tokens": ("tuple", (None, None,)),
    }


class AlignTokens(Record):
    """Tokens as characters, each from its first to one past its last."""

    document: list[tuple[int, int]]
    """Of the source; offsets refer to the text of the document that holds the token."""

    summary: list[tuple[int, int]]
    """Of the summary."""

    _shapes = {
        "document": ("list", ("tuple", (None, None,))),
        "summary": ("list", ("tuple", (None, None,))),
    }


class AlignAlignedLink(Record):
    """Neighbouring tokens of the summary that come from neighbouring tokens of the source."""

    summary: tuple[int, int]
    """Tokens of the summary: the first, and one past the last."""

    document: tuple[int, int]
    """Tokens of the source."""

    p: float
    """The probability of the least certain token, 0 to 1; 1 where the method has none."""

    by: Literal['word', 'form', 'related', 'place']
    """Why they are linked; of several tokens, the weakest reason. What only stands in another's place counts as unsupported."""

    _shapes = {
        "summary": ("tuple", (None, None,)),
        "document": ("tuple", (None, None,)),
        "p": None,
        "by": None,
    }


class AlignRejectedLink(Record):
    """A link that was not certain enough."""

    summary: int
    """The token of the summary."""

    document: int
    """The token of the source that came nearest."""

    p: float
    """Its probability, 0 to 1."""

    _shapes = {
        "summary": None,
        "document": None,
        "p": None,
    }


class AlignSupportedSentence(Record):
    """A sentence of the summary and how well the source supports it."""

    start: int
    """First character in the text of the summary."""

    end: int
    """One past the last character."""

    tokens: tuple[int, int]
    """Its tokens: the first, and one past the last."""

    support: float | None
    """How well the source supports it, 0 to 1; null if that cannot be said."""

    because: list[str]
    """What speaks against it, in words."""

    place: str | None
    """Where it begins, if the summary has named places, such as ``page 3``."""

    _shapes = {
        "start": None,
        "end": None,
        "tokens": ("tuple", (None, None,)),
        "support": None,
        "because": None,
        "place": None,
    }


class AlignSourceSentence(Record):
    """A sentence of the source."""

    document: int
    """Index of its document among those of the pair."""

    start: int
    """First character in the text of that document."""

    end: int
    """One past the last character."""

    tokens: tuple[int, int]
    """Its tokens: the first, and one past the last."""

    place: str | None
    """Where it begins, if the document has named places, such as ``page 3``."""

    _shapes = {
        "document": None,
        "start": None,
        "end": None,
        "tokens": ("tuple", (None, None,)),
        "place": None,
    }


class AlignAlignedPair(Record):
    """The links of a document and its summary."""

    id: str
    """Its id: that of the row, or of the summary."""

    language: str
    """The code of the language that both were read in."""

    documents: list[AlignPairDocument]
    """The documents that are the source, with their tokens."""

    tokens: AlignTokens
    """Where the tokens stand."""

    links: list[AlignAlignedLink]
    """What supports what, ascending by summary token."""

    unsupported: list[int]
    """Tokens of the summary without a link, or that only stand in another's place, ascending."""

    rejected: list[AlignRejectedLink]
    """The best candidate of tokens without a link, as far as the method knows one."""

    support: float | None
    """How well the source supports the summary, 0 to 1: the mean over its sentences; null if no sentence has a figure."""

    sentences: list[AlignSupportedSentence]
    """The sentences of the summary."""

    document_sentences: list[AlignSourceSentence]
    """The sentences of the source."""

    extract: list[int] | None
    """The sentences of the source that were looked at, as indices; null if all were."""

    log_likelihood: float | None
    """The log-likelihood of the summary; null where the method has none."""

    _shapes = {
        "id": None,
        "language": None,
        "documents": ("list", AlignPairDocument),
        "tokens": AlignTokens,
        "links": ("list", AlignAlignedLink),
        "unsupported": None,
        "rejected": ("list", AlignRejectedLink),
        "support": None,
        "sentences": ("list", AlignSupportedSentence),
        "document_sentences": ("list", AlignSourceSentence),
        "extract": None,
        "log_likelihood": None,
    }


class AlignResult(Result):
    """What :func:`recto.align` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[AlignWarning]
    """What the user should know."""

    failed: list[AlignFailure]
    """What could not be done."""

    pairs: list[AlignAlignedPair]
    """The pairs, in the order given."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", AlignWarning),
        "failed": ("list", AlignFailure),
        "pairs": ("list", AlignAlignedPair),
    }


class ClassifyWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class ClassifyFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class ClassifyClassifiedDocument(Record):
    """One document and its class."""

    id: str
    """The document's id."""

    title: str | None
    """Its title, where it has one."""

    language: str
    """The code of the language that it was analysed in."""

    label: str | None
    """The class; null if it gets none."""

    p: dict[str, float]
    """Probability of each class."""

    abstain: bool
    """Whether it gets no class."""

    reason: str | None
    """Why it gets no class."""

    leaning: Literal['clear', 'mixed', 'neutral']
    """Whether the evidence is clear, mixed or too little."""

    because: list[tuple[str, float]]
    """Words that speak for (above 0) and against the likeliest class, strongest first."""

    given: str | None
    """The label that came with it; null if there was none."""

    learned_from: bool
    """Whether that label was learned from."""

    _shapes = {
        "id": None,
        "title": None,
        "language": None,
        "label": None,
        "p": None,
        "abstain": None,
        "reason": None,
        "leaning": None,
        "because": ("list", ("tuple", (None, None,))),
        "given": None,
        "learned_from": None,
    }


class ClassifyDecidingTerm(Record):
    """A word that decides."""

    term: str
    """The word; ``not_word`` is the word under negation."""

    class_: str
    """The class that it speaks for."""

    p: float | None
    """Probability of that class given the word alone; null if the method has none."""

    weight: float
    """Its weight for that class over the next."""

    documents: int
    """Documents that have it."""

    labelled: bool
    """Whether it was labelled, in the lexicon or by a user."""

    _shapes = {
        "term": None,
        "class_": None,
        "p": None,
        "weight": None,
        "documents": None,
        "labelled": None,
    }


class ClassifySwitchedTerm(Record):
    """A labelled word that the documents use otherwise."""

    term: str
    """The word."""

    from_: str
    """The class of its label."""

    to: str
    """The class that the documents say."""

    evidence: str
    """``firm``, ``probable`` or ``weak``."""

    z: float | None
    """Log odds of its presence in labelled documents over their standard error; null if too few have it."""

    documents: int
    """Documents that have it."""

    _shapes = {
        "term": None,
        "from_": None,
        "to": None,
        "evidence": None,
        "z": None,
        "documents": None,
    }


class ClassifyClassSummary(Record):
    """A class and its documents."""

    name: str
    """The name."""

    documents: int
    """Documents that get it."""

    labelled: int
    """Documents whose label was learned from."""

    words: int
    """Words that are labelled with it and occur in the documents."""

    _shapes = {
        "name": None,
        "documents": None,
        "labelled": None,
        "words": None,
    }


class ClassifyCoverage(Record):
    """Accuracy of the surest documents."""

    coverage: float
    """Share of the documents that get a class."""

    accuracy: float
    """Share of those that is right."""

    threshold: float
    """The threshold that gives this share."""

    _shapes = {
        "coverage": None,
        "accuracy": None,
        "threshold": None,
    }


class ClassifyOutOfFold(Record):
    """Labelled documents, each scored by a fit that had not seen its label."""

    documents: int
    """Number of documents."""

    accuracy: float
    """Share that gets its label."""

    risk_coverage: list[ClassifyCoverage]
    """Accuracy if only the surest documents get a class."""

    _shapes = {
        "documents": None,
        "accuracy": None,
        "risk_coverage": ("list", ClassifyCoverage),
    }


class ClassifyAgreement(Record):
    """Agreement with labels that were not learned from."""

    documents: int
    """Number of documents with such a label."""

    accuracy: float
    """Share of them that gets its label; one without a class counts as wrong."""

    balanced_accuracy: float | None
    """Mean over classes of the share that gets its label."""

    kappa: float | None
    """Agreement beyond chance."""

    _shapes = {
        "documents": None,
        "accuracy": None,
        "balanced_accuracy": None,
        "kappa": None,
    }


class ClassifyLexiconUse(Record):
    """How much of the text a lexicon knows."""

    words: int
    """Words of the lexicon that occur."""

    documents: int
    """Documents with at least one of them."""

    _shapes = {
        "words": None,
        "documents": None,
    }


class ClassifyResult(Result):
    """What :func:`recto.classify` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[ClassifyWarning]
    """What the user should know."""

    failed: list[ClassifyFailure]
    """What could not be done."""

    documents: list[ClassifyClassifiedDocument]
    """Each document, in the order in which they were read."""

    terms: list[ClassifyDecidingTerm]
    """The words that decide, strongest first, for each class in turn."""

    switched: list[ClassifySwitchedTerm]
    """Words of the lexicon whose class the documents overruled, firmest first."""

    classes: list[ClassifyClassSummary]
    """The classes."""

    calibrated: bool
    """Whether probabilities were calibrated on labelled documents."""

    out_of_fold: ClassifyOutOfFold | None
    """What calibration found on labelled documents that a fit did not see; null below 20."""

    agreement: ClassifyAgreement | None
    """How far the classes agree with labels that were not learned from; null without such."""

    lexicon: ClassifyLexiconUse | None
    """How much of the text the lexicon knows; null without one."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", ClassifyWarning),
        "failed": ("list", ClassifyFailure),
        "documents": ("list", ClassifyClassifiedDocument),
        "terms": ("list", ClassifyDecidingTerm),
        "switched": ("list", ClassifySwitchedTerm),
        "classes": ("list", ClassifyClassSummary),
        "calibrated": None,
        "out_of_fold": ClassifyOutOfFold,
        "agreement": ClassifyAgreement,
        "lexicon": ClassifyLexiconUse,
    }


class EventsWarning(Record):
    """Something to know about the input; the work goes on."""

    message: str
    """What it is."""

    file: str | None
    """Where."""

    line: int | None
    """In which line (1-based)."""

    _shapes = {
        "message": None,
        "file": None,
        "line": None,
    }


class EventsFailure(Record):
    """A file, or a row of it, that could not be used."""

    file: str
    """Which file."""

    message: str
    """What is wrong, in which line, and what to do."""

    _shapes = {
        "file": None,
        "message": None,
    }


class EventsParticipant(Record):
    """A person, team or thing that messages name."""

    id: str
    """Its name in small letters, unique."""

    name: str
    """The name to show."""

    names: list[str]
    """All its names, the most frequent first."""

    messages: int
    """Messages with one of its names."""

    volume: list[int] | None
    """Its messages in each step of ``volume``; null for those without a lane on the page."""

    _shapes = {
        "id": None,
        "name": None,
        "names": None,
        "messages": None,
        "volume": None,
    }


class EventsQuoted(Record):
    """A message of the stream."""

    id: str
    """Its id."""

    text: str
    """What it says."""

    time: str
    """When it was written, RFC 3339 in UTC."""

    _shapes = {
        "id": None,
        "text": None,
        "time": None,
    }


class EventsEvent(Record):
    """Something that happened."""

    id: str
    """The same for the same stream and parameters."""

    start: str
    """When it began, RFC 3339 in UTC."""

    peak: str
    """When most was written about it."""

    end: str
    """When it ended."""

    participants: list[str]
    """Ids of those it is about, by their share in its messages."""

    title: str
    """Who and what, in words of the messages."""

    message: EventsQuoted | None
    """The message that tells it best; null if it has none."""

    more: list[EventsQuoted]
    """Further messages that tell it."""

    messages: int
    """Number of its messages."""

    members: list[str]
    """Ids of its messages, in order of time."""

    importance: float
    """Larger for what more people wrote about against what is usual."""

    share: float
    """Share of the used messages that are its own."""

    keywords: list[tuple[str, float]]
    """Words that set it apart, with their scores, best first."""

    log10_p: float | None
    """Logarithm to base 10 of the probability of so many messages by chance, or, where only words changed, of so many with that word; null if the method does not test it."""

    word_score: float | None
    """How far its words stand out from those before it; null if the method does not test it."""

    _shapes = {
        "id": None,
        "start": None,
        "peak": None,
        "end": None,
        "participants": None,
        "title": None,
        "message": EventsQuoted,
        "more": ("list", EventsQuoted),
        "messages": None,
        "members": None,
        "importance": None,
        "share": None,
        "keywords": ("list", ("tuple", (None, None,))),
        "log10_p": None,
        "word_score": None,
    }


class EventsMessageCounts(Record):
    """Messages read, used and left out."""

    read: int
    """Messages with a time."""

    used: int
    """Messages that participants and events were found in."""

    without_time: int
    """Left out: without a time."""

    reposts: int
    """Left out: they repeat another message."""

    duplicates: int
    """Left out: the same text within ten minutes."""

    other_language: int
    """Left out: in another language than the one asked for."""

    with_links: int
    """Left out: with a link."""

    empty: int
    """Left out: without a single word."""

    late: int
    """Left out: they came too late for the profile ``stream``."""

    shortened: int
    """Used, after cutting the text."""

    _shapes = {
        "read": None,
        "used": None,
        "without_time": None,
        "reposts": None,
        "duplicates": None,
        "other_language": None,
        "with_links": None,
        "empty": None,
        "late": None,
        "shortened": None,
    }


class EventsVolume(Record):
    """Messages over time, in steps of equal length."""

    start: str
    """When the first step begins, RFC 3339 in UTC."""

    step: int
    """Seconds in a step."""

    counts: list[int]
    """Messages in each step."""

    _shapes = {
        "start": None,
        "step": None,
        "counts": None,
    }


class EventsResult(Result):
    """What :func:`recto.events` found."""

    recto: str
    """The version of recto."""

    command: str
    """The command's name."""

    parameters: dict[str, Any]
    """The method, its parameters and the seed."""

    warnings: list[EventsWarning]
    """What the user should know."""

    failed: list[EventsFailure]
    """What could not be done."""

    participants: list[EventsParticipant]
    """Those that messages name, with most messages first."""

    events: list[EventsEvent]
    """What happened, in order of time."""

    summary: str
    """The events as text, a line each."""

    counts: EventsMessageCounts
    """Messages read, used and left out."""

    volume: EventsVolume | None
    """Messages over time; null where none was used."""

    _shapes = {
        "recto": None,
        "command": None,
        "parameters": None,
        "warnings": ("list", EventsWarning),
        "failed": ("list", EventsFailure),
        "participants": ("list", EventsParticipant),
        "events": ("list", EventsEvent),
        "summary": None,
        "counts": EventsMessageCounts,
        "volume": EventsVolume,
    }
