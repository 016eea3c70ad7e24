"""Plan: pairs inputs with outputs, checked before any work begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.video.backgrounds.slides import slides_in
from app.video.files.file_identity import file_identities
from app.video.files.inputs import expand_input
from app.video.files.matte_beside import matte_path, short_stem
from app.video.files.output_format import (
    CODECS,
    CONTAINERS,
    PICTURE_CODECS,
    picture_codec_of,
    suffixes_of,
)
from app.video.files.picture_source import is_animation
from app.video.files.sequence_source import is_pattern, names_sequence
from app.video.files.still import PICTURE_SUFFIXES, is_linear
from app.video.sink import Content, OutputError


@dataclass(frozen=True, slots=True)
class Plan:
    """Pairs of input and output, and files in folders that are not recordings.

    Attributes:
        pairs: In the order of work.
        skipped: Files in a folder that are left alone.
        repeated: Inputs that were named or found again; each is processed once.
        mattes: Inputs that are the matte of another; they are left alone, too.
    """

    pairs: tuple[tuple[Path, Path], ...]
    skipped: tuple[Path, ...] = ()
    repeated: tuple[Path, ...] = ()
    mattes: tuple[Path, ...] = ()


def make_plan(
    inputs: Sequence[Path],
    out: Path,
    *,
    content: Content,
    contents: Mapping[Path, Content] | None = None,
    codec: str | None = None,
    backgrounds: Sequence[Path] = (),
    empty_room: Path | None = None,
    is_folder: bool = False,
    has_mattes: bool = False,
) -> Plan:
    """Find the inputs and name their outputs.

    One file or sequence goes to `out` itself, or into it if it is a folder; so does a folder that
    holds just one, if `out` is named like a file. Several go into the folder `out`, which is made
    if it does not exist.

    Args:
        inputs: Files, patterns and folders.
        out: A file, a pattern or a folder.
        content: What will be written; decides suffixes, like `codec`.
        contents: Where it differs, by the input.
        codec: None takes each container's usual one.
        backgrounds, empty_room: Files that are read as well.
        is_folder: `out` is a folder, whatever its name looks like.
        has_mattes: The matte is written beside each output.

    Raises:
        SourceError: An input is missing, or a folder holds nothing to work on.
        OutputError: `out` must be a folder but cannot be, or an output would replace an input or
            one of the files `backgrounds` and `empty_room`.
    """
    listings = [expand_input(path) for path in inputs]
    members, repeated = _without_repeats(
        member for listing in listings for member in listing.members
    )
    skipped = tuple(path for listing in listings for path in listing.unsupported)
    # A folder with a single film or sequence may become a single file.
    is_file = len(members) == 1 and not out.is_dir() and out.suffix.lower() in CONTAINERS
    needs_folder = is_folder or not (
        is_file or (len(members) == 1 and not any(listing.is_folder for listing in listings))
    )
    if not needs_folder and not out.is_dir():
        pairs = ((members[0], out),)
    else:
        if not is_folder and not out.exists() and out.suffix.lower() in CONTAINERS:
            raise _no_folder(out, len(members), "is named like a file")
        _make_folder(out, len(members))
        names = output_names(members, out, content, codec, contents)
        pairs = tuple(zip(members, names, strict=True))
    refuse_replacing(pairs, backgrounds=backgrounds, empty_room=empty_room, has_mattes=has_mattes)
    return Plan(pairs, skipped, repeated)


def make_matte_plan(
    inputs: Sequence[Path],
    out: Path | None,
    *,
    codec: str | None = None,
    backgrounds: Sequence[Path] = (),
    empty_room: Path | None = None,
) -> Plan:
    """Find the inputs and name a matte for each after it, see `matte_path`.

    A film's is a .mov, unless `codec` says otherwise: every editor reads ProRes, whose frames keep
    the order of their times, without which a film of uneven rate would state another average.

    Args:
        inputs: Files, patterns and folders.
        out: A folder, which is made if it does not exist; None: each matte goes beside its input.
        codec: None takes ProRes.
        backgrounds, empty_room: Files that are read as well.

    Raises:
        SourceError, OutputError: As `make_plan`.
    """
    listings = [expand_input(path) for path in inputs]
    found, repeated = _without_repeats(member for listing in listings for member in listing.members)
    sources = (*found, *(path.with_name(f"{path.name}{path.suffix}") for path in found))
    names = {matte_path(path).with_suffix("") for path in sources}  # and talk.mp4_matte
    members = [path for path in found if path.with_suffix("") not in names]
    if out is not None:
        if not out.is_dir() and out.suffix.lower() in CONTAINERS:
            raise _no_folder(out, len(members), "is named like a file")
        _make_folder(out, len(members))
    by_folder: dict[Path, list[Path]] = {}
    for member in members:
        by_folder.setdefault(out or member.parent, []).append(member)
    pairs = [
        pair
        for folder, group in by_folder.items()
        for pair in zip(group, matte_names(group, folder, codec), strict=True)
    ]
    refuse_replacing(pairs, backgrounds=backgrounds, empty_room=empty_room)
    skipped = tuple(path for listing in listings for path in listing.unsupported)
    mattes = tuple(path for path in found if path not in members)
    return Plan(tuple(pairs), skipped, repeated, mattes)


def refuse_replacing(
    pairs: Iterable[tuple[Path, Path]],
    *,
    backgrounds: Iterable[Path],
    empty_room: Path | None,
    has_mattes: bool = False,
) -> None:
    """Refuse outputs that would replace a file that is read, or a matte that would be an output.

    Args:
        pairs: Each input with its output.
        backgrounds, empty_room: Files that are read as well.
        has_mattes: The matte is written beside each output.

    Raises:
        OutputError: One of them would.
    """
    pairs = written = list(pairs)
    if has_mattes:
        targets = {target for _, target in pairs}
        for _, target in pairs:
            if matte_path(target) in targets:
                raise OutputError(
                    f"{matte_path(target)} is the matte of {target.name} and the output of another "
                    "input at once; give them folders of their own"
                )
        written = [*pairs, *((source, matte_path(target)) for source, target in pairs)]
    read, shown, learnt = (
        file_identities(*(source for source, _ in pairs)),
        file_identities(*(path for one in backgrounds for path in files_of_background(one))),
        file_identities(empty_room),
    )
    for source, target in written:
        replaced = file_identities(target)
        if replaced & learnt:
            raise OutputError(
                f"{target} is the picture of the empty room and cannot be overwritten; choose "
                "another name"
            )
        if replaced & shown:
            raise OutputError(
                f"{target} is the background and cannot be overwritten; choose another name"
            )
        if replaced & read:
            which = "the input itself" if replaced & file_identities(source) else "an input"
            raise OutputError(f"{target} is {which} and cannot be overwritten; choose another name")


def files_of_background(background: Path) -> list[Path]:
    """The files that a background is read from: itself, or the slides in a folder."""
    with suppress(OSError):  # opening it reports the error
        if background.is_dir():
            return slides_in(background)
    return [background]


def _without_repeats(paths: Iterable[Path]) -> tuple[list[Path], tuple[Path, ...]]:
    """Each path once, however it is written, and the paths that were named again."""
    known: set[Path] = set()
    members, repeated = [], []
    for path in paths:
        place = path.absolute() if path.is_symlink() else path.resolve()
        (repeated if place in known else members).append(path)
        known.add(place)
    return members, tuple(repeated)


def _make_folder(out: Path, count: int) -> None:
    if out.is_file():
        raise _no_folder(out, count, "is a file")
    make_folder(out)


def make_folder(out: Path) -> None:
    """Make a folder for results unless it is there.

    Raises:
        OutputError: It cannot be made.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"the folder {out} cannot be made ({error.strerror}); choose another place"
        ) from error


