"""A model server that speaks what the real ones speak, and does what the test says next."""

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

VERDICT = {"reason": "It says so: 'yes'.", "passed": True}


def openai_answer(request: dict[str, Any], arguments: str) -> dict[str, Any]:
    """Return a chat completion that calls the tool that was offered."""
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": request["tools"][0]["function"]["name"], "arguments": arguments},
    }
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": request["model"],
        "choices": [
            {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": [call]}}
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def openai_response(request: dict[str, Any], arguments: str) -> dict[str, Any]:
    """Return what the responses protocol says, which is the one that plain `openai:` speaks."""
    call = {
        "type": "function_call",
        "id": "f1",
        "call_id": "c1",
        "name": request["tools"][0]["name"],
        "arguments": arguments,
        "status": "completed",
    }
    usage = {
        "input_tokens": 100,
        "output_tokens": 20,
        "total_tokens": 120,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    return {
        "id": "r1",
        "object": "response",
        "created_at": 1,
        "model": request["model"],
        "status": "completed",
        "output": [call],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": usage,
    }


def openai_refusal(request: dict[str, Any]) -> dict[str, Any]:
    answer = openai_answer(request, "{}")
    answer["choices"] = [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": None, "refusal": "I cannot help with that."},
        }
    ]
    return answer


def anthropic_answer(request: dict[str, Any], value: Any) -> dict[str, Any]:
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": request["model"],
        "content": [{"type": "tool_use", "id": "t1", "name": request["tools"][0]["name"], "input": value}],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 90, "output_tokens": 30},
    }


def anthropic_stream(message: dict[str, Any]) -> str:
    """Return the server-sent events that say `message`."""
    (block,) = message["content"]
    head = message | {"content": [], "stop_reason": None, "usage": {"input_tokens": 90, "output_tokens": 1}}
    delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    end = {"delta": {"stop_reason": "tool_use", "stop_sequence": None}, "usage": {"output_tokens": 30}}
    events = [
        {"type": "message_start", "message": head},
        {"type": "content_block_start", "index": 0, "content_block": block | {"input": {}}},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", **end},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


class Server(ThreadingHTTPServer):
    """Answers each request with the next of `answers`, the last one for ever."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[Callable[[_Handler, dict[str, Any]], None]] = []
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.in_flight = self.most_in_flight = self.open_connections = 0
        self.lock = threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that hung up, which is what clients with a timeout do."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def setup(self) -> None:
        super().setup()
        with self.server.lock:
            self.server.open_connections += 1

    def finish(self) -> None:
        super().finish()
        with self.server.lock:
            self.server.open_connections -= 1

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        server = self.server
        with server.lock:
            server.in_flight += 1
            server.most_in_flight = max(server.most_in_flight, server.in_flight)
            answer = server.answers[min(len(server.requests), len(server.answers) - 1)]
            server.requests.append((self.path, request))
        try:
            answer(self, request)
        finally:
            with server.lock:
                server.in_flight -= 1

    def send(self, status: int, value: Any, **headers: str) -> None:
        data = (value if isinstance(value, str) else json.dumps(value)).encode()
        self.send_response(status)
        for name, text in {"content_type": "application/json", "content_length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def says(value: Any) -> Callable[[_Handler, dict[str, Any]], None]:
    """Answer with a verdict, in the protocol that was asked in; a text is sent as it is."""

    def answer(handler: _Handler, request: dict[str, Any]) -> None:
        if handler.path.endswith("/messages"):
            message = anthropic_answer(request, value)
            if request.get("stream"):
                handler.send(200, anthropic_stream(message), content_type="text/event-stream")
            else:
                handler.send(200, message)
        else:
            speak = openai_response if handler.path.endswith("/responses") else openai_answer
            handler.send(200, speak(request, value if isinstance(value, str) else json.dumps(value)))

    return answer


def replies(body: Any) -> Callable[[_Handler, dict[str, Any]], None]:
    """Answer with status 200 and a body that no protocol foresees; a text is sent as it is."""
    return lambda handler, request: handler.send(200, body)


def vectors(*rows: Any) -> Callable[[_Handler, dict[str, Any]], None]:
    """Answer with embeddings."""
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    usage = {"prompt_tokens": 4, "total_tokens": 4}
    return lambda handler, request: handler.send(
        200, {"object": "list", "data": data, "model": request["model"], "usage": usage}
    )


def fails(status: int, **headers: str) -> Callable[[_Handler, dict[str, Any]], None]:
    def answer(handler: _Handler, request: dict[str, Any]) -> None:
        handler.send(status, {"error": {"message": f"status {status}", "type": "some_error"}}, **headers)

    return answer


def refuses(handler: _Handler, request: dict[str, Any]) -> None:
    handler.send(200, openai_refusal(request))


def slowly(seconds: float) -> Callable[[_Handler, dict[str, Any]], None]:
    def answer(handler: _Handler, request: dict[str, Any]) -> None:
        time.sleep(seconds)
        says(VERDICT)(handler, request)

    return answer


def hangs_up(handler: _Handler, request: dict[str, Any]) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Generator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        for name, path in (("OPENAI", "/v1"), ("ANTHROPIC", "")):
            monkeypatch.setenv(f"{name}_BASE_URL", server.url + path)
            monkeypatch.setenv(f"{name}_API_KEY", "a-key")
        yield server
        server.shutdown()
