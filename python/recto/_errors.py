"""Why a call gives no result."""


class Error(Exception):
    """Whatever recto raises, apart from ``KeyboardInterrupt`` and ``TypeError``."""


class RequestError(Error, ValueError):
    """A keyword has a value that it cannot have; the message says what it must be."""


class InputError(Error, ValueError):
    """What was given to be read cannot be used; the message says which of it, and why."""


class InternalError(Error, RuntimeError):
    """A fault of recto itself. Please report it with the message."""


class RectoWarning(UserWarning):
    """Some documents could not be used; the others were."""
