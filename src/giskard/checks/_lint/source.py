"""A package as its source shows it: modules, classes and fields, with imports followed. Nothing is imported or run."""

import ast
import io
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TypeGuard

from giskard.checks._lint.project import Project
from giskard.checks.core.exceptions import UserError

_LIBRARY = "giskard.checks"
_LIBRARY_DIR = Path(__file__).parents[1]
CHECK = "giskard.checks.core.check.Check"


@dataclass(frozen=True)
class Field:
    """An annotated attribute of a class: `default` is the expression of its default, None when it has none."""

    name: str
    annotation: ast.expr
    default: ast.expr | None
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
                    found[name] = Field(name, node.annotation, self._default(node), self, *place)
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

    def _default(self, node: ast.AnnAssign) -> ast.expr | None:
        """Return what a field is when it is not given: what `= value` says, or `Field(...)` there or in `Annotated`."""
        value = node.value
        if value is None:
            value = next((part for part in ast.walk(node.annotation) if self._is_field_call(part)), None)
        if value and self._is_field_call(value):
            named = [keyword.value for keyword in value.keywords if keyword.arg in ("default", "default_factory")]
            value = next(iter([*named, *value.args]), None)
        return None if isinstance(value, ast.Constant) and value.value is ... else value

    def _is_field_call(self, node: ast.AST) -> TypeGuard[ast.Call]:
        if not isinstance(node, ast.Call):
            return False
        name = _dotted(node.func)
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


class Source:
    """All modules of a project's package, and the library's own where a base class or an alias leads there.

    Parameters
    ----------
    project
        Whose package to read.
    overlay
        Texts to read in the place of files, or beside them, as they would be after a change.

    Raises
    ------
    UserError
        A file of the package does not parse.
    """

    def __init__(self, project: Project, overlay: Mapping[Path, str] | None = None) -> None:
        self.project = project
        self._overlay = overlay = overlay or {}
        self._modules: dict[str, Module | None] = {}
        package = project.config.package
        added = {path for path in overlay if path.suffix == ".py" and path.is_relative_to(project.package_dir)}
        for path in sorted({*_python_files(project.package_dir), *added}):
            parts = list(path.relative_to(project.package_dir).with_suffix("").parts)
            is_package = parts[-1] == "__init__"
            name = ".".join([package, *(parts[:-1] if is_package else parts)])
            self._modules[name] = parse_module(name, path, is_package=is_package, text=overlay.get(path))
        self.modules = [module for module in self._modules.values() if module]

    def module(self, name: str) -> Module | None:
        """Return a module of the project or of the library, None when it belongs to neither."""
        if name not in self._modules:
            self._modules[name] = _library_module(name)
        return self._modules[name]

    def text(self, path: Path) -> str | None:
        """Return the text of a file that is no module of the package, None when there is none.

        Raises
        ------
        OSError, ValueError
            It cannot be read.
        """
        if path in self._overlay:
            return self._overlay[path]
        return path.read_text("utf-8-sig") if path.is_file() else None

    def checks(self) -> list[Class]:
        """Return every class of the package that derives from Check, abstract ones too, in order of place."""
        classes = [cls for module in self.modules for cls in module.classes.values()]
        return [cls for cls in classes if cls.dotted != CHECK and self.is_check(cls)]

    def is_check(self, cls: Class) -> bool:
        """Say whether a class derives from Check."""
        return any(base.dotted == CHECK for base in self.lineage(cls))

    def lineage(self, cls: Class) -> list[Class]:
        """Return the class and its known bases, nearest first."""
        found: list[Class] = []
        pending = [cls]
        while pending:
            current = pending.pop(0)
            if current not in found:
                found.append(current)
                pending += self._bases(current)
        return found

    def fields(self, cls: Class) -> dict[str, Field]:
        """Return own and inherited fields by name; a redefined field is the nearest one."""
        found: dict[str, Field] = {}
        for ancestor in self.lineage(cls):
            for name, its in ancestor.fields.items():
                found.setdefault(name, its)
        return found

    def _bases(self, cls: Class) -> Iterator[Class]:
        for base in cls.node.bases:
            module, target = self.value(cls.module, _unsubscripted(base))
            module, target = self.value(module, _unsubscripted(target))  # Base = Check[str, str]
            found = self.find_class(self.origin(module, target))
            if found:
                yield found

    def find_class(self, dotted: str) -> Class | None:
        """Return the class with a canonical dotted name."""
        module_name, _, name = dotted.rpartition(".")
        module = self.module(module_name)
        return module.classes.get(name) if module else None

    def origin(self, module: Module, expression: ast.expr) -> str:
        """Return the dotted name that an expression stands for, followed through imports; `""` when it is no name."""
        dotted = _dotted(expression)
        if not dotted:
            return ""
        first, _, rest = dotted.partition(".")
        start = self._named(module, first) or first
        return self._follow(f"{start}.{rest}" if rest else start)

    def value(self, module: Module, expression: ast.expr) -> tuple[Module, ast.expr]:
        """Return what a name was assigned, followed through imports, and where; anything else as it is."""
        for _ in range(20):  # a chain of names is short; a circle must end
            where, _, name = self.origin(module, expression).rpartition(".")
            home = self.module(where)
            if home is None or name not in home.values:
                break
            module, expression = home, home.values[name]
        return module, expression

    def _follow(self, dotted: str) -> str:
        for _ in range(20):  # a chain of re-exports is short; a circle must end
            module_name, _, name = dotted.rpartition(".")
            module = self.module(module_name)
            further = self._named(module, name) if module else None
            if further is None or further == dotted:
                return dotted
            dotted = further
        return dotted

    def _named(self, module: Module, name: str) -> str | None:
        """Return where a global name of a module comes from, None when nothing there defines it."""
        visible = [module]
        for current in visible:  # grows by the modules that all names are imported from
            if name in current.names:
                return current.names[name]
            if name in current.values:
                return f"{current.name}.{name}"
            starred = (self.module(star) for star in current.stars)
            visible += [home for home in starred if home and home not in visible]
        return None


def global_statements(body: Iterable[ast.stmt], runs: bool = True) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the statements of a module, also under `if`, `with` and `try`, and whether they run when it is imported.

    Those under `if TYPE_CHECKING` do not.
    """
    for node in body:
        yield node, runs
        if isinstance(node, ast.If):
            yield from global_statements(node.body, runs and not _dotted(node.test).endswith("TYPE_CHECKING"))
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


def _python_files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*.py"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden:
            yield path


@cache
def _library_module(name: str) -> Module | None:
    if name != _LIBRARY and not name.startswith(f"{_LIBRARY}."):
        return None
    path = _LIBRARY_DIR.joinpath(*name.removeprefix(_LIBRARY).strip(".").split("."))
    for file, is_package in ((path / "__init__.py", True), (path.with_suffix(".py"), False)):
        if file.is_file():
            return parse_module(name, file, is_package=is_package)
    return None


def _dotted(expression: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(expression, ast.Attribute):
        parts.insert(0, expression.attr)
        expression = expression.value
    return ".".join([expression.id, *parts]) if isinstance(expression, ast.Name) else ""


def _unsubscripted(expression: ast.expr) -> ast.expr:
    return expression.value if isinstance(expression, ast.Subscript) else expression


def _is_class_variable(annotation: ast.expr) -> bool:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        name = annotation.value.partition("[")[0]
    else:
        name = _dotted(_unsubscripted(annotation))
    return name.strip().rpartition(".")[2] == "ClassVar"
