"""Judges recorded conversations with the check that the demonstration has just made: a scenario each, a step a turn."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from giskard.checks import Check, Scenario, ScenarioResult

HOSTS = ["help.northwind.example", "app.northwind.example", "www.northwind.example"]


def scenario_of(conversation: dict[str, Any], check: Check) -> Scenario:
    """Return the scenario that replays a conversation and judges every answer."""
    scenario = Scenario(conversation["title"])
    for turn in conversation["turns"]:
        scenario.interact(inputs=turn["inputs"], outputs=turn["outputs"], metadata=turn["metadata"]).check(check)
    return scenario


def main(path: Path) -> int:
    """Replay, report, and compare with what a person said about each conversation."""
    # The package that new-check has just written into; with an entry point it would be found without this line.
    import_module("acme_checks")
    check = Check.model_validate({"kind": "allowed_links", "allowed_hosts": HOSTS, "max_links": 2})
    conversations = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    results = [scenario_of(conversation, check).run_sync() for conversation in conversations]
    console = Console()
    for result in results:
        if not result.passed:
            result.print_report(console)
            console.print()
    console.print(summary(conversations, results))
    wrong = [c["id"] for c, r in zip(conversations, results, strict=True) if r.passed != c["links_ok"]]
    passed = sum(result.passed for result in results)
    judged = sum(len(result.final_trace.interactions) for result in results)
    turns = sum(len(conversation["turns"]) for conversation in conversations)
    console.print(f"{passed} of {len(results)} conversations pass; {judged} of {turns} turns were reached.")
    if wrong:
        console.print(f"Not what a person said about: {', '.join(wrong)}", style="red")
    return int(bool(wrong))


def summary(conversations: list[dict[str, Any]], results: list[ScenarioResult]) -> Table:
    """Return a table of all conversations with the check's verdict and a person's reason."""
    table = Table("verdict", "conversation", "what a person said", box=None, pad_edge=False)
    for conversation, result in zip(conversations, results, strict=True):
        verdict = Text(result.status.upper(), style="green" if result.passed else "red")
        table.add_row(verdict, Text(conversation["title"]), Text(conversation["why"], style="dim"))
    return table


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
