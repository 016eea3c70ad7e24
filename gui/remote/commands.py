"""RemoteActions: what each command of the remote control does; `ROWS` is the table of them."""

from __future__ import annotations

from collections.abc import Sequence

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.statistics import LiveStatistics
from gui.background.control import BackgroundControl
from gui.control import Control, Core
from gui.look.control import LookControl
from gui.output.control import OutputControl
from gui.preview.playback_control import SoundControl
from gui.remote.protocol import (
    BackgroundCommand,
    Command,
    MuteCommand,
    PresetCommand,
    RecordCommand,
    RefusedError,
    Reply,
    Row,
    SlideCommand,
    Status,
    StatusCommand,
)

NO_SOURCE = "No camera is on. Start one first."
NO_SLIDES = "The background has no slides. Choose a PDF or a folder of slides first."
CLOSING = "The window is closing."
MOST_NAMED = 20  # in a sentence


class RemoteActions(Control):
    """Carries out commands; the window's thread only.

    Attributes:
        statistics: The newest of the live session.
    """

    def __init__(
        self,
        core: Core,
        *,
        background: BackgroundControl,
        look: LookControl,
        output: OutputControl,
        sound: SoundControl,
    ) -> None:
        super().__init__(core)
        self._background = background
        self._look = look
        self._output = output
        self._sound = sound
        self.statistics = LiveStatistics()

    def _on_statistics(self, statistics: LiveStatistics) -> None:
        self.statistics = statistics

    def carry_out(self, command: Command) -> Reply:
        """Carry out a command, and say what happened or why nothing did."""
        ok = True
        try:
            if not self._window.isVisible():  # it hides while it finishes a recording
                raise RefusedError(CLOSING)
            text = ROWS[command.command].act(self, command)
        except RefusedError as refused:
            ok, text = False, str(refused)
        return Reply(ok=ok, text=text, status=self.status(), id=command.id)

    def background(self, command: BackgroundCommand) -> str:
        """Never a path, the room or the screen: those are chosen in the window only."""
        if isinstance(command.to, str) and (spec := _plain_background(command.to)) is not None:
            self._background.choose(spec)
            return f"The background is {self._background_name()} now."
        entries = self._window.gallery.entries
        # A picture has its name in the window's language, and its file's.
        names = [(entry.name, entry.path.stem) for entry in entries]
        entry = entries[_place(command.to, names, "background")]
        if self._window.gallery.is_missing(entry.path):
            raise RefusedError(f"The file of {entry.name} is missing. Locate it in the window.")
        self._background.choose(BackgroundSpec("file", path=entry.path))
        return f"The background is {entry.name} now."

    def preset(self, command: PresetCommand) -> str:
        """Apply a preset."""
        names = list(self._state.saved.presets)
        name = names[_place(command.to, [(name,) for name in names], "preset")]
        self._look.apply_preset(name)
        return f"The preset {name} is applied."

    def record(self, command: RecordCommand) -> str:
        """Start or stop the recording."""
        is_on = self._output.is_on
        wants = {"start": True, "stop": False, "toggle": not is_on}[command.to]
        if wants == is_on:
            return "The recording runs already." if is_on else "No recording runs."
        if wants and not self._is_running:
            raise RefusedError(NO_SOURCE)
        if trouble := self._output.set_recording(wants):
            raise RefusedError(trouble)
        return "The recording has started." if wants else "The recording is being finished."

    def slide(self, command: SlideCommand) -> str:
        """Turn the slides."""
        number, count = self._slide()
        wanted = {"next": number + 1, "previous": number - 1}.get(str(command.to), command.to)
        assert isinstance(wanted, int), "the message was checked"
        if not 1 <= wanted <= count:
            if command.to == "next":
                raise RefusedError(f"Slide {number} of {count} is the last one.")
            if command.to == "previous":
                raise RefusedError(f"Slide {number} of {count} is the first one.")
            raise RefusedError(f"There is no slide {wanted}. Choose 1 to {count}.")
        self._background.turn_slides(wanted - number)
        return f"Slide {wanted} of {count}."

    def mute(self, command: MuteCommand) -> str:
        """Mute or unmute the film that plays."""
        is_muted = self._state.saved.is_muted
        self._sound.set_muted({"on": True, "off": False, "toggle": not is_muted}[command.to])
        return "The sound is muted." if self._state.saved.is_muted else "The sound is on."

    def tell_status(self, command: StatusCommand) -> str:
        """Every reply has the status."""
        return "This is the status."

    def status(self) -> Status:
        """What the window does at the moment."""
        statistics = self.statistics if self._is_running else LiveStatistics()
        recording = statistics.recording if self._output.is_recording else None
        slide = self._shown_slide()
        return Status(
            camera=self._window.is_live and statistics.source_state == "live",
            recording=self._output.is_recording,
            paused=recording is not None and recording.is_paused,
            seconds=0 if recording is None else int(recording.elapsed_s),
            background=self._background_name(),
            preset=self._look.current_preset,
            muted=self._state.saved.is_muted,
            slide=None if slide is None else slide[0],
            slides=None if slide is None else slide[1],
            frames_per_second=round(statistics.fps_out),
            reduced_quality=statistics.pace_level > 0,
        )

    @property
    def _is_running(self) -> bool:
        worker = self._session.worker
        return worker is not None and worker.is_running

    def _slide(self) -> tuple[int, int]:
        if not self._is_running:
            raise RefusedError(NO_SOURCE)
        slide = self._shown_slide()
        if slide is None:
            raise RefusedError(NO_SLIDES)
        return slide

    def _shown_slide(self) -> tuple[int, int] | None:
        worker = self._session.worker
        slide = worker.slide if worker is not None and worker.is_running else None
        return slide if slide is not None and slide[1] > 1 else None

    def _background_name(self) -> str:
        spec = self._state.settings.background
        if spec.kind == "blur":
            return "blur"
        if spec.kind == "screen":
            return "my screen"
        if spec.path is None:
            return str(spec)
        names = {entry.path: entry.name for entry in self._window.gallery.entries}
        return names.get(spec.path, spec.path.stem)


