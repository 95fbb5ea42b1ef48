"""The rules about being found: registered, with a kind of its own, imported and exported."""

import inspect
import json
import subprocess
import sys
from collections.abc import Callable

import pytest

import giskard.checks
from giskard.checks import Check
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project
from giskard.checks.core.exceptions import UserError

type Findings = Callable[..., list[str]]

RUN = "\n    async def run(self, trace: Trace) -> CheckResult:\n        return CheckResult.success()\n"
ABSTRACT = "\n    @abstractmethod\n    async def run(self, trace: Trace) -> CheckResult: ...\n"
MINE = f'@Check.register("mine")\nclass Mine(Check):{RUN}'


def registered(kind: str, name: str = "Mine", base: str = "Check") -> str:
    """Return a concrete check that is registered as `kind`, which is Python source."""
    return f"\n\n@Check.register({kind})\nclass {name}({base}):{RUN}"


# --- GC301: registered, as a literal in snake_case ---


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(f"class Mine(Check):{RUN}", id="no decorator"),
        pytest.param(f"class Mine(Check[str, str, Trace]):{RUN}", id="a parametrised base"),
        pytest.param(f"@Check.register\nclass Mine(Check):{RUN}", id="a decorator that is not called"),
        pytest.param(f"@other('mine')\nclass Mine(Check):{RUN}", id="another decorator"),
        pytest.param(f"@Trace.register('mine')\nclass Mine(Check):{RUN}", id="the register of something else"),
        pytest.param(f"@nowhere.register('mine')\nclass Mine(Check):{RUN}", id="the register of something unknown"),
        pytest.param(f"@Check.kinds('mine')\nclass Mine(Check):{RUN}", id="another method of Check"),
        pytest.param(f"class Mine(StringMatching):{RUN}", id="a subclass of a registered check"),
        pytest.param("class Mine(StringMatching):\n    pass\n", id="a subclass that only inherits"),
        pytest.param(f"class Mine(Anything):{RUN}", id="a base by an alias"),
        pytest.param(f"class Mine(typing.Generic, Check):{RUN}", id="one base of two"),
        pytest.param("class Mine(Check):\n    run = judge\n", id="a run that is assigned"),
        pytest.param(
            f"class Mine(Check):{RUN}\n    @abstract\n    def x(self): ...\n", id="a method that is not abstract"
        ),
    ],
)
def test_a_concrete_check_must_be_registered(findings: Findings, source: str) -> None:
    assert findings(f"Anything = Check[Any, Any, Trace]\n\n\n{source}") == ["GC301"]


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("KIND", id="a constant"),
        pytest.param('f"mine"', id="a formatted string"),
        pytest.param('"mi" + "ne"', id="a sum"),
        pytest.param("", id="nothing"),
        pytest.param("kind=KIND", id="a constant by keyword"),
        pytest.param("*KINDS", id="unpacked"),
        pytest.param("3", id="a number"),
        pytest.param("None", id="None"),
        pytest.param('b"mine"', id="bytes"),
        pytest.param('""', id="empty"),
        pytest.param('"Mine"', id="a capital"),
        pytest.param('"my-check"', id="a dash"),
        pytest.param('"my check"', id="a space"),
        pytest.param('"my__check"', id="two underscores"),
        pytest.param('"_mine"', id="an underscore in front"),
        pytest.param('"mine_"', id="an underscore at the end"),
        pytest.param('"mine\\n"', id="a line end"),
        pytest.param('"größe"', id="a letter that is not ASCII"),
    ],
)
def test_a_kind_must_be_a_literal_in_snake_case(findings: Findings, kind: str) -> None:
    assert findings(f'KIND = "mine"\nKINDS = ["mine"]\n{registered(kind)}') == ["GC301"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(registered('"mine"'), id="literal"),
        pytest.param(registered("kind='mine'"), id="by keyword"),
        pytest.param(registered('"mi" "ne"'), id="in two pieces"),
        pytest.param(registered('"mine2_b"'), id="with a digit"),
        pytest.param(registered('"mine"').replace("@Check", "@checks.Check"), id="by the module"),
        pytest.param(registered('"mine"').replace("@Check", "@giskard.checks.Check"), id="by the full name"),
        pytest.param(registered('"mine"').replace("@Check", "@core.check.Check"), id="by the module of the class"),
        pytest.param(registered('"mine"').replace("@Check", "@Checked"), id="by another name"),
        pytest.param(registered('"mine"').replace("@Check", "@Equals"), id="by a subclass of Check"),
        pytest.param(registered('"mine"').replace("class", "@other\nclass"), id="above another decorator"),
        pytest.param(f"class Base(Check):{ABSTRACT}", id="an abstract base"),
        pytest.param(f"class Base(Check):{ABSTRACT.replace('@', '@abc.')}", id="an abstract base by the module abc"),
        pytest.param(
            f'class Base(Check):{RUN}\n    def x(self):\n        """Do it."""\n        raise NotImplementedError\n',
            id="an abstract base by an exception",
        ),
        pytest.param("class Base(Check):\n    limit: int\n", id="a base without run"),
        pytest.param(
            f"class Base(Check):{RUN}\n    @abstractmethod\n    def x(self): ...\n", id="another abstract method"
        ),
        pytest.param(f"class Base(Check):{ABSTRACT}\n\nclass Next(Base):\n    limit: int\n", id="a base of a base"),
        pytest.param("class Base(Equals):\n    @abstractmethod\n    def holds(self, a, b): ...\n", id="abstract again"),
        pytest.param(f"class Other(BaseModel):{RUN}", id="a class that is no check"),
        pytest.param(f"class Check(BaseModel):{RUN}", id="a class that is only called Check"),
        pytest.param(f"class Other(Other):{RUN}", id="a class that derives from itself"),
    ],
)
def test_a_check_may_be_registered_in_many_ways(findings: Findings, source: str) -> None:
    before = (
        "import abc\n\nimport giskard.checks\nfrom giskard import checks\nfrom giskard.checks import core\n"
        "from giskard.checks import Check as Checked\n\n"
    )
    ours = '\n\n@checks.Check.register("ours")\nclass Ours(checks.Equals):\n    pass\n'
    assert findings(f"{before}{source}{ours}") == []


