"""A process that runs one network through ONNX Runtime: `python -m gpu_unet.onnx.worker`.

A graphics driver that hangs or crashes ends this process, not the program. Standard input: one line
of JSON (`provider`, `shape` of a picture, `bytes` of the graph), the graph, and then pictures,
float32. Standard output: one line of JSON (`device`, or `error`), then the alpha of each picture,
float32. Pictures go through pipes, so that none reaches a disk. It ends with its input.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from io import BufferedReader
from typing import IO, Any, cast

import numpy as np

from gpu_unet.onnx.providers import Provider, find_provider


def make_session(provider: Provider, graph: bytes) -> tuple[Any, str]:
    """A session in which the provider runs everything, and the name of its device."""
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.log_severity_level = 3  # errors
    if not provider.plugin:
        return ort.InferenceSession(graph, options, providers=[provider.ep]), provider.title
    plugin = importlib.import_module(provider.plugin)
    ort.register_execution_provider_library(provider.name, plugin.get_library_path())
    devices = [device for device in ort.get_ep_devices() if device.ep_name == provider.ep]
    gpu = ort.OrtHardwareDeviceType.GPU
    devices = [device for device in devices if device.device.type == gpu] or devices
    if not devices:
        raise RuntimeError("it finds no graphics card with a driver")
    options.add_provider_for_devices(devices[:1], {})
    # Parts of the network left to the processor would cost a copy each way.
    options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    return ort.InferenceSession(graph, sess_options=options), _name(devices[0].device)


def _name(device: Any) -> str:
    described = dict(device.metadata)
    return str(described.get("Description") or described.get("card") or device.vendor or "")


def serve(requests: BufferedReader, answers: IO[bytes]) -> None:
    """Answer until the input ends."""
    asked = json.loads(requests.readline())
    graph = requests.read(asked["bytes"])
    picture = np.zeros(asked["shape"], np.float32)
    try:
        session, name = make_session(find_provider(asked["provider"]), graph)
        session.run(None, {"x": picture})  # compiles shaders
    except Exception as error:  # noqa: BLE001 -- whatever a provider raises, the other side says it
        answers.write(json.dumps({"error": f"{error}".strip()}).encode() + b"\n")
        answers.flush()
        return
    answers.write(json.dumps({"device": name}).encode() + b"\n")
    answers.flush()
    while requests.readinto(picture.data.cast("B")) == picture.nbytes:
        (alpha,) = session.run(None, {"x": picture})
        answers.write(np.ascontiguousarray(alpha, np.float32).data)
        answers.flush()


if __name__ == "__main__":
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # drivers print to standard output
    serve(cast(BufferedReader, sys.stdin.buffer), out)
    os._exit(0)  # drivers may hang or crash in their own end
