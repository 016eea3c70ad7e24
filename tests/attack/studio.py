"""Tries with what lies beside a film: projects, watched folders, strokes that were kept."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from random import Random

from av.error import FFmpegError

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.plain_data import plain_of
from app.pipeline.project import VERSION, VERSION_NAME, Project
from app.pipeline.strokes.kept_tracks import track_name
from app.pipeline.strokes.stroke import strokes_of
from app.video.reading import AS_IT_IS
from attack.damage import damaged
from attack.program import Call, Signals
from attack.tries import COLOURS, PROCESS, Supplies, Try, usual_options
from attack.verdict import ROOM_LIKENESS, WORK_FOLDER, Break, Promise, likeness_to_room, pictures_of
from gpu_unet.cache_folder import cache_folder

RECORD = ".backdrop-watch.json"
ODD_VALUES = (
    None, True, -1, 1e308, 10**400, float("nan"), float("inf"), "", "a\0b", "\ud800", "[" * 5000,
    [], {}, [None], [[0.5, 0.5]] * 9999, {"": {}}, "vlog", {"softness": 1e308},
    {"x": 1e300},
)  # fmt: skip
_STROKE = {"kind": "remove", "time_s": 0.1, "width": 0.5, "points": [[0.5, 0.5]] * 1024}
_PERSON = {"x": 32, "y": 24, "time_s": 0.1}
# Of these names the most values have the form that is expected.
_ODD_LISTS = {
    "strokes": (
        [_STROKE] * 9, [{**_STROKE, "time_s": 1e300}], [{**_STROKE, "time_s": 1e8}],
        [{**_STROKE, "end_s": 0}], [{**_STROKE, "points": [[2, -2], [0.5, 1e-300]]}],
    ),
    "people": (
        [_PERSON], [{**_PERSON, "time_s": 1e300}], [{**_PERSON, "x": 1e8}], [_PERSON] * 99,
    ),
}  # fmt: skip
_LIMIT_S = 180.0


def project(rng: Random, supplies: Supplies) -> Try:
    """A project whose values cannot be, whose text is damaged, or that leads to no film."""
    shutil.copy(supplies.sources["source.mp4"], supplies.folder)
    colour = rng.choice(tuple(COLOURS))
    values = plain_of(Project(Path("source.mp4"), BackgroundSpec.parse(colour)))
    values = {VERSION_NAME: VERSION, **values}
    path, out = supplies.folder / "talk.backdrop", supplies.folder / "out.mp4"
    way = rng.choice(("value", "value", "text", "clip", "background", "project"))
    words = way
    if way == "value":
        names = [name for name in values if name not in ("clip", "background")]
        name = rng.choice((*names, *_ODD_LISTS))
        values[name] = rng.choice((*ODD_VALUES, *3 * _ODD_LISTS.get(name, ())))
        words = f"{name}: {values[name]!r:.60}"
    elif way == "clip":
        words, values["clip"] = _odd_file(rng, supplies.folder / "odd.mp4")
    elif way == "background":
        words, place = _odd_file(rng, supplies.folder / "odd.png")
        values["background"] = {"kind": "file", "path": place}
    content = json.dumps(values).encode()
    if way == "text":
        content, words = damaged(content, rng, [content])
    if way == "project":
        words, _ = _odd_file(rng, path)
    else:
        path.write_bytes(content)
    options = ("--model", str(supplies.model), "--device", "cpu")
    call = Call(("process", str(path), "-o", str(out), *options), supplies.folder, limit_s=_LIMIT_S)
    promise = Promise(
        PROCESS,
        (out,),
        colour=COLOURS[colour] if way == "value" else None,
        hides_room=True,
        refuses=way in ("clip", "background", "project"),
    )
    return Try("project", words, ((call, promise),))


def watched(rng: Random, supplies: Supplies) -> Try:
    """A watched folder in which things arrive that are no films; its record may be none."""
    folder, out, work = (supplies.folder / name for name in ("in", "done", "work"))
    for place in (folder, out, work):
        place.mkdir()
    said = [_arrival(rng, supplies, folder, number) for number in range(rng.randint(2, 5))]
    shutil.copy(supplies.sources["source.mp4"], folder / "whole.mp4")
    if is_odd := rng.random() < 0.4:
        said.append(f"as the record {_odd_file(rng, out / RECORD)[0]}")
    colour = rng.choice(tuple(COLOURS))
    words = ["process", "--watch", str(folder), "-o", str(out), "--subfolders"]
    words += usual_options(supplies, background=colour)
    after_s = rng.uniform(4.0, 12.0) + supplies.slowness  # most of it is waiting, by the clock
    signals = Signals((rng.choice(("SIGINT", "SIGTERM")),), after_s)
    call = Call(tuple(words), work, signals=signals, limit_s=_LIMIT_S)
    promise = Promise(frozenset({1, 2}) if is_odd else frozenset({0, 130}))

    def look() -> list[Break]:
        found = []
        for path in out.rglob("*"):
            if WORK_FOLDER.fullmatch(path.name):
                found.append(Break("leftover", "leftover work folder", path.name))
            if path.suffix != ".mp4" or not path.is_file():
                continue
            try:
                likeness = max(map(likeness_to_room, pictures_of(path)))
            except (OSError, ValueError, FFmpegError) as error:
                found.append(Break("not whole", "not whole", f"{path.name}: {error}"))
            else:
                if likeness > ROOM_LIKENESS:
                    found.append(Break("room shown", "like the room", path.name))
        return found

    return Try("watched folder", "; ".join(said), ((call, promise),), look=look)


def kept(rng: Random, supplies: Supplies) -> Try:
    """A job again whose strokes were kept, once what was kept is damaged."""
    cache = cache_folder()
    if cache is None:
        return Try("kept strokes", "", skipped="there is no cache folder")
    source, out = supplies.folder / "source.mp4", supplies.folder / "out.mp4"
    shutil.copy(supplies.sources["source.mp4"], source)
    strokes = [{"kind": "remove", "time_s": 0.1, "width": 0.1, "points": [[0.4, 0.4], [0.6, 0.6]]}]
    (supplies.folder / "strokes.json").write_text(json.dumps(strokes))
    colour = rng.choice(tuple(COLOURS))
    words = ["process", str(source), "-o", str(out), "--strokes", "strokes.json", "--overwrite"]
    words += usual_options(supplies, background=colour)
    call = Call(tuple(words), supplies.folder, limit_s=_LIMIT_S)
    promise = Promise(
        PROCESS, (out,), colour=COLOURS[colour], hides_room=True, may_replace=True, succeeds=True
    )
    way = rng.choice(("damaged", "damaged", "odd", "open to others"))

    places: list[Path] = []

    def look() -> list[Break]:
        if places:  # the second time
            return []
        name = track_name(source, strokes_of(strokes), AS_IT_IS)
        path = cache / "strokes" / str(name)
        places.append(path)
        if not path.is_file():
            return [Break("missing", "strokes are not kept", path.name)]
        if way == "damaged":
            content = path.read_bytes()
            path.write_bytes(damaged(content, rng, [content])[0])
        elif way == "odd":
            path.unlink()
            _odd_file(rng, path)
        else:
            path.chmod(0o666)
        return []

    def close() -> None:
        for path in places:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)

    steps = ((call, promise), (call, promise))
    return Try("kept strokes", way, steps, look=look, close=close)


def _arrival(rng: Random, supplies: Supplies, folder: Path, number: int) -> str:
    path = folder / f"v{number}.mp4"
    kind = rng.choice(("odd", "damaged", "sparse", "deep", "odd name", "hidden"))
    if kind == "odd":
        return _odd_file(rng, path)[0]
    if kind == "sparse":
        with path.open("wb") as file:
            file.truncate(1 << rng.choice((20, 33, 42)))
    elif kind == "deep":
        deepest = folder.joinpath(*[f"d{number}"] * rng.choice((10, 100)))
        deepest.mkdir(parents=True)
        shutil.copy(supplies.sources["source.png"], deepest / "deep.png")
    else:
        whole = supplies.victims["plain.mp4"].read_bytes()
        name = {
            "damaged": path.name,
            "odd name": os.fsdecode(b"\xff\n[red]%s.mp4"),
            "hidden": ".v.mp4",
        }
        content = damaged(whole, rng, [whole])[0] if kind == "damaged" else whole
        (folder / name[kind]).write_bytes(content)
    return kind


def _odd_file(rng: Random, path: Path) -> tuple[str, str]:
    """Make something at `path` that is no file of any use: (what it is, its name)."""
    kind = rng.choice(("empty", "folder", "pipe", "dangling link", "circle", "device"))
    if kind == "empty":
        path.touch()
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to(rng.choice(("/dev/zero", "/dev/null", "/dev/random")))
    else:
        path.symlink_to(path if kind == "circle" else path.with_name("nowhere"))
    return kind, path.name


STUDIO = {project: 2, watched: 0.3, kept: 0.5}
