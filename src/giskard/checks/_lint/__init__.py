"""The convention linter: reads the source of a package's checks, never runs it."""
