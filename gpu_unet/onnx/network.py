"""OnnxNetwork: a U-Net in a process of its own, through a provider of ONNX Runtime."""

from __future__ import annotations

import json
import logging
import math
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any, cast

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.engine import to_the_end
from gpu_unet.errors import GpuLostError, GpuUnavailableError
from gpu_unet.onnx.worker import ANSWER, Floats, Pictures
from gpu_unet.python_process import start
from gpu_unet.weights import Weights

log = logging.getLogger(__name__)

END_S = 2.0  # a killed process that takes longer is stuck in its driver, and left behind
MOST_LINE_BYTES = 1 << 16  # a driver that floods its output takes no memory here
STEP_S = 0.002  # how long others wait for the thread while this network waits for the card


class OnnxNetwork:
    """A network bound to one size: a `gpu_unet.cpu.network.Network` that infers beside the caller.

    Up to `slots` pictures may be begun and not finished, so the caller prepares the next one and
    composites the last while the card computes. The oldest is finished first.

    Args:
        architecture: `weights.architecture` at the wanted size.
        provider: Name of a provider; see `providers.PROVIDERS`.
        half: Compute in float16.
        slots: Pictures that may be begun at a time.

    Attributes:
        worker: Command of the process.
        opening_s, answer_s: Time limits of the process's start and of one answer.
        input: float32 (slots, height, width, in_channels), a view of planes one after the other.
        alpha: float32 (slots, height, width) in [0, 1], written by `finish`.
        device_name: For people.
        session_ms: What the last picture took in ONNX Runtime, without the way to its process.

    Raises:
        GpuUnavailableError: No process can be started, or the provider refuses.
        GpuLostError: The process ended, or did not answer in time.
    """

    worker: Sequence[str] = (sys.executable, "-m", "gpu_unet.onnx.worker")
    opening_s = 60.0  # a driver compiles its shaders meanwhile, once
    answer_s = 5.0  # a card that takes longer has hung
    is_spare = False

    def __init__(
        self,
        weights: Weights,
        architecture: UNetArchitecture,
        *,
        provider: str,
        half: bool,
        slots: int = 2,
    ) -> None:
        from gpu_unet.onnx.graph import to_onnx  # its package is there where a provider is

        self.slots, self.session_ms, self.device_name = slots, 0.0, provider
        shape = (slots, architecture.in_channels, architecture.height, architecture.width)
        pictures = Pictures(shape)
        # Strided, like the CPU network's input: the same array type to compiled kernels.
        self.input: Floats = pictures.given.transpose(0, 2, 3, 1)
        self.alpha: Floats = pictures.alpha
        self._begun: list[int] = []  # slots, the oldest first
        self._is_closed = False
        said = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        try:
            self._process = start(self.worker, pass_fds=pictures.descriptors, **said)
        except OSError as error:
            raise GpuUnavailableError(f"{self.worker[0]} does not start: {error}") from error
        finally:
            pictures.close_descriptors()
        self._requests = cast(IO[bytes], self._process.stdin)
        self._answers: SimpleQueue[dict[str, Any]] = SimpleQueue()
        graph = to_onnx(weights, architecture, half=half, apart=True)
        asked = {"provider": provider, "key": pictures.key, "shape": shape, "bytes": len(graph)}
        opening = json.dumps(asked).encode() + b"\n" + graph
        # A daemon: the program ends without it if the process cannot be killed.
        self._thread = threading.Thread(target=self._listen, args=(opening,), daemon=True)
        self._thread.start()
        answer = to_the_end(self._next_answer(self.opening_s))
        if "error" in answer:
            self.close()
            raise GpuUnavailableError(f"{provider}: {answer['error']}")
        self.device_name = answer["device"]

    def _listen(self, opening: bytes) -> None:
        """Send the opening and queue every answer, then that it is lost; the thread's function."""
        words = ""  # what the process wrote last that is no answer
        with suppress(OSError, ValueError):  # the process ended, and may say why
            self._requests.write(opening)
            self._requests.flush()
        with suppress(OSError, ValueError):
            said = cast(IO[bytes], self._process.stdout)
            while line := said.readline(MOST_LINE_BYTES):
                if line.startswith(ANSWER) and line.endswith(b"\n"):  # whole
                    self._answers.put(json.loads(line.removeprefix(ANSWER)))
                elif line.strip():
                    words = f" ({line[:200].decode(errors='replace').strip()})"
        self._answers.put({"lost": f"stopped working{words}"})

    def _next_answer(self, limit_s: float) -> Generator[None, None, dict[str, Any]]:
        """The process's next answer; yields while it waits."""
        answer = {"lost": f"did not answer within {limit_s:g} s; its driver may hang"}
        for _ in range(math.ceil(limit_s / STEP_S)):
            try:
                answer = self._answers.get(timeout=STEP_S)
                break
            except Empty:
                yield
        if "lost" in answer:
            self.close()
            raise GpuLostError(f"{self.device_name} {answer['lost']}")
        return answer

    @property
    def is_ready(self) -> bool:
        """Whether `finish` would return the oldest picture without waiting; any thread."""
        return self._is_closed or not self._answers.empty()

    def begin(self, slot: int) -> None:
        """Infer the picture in `input[slot]`, after those begun before; returns at once."""
        self._check_open()
        if slot in self._begun:  # begun and abandoned
            to_the_end(self.finish(slot))
        with suppress(OSError):  # the process ended: `finish` says so
            self._requests.write(bytes([slot]))
            self._requests.flush()
        self._begun.append(slot)

    def finish(self, slot: int, *, in_parts: bool = True) -> Generator[None, None, None]:
        """Yield while a begun picture's `alpha[slot]` is not valid, in parts or not.

        Raises:
            GpuLostError: The process ended, or did not answer in time.
        """
        self._check_open()
        while slot in self._begun:  # answers to what was abandoned come first
            self.session_ms = (yield from self._next_answer(self.answer_s))["ms"]
            self._begun.pop(0)

    def _check_open(self) -> None:
        if self._is_closed:
            raise GpuLostError("the network on the graphics card is closed; open another engine")

    def close(self) -> None:
        """End the process; may be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        self._process.kill()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            log.warning("the process of %s does not end", self.device_name)
            return
        with suppress(OSError), self._process:  # closes both pipes; what was not sent is lost
            self._thread.join()