# --- GC302: a kind of its own ---

LIBRARY = [
    cls.model_construct().kind
    for cls in vars(giskard.checks).values()
    if inspect.isclass(cls) and issubclass(cls, Check) and not inspect.isabstract(cls)
]


def test_the_library_has_kinds() -> None:
    """Guards the guard: the next test would pass over an empty table."""
    assert {"equals", "fn", "string_matching"} <= set(LIBRARY)


@pytest.mark.parametrize("kind", LIBRARY)
def test_a_kind_of_the_library_is_taken(project: Callable[..., Project], kind: str) -> None:
    [found] = lint(project(registered(repr(kind))))
    assert (found.code, found.message) == (
        "GC302",
        f"Mine takes the kind {kind!r}, which belongs to a check of giskard-checks",
    )


def test_a_plugin_that_is_imported_already_does_not_take_its_kinds_from_itself(project: Callable[..., Project]) -> None:
    """A plugin may be linted by its own tests."""
    code = (
        "import acme_checks\n"
        "from pathlib import Path\n"
        "from giskard.checks import Check\n"
        "from giskard.checks._lint.linter import lint\n"
        "from giskard.checks._lint.project import find_project\n"
        "print('mine' in Check.kinds(), lint(find_project(Path.cwd())))\n"
    )
    mine = project(MINE)
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, 'src')\n{code}"]
    done = subprocess.run(command, cwd=mine.root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True []"


def test_two_checks_of_a_module_must_not_share_a_kind(project: Callable[..., Project]) -> None:
    [found] = lint(project(registered('"mine"', "First") + registered('"mine"', "Second")))
    assert (found.code, found.message) == (
        "GC302",
        "Second takes the kind 'mine', which belongs to acme_checks.builtin.mine.First",
    )


def test_two_checks_of_two_modules_must_not_share_a_kind(project: Callable[..., Project]) -> None:
    other = (
        f'from giskard.checks import Check, CheckResult, Trace\n\n__all__ = ["Other"]\n{registered("'mine'", "Other")}'
    )
    found = lint(project(registered('"mine"'), {"src/acme_checks/__init__.py": f"from . import builtin\n{other}"}))
    assert [(finding.path, finding.code) for finding in found] == [("src/acme_checks/builtin/mine.py", "GC302")]


def test_an_abstract_check_that_is_registered_takes_its_kind(findings: Findings) -> None:
    base = f'@Check.register("mine")\nclass Base(Check):{RUN}\n    @abstractmethod\n    def x(self): ...\n'
    assert findings(f"{base}{registered('"mine"', base='Base')}\n    def x(self): ...\n") == ["GC302"]


def test_three_checks_of_a_kind_are_two_findings(findings: Findings) -> None:
    assert findings("".join(registered('"mine"', name) for name in ("A", "B", "C"))) == ["GC302", "GC302"]


def test_two_kinds_that_are_no_literals_are_not_compared(findings: Findings) -> None:
    assert findings(f"KIND = 'mine'\n{registered('KIND', 'A')}{registered('KIND', 'B')}") == ["GC301", "GC301"]


@pytest.mark.parametrize(
    ("retired", "found"),
    [
        pytest.param({"mine": {}}, ["GC302"], id="this kind"),
        pytest.param({"mine": {"since": "2.0"}, "other": {}}, ["GC302"], id="this kind and others"),
        pytest.param({"other": {}, "mine_too": {}, "Mine": {}}, [], id="other kinds"),
        pytest.param({}, [], id="nothing"),
    ],
)
def test_a_retired_kind_is_not_taken_again(findings: Findings, retired: dict[str, object], found: list[str]) -> None:
    assert findings(registered('"mine"'), {".giskard-checks/retired.json": json.dumps(retired)}) == found


def test_a_retired_kind_is_said_to_be_retired(project: Callable[..., Project]) -> None:
    [found] = lint(project(registered('"mine"'), {".giskard-checks/retired.json": '\ufeff{"mine": {}}'}))
    assert found.message == "Mine takes the kind 'mine', which belongs to a retired check"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(b"", "does not parse", id="empty"),
        pytest.param(b'{"mine": ', "does not parse", id="cut off"),
        pytest.param(b"\xff\xfe", "does not parse", id="not UTF-8"),
        pytest.param(b"[" * 100_000, "does not parse", id="nested without end"),
        pytest.param(b'["mine"]', "is not a JSON object", id="a list"),
        pytest.param(b"3", "is not a JSON object", id="a number"),
        pytest.param(b"null", "is not a JSON object", id="null"),
    ],
)
def test_a_broken_list_of_retired_kinds_is_an_error(findings: Findings, content: bytes, problem: str) -> None:
    with pytest.raises(UserError, match=rf"retired\.json {problem}") as caught:
        findings(registered('"mine"'), {".giskard-checks/retired.json": content})
    assert caught.value.exit_code == 2


