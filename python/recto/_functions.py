"""The functions of the package, one a capability.

Made by tools/generate.py from the registry; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._ask import ask
from ._keywords import Kind
from ._progress import Report
from ._records import (
    AlignResult,
    AuthorsResult,
    ClassifyResult,
    CompareResult,
    EventsResult,
    ReadResult,
    SegmentResult,
    SummarizeResult,
    TopicsResult,
)
from ._types import Contents, Path, Texts

__all__ = [
    "read",
    "segment",
    "authors",
    "topics",
    "summarize",
    "compare",
    "align",
    "classify",
    "events",
]


def read(
    texts: Texts,
    *,
    method: str = "auto",
    only: str | Sequence[str] | Mapping[str, float] | None = None,
    skip: str | Sequence[str] | Mapping[str, float] | None = None,
    budget: int | float | str | tuple[int, int] | None = None,
    since: Texts | None = None,
    stop_words: Contents | None = None,
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> ReadResult:
    """Read a whole pile: what it is, its gist, topics, outlines, opinions and events.

    Parameters
    ----------
    texts : Texts
        A str, a list of them, a mapping of id to text, a Series or an array, a table with a
        text column, or a ``pathlib.Path`` of a file or folder.
    method : str, default "auto"
        How the pile is read.
    only : str | Sequence[str] | Mapping[str, float] | None, default None
        Run these parts alone, whether or not they suit the pile: summarize, topics,
        compare, segment, authors, classify, events, align. If None: those that suit the
        pile.
    skip : str | Sequence[str] | Mapping[str, float] | None, default None
        Leave these parts out. Not together with ``only``.
    budget : int | float | str | tuple[int, int] | None, default None
        Time on one core that the parts may take, such as 30s or 5min, by the forecast;
        parts that do not fit read a sample or are left out, and the page says which. If
        None: no limit.
    since : Texts | None, default None
        Show what is new since an earlier pile, or since an earlier reading: its JSON.
    stop_words : Contents | None, default None
        File of words to leave out besides the language's stop words, one a line; -word
        keeps it.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.
    """
    return ask(ReadResult, "read", "documents", _READ, _READ_USUAL, dict(locals()))


_READ: dict[str, Kind] = {
    "method": ("method", None),
    "only": ("list", None),
    "skip": ("list", None),
    "budget": ("notation", None),
    "since": ("documents_or_file", ".json"),
    "stop_words": ("file", None),
}
_READ_USUAL: dict[str, object] = {
    "method": "auto",
    "only": None,
    "skip": None,
    "budget": None,
    "since": None,
    "stop_words": None,
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def segment(
    texts: Texts,
    *,
    with_text: bool = False,
    method: str = "auto",
    paper: bool = False,
    stop_words: Contents | None = None,
    segments: int | float | str | tuple[int, int] | None = None,
    granularity: float | None = None,
    min_words: int | None = None,
    max_words: int | None = None,
    overlap: int | float | str | tuple[int, int] | None = None,
    chunk_context: bool = False,
    context_words: int | None = None,
    headings: str | None = None,
    similarity: Contents | None = None,
    preference: float | Contents | None = None,
    window: int | None = None,
    damping: float | None = None,
    theta: int | float | str | tuple[int, int] | None = None,
    penalty: float | None = None,
    levels: int | None = None,
    unit: str = "sentence",
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> SegmentResult:
    """Find where topics change.

    Parameters
    ----------
    texts : Texts
        A str, a list of them, a mapping of id to text, a Series or an array, a table with a
        text column, or a ``pathlib.Path`` of a file or folder.
    with_text : bool, default False
        Include the text that offsets refer to in the JSON.
    method : str, default "auto"
        Segmentation method.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    stop_words : Contents | None, default None
        File of words to leave out besides the language's stop words, one a line; -word
        keeps it.
    segments : int | float | str | tuple[int, int] | None, default None
        Number of segments, or a range such as 8..15 (both ends included). If None: found by
        the method.
    granularity : float | None, default None
        Below 1 gives more segments, above 1 fewer; useful range 0.5 to 2. If None: 1.
    min_words : int | None, default None
        Minimum number of words in a segment, where possible.
    max_words : int | None, default None
        Maximum number of words in a segment, never exceeded: cuts chunks for retrieval.
    overlap : int | float | str | tuple[int, int] | None, default None
        Repeat the last words of a segment in the next one: 20, or sentences: 2s. If None:
        none.
    chunk_context : bool, default False
        Give each segment the title of its document and the headings above it.
    context_words : int | None, default None
        The same, with so many distinctive words of the segment. If None: none.
    headings : str | None, default None
        Whether headings count as evidence of a boundary. One of ``'use'``, ``'ignore'``. If
        None: use.
    similarity : Contents | None, default None
        File with your own similarities of units: unit, unit, value, tab-separated, one per
        line. If None: from the words.
    preference : float | Contents | None, default None
        Preference of units to be segment centres: a number, or a file with one number per
        line. If None: by a rule.
    window : int | None, default None
        Maximum distance between a unit and its centre, in units. If None: 100.
    damping : float | None, default None
        Damping of messages between iterations, 0 to below 1 (published: 0.5 to below 1). If
        None: 0.9.
    theta : int | float | str | tuple[int, int] | None, default None
        Concentration of the Dirichlet prior over words, or auto to estimate it. If None:
        0.2; 0.1 with a number of segments.
    penalty : float | None, default None
        Cost of a segment, as a multiple of the log of the number of units. If None: 12.
    levels : int | None, default None
        Number of nested levels to output, coarsest first. If None: none; 4 on a page.
    unit : str, default "sentence"
        Unit of text that is never split. One of ``'sentence'``, ``'paragraph'``,
        ``'line'``, ``'turn'``.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : adapts to the lexical contrast of the text; no settings needed
    - bayes : Bayesian segmentation with Dirichlet-multinomial word distributions
    - texttiling : TextTiling: boundaries where adjacent blocks of text are least similar
    - uniform : evenly spaced boundaries, as many as TextTiling finds (baseline)
    - none : one segment (baseline); with a bound on words, chunks by structure alone,
      without terms
    - exact : exact optimum of the affinity propagation objective, by dynamic programming
    - aps : affinity propagation, as published; exact finds better optima
    - mincut : minimum-cut segmentation; requires a number of segments
    - c99 : C99: divisive clustering of the similarity rank matrix; up to 5000 units
    """
    return ask(SegmentResult, "segment", "documents", _SEGMENT, _SEGMENT_USUAL, dict(locals()))


_SEGMENT: dict[str, Kind] = {
    "with_text": ("switch", None),
    "method": ("method", None),
    "paper": ("switch", None),
    "stop_words": ("file", None),
    "segments": ("notation", None),
    "granularity": ("number", None),
    "min_words": ("count", None),
    "max_words": ("count", None),
    "overlap": ("notation", None),
    "chunk_context": ("switch", None),
    "context_words": ("count", None),
    "headings": ("choice", ["use", "ignore"]),
    "similarity": ("file", None),
    "preference": ("number_or_file", None),
    "window": ("count", None),
    "damping": ("number", None),
    "theta": ("notation", None),
    "penalty": ("number", None),
    "levels": ("count", None),
    "unit": ("choice", ["sentence", "paragraph", "line", "turn"]),
}
_SEGMENT_USUAL: dict[str, object] = {
    "with_text": False,
    "method": "auto",
    "paper": False,
    "stop_words": None,
    "segments": None,
    "granularity": None,
    "min_words": None,
    "max_words": None,
    "overlap": None,
    "chunk_context": False,
    "context_words": None,
    "headings": None,
    "similarity": None,
    "preference": None,
    "window": None,
    "damping": None,
    "theta": None,
    "penalty": None,
    "levels": None,
    "unit": "sentence",
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def authors(
    texts: Texts,
    *,
    with_text: bool = False,
    method: str = "auto",
    paper: bool = False,
    authors: int | None = None,
    theta: int | float | str | tuple[int, int] | None = None,
    unit: str = "sentence",
    min_units: int | None = None,
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> AuthorsResult:
    """Find who wrote which sentences.

    Parameters
    ----------
    texts : Texts
        A str, a list of them, a mapping of id to text, a Series or an array, a table with a
        text column, or a ``pathlib.Path`` of a file or folder.
    with_text : bool, default False
        Include the text that offsets refer to in the JSON.
    method : str, default "auto"
        Method that groups sentences by author.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    authors : int | None, default None
        Number of authors, if known. If None: found by the method.
    theta : int | float | str | tuple[int, int] | None, default None
        Concentration of the Dirichlet prior over words, or auto to estimate it. If None:
        0.1.
    unit : str, default "sentence"
        Unit of text that has one author. One of ``'sentence'``, ``'line'``.
    min_units : int | None, default None
        Leave out documents of fewer units. If None: none is left out.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : hidden Markov model over frequent words and punctuation; no settings needed
    - hmm : hidden Markov model: one state per author, over frequent tokens
    - bayes-ad : Bayesian segmentation, then spectral clustering of segments, as published
    - ak : clusters fixed-size chunks, then classifies each sentence
    - one : the whole text by one author (baseline)
    """
    return ask(AuthorsResult, "authors", "documents", _AUTHORS, _AUTHORS_USUAL, dict(locals()))


_AUTHORS: dict[str, Kind] = {
    "with_text": ("switch", None),
    "method": ("method", None),
    "paper": ("switch", None),
    "authors": ("count", None),
    "theta": ("notation", None),
    "unit": ("choice", ["sentence", "line"]),
    "min_units": ("count", None),
}
_AUTHORS_USUAL: dict[str, object] = {
    "with_text": False,
    "method": "auto",
    "paper": False,
    "authors": None,
    "theta": None,
    "unit": "sentence",
    "min_units": None,
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def topics(
    texts: Texts,
    *,
    no_segments: bool = False,
    save_model: Path | None = None,
    tree: Path | None = None,
    mallet: Path | None = None,
    method: str = "auto",
    paper: bool = False,
    stop_words: Contents | None = None,
    topics: int | float | str | tuple[int, int] | None = None,
    seed_words: Contents | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    eta: float | None = None,
    cache: str | None = None,
    iterations: int | None = None,
    tolerance: float | None = None,
    restarts: int | None = None,
    paper_perplexity: bool = False,
    max_memory: int | None = None,
    clusters: int | float | str | tuple[int, int] = "auto",
    held_out: float | None = None,
    stability: bool = False,
    parts: str = "passages",
    min_documents: int | None = None,
    max_share: float = 1.0,
    load_model: Contents | None = None,
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> TopicsResult:
    """Find what a collection is about, and which documents belong together.

    Parameters
    ----------
    texts : Texts
        A str, a list of them, a mapping of id to text, a Series or an array, a table with a
        text column, or a ``pathlib.Path`` of a file or folder.
    no_segments : bool, default False
        Omit the topics of segments from the JSON.
    save_model : Path | None, default None
        Save the topic model to a file, for new documents.
    tree : Path | None, default None
        Write the cluster tree: Newick, or JSON if the name ends in .json.
    mallet : Path | None, default None
        Write MALLET's topic-keys.txt and doc-topics.txt into this folder.
    method : str, default "auto"
        Topic model.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    stop_words : Contents | None, default None
        File of words to leave out besides the language's stop words, one a line; -word
        keeps it.
    topics : int | float | str | tuple[int, int] | None, default None
        Number of topics, or auto to choose by held-out fit and agreement of halves.
    seed_words : Contents | None, default None
        File of seed words: one topic per line; -word is forbidden in it, !word in all
        others.
    alpha : float | None, default None
        Dirichlet prior of topics in a document. If None: 0.1.
    beta : float | None, default None
        Dirichlet prior of words in a topic. If None: 0.01.
    eta : float | None, default None
        How far a segment may deviate from its document, 0 to 1. If None: 0.3.
    cache : str | None, default None
        Word cache: what is remembered of a text's own words. One of ``'off'``,
        ``'segment'``, ``'document'``. If None: off.
    iterations : int | None, default None
        Maximum number of iterations. If None: 200.
    tolerance : float | None, default None
        Relative improvement below which fitting stops. If None: 0.00001.
    restarts : int | None, default None
        Number of fits from different starts; the best is kept. If None: 1.
    paper_perplexity : bool, default False
        Also report the perplexity as defined in the SGM paper (not comparable with others).
    max_memory : int | None, default None
        Maximum memory for fitting, in bytes. If None: what is free.
    clusters : int | float | str | tuple[int, int], default "auto"
        Number of document clusters, auto or none.
    held_out : float | None, default None
        Hold out this fraction of the documents and report perplexity.
    stability : bool, default False
        Measure how stable the topics are across three other seeds.
    parts : str, default "passages"
        What a segment is: passages (paragraphs of up to 40 words joined), document, or a
        segment method.
    min_documents : int | None, default None
        Drop words that occur in fewer documents. If None: 5; 2 below 200 documents, 1 below
        20.
    max_share : float, default 1.0
        Drop words that occur in more than this fraction of the documents.
    load_model : Contents | None, default None
        Use a saved topic model instead of fitting one. Not together with ``save_model``,
        ``tree``, ``mallet``, ``held_out``, ``stability``.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : PLSA, the best of three fits; one fit of large collections
    - plsa : probabilistic latent semantic analysis, smoothed, with an optional word cache
    - sgm : PLSA whose segments may deviate from the topics of their document; for long
      documents
    - sgm-literal : segment-based generative model exactly as published; degenerate, for
      replication only
    - ext-plsa : PLSA with a layer of document clusters between documents and topics
    - lda : latent Dirichlet allocation by variational Bayes, with learned priors
    - vsm : bisecting k-means on the tf-idf vectors of segments (baseline)
    """
    return ask(TopicsResult, "topics", "documents", _TOPICS, _TOPICS_USUAL, dict(locals()))


_TOPICS: dict[str, Kind] = {
    "no_segments": ("switch", None),
    "save_model": ("output_file", None),
    "tree": ("output_file", None),
    "mallet": ("output_folder", None),
    "method": ("method", None),
    "paper": ("switch", None),
    "stop_words": ("file", None),
    "topics": ("notation", None),
    "seed_words": ("file", None),
    "alpha": ("number", None),
    "beta": ("number", None),
    "eta": ("number", None),
    "cache": ("choice", ["off", "segment", "document"]),
    "iterations": ("count", None),
    "tolerance": ("number", None),
    "restarts": ("count", None),
    "paper_perplexity": ("switch", None),
    "max_memory": ("count", None),
    "clusters": ("notation", None),
    "held_out": ("number", None),
    "stability": ("switch", None),
    "parts": ("text", None),
    "min_documents": ("count", None),
    "max_share": ("number", None),
    "load_model": ("file", None),
}
_TOPICS_USUAL: dict[str, object] = {
    "no_segments": False,
    "save_model": None,
    "tree": None,
    "mallet": None,
    "method": "auto",
    "paper": False,
    "stop_words": None,
    "topics": None,
    "seed_words": None,
    "alpha": None,
    "beta": None,
    "eta": None,
    "cache": None,
    "iterations": None,
    "tolerance": None,
    "restarts": None,
    "paper_perplexity": False,
    "max_memory": None,
    "clusters": "auto",
    "held_out": None,
    "stability": False,
    "parts": "passages",
    "min_documents": None,
    "max_share": 1.0,
    "load_model": None,
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def summarize(
    texts: Texts,
    *,
    order: str = "text",
    words: int | None = None,
    bytes: int | None = None,
    sentences: int | float | str | tuple[int, int] | None = None,
    overshoot: bool = False,
    query: str | None = None,
    since: Texts | None = None,
    row_query: bool = False,
    row_since: bool = False,
    method: str = "auto",
    paper: bool = False,
    stop_words: Contents | None = None,
    threshold: float | None = None,
    max_pairs: int | None = None,
    position_weight: float | None = None,
    open: bool = False,
    ties: str | None = None,
    query_style: str | None = None,
    fallback: bool = False,
    continuous: bool = False,
    topics: int | None = None,
    alpha: float | None = None,
    explain: str | None = None,
    updates: str | None = None,
    select: str | None = None,
    iterations: int | None = None,
    tolerance: float | None = None,
    unit: str = "sentence",
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> SummarizeResult:
    """Summarise documents; answer a query; show only what is new.

    Parameters
    ----------
    texts : Texts
        A str, a list of them, a mapping of id to text, a Series or an array, a table with a
        text column, or a ``pathlib.Path`` of a file or folder.
    order : str, default "text"
        Order of the sentences in the summary. One of ``'text'``, ``'choice'``.
    words : int | None, default None
        Maximum length in words. Not together with ``bytes``, ``sentences``.
    bytes : int | None, default None
        Maximum length in bytes. Not together with ``words``, ``sentences``.
    sentences : int | float | str | tuple[int, int] | None, default None
        Maximum number of sentences, or a share of all such as 5%. If None: 5, if no length
        is given. Not together with ``words``, ``bytes``.
    overshoot : bool, default False
        Allow the last sentence to exceed the limit, for evaluations that truncate.
    query : str | None, default None
        Question or subject that the summary should address.
    since : Texts | None, default None
        Documents already known: files, folders or globs; may be repeated.
    row_query : bool, default False
        Use the `query` or `queries` of each row as the query. Not together with ``query``.
    row_since : bool, default False
        Use the `since` of each row as documents already known. Not together with ``since``.
    method : str, default "auto"
        Summarization method.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    stop_words : Contents | None, default None
        File of words to leave out besides the language's stop words, one a line; -word
        keeps it.
    threshold : float | None, default None
        Cosine similarity above which two sentences are neighbours. If None: 0.12; lexrank
        0.1.
    max_pairs : int | None, default None
        Maximum number of neighbour pairs; more is an error. If None: 50 million, about 4
        GiB.
    position_weight : float | None, default None
        Weight of the position in a document: 0 ignores it, 1 favours the start strongly. If
        None: 0.5; less for one document whose order means nothing.
    open : bool, default False
        A sentence does not dominate itself, as published.
    ties : str | None, default None
        How to break ties between sentences that dominate equally many. One of
        ``'similarity'``, ``'index'``.
    query_style : str | None, default None
        Interpretation of the query. One of ``'question'``, ``'topic'``. If None: a question
        if it is short.
    fallback : bool, default False
        Summarize everything if no sentence shares a word with the query.
    continuous : bool, default False
        Use cosine weights instead of a threshold (continuous LexRank).
    topics : int | None, default None
        Number of topics or sentence clusters.
    alpha : float | None, default None
        Dirichlet prior of topics in a document.
    explain : str | None, default None
        Which sentences may explain a document (bstm). One of ``'leave-own-out'``,
        ``'literal'``.
    updates : str | None, default None
        Order of updates (bstm). One of ``'jacobi'``, ``'gauss-seidel'``.
    select : str | None, default None
        How sentences are selected from topics. One of ``'topic'``, ``'topic-cosine'``,
        ``'mix'``.
    iterations : int | None, default None
        Maximum number of iterations.
    tolerance : float | None, default None
        Relative improvement below which fitting stops.
    unit : str, default "sentence"
        Unit of text that is selected. One of ``'sentence'``, ``'paragraph'``, ``'line'``,
        ``'turn'``.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : coverage of similar sentences, word pairs and words, or what answers the query
    - facility : facility location: every sentence is covered by its most similar chosen one
    - mds : minimum dominating set of the sentence similarity graph
    - max-degree : sentences with the most neighbours in the similarity graph (baseline)
    - lexrank : LexRank: PageRank over the sentence similarity graph
    - textrank : TextRank: PageRank over the word overlap of sentences
    - centroid : sentences near the centroid and near the start of a document (MEAD)
    - mmr : maximal marginal relevance: relevant and not redundant
    - sumbasic : SumBasic: sentences with the most frequent words, each word counted once
    - klsum : KL-Sum: word distribution closest to that of all documents
    - lead : first sentence of every document, then the second, and so on (baseline)
    - bstm : Bayesian sentence-based topic model: the likeliest sentences of its topics
    - fgb : factorisation with given bases, the maximum-likelihood variant of bstm
    - frobenius : sentence-based topics fitted by least squares (Frobenius norm)
    - lsa : latent semantic analysis: one sentence for each singular vector
    - nmf : non-negative matrix factorisation: sentences with the largest weights
    - snmf : symmetric NMF clusters of sentences, the most central one of each
    - kmeans : k-means clusters of sentences, the one nearest to each centroid
    - tmr : topic-model relevance: sentences whose topics and words match the query
    - random : sentences in random order (baseline)
    """
    return ask(SummarizeResult, "summarize", "documents", _SUMMARIZE, _SUMMARIZE_USUAL, dict(locals()))


_SUMMARIZE: dict[str, Kind] = {
    "order": ("choice", ["text", "choice"]),
    "words": ("count", None),
    "bytes": ("count", None),
    "sentences": ("notation", None),
    "overshoot": ("switch", None),
    "query": ("text", None),
    "since": ("documents", None),
    "row_query": ("switch", None),
    "row_since": ("switch", None),
    "method": ("method", None),
    "paper": ("switch", None),
    "stop_words": ("file", None),
    "threshold": ("number", None),
    "max_pairs": ("count", None),
    "position_weight": ("number", None),
    "open": ("switch", None),
    "ties": ("choice", ["similarity", "index"]),
    "query_style": ("choice", ["question", "topic"]),
    "fallback": ("switch", None),
    "continuous": ("switch", None),
    "topics": ("count", None),
    "alpha": ("number", None),
    "explain": ("choice", ["leave-own-out", "literal"]),
    "updates": ("choice", ["jacobi", "gauss-seidel"]),
    "select": ("choice", ["topic", "topic-cosine", "mix"]),
    "iterations": ("count", None),
    "tolerance": ("number", None),
    "unit": ("choice", ["sentence", "paragraph", "line", "turn"]),
}
_SUMMARIZE_USUAL: dict[str, object] = {
    "order": "text",
    "words": None,
    "bytes": None,
    "sentences": None,
    "overshoot": False,
    "query": None,
    "since": None,
    "row_query": False,
    "row_since": False,
    "method": "auto",
    "paper": False,
    "stop_words": None,
    "threshold": None,
    "max_pairs": None,
    "position_weight": None,
    "open": False,
    "ties": None,
    "query_style": None,
    "fallback": False,
    "continuous": False,
    "topics": None,
    "alpha": None,
    "explain": None,
    "updates": None,
    "select": None,
    "iterations": None,
    "tolerance": None,
    "unit": "sentence",
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def compare(
    groups: Mapping[str, Texts],
    *,
    words: int | None = None,
    bytes: int | None = None,
    sentences: int | float | str | tuple[int, int] | None = None,
    method: str = "auto",
    paper: bool = False,
    stop_words: Contents | None = None,
    threshold: float | None = None,
    max_pairs: int | None = None,
    position_weight: float | None = None,
    open: bool = False,
    ties: str | None = None,
    literal: bool = False,
    unit: str = "sentence",
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> CompareResult:
    """Find how groups of documents differ.

    Parameters
    ----------
    groups : Mapping[str, Texts]
        The groups by their names, each as ``texts`` of :func:`segment`.
    words : int | None, default None
        Maximum length in words. Not together with ``bytes``, ``sentences``.
    bytes : int | None, default None
        Maximum length in bytes. Not together with ``words``, ``sentences``.
    sentences : int | float | str | tuple[int, int] | None, default None
        Maximum number of sentences, or a share of all such as 5%. If None: 3, if no length
        is given. Not together with ``words``, ``bytes``.
    method : str, default "auto"
        Comparison method.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    stop_words : Contents | None, default None
        File of words to leave out besides the language's stop words, one a line; -word
        keeps it.
    threshold : float | None, default None
        Cosine similarity above which two sentences are neighbours. If None: 0.12; lexrank
        0.1.
    max_pairs : int | None, default None
        Maximum number of neighbour pairs; more is an error. If None: 50 million, about 4
        GiB.
    position_weight : float | None, default None
        Weight of the position in a document: 0 ignores it, 1 favours the start strongly. If
        None: 0.6; less for one document with few capitals.
    open : bool, default False
        A sentence does not dominate itself, as published.
    ties : str | None, default None
        How to break ties between sentences that dominate equally many. One of
        ``'similarity'``, ``'index'``.
    literal : bool, default False
        Count coverage over all groups, as published.
    unit : str, default "sentence"
        Unit of text that is selected. One of ``'sentence'``, ``'paragraph'``, ``'line'``,
        ``'turn'``.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : facility location for each group, discounting what other groups say
    - cds : complementary dominating sets: what other groups leave uncovered
    - dss : discriminative sentence selection: sentences that predict the group
    - mds : minimum dominating set of each group, ignoring the others
    - max-degree : sentences with the most neighbours in their group (baseline)
    """
    return ask(CompareResult, "compare", "groups", _COMPARE, _COMPARE_USUAL, dict(locals()))


_COMPARE: dict[str, Kind] = {
    "words": ("count", None),
    "bytes": ("count", None),
    "sentences": ("notation", None),
    "method": ("method", None),
    "paper": ("switch", None),
    "stop_words": ("file", None),
    "threshold": ("number", None),
    "max_pairs": ("count", None),
    "position_weight": ("number", None),
    "open": ("switch", None),
    "ties": ("choice", ["similarity", "index"]),
    "literal": ("switch", None),
    "unit": ("choice", ["sentence", "paragraph", "line", "turn"]),
}
_COMPARE_USUAL: dict[str, object] = {
    "words": None,
    "bytes": None,
    "sentences": None,
    "method": "auto",
    "paper": False,
    "stop_words": None,
    "threshold": None,
    "max_pairs": None,
    "position_weight": None,
    "open": False,
    "ties": None,
    "literal": False,
    "unit": "sentence",
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def align(
    document: Texts,
    summary: Texts | None = None,
    *,
    save_model: Path | None = None,
    load_model: Contents | None = None,
    method: str = "auto",
    paper: bool = False,
    jump: str | None = None,
    parses: Contents | None = None,
    wordnet: Path | None = None,
    iterations: int | None = None,
    threshold: float | None = None,
    longest_phrase: int | None = None,
    direction: str | None = None,
    cutoff: int | None = None,
    extract: int | None = None,
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> AlignResult:
    """Find which words of a source support which words of its summary.

    Parameters
    ----------
    document : Texts
        The source: a str, or several as ``texts`` of :func:`segment`.
    summary : Texts | None
        Its summary, or as many. None if ``document`` is a list of pairs, or the path of a
        file of pairs.
    save_model : Path | None, default None
        Save what was learned to this file.
    load_model : Contents | None, default None
        Saved model to use instead of the built-in one.
    method : str, default "auto"
        Alignment method.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    jump : str | None, default None
        How the next phrase of the source is chosen. One of ``'relative'``, ``'sentence'``,
        ``'gaussian'``, ``'laplace'``, ``'syntax'``, ``'syntax-literal'``. If None:
        sentence; relative for a source of one sentence.
    parses : Contents | None, default None
        Parse trees of the source for syntax jumps, in Penn Treebank brackets, a tree for
        each sentence.
    wordnet : Path | None, default None
        Folder of a WordNet database, to relate words by their senses.
    iterations : int | None, default None
        Maximum number of EM iterations; 0 uses the parameters as they are.
    threshold : float | None, default None
        Probability from which a link is kept: higher for fewer and surer links.
    longest_phrase : int | None, default None
        Longest phrase of either side, in words. If None: 3.
    direction : str | None, default None
        Direction of alignment, or how both are joined. One of ``'forward'``, ``'reverse'``,
        ``'intersection'``, ``'grow-diag-final'``.
    cutoff : int | None, default None
        Shortest run of words that is kept.
    extract : int | None, default None
        Source sentences to look at for each summary sentence, chosen by the words they
        share. If None: all.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : recommended: semi-hmm with the settings that measured best
    - semi-hmm : phrases of both sides in a semi-Markov model, learned from the pairs
    - cut-paste : the likeliest way that the summary was cut out of the document
    - hmm : translation model of words and jumps, learned from many pairs
    - ibm1 : translation model of single words, learned from many pairs
    - identity : each word to the nearest equal word (baseline)
    - stem : each word to the nearest word of the same stem (baseline)
    """
    return ask(AlignResult, "align", "pairs", _ALIGN, _ALIGN_USUAL, dict(locals()))


_ALIGN: dict[str, Kind] = {
    "save_model": ("output_file", None),
    "load_model": ("file", None),
    "method": ("method", None),
    "paper": ("switch", None),
    "jump": ("choice", ["relative", "sentence", "gaussian", "laplace", "syntax", "syntax-literal"]),
    "parses": ("file", None),
    "wordnet": ("folder", ["index.noun", "index.verb", "index.adj", "index.adv", "data.noun", "data.verb", "noun.exc", "verb.exc", "adj.exc", "adv.exc"]),
    "iterations": ("count", None),
    "threshold": ("number", None),
    "longest_phrase": ("count", None),
    "direction": ("choice", ["forward", "reverse", "intersection", "grow-diag-final"]),
    "cutoff": ("count", None),
    "extract": ("count", None),
}
_ALIGN_USUAL: dict[str, object] = {
    "save_model": None,
    "load_model": None,
    "method": "auto",
    "paper": False,
    "jump": None,
    "parses": None,
    "wordnet": None,
    "iterations": None,
    "threshold": None,
    "longest_phrase": None,
    "direction": None,
    "cutoff": None,
    "extract": None,
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def classify(
    texts: Texts,
    *,
    save_model: Path | None = None,
    method: str = "auto",
    paper: bool = False,
    stop_words: Contents | None = None,
    lexicon: str | Contents | None = None,
    override: Contents | None = None,
    classes: str | Sequence[str] | Mapping[str, float] | None = None,
    labels: str | Sequence[str | None] | None = None,
    prior: str | Sequence[str] | Mapping[str, float] | None = None,
    threshold: float | None = None,
    balanced: bool = False,
    allow_unlabelled_class: bool = False,
    uncalibrated: bool = False,
    vocabulary: int = 5000,
    vocabulary_by: str = "frequency",
    min_documents: int | None = None,
    rule: str | None = None,
    start: str | None = None,
    constraint: str | None = None,
    weighting: str | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    iterations: int | None = None,
    rounds: int | None = None,
    share: float | None = None,
    pseudo_weight: float | None = None,
    c: float | None = None,
    word_clusters: int | None = None,
    neighbours: int | None = None,
    load_model: Contents | None = None,
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> ClassifyResult:
    """Find the opinion or class of each document, from a lexicon and a few labels.

    Parameters
    ----------
    texts : Texts
        A str, a list of them, a mapping of id to text, a Series or an array, a table with a
        text column, or a ``pathlib.Path`` of a file or folder.
    save_model : Path | None, default None
        Save the classifier to a file, for new documents.
    method : str, default "auto"
        Classification method.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    stop_words : Contents | None, default None
        File of words to leave out besides the language's stop words, one a line; -word
        keeps it.
    lexicon : str | Contents | None, default None
        Opinion lexicon, or a file of words: word, tab, then pos, neg, a number or a class.
        One of ``'builtin'``, ``'none'``. If None: builtin where classes are pos and neg.
    override : Contents | None, default None
        File of words that change the lexicon: word, tab, then pos, neg, a number or
        neutral.
    classes : str | Sequence[str] | Mapping[str, float] | None, default None
        Names of the classes. If None: those of the labels or of the lexicon, else neg,pos.
    labels : str | Sequence[str | None] | None, default None
        Field with the labels to learn from, also if every document has one.
    prior : str | Sequence[str] | Mapping[str, float] | None, default None
        Known shares of classes, such as neg=0.8,pos=0.2. If None: from the labels, else
        unknown.
    threshold : float | None, default None
        Give no class to documents below this probability.
    balanced : bool, default False
        Predict all classes equally often; wrong where they are not.
    allow_unlabelled_class : bool, default False
        Accept a class without any labelled word or document.
    uncalibrated : bool, default False
        Leave out the calibration of probabilities.
    vocabulary : int, default 5000
        Number of words that are counted.
    vocabulary_by : str, default "frequency"
        What words are chosen by. One of ``'frequency'``, ``'gain'``.
    min_documents : int | None, default None
        Drop words that occur in fewer documents. If None: 2; 1 below 50 documents.
    rule : str | None, default None
        Update rule of the tri-factorisation. One of ``'plain'``, ``'orth'``, ``'sym'``,
        ``'paper-a'``, ``'paper-a-sqrt'``, ``'paper-d'``, ``'paper-d-sqrt'``. If None:
        plain.
    start : str | None, default None
        Start of the tri-factorisation. One of ``'labels'``, ``'kmeans'``, ``'random'``. If
        None: labels.
    constraint : str | None, default None
        Target of the core of the tri-factorisation. One of ``'closed'``, ``'balanced'``,
        ``'off'``. If None: closed.
    weighting : str | None, default None
        Weighting of the tri-factorisation. One of ``'binidf'``, ``'binary'``, ``'tf'``,
        ``'log'``, ``'tfidf'``. If None: binidf.
    alpha : float | None, default None
        Penalty of words that leave their label.
    beta : float | None, default None
        Penalty of documents that leave their label.
    gamma : float | None, default None
        Penalty of the core that leaves its target.
    iterations : int | None, default None
        Number of iterations; 0 until the objective settles.
    rounds : int | None, default None
        Rounds of pseudo-labels, or of EM.
    share : float | None, default None
        Share of the unlabelled documents that get a pseudo-label.
    pseudo_weight : float | None, default None
        Weight of a pseudo-label against a label.
    c : float | None, default None
        Weight of the losses against the penalty.
    word_clusters : int | None, default None
        Number of word clusters.
    neighbours : int | None, default None
        Nearest documents in the graph; 0 links all.
    load_model : Contents | None, default None
        Use a saved classifier instead of fitting one. Not together with ``save_model``,
        ``labels``, ``classes``, ``prior``.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : recommended: distil, with nbem where both agree or labels say so
    - distil : logistic regression on labels and sure guesses of the tri-factorisation
    - rules : praise and blame read in each text by itself: lexicon, negation, contrast
    - tri : tri-factorisation of documents and words with aligned classes
    - mflk : tri-factorisation from labelled words alone
    - ssmflk : tri-factorisation from labelled words and documents
    - nbem : naive Bayes with labelled words, by EM over unlabelled documents
    - ge : logistic regression whose mean predictions agree with labelled words
    - logistic : logistic regression on labelled documents and words (baseline)
    - svm : linear support vector machine on labelled documents (baseline)
    - nb : multinomial naive Bayes on labelled documents (baseline)
    - grads : least squares on the graph of documents and words (baseline)
    - consistency : local and global consistency on the graph of documents (baseline)
    - harmonic : harmonic functions with class mass normalisation (baseline)
    - green : Green's function of the graph of documents (baseline)
    - centroid : k-means on the votes of labelled words (baseline)
    - kmeans : k-means clusters named by the labels (baseline)
    - tnmf : tri-factorisation without labels, clusters named by the labels (baseline)
    - itcc : information-theoretic co-clustering, named by the labels (baseline)
    - ecc : squared-residue co-clustering, named by the labels (baseline)
    - vote : labelled words of each class counted (baseline)
    - majority : the most frequent class for every document (baseline)
    """
    return ask(ClassifyResult, "classify", "documents", _CLASSIFY, _CLASSIFY_USUAL, dict(locals()))


_CLASSIFY: dict[str, Kind] = {
    "save_model": ("output_file", None),
    "method": ("method", None),
    "paper": ("switch", None),
    "stop_words": ("file", None),
    "lexicon": ("name_or_file", ["builtin", "none"]),
    "override": ("file", None),
    "classes": ("list", None),
    "labels": ("label_field", None),
    "prior": ("list", None),
    "threshold": ("number", None),
    "balanced": ("switch", None),
    "allow_unlabelled_class": ("switch", None),
    "uncalibrated": ("switch", None),
    "vocabulary": ("count", None),
    "vocabulary_by": ("choice", ["frequency", "gain"]),
    "min_documents": ("count", None),
    "rule": ("choice", ["plain", "orth", "sym", "paper-a", "paper-a-sqrt", "paper-d", "paper-d-sqrt"]),
    "start": ("choice", ["labels", "kmeans", "random"]),
    "constraint": ("choice", ["closed", "balanced", "off"]),
    "weighting": ("choice", ["binidf", "binary", "tf", "log", "tfidf"]),
    "alpha": ("number", None),
    "beta": ("number", None),
    "gamma": ("number", None),
    "iterations": ("count", None),
    "rounds": ("count", None),
    "share": ("number", None),
    "pseudo_weight": ("number", None),
    "c": ("number", None),
    "word_clusters": ("count", None),
    "neighbours": ("count", None),
    "load_model": ("file", None),
}
_CLASSIFY_USUAL: dict[str, object] = {
    "save_model": None,
    "method": "auto",
    "paper": False,
    "stop_words": None,
    "lexicon": None,
    "override": None,
    "classes": None,
    "labels": None,
    "prior": None,
    "threshold": None,
    "balanced": False,
    "allow_unlabelled_class": False,
    "uncalibrated": False,
    "vocabulary": 5000,
    "vocabulary_by": "frequency",
    "min_documents": None,
    "rule": None,
    "start": None,
    "constraint": None,
    "weighting": None,
    "alpha": None,
    "beta": None,
    "gamma": None,
    "iterations": None,
    "rounds": None,
    "share": None,
    "pseudo_weight": None,
    "c": None,
    "word_clusters": None,
    "neighbours": None,
    "load_model": None,
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}


def events(
    messages: Texts,
    times: Sequence[object] | None = None,
    *,
    method: str = "auto",
    paper: bool = False,
    profile: str | None = None,
    participants: Contents | None = None,
    false_alarms: float | None = None,
    context: str | None = None,
    quotes: int | None = None,
    keep_reposts: bool = False,
    keep_duplicates: bool = False,
    lateness: float | None = None,
    lang: str | None = None,
    input_format: str | None = None,
    text_field: str = "text",
    id_field: str = "id",
    time_field: str = "time",
    label_field: str | None = None,
    json_path: str | None = None,
    keep_all: bool = False,
    by_thread: bool = False,
    encoding: str | None = None,
    max_file_bytes: int | None = None,
    max_line_bytes: int | None = None,
    max_token_bytes: int | None = None,
    max_archive_files: int | None = None,
    max_archive_depth: int | None = None,
    max_archive_ratio: int | None = None,
    strict: bool = False,
    time_zone: str | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Report = False,
) -> EventsResult:
    """Find what happened in a stream of messages, when, and about whom.

    Parameters
    ----------
    messages : Texts
        Messages: a table or a list of dicts with text and time, or texts with ``times``
        beside, or a ``pathlib.Path`` of JSON lines, CSV or mail.
    times : Sequence[object] | None
        When each of the texts was written.
    method : str, default "auto"
        Detection method.
    paper : bool, default False
        Use the closest form to the method's paper; the guide page lists the departures.
    profile : str | None, default None
        Set of defaults to start from. One of ``'auto'``, ``'paper'``, ``'stream'``. If
        None: auto.
    participants : Contents | None, default None
        File of participants, one a line: a name, then other names of the same after commas.
    false_alarms : float | None, default None
        Events by chance alone that you put up with in the whole stream: lower for fewer and
        surer events. If None: 0.01.
    context : str | None, default None
        Where words around two names must agree for both to be one participant. One of
        ``'local'``, ``'global'``, ``'none'``. If None: local.
    quotes : int | None, default None
        Most messages to quote for each event. If None: 3.
    keep_reposts : bool, default False
        Use messages that repeat others, too.
    keep_duplicates : bool, default False
        Use copies of a text within ten minutes, too.
    lateness : float | None, default None
        Seconds that a running stream, or the profile stream, waits for messages out of
        order. If None: 10.
    lang : str | None, default None
        Code of the language, such as ``'en'``; detected if None.
    input_format : str | None, default None
        Format of files; by their endings if None.
    text_field : str, default "text"
        Column or key with the text.
    id_field : str, default "id"
        Column or key with the id.
    time_field : str, default "time"
        Column or key with the time.
    label_field : str | None, default None
        Column or key with the label; ``label`` or ``labels`` if None.
    json_path : str | None, default None
        Where the documents are in a JSON file.
    keep_all : bool, default False
        Read licences, page numbers and shared notices in files as text, too.
    by_thread : bool, default False
        Make one document of each thread of a mailbox.
    encoding : str | None, default None
        Encoding of files; detected if None.
    max_file_bytes : int | None, default None
        Largest file that is read.
    max_line_bytes : int | None, default None
        Longest line that is read.
    max_token_bytes : int | None, default None
        Longest word that is read.
    max_archive_files : int | None, default None
        Most files of an archive that are read.
    max_archive_depth : int | None, default None
        Archives inside archives that are opened, at most.
    max_archive_ratio : int | None, default None
        Most times its packed size that a file may have.
    strict : bool, default False
        Raise if a line is no message, instead of counting such lines.
    time_zone : str | None, default None
        Zone of times that name none, such as ``'Europe/Lisbon'``.
    seed : int, default 0
        Every random draw derives from it.
    threads : int | None, default None
        Number of threads, which changes no result; one a core if None.
    progress : bool | Report, default False
        Show progress, or a function that is called with stage, steps done, steps in all and
        objective.

    Notes
    -----
    Methods:

    - auto : recommended: the mixture on every stream, candidates tested, merged by words
    - mixture : mixture of time and words on the messages of each participant
    - spike : spikes in the volume of all messages (baseline)
    - participant-spike : spikes in the volume of each participant's messages (baseline)
    """
    return ask(EventsResult, "events", "messages", _EVENTS, _EVENTS_USUAL, dict(locals()))


_EVENTS: dict[str, Kind] = {
    "method": ("method", None),
    "paper": ("switch", None),
    "profile": ("choice", ["auto", "paper", "stream"]),
    "participants": ("file", None),
    "false_alarms": ("number", None),
    "context": ("choice", ["local", "global", "none"]),
    "quotes": ("count", None),
    "keep_reposts": ("switch", None),
    "keep_duplicates": ("switch", None),
    "lateness": ("number", None),
}
_EVENTS_USUAL: dict[str, object] = {
    "method": "auto",
    "paper": False,
    "profile": None,
    "participants": None,
    "false_alarms": None,
    "context": None,
    "quotes": None,
    "keep_reposts": False,
    "keep_duplicates": False,
    "lateness": None,
    "lang": None,
    "input_format": None,
    "text_field": "text",
    "id_field": "id",
    "time_field": "time",
    "label_field": None,
    "json_path": None,
    "keep_all": False,
    "by_thread": False,
    "encoding": None,
    "max_file_bytes": None,
    "max_line_bytes": None,
    "max_token_bytes": None,
    "max_archive_files": None,
    "max_archive_depth": None,
    "max_archive_ratio": None,
    "strict": False,
    "time_zone": None,
    "seed": 0,
    "threads": None,
    "progress": False,
}
