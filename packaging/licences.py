"""Collects the licences of everything in a bundle, with their texts and a page over all."""

from __future__ import annotations

import shutil
import sys
from email.parser import HeaderParser
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))  # the program itself, whose window shows the same

from app.pipeline.installation import is_licence_text, said_licence  # noqa: E402


def collect_licences(packages: Path, interpreter: Path, folder: Path) -> None:
    """Write `folder`: one folder of texts per wheel, the interpreter's, and a page over all.

    Args:
        packages: site-packages, complete.
        interpreter: The prefix from which Python was copied.
        folder: Made here.

    Raises:
        ValueError: A wheel does not state its licence.
    """
    folder.mkdir()
    for name in ("GPL-3.txt", "LGPL-3.txt"):
        shutil.copy2(HERE / "licences" / name, folder)
    rows = []
    for info in sorted(packages.glob("*.dist-info")):
        header = HeaderParser().parsestr((info / "METADATA").read_text(encoding="utf-8"))
        name, version = header["Name"], header["Version"]
        texts = [path for path in info.rglob("*") if path.is_file() and is_licence_text(path)]
        said = said_licence(header)
        if not said and not texts:
            raise ValueError(f"{info.name} says nothing of its licence; look it up and say it here")
        for path in texts:
            target = folder / name / path.relative_to(info)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
        address = next(iter(addresses(header)), "")
        rows.append(f"| {name} | {version} | {said or 'see its texts'} | {address} |")
    for path in (*interpreter.glob("LICENSE*"), *interpreter.glob("lib/python3*/LICENSE.txt")):
        (folder / "Python").mkdir(exist_ok=True)
        shutil.copy2(path, folder / "Python" / path.name)
    page = (HERE / "licences" / "README.md").read_text(encoding="utf-8")
    (folder / "README.md").write_text(page + "\n".join(rows) + "\n", encoding="utf-8")


def addresses(header: object) -> list[str]:
    """Addresses of its source."""
    pairs = [
        line.split(", ", 1)
        for line in header.get_all("Project-URL", [])  # type: ignore[attr-defined]
    ]
    by_name = {pair[0].lower(): pair[1] for pair in pairs if len(pair) == 2}
    wanted = ("source", "source code", "repository", "code", "github", "homepage")
    return [by_name[name] for name in wanted if name in by_name] or [
        header.get("Home-page") or ""  # type: ignore[attr-defined]
    ]
