"""A topic model of all documents of a DataFrame.

Documents stay with the executors, as counts of terms and shares of topics in two columns of
bytes. An iteration sends the word distributions of topics to the executors, and the sums that
their documents give come back; the driver holds these and the vocabulary.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Self

import pyarrow as pa
from pyspark import StorageLevel, TaskContext
from pyspark.sql import functions as F

from .._ask import numbers
from .._errors import RectoWarning, RequestError
from .._recto import (
    NativeCounter,
    NativeFit,
    NativeStep,
    NativeTermCounts,
    NativeTopics,
    merge_statistics,
    merge_term_counts,
)
from ._columns import transform
from ._frames import binary, chunk, text_column

#: Partitions above which sums are added up by executors before they reach the driver.
_MANY = 16
#: Iterations after which documents are written to the checkpoint folder: a lost executor
#: costs as many at most, and the plan of a query grows no longer.
_EVERY = 10
#: Bytes of the largest sum: a cell of Spark ends at 2 GiB.
_LARGEST = 1 << 30
#: Documents of a partition that have places of their own.
_PLACES = 1 << 33

_PART = "place long, packed binary, missing long"
_DOCUMENT = "place long, counts binary, n_values long"
_STEPPED = "place long, counts binary, topics binary, packed binary"


class TopicModel:
    """The default model of :func:`recto.topics`, fitted over a DataFrame.

    It is the model that one process would fit to the same documents in the same order, but for
    the last digits of sums. Where options that are missing here are needed, fit a sample with
    :func:`recto.topics`, and use it on all documents by :func:`recto.spark.transform`.

    Parameters
    ----------
    n_topics : int
        Number of topics. It must be given: choosing it takes documents that one process has.
    iterations : int | None, default None
        Iterations at most; None is 100.
    tolerance : float | None, default None
        Relative gain of the objective below which the fit ends; None is 0.00001.
    min_documents : int | None, default None
        Words in fewer documents are left out; None decides by the number of documents.
    max_share : float, default 1.0
        Words in more than this part of the documents are left out.
    lang : str | None, default None
        The language of all documents; None detects each one's.
    seed : int, default 0
        The seed.
    checkpoint_dir : str | None, default None
        A folder that the driver and all executors see, for what must not be lost with an
        executor; what the fit writes there is removed when it ends. None takes the checkpoint
        folder of the session, or a temporary folder where Spark runs on this machine alone.

    Attributes
    ----------
    model_ : bytes
        The model, as ``recto.topics(load_model=...)`` and ``save_model`` have it.
    history_ : list of float
        The objective before each iteration.
    has_converged_ : bool
        Whether the fit ended by its tolerance.
    n_documents_ : int
        Number of documents.
    labels_, vocabulary_ : list of str
        Labels of the topics, and the terms.
    """

    def __init__(
        self,
        n_topics: int,
        *,
        iterations: int | None = None,
        tolerance: float | None = None,
        min_documents: int | None = None,
        max_share: float = 1.0,
        lang: str | None = None,
        seed: int = 0,
        checkpoint_dir: str | None = None,
    ) -> None:
        self.n_topics = n_topics
        self.iterations = iterations
        self.tolerance = tolerance
        self.min_documents = min_documents
        self.max_share = max_share
        self.lang = lang
        self.seed = seed
        self.checkpoint_dir = checkpoint_dir

    def fit(self, df: Any, text: str = "text") -> Self:
        """Finds topics in the texts of a column; rows whose text is null are left out."""
        text_column(df, text)
        request, seed = self._request()
        how = json.dumps({} if self.lang is None else {"lang": self.lang})
        # An unknown language is told before any work begins.
        NativeTermCounts().push([chunk(pa.array(["a"]))], how)
        context = df.sparkSession.sparkContext
        texts = df.select(F.col(f"`{text}`").alias("text"))
        with _CheckpointFolder(context, self.checkpoint_dir):
            packed, missing = _count_terms(texts, how)
            if missing:
                warnings.warn(
                    f"{missing} rows have no text in {text!r}; they were left out",
                    RectoWarning,
                    stacklevel=2,
                )
            fit = NativeFit(packed, request, seed)
            del packed
            self._check_size(fit)
            documents = _count_documents(texts, fit, how)
            try:
                self._fit_all(fit, documents)
            finally:
                documents.unpersist()
        return self

    def transform(self, df: Any, text: str = "text", *, to: str = "topics") -> Any:
        """Adds the share of each topic; see :func:`recto.spark.transform`."""
        keywords = {} if self.lang is None else {"lang": self.lang}
        return transform(df, self._fitted(), text, to=to, **keywords)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model to a file of the driver's, for ``load_model``."""
        from pathlib import Path

        from .._keywords import write_whole

        write_whole(Path(path), self._fitted())

    @property
    def vocabulary_(self) -> list[str]:
        return NativeTopics.load(self._fitted()).terms()

    @property
    def labels_(self) -> list[str]:
        return NativeTopics.load(self._fitted()).labels()

    def _fitted(self) -> bytes:
        model: bytes | None = getattr(self, "model_", None)
        if model is None:
            raise RequestError("the model has no topics yet; call fit first")
        return model

    def _request(self) -> tuple[str, int]:
        if not isinstance(self.n_topics, int) or isinstance(self.n_topics, bool):
            raise RequestError(
                f"n_topics={self.n_topics!r} must be a whole number; to have it chosen, give "
                "recto.topics a sample of the documents"
            )
        if self.n_topics < 1:
            raise RequestError(f"n_topics={self.n_topics} must be at least 1")
        seed, _ = numbers({"seed": self.seed, "threads": None})
        names = ("iterations", "tolerance", "min_documents", "max_share")
        request = {"topics": self.n_topics, **{name: getattr(self, name) for name in names}}
        return json.dumps(request), seed

    def _check_size(self, fit: NativeFit) -> None:
        size = fit.n_terms() * self.n_topics * 8
        if size > _LARGEST:
            raise RequestError(
                f"{self.n_topics} topics of {fit.n_terms()} words take {size >> 20} MiB, more "
                f"than {_LARGEST >> 20}; lower n_topics or raise min_documents"
            )

    def _fit_all(self, fit: NativeFit, documents: Any) -> None:
        """Fits as often as the model does in one process, and keeps the best."""
        sizes = _sizes(documents)
        n_documents = sum(n for _, n, _ in sizes)
        best: float | None = None
        for member in range(fit.n_fits(sum(values for _, _, values in sizes))):
            places = [_place(sizes, at) for at in fit.draw(member, n_documents)]
            fit.begin(_rows_at(documents, places))
            tokens = _iterate(fit, documents)
            history = fit.history()
            if best is None or history[-1] > best:
                best = history[-1]
                self.history_ = history
                self.has_converged_ = fit.has_converged()
                self.model_ = fit.finish(fit.parameters(), tokens)
        self.n_documents_ = n_documents


