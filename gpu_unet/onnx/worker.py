"""A process that runs one network through ONNX Runtime: `python -m gpu_unet.onnx.worker`.

A graphics driver that hangs or crashes ends this process, not the program. Standard input: one line
of JSON (`provider`, `key` and `shape` as `Pictures` takes them, `bytes` of the graph), the
graph, and then a byte for each picture, its slot. Standard output: ANSWER and JSON (`device`, or
`error`), then the same for each picture, once its alpha is written (`ms` from sending it to its
alpha); drivers write other lines there. It ends with its input. A picture that is asked for while
the card infers the one before is sent meanwhile.
"""

from __future__ import annotations

import importlib
import json
import math
import mmap
import os
import sys
import threading
import uuid
from queue import SimpleQueue
from time import perf_counter
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from gpu_unet.network_input import PICTURE
from gpu_unet.onnx.providers import PROCESSOR, Provider, card_name, find_provider

ANSWER = b"gpu_unet: "  # begins a line that no driver wrote
# A provider records its commands in the first runs; what fails then is refused while it is opened.
WARM_UP_RUNS = 3
END = -1  # in place of a slot: no more pictures come

Floats = npt.NDArray[np.float32]


class Pictures:
    """Planes of some pictures, in memory that no file system lists and that ends with its users.

    Args:
        shape: Of `given`.
        key: Of the other process, to find its memory; empty: new memory, all zero.

    Attributes:
        given: float32 (slots, in_channels, height, width), the network's input.
        alpha: float32 (slots, height, width).
        key: By which the other process finds the memory: a descriptor's number, on Windows a name.
        descriptors: What the other process must inherit to find it.
    """

    def __init__(self, shape: tuple[int, int, int, int], key: str = "") -> None:
        slots, channels, height, width = shape
        planes = (slots, channels + 1, height, width)
        size = 4 * math.prod(planes)
        if sys.platform == "win32":
            self.key, self.descriptors = key or f"gpu_unet-{uuid.uuid4().hex}", ()
            memory = mmap.mmap(-1, size, tagname=self.key)
        else:
            descriptor = int(key) if key else _anonymous()
            self.key, self.descriptors = str(descriptor), (descriptor,)
            os.ftruncate(descriptor, size)  # new memory has no size yet
            memory = mmap.mmap(descriptor, size)
        both: Floats = np.frombuffer(memory, np.float32).reshape(planes)
        self.given, self.alpha = both[:, :channels], both[:, channels]

    def close_descriptors(self) -> None:
        """Once the other process has started: the memory stays while either one uses it."""
        for descriptor in self.descriptors:
            os.close(descriptor)


def _anonymous() -> int:
    if sys.platform == "linux":
        return os.memfd_create("pictures")
    import _posixshmem  # what `multiprocessing.shared_memory` uses, whose names outlive a crash

    name = f"/{uuid.uuid4().hex[:24]}"  # macOS allows 31 characters
    descriptor = _posixshmem.shm_open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    _posixshmem.shm_unlink(name)
    return descriptor


def make_session(provider: Provider, graph: bytes) -> tuple[Any, str]:
    """A session in which the provider runs everything, and the name of its device."""
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.log_severity_level = 3  # errors
    name, built_in = provider.title, [provider.ep]
    if provider != PROCESSOR:  # parts of the network left to it would cost a copy each way
        settings.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    if "-ep-" in provider.wheel:
        plugin = importlib.import_module(provider.wheel.replace("-", "_"))
        ort.register_execution_provider_library(provider.name, plugin.get_library_path())
        devices = [device for device in ort.get_ep_devices() if device.ep_name == provider.ep]
        if not devices:
            raise RuntimeError("it finds no graphics card with a driver")
        # Graphics cards first; of these the discrete one, as the provider itself prefers it.
        devices.sort(key=lambda found: dict(found.device.metadata).get("Discrete") != "1")
        devices.sort(key=lambda found: found.device.type != ort.OrtHardwareDeviceType.GPU)
        own = {"enableGraphCapture": "1"} if provider.is_recorded else {}
        settings.add_provider_for_devices(devices[:1], own)
        name, built_in = card_name(devices[0].device), None
    # ONNX Runtime's own second try, with the processor, would hide the card's error.
    return ort.InferenceSession(graph, settings, built_in, enable_fallback=False), name


