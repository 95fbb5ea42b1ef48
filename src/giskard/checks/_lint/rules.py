"""The conventions that every check obeys, as one table. The linter, the tests, the generator and the docs read it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Rule:
    """One convention.

    Attributes
    ----------
    code
        Its name in findings, in configuration and in suppressions.
    title
        What it asks for, as one sentence.
    why
        What goes wrong without it.
    mend
        What to do about a finding.
    scope
        `"library"` for rules that only giskard-checks itself follows, `"plugin"` for those of every package.
    level
        Whether a finding makes `lint` fail. A warning does so under `--strict` only, but always in the library, where
        every rule is an error.
    fixable
        Whether `lint --fix` can mend it.
    """

    code: str
    title: str
    why: str
    mend: str
    scope: Literal["library", "plugin"] = "plugin"
    level: Literal["error", "warning"] = "error"
    fixable: bool = False


_TABLE = (
    Rule(
        "GC101",
        "A field named `key` or `*_key` is typed `JSONPathStr`, `JSONPathStr | None` or `JSONPathStr | MISSING`.",
        "A plain string is not validated, so a misspelled path is only found when a run has already gone wrong.",
        "Type it as one path; a `*_key` that is no path (an API key) says so: # giskard: ignore[GC101] <reason>.",
    ),
    Rule(
        "GC102",
        "An optional path is `JSONPathStr | MISSING = MISSING`, and its value is optional by MISSING too.",
        "None is a value that a check may be about, so it cannot also mean that the value comes from the trace.",
        "Replace None by MISSING in the annotation and in the default.",
    ),
    Rule(
        "GC103",
        "A default path starts with `trace.` and parses.",
        "A default is validated only when somebody builds the check, so a broken one breaks the user, not you.",
        "Correct the path; `trace.last.outputs` is the usual default.",
    ),
    Rule(
        "GC104",
        "A path field is read: `run` hands it to `resolve` or `provided_or_resolve`.",
        "A path that nothing reads looks configurable and does nothing.",
        "Read it with `resolve(trace, self.<field>)`, or remove the field.",
    ),
    Rule(
        "GC105",
        "A field shadows no attribute of Check or of pydantic.",
        "A field called `run`, `kind` or `schema` silently replaces a method.",
        "Give the field another name, with an alias where the old name must stay in files.",
    ),
    Rule(
        "GC201",
        "The value under test is selected by `target_key`, and every path field is `target_key` or `*_key`.",
        "One name lets tools and people find the subject of any check.",
        "Rename the field: `target_key` for the subject, `{static}_key` for every other path.",
    ),
    Rule(
        "GC202",
        "Every other path field is `{static}_key`, beside a field `{static}`.",
        "Users expect to give any value inline or by path.",
        "Add the field that holds the inline value, or rename the path after the field it stands for.",
    ),
    Rule(
        "GC203",
        "The field beside a path holds a value, not a path.",
        "`x` with `x_key` means the value and the path to it; two paths leave no way to give the value.",
        "Type the field as the value it holds.",
    ),
    Rule(
        "GC204",
        "An optional pair `x` / `x_key` is validated: exactly one of them, unless `x_key` has a default path.",
        "With both or neither given, a check would pick one silently or judge nothing.",
        'Add a model_validator(mode="after") that calls exactly_one(self, "x", "x_key").',
    ),
    Rule(
        "GC301",
        "A concrete check is registered, with a literal snake_case kind.",
        "Without a kind it cannot be saved and loaded.",
        'Decorate the class: @Check.register("my_check"); make a base class abstract.',
    ),
    Rule(
        "GC302",
        "No two checks share a kind, and a retired kind is not taken again.",
        "A saved scenario would load as the wrong check.",
        "Choose another kind.",
    ),
    Rule(
        "GC303",
        "The module of a check is imported by its package's `__init__`, and that package by the root.",
        "A check that nothing imports is not registered, so saved scenarios that use it do not load.",
        "Import the class in the `__init__` of its package, and the package in the root's.",
        fixable=True,
    ),
    Rule(
        "GC304",
        "The class is in `__all__` of its package and, in the library, of the root.",
        "What is not exported is not found, and may be removed by a tool as an unused import.",
        "Add the name to `__all__`.",
        fixable=True,
    ),
    Rule(
        "GC305",
        "`run`, or `get_prompt` of a judge, is overridden, and a path without a match becomes an ERROR.",
        "A check that takes a missing value for a value answers PASS or FAIL about nothing.",
        "Write the method; hand what `resolve` returned to `unusable(name, value)`, and return what that returns.",
    ),
    Rule(
        "GC306",
        "The prompt file that a judge refers to exists, and the one named after its kind is the one it uses.",
        "A missing file is found when the judge runs; one that is not used is mended for nothing.",
        "Correct the reference in `get_prompt`, or move the file to `prompts/judges/<kind>.j2` of the package.",
    ),
    Rule(
        "GC307",
        "No check sets `extra` in its `model_config`.",
        "Misspelled fields would pass without a word, and the check would judge by its defaults.",
        "Remove the setting; unknown fields are refused by every check.",
    ),
    Rule(
        "GC401",
        "A test module mirrors the module of a check, and exercises PASS, FAIL and ERROR.",
        "What is not tested to fail may pass everything.",
        "Write the test beside the others, with a table for each outcome; `giskard-checks new-check` makes both.",
        level="warning",
    ),
    Rule(
        "GC402",
        "No placeholder of the generator is left.",
        "A generated check works, but by a stand-in rule that nobody meant.",
        "Replace the call of your_rule_goes_here(...) by your rule, then adjust the tables in its test.",
    ),
    Rule(
        "GC501",
        "The docstring of a check begins with a sentence, says what is PASS and ERROR, and has an example.",
        "It is what people choose a check by.",
        "Begin with `Passes when ...`, name what is ERROR unless a base class does, and end with an example that runs.",
        scope="library",
    ),
    Rule(
        "GC502",
        "The generated reference table of checks describes every check as its source does.",
        "A table that is not up to date is worse than none: it is believed.",
        "Have it made anew: giskard-checks lint --fix, or make format.",
        scope="library",
        fixable=True,
    ),
    Rule(
        "GC901",
        "A suppression takes something out of force.",
        "One that suppresses nothing hides the next finding on its line.",
        "Remove the code from the comment, or the comment.",
        level="warning",
        fixable=True,
    ),
    Rule(
        "GC902",
        "A suppression gives its reason.",
        "Without one nobody can tell whether it still holds; until then it is without effect.",
        "Write the reason behind the brackets: # giskard: ignore[GC101] a secret, not a path.",
    ),
    Rule(
        "GC903",
        "An entry of the baseline still applies.",
        "The baseline may only shrink: a stale entry would hide the same finding when it comes back.",
        "Remove the entry; `giskard-checks lint --write-baseline` does.",
    ),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in _TABLE}