def _count_terms(texts: Any, how: str) -> tuple[bytes, int]:
    """The counts of all terms, and the number of rows without a text."""

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        counted, missing = NativeTermCounts(), 0
        for batch in batches:
            column = batch.column(0)
            missing += column.null_count
            counted.push([chunk(column.drop_null())], how)
        yield _row(_partition(), counted.pack(), missing)

    rows = _gathered(texts.mapInArrow(count, _PART), texts, merge_term_counts)
    return merge_term_counts([bytes(row.packed) for row in rows]), sum(row.missing for row in rows)


def _count_documents(texts: Any, fit: NativeFit, how: str) -> Any:
    """Every document in the terms of the fit; kept where no executor can take it along."""
    terms = texts.sparkSession.sparkContext.broadcast(fit.terms())

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        counter = NativeCounter(terms.value)
        place = _partition() * _PLACES
        for batch in batches:
            column = batch.column(0).drop_null()
            counts, values = counter.count([chunk(column)], how)
            places = pa.array(range(place, place + len(column)), pa.int64())
            place += len(column)
            arrays = [places, binary(counts), pa.array(values, pa.int64())]
            yield pa.RecordBatch.from_arrays(arrays, ["place", "counts", "n_values"])

    counted = texts.mapInArrow(count, _DOCUMENT).persist(StorageLevel.MEMORY_AND_DISK)
    documents = counted.checkpoint()
    counted.unpersist()
    terms.destroy()
    return documents.persist(StorageLevel.MEMORY_AND_DISK)


def _sizes(documents: Any) -> list[tuple[int, int, int]]:
    """Partition, documents and counts of the segments of each partition, in order."""
    partition = F.shiftright("place", 33).alias("partition")
    sums = [F.count("*").alias("n"), F.sum("n_values").alias("values")]
    rows = documents.groupBy(partition).agg(*sums).collect()
    return sorted((row.partition, row.n, row["values"]) for row in rows)


def _place(sizes: list[tuple[int, int, int]], at: int) -> int:
    """The place of a document from its number among all."""
    for partition, n, _ in sizes:
        if at < n:
            return partition * _PLACES + at
        at -= n
    raise IndexError(at)


def _rows_at(documents: Any, places: list[int]) -> list[bytes]:
    """The counts of the documents at these places."""
    found = documents.where(F.col("place").isin(sorted(set(places)))).collect()
    counts = {row.place: bytes(row.counts) for row in found}
    return [counts[place] for place in places]


