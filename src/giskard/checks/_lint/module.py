"""A file as its source shows it: classes, fields, and where its names come from. Nothing is imported or run."""

import ast
import io
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeGuard

from giskard.checks.core.exceptions import UserError


@dataclass(frozen=True)
class Field:
    """An annotated attribute of a class, with the expressions of its default and of its description, None for none."""

    name: str
    annotation: ast.expr
    default: ast.expr | None
    description: ast.expr | None
    owner: "Class"
    line: int
    offset: int


@dataclass(frozen=True, eq=False)
class Class:
    """A class definition."""

    name: str
    module: "Module"
    node: ast.ClassDef

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The class's own fields by name, without class variables and private attributes."""
        found: dict[str, Field] = {}
        for node in self.node.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                name = node.target.id
                if not name.startswith("_") and not _is_class_variable(node.annotation):
                    place = (node.lineno, node.col_offset)
                    found[name] = Field(name, node.annotation, *self._default_and_description(node), self, *place)
        return found

    @cached_property
    def methods(self) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
        """The functions defined in the class by name."""
        return {n.name: n for n in self.node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}

    @cached_property
    def assigned(self) -> set[str]:
        """The names that the class body assigns without an annotation."""
        targets = [target for node in self.node.body if isinstance(node, ast.Assign) for target in node.targets]
        return {target.id for target in targets if isinstance(target, ast.Name)}

    @property
    def dotted(self) -> str:
        """Module and name."""
        return f"{self.module.name}.{self.name}"

    def _default_and_description(self, node: ast.AnnAssign) -> tuple[ast.expr | None, ast.expr | None]:
        """Return what a field is when it is not given: what `= value` says, or `Field(...)` there or in `Annotated`."""
        value, description = node.value, None
        if value is None:
            value = next((part for part in ast.walk(node.annotation) if self._is_field_call(part)), None)
        if value and self._is_field_call(value):
            named = {keyword.arg: keyword.value for keyword in value.keywords}
            description = named.get("description")
            value = named.get("default") or named.get("default_factory") or next(iter(value.args), None)
        return (None if isinstance(value, ast.Constant) and value.value is ... else value), description

    def _is_field_call(self, node: ast.AST) -> TypeGuard[ast.Call]:
        if not isinstance(node, ast.Call):
            return False
        name = dotted_name(node.func)
        return self.module.names.get(name, name).endswith("Field")


@dataclass(eq=False)
class Module:
    """A parsed file: `names` tells for each global name where it comes from, `values` what was assigned to it.

    `imported` are the modules and names that importing it imports, `stars` the modules it takes all names from.
    """

    name: str
    path: Path
    text: str
    tree: ast.Module
    is_package: bool
    names: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[str, ast.expr] = field(default_factory=dict[str, ast.expr])
    classes: dict[str, Class] = field(default_factory=dict[str, Class])
    imported: set[str] = field(default_factory=set[str])
    stars: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        for node, runs in global_statements(self.tree.body):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._record_import(node, runs)
            elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                self.names[node.name] = f"{self.name}.{node.name}"
                if isinstance(node, ast.ClassDef):
                    self.classes[node.name] = Class(node.name, self, node)
            elif isinstance(node, ast.Assign | ast.AnnAssign | ast.TypeAlias):
                self._record_value(node)

    def _record_import(self, node: ast.Import | ast.ImportFrom, runs: bool) -> None:
        source = self.absolute(node) if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            dotted = f"{source}.{alias.name}" if source else alias.name
            if runs:
                self.imported |= {source, dotted} if source else {dotted}
            if isinstance(node, ast.Import) and not alias.asname:
                dotted = dotted.partition(".")[0]  # `import a.b` binds `a`
            if alias.name == "*":
                self.stars.append(source)
                continue
            self.names[alias.asname or dotted.rpartition(".")[2]] = dotted

    def _record_value(self, node: ast.Assign | ast.AnnAssign | ast.TypeAlias) -> None:
        if isinstance(node, ast.TypeAlias):
            targets: list[ast.expr] = [node.name]
        else:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and node.value is not None:
                self.values[target.id] = node.value

    def absolute(self, node: ast.ImportFrom) -> str:
        """Return the module that a `from ... import` names, relative ones made absolute."""
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        base = parts[: len(parts) - node.level + (1 if self.is_package else 0)]
        return ".".join([*base, node.module] if node.module else base)


def global_statements(body: Iterable[ast.stmt], runs: bool = True) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the statements of a module, also under `if`, `with` and `try`, and whether they run when it is imported.

    Those under `if TYPE_CHECKING` do not.
    """
    for node in body:
        yield node, runs
        if isinstance(node, ast.If):
            yield from global_statements(node.body, runs and not dotted_name(node.test).endswith("TYPE_CHECKING"))
            yield from global_statements(node.orelse, runs)
        elif isinstance(node, ast.With):
            yield from global_statements(node.body, runs)
        elif isinstance(node, ast.Try):
            handlers = [statement for handler in node.handlers for statement in handler.body]
            yield from global_statements([*node.body, *handlers, *node.orelse, *node.finalbody], runs)


def syntax_tree(text: str) -> ast.Module:
    """Parse Python source. What Python only warns about in it, such as an unknown escape, is its author's affair."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def parse_module(name: str, path: Path, *, is_package: bool, text: str | None = None) -> Module:
    """Parse a file, or the text given for it.

    Raises
    ------
    UserError
        It cannot be read, does not parse, or is not in the encoding that it declares.
    """
    try:
        text = _text_of(path) if text is None else io.StringIO(text, newline=None).read()
        with warnings.catch_warnings(action="ignore"):  # a doubtful escape sequence is for others to report
            return Module(name, path, text, syntax_tree(text), is_package)
    except (SyntaxError, ValueError, OSError, RecursionError, MemoryError) as exc:
        line = f", line {exc.lineno}" if isinstance(exc, SyntaxError) and exc.lineno else ""
        problem = exc.msg if isinstance(exc, SyntaxError) else exc
        raise UserError(f"{path}{line} does not parse: {problem}.", "Correct the file and try again.") from exc


def _text_of(path: Path) -> str:
    with tokenize.open(path) as file:  # heeds a byte order mark and a declared encoding
        return file.read()


def dotted_name(expression: ast.expr) -> str:
    """Return a name with dots, `""` for an expression that is none."""
    parts: list[str] = []
    while isinstance(expression, ast.Attribute):
        parts.insert(0, expression.attr)
        expression = expression.value
    return ".".join([expression.id, *parts]) if isinstance(expression, ast.Name) else ""


def unsubscripted(expression: ast.expr) -> ast.expr:
    """Return `X` for `X[...]`."""
    return expression.value if isinstance(expression, ast.Subscript) else expression


def _is_class_variable(annotation: ast.expr) -> bool:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        name = annotation.value.partition("[")[0]
    else:
        name = dotted_name(unsubscripted(annotation))
    return name.strip().rpartition(".")[2] == "ClassVar"
