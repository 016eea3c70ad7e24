"""How much memory this process may ask for at all, where a limit is set (`ulimit -v`)."""

from __future__ import annotations

try:
    import resource
except ImportError:  # Windows knows no such limit
    resource = None

# A 64x48 clip on two cores takes 0.85 GB, most of it libraries that are mapped and hardly used.
# With less, libraries fail to load one by one with misleading errors, or leave threads that wait
# for ever.
LEAST_BYTES = 900_000_000


def why_too_small() -> str:
    """One sentence if the limit is too small for anything to work; else empty."""
    if resource is None:
        return ""
    limit_bytes, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit_bytes == resource.RLIM_INFINITY or limit_bytes >= LEAST_BYTES:
        return ""
    return (
        f"this program may use {limit_bytes / 1e9:.2f} GB of address space and needs at least "
        f"{LEAST_BYTES / 1e9:.1f}; raise the limit (ulimit -v unlimited)"
    )
