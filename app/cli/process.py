"""`main.py process`: replaces the background in recordings and stills."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from concurrent.futures import wait
from dataclasses import fields
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.finish import sentences_at_start
from app.cli.projects import check_save_project, read_projects, save_project
from app.cli.settings_flags import add_settings_arguments, check_framing, given_settings
from app.cli.spread import Planned, is_spread, open_queue, planned_addresses, wants_workers
from app.cli.watch import POLL_S, check_watch, wait_for_end, watch
from app.cluster.addresses import is_address, local_path, shown_path
from app.pipeline.end_signals import CANCELLED, DAMAGED, FAILED, OK, USAGE, EndSignals
from app.pipeline.installation import COMMAND
from app.pipeline.settings import Settings
from app.video.files.output_format import CODECS
from app.video.reading import ALPHA_KINDS, COMPRESSIONS, DEPTHS, INPUT_ALPHAS, LOGS, ExrOptions

if TYPE_CHECKING:
    from app.cli.console import Reporter
    from app.pipeline.jobs.events import Event
    from app.pipeline.jobs.job import Job
    from app.pipeline.jobs.job_spec import JobSpec
    from app.pipeline.person.pick import PersonPick
    from app.pipeline.project import Project

HELP = "replace the background of videos, stills, image sequences or folders"
EXAMPLES = f"""\
examples:
  {COMMAND} process talk.mp4 -o new.mp4 --background beach.jpg
  {COMMAND} process talk.mp4 -o talk.mov --background transparent     ProRes 4444 with alpha
  {COMMAND} process holiday/ -o done/ --background blur:0.8           every recording in a folder
  {COMMAND} process frame_%04d.png -o out_%04d.png --background '#00b140'
  {COMMAND} process --watch in/ -o done/ --background beach.jpg       each film that arrives
  {COMMAND} process talk.backdrop -o new.mp4                          a project of the window
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    parser.epilog = EXAMPLES
    add_switch = partial(parser.add_argument, action="store_true")
    parser.add_argument(
        "inputs",
        metavar="INPUT",
        nargs="*",
        help="video file, still, numbered sequence such as frame_%%04d.png, a folder of these, or "
        "a project such as talk.backdrop: its clip, with its values where no option is given",
    )
    parser.add_argument(
        "-o",
        "--out",
        metavar="OUT",
        help="output file; its suffix selects the format: .mp4 .mkv (H.264), .mov (ProRes 4444), "
        ".webm (VP9), .png, .jpg, .exr or frame_%%04d.png; or a folder, such as done/, for several "
        "inputs (required)",
    )
    parser.add_argument(
        "--background",
        metavar="SPEC",
        help="path of a picture, video or PDF, a colour such as '#1e90ff' or dodgerblue, blur, "
        "blur:0.6, or transparent for a cut-out with alpha (default: blur)",
    )
    parser.add_argument(
        "--output",
        choices=("composite", "matte", "both", "layers"),
        default="composite",
        help="composite: the person on the new background; matte: the alpha in grey; both: two "
        "files in one pass, the matte as talk_matte.mp4; layers: OpenEXR files with foreground, "
        "background and holdout beside the composite (default: %(default)s)",
    )
    add_switch(
        "--match-source-name",
        help="with --output matte: name each matte after its source, talk_matte.mov for talk.mp4, "
        "beside it or in the folder OUT, for other programs: ProRes, with the frames, times and "
        "time code of the source, and no audio (default: off)",
    )
    parser.add_argument(
        "--start", metavar="S", type=seconds, help="In point: 75.5 or 1:15.5 (default: beginning)"
    )
    parser.add_argument("--end", metavar="S", type=seconds, help="Out point (default: end)")
    parser.add_argument(
        "--codec",
        choices=tuple(CODECS),
        help="video codec (default: the usual one of the format)",
    )
    parser.add_argument(
        "--bits",
        choices=DEPTHS,
        default="auto",
        help="bits of the picture's samples; auto: those of the input, as far as the codec keeps "
        "them. H.264 and VP9 stay at 8, since few players show more of them; hevc, av1, prores, "
        "prores422, dnxhr and ffv1 keep 10, ffv1 12 (default: %(default)s)",
    )
    parser.add_argument(
        "--log",
        choices=LOGS,
        help="log curve of the camera, so that the network sees a picture with contrast; the "
        "output stays in log, and OpenEXR becomes linear light (default: none)",
    )
    parser.add_argument(
        "--crf",
        metavar="N",
        type=int,
        help="constant quality; lower is better and larger (default: the codec's usual value)",
    )
    parser.add_argument(
        "--height",
        metavar="PX",
        type=int,
        help="output height; the aspect ratio is kept (default: the input's)",
    )
    parser.add_argument(
        "--width",
        metavar="PX",
        type=int,
        help="output width; with both, the picture fits within them (default: the input's)",
    )
    parser.add_argument(
        "--fps",
        metavar="RATE",
        type=frame_rate,
        help="output frame rate, such as 25, 29.97 or 30000/1001; the audio stays in sync "
        "(default: the input's timestamps)",
    )
    add_switch(
        "--deinterlace", help="deinterlace footage of old camcorders or television (default: off)"
    )
    add_switch(
        "--estimate",
        help="process a few frames of each input, print the expected size and time, and write "
        "nothing (default: off)",
    )
    add_switch("--no-audio", help="drop the audio (default: keep every track)")
    add_switch("--overwrite", help="replace OUT if it exists (default: refuse)")
    parser.add_argument(
        "--watch",
        metavar="FOLDER",
        help="in place of INPUT: process each video and picture of this folder, and each that "
        "arrives later, once, into the folder OUT, until Ctrl-C (default: off)",
    )
    add_switch("--subfolders", help="watch the subfolders as well (default: the folder alone)")
    parser.add_argument(
        "--person",
        metavar="X,Y@TIME",
        action="append",
        type=person_pick,
        default=[],
        help="keep the person who is at this point of the picture (in pixels) at this time, and "
        "remove the others; may be repeated, for several people or times (default: keep all)",
    )
    parser.add_argument(
        "--strokes",
        metavar="FILE",
        help="JSON file of strokes that mend the matte, each followed along the motion: "
        '[{"kind": "remove", "time_s": 2.5, "width": 0.03, "points": [[0.1, 0.5], [0.3, 0.6]]}]; '
        "docs/studio.md (default: none)",
    )
    parser.add_argument(
        "--save-project",
        metavar="FILE",
        type=Path,
        help="write background, look, areas, strokes, people, In, Out and log of this command to a "
        "project such as talk.backdrop, for later commands and the window; without -o nothing else "
        "is done (default: none)",
    )
    add_switch(
        "--json",
        help="print events on standard output, one JSON object per line (default: a progress bar)",
    )
    _add_exr_arguments(parser)
    _add_colour_arguments(parser)
    add_settings_arguments(parser)
    add_cluster_arguments(parser)


