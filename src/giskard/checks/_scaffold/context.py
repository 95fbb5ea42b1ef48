"""The variables of the templates, all computed: a template only puts them in their place."""

import re
import textwrap
from typing import Any

from giskard.checks._lint.project import Project
from giskard.checks._scaffold.answers import Answers
from giskard.checks._scaffold.shape import shape_of
from giskard.checks._scaffold.types import FieldType

_PLAIN_TARGET = re.compile(r"trace\.last\.(inputs|outputs|metadata)((?:\.[A-Za-z_]\w*)*)")
_WIDTH = 112  # of a docstring's lines, indented by four in the file


def context_of(answers: Answers, project: Project) -> dict[str, Any]:
    """Return what the templates of family `check` are rendered with."""
    shape = shape_of(answers)
    library = project.is_library
    inputs = [{"name": f.name, **_typed(f.parsed), "title": _title(f.name)} for f in answers.inputs]
    params = [
        {
            "name": p.name,
            "type": p.parsed.source,
            "title": _title(p.name),
            "default": "" if p.default is None else f"default={p.value!r}, ",
        }
        for p in answers.params
    ]
    given = {f.name: f.parsed.samples[0] for f in answers.inputs} | shape.given
    given |= {p.name: p.parsed.samples[0] for p in answers.params if p.default is None}
    plain = _PLAIN_TARGET.fullmatch(answers.target_key)
    if not plain or (plain[1] == "metadata" and not plain[2]):
        given["target_key"] = "trace.last.outputs"
        plain = _PLAIN_TARGET.fullmatch("trace.last.outputs")
    return {
        "library": library,
        "class_name": answers.name,
        "kind": repr(answers.kind),
        "base": "Check[InputType, OutputType, TraceType]" if library else "Check",
        "trace_type": "TraceType" if library else "Trace",
        "module_docstring": docstring(f"The check {answers.name}.", None),
        "class_docstring": docstring(*_sentences(answers, library), indent="    "),
        "check_imports": _check_imports(answers, library),
        "test_imports": _test_imports(answers, project),
        "inputs": inputs,
        "params": params,
        "target": _typed(answers.target),
        "target_key": repr(answers.target_key),
        "expression": shape.expression,
        "given": repr(given),
        "passing": repr(shape.passing),
        "failing": repr(shape.failing),
        "turn": _turn(plain),
        "input_names": repr([f.name for f in answers.inputs]),
        "path_names": repr(["target_key", *(f"{f.name}_key" for f in answers.inputs)]),
    }


def docstring(summary: str, body: str | None, indent: str = "") -> str:
    r"""Return a docstring literal whose text is exactly what was given, whatever characters it holds.

    Examples
    --------
    >>> from ast import literal_eval
    >>> literal_eval(docstring('Says "no".', None))
    'Says "no".'
    """
    text = summary if body is None else f"{summary}\n\n{textwrap.indent(body, indent)}\n{indent}"
    if "\\" not in text and '"""' not in text and not text.endswith('"'):
        return f'"""{text}"""'
    if "\\" in text and '"""' not in text and not text.endswith(('"', "\\")):
        return f'r"""{text}"""'
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{escaped[:-1]}\\""""' if escaped.endswith('"') else f'"""{escaped}"""'


def _sentences(answers: Answers, library: bool) -> tuple[str, str]:
    """Return the first line of the class's docstring and the rest.

    A heading of a section stands only in the library: elsewhere it might not be the project's convention.
    """
    heading = "Examples\n--------\n" if library else ""
    outcome = (
        "PASS and FAIL say whether the rule holds. A path without a match and a value of a wrong type are ERROR.\n\n"
        f'{heading}>>> "{answers.kind}" in Check.kinds()\nTrue'
    )
    given = (answers.description or "").strip()
    if not given:
        words = answers.kind.replace("_", " ")
        return f"Passes when the value under test is as '{words}' says.", outcome
    first, _, rest = given.partition("\n")
    first = first.rstrip()
    sentence = first if first.endswith((".", "!", "?")) else f"{first}."
    if len(sentence) <= _WIDTH:
        return sentence, f"{textwrap.dedent(rest).strip()}\n\n{outcome}" if rest.strip() else outcome
    wrapped = "\n".join(textwrap.wrap(given.replace("\n", " "), _WIDTH, break_long_words=False, break_on_hyphens=False))
    return f"Judges by the rule of {answers.name}.", f"{wrapped}\n\n{outcome}"


def _typed(kind: FieldType) -> dict[str, Any]:
    return {
        "type": kind.source,
        "typed": kind.name != "any",
        "kind": "" if kind.name == "any" else f", {kind.source}",
        "wanted": kind.wanted,
        "misfit": repr(kind.misfit),
    }


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _turn(plain: "re.Match[str] | None") -> str:
    """Return the arguments of an Interaction that holds `target` where a plain path looks for it."""
    part, names = (plain[1], plain[2]) if plain else ("outputs", "")
    value = "target"
    for name in reversed(names.split(".")[1:]):
        value = f'{{"{name}": {value}}}'
    parts = {"inputs": '"A question"', "outputs": '"An answer"', "metadata": "metadata"}
    parts[part] = f"{value} | metadata" if part == "metadata" else value
    return ", ".join(f"{name}={code}" for name, code in parts.items())


def _check_imports(answers: Answers, library: bool) -> list[str]:
    inputs = bool(answers.inputs)
    kinds = [answers.target, *(f.parsed for f in answers.inputs)]
    uses_any = any("Any" in kind.source for kind in [*kinds, *(p.parsed for p in answers.params)])
    standard = ["Any"] * uses_any + ["Self"] * inputs + ["override"] * library
    pydantic = f"from pydantic import Field{', model_validator' if inputs else ''}"
    reading = ["provided_or_resolve"] * inputs + ["resolve"]
    fields = ["brief"] + ["exactly_one"] * inputs + ["unusable"]
    helpers = f"from giskard.checks.core.fields import {', '.join(fields)}"
    marker = "from giskard.checks.core.placeholder import your_rule_goes_here"
    typing = [f"from typing import {', '.join(standard)}", ""] if standard else []
    if not library:
        names = ["MISSING"] * inputs + ["Check", "CheckResult", "JSONPathStr", "Trace", *reading]
        return [*typing, f"from giskard.checks import {', '.join(names)}", helpers, marker, pydantic]
    return [
        *typing,
        pydantic,
        "",
        "from giskard.checks.core.check import Check",
        f"from giskard.checks.core.extraction import {', '.join(['JSONPathStr', *reading])}",
        helpers,
        "from giskard.checks.core.interaction.trace import TraceType",
        marker,
        "from giskard.checks.core.result import CheckResult",
        *["from giskard.checks.core.types import MISSING"] * inputs,
        "from giskard.checks.core.typevars import InputType, OutputType",
    ]


def _test_imports(answers: Answers, project: Project) -> list[str]:
    validation = "from pydantic import ValidationError"
    if project.is_library:
        # In isort's order: constants first, then without regard to case.
        names = ", ".join(
            sorted([answers.name, "Check", "Interaction", "Trace"], key=lambda n: (not n.isupper(), n.lower()))
        )
        return [validation, "", f"from giskard.checks import {names}"]
    home = project.config.package if project.config.export_root else project.room(project.config.builtin)
    library = "from giskard.checks import Check, Interaction, Trace"
    return [library, validation, "", f"from {home} import {answers.name}"]