def _no_folder(out: Path, count: int, reason: str) -> OutputError:
    outputs = "1 output" if count == 1 else f"{count} outputs"
    return OutputError(f"{out} is to hold {outputs}, but {reason}; name a folder")


def output_names(
    members: Iterable[Path],
    out: Path,
    content: Content,
    codec: str | None,
    contents: Mapping[Path, Content] | None = None,
) -> list[Path]:
    """A name in the folder `out` for each of several inputs, no two the same; see `make_plan`."""
    taken: set[str] = set()  # without case, which many disks ignore
    names: list[Path] = []
    for member in members:
        suffix = _suffix(member, (contents or {}).get(member, content), codec)
        stem = "".join(short_stem(member.stem))
        if is_pattern(f"{stem}{suffix}") and not names_sequence(member):  # one picture, a%dog.png
            stem = stem.replace("%", "-")
        name = out / f"{stem}{suffix}"
        if str(name).casefold() in taken:  # talk.mov beside talk.mp4
            name = out / f"{stem}{member.suffix}{suffix}"
        number = 1
        # monday/talk.mp4, tuesday/talk.mp4, wednesday/talk.mp4
        while str(name).casefold() in taken:
            number += 1
            name = out / f"{stem}-{number}{suffix}"
        taken.add(str(name).casefold())
        names.append(name)
    return names


def has_films(outputs: Iterable[Path]) -> bool:
    """Whether some of the outputs are films, not pictures."""
    return any(picture_codec_of(output.suffix.lower()) is None for output in outputs)


def matte_names(members: Iterable[Path], out: Path, codec: str | None) -> list[Path]:
    """A name in the folder `out` for the matte of each input, see `make_matte_plan`."""
    return [matte_path(name) for name in output_names(members, out, "matte", codec or "prores")]


def _suffix(member: Path, content: Content, codec: str | None) -> str:
    if member.suffix.lower() in PICTURE_SUFFIXES and not is_animation(member):
        if codec in PICTURE_CODECS:
            return suffixes_of(codec)[0]
        return ".exr" if is_linear(member) and content != "matte" else ".png"
    if codec in CODECS and (suffix := CODECS[codec].folder_suffix):
        return suffix
    if content == "transparent":
        return ".mov"
    return ".mkv" if member.suffix.lower() == ".mkv" else ".mp4"
