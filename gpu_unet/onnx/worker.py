"""A process that runs one network through ONNX Runtime: `python -m gpu_unet.onnx.worker`.

A graphics driver that hangs or crashes ends this process, not the program. Standard input: one line
of JSON (`provider`, `key` and `shape` as `Pictures.find` takes them, `bytes` of the graph), the
graph, and then a byte for each picture, its slot. Standard output: one line of JSON (`device`, or
`error`), then one for each picture, once its alpha is written (`ms` that the session took); drivers
write other lines there. It ends with its input.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable
from io import BufferedReader
from time import perf_counter
from typing import IO, Any, cast

import numpy as np

from gpu_unet.onnx.pictures import Floats, Pictures
from gpu_unet.onnx.providers import PROCESSOR, Provider, card_name, find_provider

# A provider records its commands in the first runs; what fails then is refused while it is opened.
WARM_UP_RUNS = 3


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


def make_run(session: Any, provider: Provider) -> Callable[[Floats], Floats]:
    """What infers the planes of a picture, float32 (1, channels, height, width)."""
    import onnxruntime as ort

    if not provider.is_recorded:  # what is bound may be copied then and there: not bound at all
        return lambda planes: session.run(["alpha"], {"x": planes})[0]
    x, alpha = (
        ort.OrtValue.ortvalue_from_shape_and_type(described.shape, np.float32, "gpu", 0)
        for described in (*session.get_inputs(), *session.get_outputs())
    )
    binding = session.io_binding()
    binding.bind_ortvalue_input("x", x)
    binding.bind_ortvalue_output("alpha", alpha)

    def run(planes: Floats) -> Floats:
        x.update_inplace(planes)
        session.run_with_iobinding(binding)
        return alpha.numpy()

    return run


def serve(requests: BufferedReader, answers: IO[bytes]) -> None:
    """Answer until the input ends."""

    def answer(**content: object) -> None:
        answers.write(b"\n" + json.dumps(content).encode() + b"\n")  # a driver's line may be open
        answers.flush()

    asked = json.loads(requests.readline())
    graph = requests.read(asked["bytes"])
    pictures = Pictures.find(asked["key"], asked["shape"])
    try:
        provider = find_provider(asked["provider"])
        session, name = make_session(provider, graph)
        run = make_run(session, provider)
        for _ in range(WARM_UP_RUNS):  # compiles shaders
            run(pictures.given[:1])
    except Exception as error:  # noqa: BLE001 -- whatever a provider raises, the other side says it
        answer(error=f"{error}".strip())
        return
    answer(device=name)
    while request := requests.read(1):
        slot = request[0]
        began_s = perf_counter()
        alpha = run(pictures.given[slot : slot + 1])
        spent_ms = 1e3 * (perf_counter() - began_s)
        pictures.alpha[slot] = alpha[0, 0]
        answer(ms=spent_ms)


if __name__ == "__main__":
    serve(cast(BufferedReader, sys.stdin.buffer), sys.stdout.buffer)
    os._exit(0)  # drivers may hang or crash in their own end
