"""Packages that only several workers need, and what to do where they are missing."""

from __future__ import annotations

from importlib.util import find_spec

INSTALL = "pip install -r requirements-cluster.txt"


def require(package: str, purpose: str) -> None:
    """Refuse where a package is not installed.

    Args:
        package: As it is imported.
        purpose: The beginning of the sentence, such as "--workers needs Dask".

    Raises:
        OSError: The sentence says what to install.
    """
    if find_spec(package) is None:
        raise OSError(f"{purpose}, which is not installed; run: {INSTALL}")
