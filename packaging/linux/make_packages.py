"""Makes the downloads for Linux from the bundle: a .deb, an AppImage, and a plain .tar.xz.

    python packaging/linux/make_packages.py build/backdrop dist --runtime build/runtime

All three hold the same bundle. The runtime is the small program at the start of an AppImage that
mounts the rest; packaging/linux/build_runtime.sh makes it from its source. Needs dpkg-deb,
mksquashfs and xz.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# What the bundle takes from the system (system_libraries.py), by names of Debian and Ubuntu.
DEPENDS = (
    "libc6 (>= {libc}), libstdc++6, libgcc-s1, zlib1g, libexpat1, libfontconfig1, libfreetype6, "
    "libgl1, libegl1, libx11-6, libx11-xcb1, libxcb1, libwayland-client0, libwayland-cursor0, "
    "libdbus-1-3, libglib2.0-0t64 | libglib2.0-0, fontconfig, "
    "fonts-dejavu-core | fonts-freefont-ttf | fonts-noto-core | fonts-liberation"
)
SUMMARY = "replace what is behind a person in video"
DESCRIPTION = """\
 Backdrop gives recordings and cameras a new background, on this machine alone
 and without a green screen. The package holds its own Python and libraries.
"""


def main() -> None:
    """Make the packages for the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--cuda", type=Path, help="the part for NVIDIA's cards, as a second .deb")
    parser.add_argument("--graphics-cards", type=Path, help="the part for any card, likewise")
    parser.add_argument("--runtime", type=Path, help="without one, no AppImage is made")
    parser.add_argument("--only", choices=("tarball", "deb", "appimage"), help="just this one")
    parser.add_argument("--quick", action="store_true", help="to try it: larger, but in seconds")
    arguments = parser.parse_args()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    arguments.out.mkdir(parents=True, exist_ok=True)
    bundle, out, is_quick = arguments.bundle, arguments.out, arguments.quick
    made = []
    if arguments.only in (None, "deb"):
        made.append(make_deb(bundle, out, version, is_quick))
    if arguments.only in (None, "tarball"):
        made.append(make_tarball(bundle, out, version, is_quick))
    if arguments.only in (None, "appimage") and arguments.runtime is not None:
        made.append(make_appimage(bundle, out, version, is_quick, arguments.runtime))
    if arguments.cuda is not None:
        made.append(make_part_deb("cuda", "", arguments.cuda, bundle, out, version, is_quick))
    if arguments.graphics_cards is not None:
        part = arguments.graphics_cards
        name, needs = "graphics-cards", ", libvulkan1"
        made.append(make_part_deb(name, needs, part, bundle, out, version, is_quick))
    for path in made:
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


def make_tarball(bundle: Path, out: Path, version: str, is_quick: bool) -> Path:
    """The bundle in a folder, with a script that adds it to the user's menu and path."""
    name = f"backdrop-{version}-linux-{platform.machine()}"
    path = out / f"{name}.tar.xz"
    with tempfile.TemporaryDirectory(dir=out) as work:
        tree = Path(work) / name
        copy_bundle(bundle, tree)
        lay_menu(tree / "share")
        shutil.copy2(HERE / "install.sh", tree / "install.sh")
        run(
            *(
                "tar",
                "--owner=0",
                "--group=0",
                "--sort=name",
                f"--use-compress-program=xz -T0 -{0 if is_quick else 6}",
            ),
            *("-C", work, "-cf", path, name),
        )
    return path


def make_deb(bundle: Path, out: Path, version: str, is_quick: bool) -> Path:
    """A package for Debian, Ubuntu and their derivatives."""
    architecture = ARCHITECTURES[platform.machine()]
    path = out / f"backdrop_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory(dir=out) as work:
        tree = Path(work)
        tree.chmod(0o755)
        copy_bundle(bundle, tree / "opt" / "backdrop")
        lay_menu(tree / "usr" / "share")
        (tree / "usr" / "bin").mkdir(parents=True)
        (tree / "usr" / "bin" / "backdrop").symlink_to("../../opt/backdrop/bin/backdrop")
        documents = tree / "usr" / "share" / "doc" / "backdrop"
        documents.mkdir(parents=True)
        shutil.copy2(bundle / "licences" / "README.md", documents / "copyright")
        control = tree / "DEBIAN"
        control.mkdir()
        describe(tree, "backdrop", version, DEPENDS.format(libc=newest_libc(bundle)), SUMMARY)
        shutil.copy2(HERE / "postrm", control / "postrm")
        (control / "postrm").chmod(0o755)
        build_deb(tree, path, is_quick)
    return path


