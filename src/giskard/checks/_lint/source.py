"""A package as its source shows it: modules and classes, with imports followed. Nothing is imported or run."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from giskard.checks._lint.module import Class, Field, Module, dotted_name, parse_module, unsubscripted
from giskard.checks._lint.project import Project

_LIBRARY = "giskard.checks"
_LIBRARY_DIR = Path(__file__).parents[1]
CHECK = "giskard.checks.core.check.Check"


class Source:
    """All modules of a project's package, and the library's own where a base class or an alias leads there.

    Parameters
    ----------
    project
        Whose package to read.
    overlay
        Texts to read in the place of files, or beside them, as they would be after a change; None for no file.

    Raises
    ------
    UserError
        A file of the package does not parse.
    """

    def __init__(self, project: Project, overlay: Mapping[Path, str | None] | None = None) -> None:
        self.project = project
        self._overlay = overlay = overlay or {}
        self._modules: dict[str, Module | None] = {}
        self._lineages: dict[Class, list[Class]] = {}
        package = project.config.package
        added = {path for path in overlay if path.suffix == ".py" and path.is_relative_to(project.package_dir)}
        gone = {path for path, text in overlay.items() if text is None}
        for path in sorted({*_python_files(project.package_dir), *added} - gone):
            parts = [*path.parts[len(project.package_dir.parts) : -1], path.stem]
            is_package = parts[-1] == "__init__"
            name = ".".join([package, *(parts[:-1] if is_package else parts)])
            self._modules[name] = parse_module(name, path, is_package=is_package, text=overlay.get(path))
        self.modules = [module for module in self._modules.values() if module]

    def module(self, name: str) -> Module | None:
        """Return a module of the project or of the library, None when it belongs to neither."""
        if name not in self._modules:
            self._modules[name] = None if self.project.is_library else _library_module(name)
        return self._modules[name]

    def home(self, module: Module) -> Module:
        """Return the package that a module lies in: the nearest folder above it that has an `__init__`."""
        name, package = module.name, module if module.is_package else None
        while name and package is None:
            name = name.rpartition(".")[0]
            package = self.module(name)
        return package or module

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
        if cls in self._lineages:
            return self._lineages[cls]
        found: list[Class] = []
        pending = [cls]
        while pending:
            current = pending.pop(0)
            if current not in found:
                found.append(current)
                pending += self._bases(current)
        self._lineages[cls] = found
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
            module, target = self.value(cls.module, unsubscripted(base))
            module, target = self.value(module, unsubscripted(target))  # Base = Check[str, str]
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
        dotted = dotted_name(expression)
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


def _python_files(folder: Path) -> Iterator[Path]:
    for place, folders, files in folder.walk():
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.endswith(".py") and not name.startswith(".") and (path := place / name).is_file():
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
