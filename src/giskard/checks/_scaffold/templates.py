"""Where the templates are: in the checkout, else in the installed package."""

import hashlib
from pathlib import Path

from giskard.checks.core.exceptions import UserError

_PACKAGE = Path(__file__).parents[1]


def template_dir(family: str) -> Path:
    """Return the folder of a family's template.

    Raises
    ------
    UserError
        The installation lacks it.
    """
    # src/giskard/checks -> the repository that an editable installation or a checkout runs from.
    for folder in (_PACKAGE.parents[2] / "templates", _PACKAGE / "_scaffold" / "templates"):
        if (folder / family / "copier.yml").is_file():
            return folder / family
    raise UserError(
        f"The templates of family {family!r} are missing from this installation.",
        "Reinstall it: pip install --force-reinstall 'giskard-checks[scaffold]'.",
    )


def template_version(family: str) -> str:
    """Return a short hash of a family's template, which changes when any byte of it does."""
    digest = hashlib.sha256()
    folder = template_dir(family)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
