"""Enochian chess: its rules, readings, journals and simulations."""

from . import _enochian
from ._enochian import *

__all__ = sorted(name for name in _enochian.__all__ if not name.startswith("_"))
