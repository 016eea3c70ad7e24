"""The machine that a figure was measured on: without it a figure is not a result."""

from __future__ import annotations

import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gpu_unet.cores import available_cores

ROOT = Path(__file__).parents[2]


def describe(*packages: str) -> dict[str, str | int]:
    """Processor, cores, system, versions, commit and date.

    Args:
        packages: Distributions whose versions matter to the figure, beside Python and NumPy.
    """
    machine: dict[str, str | int] = {
        "processor": processor_name(),
        "cores": available_cores(),
        "system": f"{platform.system()} {platform.release().split('-')[0]} {platform.machine()}",
        "python": platform.python_version(),
    }
    for package in ("numpy", *packages):
        try:
            machine[package] = version(package)
        except PackageNotFoundError:
            machine[package] = "absent"
    machine["commit"] = commit()
    machine["date"] = datetime.now(UTC).strftime("%Y-%m-%d")
    return machine


def in_words(machine: dict[str, str | int]) -> str:
    """One line for a table's caption."""
    known = ("processor", "cores", "system", "commit", "date")
    rest = ", ".join(f"{key} {value}" for key, value in machine.items() if key not in known)
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}; {rest}; "
        f"commit {machine['commit']}, {machine['date']}"
    )


def processor_name() -> str:
    """As the system calls it, e.g. "AMD EPYC"."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    if sys.platform == "darwin":
        return _output("sysctl", "-n", "machdep.cpu.brand_string") or platform.processor()
    return platform.processor() or platform.machine()


def commit() -> str:
    """Short hash of the checkout, with "+" if it holds changes that are in no commit."""
    short = _output("git", "rev-parse", "--short=10", "HEAD")
    changed = _output("git", "status", "--porcelain", "--untracked-files=no")
    return (short or "unknown") + ("+" if changed else "")


def _output(*command: str) -> str:
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
