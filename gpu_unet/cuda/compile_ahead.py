"""CompileAhead: compile many kernels at once, in processes of their own.

Compiling one takes one to two seconds, nearly all of it in Python, and Numba compiles one at a
time per process. Processes are started as programs, not forked: a fork would copy a CUDA context
that only its maker may use, and the window's threads in whatever state they are in. Each is this
module: it reads a request per line, JSON of `request_of`, and answers "ok" once the kernel is in
the disk cache.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import logging
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gpu_unet.cores import available_cores
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.launch import Kernel, registered_kernels
from gpu_unet.cuda.machine_code import Target, can_compile
from gpu_unet.engine import KernelCount, Notify, NotifyCount
from gpu_unet.python_process import start

log = logging.getLogger(__name__)

FEWEST = 4  # fewer are compiled sooner than a process has imported Numba
MOST_WORKERS = 12  # each takes some 200 MB


class CompileAhead:
    """Use as a context: workers live from the first kernels that are missing to its end.

    Whatever goes wrong in a worker, the kernel is simply compiled later, when it is loaded, and
    fails there with its own message.

    Args:
        gpu: What to compile for.
        notify: Told in one sentence what the wait is for; None for no one.
        count: Told how many of the kernels that were missing are ready; None for no one.
    """

    def __init__(
        self, gpu: Gpu, notify: Notify | None = None, count: NotifyCount | None = None
    ) -> None:
        self._gpu = gpu
        self._notify = notify
        self._count = count
        self._lock = threading.Lock()
        self._ready = self._total = 0  # in all calls together
        self._workers: list[subprocess.Popen[str]] = []

    def __enter__(self) -> CompileAhead:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def __call__(self, kernels: Iterable[Kernel]) -> int:
        """Bring those of `kernels` that are not in the disk cache there; how many were missing."""
        target = self._gpu.target
        missing = {k.name: k for k in kernels if not k.is_kept(target)}
        if not missing:
            return 0
        if not can_compile():
            log.info("%d kernels did not come with this installation", len(missing))
            return len(missing)
        if self._notify is not None:
            self._notify(f"Compiling {len(missing)} kernels for {self._gpu.name} (once) ...")
        if len(missing) >= FEWEST:
            requests = deque(request_of(kernel, target) for kernel in missing.values())
            self._total += len(requests)
            self._tell_count(0)
            self._start(min(len(requests), available_cores(), MOST_WORKERS))
            self._hand_out(requests)
        return len(missing)

    def close(self) -> None:
        """End the workers, in the midst of their work if need be."""
        for worker in self._workers:
            worker.kill()
            worker.communicate()
        self._workers = []

    def _start(self, count: int) -> None:
        if not sys.executable:  # Python lives inside another program
            return
        while len(self._workers) < count:
            try:
                worker = start(
                    [sys.executable, "-m", "gpu_unet.cuda.compile_ahead"],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    encoding="utf-8",
                )
            except OSError as error:
                log.warning("no process for compiling could be started: %s", error)
                return
            self._workers.append(worker)

    def _hand_out(self, requests: deque[str]) -> None:
        """Give every worker one request after another until none is left."""
        if not self._workers:
            return
        with ThreadPoolExecutor(len(self._workers), "compile") as threads:
            try:
                for _ in threads.map(lambda worker: self._serve(worker, requests), self._workers):
                    pass
            except BaseException:
                requests.clear()
                self.close()  # ends the threads, too: their workers answer no more
                raise

    def _tell_count(self, more: int) -> None:
        with self._lock:  # one after the other, so that the count only rises
            self._ready += more
            if self._count is not None:
                self._count(KernelCount(self._ready, self._total))

    def _serve(self, worker: subprocess.Popen[str], requests: deque[str]) -> None:
        assert worker.stdin is not None
        assert worker.stdout is not None
        while requests:
            try:
                request = requests.popleft()
            except IndexError:  # another thread took the last one
                return
            try:
                worker.stdin.write(f"{request}\n")
                worker.stdin.flush()
                answer = worker.stdout.readline()
            except (OSError, ValueError):  # its end of the pipe is closed, or ours
                answer = ""
            if not answer:
                log.warning("a process that compiles kernels has ended early; request: %s", request)
                return
            self._tell_count(1)


def request_of(kernel: Kernel, target: Target) -> str:
    """One line of JSON: which kernel to make, and the target to compile it for."""
    made_from, kind = kernel.made_from, ""
    if dataclasses.is_dataclass(made_from):
        kind = type(made_from).__name__
        made_from = {f.name: getattr(made_from, f.name) for f in dataclasses.fields(made_from)}
    # "make_conv_tensor.<locals>.conv_tensor_kernel"
    factory = "" if made_from is None else kernel.function.__qualname__.partition(".")[0]
    return json.dumps(
        {
            "module": kernel.function.__module__,
            "name": kernel.name,
            "factory": factory,
            "kind": kind,
            "made_from": made_from,
            "target": target,
        }
    )


def kernel_of(request: dict[str, Any]) -> Kernel:
    """The kernel of a parsed request."""
    module = importlib.import_module(request["module"])
    if not request["factory"]:
        return registered_kernels()[request["name"]]
    made_from = request["made_from"]
    if request["kind"]:
        made_from = getattr(module, request["kind"])(**made_from)
    return getattr(module, request["factory"])(made_from)


def _compile(line: str) -> None:
    """Compile what `line` requests into the disk cache."""
    request = json.loads(line)
    major, minor, features = request["target"]
    kernel_of(request).machine_code((major, minor, features))


if __name__ == "__main__":
    # A process that compiles: it ends with its input, or at the first kernel that cannot be
    # compiled; the parent compiles that one itself and reports the error. It needs no GPU.
    for line in sys.stdin:
        _compile(line)
        sys.stdout.write("ok\n")
        sys.stdout.flush()
