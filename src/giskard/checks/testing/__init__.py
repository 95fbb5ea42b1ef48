"""What tests of agents import: a spy on the functions that an agent calls."""

from giskard.checks.testing.spy import WithSpy

__all__ = ["WithSpy"]
