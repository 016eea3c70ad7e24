"""Tries with a network camera that is none: whatever a hostile server on loopback can answer."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random

from attack.hostile_servers import HTTP_ATTACKS, RTSP_ATTACKS, Bystander, HostileServer
from attack.program import Call
from attack.tries import CAMERA, COLOURS, Supplies, Try, usual_options
from attack.verdict import Break, Promise

# Ten seconds to connect, ten without a picture, and an end in good order.
LIMIT_S = 600.0
ATTACKS = (
    *(("http", name, answer) for name, answer in HTTP_ATTACKS.items()),
    *(("rtsp", name, answer) for name, answer in RTSP_ATTACKS.items()),
)


def make_server_try(rng: Random, supplies: Supplies) -> Try:
    """The try's own of all attacks, so that as many tries as there are attacks hold each once."""
    scheme, name, answer = ATTACKS[supplies.index % len(ATTACKS)]
    if supplies.is_short:
        scheme, name, answer = rng.choice(ATTACKS)
    stack = ExitStack()
    bystander = stack.enter_context(Bystander())
    server = stack.enter_context(HostileServer(answer, other=bystander.place))

    def look() -> list[Break]:
        if not bystander.connections:
            return []
        words = f"{bystander.connections} connections to another host: {bystander.heads[:1]}"
        return [Break("network", f"another host by {scheme}", words)]

    out = supplies.folder / "out.mp4"
    colour = rng.choice(tuple(COLOURS))
    call = Call(
        (
            *("camera", "--source", f"{scheme}://{server.place}/live", "--no-window"),
            *("--record", str(out), "--seconds", "1"),
            *usual_options(supplies, background=colour),
        ),
        supplies.folder,
        limit_s=LIMIT_S,
    )
    promise = Promise(CAMERA, (out,), outputs_are_due=False, colour=COLOURS[colour])
    return Try(f"{scheme} server", name, ((call, promise),), look=look, close=stack.close)