def _plain_background(word: str) -> BackgroundSpec | None:
    """A colour, a blur or none at all; None: the word names something else."""
    if not (word in ("blur", "transparent") or word.startswith(("blur:", "#"))):
        return None
    if not word.startswith("#"):
        try:
            return BackgroundSpec.parse(word)
        except ValueError as error:
            raise RefusedError(f"{error}.") from None
    digits = word[1:]
    try:
        red, green, blue = bytes.fromhex(digits if len(digits) == 6 else "")
    except ValueError:
        raise RefusedError(f"{word!r:.60} is no colour. Write it as #204060.") from None
    return BackgroundSpec("colour", colour=(red, green, blue))


def _place(to: str | int, names: Sequence[tuple[str, ...]], what: str) -> int:
    """Where one of `names` is, by one of its forms or by a number from 1 on."""
    if not names:
        raise RefusedError(f"There is no {what} yet. Save one in the window first.")
    if isinstance(to, int):
        if to > len(names):
            raise RefusedError(f"There is no {what} {to}. Choose 1 to {len(names)}.")
        return to - 1
    for is_same in (lambda name: name == to, lambda name: name.casefold() == to.casefold()):
        for place, forms in enumerate(names):
            if any(map(is_same, forms)):
                return place
    shown = ", ".join(forms[0] for forms in names[:MOST_NAMED])
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    raise RefusedError(f"There is no {what} {to!r:.60}. There are {shown}{more}.")


ROWS: dict[str, Row] = {
    "background": Row(
        BackgroundCommand, RemoteActions.background, '{"command": "background", "to": "#204060"}'
    ),
    "preset": Row(PresetCommand, RemoteActions.preset, '{"command": "preset", "to": 1}'),
    "record": Row(RecordCommand, RemoteActions.record, '{"command": "record", "to": "start"}'),
    "slide": Row(SlideCommand, RemoteActions.slide, '{"command": "slide", "to": "next"}'),
    "mute": Row(MuteCommand, RemoteActions.mute, '{"command": "mute", "to": "on"}'),
    "status": Row(StatusCommand, RemoteActions.tell_status, '{"command": "status"}'),
}
