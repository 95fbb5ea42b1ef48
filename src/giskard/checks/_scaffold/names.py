"""One name in every spelling that a check needs."""

import keyword
import re
from dataclasses import dataclass

from giskard.checks.core.exceptions import UserError

LONGEST = 60
# Words that are written in capitals when a class name is made of a snake_case one.
_FORMATS = {"csv", "html", "iso", "json", "pdf", "sql", "xml", "yaml"}
_ACRONYMS = _FORMATS | {"api", "http", "id", "llm", "mrr", "ndcg", "pii", "ui", "uri", "url", "uuid"}
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z]+[0-9]*")
_SPELLINGS = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
_DEVICES = frozenset({"aux", "con", "nul", "prn", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))})


@dataclass(frozen=True)
class Name:
    """A check's name: `class_name` in PascalCase, `snake` for its kind, its module and its test.

    Examples
    --------
    >>> Name.parse("json_valid")
    Name(class_name='JSONValid', snake='json_valid')
    >>> Name.parse("NDCGAtK").snake, Name.parse("allowed-links").class_name
    ('ndcg_at_k', 'AllowedLinks')
    """

    class_name: str
    snake: str

    @classmethod
    def parse(cls, text: str) -> "Name":
        """Return the name that `text` means, in PascalCase, snake_case or kebab-case.

        Raises
        ------
        UserError
            It is no name for a class and a module; the message says why.
        """
        problem = _problem(text)
        if problem:
            raise UserError(
                f"{text[:80]!r} is no name for a check: {problem}.", "Give one like AllowedLinks or allowed_links."
            )
        words = _WORD.findall(text)
        snake = "_".join(word.lower() for word in words)
        pascal = text if _is_pascal(text) else "".join(_capitalized(word.lower()) for word in words)
        refuse_as_module(snake)
        if keyword.iskeyword(pascal):
            raise UserError(f"{pascal!r} is a keyword of Python, so no class can be named so.", f"Try '{pascal}Check'.")
        return cls(pascal, snake)


def refuse_as_module(snake: str) -> None:
    """Refuse what cannot name a module on every system.

    Raises
    ------
    UserError
        It is a keyword of Python, a device name of Windows, or too long.
    """
    if len(snake) > LONGEST:
        raise UserError(f"{snake[:80]!r} has {len(snake)} characters, and {LONGEST} are the limit.", "Shorten it.")
    if keyword.iskeyword(snake) or keyword.issoftkeyword(snake):
        raise UserError(f"{snake!r} is a keyword of Python, so no module can be named so.", f"Try '{snake}_check'.")
    if snake in _DEVICES:
        raise UserError(
            f"{snake!r} is the name of a device on Windows, so no module can be named so.", f"Try '{snake}_check'."
        )


def _problem(text: str) -> str | None:
    if not text:
        return "it is empty"
    if len(text) > LONGEST:
        return f"it has {len(text)} characters, and {LONGEST} are the limit"
    if any(separator in text for separator in ("/", "\\", "..")):
        return "it holds a path separator; the folder follows from the project's configuration"
    if not text.isascii():
        return "it holds other characters than ASCII letters and digits"
    if not _SPELLINGS.fullmatch(text):
        return "it is neither PascalCase nor snake_case nor kebab-case"
    return None


def _is_pascal(text: str) -> bool:
    return text[0].isupper() and text.isalnum()


def _capitalized(word: str) -> str:
    return word.upper() if word.rstrip("0123456789") in _ACRONYMS else word.capitalize()