def make_part_deb(
    name: str, needs: str, part: Path, bundle: Path, out: Path, version: str, is_quick: bool
) -> Path:
    """A part that not everybody needs, as a package of its own; `needs` is of the system."""
    (packages,) = bundle.glob("python/lib/python3*/site-packages")
    path = out / f"backdrop-{name}_{version}_{ARCHITECTURES[platform.machine()]}.deb"
    with tempfile.TemporaryDirectory(dir=out) as work:
        tree = Path(work)
        tree.chmod(0o755)
        copy_bundle(part, tree / "opt" / "backdrop" / packages.relative_to(bundle))
        (tree / "DEBIAN").mkdir()
        depends = f"backdrop (= {version}){needs}"
        describe(tree, f"backdrop-{name}", version, depends, f"{SUMMARY}: {name}")
        build_deb(tree, path, is_quick)
    return path


def describe(tree: Path, name: str, version: str, depends: str, summary: str) -> None:
    """Write the control file of a package."""
    size = sum(path.lstat().st_size for path in tree.rglob("*") if not path.is_dir()) // 1024
    (tree / "DEBIAN" / "control").write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: {ARCHITECTURES[platform.machine()]}\n"
        "Maintainer: The Backdrop authors <backdrop@localhost>\nSection: video\n"
        f"Priority: optional\nInstalled-Size: {size}\nDepends: {depends}\n"
        f"Recommends: xdg-utils, fonts-noto-cjk\nDescription: {summary}\n{DESCRIPTION}"
    )


def build_deb(tree: Path, path: Path, is_quick: bool) -> None:
    """Build the package."""
    how = ("-Zgzip", "-z1") if is_quick else ("-Zxz", "-z6")
    run("dpkg-deb", "--root-owner-group", *how, "--build", tree, path)


def make_appimage(bundle: Path, out: Path, version: str, is_quick: bool, runtime: Path) -> Path:
    """One executable file: the runtime, followed by the bundle as a file system."""
    path = out / f"Backdrop-{version}-{platform.machine()}.AppImage"
    with tempfile.TemporaryDirectory(dir=out) as work:
        tree = Path(work) / "tree"
        copy_bundle(bundle, tree)
        lay_menu(tree / "share")
        shutil.copy2(HERE / "backdrop.desktop", tree / "backdrop.desktop")
        shutil.copy2(ROOT / "assets" / "icons" / "backdrop.svg", tree / "backdrop.svg")
        (tree / ".DirIcon").symlink_to("backdrop.svg")
        (tree / "AppRun").symlink_to("bin/backdrop")
        image = Path(work) / "image"
        # zstd: a third larger than xz, and read five times as fast at every start. Blocks of 1 MB
        # save a twentieth compared with 256 KB.
        run(
            *("mksquashfs", tree, image, "-root-owned", "-noappend", "-no-progress", "-quiet"),
            *("-comp", "zstd", "-Xcompression-level", "1" if is_quick else "22", "-b", "1M"),
        )
        with path.open("wb") as file:
            file.write(runtime.read_bytes())
            with image.open("rb") as content:
                shutil.copyfileobj(content, file)
    path.chmod(0o755)
    return path


def copy_bundle(bundle: Path, tree: Path) -> None:
    """Copy by hard links, since the files are only read."""
    shutil.copytree(bundle, tree, symlinks=True, copy_function=os.link)


def lay_menu(share: Path) -> None:
    """Put menu entry and icon below `share`, where desktops look for them."""
    entries = share / "applications"
    icons = share / "icons" / "hicolor" / "scalable" / "apps"
    for folder in (entries, icons):
        folder.mkdir(parents=True)
    shutil.copy2(HERE / "backdrop.desktop", entries)
    shutil.copy2(ROOT / "assets" / "icons" / "backdrop.svg", icons / "backdrop.svg")


def newest_libc(bundle: Path) -> str:
    """The newest version of the C library that a file of the bundle requires."""
    newest = (2, 28)
    mark = b"GLIBC_2."
    for path in bundle.rglob("*.so*"):
        if not path.is_symlink():
            content = path.read_bytes()
            at = content.find(mark)
            while at >= 0:
                digits = content[at + len(mark) : at + len(mark) + 3].split(b"\0")[0]
                if digits.isdigit():
                    newest = max(newest, (2, int(digits)))
                at = content.find(mark, at + 1)
    return f"{newest[0]}.{newest[1]}"


def run(*command: str | Path) -> None:
    """Run a command; the build ends if it fails."""
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
