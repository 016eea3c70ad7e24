"""A warm process that becomes `main.py` as often as it is asked to: a fork instead of a start.

`python -m attack.fork_server FD MODEL`: imports the program, opens an engine once, and then
forks for every request that comes in over the socket FD. The child runs `main.py` as a script;
at its end it waits for threads and calls what was registered for the end, but leaves out taking
the interpreter apart, which costs five times what a try does. Fresh processes do that too.

Requests and answers are lines of JSON:

    {"program", "arguments", "folder", "out", "err", "stacks", "touch"}   ->  {"pid"}
    {"reap": pid}                                                         ->  {"status", "peak_kib"}

Numba is held to one thread; its own pool (docs/decisions/0037-threading-layer.md) notices a fork
and starts anew in the child.
"""

from __future__ import annotations

import atexit
import faulthandler
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
READY = b"ready\n"  # written where stacks go, when the program is about to begin
TOUCHES = b"touches\n"  # there, too, when it is about to touch a file, and is held
HOLD_S = 0.1
ENVIRONMENT = {"NUMBA_NUM_THREADS": "1"}


def main() -> None:
    """Serve; in a child, be the program."""
    descriptor, model = sys.argv[1:]
    _warm_up(model)
    gc.collect()
    gc.freeze()  # else a child's collector touches, and so copies, every page
    request = _serve(socket.socket(fileno=int(descriptor)))
    if request is not None:  # from here on this is the program
        sys.argv = [request["program"], *request["arguments"]]
        module = sys.modules["__main__"] = ModuleType("__main__")
        module.__dict__["__file__"] = request["program"]
        if request["touch"]:
            _hold_before(request["touch"], request["folder"], request["ready"])
        os.write(request["ready"], READY)
        status = _status_of(lambda: exec(request["code"], module.__dict__))
        for at_the_end in (threading._shutdown, atexit._run_exitfuncs, sys.stdout.flush):
            status = status or _status_of(at_the_end)
        os._exit(status)


def _status_of(run: Callable[[], object]) -> int:
    """What the process returns if `run` is all of it."""
    try:
        run()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
        return 1
    except BaseException:  # noqa: BLE001 - as the interpreter does at the top
        traceback.print_exc()
        return 1
    return 0


def _warm_up(model: str) -> None:
    """Import the program, and compile or load every kernel; leaves no thread."""
    import numpy as np
    from PIL import Image

    import app
    from app.pipeline import compute
    from app.pipeline.background_spec import BackgroundSpec
    from app.pipeline.engines import open_engine_for
    from app.pipeline.settings import Settings
    from gpu_unet.engine import Batch, Engine
    from gpu_unet.frame_format import FrameFormat

    # A job imports most of it, which takes four times as long as a short job itself.
    modules = [module.name for module in pkgutil.walk_packages(app.__path__, "app.")]
    modules += ["main", "PIL.ImageCms", "filelock", "rich.progress", "rich.table"]
    # Before `main.py` stores.py imports it, and a signal then would meet no handler.
    modules.append("fsspec.implementations.local")
    for name in modules:
        if "dask" not in name:  # has processes of its own
            with suppress(ImportError):  # of other programs' Python
                importlib.import_module(name)
    Image.init()
    Engine.room_kernels()
    formats = (
        FrameFormat(48, 64, "yuv420", "bt709", False),
        FrameFormat(48, 64, "rgb", "bt709", True),
    )
    for spec in ("#0000ff", "blur", "transparent"):
        settings = Settings(background=BackgroundSpec.parse(spec), device="cpu", model=model)
        for frame_format in formats:
            opened = open_engine_for(settings, frame_format, batch_size=4, notify=lambda _: None)
            frame = np.zeros(frame_format.shape, np.uint8)
            backgrounds = [frame] if spec.startswith("#") else None
            engine_settings = settings.for_engine()
            opened.engine.process(Batch([frame], backgrounds, engine_settings, want_alpha=True))
            opened.engine.close()
    # Engines warm up on the compute thread. A child would wait for it, and has none.
    compute.compute_thread()._executor.shutdown()
    compute._thread = None


def _serve(connection: socket.socket) -> dict[str, Any] | None:
    """Answer requests until the other side hangs up; returns a request in a child of its own."""
    with connection, connection.makefile("rw") as lines:
        lines.write("{}\n")  # warm
        lines.flush()
        for line in lines:
            request = json.loads(line)
            if "reap" in request:
                _, status, usage = os.wait4(request["reap"], 0)
                answer = {"status": status, "peak_kib": usage.ru_maxrss}
            else:
                program = Path(request["program"])
                request["code"] = compile(program.read_bytes(), program, "exec")
                pid = os.fork()
                if pid == 0:
                    os.setsid()
                    _take_place(request)
                    return request
                answer = {"pid": pid}
            lines.write(json.dumps(answer) + "\n")
            lines.flush()
    return None


def _take_place(request: dict[str, Any]) -> None:
    os.chdir(request["folder"])
    for descriptor, path, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, request["out"], os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        (2, request["err"], os.O_WRONLY | os.O_CREAT | os.O_APPEND),
    ):
        opened = os.open(path, flags)
        os.dup2(opened, descriptor)
        os.close(opened)
    # Where it stood when it crashed, or when it was asked because it hangs.
    stacks = os.open(request["stacks"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    request["ready"] = stacks
    faulthandler.enable(file=stacks)
    faulthandler.register(signal.SIGUSR1, file=stacks)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _hold_before(touch: int, folder: str, descriptor: int) -> None:
    """Say so and stand still before a file of `folder` is touched for the `touch`th time."""
    numbers = count(1)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if not event.startswith(("open", "os.", "shutil.")) or not arguments:
            return
        path = arguments[0]
        is_one = isinstance(path, (str, Path)) and str(path).startswith(folder)
        if is_one and next(numbers) == touch:
            os.write(descriptor, TOUCHES)
            time.sleep(HOLD_S)

    sys.addaudithook(hook)


if __name__ == "__main__":
    main()
