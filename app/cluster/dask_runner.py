"""DaskRunner: sends tasks to the workers of a Dask scheduler, on this computer or elsewhere.

Dask sends a call as the name of one of our functions and its arguments. The arguments are
dictionaries of JSON's types, and a worker checks them as strictly as a command line.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dask import config as dask_config
from distributed import Client, Future, Nanny, Security, SpecCluster, WorkerPlugin, get_worker
from distributed.scheduler import KilledWorker

from app.cluster import tasks
from app.cluster.addresses import require
from app.cluster.dask_sockets import (
    HAS_UNIX_SOCKETS,
    SCHEME,
    PrivateFolder,
    QuietScheduler,
    QuietWorker,
)
from app.cluster.plain import Plain
from app.cluster.runner import Outcome, Runner, RunnerLostError
from app.cluster.shares import Share, shares
from app.pipeline.memory import keep_few_heaps
from app.video.network.address import host_name, split_address, without_password

LOOPBACK = "127.0.0.1"
MOST_PORT = 65535
CONNECT_S = 10.0  # to a scheduler elsewhere
START_S = 120.0  # for workers of this computer, which a busy one starts slowly
# A task whose worker dies this often is at fault itself; one more would cost a third worker.
DEATHS = 2

CONFIG = {
    # A worker takes no module from the working folder, in which files of others may lie.
    "distributed.nanny.pre-spawn-environ.PYTHONSAFEPATH": 1,
    "distributed.scheduler.allowed-failures": DEATHS,
    # A frame batch or a compilation holds the GIL for longer than Dask's limit, which is normal.
    "distributed.admin.tick.limit": "60s",
    # Events are processed as they come; a client that connects later needs none of them.
    "distributed.admin.low-level-log-length": 100,
    # A worker takes a task only when it is free: tasks are long.
    "distributed.scheduler.worker-saturation": 1.0,
    # The profiler would sample every thread a hundred times a second.
    "distributed.worker.profile.enabled": False,
    # Engines and libav hold the memory: Dask can move none of it, and must not kill for it.
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.terminate": False,
}


@dataclass(frozen=True, slots=True)
class Tls:
    """Files of Dask's own TLS, in PEM; all three or none.

    Attributes:
        ca: The certificate authority to trust.
        cert: Our own certificate.
    """

    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    def __post_init__(self) -> None:
        files = (self.ca, self.cert, self.key)
        if any(files) and not all(files):
            raise ValueError(
                "TLS needs --tls-ca, --tls-cert and --tls-key together; give all three, or none"
            )
        for file in files:
            if file is not None and not file.is_file():
                raise ValueError(f"{file} is no file; name the PEM file of the certificate or key")
        if self.ca is not None and self.cert is not None:
            self._try(self.ca, self.cert)

    def _try(self, ca: Path, cert: Path) -> None:
        """Load them once: OpenSSL would ask the terminal for the password of an encrypted key."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        asked = []
        try:
            context.load_verify_locations(ca)
            context.load_cert_chain(cert, self.key, password=lambda: asked.append(1) or "")
        except (ssl.SSLError, OSError, ValueError) as error:
            if asked:
                raise ValueError(
                    f"{self.key} is encrypted, and Dask has no password for it; write a key "
                    "without one (openssl pkey -in KEY.pem -out PLAIN.pem) that only you can read"
                ) from error
            raise ValueError(
                f"{ca}, {cert} and {self.key} cannot be used ({error}); name the PEM files of the "
                "authority, of a certificate and of its key"
            ) from error

    @property
    def security(self) -> Security | None:
        """The type that Dask takes; None: no encryption."""
        if self.ca is None:
            return None
        own: dict[str, Any] = {}
        for role in ("client", "scheduler", "worker"):
            own |= {f"tls_{role}_cert": str(self.cert), f"tls_{role}_key": str(self.key)}
        return Security(tls_ca_file=str(self.ca), require_encryption=True, **own)


# In a worker's process

TOPIC = "backdrop"
logger = logging.getLogger(__name__)


def _work(task: str, payload: Plain) -> Plain:
    """See `tasks.work`; runs on the worker's only compute thread."""
    worker = get_worker()

    def tell(message: Plain) -> None:
        worker.log_event(f"{TOPIC}-{payload['client']}", message)

    return {**tasks.work(task, payload, tell), "worker": worker.address}


async def _cancel(job: str) -> None:
    """See `tasks.cancel`; a coroutine, so that Dask runs it at once."""
    tasks.cancel(job)


class IgnoreInterrupt(WorkerPlugin):
    """Makes workers ignore Ctrl-C, which a terminal sends to all processes; the parent obeys it."""

    name = "backdrop-manners"

    def setup(self, worker: Any) -> None:
        """Runs on the worker's event loop, in its main thread."""
        keep_few_heaps()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        logger.info("worker %s is process %d", worker.address, os.getpid())


