"""What this copy of the program is: version, commit, models and libraries.

Everything is read from files of the installation, so nothing waits for a device or the network.
"""

from __future__ import annotations

import getpass
import platform
import re
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.pipeline.installation import (
    IS_INSTALLED,
    MODELS_FOLDER,
    ROOT,
    is_licence_text,
    said_licence,
)

if TYPE_CHECKING:
    from app.pipeline.doctor import Finding

LIBRARIES = ("numpy", "numba", "av", "PySide6_Essentials")
SHORT_COMMIT = 10
SHORT_HASH = 12


@dataclass(frozen=True, slots=True)
class Model:
    """One shipped network.

    Attributes:
        name: Its name as `--model` takes it.
        licence: How its weights may be used.
        sha256: Checksum of its whole file.
    """

    name: str
    title: str
    description: str
    licence: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Part:
    """A library that this copy runs with.

    Attributes:
        name: As its authors write it.
        licence: What it declares, in one line; may be empty.
    """

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]


def version(root: Path = ROOT) -> str:
    """The version, such as "0.9.0", from pyproject.toml or from an installed copy's metadata."""
    try:
        if (root / "pyproject.toml").is_file():
            described = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
            return str(described["project"]["version"])
        return metadata.version("backdrop")
    except (OSError, ValueError, KeyError, metadata.PackageNotFoundError):
        return "unknown"


def commit(root: Path = ROOT) -> str:
    """The short hash of the commit that this copy was made from; empty if unknown.

    Installers put `commit.txt` beside main.py; a checkout has git's own files.
    """
    for read in (_stamped_commit, _checked_out_commit):
        try:
            found = read(root)
        except (OSError, UnicodeDecodeError):
            continue
        if re.fullmatch(r"[0-9a-f]{40}", found):
            return found[:SHORT_COMMIT]
    return ""


def _stamped_commit(root: Path) -> str:
    return (root / "commit.txt").read_text(encoding="ascii").strip()


def _checked_out_commit(root: Path) -> str:
    git = root / ".git"
    if git.is_file():  # a worktree: "gitdir: <folder>"; the branches are in the main folder
        git = root / git.read_text(encoding="utf-8").partition(":")[2].strip()
    head = (git / "HEAD").read_text(encoding="utf-8").strip()
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    common = git
    if (git / "commondir").is_file():
        common = git / (git / "commondir").read_text(encoding="utf-8").strip()
    for place in (git, common):
        if (place / name).is_file():
            return (place / name).read_text(encoding="ascii").strip()
    for line in (common / "packed-refs").read_text(encoding="utf-8").splitlines():
        if line.endswith(f" {name}"):
            return line.partition(" ")[0]
    return ""


def describe() -> str:
    """One line: the program, Python, and the libraries that matter."""
    made_of = commit()
    parts = [f"Backdrop {version()}" + (f" ({made_of})" if made_of else "")]
    parts.append(f"Python {platform.python_version()}")
    for name in LIBRARIES:
        try:
            parts.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            parts.append(f"{name} missing")
    return ", ".join(parts)


def models() -> list[Model]:
    """The networks that are installed; one whose card cannot be read is left out."""
    from gpu_unet import Weights, WeightsError  # NumPy with it, which `--version` does not wait for

    found = []
    for name, path in Weights.in_folder(MODELS_FOLDER).items():
        try:
            card = Weights.card(path)
        except WeightsError:
            continue
        title, description, licence, sha256 = (
            str(card.get(key, "")) for key in ("title", "description", "licence", "sha256")
        )
        found.append(Model(name, title or name, description, licence, sha256))
    return found


def parts() -> list[Part]:
    """The libraries that this copy runs with, and those that they need, by name.

    In an installed copy these are all the libraries in it. In a checkout, whose environment may
    hold anything, they are those that Backdrop requires.
    """
    found: dict[str, Part] = {}
    waiting = _required()
    while waiting:
        name = waiting.pop()
        if _plain(name) in found:
            continue
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # for another system, or optional
        found[_plain(name)] = _part(distribution)
        waiting += _names(distribution.requires or ())
    return [_own_part(), *(found[name] for name in sorted(found))]


def _own_part() -> Part:
    """Backdrop itself; a bundle also says what shipping x264 means for its licence."""
    bundled = Path(sys.prefix).parent / "licences"
    if IS_INSTALLED and (bundled / "README.md").is_file():
        names = ("README.md", "GPL-3.txt", "LGPL-3.txt")
        texts = tuple(bundled / name for name in names if (bundled / name).is_file())
        return Part("Backdrop, all of it", version(), "GPL-3.0; Backdrop's own part: MIT", texts)
    if (ROOT / "LICENSE").is_file():
        return Part("Backdrop", version(), "MIT", (ROOT / "LICENSE",))
    try:
        return replace(_part(metadata.distribution("backdrop")), name="Backdrop")
    except metadata.PackageNotFoundError:
        return Part("Backdrop", version(), "MIT", ())


def _required() -> list[str]:
    """Names of required and optional libraries, from pyproject.toml or installed metadata."""
    if (file := ROOT / "pyproject.toml").is_file():
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
        extras = project.get("optional-dependencies", {})
        of_cards = [name for extra in ("cuda", "graphics-cards") for name in extras.get(extra, ())]
        return _names([*project["dependencies"], *of_cards])
    try:
        return _names(metadata.requires("backdrop") or (), with_extras=True)
    except metadata.PackageNotFoundError:
        return []


def _names(requirements: Iterable[str], *, with_extras: bool = False) -> list[str]:
    """The name of each requirement; those of extras are left out unless asked for."""
    return [
        re.split(r"[^\w.-]", line.strip(), maxsplit=1)[0]
        for line in requirements
        if with_extras or "extra ==" not in line.replace("extra==", "extra ==")
    ]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _part(distribution: metadata.Distribution) -> Part:
    header: Any = distribution.metadata  # an `email.message.Message`, which its type hides
    texts = tuple(
        Path(str(file.locate()))
        for file in distribution.files or ()
        if ".dist-info" in str(file) and is_licence_text(file)
    )
    return Part(header.get("Name") or "", distribution.version, said_licence(header), texts)


def report(findings: Iterable[Finding], *, more: Iterable[str] = ()) -> str:
    """The report for a fault: versions and findings, without names, folders or pictures."""
    lines = [describe(), f"{platform.platform()}, {'installed' if IS_INSTALLED else 'checkout'}"]
    lines += [f"model {model.name} {model.sha256[:SHORT_HASH]}" for model in models()]
    lines += more
    for finding in findings:
        if finding.is_about_files:  # file names are private
            lines.append(f"[{finding.state}] {finding.topic}: there is one")
            continue
        lines.append(f"[{finding.state}] {finding.topic}: {finding.text}")
        if finding.advice:
            lines.append(f"    -> {finding.advice}")
    return without_private_words("\n".join(lines)) + "\n"


def without_private_words(text: str) -> str:
    """`text` without the home folder, the user's name, and the folders of other paths."""
    for home in {str(Path.home()), str(Path.home().resolve())}:
        if len(home) > 1:
            text = text.replace(home, "~")
    try:
        user = getpass.getuser()
    except (KeyError, OSError, ImportError):
        user = ""
    if len(user) > 2 and user != "root":
        text = re.sub(re.escape(user), "(user)", text, flags=re.IGNORECASE)
    # At least two folders deep: /dev/video0 says something, /media/anna/film.mp4 too much.
    return re.sub(r"(?<![\w.~:/])(?:[A-Za-z]:)?(?:[/\\][^/\\\n:;,\"']+){2,}[/\\]", "…/", text)
