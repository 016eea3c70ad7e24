"""Packages that only several workers need, and what to install if they are missing."""

from __future__ import annotations

from importlib.util import find_spec

INSTALL = "pip install -r requirements-cluster.txt"


def require(package: str, purpose: str) -> None:
    """Refuse to go on without a package.

    Args:
        package: Its import name.
        purpose: The beginning of the sentence, such as "--workers needs Dask".

    Raises:
        OSError: It is missing; the sentence says what to install.
    """
    if find_spec(package) is None:
        raise OSError(f"{purpose}, which is not installed; run: {INSTALL}")
