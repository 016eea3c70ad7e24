"""Runs workers on machines of EC2.

    pip install "dask-cloudprovider[aws]"
    python packaging/deploy/cloud.py IMAGE

IMAGE is a container with this repository in /opt/backdrop, requirements-cluster.txt,
requirements-cuda.txt and `pip install s3fs`. Recordings are in a bucket:

    python main.py process s3://archive/ -o s3://done/ --cluster tls://... --tls-ca ...

The connection is encrypted with certificates that are made for this cluster only. The machines cost
money until this program ends, which ends them.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from dask_cloudprovider.aws import EC2Cluster  # pyright: ignore[reportMissingImports]

WORKER = {"nthreads": 1, "memory_limit": 0, "resources": {"GPU": 1}}
FILES = {"--tls-ca": "tls_ca_file", "--tls-cert": "tls_client_cert", "--tls-key": "tls_client_key"}


def make(image: str, count: int, **options: object) -> EC2Cluster:
    """Describe the machines; with `asynchronous=True` they are started later."""
    return EC2Cluster(
        n_workers=count,
        instance_type="g5.2xlarge",  # one GPU, eight cores
        docker_image=image,
        env_vars={"PYTHONPATH": "/opt/backdrop", "BACKDROP_CORES": "8", "NUMBA_NUM_THREADS": "8"},
        worker_class="dask.distributed.Nanny",
        worker_options=WORKER,
        security=True,
        **options,
    )


def main() -> None:
    """Start them, print how to reach them, and wait for Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("image")
    parser.add_argument("--machines", type=int, default=4)
    parser.add_argument("--certificates", type=Path, default=Path("cluster-certificates"))
    arguments = parser.parse_args()
    cluster = make(arguments.image, arguments.machines)
    arguments.certificates.mkdir(mode=0o700, exist_ok=True)
    flags = ["--cluster", cluster.scheduler_address]
    for flag, name in FILES.items():
        path = arguments.certificates / f"{name}.pem"
        path.touch(mode=0o600)
        path.write_text(str(getattr(cluster.security, name)))
        flags += [flag, str(path)]
    sys.stdout.write(f"python main.py process ... {' '.join(flags)}\n")
    try:
        while True:
            time.sleep(60)
    except KeyboardInterrupt:
        cluster.close()


if __name__ == "__main__":
    main()
