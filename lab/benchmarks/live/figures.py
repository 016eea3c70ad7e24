"""Percentiles of delays, as every live benchmark gives them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def percentiles_of(values_ms: Sequence[float]) -> dict[str, float]:
    """p50, p95, p99 and max of at least one value."""
    p50, p95, p99 = (float(np.percentile(values_ms, q)) for q in (50, 95, 99))
    return {"p50": p50, "p95": p95, "p99": p99, "max": float(max(values_ms))}