def _iterate(fit: NativeFit, documents: Any) -> list[float]:
    """Iterates to the end; returns the expected tokens of each topic."""
    context = documents.sparkSession.sparkContext
    state = documents.select("place", "counts")
    held: list[Any] = []
    sent: list[Any] = []
    while True:
        sent.append(context.broadcast(fit.parameters()))
        stepped = state.mapInArrow(_step(sent[-1]), _STEPPED)
        stepped = stepped.persist(StorageLevel.MEMORY_AND_DISK)
        held.append(stepped)
        sums = stepped.where("packed is not null").select("place", "packed", F.lit(0).alias("missing"))
        for row in _gathered(sums, stepped, merge_statistics):
            fit.add(bytes(row.packed))
        fit.update()
        state = stepped.where("packed is null").select("place", "counts", "topics")
        if fit.is_done():
            tokens = _tokens(fit, state)
            _let_go(held, sent)
            return tokens
        if len(sent) == _EVERY:
            state = state.checkpoint()
            _let_go(held, sent)
        else:
            # What it was made from is made again, should it be lost.
            for earlier in held[:-1]:
                earlier.unpersist()
            del held[:-1]


def _step(parameters: Any) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def step(batches: Iterator[Any]) -> Iterator[Any]:
        model = NativeStep(parameters.value)
        names = ["place", "counts", "topics", "packed"]
        for batch in batches:
            counts = batch.column(1)
            before = chunk(batch.column(2)) if batch.num_columns > 2 else None
            topics = binary(model.step(chunk(counts), before))
            none = pa.nulls(len(counts), pa.binary())
            yield pa.RecordBatch.from_arrays([batch.column(0), counts, topics, none], names)
        packed = model.statistics()
        if packed is not None:
            none = pa.nulls(1, pa.binary())
            place = pa.array([_partition()], pa.int64())
            arrays = [place, none, none, pa.array([packed], pa.binary())]
            yield pa.RecordBatch.from_arrays(arrays, names)

    return step


def _tokens(fit: NativeFit, state: Any) -> list[float]:
    """Expected tokens of topics in all documents, added in the order of partitions."""
    parameters = state.sparkSession.sparkContext.broadcast(fit.parameters())

    def weigh(batches: Iterator[Any]) -> Iterator[Any]:
        model = NativeStep(parameters.value)
        for batch in batches:
            model.weigh(chunk(batch.column(1)), chunk(batch.column(2)))
        places = pa.array([_partition()], pa.int64())
        tokens = pa.array([model.tokens()], pa.list_(pa.float64()))
        yield pa.RecordBatch.from_arrays([places, tokens], ["place", "tokens"])

    rows = state.mapInArrow(weigh, "place long, tokens array<double>").collect()
    parameters.destroy()
    rows.sort(key=lambda row: row.place)
    return [math.fsum(column) for column in zip(*(row.tokens for row in rows), strict=True)]


def _gathered(sums: Any, frame: Any, merge: Callable[[list[bytes]], bytes]) -> list[Any]:
    """One sum a partition in their order; of many partitions, one for several of them."""
    n_partitions = frame.rdd.getNumPartitions()
    if n_partitions > _MANY:
        width = math.isqrt(n_partitions)

        def merged(rows: Any) -> Any:
            rows = rows.sort_by("place")
            packed = merge(rows["packed"].to_pylist())
            missing = sum(rows["missing"].to_pylist())
            return pa.Table.from_batches([_row(rows["place"][0].as_py(), packed, missing)])

        group = (F.col("place") / width).cast("long").alias("group")
        sums = sums.groupBy(group).applyInArrow(merged, _PART)
    rows: list[Any] = sums.collect()
    rows.sort(key=lambda row: row.place)
    return rows


def _row(place: int, packed: bytes, missing: int) -> Any:
    arrays = [
        pa.array([place], pa.int64()),
        pa.array([packed], pa.binary()),
        pa.array([missing], pa.int64()),
    ]
    return pa.RecordBatch.from_arrays(arrays, ["place", "packed", "missing"])


def _partition() -> int:
    context = TaskContext.get()
    return int(context.partitionId()) if context is not None else 0


def _let_go(held: list[Any], sent: list[Any]) -> None:
    for frame in held:
        frame.unpersist()
    for parameters in sent:
        parameters.destroy()
    held.clear()
    sent.clear()


class _CheckpointFolder:
    """A checkpoint folder for one fit."""

    #: Folders that a fit set, which none of the user's are.
    _own: set[str] = set()

    def __init__(self, context: Any, given: str | None) -> None:
        self.context = context
        self.given = given
        self.temporary: str | None = None

    def __enter__(self) -> None:
        there = self.context.getCheckpointDir()
        if self.given is None and there is not None and there not in self._own:
            return
        if self.given is None:
            if not self.context.master.startswith("local"):
                raise RequestError(
                    "checkpoint_dir is needed on a cluster: give a folder that the driver and all "
                    "executors see, or set one with spark.sparkContext.setCheckpointDir"
                )
            self.temporary = tempfile.mkdtemp(prefix="recto-")
        self.context.setCheckpointDir(self.given or self.temporary)
        self._own.add(self.context.getCheckpointDir())

    def __exit__(self, *error: Any) -> None:
        if self.temporary is not None:
            shutil.rmtree(self.temporary, ignore_errors=True)
        elif self.given is not None:
            path = self.context._jvm.org.apache.hadoop.fs.Path(self.context.getCheckpointDir())
            path.getFileSystem(self.context._jsc.hadoopConfiguration()).delete(path, True)
