"""The command line: the only room that prints, asks or exits."""

from giskard.checks._cli.main import main

__all__ = ["main"]
