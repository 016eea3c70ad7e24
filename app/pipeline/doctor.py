"""What this machine offers to Backdrop, what is missing, and what to do about it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Literal

from app.messages import Message, Notify
from app.pipeline.engines import find_model, model_names
from app.pipeline.installation import COMMAND, ROOT
from app.pipeline.model_cost import measure_cost
from app.video.files.output_format import CODECS, suffixes_of
from gpu_unet import Engine, EngineError, WeightsError, available_cores, load_weights


def _outputs() -> dict[str, str]:
    """What is written, by encoder."""
    outputs: dict[str, str] = {}
    for codec, spec in CODECS.items():
        if codec == "exr":  # no encoder of libav's: OpenEXR's package writes it
            continue
        alpha = " with alpha" if spec.alpha_format else ""
        words = f"{spec.name}{alpha} ({', '.join(suffixes_of(codec))})"
        others = outputs.get(spec.encoder)
        outputs[spec.encoder] = words if others is None else f"{others}, {words}"
    return outputs


ENCODERS = {**_outputs(), "aac": "AAC sound", "libopus": "Opus sound"}
QT_PACKAGES = f"sudo apt-get install $(cat {shlex.quote(str(ROOT))}/packages-debian.txt)"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report.

    Attributes:
        state: "good", "missing" (something does not work without it) or "optional".
        advice: What to do; empty if nothing.
        is_about_files: It names files of the user's.
    """

    topic: str
    state: Literal["good", "missing", "optional"]
    text: str
    advice: str = ""
    is_about_files: bool = False


def examine(
    *, with_models: bool = True, notify: Notify = lambda message: None
) -> Iterator[Finding]:
    """Check everything; yields each finding as soon as it is known.

    Args:
        with_models: Also time every model.
        notify: Told what a slow start waits for: a model's first start compiles its kernels.
    """
    python, system = platform.python_version(), platform.platform()
    yield Finding("Python", "good", Message("{what} on {where}", what=python, where=system))
    yield _processor()
    graphics = _graphics()
    yield graphics
    yield any_card(is_needed=graphics.state != "good", is_tried=with_models, notify=notify)
    if with_models:
        yield from _models(notify)
    yield from encoders()
    yield from _cameras()
    yield from _senders()
    yield window()
    yield from _leftovers()


def _leftovers() -> Iterator[Finding]:
    from app.video.recovery import left_recordings, tidy_leftovers

    is_tidy = True
    for leftover in tidy_leftovers():
        is_tidy = False
        size = Message(
            "{size:.1f} MB left by an interrupted job for {path}",
            size=leftover.size_bytes / 1e6,
            path=leftover.target,
        )
        if leftover.is_removed:
            removed = Message("{path} was removed: {what}", path=leftover.path, what=size)
            yield Finding(Message("Leftovers"), "good", removed, is_about_files=True)
        else:
            yield Finding(
                Message("Leftovers"),
                "optional",
                Message("{path}: {what}", path=leftover.path, what=size),
                Message(
                    "the next job of that name removes it, and so does this command after one day"
                ),
                is_about_files=True,
            )
    for path in left_recordings():
        is_tidy = False
        yield Finding(
            Message("Recording"),
            "optional",
            Message("{path} was interrupted; it plays", path=path),
            f'{COMMAND} finish "{path}"',
            is_about_files=True,
        )
    if is_tidy:
        yield Finding(Message("Leftovers"), "good", Message("no files left by a crash"))


def _processor() -> Finding:
    name = platform.processor() or platform.machine()
    if sys.platform == "linux":
        name = _from_proc_cpuinfo() or name
    found = Message("{name}, {count} threads usable", name=name, count=available_cores())
    return Finding(Message("Processor"), "good", found)


def _from_proc_cpuinfo() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            pairs = [line.partition(":") for line in lines if ":" in line]
    except OSError:
        return ""
    facts = {key.strip(): value.strip() for key, _, value in pairs}
    flags = facts.get("flags", facts.get("Features", "")).split()
    vectors = [name for name in ("avx512f", "avx2", "fma", "asimd") if name in flags]
    name = facts.get("model name", "")
    return f"{name} ({', '.join(vectors)})" if name and vectors else name


def _graphics() -> Finding:
    # Imported late: the packages may be missing, which this reports.
    try:
        from gpu_unet import Gpu

        gpu = Gpu.find()
    except (EngineError, ImportError) as error:
        found = Message("no GPU is used: {error}", error=error)
        return Finding(Message("Graphics"), "optional", found)
    versions = ", ".join(
        f"{package} {metadata.version(package)}" for package in ("numba-cuda", "cuda-bindings")
    )
    found = Message(
        "{name}, {memory:.0f} GiB, compute capability {capability}; {versions}",
        name=gpu.name,
        memory=gpu.memory_bytes / 2**30,
        capability=".".join(str(part) for part in gpu.capability),
        versions=versions,
    )
    return Finding(Message("Graphics"), "good", found)