def _add_exr_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options for OpenEXR files: docs/studio.md."""
    group = parser.add_argument_group("OpenEXR", "Needs requirements-exr.txt.")
    group.add_argument(
        "--layer",
        metavar="NAME",
        default="",
        help="part or layer to read (default: the first with R, G and B)",
    )
    group.add_argument(
        "--input-alpha",
        choices=INPUT_ALPHAS,
        help="whether the input's colours are multiplied by its alpha; none: its alpha is not "
        "read (default: premultiplied, or as the file says)",
    )
    group.add_argument(
        "--alpha",
        choices=ALPHA_KINDS,
        default="straight",
        help="whether the colours of a cut-out and of the layer foreground are multiplied by "
        "their alpha (default: %(default)s)",
    )
    group.add_argument(
        "--compression",
        choices=COMPRESSIONS,
        default="zip",
        help="dwaa and dwab are small and lose detail, the others lose none (default: %(default)s)",
    )


def _add_colour_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options for colour spaces by name: docs/studio.md."""
    group = parser.add_argument_group(
        "colour spaces by name", "For OpenEXR, DPX and 16-bit pictures. Needs requirements-exr.txt."
    )
    group.add_argument(
        "--ocio",
        metavar="CONFIG",
        default="",
        help="OpenColorIO config: a file, or the name of a built-in one as ocio://NAME "
        "(default: $OCIO)",
    )
    group.add_argument(
        "--input-space",
        metavar="NAME",
        default="",
        help="colour space of the input, such as ACEScg (default: as the file says)",
    )
    group.add_argument(
        "--output-space",
        metavar="NAME",
        default="",
        help="linear colour space of an OpenEXR output (default: the input's)",
    )


