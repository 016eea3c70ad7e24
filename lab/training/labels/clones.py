"""Pictures out of git clones that have no work tree: a file's bytes, a video's frames."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


class CloneError(OSError):
    """A clone, or a file in it, is not to be had."""


class Clone:
    """One repository, read through one `git cat-file --batch`.

    Args:
        git_directory: Bare, or the `.git` of a work tree.
    """

    def __init__(self, git_directory: Path) -> None:
        self._directory = git_directory
        self._process = subprocess.Popen(
            ["git", "--git-dir", str(git_directory), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def read(self, commit: str, path: str) -> bytes:
        """The bytes of a file at a commit.

        Raises:
            CloneError: The commit or the file is not there.
        """
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        if pipe_in is None or pipe_out is None or "\n" in path:
            raise CloneError(f"{self._directory}: {path!r} cannot be asked for; take another file")
        pipe_in.write(f"{commit}:{path}\n".encode())
        pipe_in.flush()
        header = pipe_out.readline().split()
        if len(header) != 3 or header[1] != b"blob":
            raise CloneError(
                f"{self._directory}: {path} is not there at commit {commit[:12]}; "
                "fetch the repository's whole history"
            )
        content = pipe_out.read(int(header[2]))
        pipe_out.read(1)  # the line's end behind it
        return content

    def files(self, commit: str) -> list[tuple[str, int]]:
        """Path and size in bytes of every file at a commit whose content is there, by path.

        Copies of repositories may lack their largest files.

        Raises:
            CloneError: The commit is not there.
        """
        command = ["git", "--git-dir", str(self._directory), "ls-tree", "-r", "-l", "-z", commit]
        listed = subprocess.run(command, capture_output=True, check=False)
        if not listed.stdout:  # git also fails where one file's content is missing
            raise CloneError(
                f"{self._directory}: commit {commit[:12]} is not there; "
                "fetch the repository's whole history"
            )
        found = []
        for line in listed.stdout.decode(errors="replace").split("\0"):
            facts, _, path = line.partition("\t")
            _, kind, _, size = facts.split() if path else ("", "", "", "")
            if kind == "blob" and size.isdigit():  # else "BAD"
                found.append((path, int(size)))
        return sorted(found)

    def close(self) -> None:
        """End git."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait()


@contextmanager
def open_clone(folder: Path, repository: str) -> Iterator[Clone]:
    """The clone of `owner/name` somewhere in a folder of clones.

    It may lie there as `owner/name` or `owner+name`, bare, with a work tree, or in a folder
    `repo` within.

    Raises:
        CloneError: None of these is a git directory.
    """
    for name in (repository, repository.replace("/", "+")):
        for below in (".git", "", "repo/.git", "repo"):
            directory = folder / name / below
            if (directory / "HEAD").is_file() and (directory / "objects").is_dir():
                clone = Clone(directory)
                try:
                    yield clone
                finally:
                    clone.close()
                return
    raise CloneError(f"{folder}: no clone of {repository}; fetch it, or leave its rows out")


def decoded(content: bytes, *, frame: int | None, name: str) -> Pixels:
    """A picture, or one frame of a video, as uint8 RGB (H, W, 3).

    Args:
        content: Content of the file.
        frame: Which one of a video, counted from 0; None for a picture.
        name: For the error's text.

    Raises:
        ValueError: It cannot be decoded, or the video is shorter.
    """
    if frame is not None:
        return _video_frame(content, frame, name)
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{name}: not a readable picture; leave its row out")
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def shrunk(pixels: Pixels, long_side: int) -> Pixels:
    """A picture, uint8 (H, W, 3), shrunk to a long side of at most `long_side_px`."""
    scale = long_side / max(pixels.shape[:2])
    if scale >= 1:
        return pixels
    height, width = (max(1, round(side * scale)) for side in pixels.shape[:2])
    return cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)


def _video_frame(content: bytes, wanted: int, name: str) -> Pixels:
    import av  # for videos alone: where pictures are only labelled it is not installed

    try:
        with av.open(io.BytesIO(content)) as container:
            for index, frame in enumerate(container.decode(video=0)):
                if index == wanted:
                    return frame.to_ndarray(format="rgb24")
    except av.FFmpegError as error:
        raise ValueError(f"{name}: not a readable video ({error}); leave its row out") from error
    raise ValueError(f"{name}: has no frame {wanted}; leave its row out")