class Runner:
    """Runs a session on the pictures of one slot: `send`, `begin`, then `alpha`.

    Args:
        session: Its inputs share the network's channels, in order; its output is "alpha".
        given: As in `Pictures`; the slot is read from `send` until `alpha` returns.
    """

    def __init__(self, session: Any, given: Floats, slot: int) -> None:
        described = session.get_inputs()
        ends = np.cumsum([each.shape[1] for each in described])
        parts = np.split(given[slot : slot + 1], ends[:-1], axis=1)
        self._session = session
        self._inputs = {each.name: part for each, part in zip(described, parts, strict=True)}

    def send(self) -> None:
        """Copy the picture to the card, where that is a step of its own."""

    def begin(self) -> None:
        """Let the card infer what was sent, after what was begun before; returns at once."""

    def alpha(self) -> Floats:
        """The picture's alpha, float32 (1, 1, height, width), once the card has inferred it."""
        return self._session.run(["alpha"], self._inputs)[0]


class RecordedRunner(Runner):
    """For a provider that plays recorded commands back: the slot has its places on the card.

    So one picture is sent while the card infers the one before. Planes that callers gave mostly
    stay as they are from frame to frame, and are sent only when they have changed.
    """

    def __init__(self, session: Any, given: Floats, slot: int) -> None:
        import onnxruntime as ort

        super().__init__(session, given, slot)

        def place(described: Any) -> Any:
            return ort.OrtValue.ortvalue_from_shape_and_type(described.shape, np.float32, "gpu", 0)

        self._on_card = {each.name: place(each) for each in session.get_inputs()}
        self._alpha = place(session.get_outputs()[0])
        self._binding, self._options = session.io_binding(), ort.RunOptions()
        for name, value in self._on_card.items():
            self._binding.bind_ortvalue_input(name, value)
        self._binding.bind_ortvalue_output("alpha", self._alpha)
        self._options.add_run_config_entry("gpu_graph_id", str(slot + 1))  # names the recording
        self._sent: dict[str, Floats] = {}

    def send(self) -> None:
        """See `Runner.send`."""
        for name, now in self._inputs.items():
            if name not in self._sent or not np.array_equal(now, self._sent[name]):
                self._on_card[name].update_inplace(now)
                if name != PICTURE.name:  # frames always change
                    self._sent[name] = now.copy()

    def begin(self) -> None:
        """See `Runner.begin`."""
        self._session.run_with_iobinding(self._binding, self._options)

    def alpha(self) -> Floats:
        """See `Runner.alpha`."""
        return self._alpha.numpy()


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until the input ends."""

    def answer(**content: object) -> None:
        # A driver's line may be open.
        answers.write(b"\n" + ANSWER + json.dumps(content).encode() + b"\n")
        answers.flush()

    asked = json.loads(requests.readline())
    graph = requests.read(asked["bytes"])
    pictures = Pictures(asked["shape"], asked["key"])
    try:
        provider = find_provider(asked["provider"])
        session, name = make_session(provider, graph)
        kind = RecordedRunner if provider.is_recorded else Runner
        runners = [kind(session, pictures.given, slot) for slot in range(len(pictures.given))]
        for runner in runners * WARM_UP_RUNS:  # compiles shaders
            runner.send()
            runner.begin()
            runner.alpha()
    except Exception as error:  # noqa: BLE001 -- whatever a provider raises, the other side says it
        answer(error=f"{error}".strip())
        return
    answer(device=name)
    waiting: SimpleQueue[int] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), daemon=True).start()
    begun: dict[int, float] = {}  # the slot that is inferred, and when its picture was begun
    while True:
        following, sent_s = None, 0.0
        if not begun or not waiting.empty():
            if (following := waiting.get()) == END:
                return
            began_s = perf_counter()
            runners[following].send()
            sent_s = perf_counter() - began_s
        for slot, since_s in begun.items():
            alpha = runners[slot].alpha()
            spent_ms = 1e3 * (perf_counter() - since_s)
            pictures.alpha[slot] = alpha[0, 0]
            answer(ms=spent_ms)
        begun.clear()
        if following is not None:
            begun[following] = perf_counter() - sent_s
            runners[following].begin()


def _listen(requests: IO[bytes], waiting: SimpleQueue[int]) -> None:
    """Queue slots as they are asked for, then END; the function of a thread."""
    while request := requests.read(1):
        waiting.put(request[0])
    waiting.put(END)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)  # drivers may hang or crash in their own end
