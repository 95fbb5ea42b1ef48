"""The version, where both the package and its build read it."""

__version__ = "2.0.0"
