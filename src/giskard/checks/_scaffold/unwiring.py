"""Taking one name out of an `__init__`: its import and its entry in `__all__`; every other byte stays."""

import ast
from dataclasses import dataclass

from giskard.checks._scaffold.init_source import InitSource, edited, source_of
from giskard.checks._scaffold.name_list import EXPORTS, IMPORTS, Item, NameList
from giskard.checks._scaffold.wiring import keyword_end


def unwired(content: bytes, path: str, module: str, name: str) -> bytes:
    """Return the content of an `__init__` that neither imports `name` from `module` nor exports it.

    What is not there is no error, so that doing it twice changes nothing the second time.

    Parameters
    ----------
    content
        The file as it is.
    path
        Its name, for messages.
    module
        What the name is imported from, as it is written.
    name
        The class.

    Raises
    ------
    UserError
        The file does not parse, or has a shape that cannot be edited safely; the message gives the edit to make.
    """
    by_hand = f"Please take `from {module} import {name}` and {name!r} in __all__ out by hand, then run it again."
    return edited(
        content,
        path,
        by_hand,
        lambda text: _Init(text, path).without_import(module, name),
        lambda text: _Init(text, path).without_export(name),
    )


@dataclass(frozen=True)
class _Init(InitSource):
    def without_import(self, module: str, name: str) -> str:
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and source_of(node) == module:
                items = [Item(alias.name, *self.span(alias)) for alias in node.names]
                if [item.name for item in items] == [name]:
                    start, end = self.lines(node)
                    return self.text[:start] + self.text[end:]
                if any(item.name == name for item in items):
                    start, end = self.span(node)
                    return NameList(self.text, keyword_end(self.text, start), end, items, IMPORTS).removed(name)
        return self.text

    def without_export(self, name: str) -> str:
        value = self.exports()
        items = self.items(value) if value else []
        if value is None or all(item.name != name for item in items):
            return self.text
        start, end = self.span(value)
        if len(items) == 1:
            empty = "()" if isinstance(value, ast.Tuple) else "[]"
            return f"{self.text[:start]}{empty}{self.text[end:]}"
        return NameList(self.text, start, end, items, EXPORTS).removed(name)