# --- GC303: imported ---

INIT = "src/acme_checks/builtin/__init__.py"
EXPORT = '\n__all__ = ["Mine"]\n'


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("from acme_checks.builtin.mine import Mine", id="the class"),
        pytest.param("from acme_checks.builtin.mine import Other", id="another name of the module"),
        pytest.param("from acme_checks.builtin import mine", id="the module from its package"),
        pytest.param("from acme_checks.builtin import mine as theirs", id="the module by another name"),
        pytest.param("import acme_checks.builtin.mine", id="the module"),
        pytest.param("import acme_checks.builtin.mine as theirs", id="the module as a name"),
        pytest.param("from .mine import Mine", id="the class, relative"),
        pytest.param("from . import mine", id="the module, relative"),
        pytest.param("from ..builtin.mine import Mine", id="relative to the parent"),
        pytest.param("from ..builtin import mine", id="the module, relative to the parent"),
        pytest.param("from .mine import *", id="everything"),
        pytest.param("from .mine import (\n    Mine,\n)", id="over several lines"),
        pytest.param("import os, acme_checks.builtin.mine", id="behind another module"),
        pytest.param("try:\n    from .mine import Mine\nexcept ImportError:\n    pass", id="under try"),
        pytest.param("try:\n    import nope\nexcept ImportError:\n    from .mine import Mine", id="under except"),
        pytest.param("if True:\n    from .mine import Mine", id="under a condition"),
        pytest.param("if x:\n    pass\nelif y:\n    pass\nelse:\n    from .mine import Mine", id="under else"),
        pytest.param("if TYPE_CHECKING:\n    pass\nelse:\n    from .mine import Mine", id="when nobody checks types"),
        pytest.param("if not TYPE_CHECKING:\n    from .mine import Mine", id="unless types are checked"),
        pytest.param("with suppress(ImportError):\n    from .mine import Mine", id="under with"),
    ],
)
def test_a_module_may_be_imported_in_many_ways(findings: Findings, statement: str) -> None:
    assert findings(MINE, {INIT: f"{statement}\n{EXPORT}"}) == []


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("", id="not at all"),
        pytest.param("# from .mine import Mine", id="in a comment"),
        pytest.param('"""from .mine import Mine"""', id="in a text"),
        pytest.param("def load():\n    from .mine import Mine", id="in a function"),
        pytest.param("class Lazy:\n    from .mine import Mine", id="in a class"),
        pytest.param("if TYPE_CHECKING:\n    from .mine import Mine", id="for type checkers only"),
        pytest.param(
            "if typing.TYPE_CHECKING:\n    from .mine import Mine", id="for type checkers only, by the module"
        ),
        pytest.param(
            "if TYPE_CHECKING:\n    try:\n        from .mine import Mine\n    except ImportError: ...",
            id="for type checkers, two blocks deep",
        ),
        pytest.param(
            "if TYPE_CHECKING:\n    if x:\n        from .mine import Mine", id="for type checkers and a condition"
        ),
        pytest.param("from .mines import Mine", id="another module"),
        pytest.param("from mine import Mine", id="a module of that name elsewhere"),
        pytest.param("from ..mine import Mine", id="a module of that name in the parent"),
        pytest.param("from other.builtin.mine import Mine", id="another package"),
        pytest.param("import acme_checks.builtin", id="its package only"),
        pytest.param("from ......... import mine", id="above everything"),
    ],
)
def test_a_module_that_its_package_does_not_import_is_found(findings: Findings, statement: str) -> None:
    assert findings(MINE, {INIT: f"{statement}\n{EXPORT}"}) == ["GC303"]


