"""Dask's own scheduler and workers, run until somebody ends them: `main.py cluster`."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from dask import config as dask_config
from distributed import Nanny, Scheduler

from cluster.dask_runner import CONFIG, Tls, check_address, nanny_options, quiet_logs
from cluster.shares import shares

LOOK_EVERY_S = 0.2
FIND_S = 30.0  # the scheduler may be starting on another computer at this moment

Say = Callable[[str], None]


def count_of(text: str) -> int | None:
    """A number of workers, or None for auto.

    Raises:
        ValueError: Neither.
    """
    if text == "auto":
        return None
    if not text.isdecimal():
        raise ValueError(f"--workers is {text!r}; give auto, or a number from 1 to 1024")
    return int(text)


def run_scheduler(
    host: str,
    port: int,
    dashboard_port: int,
    tls: Tls,
    *,
    is_over: Callable[[], bool],
    say: Say,
) -> None:
    """Listen until `is_over`.

    Raises:
        OSError: The port is taken, or the address is not this computer's.
    """
    quiet_logs()

    async def serve() -> None:
        try:
            scheduler = Scheduler(
                host=host,
                port=port,
                protocol="tcp" if tls.ca is None else "tls",
                security=tls.security,
                dashboard=True,
                dashboard_address=f"{host}:{dashboard_port}",
            )
            async with scheduler:
                say(f"Scheduler at {scheduler.address}. {_trust(tls)} End it with Ctrl-C.")
                while not is_over():
                    await asyncio.sleep(LOOK_EVERY_S)
        except (OSError, RuntimeError) as error:
            raise OSError(
                f"the scheduler cannot listen at {host}:{port} ({_root(error)}); choose another "
                "--host or --port"
            ) from error

    with dask_config.set(CONFIG):
        asyncio.run(serve())


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

    Raises:
        ValueError: An address or a count that cannot be meant.
        OSError: Nobody answers there.
    """
    check_address(scheduler, tls)
    parts = shares(count, device=device)
    quiet_logs()

    async def serve() -> None:
        try:
            await asyncio.wait_for(_find(scheduler, is_over), FIND_S)
        except (OSError, TimeoutError) as error:
            raise OSError(
                f"no scheduler answers at {scheduler}; start one (`cluster scheduler`), or check "
                "the address and the firewall"
            ) from error
        if is_over():
            return
        nannies = [
            Nanny(
                scheduler,
                security=tls.security,
                **nanny_options(part, host=host, protocol="tcp" if tls.ca is None else "tls"),
            )
            for part in parts
        ]
        try:
            await asyncio.gather(*nannies)
            gpus = sum(part.gpu is not None for part in parts)
            what = f"{len(parts)} with a GPU each" if gpus else f"{parts[0].cores} cores each"
            name = socket.gethostname()
            say(f"{name}: {len(parts)} workers, {what}. {_trust(tls)} End them with Ctrl-C.")
            while not is_over() and any(nanny.status.name == "running" for nanny in nannies):
                await asyncio.sleep(LOOK_EVERY_S)
        finally:
            await asyncio.gather(*(nanny.close(timeout=5) for nanny in nannies))

    with dask_config.set(CONFIG):
        asyncio.run(serve())


async def _find(address: str, is_over: Callable[[], bool]) -> None:
    """Wait until somebody listens."""
    host, _, port = address.partition("://")[2].rpartition(":")
    while not is_over():
        try:
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
        except OSError:
            await asyncio.sleep(1.0)
            continue
        writer.close()
        return


def _trust(tls: Tls) -> str:
    if tls.ca is not None:
        return "Connections are encrypted, and both sides show certificates."
    return "Nothing is encrypted: for a trusted network alone."


def _root(error: BaseException) -> str:
    cause = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    return getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
