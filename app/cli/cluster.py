"""`main.py cluster`: runs a scheduler, or workers on this computer, for jobs from others."""

from __future__ import annotations

import argparse
import sys

from app.cli.process import add_tls_arguments
from app.cli.spread import EXAMPLES, tls_of
from app.cluster.packages import require
from app.pipeline.end_signals import EndSignals
from app.pipeline.exit_status import FAILED, OK, USAGE

HELP = "lend this computer to others, or gather those that are lent"
TRUST = """\
Without TLS whoever reaches the port can have this computer run anything: Dask is for a network that
you trust. With --tls-ca, --tls-cert and --tls-key nobody is heard who has no certificate of yours.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    parser.epilog = f"{TRUST}\n{EXAMPLES}"
    roles = parser.add_subparsers(metavar="ROLE", dest="role", required=True)
    scheduler = roles.add_parser(
        "scheduler",
        help="hand work out to workers",
        epilog=TRUST,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    scheduler.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address of this computer to listen at (default: %(default)s, for this computer "
        "alone)",
    )
    scheduler.add_argument(
        "--port", type=int, default=8786, help="0: any that is free (default: %(default)s)"
    )
    scheduler.add_argument(
        "--dashboard-port",
        metavar="PORT",
        type=int,
        help="show Dask's dashboard at this port of --host, with TLS of 127.0.0.1; 0: any that is "
        "free (default: no dashboard)",
    )
    add_tls_arguments(scheduler)
    worker = roles.add_parser(
        "worker",
        help="work for a scheduler, with a process for each GPU or for every two cores",
        epilog=TRUST,
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
        help="cpu leaves GPUs alone (default: auto)",
    )
    worker.add_argument(
        "--host",
        help="the address of this computer to listen at (default: the one that leads to the "
        "scheduler)",
    )
    add_tls_arguments(worker)


def run(arguments: argparse.Namespace) -> int:
    """Run until it is stopped."""
    try:
        require("distributed", "cluster needs Dask")
        from app.cluster import dask_services

        tls = tls_of(arguments)
        with EndSignals() as signals:
            if arguments.role == "scheduler":
                dask_services.run_scheduler(
                    arguments.host,
                    arguments.port,
                    arguments.dashboard_port,
                    tls,
                    is_over=lambda: signals.count > 0,
                    say=_say,
                )
            else:
                dask_services.run_workers(
                    arguments.scheduler,
                    dask_services.count_of(arguments.workers),
                    arguments.device,
                    arguments.host,
                    tls,
                    is_over=lambda: signals.count > 0,
                    say=_say,
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
