"""Puts what lies outside of `src` into the wheel: the templates of the generator."""

from pathlib import Path
from typing import Any, override

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_DATA = {"templates": "giskard/checks/_scaffold/templates"}


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the data to a real wheel; an editable one reads it from the checkout, where it never is stale."""

    @override
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":
            for folder, place in _DATA.items():
                source = Path(self.root, folder)
                if not source.is_dir():
                    raise FileNotFoundError(f"{source} is missing, and the wheel would lack it.")
                build_data["force_include"][str(source)] = place
