"""What syntax cannot show: the package is imported in an interpreter of its own, and its checks looked at."""

import json
import os
import subprocess
import sys
from typing import Any, cast

from giskard.checks._lint.finding import Finding
from giskard.checks._lint.module import Class
from giskard.checks._lint.project import Project
from giskard.checks._lint.registration import kind_of
from giskard.checks._lint.source import Source
from giskard.checks.core.exceptions import UserError

_SECONDS = 120
# Prints, behind a line of its own, every registered check of the package with its fields, and which of them are paths.
_MARK = "--- giskard-checks, deep ---"
_LOOK = f"""
import importlib, json, sys
from typing import get_args
package = sys.argv[1]
importlib.import_module(package)
from giskard.checks import Check
from giskard.checks.core.extraction import JSONPathMark
def is_path(annotation):
    marked = any(isinstance(part, JSONPathMark) for part in getattr(annotation, "__metadata__", ()))
    return marked or any(is_path(part) for part in get_args(annotation))
found = []
for kind in sorted(Check.kinds()):
    cls = Check._registry.find(kind)
    if (cls.__module__ + ".").startswith(package + "."):
        fields = {{
            name: any(isinstance(part, JSONPathMark) for part in field.metadata) or is_path(field.annotation)
            for name, field in cls.model_fields.items()
        }}
        found.append({{"kind": kind, "name": cls.__name__, "module": cls.__module__, "fields": fields}})
print({_MARK!r})
print(json.dumps(found))
"""


def deep_findings(project: Project) -> list[Finding]:
    """Return what importing the package shows about its checks beyond their source. This runs the package's code.

    Raises
    ------
    UserError
        The package cannot be imported.
    """
    source = Source(project)
    by_kind = {kind: cls for cls in source.checks() if (kind := _kind(source, cls)) is not None}
    registered = {str(check["kind"]): check for check in _registered(project)}
    findings: list[Finding] = []
    for kind, cls in by_kind.items():
        if kind not in registered:
            message = f"{cls.name} is not registered as {kind!r} when {project.config.package} is imported"
            findings.append(_at(project, cls, "GC303", message))
            continue
        seen = source.fields(cls)
        for name, is_path in cast("dict[str, bool]", registered[kind]["fields"]).items():
            if name in seen:
                continue
            if (name == "key" or name.endswith("_key")) and not is_path:
                findings.append(
                    _at(project, cls, "GC101", f"{cls.name}.{name}, which it inherits, is not typed as a path")
                )
            elif is_path and not name.endswith("_key"):
                message = f"{cls.name}.{name}, which it inherits, is a path, but named neither 'target_key' nor '*_key'"
                findings.append(_at(project, cls, "GC201", message))
    return findings


def _kind(source: Source, cls: Class) -> str | None:
    value = getattr(kind_of(source, cls), "value", None)
    return value if isinstance(value, str) else None


def _at(project: Project, cls: Class, code: str, message: str) -> Finding:
    return Finding(project.relative(cls.module.path), cls.node.lineno, cls.node.col_offset + 1, code, message)


def _registered(project: Project) -> list[dict[str, Any]]:
    path = os.pathsep.join([str(project.source), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        done = subprocess.run(
            [sys.executable, "-c", _LOOK, project.config.package],
            cwd=project.root,
            env=os.environ | {"PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as exc:
        raise UserError(
            f"Importing {project.config.package!r} did not end within {_SECONDS} seconds.", "Lint without --deep."
        ) from exc
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise UserError(f"{project.config.package!r} cannot be imported: {last}.", "Mend that, or lint without --deep.")
    return json.loads(done.stdout.rpartition(_MARK)[2])
