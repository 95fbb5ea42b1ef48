"""The sentinel for "not given", from the one place that does not warn about it."""

from pydantic_core import MISSING

__all__ = ["MISSING"]
