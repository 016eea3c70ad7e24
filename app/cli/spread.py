"""Spreads work over processes, or resumes it in one: `process --workers` and related options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cluster.addresses import file_name, is_address, is_web, require, shown_path
from app.pipeline.installation import COMMAND
from app.video.network.address import without_password
from app.video.undo import or_undo

if TYPE_CHECKING:
    from app.cluster.dask_runner import Tls
    from app.cluster.queue import ClusterQueue
    from app.cluster.runner import Runner
    from app.pipeline.jobs.events import Event
    from app.pipeline.jobs.job_spec import JobSpec

SHORTEST_SEGMENT_S = 0.1


@dataclass(frozen=True, slots=True)
class Planned:
    """One input with its output.

    Attributes:
        addresses: "input" and "output", where they are addresses; the paths of `spec` only stand
            for them.
    """

    spec: JobSpec
    addresses: dict[str, str] = field(default_factory=dict)


def open_queue(
    arguments: argparse.Namespace,
    planned: list[Planned],
    on_event: Callable[[Any, Event], None],
    say: Callable[[str], None],
) -> ClusterQueue | None:
    """Find workers, have those on other computers check every path, and open the queue.

    Args:
        arguments: For which `is_spread`.

    Returns:
        None: there are no workers, or one cannot reach a file; `on_event` was told.
    """
    from app.cluster.queue import ClusterQueue
    from app.cluster.runner import RunnerLostError
    from app.cluster.segment_job import SEGMENT_S
    from app.pipeline.jobs.events import Failed

    first = planned[0].spec
    job = ClusterQueue.stand_in(first)
    try:
        runner = _open_runner(arguments, first.settings.device, say)
    except RunnerLostError as error:
        on_event(job, Failed(first.input, str(error)))
        return None
    with or_undo(runner.close):
        # Workers of this computer read and write what it does; their jobs say what is wrong.
        troubles = _troubles(runner, planned) if runner.has_machines else ()
        sentences = list(dict.fromkeys(troubles))
    if sentences:
        runner.close()
        for sentence in sentences:
            on_event(job, Failed(first.input, sentence))
        return None
    segment_s = arguments.segment or SEGMENT_S
    queue = ClusterQueue(on_event, runner, segment_s=segment_s, resumes=arguments.resume)
    for one in planned:
        queue.add(one.spec, one.addresses)
    return queue


def _open_runner(arguments: argparse.Namespace, device: str, say: Callable[[str], None]) -> Runner:
    if not wants_workers(arguments):
        from app.cluster.runner import InProcess

        return InProcess()
    from app.cluster.dask_runner import elsewhere, on_this_computer

    if arguments.cluster is not None:
        runner = elsewhere(arguments.cluster, tls_of(arguments), needs_gpu=device == "cuda")
    else:
        runner = on_this_computer(worker_count(arguments.workers), device=device)
    count = "1 worker" if runner.slots == 1 else f"{runner.slots} workers"
    say(f"{count}; dashboard: {runner.dashboard}" if runner.dashboard else f"{count}.")
    return runner


def wants_workers(arguments: argparse.Namespace) -> bool:
    """Whether the options ask for several workers."""
    return arguments.workers is not None or arguments.cluster is not None


def is_spread(arguments: argparse.Namespace, planned: list[Planned]) -> bool:
    """Whether the work is for workers or goes on from before; else one file after the other.

    Raises:
        ValueError: Values that make no sense.
        OSError: Dask is asked for and not installed.
    """
    has_address = any(one.addresses for one in planned)
    if arguments.segment is not None and not arguments.segment >= SHORTEST_SEGMENT_S:
        raise ValueError(
            f"--segment is {arguments.segment:g} s; give {SHORTEST_SEGMENT_S:g} seconds or more"
        )
    has_tls = any((arguments.tls_ca, arguments.tls_cert, arguments.tls_key))
    if has_tls and arguments.cluster is None:
        raise ValueError(
            "--tls-ca, --tls-cert and --tls-key are for --cluster; leave them out: no other user "
            "of this computer reaches the workers of --workers"
        )
    if arguments.workers is not None:
        worker_count(arguments.workers)
    if wants_workers(arguments):
        if arguments.workers is not None and arguments.cluster is not None:
            raise ValueError("--workers and --cluster were both given; choose one of them")
        flag = "--workers" if arguments.cluster is None else "--cluster"
        require("distributed", f"{flag} needs Dask")
        tls = tls_of(arguments)
        if arguments.cluster is not None:
            from app.cluster.dask_runner import check_address

            check_address(arguments.cluster, tls)
        return True
    return bool(arguments.resume or has_address or arguments.segment)


def tls_of(arguments: argparse.Namespace) -> Tls:
    """The certificates of a command line.

    Raises:
        ValueError: Some are missing.
    """
    from app.cluster.dask_runner import Tls

    return Tls(arguments.tls_ca, arguments.tls_cert, arguments.tls_key)


def planned_addresses(arguments: argparse.Namespace, first: JobSpec) -> list[Planned]:
    """Inputs and outputs of which some are addresses.

    Raises:
        SourceError: An input is missing.
        OutputError: An output would replace a file that is read.
        ValueError: Several inputs and one output, or an output that cannot be written.
        OSError: fsspec is not installed.
    """
    from app.pipeline.jobs.plan import has_films, output_names, refuse_replacing
    from app.video.files.sequence_source import is_pattern

    def member(source: str) -> Path:
        path = shown_path(source)
        is_literal = is_address(source) and is_pattern(path)  # stores have no rows of pictures
        return path.with_name(path.name.replace("%", "-")) if is_literal else path

    if not all(map(is_web, filter(is_address, (*arguments.inputs, arguments.out)))):
        require("fsspec", "an address such as s3:// needs fsspec")
    inputs = [found for path in arguments.inputs for found in _inputs(path)]
    out = arguments.out
    name = file_name(out) if is_address(out) else out
    is_folder = out.endswith("/") or len(inputs) > 1 or not Path(name).suffix
    names = output_names(map(member, inputs), Path(), first.content, first.codec)
    among_films = has_films(names)
    if is_folder and not is_address(out):
        Path(out).mkdir(parents=True, exist_ok=True)
    _refuse_unwritable(out)
    planned = []
    for source, name in zip(inputs, names, strict=True):
        target = f"{out.rstrip('/')}/{name.name}" if is_folder else out
        addresses = {"input": source, "output": target}
        addresses = {kind: text for kind, text in addresses.items() if is_address(text)}
        spec = first.of(shown_path(source), shown_path(target), among_films=among_films)
        planned.append(Planned(spec, addresses))
    background = first.settings.background.path
    refuse_replacing(
        [(one.spec.input, one.spec.output) for one in planned],
        backgrounds=() if background is None else (background,),
        empty_room=first.settings.empty_room,
        has_mattes=first.matte is not None,
    )
    _refuse_replacing_in_stores(planned)
    return planned


def _refuse_replacing_in_stores(planned: list[Planned]) -> None:
    """Raise OutputError if an address that is written is one that is read."""
    from app.cluster.stores import matte_address, refuse_replacing

    outputs = [one.addresses["output"] for one in planned if "output" in one.addresses]
    if planned[0].spec.matte is not None:
        outputs = [*outputs, *map(matte_address, outputs)]
    inputs = [one.addresses["input"] for one in planned if "input" in one.addresses]
    refuse_replacing(inputs, outputs)


def _refuse_unwritable(out: str) -> None:
    """Raise ValueError for an address whose files could not be found again."""
    from app.video.files.sequence_source import is_pattern

    if not is_address(out):
        return
    shown = without_password(out)
    if out.startswith("memory://"):
        raise ValueError(
            f"{shown} is in this process's memory, which ends with it; name a store or a path"
        )
    if is_pattern(file_name(out)):
        raise ValueError(
            f"{shown} is a row of pictures, which no address takes; name a folder of this computer"
        )


def _inputs(text: str) -> list[str]:
    from app.cluster.stores import listed
    from app.video.files.inputs import VIDEO_SUFFIXES, expand_input, nothing_to_process
    from app.video.files.still import PICTURE_SUFFIXES

    if not is_address(text):
        return [str(path) for path in expand_input(text).members]
    found = listed(text)
    if found == [text]:
        return found
    known = VIDEO_SUFFIXES | PICTURE_SUFFIXES
    members = [address for address in found if Path(file_name(address)).suffix.lower() in known]
    if not members:
        raise nothing_to_process(without_password(text), len(found))
    return members


def worker_count(text: str) -> int | None:
    """A number of workers; None: auto.

    Raises:
        ValueError: It is neither.
    """
    if text == "auto":
        return None
    if text.isdecimal() and 1 <= int(text) <= 1024:
        return int(text)
    raise ValueError(f"--workers is {text!r}; give auto, or a number from 1 to 1024")


def _troubles(runner: Runner, planned: list[Planned]) -> Iterator[str]:
    """A sentence for every path that a worker cannot read or write."""
    from app.cluster.queue import absolute
    from app.cluster.tasks import versions
    from app.pipeline.jobs.plan import files_of_background

    files: dict[str, None] = {}
    folders: dict[str, None] = {}
    for one in planned:
        spec = absolute(one.spec)
        if "input" not in one.addresses:
            files[str(spec.input)] = None
        if "output" not in one.addresses:
            folders[str(spec.output.parent)] = None
        settings = spec.settings
        background = settings.background.path
        read = [] if background is None else files_of_background(background)
        read += [] if settings.empty_room is None else [settings.empty_room]
        files.update((str(path), None) for path in read)
    # For a missing input, the job itself prints the error.
    wanted = []
    for path in files:
        with suppress(OSError):
            wanted.append((path, os.path.getsize(path)))
    said = runner.everywhere({"inputs": wanted, "folders": [*folders], "versions": versions()})
    for answer in said:
        yield from answer["sentences"]


EXAMPLES = f"""\
examples:
  {COMMAND} cluster scheduler --host 10.0.0.5
  {COMMAND} cluster worker --scheduler tcp://10.0.0.5:8786
"""