def add_cluster_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options for several workers: docs/cluster.md."""
    group = parser.add_argument_group(
        "several workers",
        "Needs requirements-cluster.txt. Files are processed in parallel, long ones in segments. "
        "Without TLS, use --cluster only in a network that you trust.",
    )
    group.add_argument(
        "--workers",
        metavar="N|auto",
        help="number of worker processes on this computer; auto: one per GPU, or as many as its "
        "cores and memory allow (default: work in this process)",
    )
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="use the workers of a scheduler, such as tcp://10.0.0.5:8786 (default: none)",
    )
    group.add_argument(
        "--resume",
        action="store_true",
        help="resume an interrupted run, with or without workers: finished segments and files are "
        "skipped (default: start over)",
    )
    group.add_argument(
        "--segment",
        metavar="S",
        type=seconds,
        help="segment length of long recordings (default: 2:00)",
    )
    add_tls_arguments(group)


def add_tls_arguments(group: argparse._ActionsContainer) -> None:
    """Define the options for the three files of Dask's TLS; `cluster` has them, too."""
    add_file = partial(group.add_argument, metavar="PEM", type=Path)
    add_file("--tls-ca", help="trusted CA certificates (default: no TLS)")
    add_file("--tls-cert", help="own certificate (default: no TLS)")
    add_file("--tls-key", help="key of --tls-cert (default: no TLS)")


def seconds(text: str) -> float:
    """Parse a time: 75.5, 1:15.5 or 0:01:15.5."""
    total = 0.0
    for part in text.split(":"):
        try:
            if ":-" in text or (":" in text and text.startswith("-")):  # a sign within a sum
                raise ValueError
            total = total * 60 + float(part)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a time; write seconds (75.5) or minutes and seconds (1:15.5)"
            ) from None
    return total


def person_pick(text: str) -> PersonPick:
    """Parse `300,200@0:02`: a point in pixels and a time.

    Raises:
        ArgumentTypeError: It is something else.
    """
    from app.pipeline.person.pick import PersonPick

    at, is_there, time = text.partition("@")
    try:
        x, y = (float(number) for number in at.split(","))
        if not is_there:
            raise ValueError
        return PersonPick(x, y, seconds(time))
    except (ValueError, argparse.ArgumentTypeError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no place of a person; write X,Y@TIME in pixels and seconds, such as "
            "300,200@2.5 or 300,200@0:02"
        ) from None


