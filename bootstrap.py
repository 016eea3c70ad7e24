"""From a fresh checkout to a running program: makes .venv, installs into it, runs main.py.

    python3 bootstrap.py process INPUT -o OUT ...    set up, then main.py with these arguments
    python3 bootstrap.py                             set up, then the window
    python3 bootstrap.py test                        set up for development, then every check but
                                                     the nightly tests (tests/nightly.py)
    python3 bootstrap.py test all                    the same with them
    python3 bootstrap.py test changed                the checks that this branch's changes need
    python3 bootstrap.py test PYTEST ARGUMENT ...    the tests that these choose
    python3 bootstrap.py --yes ...                   the same, without a question

Uses the standard library only, and installs nothing outside this folder except, for the window
and the tests on Debian and Ubuntu, the packages of packages-debian.txt: it asks before that, and
without a terminal it says which line to run. With --yes it does not ask.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".venv"
IS_WINDOWS = os.name == "nt"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")
OLDEST_PYTHON = (3, 11)
SIMULATOR_TESTS = "tests/gpu_unet/kernels/cuda"
WINDOW_TESTS = "tests/gui"
# Each runs in a process of its own, in this order: the longest first, lest it end alone;
# what mostly waits (live, video, the cluster) beside what mostly computes; the shortest last. The
# rest of the tests is a part, too: None. It compiles the kernels of films of more than 8 bits.
PARTS = (
    None,
    "tests/app/live",
    WINDOW_TESTS,
    "tests/app/end_to_end",
    "tests/gpu_unet/unit",
    "tests/app/video",
    "tests/app/cluster",
    SIMULATOR_TESTS,
    "tests/gpu_unet/network",
    "tests/attack",
)
# Parts at a time: many tests wait, for a camera, a process or a simulated card, and leave their
# core to others. Half of the time of live, video, end_to_end and the cluster is such waiting.
LANES = 4
# What is repeated of a part that failed, at the end: of a stack, and of a line.
STACK_LINES = 20
LINE_LENGTH = 300
# What the kernels are compiled with (gpu_unet/pyproject.toml), and the command for that.
ENGINE_PACKAGES = ("numpy", "numba", "safetensors", "platformdirs")
COMPILE = ("-m", "gpu_unet.cpu.compile_ahead")
PIP = ("-m", "pip", "install", "--disable-pip-version-check", "--quiet")

Waited = TypeVar("Waited")


class SetupError(Exception):
    """What is missing and what to do, in one sentence for people."""


def main(arguments: list[str]) -> int:
    """Set up and hand over; returns the exit status."""
    if sys.version_info < OLDEST_PYTHON:
        raise SetupError(
            f"this is Python {platform.python_version()}, at least 3.11 is needed; "
            "install it from https://www.python.org/downloads and run this with it"
        )
    if arguments in (["-h"], ["--help"]):  # before any download
        say(__doc__ or "")
        return 0
    is_agreed = arguments[:1] == ["--yes"]
    if is_agreed:
        arguments = arguments[1:]
    if arguments[:1] == ["test"]:
        set_up("requirements-dev.txt", is_agreed=is_agreed)
        install_system_libraries(is_agreed=is_agreed)
        return run_checks(arguments[1:])
    set_up("requirements.txt", is_agreed=is_agreed)
    if not arguments:
        try:
            install_system_libraries(is_agreed=is_agreed)
        except SetupError as error:  # the window itself reports what it lacks
            say(f"{error}")
    return run(str(HERE / "main.py"), *arguments)


def set_up(requirements: str, *, is_agreed: bool) -> None:
    """Install `requirements` into .venv, and compile the kernels; what is done is not done again.

    Compiling begins as soon as its own packages are there, beside the download of the others.
    """
    make_environment(is_agreed=is_agreed)
    stamp = ENVIRONMENT / f"installed-{requirements}"
    wanted = fingerprint()
    if stamp.is_file() and stamp.read_text() == wanted:
        compile_kernels()
        return
    say(f"Installing {requirements} into .venv (once; a few hundred MB, a minute or two) ...")
    with beside_downloads():
        if run(*PIP, "-r", requirements, folder=HERE) != 0:
            raise SetupError(
                "pip could not install everything, see above; check the internet connection and "
                "try again: what is installed already is kept"
            )
    stamp.write_text(wanted)
    compile_kernels()


@contextmanager
def beside_downloads() -> Iterator[None]:
    """Context in which the kernels are compiled by another process, which ends with it."""
    # With the versions of the program, so that the rest of the installation replaces none of them.
    if run(*PIP, "-c", "requirements.txt", *ENGINE_PACKAGES, folder=HERE) != 0:
        yield  # the installation fails as well, and says so
        return
    with subprocess.Popen([PYTHON, *COMPILE], cwd=HERE, stderr=subprocess.DEVNULL) as compiling:
        try:
            yield
        except BaseException:
            compiling.terminate()
            raise


def compile_kernels() -> None:
    """Compile what is missing of the kernels for this processor; a first start does it otherwise.

    Once for these sources: asking takes seconds.
    """
    stamp = ENVIRONMENT / "compiled-kernels"
    wanted = fingerprint_of_kernels()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    say("Compiling the kernels for this processor (once; a minute or two) ...")
    if run(*COMPILE, folder=HERE) == 0:
        stamp.write_text(wanted)


def fingerprint_of_kernels() -> str:
    """A hash that changes with the engine's sources, the packages, and where code is kept."""
    places = [os.environ.get(name, "") for name in ("BACKDROP_CACHE", "NUMBA_CACHE_DIR")]
    digest = hashlib.sha256(repr((fingerprint(), platform.processor(), places)).encode())
    for path in sorted((HERE / "gpu_unet").rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def make_environment(*, is_agreed: bool) -> None:
    """Create .venv unless a working one of this Python exists; never through a link."""
    if PYTHON.is_file():
        answer = subprocess.run(
            [PYTHON, "-c", "import sys, pip; print(*sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        if answer.stdout.split() == [str(part) for part in sys.version_info[:2]]:
            return
    if os.path.realpath(ENVIRONMENT) != str(ENVIRONMENT):  # detects a junction of Windows, too
        raise SetupError(
            f"{ENVIRONMENT} leads to {os.path.realpath(ENVIRONMENT)}, where there is no working "
            f"environment of Python {platform.python_version()}, and making one would delete what "
            "is there; remove the link and try again"
        )
    if importlib.util.find_spec("ensurepip") is None:  # Debian and Ubuntu ship it separately
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        install_packages([package], is_agreed=is_agreed)
    say(f"Making .venv with Python {platform.python_version()} ...")
    # In a separate process: this one may have started before ensurepip was installed.
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", ENVIRONMENT], cwd=HERE, check=False
    )
    if made.returncode != 0:
        raise SetupError(f"{ENVIRONMENT} could not be made, see above; is the folder writable?")


def fingerprint() -> str:
    """A hash that changes with the requirement files and the Python."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(HERE.glob("requirements*.txt")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def install_system_libraries(*, is_agreed: bool) -> None:
    """On Debian and Ubuntu: the libraries that Qt needs and a fresh system lacks."""
    if not is_debian():
        return
    packages = (HERE / "packages-debian.txt").read_text().split()
    missing = [package for package in packages if not is_installed(package)]
    if missing:
        install_packages(missing, is_agreed=is_agreed)


def is_debian() -> bool:
    """Whether apt exists."""
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def is_installed(package: str) -> bool:
    """Whether dpkg has the package, or another one that provides it."""
    query = ["dpkg-query", "--show", "--showformat=${Status} ${Provides}\n", f"{package}*"]
    answer = subprocess.run(query, capture_output=True, text=True, check=False)
    exact = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Status}", package],
        capture_output=True,
        text=True,
        check=False,
    )
    return exact.stdout.startswith("install ok") or any(
        line.startswith("install ok") and f"{package} (" in line
        for line in answer.stdout.splitlines()
    )


# One call of sudo, so that it asks for a password once. A fresh system has no package lists yet, so
# errors of the first attempt mean nothing.
APT = """
install() { apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
install "$@" 2>/dev/null || { apt-get update -qq >/dev/null && install "$@"; }
"""


def install_packages(packages: list[str], *, is_agreed: bool) -> None:
    """Install Debian packages if the user agrees; else print the command to run."""
    if not is_debian():
        raise SetupError(
            "this Python lacks ensurepip; install the complete Python from "
            "https://www.python.org/downloads"
        )
    line = f"apt-get install {' '.join(packages)}"
    sudo: list[str] = []
    if os.geteuid() != 0:
        line = f"sudo {line}"
        found = shutil.which("sudo")
        if found is None:
            raise SetupError(f"system packages are missing; run this, then try again: {line}")
        # Without a terminal, sudo must not ask for a password.
        sudo = [found] if has_terminal() else [found, "-n"]
    question = (
        f"These system packages are missing: {' '.join(packages)}\nInstall them with apt-get?"
    )
    if not is_agreed and not agrees(question):
        raise SetupError(f"system packages are missing; run this, then try again: {line}")
    say(f"Installing {len(packages)} Debian packages ...")
    shell = ["env", "DEBIAN_FRONTEND=noninteractive", "sh", "-c", APT, "sh", *packages]
    if subprocess.run([*sudo, *shell], check=False).returncode != 0:
        raise SetupError(f"apt-get failed, see above; run this, then try again: {line}")


def agrees(question: str) -> bool:
    """Whether the user says yes; without a terminal the answer is no."""
    if not has_terminal():
        return False
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    try:
        return sys.stdin.readline().strip().lower() in ("y", "yes")
    except KeyboardInterrupt:
        say("")
        return False


def has_terminal() -> bool:
    """Whether a user can read a question and answer it."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def run_checks(arguments: list[str]) -> int:
    """Run every check of the project; returns 0 if all passed.

    The tests run in parts, some of them at a time: each lane takes the next part when it is free,
    so that all cores work until the end. What one lane does is shown at once, after the checks
    that take a moment; what the others said, at the end.

    Args:
        arguments: Empty; "all" adds the nightly tests; "changed" leaves out the tests that no
            change of this branch needs; any others are pytest's, and nothing else runs.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # The tests start the program some hundred times: half a second less each with kept bytecode.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if arguments and arguments not in (["all"], ["changed"]):
        return run("-m", "pytest", *arguments, folder=HERE)
    nightly = ["--nightly"] if arguments == ["all"] else []
    wanted = changed_tests() if arguments == ["changed"] else ["tests"]
    lint_imports = "from importlinter.cli import lint_imports_command as lint; lint()"
    checks = {
        "ruff check": ["-m", "ruff", "check", "."],
        "ruff format": ["-m", "ruff", "format", "--check", "."],
        "pyright": ["-m", "pyright", "--pythonpath", str(PYTHON)],
        "import contracts": ["-c", lint_imports],
    }
    left = deque((name, [*nightly, *tests]) for name, tests in parts_of(wanted))
    failed: dict[str, str] = {}

    def run_beside() -> dict[str, tuple[int, str]]:
        return {part: run_kept(tests, environment_of(part)) for part, tests in taken(left)}

    with ThreadPoolExecutor(max_workers=LANES - 1) as executor:
        beside = [executor.submit(run_beside) for _ in range(LANES - 1)]
        say(f"{LANES} parts of the tests run at a time; most of them are shown at the end.")
        for name, command in checks.items():
            say(f"--- {name}")
            if run(*command, folder=HERE) != 0:
                failed[name] = ""
        for part, tests in taken(left):
            say(f"--- {part}")
            status, output = run_kept(tests, environment_of(part), is_shown=True)
            if status != 0:
                failed[part] = f"{what_failed(output)}\nexit status {status}"
        for lane in beside:
            for part, (status, output) in waited(lane.result).items():
                say(f"--- {part}")
                print(output, end="", flush=True)
                if status != 0:
                    failed[part] = f"{what_failed(output)}\nexit status {status}"
    for part, why in failed.items():
        say(f"--- FAILED: {part}\n{why}".rstrip())
    say(f"FAILED: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def what_failed(output: str) -> str:
    """The lines of pytest's output that name what failed, or where a signal ended it."""
    lines = output.splitlines()
    named = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    for at, line in enumerate(lines):
        if line.startswith("Fatal Python error"):
            named += lines[at : at + STACK_LINES]
    return "\n".join(line[:LINE_LENGTH] for line in named or lines[-STACK_LINES:])


def parts_of(wanted: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Name and pytest's arguments of each part that `wanted` chooses something of."""
    for part in PARTS:
        tests = tests_of(part, wanted)
        if tests == [WINDOW_TESTS]:  # the longest: in two halves
            # Large files first: the few tests that need the kernels are in small ones.
            files = sorted(
                (HERE / WINDOW_TESTS).glob("test_*.py"), key=lambda path: -path.stat().st_size
            )
            for half in (0, 1):
                yield f"{part}, {half + 1} of 2", [f"{part}/{file.name}" for file in files[half::2]]
        elif tests:
            yield part or "all other tests", tests


def tests_of(part: str | None, wanted: list[str]) -> list[str]:
    """Pytest's arguments for what `wanted` chooses of a part; empty if that is nothing."""
    if part is not None:
        return within(wanted, part)
    apart = [part for part in PARTS if part is not None]
    others = [path for path in wanted if not any(is_within(path, part) for part in apart)]
    return [*others, *(f"--ignore={part}" for part in apart)] if others else []


def environment_of(part: str) -> dict[str, str]:
    """Additional environment variables: the simulator is chosen before numba is imported."""
    return {"NUMBA_ENABLE_CUDASIM": "1"} if part == SIMULATOR_TESTS else {}


def changed_tests() -> list[str]:
    """Paths of the tests that the changes of this branch need."""
    done = subprocess.run(
        [PYTHON, "tests/changed.py"], cwd=HERE, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode != 0:
        raise SetupError("git could not say what changed, see above; run all: bootstrap.py test")
    paths = done.stdout.splitlines()
    say("\n    ".join(("Tests that the changes need:", *(paths or ["none"]))))
    return paths


def within(paths: list[str], folder: str) -> list[str]:
    """What `paths` choose of the tests in `folder`."""
    if any(is_within(folder, path) for path in paths):
        return [folder]
    return [path for path in paths if is_within(path, folder)]


def is_within(path: str, folder: str) -> bool:
    """Whether `path` is `folder`, or below it."""
    return f"{path}/".startswith(f"{folder}/")


def taken(parts: deque[tuple[str, list[str]]]) -> Iterator[tuple[str, list[str]]]:
    """Take the next of `parts` until none is left; for several threads at once."""
    while parts:
        with suppress(IndexError):  # another thread took the last one
            yield parts.popleft()


def run_kept(
    tests: list[str], environment: dict[str, str], *, is_shown: bool = False
) -> tuple[int, str]:
    """Run pytest with additional environment variables; returns its status and output."""
    with subprocess.Popen(
        [PYTHON, "-m", "pytest", "-q", *tests],
        cwd=HERE,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        pipe = process.stdout.fileno()
        output = bytearray()
        # As it comes, not line by line: pytest shows a dot for each test.
        while piece := waited(lambda: os.read(pipe, 65536)):
            output += piece
            if is_shown:
                sys.stdout.buffer.write(piece)
                sys.stdout.buffer.flush()
        return waited(process.wait), output.decode(errors="replace")


def run(*arguments: str, folder: Path | None = None, **environment: str) -> int:
    """Run the environment's Python, with additional environment variables."""
    variables = {**os.environ, **environment}
    with subprocess.Popen([PYTHON, *arguments], cwd=folder, env=variables) as process:
        return waited(process.wait)


def waited(wait: Callable[[], Waited]) -> Waited:
    """The result of `wait`; Ctrl-C is left to the child, which the terminal sends it as well."""
    while True:
        try:
            return wait()
        except KeyboardInterrupt:
            continue  # the child handles it


def say(text: str) -> None:
    """Print a line for people; on standard error, so that output can be piped."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as error:
        say(f"error: {error}")
        sys.exit(1)