def test_a_check_that_nobody_imports_is_found_by_name(project: Callable[..., Project]) -> None:
    [found] = lint(project(MINE, {INIT: EXPORT}))
    assert found.message == "Mine is not imported by acme_checks.builtin"


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        pytest.param("", ["GC303"], id="not at all"),
        pytest.param("import acme_checks", ["GC303"], id="only itself"),
        pytest.param("if TYPE_CHECKING:\n    from acme_checks import builtin", ["GC303"], id="for type checkers only"),
        pytest.param("import acme_checks.builtin", [], id="the room"),
        pytest.param("from .builtin import Mine", [], id="the class from the room"),
        pytest.param("from .builtin.mine import Mine", [], id="the class from its module"),
        pytest.param("from ._all import everything", [], id="by another module"),
    ],
)
def test_a_room_must_be_reached_from_the_root(findings: Findings, statement: str, found: list[str]) -> None:
    files = {"src/acme_checks/__init__.py": statement, "src/acme_checks/_all.py": "from acme_checks import builtin\n"}
    assert findings(MINE, files) == found


@pytest.mark.parametrize(
    ("middle", "found"),
    [
        pytest.param("from acme_checks.builtin.deep import deeper", [], id="imported all the way"),
        pytest.param("", ["GC303"], id="the chain is broken"),
    ],
)
def test_rooms_may_be_nested(findings: Findings, middle: str, found: list[str]) -> None:
    files = {
        "src/acme_checks/builtin/__init__.py": "from acme_checks.builtin import deep\n",
        "src/acme_checks/builtin/deep/__init__.py": middle,
        "src/acme_checks/builtin/deep/deeper/__init__.py": f"from .mine import Mine\n{EXPORT}",
        "src/acme_checks/builtin/deep/deeper/mine.py": f"from giskard.checks import Check, Trace, CheckResult\n\n{MINE}",
        "src/acme_checks/builtin/mine.py": "",
    }
    assert findings("", files) == found


def test_a_folder_without_init_belongs_to_the_package_above(findings: Findings) -> None:
    module = f"from giskard.checks import Check, CheckResult, Trace\n\n{MINE}"
    files = {"src/acme_checks/plain/deep/mine.py": module, "src/acme_checks/builtin/mine.py": ""}
    root = "src/acme_checks/__init__.py"
    assert findings("", files | {root: "from acme_checks.plain.deep.mine import Mine as Mine\n"}) == []
    assert findings("", files | {root: ""}) == ["GC303", "GC304"]