def frame_rate(text: str) -> Fraction:
    """Parse `25`, `30000/1001`, or `29.97`, which means 30000/1001.

    Raises:
        ArgumentTypeError: It is no rate that can be written.
    """
    from app.video.limits import parse_rate

    try:
        return parse_rate(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    from app.messages import sentence_of
    from app.pipeline.jobs.events import Cancelled, Done, Failed, JobNotice
    from app.pipeline.jobs.queue import JobQueue

    final_events: list[Done | Cancelled | Failed] = []
    with (
        EndSignals() as signals,
        _reporter(arguments) as reporter,
    ):
        named = shown_path(arguments.inputs[0] if arguments.inputs else arguments.watch or "")
        for sentence in sentences_at_start():
            reporter.write(JobNotice(named, sentence))
        try:
            check_watch(arguments)
            projects = read_projects(arguments)
            check_save_project(arguments)
            if arguments.watch is not None:
                return watch(arguments, first_spec(arguments), signals, reporter)
            only_saves = arguments.save_project is not None and arguments.out is None
            specs = [] if only_saves else _job_specs(arguments, projects, reporter)
            if arguments.save_project is not None:
                save_project(arguments, first_spec(arguments, projects), reporter)
            if only_saves:
                return OK
            spreads = is_spread(arguments, specs)
        except (OSError, ValueError) as error:
            reporter.write(Failed(named, sentence_of(error)))
            return USAGE if isinstance(error, ValueError) else FAILED

        def on_event(job: Job, event: Event) -> None:
            if isinstance(event, Done | Cancelled | Failed):
                final_events.append(event)
            reporter(job, event)

        if arguments.estimate:
            return _estimate([planned.spec for planned in specs], signals, reporter)
        reporter.file_count = len(specs)

        def say(text: str) -> None:
            reporter.write(JobNotice(specs[0].spec.input, text))

        if spreads:
            queue = open_queue(arguments, specs, on_event, say)
            if queue is None:
                return FAILED
        else:
            queue = JobQueue(on_event)
            for planned in specs:
                queue.add(planned.spec)
        if not wait_for_end(queue, signals, say):
            return CANCELLED  # its threads hang; the process ends without them
        queue.close()
        missing = len(specs) - len(final_events)
        if missing:  # each job must report its end: this is a bug
            say(f"internal error: {missing} of {len(specs)} inputs did not end; the log tells why")
    if any(isinstance(event, Cancelled) for event in final_events):
        return CANCELLED
    if missing or any(isinstance(event, Failed) for event in final_events):
        return FAILED
    is_damaged = any(isinstance(e, Done) and e.report.damaged_frames for e in final_events)
    return DAMAGED if is_damaged else OK


def _estimate(specs: list[JobSpec], signals: EndSignals, reporter: Reporter) -> int:
    """Print the size and duration of each output; writes no lasting file."""
    from app.pipeline.background_tasks import start_thread
    from app.pipeline.jobs.estimate import EstimateError, Estimator
    from app.pipeline.jobs.events import Failed

    status = OK
    for spec in specs:
        estimator = Estimator(spec)
        trying = start_thread("estimate", estimator.run)
        while not wait([trying], timeout=POLL_S).done:
            if signals.count:
                estimator.cancel()
        try:
            estimate = trying.result()
        except EstimateError as error:
            reporter.write(Failed(spec.input, str(error)))
            status = FAILED
            continue
        if estimate is None:
            return CANCELLED
        reporter.write(estimate)
    return status


def _reporter(arguments: argparse.Namespace) -> Reporter:
    from app.cli.console import ConsoleReporter, JsonReporter, OverallReporter

    if arguments.json:
        return JsonReporter()
    return OverallReporter() if wants_workers(arguments) else ConsoleReporter()


def _check_values(spec: JobSpec) -> None:
    """Raise a `ValueError` for values that make no sense, before any file is opened."""
    from app.pipeline.engines import find_model
    from app.video.files.output_format import CONTAINERS
    from app.video.sink import OutputError

    model = spec.settings.model
    if not Path(model).suffix:  # a path is checked later
        find_model(model, device="cpu")
    if spec.output.suffix.lower() not in CONTAINERS or spec.output.is_dir():
        return
    try:
        _ = spec.output_format
    except OutputError as error:
        raise ValueError(str(error)) from error


def _check_exr_options(arguments: argparse.Namespace, spec: JobSpec) -> None:
    """Raise a `ValueError` for options of OpenEXR files where no such file is read or written.

    Of several inputs, and of a folder of outputs, they count for those that are OpenEXR.
    """
    from app.video.files.output_format import CONTAINERS

    is_one = len(arguments.inputs) == 1 and not os.path.isdir(arguments.inputs[0])
    is_file = spec.output.suffix.lower() in CONTAINERS and not spec.output.is_dir()
    may_read = not is_one or spec.input.suffix.lower() == ".exr"
    may_write = not is_file or spec.is_linear
    for name, path, counts in (
        ("layer", spec.input, may_read),
        ("input_alpha", spec.input, may_read),
        ("alpha", spec.output, may_write),
        ("compression", spec.output, may_write),
    ):
        if not counts and getattr(spec.exr, name) != getattr(ExrOptions(), name):
            raise ValueError(
                f"--{name.replace('_', '-')} is for OpenEXR files, and {path.name} is none; leave "
                "it out"
            )


def first_spec(
    arguments: argparse.Namespace, projects: Mapping[Path, Project] | None = None
) -> JobSpec:
    """The job of the first input; those of others differ in input, output and project alone.

    Args:
        arguments: With paths in place of addresses of local files afterwards.
        projects: By their clips, as `read_projects` gives them.

    Raises:
        ValueError: Values that make no sense.
        OSError: A file of areas cannot be read.
    """
    _check_matte_names(arguments)
    can_lack_out = arguments.match_source_name or arguments.save_project is not None
    if arguments.out is None and (arguments.watch or not can_lack_out):
        raise ValueError("OUT is missing; name a file or a folder with -o")
    arguments.out = None if arguments.out is None else local_path(arguments.out)
    arguments.inputs = [local_path(path) for path in arguments.inputs or [arguments.watch]]
    if arguments.person and (arguments.watch or len(arguments.inputs) > 1):
        raise ValueError(
            "--person is a place in one recording; give one INPUT, and a command for each"
        )
    if arguments.strokes is not None and (arguments.watch or len(arguments.inputs) > 1):
        raise ValueError(
            "--strokes is for the frames of one recording; give one INPUT, and a command for each"
        )
    if arguments.estimate and any(map(is_address, arguments.inputs)):
        raise ValueError("--estimate is for files of this computer; name paths as INPUT")
    first = shown_path(arguments.inputs[0])
    # Beside their sources, outputs go to several folders.
    out = first.parent if arguments.out is None else shown_path(arguments.out)
    spec = _spec_of(arguments, first, out, (projects or {}).get(first))
    _check_exr_options(arguments, spec)
    return spec


def _spec_of(
    arguments: argparse.Namespace, source: Path, out: Path, project: Project | None
) -> JobSpec:
    """The job of one input: the options that were given, else the project's values."""
    from app.pipeline.jobs.job_spec import JobSpec
    from app.pipeline.strokes.stroke import read_strokes
    from app.video.typed_path import typed_path

    strokes = () if arguments.strokes is None else read_strokes(typed_path(arguments.strokes))
    settings = Settings() if project is None else project.settings(Settings())
    settings = settings.changed(given_settings(arguments))
    check_framing(settings)
    spec = JobSpec(
        input=source,
        output=out,
        settings=settings,
        output_kind=arguments.output,
        start_s=arguments.start if arguments.start is not None or not project else project.start_s,
        end_s=arguments.end if arguments.end is not None or not project else project.end_s,
        codec=arguments.codec,
        crf=arguments.crf,
        overwrite=arguments.overwrite,
        keep_sound=not (arguments.no_audio or arguments.match_source_name),
        height=arguments.height,
        width=arguments.width,
        frame_rate=arguments.fps,
        deinterlaces=arguments.deinterlace,
        bits=arguments.bits,
        log=arguments.log or (project.log if project else None),
        exr=ExrOptions(**{row.name: getattr(arguments, row.name) for row in fields(ExrOptions)}),
        people=tuple(arguments.person) or (project.people if project else ()),
        strokes=strokes or (project.strokes if project else ()),
    )
    _check_values(spec)
    return spec


def _check_matte_names(arguments: argparse.Namespace) -> None:
    """Raise a `ValueError` for what would give a matte other frames or another name."""
    if not arguments.match_source_name:
        return
    if arguments.output != "matte":
        raise ValueError("--match-source-name names mattes; give --output matte as well")
    for flag in ("start", "end", "fps"):
        if getattr(arguments, flag) is not None:
            raise ValueError(
                f"--{flag} does not go with --match-source-name, whose mattes have all frames of "
                "their source; leave one of them out"
            )
    if any(is_address(path) for path in (arguments.out or "", *arguments.inputs)):
        raise ValueError("--match-source-name is for files of this computer; name paths")


def _job_specs(
    arguments: argparse.Namespace, projects: Mapping[Path, Project], reporter: Reporter
) -> list[Planned]:
    from app.pipeline.jobs.events import JobNotice
    from app.pipeline.jobs.plan import has_films, make_matte_plan, make_plan

    first = first_spec(arguments, projects)
    inputs = [Path(path) for path in arguments.inputs]
    specs = {clip: _spec_of(arguments, clip, first.output, projects[clip]) for clip in projects}
    others = [path for path in inputs if path not in projects]
    plain = _spec_of(arguments, others[0], first.output, None) if others else first
    shown = [spec.settings.background.path for spec in (plain, *specs.values())]
    read = {
        "codec": arguments.codec,
        "backgrounds": [path for path in shown if path is not None],
        "empty_room": first.settings.empty_room,
    }
    if arguments.match_source_name:
        plan = make_matte_plan(inputs, arguments.out and first.output, **read)
    elif is_address(arguments.out) or any(is_address(path) for path in arguments.inputs):
        return planned_addresses(arguments, first)
    else:
        plan = make_plan(
            inputs,
            first.output,
            content=plain.content,
            contents={clip: spec.content for clip, spec in specs.items()},
            # A path drops the end of its text; a backslash means a folder on Windows only.
            is_folder=arguments.out.endswith(("/", os.sep)),
            has_mattes=first.matte is not None,
            **read,
        )
    for path in plan.mattes:
        reporter.write(JobNotice(path, f"{path.name} is the matte of another; it is left alone."))
    for path in plan.skipped:
        reporter.write(JobNotice(path, f"{path.name} is no video or picture; it is left alone."))
    for path in plan.repeated:
        reporter.write(JobNotice(path, f"{path} was named before; it is done once."))
    among_films = has_films(target for _, target in plan.pairs)
    return [
        Planned(specs.get(source, plain).of(source, target, among_films=among_films))
        for source, target in plan.pairs
    ]
