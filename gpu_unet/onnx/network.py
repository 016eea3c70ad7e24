"""OnnxNetwork: a U-Net in a process of its own, through a provider of ONNX Runtime."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, cast

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.errors import GpuLostError, GpuUnavailableError
from gpu_unet.network_input import PICTURE
from gpu_unet.onnx.graph import to_onnx
from gpu_unet.onnx.pictures import Floats, Pictures, to_half
from gpu_unet.onnx.worker import TIME
from gpu_unet.python_process import NO_WINDOW, environment
from gpu_unet.weights import Weights

log = logging.getLogger(__name__)

WORKER = (sys.executable, "-m", "gpu_unet.onnx.worker")
OPENING_S = 60.0  # a driver compiles its shaders meanwhile, once
ANSWER_S = 5.0  # a card that takes longer has hung
END_S = 2.0  # a killed process that takes longer is stuck in its driver, and left behind
STEP_S = 0.002  # how long others wait for the thread while this network waits for the card


class OnnxNetwork:
    """A network bound to one size, with `CpuNetwork`'s interface; it infers beside the caller.

    Up to `slots` pictures may be begun and not finished, so the caller prepares the next one and
    composites the last while the card computes.

    Args:
        weights: From `load_weights`.
        architecture: `weights.architecture` at the wanted size.
        provider: Name of a provider; see `providers.PROVIDERS`.
        half: Send and compute in float16.
        slots: Pictures that may be begun at a time.
        worker: Command of the process; tests pass their own.
        opening_s, answer_s: Time limits of the process's start and of one answer.
        options: Of the provider; None takes its own.
        to_graph: What writes the graph, as `to_onnx` does.

    Attributes:
        input: float32 (slots, height, width, in_channels), a view of planes one after the other.
        alpha: float32 (slots, height, width) in [0, 1], written by `finish`.
        device_name: For people.
        session_ms: What the last picture took in ONNX Runtime, without the way there and back.

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
        options: Mapping[str, str] | None = None,
        to_graph: Callable[..., bytes] = to_onnx,
    ) -> None:
        self.slots = slots
        shape = (slots, architecture.in_channels, architecture.height, architecture.width)
        dtype = "float16" if half else "float32"
        self._pictures = Pictures.make(shape, dtype)
        self._is_half = half
        # The frame path writes float32: to where the card's process reads, or to be rounded.
        given = np.zeros(shape, np.float32) if half else self._pictures.given
        self._planes = cast(Floats, given)
        # Strided, like the CPU network's input: the same array type to compiled kernels.
        self.input: Floats = self._planes.transpose(0, 2, 3, 1)
        self.alpha: Floats = self._pictures.alpha
        self._given = np.zeros_like(self._planes[0, PICTURE.channels :]).view(np.int64)
        self.session_ms = 0.0
        self._answer_s = answer_s
        self._begun: dict[int, int] = {}  # slots, each with the number of its request
        self._requests = self._answered = 0
        self._is_closed = False
        self.device_name = provider
        graph = to_graph(weights, architecture, half=half, as_sent=True)
        asked = {
            "provider": provider,
            "options": None if options is None else dict(options),
            "pictures": {"key": self._pictures.key, "shape": shape, "dtype": dtype},
            "bytes": len(graph),
        }
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 -- closed with the network
        self._process = self._start(worker)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requested, self._said = self._process.stdin, self._process.stdout
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        # A daemon: the program ends without it if the process cannot be killed.
        opening = json.dumps(asked).encode() + b"\n" + graph
        self._thread = threading.Thread(
            target=self._listen, args=(opening,), name="onnx", daemon=True
        )
        self._thread.start()
        try:
            answer = json.loads(self._answers.get(timeout=opening_s))
        except Empty as error:
            raise self._hung(opening_s) from error
        except ValueError as error:
            raise GpuLostError(
                f"{provider} ended while it was opened{self._closing_words()}"
            ) from error
        if "error" in answer:
            self.close()
            raise GpuUnavailableError(f"{provider}: {answer['error']}")
        self.device_name = answer["device"]

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
                pass_fds=self._pictures.descriptors,
            )
        except OSError as error:
            self._errors.close()
            raise GpuUnavailableError(f"{worker[0]} does not start: {error}") from error
        finally:
            self._pictures.close_descriptors()

    def _listen(self, opening: bytes) -> None:
        """Send the opening and queue every answer, then an empty one; the thread's function."""
        with suppress(OSError, ValueError):  # the process ended
            self._requested.write(opening)
            self._requested.flush()
            self._answers.put(self._said.readline())
            while answer := self._said.read(TIME.size):
                self._answers.put(answer)
        self._answers.put(b"")

    def _hung(self, limit_s: float) -> GpuLostError:
        self.close()
        return GpuLostError(
            f"{self.device_name} did not answer within {limit_s:g} s; its driver may hang"
        )

    def begin(self, slot: int) -> None:
        """Infer the picture in `input[slot]`, after those begun before; returns at once."""
        if self._is_closed:
            raise GpuLostError("the network on the graphics card is closed; open another engine")
        # As integers: the bits count, and are compared in a third of the time.
        planes = self._planes[slot]
        given = planes[PICTURE.channels :].view(np.int64)
        if has_new_given := not np.array_equal(given, self._given):
            np.copyto(self._given, given)
        if self._is_half:
            sent = planes if has_new_given else planes[: PICTURE.channels]
            to_half(sent, self._pictures.given[slot])
        with suppress(OSError):  # the process ended: `finish` says so
            self._requested.write(bytes([slot, has_new_given]))
            self._requested.flush()
        self._requests += 1
        self._begun[slot] = self._requests

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
        request = self._begun.pop(slot)
        waited_s = 0.0
        while self._answered < request:  # answers to what was begun and abandoned come first
            try:
                answer = self._answers.get(timeout=step_s)
            except Empty as error:
                waited_s += step_s
                if waited_s >= self._answer_s:
                    raise self._hung(self._answer_s) from error
                yield
                continue
            if len(answer) != TIME.size:
                raise GpuLostError(f"{self.device_name} stopped working{self._closing_words()}")
            (self.session_ms,) = TIME.unpack(answer)
            self._answered += 1

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
        self._process.kill()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            log.warning("the process of %s does not end", self.device_name)
            return
        self._thread.join()  # both pipes have ended
        for file in (self._requested, self._said, self._errors):
            with suppress(OSError):  # what was not sent is lost
                file.close()
