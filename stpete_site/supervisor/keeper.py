"""Holds the processes of the site: starts them in order, starts again what dies, and stops them in reverse."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from types import FrameType
from typing import IO

from stpete_site.supervisor import handover, plan
from stpete_site.supervisor.plan import Failed, Program
from stpete_site.supervisor.process import Child, Process, ask_to_end, can_fork, fork, start, stop

READY_SECONDS = 30.0
STEADY_SECONDS = 60.0  # a program that ran this long is started again at once
LONGEST_PAUSE = 5.0  # a deadline waits as long
LEAVING_SECONDS = 120.0  # for what those have in hand whose successors run


class Stopped(Exception):
    pass


@dataclass
class Running:
    """A program, its process, and how often it has died lately."""

    program: Program
    process: Process
    since: float
    deaths: int = 0
    again_at: float | None = None


@dataclass
class Supervisor:
    """Holds the processes of the site. `logs` is None where their output goes where ours goes.

    `sockets` are those we listen on, and `before` the processes of the supervisor before us, by the names of their programs.
    """

    root: Path
    environment: Mapping[str, str]
    logs: Path | None
    sockets: dict[str, socket.socket]
    before: dict[str, Child]
    running: list[Running] = field(default_factory=list)
    leaving: list[Child] = field(default_factory=list)
    leave_by: float = inf
    failed: list[str] = field(default_factory=list)
    gives_way: bool = False

    def listen_to_signals(self) -> None:
        """From now on Ctrl-C, SIGTERM and a closed terminal raise Stopped in the main thread, once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _raise_stopped)
        signal.signal(handover.SIGNAL, lambda number, frame: setattr(self, "gives_way", True))

    def add(self, program: Program) -> None:
        """Start a program and wait until it answers. One that others need while they end stays as it is."""
        if program.serves and program.name in self.before:
            self.running.append(Running(program, self.before.pop(program.name), time.monotonic()))
            return
        running = Running(program, self._start(program), time.monotonic())
        self.running.append(running)
        deadline = time.monotonic() + READY_SECONDS
        while not (program.ready() and (isinstance(running.process, subprocess.Popen) or running.process.is_ready())):
            if running.process.poll() is not None or time.monotonic() > deadline:
                trouble = f"{program.name} failed to start; {self._last_words(program)}"
                if program.name not in self.before:
                    raise Failed(trouble)
                complain(f"{trouble}\nThe one before it goes on.")
                stop(running.process, patience=0.0)
                running.process = self.before.pop(program.name)
                self.failed.append(program.name)
                return
            time.sleep(0.05)

    def dismiss(self) -> None:
        """All that is new runs: let those before finish what they have in hand."""
        self.leaving, self.leave_by = [*self.before.values()], time.monotonic() + LEAVING_SECONDS
        self.before.clear()
        for old in self.leaving:
            ask_to_end(old)

    def once(self, name: str, command: list[str | Path]) -> None:
        """Run a program to its end. Raises Failed when it ends badly; its output is ours."""
        process = self._begin(command, None)
        try:
            status = process.wait()
        finally:
            stop(process)
        if status:
            raise Failed(f"{name} failed; see its output above.")

    def watch(self) -> None:
        """Start again what dies, more and more slowly; returns never, Stopped ends it."""
        while True:
            time.sleep(0.5)
            now = time.monotonic()
            for old in self.leaving if now > self.leave_by else ():
                stop(old, patience=0.0)
            self.leaving = [old for old in self.leaving if old.poll() is None]
            if self.gives_way and not self.leaving:
                alive = {one.program.name: one.process for one in self.running if one.process.poll() is None}
                handover.make_room(self.sockets, alive)
            for running in self.running:
                if running.again_at is None and running.process.poll() is not None:
                    running.deaths = 0 if now - running.since > STEADY_SECONDS else running.deaths + 1
                    pause = 0.0 if running.deaths < 2 else min(LONGEST_PAUSE, 2.0**running.deaths)
                    running.again_at = now + pause
                    say(f"{running.program.name} exited with status {running.process.returncode}; restarting it.")
                if running.again_at is not None and now >= running.again_at:
                    stop(running.process, patience=0.0)  # what it may have left behind
                    running.process, running.since = self._start(running.program), now
                    running.again_at = None

    def stop(self) -> None:
        """Stop those who ask, all at once, then those who serve, the newest first."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, handover.SIGNAL):
            signal.signal(number, signal.SIG_IGN)
        for socket_of_ours in self.sockets.values():
            socket_of_ours.close()  # who comes now is told at once that nobody is here
        askers = [running for running in self.running if not running.program.serves]
        for running in askers:
            ask_to_end(running.process)
        servers = [running for running in reversed(self.running) if running.program.serves]
        for old in (*self.before.values(), *self.leaving):
            stop(old)
        for running in askers + servers:
            stop(running.process, patience=running.program.patience)
        self.running.clear()

    def _start(self, program: Program) -> Process:
        listening = self._socket(program) if program.at else None
        if self.logs is None:
            return self._begin(program.command, None, program.death_signal, listening)
        self.logs.mkdir(parents=True, exist_ok=True)
        with (self.logs / f"{program.name}.log").open("ab") as output:
            return self._begin(program.command, output, program.death_signal, listening)

    def _socket(self, program: Program) -> socket.socket:
        """Opened once: whoever comes while a program is exchanged, or has died, waits for the next."""
        if program.name not in self.sockets:
            host, port = program.at or ("", 0)
            try:
                self.sockets[program.name] = plan.listen(host, port)
            except OSError as error:
                raise Failed(
                    f"{program.name} cannot listen on {plan.address(host, port)}: {error.strerror}."
                ) from error
        return self.sockets[program.name]

    def _begin(
        self,
        command: list[str | Path],
        output: IO[bytes] | None,
        death_signal: signal.Signals = signal.SIGTERM,
        listening: socket.socket | None = None,
    ) -> Process:
        words = [str(part) for part in command]
        if can_fork(words):
            return fork(words, output=output, death_signal=death_signal, listening=listening)
        return start(words, environment=self.environment, folder=self.root, output=output, death_signal=death_signal)

    def _last_words(self, program: Program) -> str:
        if self.logs is None:
            return "see its output above."
        path = self.logs / f"{program.name}.log"
        lines = path.read_text(errors="replace").strip().splitlines()
        return f"{path} ends with: {lines[-1] if lines else 'nothing'}"


def say(sentence: str) -> None:
    print(sentence, flush=True)


def complain(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _raise_stopped(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise Stopped
