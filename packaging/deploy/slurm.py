"""Runs workers as Slurm jobs: pip install dask-jobqueue; python packaging/deploy/slurm.py --jobs 8.

Run it on a node that all others can reach; it is the scheduler, and ends its jobs when it ends. The
folder of Backdrop, its environment and the recordings must be visible to every node.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from dask_jobqueue import SLURMCluster  # pyright: ignore[reportMissingImports]

HERE = Path(__file__).resolve().parents[2]


def main() -> None:
    """Start them, print the scheduler's address, and wait for Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=8, help="one GPU and one worker each")
    parser.add_argument("--cores", type=int, default=8, help="of each, to decode and encode with")
    parser.add_argument("--print", action="store_true", help="show the job's script, and end")
    arguments = parser.parse_args()
    cluster = SLURMCluster(
        cores=1,  # one task at a time; BACKDROP_CORES limits the threads of a task
        processes=1,
        job_cpu=arguments.cores,
        memory="16GB",
        walltime="08:00:00",
        python=sys.executable,
        job_extra_directives=["--gres=gpu:1"],
        job_script_prologue=[
            f"cd {HERE}",
            f"export PYTHONPATH={HERE}",
            f"export BACKDROP_CORES={arguments.cores} NUMBA_NUM_THREADS={arguments.cores}",
        ],
        worker_extra_args=["--resources", "GPU=1", "--no-dashboard"],
        scheduler_options={"port": 0 if arguments.print else 8786, "dashboard_address": ":0"},
    )
    if arguments.print:
        sys.stdout.write(cluster.job_script())
        cluster.close()
        return
    cluster.scale(jobs=arguments.jobs)
    sys.stdout.write(f"python main.py process ... --cluster {cluster.scheduler_address}\n")
    try:
        while True:
            time.sleep(60)
    except KeyboardInterrupt:
        cluster.close()


if __name__ == "__main__":
    main()