def test_a_package_without_init_reaches_nothing(project: Callable[..., Project]) -> None:
    mine = project(MINE)
    (mine.package_dir / "__init__.py").unlink()
    assert [finding.code for finding in lint(mine)] == ["GC303"]


def test_a_module_without_any_init_is_its_own_home(project: Callable[..., Project]) -> None:
    mine = project(MINE)
    for file in mine.package_dir.rglob("__init__.py"):
        file.unlink()
    assert [finding.message for finding in lint(mine)] == [
        "Mine is not reached by importing acme_checks",
        "Mine is not exported by acme_checks.builtin.mine",
    ]


def test_importing_a_module_imports_the_packages_above_it(findings: Findings) -> None:
    files = {
        "src/acme_checks/__init__.py": "from acme_checks.side.door import open_it\n",
        "src/acme_checks/side/__init__.py": "from acme_checks import builtin\n",
        "src/acme_checks/side/door.py": "def open_it(): ...\n",
    }
    assert findings(MINE, files) == []


def test_a_check_may_live_in_the_init_of_the_root(findings: Findings) -> None:
    root = f'from giskard.checks import Check, CheckResult, Trace\n\n__all__ = ["Mine"]\n\n\n{MINE}'
    assert findings("", {"src/acme_checks/__init__.py": root}) == []


# --- GC304: exported ---


@pytest.mark.parametrize(
    "init",
    [
        pytest.param('from .mine import Mine\n__all__ = ["Mine"]', id="a list"),
        pytest.param('from .mine import Mine\n__all__ = ("Mine",)', id="a tuple"),
        pytest.param('from .mine import Mine\n__all__: list[str] = ["Mine"]', id="an annotated list"),
        pytest.param('from .mine import Mine\n__all__ = ["Other"]\n__all__ += ["Mine"]', id="added to"),
        pytest.param('from .mine import Mine\n__all__ = ["Other"] + ["Mine"]', id="a sum"),
        pytest.param('from .mine import Mine\n__all__ = []\n__all__.append("Mine")', id="appended"),
        pytest.param('from .mine import Mine\n__all__ = []\n__all__.extend(["Mine"])', id="extended"),
        pytest.param('from .mine import Mine\n__all__ = ["Other", *["Mine"]]', id="unpacked"),
        pytest.param('from .mine import Mine\ntry:\n    __all__ = ["Mine"]\nfinally:\n    pass', id="under try"),
        pytest.param("from . import mine\nfrom .mine import *\n__all__ = mine.__all__", id="taken from its module"),
        pytest.param(
            "from . import mine\nfrom .mine import *\n__all__ = [*mine.__all__]", id="unpacked from its module"
        ),
        pytest.param(
            "from . import mine\nfrom .mine import *\n__all__ = mine.__all__ + []", id="a sum with its module's"
        ),
        pytest.param("from .mine import Mine as Mine", id="imported as itself"),
        pytest.param("from acme_checks.builtin.mine import Mine as Mine", id="imported as itself, absolute"),
        pytest.param(
            'from .mine import Mine\nif x:\n    __all__ = ["Mine"]\nelse:\n    __all__ = []', id="in one of two cases"
        ),
        pytest.param('from .mine import Mine\n__all__ = ["Mine"]\n__all__ = [*__all__, "a"]', id="in one built on"),
    ],
)
def test_a_class_may_be_exported_in_many_ways(findings: Findings, init: str) -> None:
    assert findings(f'__all__ = ["Mine"]\n\n\n{MINE}', {INIT: init}) == []


