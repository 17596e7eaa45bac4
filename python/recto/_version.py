"""The version of recto, which every result names."""

from ._recto import VERSION as __version__

__all__ = ["__version__"]
