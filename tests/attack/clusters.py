"""Tries with several workers: jobs that are stopped, and values that cannot be meant."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from attack.kills import LIMIT_S, POLITE, STOPPED, Scenario, call_of, of_a_video
from attack.program import SECRET, Call, Signals
from attack.tries import COLOURS, Supplies, Try
from attack.verdict import Promise

# Processes of their own, which import Dask and open an engine each.
USUAL_S = 12.0
REFUSED = frozenset({1, 2})
WRONG = (
    ("scheduler", "--port", "70000"),
    ("scheduler", "--port", "-1"),
    ("scheduler", "--port", "0", "--dashboard-port", "65536"),
    ("scheduler", "--port", "0", "--host", "192.0.2.1"),
    ("scheduler", "--port", "0", "--host", "no host"),
    ("scheduler", "--port", "0", "--tls-ca", "absent.pem"),
    ("worker", "--scheduler", f"tcp://me:{SECRET}@127.0.0.1:9"),
    ("worker", "--scheduler", "tcp://[::1:9"),
    ("worker", "--scheduler", "tls://127.0.0.1:9"),
    ("worker", "--scheduler", "unix:///tmp:9"),
    ("worker", "--scheduler", "tcp://127.0.0.1:9", "--workers", "0"),
)


def make_cluster_try(rng: Random, supplies: Supplies) -> Try:
    """A try with workers, or with words that start none."""
    return rng.choice((_stopped, _wrong))(rng, supplies)


def _stopped(rng: Random, supplies: Supplies) -> Try:
    """Signals at any moment of a job with a worker, then the same with --resume and without it."""
    words = ("--workers", "1", "--segment", "2")
    scenario = Scenario("process --workers", of_a_video("out.mp4", *words), usual_s=USUAL_S)
    call, promise = call_of(scenario, rng.choice(tuple(COLOURS)), supplies)
    count = rng.choice((1, 1, 2, 3))
    gaps_s = tuple(rng.uniform(0.01, 0.5) for _ in range(count - 1))
    # Most of it is a start, which other work slows less than a job.
    after_s = rng.uniform(2.0, USUAL_S) * supplies.slowness**0.6
    signals = Signals(tuple(rng.choices(POLITE, k=count)), after_s, gaps_s)
    first = replace(call, signals=signals, fresh=True, limit_s=3 * LIMIT_S)
    stopped = replace(promise, statuses=STOPPED)
    arguments = tuple(word for word in call.arguments if word not in words[:2])
    again = replace(call, arguments=(*arguments, "--resume"), limit_s=3 * LIMIT_S)
    after = replace(promise, succeeds=True, leaves_no_work=True)
    return Try(f"stopped: {scenario.name}", str(signals), ((first, stopped), (again, after)))


def _wrong(rng: Random, supplies: Supplies) -> Try:
    words = rng.choice(WRONG)
    call = Call(("cluster", *words), supplies.folder, fresh=True, limit_s=LIMIT_S)
    return Try("cluster: wrong values", " ".join(words), ((call, Promise(REFUSED)),))
