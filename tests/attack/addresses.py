"""Tries with addresses: web servers that lie or lead elsewhere, and what people type for one."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from random import Random

from attack.damage import damaged
from attack.hostile_servers import LEADING_AWAY, Bystander, HostileServer, answers
from attack.program import SECRET, Call
from attack.tries import COLOURS, PROCESS, Supplies, Try, usual_options
from attack.verdict import Break, Promise

LIMIT_S = 90.0
REFUSED = frozenset({1, 2})
# Nothing listens at port 9 of this computer, and no name is looked up.
PLACES = ("127.0.0.1:9", "[::1]:9", "127.0.0.1:70000", "127.0.0.1:", ":9", "")
SCHEMES = (
    *("ftp", "sftp", "http", "https", "reference", "dir", "generic", "zip", "tar", "file", "local"),
    *("simplecache", "blockcache", "memory", "github", "s3", "gs", "rtsp", "tls", "tcp", "unheard"),
)
TAILS = ("/a.mp4", f"/a.mp4?pwd={SECRET}", "/", "", "/a.mp4::file:///dev/null", "/a/../b.mp4", "/%")


def make_url_try(rng: Random, supplies: Supplies) -> Try:
    """A try with a web server or a typed address."""
    return rng.choices((_served, _typed), (1, 2))[0](rng, supplies)


def _served(rng: Random, supplies: Supplies) -> Try:
    """The input is at a web server: whole, damaged, cut short, or elsewhere."""
    content = supplies.victims["plain.mp4"].read_bytes()
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(content)}\r\n\r\n".encode()
    answer = {
        "whole": answers(content, "video/mp4"),
        "damaged": answers(damaged(content, rng, [content])[0], "video/mp4"),
        "cut short": lambda visit: visit.send(head + content[: rng.randrange(len(content))]),
        "refused": answers(b"", status="403 Forbidden"),
        **LEADING_AWAY,
    }
    name = rng.choice(tuple(answer))
    stack = ExitStack()
    bystander = stack.enter_context(Bystander())
    server = stack.enter_context(HostileServer(answer[name], other=bystander.place))

    def look() -> list[Break]:
        if not bystander.connections:
            return []
        return [Break("network", "another host by an address", f"{bystander.heads[:1]}")]

    out, colour = supplies.folder / "out.mp4", rng.choice(tuple(COLOURS))
    address = f"http://me:{SECRET}@{server.place}/film.mp4?pwd={SECRET}"
    arguments = ("process", address, "-o", str(out), *usual_options(supplies, background=colour))
    call = Call(arguments, supplies.folder, limit_s=LIMIT_S)
    promise = Promise(PROCESS, (out,), outputs_are_due=False, colour=COLOURS[colour])
    if name == "whole":
        promise = replace(promise, succeeds=True, outputs_are_due=True)
    return Try("web address", name, ((call, promise),), look=look, close=stack.close)


def _typed(rng: Random, supplies: Supplies) -> Try:
    """An address that leads to nothing, at every place of the command line that takes one."""
    scheme, place, tail = rng.choice(SCHEMES), rng.choice(PLACES), rng.choice(TAILS)
    address = f"{scheme}://me:{SECRET}@{place}{tail}"
    out = supplies.folder / "out.mp4"
    source = supplies.folder / "in.mp4"
    source.write_bytes(supplies.sources["source.mp4"].read_bytes())
    role = rng.choice(("input", "output", "--cluster", "--source"))
    options = usual_options(supplies, background="#00b140")
    if role == "--source":  # people leave out a part
        address = rng.choice(
            (address, address.replace("://", ":/", 1), address.partition("://")[2])
        )
        words = ["camera", "--source", address, "--no-window", "--seconds", "1", *options]
    elif role == "input":
        words = ["process", address, "-o", str(out), *options]
    elif role == "output":
        words = ["process", str(source), "-o", address, *options]
    else:
        words = ["process", str(source), "-o", str(out), "--cluster", address, *options]
    call = Call(tuple(words), supplies.folder, limit_s=LIMIT_S)
    return Try(f"typed address: {role}", address, ((call, Promise(REFUSED)),))
