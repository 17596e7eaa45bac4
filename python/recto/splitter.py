"""A text splitter for retrieval, with the method names that frameworks know.

It needs none of them: documents that it makes are of the kind that it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, TypeVar

from ._functions import segment
from ._records import SegmentSegment

D = TypeVar("D")


class TextSplitter:
    """Cuts texts into pieces where their topics change.

    Parameters
    ----------
    min_words, max_words : int | None
        The words of a piece, at least and at most; None leaves it to the method.
    seed : int, default 0
        Every random draw derives from it.
    **keywords
        Any other keyword of :func:`recto.segment`.
    """

    def __init__(
        self,
        *,
        min_words: int | None = None,
        max_words: int | None = None,
        seed: int = 0,
        **keywords: Any,
    ) -> None:
        self.min_words = min_words
        self.max_words = max_words
        self.seed = seed
        self.keywords = keywords

    def split_text(self, text: str) -> list[str]:
        """The pieces of a text, in order; none of a text without words."""
        return [text[one.start : one.end] for one in self._pieces([text])[0]]

    def split_offsets(self, text: str) -> list[tuple[int, int]]:
        """First and last place, exclusive, of each piece."""
        return [(one.start, one.end) for one in self._pieces([text])[0]]

    def create_documents(
        self, texts: Sequence[str], metadatas: Sequence[dict[str, Any]] | None = None
    ) -> list[dict[str, Any]]:
        """Pieces as dicts with ``page_content`` and ``metadata``."""
        pieces = self._pieces(list(texts))
        known = metadatas or [{} for _ in texts]
        if len(known) != len(pieces):
            raise ValueError(f"{len(pieces)} texts and {len(known)} metadatas")
        return [
            {"page_content": text[one.start : one.end], "metadata": {**own, **_places(one)}}
            for text, own, found in zip(texts, known, pieces, strict=True)
            for one in found
        ]

    def split_documents(self, documents: Iterable[D]) -> list[D]:
        """Pieces of documents, each a document of the same kind.

        A document has ``page_content`` and ``metadata``, as attributes or as keys. Metadata of
        a piece is that of its document, with ``start_index``, ``end_index`` and ``title``.
        """
        given = list(documents)
        texts = [_content(one) for one in given]
        return [
            _piece(document, text[one.start : one.end], _places(one))
            for document, text, found in zip(given, texts, self._pieces(texts), strict=True)
            for one in found
        ]

    def transform_documents(self, documents: Sequence[D], **_: Any) -> Sequence[D]:
        """The same as ``split_documents``, under another name that frameworks use."""
        return self.split_documents(documents)

    def _pieces(self, texts: list[str]) -> list[list[SegmentSegment]]:
        filled = {str(at): text for at, text in enumerate(texts) if text.strip()}
        if not filled:
            return [[] for _ in texts]
        found = segment(
            filled,
            min_words=self.min_words,
            max_words=self.max_words,
            seed=self.seed,
            **self.keywords,
        )
        by_id = {one.id: one.segments for one in found.documents}
        return [by_id.get(str(at), []) for at in range(len(texts))]


def _places(piece: SegmentSegment) -> dict[str, Any]:
    return {"start_index": piece.start, "end_index": piece.end, "title": piece.title}


def _content(document: Any) -> str:
    text = document["page_content"] if isinstance(document, dict) else document.page_content
    if not isinstance(text, str):
        raise TypeError(f"page_content is of type {type(text).__name__}, not a str")
    return text


def _piece(document: Any, text: str, places: dict[str, Any]) -> Any:
    if isinstance(document, dict):
        metadata = {**document.get("metadata", {}), **places}
        return {**document, "page_content": text, "metadata": metadata}
    metadata = {**(document.metadata or {}), **places}
    if hasattr(document, "model_copy"):
        return document.model_copy(update={"page_content": text, "metadata": metadata})
    piece = copy(document)
    piece.page_content = text
    piece.metadata = metadata
    return piece
