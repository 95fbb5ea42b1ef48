"""The Hub's payload, uploaded with the Hub's own client to a server on this machine."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from giskard.checks import Equals, Scenario, Suite, SuiteResult

pytestmark = pytest.mark.functional

UPLOAD = """
import json, sys
from giskard_hub import HubClient
client = HubClient(api_key="none", base_url=sys.argv[1], max_retries=0, _strict_response_validation=False)
client.evaluations.upload(project_id="p1", payload=json.load(sys.stdin), name="nightly")
"""


class Hub(ThreadingHTTPServer):
    """Keeps what is posted to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Recorder)
        self.received: list[tuple[str, Any]] = []


class Recorder(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((self.path, json.loads(body)))
        self._answer({"data": {"id": "e1"}})

    def _answer(self, content: Any) -> None:
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def hub() -> Generator[Hub]:
    server = Hub()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def example() -> SuiteResult:
    scenario = Scenario("odd \ud83d name").with_tags(["threat-type:leak"])
    scenario.interact(b"\xff", object(), metadata={"score": float("nan")}).check(Equals(expected_value=1))
    passing = (
        Scenario("fine")
        .interact("a", {"answer": ["b"]})
        .check(Equals(expected_value="a", target_key="trace.last.inputs"))
    )
    return Suite(name="nightly", scenarios=[scenario, passing]).run_sync()


def test_what_arrives_is_the_payload(hub: Hub) -> None:
    payload = example().to_hub_format()
    environment = os.environ | {"DO_NOT_TRACK": "1", "NO_PROXY": "127.0.0.1"}
    address = f"http://127.0.0.1:{hub.server_address[1]}"
    done = subprocess.run(
        [sys.executable, "-c", UPLOAD, address],
        input=json.dumps(payload),
        text=True,
        capture_output=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ((path, body),) = hub.received
    assert path.endswith("/v2/evaluations/upload")
    assert body == {"project_id": "p1", "name": "nightly", "payload": payload}


def test_the_payload_loads_as_the_result_it_was_made_of() -> None:
    result = example()
    loaded = SuiteResult.model_validate(result.to_hub_format())
    assert (loaded.passed_count, loaded.failed_count, loaded.suite) == (1, 1, None)
    assert loaded.to_hub_format() == result.to_hub_format()