class DaskRunner(Runner):
    """Used by one thread.

    Args:
        client: Connected; closed by `close`.
        needs_gpu: Send tasks only to workers with a GPU.
    """

    def __init__(
        self,
        client: Client,
        *,
        on_close: Callable[[], None] = lambda: None,
        needs_gpu: bool = False,
        has_machines: bool = True,
    ) -> None:
        super().__init__()
        self.has_machines = has_machines
        self.client = client
        self._on_close = on_close
        self._resources = {"GPU": 1} if needs_gpu else None
        self.address = client.scheduler.address if client.scheduler else ""
        self._name = secrets.token_hex(4)
        self._futures: dict[str, Future] = {}
        self._is_closed = False
        self.dashboard = _dashboard_of(client)
        client.register_plugin(IgnoreInterrupt())
        topic = f"{TOPIC}-{self._name}"
        client.subscribe_topic(topic, lambda event: self.told.put(event[1]))

    @property
    def slots(self) -> int:
        """The number of workers."""
        return max(1, len(self._workers()))

    def _workers(self) -> dict[str, Any]:
        # Without a scheduler, there is no list of workers.
        return self.client.scheduler_info(n_workers=-1).get("workers", {})

    def processes(self) -> list[int]:
        """Process numbers of the workers, on their computers."""
        said: Any = self.client.run(os.getpid)
        return list(said.values())

    def submit(self, ticket: str, task: str, payload: Plain, *, avoid: frozenset[str]) -> None:  # noqa: D102
        others = [address for address in self._workers() if address not in avoid] if avoid else []
        try:
            future = self.client.submit(
                _work,
                task,
                {**payload, "client": self._name},
                key=ticket,
                pure=False,
                workers=others or None,
                resources=self._resources,
            )
        except (OSError, RuntimeError, asyncio.CancelledError) as error:
            raise self._lost() from error
        self._futures[ticket] = future
        future.add_done_callback(self._on_done)

    def _on_done(self, future: Future) -> None:
        ticket = str(future.key)
        result, trouble, worker = None, "", ""
        try:
            result = future.result()
            worker = result["worker"]
        except KilledWorker:
            trouble = (
                f"{DEATHS + 1} workers died while they worked on it; look at their logs, "
                "or at the memory of their computers"
            )
        except (asyncio.CancelledError, OSError):
            return  # the scheduler has gone; `finished` reports that
        except Exception as error:  # noqa: BLE001 -- a bug in a task; the caller of `finished` gets it
            if future.cancelled() or type(error).__name__ == "FutureCancelledError":
                return
            trouble = f"internal error: {error!r}; the worker's log tells where"
        self._done.put(Outcome(ticket, result, trouble, worker))

    def finished(self, timeout_s: float) -> list[Outcome]:  # noqa: D102
        found = super().finished(timeout_s)
        for outcome in found:
            self._futures.pop(outcome.ticket, None)
        if not found and self.client.status != "running":
            raise self._lost()
        return found

    def _lost(self) -> RunnerLostError:
        return RunnerLostError(
            f"the scheduler at {self.address} has gone; start it again, or look at its log"
        )

    def everywhere(self, payload: Plain) -> list[Plain]:  # noqa: D102
        said: Any = self.client.run(tasks.check, payload)
        return list(said.values())

    def cancel(self, job: str) -> None:  # noqa: D102
        with suppress(OSError, RuntimeError):
            self.client.run(_cancel, job, wait=False, on_error="ignore")

    def close(self) -> None:  # noqa: D102
        if self._is_closed:
            return
        self._is_closed = True
        with suppress(OSError, RuntimeError, asyncio.CancelledError, TimeoutError):
            self.client.close(timeout=5)
        self._on_close()


def on_this_computer(count: int | None, *, device: str = "auto") -> DaskRunner:
    """Start workers here, out of other users' reach, that end with this process.

    Args:
        count: How many; None: see `shares`.

    Raises:
        ValueError: A count that makes no sense.
        RunnerLostError: They do not start.
    """
    parts = shares(count, device=device)
    quiet_logs()
    try:
        folder = PrivateFolder()
    except OSError as error:
        raise RunnerLostError(f"workers do not start on this computer: {error}") from error
    cluster = None
    try:
        with dask_config.set(config_in(folder)):
            security, way = _way_here(folder)
            nannies = {
                number: {
                    "cls": Nanny,
                    "options": {**nanny_options(part, **way), "security": security},
                }
                for number, part in enumerate(parts)
            }
            cluster = SpecCluster(
                workers=nannies,
                scheduler={"cls": QuietScheduler, "options": {**way, "security": security}},
                silence_logs=logging.CRITICAL,  # type: ignore[arg-type]  # a level, as they use it
                security=security,
            )
            client = Client(cluster, timeout=START_S, set_as_default=False)
            client.wait_for_workers(len(parts), timeout=START_S)
    except (OSError, TimeoutError, RuntimeError) as error:
        _close_cluster(cluster, folder)
        raise RunnerLostError(f"workers do not start on this computer ({error})") from error
    return DaskRunner(
        client,
        on_close=lambda: _close_cluster(cluster, folder),
        needs_gpu=device == "cuda",
        has_machines=False,
    )


