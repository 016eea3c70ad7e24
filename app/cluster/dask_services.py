"""Dask's own scheduler and workers, run until they are stopped: `main.py cluster`."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine

from dask import config as dask_config
from distributed import Nanny, Scheduler

from app.cluster.dask_runner import (
    LOOPBACK,
    MOST_PORT,
    Tls,
    check_address,
    config_in,
    nanny_options,
    quiet_logs,
)
from app.cluster.dask_sockets import PrivateFolder, QuietScheduler
from app.cluster.shares import shares

POLL_S = 0.2
FIND_S = 30.0  # the scheduler may just be starting on another computer

Say = Callable[[str], None]


def run_scheduler(
    host: str,
    port: int,
    dashboard_port: int | None,
    tls: Tls,
    *,
    is_over: Callable[[], bool],
    say: Say,
) -> None:
    """Listen until `is_over`, at `host` and `port` and nowhere else.

    Args:
        host: An address of this computer.
        port: 0: any free one.
        dashboard_port: Port of Dask's dashboard, at `host`; with TLS at 127.0.0.1, since it has
            no certificates. None: no dashboard. 0: any free one.
        is_over: Checked several times a second.
        say: Told where it listens.

    Raises:
        ValueError: An invalid port.
        OSError: A port is taken, or the address is not this computer's.
    """
    for flag, number in (("--port", port), ("--dashboard-port", dashboard_port)):
        if number is not None and not 0 <= number <= MOST_PORT:
            raise ValueError(f"{flag} is {number}; give a number from 0 to {MOST_PORT}")
    quiet_logs()
    dashboard_host = host if tls.ca is None else LOOPBACK

    async def serve() -> None:
        options = {
            "host": host,
            "port": port,
            "protocol": "tcp" if tls.ca is None else "tls",
            "security": tls.security,
        }
        if dashboard_port is not None:
            place = f"{_bracketed(dashboard_host)}:{dashboard_port}"
            options |= {"dashboard": True, "dashboard_address": place}
        try:
            async with (QuietScheduler if dashboard_port is None else Scheduler)(
                **options
            ) as scheduler:
                words = f"Scheduler at {scheduler.address}."
                if dashboard_port is not None:
                    found = scheduler.services["dashboard"].port
                    if dashboard_port not in (0, found):
                        raise OSError(f"port {dashboard_port} of the dashboard is taken")
                    words += f" Dashboard at http://{_bracketed(dashboard_host)}:{found}/status."
                say(f"{words} {_trust(tls)} End it with Ctrl-C.")
                while not is_over():
                    await asyncio.sleep(POLL_S)
        except (OSError, RuntimeError) as error:
            raise OSError(
                f"the scheduler cannot listen at {host}:{port} ({_root(error)}); choose another "
                "--host, --port or --dashboard-port"
            ) from error

    _run(serve)


def run_workers(
    scheduler: str,
    count: int | None,
    device: str,
    host: str | None,
    tls: Tls,
    *,
    is_over: Callable[[], bool],
    say: Say,
) -> None:
    """Work for a scheduler until `is_over`, or until it has gone for good.

    Args:
        count: How many processes; None: see `shares`.
        device: "auto", "cuda" or "cpu".
        host: The address of this computer at which they listen; None: the one on the way to the
            scheduler.
        is_over: Checked several times a second.
        say: Told how many workers there are.

    Raises:
        ValueError: An address or a count that makes no sense.
        OSError: No scheduler answers there.
    """
    check_address(scheduler, tls)
    parts = shares(count, device=device)
    quiet_logs()

    async def serve() -> None:
        try:
            way = await asyncio.wait_for(_find(scheduler, is_over), FIND_S)
        except (OSError, TimeoutError) as error:
            raise OSError(
                f"no scheduler answers at {scheduler}; start one (`cluster scheduler`), or check "
                "the address and the firewall"
            ) from error
        if way is None:
            return
        protocol = "tcp" if tls.ca is None else "tls"
        options = {"host": _bracketed(host or way), "protocol": protocol}
        nannies = [
            Nanny(scheduler, security=tls.security, **nanny_options(part, **options))
            for part in parts
        ]
        try:
            await asyncio.gather(*nannies)
            gpus = sum(part.gpu is not None for part in parts)
            what = f"{len(parts)} with a GPU each" if gpus else f"{parts[0].cores} cores each"
            name = socket.gethostname()
            say(f"{name}: {len(parts)} workers, {what}. {_trust(tls)} End them with Ctrl-C.")
            while not is_over() and any(nanny.status.name == "running" for nanny in nannies):
                await asyncio.sleep(POLL_S)
        finally:
            await asyncio.gather(*(nanny.close(timeout=5) for nanny in nannies))

    _run(serve)


def _run(serve: Callable[[], Coroutine[None, None, None]]) -> None:
    folder = PrivateFolder()
    try:
        with dask_config.set(config_in(folder)):
            asyncio.run(serve())
    finally:
        folder.close()


async def _find(address: str, is_over: Callable[[], bool]) -> str | None:
    """Wait until a scheduler listens; returns this computer's address on the way there."""
    host, _, port = address.partition("://")[2].rpartition(":")
    while not is_over():
        try:
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
        except OSError:
            await asyncio.sleep(1.0)
            continue
        own = writer.get_extra_info("sockname")[0]
        writer.close()
        return own
    return None


def _bracketed(host: str) -> str:
    """A host as in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _trust(tls: Tls) -> str:
    if tls.ca is not None:
        return "Connections are encrypted, and both sides show certificates."
    return "Nothing is encrypted: for a trusted network alone."


def _root(error: BaseException) -> str:
    cause = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    return getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
