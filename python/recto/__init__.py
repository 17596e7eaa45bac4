"""recto reads a pile of text before you do.

One function a question: where topics change (``segment``), who wrote which sentences
(``authors``), what a collection is about (``topics``), what is worth reading (``summarize``),
how groups differ (``compare``), what supports what (``align``), which opinion or class
(``classify``), what happened when (``events``), and all of it at once (``read``).
"""

from ._errors import Error, InputError, InternalError, RectoWarning, RequestError
from ._functions import *
from ._functions import __all__ as _functions
from ._replicate import replicate
from ._result import Record, Result
from ._version import __version__
from .splitter import TextSplitter

__all__ = [
    "Error",
    "InputError",
    "InternalError",
    "Record",
    "RectoWarning",
    "RequestError",
    "Result",
    "TextSplitter",
    "__version__",
    "evaluate",
    "replicate",
    *_functions,
]

from . import evaluate
