"""OnnxNetwork: a U-Net in a process of its own, through a provider of ONNX Runtime."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as OverdueError
from contextlib import suppress
from io import BufferedReader
from queue import SimpleQueue
from typing import IO, Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.errors import GpuLostError, GpuUnavailableError
from gpu_unet.onnx.graph import to_onnx
from gpu_unet.python_process import NO_WINDOW, environment
from gpu_unet.weights import Weights

log = logging.getLogger(__name__)

WORKER = (sys.executable, "-m", "gpu_unet.onnx.worker")
OPENING_S = 60.0  # a driver compiles its shaders meanwhile, once
ANSWER_S = 5.0  # a card that takes longer has hung
END_S = 2.0  # a killed process that takes longer is stuck in its driver, and left behind
STEP_S = 0.002  # how long others wait for the thread while this network waits for the card

T = TypeVar("T")
Floats = npt.NDArray[np.float32]


class OnnxNetwork:
    """A network bound to one size, with `CpuNetwork`'s interface; it infers beside the caller.

    Up to `slots` pictures may be begun and not finished, so the caller prepares the next one and
    composites the last while the card computes.

    Args:
        weights: From `load_weights`.
        architecture: `weights.architecture` at the wanted size.
        provider: Name of a provider; see `providers.PROVIDERS`.
        half: Compute in float16.
        slots: Pictures that may be begun at a time.
        worker: Command of the process; tests pass their own.
        opening_s, answer_s: Time limits of the process's start and of one answer.

    Attributes:
        input: float32 (slots, height, width, in_channels), as `CpuNetwork.input`.
        alpha: float32 (slots, height, width) in [0, 1], written by `finish`.
        device_name: For people.

    Raises:
        GpuUnavailableError: No process can be started, or the provider refuses.
        GpuLostError: The process ended, or did not answer in time.
    """

    is_spare = False

    def __init__(
        self,
        weights: Weights,
        architecture: UNetArchitecture,
        *,
        provider: str,
        half: bool,
        slots: int = 2,
        worker: Sequence[str] = WORKER,
        opening_s: float = OPENING_S,
        answer_s: float = ANSWER_S,
    ) -> None:
        height, width, channels = architecture.height, architecture.width, architecture.in_channels
        self.slots = slots
        # Strided like the CPU network's input: the same array type to compiled kernels.
        around = np.zeros((slots, height + 2, width + 2, channels), np.float32)
        self.input: Floats = around[:, 1:-1, 1:-1]
        self.alpha: Floats = np.zeros((slots, height, width), np.float32)
        self._sent: Floats = np.zeros((height, width, channels), np.float32)
        self._answer_s = answer_s
        self._begun: dict[int, Future[None]] = {}
        self._is_closed = False
        self.device_name = provider
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 -- closed with the network
        self._process = self._start(worker)
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        # A daemon: the program ends without it if the process cannot be killed.
        self._thread = threading.Thread(target=self._talk, name="onnx", daemon=True)
        self._thread.start()
        graph = to_onnx(weights, architecture, half=half, channels_last=True)
        asked = {"provider": provider, "shape": [1, *self._sent.shape], "bytes": len(graph)}
        try:
            opening = self._submit(lambda: self._open(json.dumps(asked).encode() + b"\n", graph))
            answer = opening.result(timeout=opening_s)
        except OverdueError as error:
            self.close()
            raise GpuLostError(
                f"{provider} did not answer within {opening_s:.0f} s; its driver may hang"
            ) from error
        except (OSError, ValueError) as error:
            raise GpuLostError(
                f"{provider} ended while it was opened{self._closing_words()}"
            ) from error
        if "error" in answer:
            self.close()
            raise GpuUnavailableError(f"{provider}: {answer['error']}")
        self.device_name = answer["device"] or provider

    def _start(self, worker: Sequence[str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                worker,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=environment(),
                start_new_session=True,  # Ctrl-C is for the program
                creationflags=NO_WINDOW,
            )
        except OSError as error:
            self._errors.close()
            raise GpuUnavailableError(f"{worker[0]} does not start: {error}") from error

    def _talk(self) -> None:
        """Make the calls one after the other; the thread's function."""
        while (call := self._calls.get()) is not None:
            future, function = call
            try:
                future.set_result(function())
            except Exception as error:  # noqa: BLE001 -- for the caller, as with any executor
                future.set_exception(error)

    def _submit(self, function: Callable[[], T]) -> Future[T]:
        if self._is_closed:
            raise GpuLostError("the network on the graphics card is closed; open another engine")
        future: Future[T] = Future()
        self._calls.put((future, function))
        return future

    def _pipes(self) -> tuple[IO[bytes], BufferedReader]:
        assert self._process.stdin is not None
        return self._process.stdin, cast(BufferedReader, self._process.stdout)

    def _open(self, asked: bytes, graph: bytes) -> dict[str, str]:
        requests, answers = self._pipes()
        requests.write(asked + graph)
        requests.flush()
        return json.loads(answers.readline())

    def begin(self, slot: int) -> None:
        """Infer the picture in `input[slot]`, after those begun before; returns at once."""
        self._begun[slot] = self._submit(lambda: self._exchange(slot))

    def _exchange(self, slot: int) -> None:
        requests, answers = self._pipes()
        np.copyto(self._sent, self.input[slot])
        requests.write(self._sent.data)
        requests.flush()
        alpha = memoryview(self.alpha[slot]).cast("B")
        if answers.readinto(alpha) != len(alpha):
            raise OSError("the process ended in the middle of an answer")

    def finish(self, slot: int) -> Floats:
        """Wait for the alpha of a begun picture: a view, overwritten by the slot's next one.

        Raises:
            GpuLostError: The process ended, or did not answer in time.
        """
        for _ in self.finish_parts(slot, step_s=self._answer_s):
            pass
        return self.alpha[slot]

    def finish_parts(self, slot: int, *, step_s: float = STEP_S) -> Iterator[None]:
        """`finish` as an iterator that yields while it waits; `alpha[slot]` is valid at its end."""
        begun = self._begun.pop(slot)
        waited_s = 0.0
        while not wait([begun], timeout=step_s).done:
            waited_s += step_s
            if waited_s >= self._answer_s:
                self.close()
                raise GpuLostError(
                    f"{self.device_name} did not answer within {self._answer_s:g} s; "
                    "its driver may hang"
                )
            yield
        try:
            begun.result()
        except (OSError, ValueError) as error:
            raise GpuLostError(
                f"{self.device_name} stopped working{self._closing_words()}"
            ) from error

    def infer(self, count: int) -> Floats:
        """See `CpuNetwork.infer`; `count` is 1."""
        self.begin(0)
        return self.finish(0)[np.newaxis]

    def infer_parts(self, count: int) -> Iterator[None]:
        """See `CpuNetwork.infer_parts`; `count` is 1."""
        self.begin(0)
        yield from self.finish_parts(0)

    def _closing_words(self) -> str:
        """Close; the last line that the process wrote about its end, for a message."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        self.close()
        return f" ({lines[-1][:200]})" if lines else ""

    def close(self) -> None:
        """End the process; may be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        self._begun.clear()
        self._calls.put(None)
        self._process.kill()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            log.warning("the process of %s does not end", self.device_name)
            return
        self._thread.join()  # both pipes have ended
        for file in (*self._pipes(), self._errors):
            with suppress(OSError):  # what was not sent is lost
                file.close()
