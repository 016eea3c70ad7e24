"""A process that runs one network through ONNX Runtime: `python -m gpu_unet.onnx.worker`.

A graphics driver that hangs or crashes ends this process, not the program. Standard input: one line
of JSON (`provider`, its `options` or null for its own, what `Pictures.find` takes as `pictures`,
`bytes` of the graph), the graph, and then two bytes for each picture: its slot, and whether the
channels that callers give are new there. Standard output: one line of JSON (`device`, or `error`),
then for each picture, once its alpha is written, a float64: the session's time in ms. It ends with
its input.
"""

from __future__ import annotations

import importlib
import json
import os
import struct
import sys
from collections.abc import Callable
from io import BufferedReader
from time import perf_counter
from typing import IO, Any, cast

import numpy as np

from gpu_unet.network_input import PICTURE
from gpu_unet.onnx.device_name import name_of
from gpu_unet.onnx.pictures import Floats, Pictures, Planes
from gpu_unet.onnx.providers import Provider, find_provider

TIME = struct.Struct("d")
# A provider records its commands in the first runs; what fails then is refused while it is opened.
WARM_UP_RUNS = 3

Run = Callable[[Planes, Planes | None], Floats]


def make_session(
    provider: Provider, graph: bytes, options: dict[str, str] | None = None
) -> tuple[Any, str]:
    """A session in which the provider runs everything, and the name of its device."""
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.log_severity_level = 3  # errors
    if not provider.plugin:
        return ort.InferenceSession(graph, settings, providers=[provider.ep]), provider.title
    plugin = importlib.import_module(provider.plugin)
    ort.register_execution_provider_library(provider.name, plugin.get_library_path())
    devices = [device for device in ort.get_ep_devices() if device.ep_name == provider.ep]
    gpu = ort.OrtHardwareDeviceType.GPU
    devices = [device for device in devices if device.device.type == gpu] or devices
    if not devices:
        raise RuntimeError("it finds no graphics card with a driver")
    # The discrete one first, as the provider itself prefers it.
    devices.sort(key=lambda device: dict(device.device.metadata).get("Discrete") != "1")
    own = dict(provider.options) if options is None else options
    settings.add_provider_for_devices(devices[:1], own)
    # Parts of the network left to the processor would cost a copy each way.
    settings.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    # ONNX Runtime's own second try, with the processor, would hide the card's error.
    session = ort.InferenceSession(graph, sess_options=settings, enable_fallback=False)
    return session, name_of(devices[0].device)


def make_run(session: Any, *, is_bound: bool) -> Run:
    """What infers a picture (1, channels, height, width), and what callers give if it is new.

    Args:
        session: From `make_session`.
        is_bound: Whether inputs and output keep their places in the card's memory, which a provider
            demands that plays recorded commands back.
    """
    names = [given.name for given in session.get_inputs()]
    if not is_bound:
        return _make_unbound_run(session, names)
    import onnxruntime as ort

    def on_card(described: Any) -> Any:
        dtype = np.float16 if described.type == "tensor(float16)" else np.float32
        return ort.OrtValue.ortvalue_from_shape_and_type(described.shape, dtype, "gpu", 0)

    held = [on_card(given) for given in session.get_inputs()]
    alpha = on_card(session.get_outputs()[0])
    binding = session.io_binding()
    for name, value in zip(names, held, strict=True):
        binding.bind_ortvalue_input(name, value)
    binding.bind_ortvalue_output("alpha", alpha)

    def run(*given: Planes | None) -> Floats:
        for value, planes in zip(held, given, strict=False):
            if planes is not None:
                value.update_inplace(planes)
        session.run_with_iobinding(binding)
        return alpha.numpy()

    return run


def _make_unbound_run(session: Any, names: list[str]) -> Run:
    kept: dict[str, Planes] = {}

    def run(*given: Planes | None) -> Floats:
        for name, planes in zip(names, given, strict=False):
            if planes is not None:
                kept[name] = planes.copy()  # the next may be written to the same place
        return session.run(None, kept)[0]

    return run


def serve(requests: BufferedReader, answers: IO[bytes]) -> None:
    """Answer until the input ends."""

    def answer(content: bytes) -> None:
        answers.write(content)
        answers.flush()

    asked = json.loads(requests.readline())
    graph = requests.read(asked["bytes"])
    pictures = Pictures.find(**asked["pictures"])
    try:
        provider = find_provider(asked["provider"])
        session, name = make_session(provider, graph, asked["options"])
        run = make_run(session, is_bound=provider.is_bound)
        for _ in range(WARM_UP_RUNS):  # compiles shaders
            run(*_parts(pictures.given[:1]))
    except Exception as error:  # noqa: BLE001 -- whatever a provider raises, the other side says it
        answer(json.dumps({"error": f"{error}".strip()}).encode() + b"\n")
        return
    answer(json.dumps({"device": name}).encode() + b"\n")
    while len(request := requests.read(2)) == 2:
        slot, has_new_given = request
        picture, given = _parts(pictures.given[slot : slot + 1])
        began_s = perf_counter()
        alpha = run(picture, given if has_new_given else None)
        spent_ms = 1e3 * (perf_counter() - began_s)
        pictures.alpha[slot] = alpha[0, 0]
        answer(TIME.pack(spent_ms))


def _parts(planes: Planes) -> tuple[Planes, Planes]:
    return planes[:, : PICTURE.channels], planes[:, PICTURE.channels :]


if __name__ == "__main__":
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # drivers print to standard output
    serve(cast(BufferedReader, sys.stdin.buffer), out)
    os._exit(0)  # drivers may hang or crash in their own end
