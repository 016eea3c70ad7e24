"""Stands in for the program and breaks one promise, to see that the attack notices it.

`planted.py FAULT SOURCE OUT PORT`: each function is a fault; what `honest` does breaks nothing.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import av
import numpy as np

COLOUR = (0, 177, 64)
TOO_MUCH_BYTES = 1200 * 2**20


def honest(source: Path, out: Path) -> None:
    write_film(out)


def traceback(source: Path, out: Path) -> None:
    raise RuntimeError("planted")


def traceback_in_a_thread(source: Path, out: Path) -> None:
    write_film(out)
    thread = threading.Thread(target=traceback, args=(source, out))
    thread.start()
    thread.join()


def crash(source: Path, out: Path) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def hang(source: Path, out: Path) -> None:
    time.sleep(1000)


def memory(source: Path, out: Path) -> None:
    write_film(out)
    np.ones(TOO_MUCH_BYTES, np.uint8)


def replaced_input(source: Path, out: Path) -> None:
    write_film(out)
    shutil.copy(out, source)


def lost_file_of_others(source: Path, out: Path) -> None:
    write_film(out)
    source.with_name("foreign.txt").unlink()


def half_a_file(source: Path, out: Path) -> None:
    write_film(out)
    os.truncate(out, out.stat().st_size // 2)


def half_a_file_after_an_error(source: Path, out: Path) -> None:
    half_a_file(source, out)
    sys.stderr.write("error: the disk is full.\n")
    raise SystemExit(1)


def file_left(source: Path, out: Path) -> None:
    write_film(out)
    out.with_suffix(".tmp").touch()


def work_folder_left(source: Path, out: Path) -> None:
    write_film(out)
    out.with_name(f".{out.name}.0123abcd.part").mkdir()


def room_shown(source: Path, out: Path) -> None:
    shutil.copy(source, out)


def nothing_written(source: Path, out: Path) -> None:
    pass


def odd_status(source: Path, out: Path) -> None:
    sys.stderr.write("error: something is the matter.\n")
    raise SystemExit(7)


def silent_failure(source: Path, out: Path) -> None:
    raise SystemExit(1)


def unclear_sentence(source: Path, out: Path) -> None:
    sys.stderr.write("error: cannot read <_io.BytesIO object at 0x7f0102030405>\n")
    raise SystemExit(1)


def password_told(source: Path, out: Path) -> None:
    sys.stderr.write("error: nothing answers at http://me:s3cr3t-w0rd@cam/live\n")
    raise SystemExit(1)


def flood(source: Path, out: Path) -> None:
    write_film(out)
    sys.stderr.write("Cancelled.\n" * 1000)


def connection(source: Path, out: Path) -> None:
    write_film(out)
    socket.create_connection(("127.0.0.1", int(sys.argv[4]))).close()


# What the attack has to say about each.
FAULTS = {
    honest: None,
    traceback: "traceback",
    traceback_in_a_thread: "traceback",
    crash: "died",
    hang: "hang",
    memory: "memory",
    replaced_input: "changed file",
    lost_file_of_others: "changed file",
    half_a_file: "not whole",
    half_a_file_after_an_error: "not whole",
    file_left: "leftover",
    work_folder_left: "leftover",
    room_shown: "room shown",
    nothing_written: "missing",
    odd_status: "status",
    silent_failure: "no sentence",
    unclear_sentence: "unclear sentence",
    password_told: "password told",
    flood: "flood",
    connection: "network",
}


def write_film(path: Path) -> None:
    """Two frames of `COLOUR`."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.height, stream.width, stream.pix_fmt = 48, 64, "yuv420p"
        for _ in range(2):
            pixels = np.full((48, 64, 3), COLOUR, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, "rgb24")))
        container.mux(stream.encode(None))


if __name__ == "__main__":
    globals()[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
