"""What Python only warns about in somebody's source is no concern of the linter or the generator."""

import warnings

from giskard.checks._lint.module import syntax_tree
from giskard.checks._scaffold.wiring import wired


def test_an_unknown_escape_is_not_spoken_of() -> None:
    source = '_PATTERN = "\\d"\n'
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        syntax_tree(source)
        assert b"import Mine" in wired(source.encode(), "__init__.py", "acme.builtin", "Mine")
