"""The splitter, by itself and with the documents of a retrieval framework."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

import pytest
from langchain_core.documents import BaseDocumentTransformer, Document

from conftest import BREAD, SEA
from recto import RequestError, TextSplitter

TEXT = SEA * 3 + "\n\n" + BREAD * 3


def test_pieces_are_the_exact_text_in_order() -> None:
    splitter = TextSplitter(max_words=60)
    pieces = splitter.split_text(TEXT)
    offsets = splitter.split_offsets(TEXT)
    assert [TEXT[start:end] for start, end in offsets] == pieces and len(pieces) > 2
    assert all(end <= start for (_, end), (start, _) in zip(offsets, offsets[1:]))
    assert "".join("".join(pieces).split()) == "".join(TEXT.split())
    assert all(len(piece.split()) <= 60 for piece in pieces)


def test_texts_without_words_have_no_pieces() -> None:
    splitter = TextSplitter()
    assert splitter.split_text("") == splitter.split_text(" \n ") == []
    assert splitter.split_documents([]) == []
    assert [one["page_content"] for one in splitter.create_documents(["", "Nets dry."])] == [
        "Nets dry."
    ]


def test_documents_of_langchain() -> None:
    documents = [Document(page_content=TEXT, metadata={"source": "a"}, id="x"), Document("")]
    pieces = TextSplitter(max_words=60).split_documents(documents)
    assert all(isinstance(piece, Document) for piece in pieces) and len(pieces) > 2
    for piece in pieces:
        place = slice(piece.metadata["start_index"], piece.metadata["end_index"])
        assert TEXT[place] == piece.page_content
        assert piece.metadata["source"] == "a" and piece.metadata["title"]
    assert documents[0].metadata == {"source": "a"}, "what was given stays as it was"


def test_names_are_those_of_langchain() -> None:
    # A transformer of documents there has this method, which calls ours.
    names = {name for name in vars(BaseDocumentTransformer) if name == "transform_documents"}
    assert names and all(hasattr(TextSplitter, name) for name in names)
    documents = [Document(page_content=TEXT)]
    splitter = TextSplitter(max_words=60)
    assert splitter.transform_documents(documents) == splitter.split_documents(documents)


@dataclass
class Own:
    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)


def test_documents_of_any_kind() -> None:
    splitter = TextSplitter(max_words=60)
    own = splitter.split_documents([Own(TEXT, {"n": 1})])
    as_dicts = splitter.split_documents([{"page_content": TEXT, "metadata": {"n": 1}}])
    assert [one.page_content for one in own] == [one["page_content"] for one in as_dicts]
    assert own[0].metadata == as_dicts[0]["metadata"] and own[0].metadata["n"] == 1
    made = splitter.create_documents([TEXT], [{"n": 1}])
    assert made == as_dicts


def test_wrong_things_are_refused() -> None:
    with pytest.raises(TypeError, match="page_content is of type int"):
        TextSplitter().split_documents([Own(3)])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 texts and 2 metadatas"):
        TextSplitter().create_documents([TEXT], [{}, {}])
    with pytest.raises(RequestError, match="method bogus"):
        TextSplitter(method="bogus").split_text(TEXT)


def test_no_framework_is_imported() -> None:
    code = (
        "import sys, recto; recto.TextSplitter().split_text('Nets dry. Boats come in.'); "
        "print([name for name in ('langchain_core', 'sklearn', 'pandas', 'pyarrow', 'numpy') "
        "if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