def any_card(*, is_needed: bool, is_tried: bool, notify: Notify) -> Finding:
    """The card that ONNX Runtime finds: its name, provider and time, or what is missing."""
    topic = Message("Any graphics card")
    if missing := Engine.missing_for_cards():
        if not is_needed:
            return Finding(topic, "good", Message("not needed: the NVIDIA GPU is used"))
        found, _, advice = missing.partition(": ")
        return Finding(topic, "optional", found, advice)
    if not is_tried:
        return Finding(topic, "good", Message("ONNX Runtime is installed; not timed"))
    try:
        trial = Engine.try_card(load_weights(find_model("auto", device="onnx")), notify=notify)
    except (EngineError, WeightsError) as error:
        return Finding(topic, "optional", str(error))
    if trial.trouble:
        retry = f"{COMMAND} doctor --retry"
        advice = Message("update the driver, then run: {command}", command=retry)
        return Finding(topic, "optional", trial.trouble, advice)
    found = Message(
        "{name} by {provider}: the network takes {time:.1f} ms in {precision}",
        name=trial.device,
        provider=trial.provider,
        time=trial.card_ms,
        precision="float16" if trial.half else "float32",
    )
    if trial.is_worth_it:
        return Finding(topic, "good", found)
    advice = Message("too slow for a live picture; --device onnx uses it")
    return Finding(topic, "optional", found, advice)


def _models(notify: Notify) -> Iterator[Finding]:
    names = model_names()
    if not names:
        advice = Message("restore the folder from the repository")
        yield Finding(Message("Models"), "missing", Message("weights/ is empty"), advice)
    for name in names:
        try:
            cost = measure_cost(name, notify=notify)
        except (WeightsError, EngineError) as error:
            yield Finding(Message("Model {name}", name=name), "missing", str(error))
            continue
        frame = cost.frame_format
        found = Message(
            "{time:.1f} ms a {size} frame on {device} (network at {input})",
            time=cost.frame_ms,
            size=f"{frame.width}x{frame.height}",
            device=cost.device,
            input=f"{cost.input_width}x{cost.input_height}",
        )
        yield Finding(Message("Model {name}", name=name), "good", found)


def encoders() -> Iterator[Finding]:
    """Which of `ENCODERS` libav has."""
    import av.codec

    missing = [
        f"{what} ({encoder})"
        for encoder, what in ENCODERS.items()
        if encoder not in av.codec.codecs_available
    ]
    version = ".".join(str(part) for part in av.library_versions["libavcodec"])
    found = Message(
        "PyAV {pyav} with libavcodec {libavcodec}", pyav=av.__version__, libavcodec=version
    )
    if missing:
        lacks = Message("{found} lacks {names}", found=found, names=", ".join(missing))
        advice = "pip install --force-reinstall --only-binary av av"
        yield Finding(Message("Encoders"), "missing", lacks, advice)
    else:
        has = Message("{name}: {words}", name=found, words=", ".join(ENCODERS.values()))
        yield Finding(Message("Encoders"), "good", has)


def _cameras() -> Iterator[Finding]:
    from app.video.cameras.camera_list import list_cameras

    names = [camera.name for camera in list_cameras()]
    if names:
        yield Finding(Message("Cameras"), "good", ", ".join(names))
    else:
        advice = Message(
            "plug one in, or allow this program to use it in the system's privacy settings"
        )
        yield Finding(Message("Cameras"), "optional", Message("none found"), advice)


def _senders() -> Iterator[Finding]:
    from app.video.cameras.senders import senders_here

    for kind in senders_here():
        status = kind.status()
        state: Literal["good", "optional"] = "good" if status.is_available else "optional"
        yield Finding(Message(kind.title), state, status.sentence)


def window() -> Finding:
    """Whether Qt loads, and has a display."""
    topic = Message("Window")
    if importlib.util.find_spec("PySide6") is None:
        found = Message("PySide6 is not installed; the command line works without it")
        return Finding(topic, "missing", found, "pip install -r requirements.txt")
    # In a separate process: only gui/ imports Qt, and a missing library may end the process.
    # -P: no module of the working folder, in which files of others may lie.
    trial = subprocess.run(
        [sys.executable, "-P", "-c", "import PySide6.QtWidgets"],
        capture_output=True,
        text=True,
        check=False,
    )
    if trial.returncode != 0:
        reason = (trial.stderr.strip().splitlines() or ["no reason given"])[-1]
        found = Message("Qt does not load: {reason}", reason=reason)
        return Finding(topic, "missing", found, QT_PACKAGES)
    version = metadata.version("PySide6_Essentials")
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        found = Message("Qt {version}, but no display", version=version)
        return Finding(topic, "optional", found)
    return Finding(topic, "good", f"Qt {version}")
