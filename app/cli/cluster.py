"""`main.py cluster`: runs a scheduler, or workers on this computer, for jobs from others."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from app.cli.process import add_tls_arguments
from app.cli.spread import EXAMPLES, tls_of, worker_count
from app.cluster.addresses import require
from app.pipeline.end_signals import FAILED, OK, USAGE, EndSignals

HELP = "run a scheduler, or workers that process files for one"
TRUST = """\
Without TLS, anyone who reaches the port can run code on this computer: use it only in a network
that you trust. With --tls-ca, --tls-cert and --tls-key only holders of your certificates connect.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    parser.epilog = f"{TRUST}\n{EXAMPLES}"
    roles = parser.add_subparsers(metavar="ROLE", dest="role", required=True)
    shown = argparse.RawDescriptionHelpFormatter
    add_role = partial(roles.add_parser, epilog=TRUST, formatter_class=shown)
    scheduler = add_role("scheduler", help="distribute work to workers")
    scheduler.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: %(default)s, this computer only)",
    )
    scheduler.add_argument(
        "--port", type=int, default=8786, help="port; 0: any free one (default: %(default)s)"
    )
    scheduler.add_argument(
        "--dashboard-port",
        metavar="PORT",
        type=int,
        help="port of Dask's dashboard, on --host, with TLS on 127.0.0.1; 0: any free one "
        "(default: no dashboard)",
    )
    add_tls_arguments(scheduler)
    worker = add_role(
        "worker", help="work for a scheduler, with one process per GPU or per two cores"
    )
    worker.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        required=True,
        help="such as tcp://10.0.0.5:8786 (required)",
    )
    worker.add_argument(
        "--workers", metavar="N|auto", default="auto", help="processes (default: %(default)s)"
    )
    worker.add_argument(
        "--device",
        choices=("auto", "cuda", "cpu"),
        default="auto",
        help="cpu uses no GPU (default: auto)",
    )
    worker.add_argument(
        "--host",
        help="address to listen on (default: the one that reaches the scheduler)",
    )
    add_tls_arguments(worker)


def run(arguments: argparse.Namespace) -> int:
    """Run until it is stopped."""
    try:
        require("distributed", "cluster needs Dask")
        from app.cluster import dask_services

        host, tls = arguments.host, tls_of(arguments)
        with EndSignals() as signals:
            shared = {"is_over": lambda: signals.count > 0, "say": _say}
            if arguments.role == "scheduler":
                ports = arguments.port, arguments.dashboard_port
                dask_services.run_scheduler(host, *ports, tls, **shared)
            else:
                count = worker_count(arguments.workers)
                dask_services.run_workers(
                    arguments.scheduler, count, arguments.device, host, tls, **shared
                )
    except ValueError as error:
        _say(f"error: {error}")
        return USAGE
    except (OSError, RuntimeError) as error:
        _say(f"error: {error}")
        return FAILED
    return OK


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
