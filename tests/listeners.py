"""Which TCP ports processes listen at, as `ss -ltnp` says it; and what another user may do."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

# What Linux gives to whoever has no rights at all.
OTHER_UID = 65534

only_linux = pytest.mark.skipif(
    not Path("/proc/net/tcp").exists(), reason="only Linux lists its sockets so"
)
only_root = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can become another user"
)


def listening(*processes: int) -> set[str]:
    """HOST:PORT of every socket that these processes and their children listen at."""
    inodes = set()
    for number in processes:
        children = psutil.Process(number).children(recursive=True)
        inodes |= _sockets_of(number)
        for child in children:
            with suppress(OSError):  # it has ended meanwhile
                inodes |= _sockets_of(child.pid)
    found = set()
    for table, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                host, port = fields[1].split(":")
                found.add(f"{_host(family, host)}:{int(port, 16)}")
    return found


def _sockets_of(process: int) -> set[str]:
    inodes = set()
    for link in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            inodes.add(os.readlink(link).removeprefix("socket:[").removesuffix("]"))
    return inodes


def _host(family: socket.AddressFamily, digits: str) -> str:
    raw = bytes.fromhex(digits)
    words = [raw[start : start + 4][::-1] for start in range(0, len(raw), 4)]
    return socket.inet_ntop(family, b"".join(words))


_BECOME_ANOTHER = f"""
import os, socket, sys
os.chdir("/")
os.setgroups([])
os.setgid({OTHER_UID})
os.setuid({OTHER_UID})
"""


def as_other_user(code: str, *arguments: str) -> str:
    """What a program of another user prints; os, socket and sys are imported before."""
    command = [sys.executable, "-I", "-c", _BECOME_ANOTHER + code, *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
