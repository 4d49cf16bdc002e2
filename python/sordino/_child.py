"""One long-lived ``sordino batch -`` that answers requests over pipes, a JSON object a line."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
from typing import Any, Dict, List, Optional

from . import _find
from .errors import Stopped

_PATIENCE_SECONDS = 1.0  # for a child that was told to end; it has nothing left to do
_LONGEST_COMPLAINT = 500


class _Ended(Exception):
    """The child is gone, and with it the request."""


class _Waiting:
    """A request on its way."""

    __slots__ = ("done", "answer")

    def __init__(self) -> None:
        self.done = threading.Event()
        self.answer: Optional[Dict[str, Any]] = None


class _Child:
    """A process, the requests it has not answered yet in the order in which they were written, and the thread that reads its answers.

    Pipes are unbuffered: a fork in the middle of a request must not leave half a line that two processes would flush.
    """

    def __init__(self, command: List[str]) -> None:
        self._complaints = tempfile.TemporaryFile()
        # In a session of its own, since an interrupt at the terminal is meant for Python alone. It ends when its input does,
        # which the kernel closes however this process ends.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints,
                                         bufsize=0, start_new_session=True)
        self._waiting: Dict[int, _Waiting] = {}
        self._ids = itertools.count(1)
        self._writing = threading.Lock()
        self._ended = False
        threading.Thread(target=self._read, name="sordino answers", daemon=True).start()

    def ask(self, request: Dict[str, Any]) -> Dict[str, Any]:
        waiting = _Waiting()
        number = next(self._ids)
        line = json.dumps({"id": number, **request}, allow_nan=False).encode("ascii") + b"\n"
        try:
            with self._writing:
                self._waiting[number] = waiting
                self._write(line)
            # The reader says that it has ended before it wakes those who wait: whoever came later sees it here.
            if self._ended and not waiting.done.is_set():
                raise _Ended
            waiting.done.wait()
        except (OSError, ValueError):  # a broken pipe, or closed by close()
            raise _Ended from None
        if waiting.answer is None:
            raise _Ended
        return waiting.answer

    def _write(self, line: bytes) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[stdin.write(rest):]
        except BaseException:
            self._process.kill()  # half a line would be taken for the beginning of the next one
            raise

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        pieces: List[bytes] = []
        try:
            while True:
                block = stdout.read(1 << 16)
                if not block:
                    break
                *lines, rest = block.split(b"\n")
                for line in lines:
                    self._deliver(b"".join([*pieces, line]))
                    pieces = []
                if rest:
                    pieces.append(rest)
        except (OSError, ValueError):
            pass  # closed while reading
        self._ended = True
        for waiting in list(self._waiting.values()):
            waiting.done.set()

    def _deliver(self, line: bytes) -> None:
        try:
            answer = json.loads(line.decode("utf-8"))
            number = answer.pop("id")
            # A line that could not be read is answered without its number. Answers come in the order of the requests, so it is the oldest.
            waiting = self._waiting.pop(list(self._waiting)[0] if number is None else number, None)
        except (ValueError, AttributeError, KeyError, IndexError, TypeError):
            return  # not an answer to any request of ours
        if waiting is not None:
            waiting.answer = answer
            waiting.done.set()

    @property
    def process_id(self) -> int:
        return self._process.pid

    def complaint(self) -> str:
        """What the process said on standard error, or how it ended."""
        try:
            code = self._process.wait(_PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        try:
            self._complaints.seek(0)
            said = self._complaints.read().decode("utf-8", errors="replace").strip()
        except ValueError:  # another thread has closed it
            said = ""
        return said[-_LONGEST_COMPLAINT:] if said else f"exit code {code}"

    def close(self) -> None:
        self._ended = True
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(_PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._complaints.close()

    def forget(self) -> None:
        """In a forked process: the child is the parent's. Its pipes must not stay open here, or it would outlive the parent."""
        self._ended = True
        for pipe in (self._process.stdin, self._process.stdout, self._complaints):
            if pipe is not None:
                pipe.close()
        self._process.returncode = 0  # not ours to wait for


class Desk:
    """Where requests are handed in: starts a child when there is none, and a second one if the first one ended."""

    def __init__(self) -> None:
        self._child: Optional[_Child] = None
        self._starting = threading.Lock()

    def ask(self, request: Dict[str, Any]) -> Dict[str, Any]:
        for attempt in (1, 2):
            child = self._running()
            try:
                return child.ask(request)
            except _Ended:
                complaint = self._retire(child)
        raise Stopped(f"the accountant's process ended twice: {complaint}",
                      "if it was not ended from outside, please report it with the request")

    def _running(self) -> _Child:
        with self._starting:
            if self._child is None:
                command = _find.command()
                if _find.builds_first(command):
                    print("sordino: building (the first time takes about a minute)", file=sys.stderr, flush=True)
                self._child = _Child([*command, "batch", "-"])
            return self._child

    def _retire(self, child: _Child) -> str:
        complaint = child.complaint()
        with self._starting:
            if self._child is child:
                self._child = None
                child.close()
        return complaint

    @property
    def process_id(self) -> Optional[int]:
        """Of the child that runs now."""
        child = self._child
        return None if child is None else child.process_id

    def close(self) -> None:
        with self._starting:
            if self._child is not None:
                self._child.close()
                self._child = None

    def forked(self) -> None:
        """Called in the new process, where no other thread lives, and whoever held a lock is gone."""
        child, self._child = self._child, None
        self._starting = threading.Lock()
        if child is not None:
            child.forget()


DESK = Desk()
atexit.register(DESK.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=DESK.forked)