@pytest.mark.parametrize(
    "init",
    [
        pytest.param("from .mine import Mine", id="only imported"),
        pytest.param("from .mine import Mine\n__all__ = []", id="an empty list"),
        pytest.param('from .mine import Mine\n__all__ = ["mine"]', id="the module"),
        pytest.param("from .mine import Mine\n__all__ = [Mine]", id="the class itself, not its name"),
        pytest.param('from .mine import Mine\nALL = ["Mine"]', id="another list"),
        pytest.param('from .mine import Mine\nassert "Mine" in __all__', id="asked for"),
        pytest.param("from .mine import Mine as Ours", id="imported as another name"),
        pytest.param("from .mine import *", id="with everything else"),
        pytest.param(
            'from .mine import Mine\n__all__ = ["Mine"]\n__all__ = ["other"]', id="in a list that another replaces"
        ),
        pytest.param("from . import mine\n__all__ = mine.__all__", id="taken from a module that has none"),
        pytest.param(
            "from acme_checks import builtin\nfrom . import mine\n__all__ = builtin.__all__", id="from itself"
        ),
    ],
)
def test_a_class_that_its_package_does_not_export_is_found(findings: Findings, init: str) -> None:
    assert findings(MINE, {INIT: init}) == ["GC304"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(MINE.replace("Mine", "_Mine"), id="a private class"),
        pytest.param(f"class Base(Check):{ABSTRACT}", id="an abstract base"),
    ],
)
def test_what_is_not_for_users_need_not_be_exported(findings: Findings, source: str) -> None:
    assert findings(source, {INIT: "from . import mine\n"}) == []


def test_the_root_of_a_plugin_need_not_export(findings: Findings) -> None:
    root = "from acme_checks import builtin\n\n__all__ = []\n"
    assert findings(MINE, {"src/acme_checks/__init__.py": root}) == []


@pytest.mark.parametrize(
    ("root", "room", "found"),
    [
        pytest.param("from giskard.checks.builtin.mine import Mine as Mine", EXPORT, [], id="by the root and the room"),
        pytest.param("from giskard.checks import builtin", EXPORT, ["GC304"], id="not by the root"),
        pytest.param("from giskard.checks.builtin.mine import Mine as Mine", "", ["GC304"], id="not by the room"),
        pytest.param("from giskard.checks import builtin", "", ["GC304", "GC304"], id="by neither"),
    ],
)
def test_the_library_must_export_twice(project: Callable[..., Project], root: str, room: str, found: list[str]) -> None:
    core = "class Check:\n    @abstractmethod\n    async def run(self): ...\n"
    mine = project(
        "",
        {
            "pyproject.toml": '[tool.giskard-checks]\npackage = "giskard.checks"\nignore = ["GC401", "GC501"]\n',
            "src/giskard/checks/__init__.py": f"from giskard.checks.core.check import Check as Check\n{root}\n",
            "src/giskard/checks/core/check.py": core,
            "src/giskard/checks/builtin/__init__.py": f"from giskard.checks.builtin import mine\n{room}",
            "src/giskard/checks/builtin/mine.py": f"from giskard.checks import Check\n\n{MINE}",
        },
    )
    assert [finding.code for finding in lint(mine)] == found


def test_a_check_with_nothing_right_gets_every_finding(findings: Findings) -> None:
    assert findings(f"class Mine(Check):{RUN}", {INIT: ""}) == ["GC301", "GC303", "GC304"]


FORMER = '@Check.register("mine", formerly=({}))\nclass Mine(Check):\n    async def run(self, trace): ...\n\n\n{}'
OTHER = '@Check.register("{}")\nclass Other(Check):\n    async def run(self, trace): ...\n'


@pytest.mark.parametrize(
    ("former", "other", "found"),
    [
        pytest.param('"old",', OTHER.format("other"), [], id="a kind of its own"),
        pytest.param('"old",', OTHER.format("old"), ["GC302"], id="a kind that another check has taken"),
        pytest.param('"equals",', "", ["GC302"], id="a kind of the library"),
        pytest.param('"retired_one",', "", [], id="a kind that is retired for others"),
        pytest.param('"mine",', "", [], id="its own kind"),
        pytest.param("", OTHER.format("retired_one"), ["GC302"], id="a retired kind that another takes"),
    ],
)
def test_a_former_kind_is_not_taken_by_another(findings: Findings, former: str, other: str, found: list[str]) -> None:
    files = {".giskard-checks/retired.json": '{"retired_one": {"name": "Mine"}}'}
    assert findings(FORMER.format(former, other), files) == found


def test_a_kind_may_be_given_by_name_behind_others(findings: Findings) -> None:
    source = FORMER.format('"old",', "").replace('"mine", formerly=("old",)', 'formerly=("old",), kind="mine"')
    assert findings(source) == []