def _way_here(folder: PrivateFolder) -> tuple[Security | None, dict[str, str]]:
    """How processes of this user alone reach each other: certificates, "host" and "protocol"."""
    if HAS_UNIX_SOCKETS:
        return None, {"host": str(folder.path), "protocol": SCHEME}
    require("cryptography", "--workers needs cryptography on this system")
    # Certificates for this session only, which are never written to a disk.
    return Security.temporary(), {"host": LOOPBACK, "protocol": "tls"}


def config_in(folder: PrivateFolder) -> dict[str, Any]:
    """Dask's configuration; Dask would put its working folder before all others in sys.path."""
    return {**CONFIG, "temporary-directory": str(folder.path)}


def _close_cluster(cluster: SpecCluster | None, folder: PrivateFolder) -> None:
    if cluster is not None:
        with suppress(OSError, RuntimeError, TimeoutError, asyncio.CancelledError):
            cluster.close(timeout=10)
    folder.close()


def nanny_options(part: Share, *, host: str, protocol: str) -> dict[str, Any]:
    """Arguments of a worker process; it listens at `host` and nowhere else."""
    return {
        "nthreads": 1,  # one thread of a process calls engines
        "memory_limit": 0,
        "host": host,
        "protocol": protocol,
        "worker_class": QuietWorker,
        "env": part.environment,
        "resources": part.resources,
        "silence_logs": logging.CRITICAL,
        "config": CONFIG,
    }


def elsewhere(address: str, tls: Tls, *, needs_gpu: bool = False) -> DaskRunner:
    """Connect to a running scheduler.

    Args:
        address: `tcp://10.0.0.5:8786`, or `tls://` with certificates.
        tls: Without certificates there is no encryption, which is for a trusted network.

    Raises:
        ValueError: An address that makes no sense.
        RunnerLostError: No scheduler answers there, or it has no worker.
    """
    check_address(address, tls)
    quiet_logs()
    with dask_config.set(CONFIG):
        try:
            client = Client(address, security=tls.security, timeout=CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError, RuntimeError, TypeError) as error:
            words = str(error).strip().rstrip(".") or type(error).__name__
            raise RunnerLostError(
                f"no scheduler answers at {address} ({words}); start one "
                "(`cluster scheduler`), or check the address and the firewall"
            ) from error
    if not client.scheduler_info(n_workers=-1)["workers"]:
        client.close()
        raise RunnerLostError(
            f"the scheduler at {address} has no worker; start one on each computer: "
            f"cluster worker --scheduler {address}"
        )
    return DaskRunner(client, needs_gpu=needs_gpu)


def check_address(address: str, tls: Tls) -> None:
    """Refuse addresses that make no sense.

    Raises:
        ValueError: It is no address of a scheduler, or it does not fit the certificates.
    """
    protocol, login, place, target = split_address(address)
    host, _, port = place.rpartition(":")
    is_port = port.isdecimal() and 1 <= int(port) <= MOST_PORT
    is_host = bool(host_name(host)) and host.startswith("[") == host.endswith("]") == (":" in host)
    if protocol not in ("tcp", "tls") or login or target or not (is_port and is_host):
        raise ValueError(
            f"{without_password(address)} is no address of a scheduler; write tcp://HOST:8786, or "
            "tls://HOST:8786"
        )
    if (protocol == "tls") != (tls.ca is not None):
        raise ValueError(
            f"{address} and the certificates do not go together; tls:// needs --tls-ca, "
            "--tls-cert and --tls-key, and they need tls://"
        )


def quiet_logs() -> None:
    """Silence Dask's own log, which is for debugging; users get our sentences."""
    known = [name for name in logging.root.manager.loggerDict if name.startswith("distributed.")]
    for name in (*known, "distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _dashboard_of(client: Client) -> str:
    try:
        import bokeh  # noqa: F401  # pyright: ignore[reportMissingImports]
    except ImportError:
        return ""
    with suppress(OSError, ValueError, KeyError, AttributeError):
        return client.dashboard_link or ""
    return ""
