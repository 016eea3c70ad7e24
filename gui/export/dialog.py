"""ExportDialog: the options of an export; emits finished `JobSpec`s."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast, get_args

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from app.messages import marked
from app.pipeline.engines import look_twice_for_films, looks_twice
from app.pipeline.jobs.job_spec import OUTPUT_KINDS, JobSpec, OutputKind
from app.pipeline.model_cost import twice
from app.pipeline.settings import LookTwice
from app.video.files.output_format import CODECS, Codec
from app.video.files.sequence_source import names_sequence
from gui.export.choices import (
    HELP,
    OUTLINES,
    PICTURES,
    QUALITY_STEPS,
    RATES,
    SIZES,
    ExportChoices,
    ExportContext,
    has_quality,
    trouble_of,
)
from gui.shared.language import plural, tr
from gui.shared.parts import (
    ChoiceBox,
    ElidedLabel,
    Segments,
    W,
    check_box,
    column,
    held,
    icon_button,
    label,
    named,
    open_once,
    push_button,
    row,
)
from gui.shared.saved import LARGEST_NUMBER, MOST_DIGITS, ExportHabits
from gui.shared.scrolling_dialog import GAP_PX, ScrollingDialog
from gui.shared.words import about_size, duration_words, exact_clock

WORDS = {
    ".mp4": marked("MP4, plays everywhere"),
    ".mkv": marked("Matroska (MKV)"),
    ".mov": marked("MOV, for editing"),
    ".webm": marked("WebM, for the web"),
    ".png": marked("PNG pictures"),
    ".jpg": marked("JPEG pictures"),
}
CONTENTS = (
    ("composite", marked("Picture"), "picture", marked("The person on the new background")),
    ("matte", marked("Matte"), "matte", marked("Alpha as a greyscale video, for editing programs")),
    ("both", marked("Both"), "", marked("The picture and, in a second file, its matte")),
)
CUT_OUTS = (
    ("fast", marked("Fast"), "", marked("Small model: good edges, short export")),
    ("best", marked("Best"), "", marked("Large model: finer edges and hair, fewer mistakes")),
    ("own", marked("As in the window"), "", marked("The model chosen in the window")),
)
QUALITIES = (
    ("small", marked("Small"), "", marked("About half the size")),
    ("balanced", marked("Balanced"), "", marked("Default quality of the codec")),
    ("best", marked("Large"), "", marked("About twice the size, best quality")),
)
LOOKS: tuple[LookTwice, ...] = get_args(LookTwice)
WIDTH_PX = 520
CAPTION_PX = 64  # as wide as the widest, which is not always shown
TIME_SIDE_PX, TIME_WIDTH_PX = 8, 104
_TIME = re.compile(r"\s*(?:(\d+):)?(?:(\d+):)?(\d+(?:[.,]\d*)?)\s*")


class TimeField(QDoubleSpinBox):
    """Seconds as a number, `1:02:03.45` or `2:03.45` to read and to type; arrows step a second."""

    def __init__(self, name: str, *, duration_s: float) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tr("Minutes:seconds, such as 1:23.5; arrow keys step one second"))
        self.setDecimals(3)
        self.setRange(0.0, duration_s)
        self.setFixedWidth(TIME_WIDTH_PX)
        self.lineEdit().setTextMargins(TIME_SIDE_PX, 0, TIME_SIDE_PX, 0)

    def textFromValue(self, val: float) -> str:  # noqa: D102, N802
        return exact_clock(val)

    def valueFromText(self, text: str) -> float:  # noqa: D102, N802
        match = _TIME.fullmatch(text)
        if match is None:
            return self.value()
        first, second, seconds = match.groups()
        hours, minutes = (first, second) if second else (None, first)
        # Floats become infinite where whole numbers of hundreds of digits raise.
        return (
            float(hours or 0) * 3600 + float(minutes or 0) * 60 + float(seconds.replace(",", "."))
        )

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:  # noqa: D102
        is_whole = _TIME.fullmatch(text) is not None and self.valueFromText(text) <= self.maximum()
        is_begun = re.fullmatch(r"[\d:.,\s]*", text) is not None
        states = QValidator.State
        state = states.Acceptable if is_whole else states.Intermediate
        return (state if is_begun else states.Invalid), text, pos


class ExportDialog(ScrollingDialog):
    """A form that offers valid choices only, and shows errors beside the button.

    Signals:
        export_asked: List of `JobSpec`, one per input.
        changed: The `JobSpec` of a single film as it is chosen now; None while it is invalid.
    """

    export_asked = Signal(list)
    changed = Signal(object)

    def __init__(self, context: ExportContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export"))
        self.setMinimumWidth(WIDTH_PX)
        self._context = context
        self._captions: dict[QWidget, QLabel] = {}
        self._costs_ms: Mapping[str, float] = {}
        self._least_ms = 0.0
        self._estimate: tuple[JobSpec, int, float] | None = None
        self._look_twice: LookTwice = "auto"
        self._proposed = ""  # the proposed path, until the user types another
        self._form = QGridLayout()
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(12)
        self._form.setColumnStretch(1, 1)
        self._form.setColumnMinimumWidth(0, CAPTION_PX)
        self._make_widgets()
        self._lay_out()
        self._show_habits(context.habits)
        self._connect()
        self._show_costs()
        self.export.setFocus()

    def specs(self) -> list[JobSpec]:
        """The jobs as chosen now."""
        return self._choices().specs(self._context)

    def habits(self) -> ExportHabits:
        """The choices that the next export starts with."""
        return self._choices().habits()

    def show_costs(self, costs_ms: Mapping[str, float], *, least_ms: float = 0.0) -> None:
        """Show the time per frame of this film.

        Args:
            costs_ms: Measured, by model; one that is missing could not be.
            least_ms: Minimum time per frame, for reading and writing.
        """
        self._costs_ms, self._least_ms = dict(costs_ms), least_ms
        self._show_costs(is_measuring=False)

    def show_estimate(self, spec: JobSpec, *, size_bytes: int, seconds: float) -> None:
        """Show the estimate of this export, from a trial on a few frames."""
        self._estimate = (spec, size_bytes, seconds)
        self._show_costs(is_measuring=False)

    def frame_size(self) -> tuple[int, int] | None:
        """Rows and columns of the output; None: unknown."""
        lines = self.picture_size.currentData()
        return self._context.scaled_size(lines) if lines else self._context.frame_size

    def _make_widgets(self) -> None:
        duration_s = self._context.duration_s or 0.0
        self.content = self._add(tr("Output"), Segments(CONTENTS, name=tr("Output")))
        offered = [choice for choice in CUT_OUTS if choice[0] in self._context.outlines]
        self.outline = self._add(tr("Cut-out"), Segments(offered, name=tr("Cut-out")))
        tip = tr(
            "Averages the matte with that of the mirrored frame: fewer mistakes with "
            "Fast, up to twice the time"
        )
        self.twice = self._add("", check_box(tr("Second pass, mirrored"), tip))
        self.time = self._add("", label("", "small", wraps=True))
        self.container = _choice(tr("Format"), tr("Container of the file"))
        self.codec = _choice(tr("Codec"), tr("Compression of the video"))
        formats = row(self.container, self.codec)
        formats.setStretch(0, 3)  # the container's name is longer than the codec's
        formats.setStretch(1, 2)
        self._add(tr("Format"), held(formats))
        self.picture_size = _choice(tr("Resolution"), tr("The aspect ratio is kept"))
        for lines in (0, *SIZES):
            self.picture_size.addItem(self._size_words(lines), lines)
        self.rate = _choice(
            tr("Frame rate"), tr("Frames are repeated or dropped; the audio stays in sync")
        )
        own = self._context.frame_rate
        self.rate.addItem(tr("Source") if own is None else tr("Source ({rate:.4g})", rate=own), "")
        for rate in RATES:
            self.rate.addItem(tr("{rate:g} frames/s", rate=float(rate)), rate)
        picture = row(self.picture_size, self.rate)
        for place in range(2):
            picture.setStretch(place, 1)
        self._add(tr("Picture"), held(picture))
        tip = tr("This video is interlaced: moving edges show as stripes")
        self.deinterlace = self._add("", check_box(tr("Deinterlace"), tip))
        self.quality = self._add(tr("File size"), Segments(QUALITIES, name=tr("File size")))
        self.part = self._add(tr("Range"), check_box(*self._part_words()))
        self.start = TimeField(tr("In"), duration_s=duration_s)
        self.end = TimeField(tr("Out"), duration_s=duration_s)
        self.end.setValue(duration_s)
        self.part.setChecked(bool(self._context.ranges_s))
        if self._context.is_single and self._context.ranges_s:
            start_s, end_s = self._context.ranges_s[self._context.inputs[0]]
            self.start.setValue(start_s)
            self.end.setValue(end_s)
        part = row(self.start, label(tr("to"), "muted"), self.end, None)
        self._part_row = self._add("", held(part))
        audio = check_box(tr("Keep audio"), tr("Copy all audio tracks"))
        self.audio = self._add(tr("Audio"), audio)
        self.name = self._add(tr("Name"), named(QLineEdit(), tr("Name pattern"), tr(HELP)))
        self.name.setMaxLength(120)
        self.first_number = _number(tr("First frame number"), most=LARGEST_NUMBER)
        self.digits = _number(tr("Minimum digits"), most=MOST_DIGITS)
        self.digits.setMinimum(1)
        first, digits = label(tr("first frame,"), "muted"), label(tr("digits"), "muted")
        numbers = row(self.first_number, first, self.digits, digits, None)
        self._numbers_row = self._add(tr("Numbers"), held(numbers))
        tip = tr("Output file, or folder for several files")
        self.path = named(QLineEdit(), tr("Save to"), tip)
        self.browse = icon_button("folder", tr("Browse"), kind="boxed")
        self.browse.clicked.connect(self._ask_for_path)
        save = tr("Save as") if self._context.is_single else tr("Save in")
        self._add(save, held(row(self.path, self.browse, wide=self.path)))
        replace = check_box(tr("Replace the existing file"), tr("The existing file is lost"))
        self.replace = self._add("", replace)
        self.trouble = label("", "objection", wraps=True)
        tip = tr("Start the export; it runs in the background")
        self.export = push_button(tr("Export"), tip, kind="primary", icon_name="export")
        self.export.setDefault(True)
        self.export.clicked.connect(lambda: self.export_asked.emit(self.specs()))
        self.export.clicked.connect(self.accept)
        self.cancel = push_button(tr("Cancel"), tr("Close without exporting (Esc)"))
        self.cancel.clicked.connect(self.reject)

    def _add(self, caption: str, content: W) -> W:
        """Add a row to the form."""
        self._captions[content] = words = label(caption, "muted")
        place = len(self._captions)
        self._form.addWidget(words, place, 0, Qt.AlignmentFlag.AlignVCenter)
        self._form.addWidget(content, place, 1)
        return content

    def _size_words(self, lines: int) -> str:
        size = self._context.scaled_size(lines) if lines else self._context.frame_size
        name = {0: tr("Source"), 2160: "4K"}.get(lines, f"{lines}p")
        return name if size is None else f"{name} ({size[1]}x{size[0]})"

    def _part_words(self) -> tuple[str, str]:
        """Text and tooltip of the range switch."""
        count = len(self._context.ranges_s)
        if self._context.is_single:
            words = tr("Only between In and Out") if count else tr("Only a range")
            return words, tr("Trim the start or the end")
        words = plural(
            "Only between In and Out (1 file)", "Only between In and Out ({n} files)", n=count
        )
        return words, tr("The other files are exported in full")

    def _connect(self) -> None:
        self.content.chosen.connect(lambda: self._fill_containers(self._suffix()))
        self.container.activated.connect(self._on_container)
        self.outline.chosen.connect(self._on_outline)
        self.twice.toggled.connect(self._on_twice)
        self.part.toggled.connect(self._on_part)
        for box in (self.codec, self.picture_size, self.rate):
            box.activated.connect(self._check)
        for switch in (self.deinterlace, self.audio, self.replace):
            switch.toggled.connect(self._check)
        for field in (self.start, self.end):
            field.valueChanged.connect(self._check)
        self.quality.chosen.connect(self._check)
        self.path.textChanged.connect(self._check)
        self.name.textEdited.connect(self._propose)
        self.first_number.valueChanged.connect(self._propose)
        self.digits.valueChanged.connect(self._propose)

    def _lay_out(self) -> None:
        inputs = self._context.inputs
        title = tr("Export {name}", name=inputs[0].name)
        if not self._context.is_single:
            title = plural("Export {n} file", "Export {n} files", n=len(inputs))
        content = column(self._form, None)  # the stretch is the space of hidden rows
        foot = column(self.trouble, row(None, self.cancel, self.export), gap=GAP_PX)
        self.lay_out(ElidedLabel(title, "title"), content, foot)
        self._show_row(
            self.part, self._context.duration_s is not None or bool(self._context.ranges_s)
        )
        self._show_row(self._part_row, self._has_part())
        self._show_row(self.deinterlace, self._context.is_interlaced)
        self._show_row(self.outline, len(self._context.outlines) > 1)
        is_film = self._context.is_single and self._context.duration_s is not None
        self._show_row(self.time, is_film or len(self._context.outlines) > 1)

    def _show_habits(self, habits: ExportHabits) -> None:
        context = self._context
        self.content.set_chosen(habits.kind if habits.kind in OUTPUT_KINDS else "composite")
        outline = habits.outline if habits.outline in context.outlines else context.own_outline
        self.outline.set_chosen(outline)
        known = habits.look_twice in LOOKS
        self._look_twice = LOOKS[LOOKS.index(habits.look_twice)] if known else "auto"
        self._show_twice()
        self.quality.set_chosen(habits.quality if habits.quality in QUALITY_STEPS else "balanced")
        self.audio.setChecked(habits.keeps_sound)
        self.name.setText(habits.name)
        self.first_number.setValue(habits.first_number)
        self.digits.setValue(habits.digits)
        self._fill_containers(habits.suffix)
        codec = self.codec.findData(habits.codec)
        if self._suffix() == habits.suffix and codec >= 0:
            self.codec.setCurrentIndex(codec)
            self._check()

    def _show_row(self, widget: QWidget, is_shown: bool) -> None:
        widget.setVisible(is_shown)
        self._captions[widget].setVisible(is_shown)

    # Choices that depend on one another

    def _kind(self) -> OutputKind:
        return cast(OutputKind, self.content.current())

    def _suffix(self) -> str:
        return self.container.currentData()

    def _codec(self) -> Codec:
        return self.codec.currentData()

    def _has_part(self) -> bool:
        """Whether a start and an end are chosen here."""
        return self.part.isChecked() and self._context.duration_s is not None

    def _choices(self) -> ExportChoices:
        outline = self.outline.current()
        return ExportChoices(
            kind=self._kind(),
            outline=outline if outline in OUTLINES else "",
            look_twice=self._look_twice,
            suffix=self._suffix(),
            codec=self._codec(),
            quality=self.quality.current(),
            part_s=(self.start.value(), self.end.value()) if self._has_part() else None,
            takes_marked=self.part.isChecked() and not self._context.is_single,
            keeps_sound=self.audio.isChecked(),
            target=self.path.text(),
            name=self.name.text(),
            first_number=self.first_number.value(),
            digits=self.digits.value(),
            replaces=self.replace.isChecked(),
            lines=self.picture_size.currentData(),
            rate=self.rate.currentData(),
            deinterlaces=self.deinterlace.isChecked(),
        )

    def _model(self, outline: str) -> str:
        """Name of the model behind a choice, if it is one of ours."""
        return OUTLINES.get(outline, Path(self._context.settings.model).stem)

    def _on_outline(self) -> None:
        self._show_twice()
        self._check()
        self._show_costs()

    def _show_twice(self) -> None:
        """Show the default for this cut-out."""
        with QSignalBlocker(self.twice):
            self.twice.setChecked(self._looks_twice(self._model(self.outline.current())))

    def _looks_twice(self, model: str) -> bool:
        """Whether a job would average with the mirrored frame; by default films do not."""
        wanted = self._look_twice
        return looks_twice(
            look_twice_for_films(wanted) if self._context.has_films else wanted, model
        )

    def _on_twice(self, is_twice: bool) -> None:
        self._look_twice = "auto"
        if is_twice != self._looks_twice(self._model(self.outline.current())):
            self._look_twice = "on" if is_twice else "off"
        self._check()
        self._show_costs()

    def _frame_ms(self, outline: str) -> float:
        """Time per frame of a cut-out, with or without flip test; 0: unknown."""
        model = OUTLINES.get(outline, "")
        return self._costs_ms.get(twice(model) if self._looks_twice(model) else model, 0.0)

    def _fill_containers(self, chosen: str) -> None:
        self.container.clear()
        for suffix in self._context.suffixes(self._kind()):
            self.container.addItem(tr(WORDS.get(suffix, suffix)), suffix)
        self.container.setCurrentIndex(max(0, self.container.findData(chosen)))
        self._on_container()

    def _on_container(self) -> None:
        suffix = self._suffix()
        self.codec.clear()
        for codec in self._context.codecs(suffix, self._kind()):
            self.codec.addItem(self._codec_words(codec), codec)
        # Hide rows before showing others, so that the dialog does not flicker.
        self._show_row(self.quality, has_quality(self._codec()))
        self.codec.setVisible(suffix not in PICTURES)
        self.codec.setEnabled(self.codec.count() > 1)
        self.rate.setVisible(self._context.has_films)
        self._show_row(self.audio, suffix not in PICTURES)
        makes_rows = any(
            self._context.is_row(path, suffix) and not names_sequence(path)
            for path in self._context.inputs
        )
        self._show_row(self._numbers_row, makes_rows)
        self._fit_typed_path()
        self._propose()

    def _codec_words(self, codec: Codec) -> str:
        name = CODECS[codec].name
        has_alpha = self._context.needs_alpha(self._kind())
        return tr("{codec} + alpha", codec=name) if has_alpha else name

    def _is_path_typed(self) -> bool:
        """Whether the output path is one that the user typed or browsed to."""
        return self.path.text() not in ("", self._proposed)

    def _fit_typed_path(self) -> None:
        """Give a typed file the ending of the chosen format; a typed folder stays."""
        if self._context.is_single and self._is_path_typed():
            self.path.setText(self._choices().in_format(self.path.text().strip()))

    def _propose(self, _: object = None) -> None:
        """Propose an output path, unless the user typed one."""
        if not self._is_path_typed():
            name = "" if trouble_of(self.name.text()) else self.name.text().strip()
            self._proposed = str(self._context.default_path(replace(self._choices(), name=name)))
            self.path.setText(self._proposed)
        self._check()

    def _show_costs(self, *, is_measuring: bool = True) -> None:
        """Show how much slower the better cut-out is, and the export time."""
        fast, best = map(self._frame_ms, ("fast", "best"))
        if fast and best and "best" in self._context.outlines:
            ratio = self._cost_of(best) / self._cost_of(fast)
            words = tr("Best (hardly slower)")
            if ratio >= 1.5:
                words = tr("Best ({ratio:.0f}x slower)", ratio=ratio)
            self.outline.button("best").setText(words)
        cost = self._frame_ms(self.outline.current())
        count = self._context.frame_count
        sentence = (
            "" if self._costs_ms or not is_measuring else tr("Measuring how long it takes\u2026")
        )
        if cost and count:
            whole_s = self._context.duration_s or 0.0
            begin_s, end_s = self._choices().part_s or (0.0, whole_s)
            share = max(0.0, end_s - begin_s) / whole_s if whole_s else 1.0
            own, wanted = self._context.frame_rate, self.rate.currentData()
            if own and wanted:  # dropped frames cost nothing, nor do repeated ones
                share *= min(1.0, float(wanted) / own)
            seconds = count * share * self._cost_of(cost) / 1000
            sentence = tr(
                "Export time on this computer: {duration}", duration=duration_words(seconds)
            )
        if self._estimate is not None and self._estimate[0] in self.specs():
            _, size_bytes, seconds = self._estimate
            sentence = tr(
                "Estimate for this computer: {size}, {duration}",
                size=about_size(size_bytes),
                duration=duration_words(seconds),
            )
        self.time.setText(sentence or " ")  # reserves the line

    def _cost_of(self, frame_ms: float) -> float:
        return max(frame_ms, self._least_ms)

    def _on_part(self, is_part: bool) -> None:
        self._show_row(self._part_row, is_part and self._has_part())
        self._check()
        self.fit()
        if is_part:
            QTimer.singleShot(0, self, lambda: self.bring_into_sight(self._part_row))

    def _check(self) -> None:
        """Validate the choices; the button needs valid ones."""
        choices = self._choices()
        self._show_row(self.quality, has_quality(self._codec()))
        is_in_the_way = bool(choices.in_the_way(self._context))
        if is_in_the_way and self.replace.isHidden():
            QTimer.singleShot(0, self, lambda: self.bring_into_sight(self.replace))
        self.replace.setVisible(is_in_the_way)
        trouble = choices.trouble(self._context)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.export.setEnabled(not trouble)
        is_film = self._context.is_single and self._context.duration_s is not None
        self.changed.emit(self.specs()[0] if is_film and not trouble else None)
        if self._costs_ms or self._estimate is not None:
            self._show_costs()

    def _ask_for_path(self) -> None:
        dialog = QFileDialog(self, tr("Save to"), self.path.text())
        if self._context.is_single:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # the dialog itself asks
        else:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.path.setText)
        open_once(dialog)


def _choice(name: str, tip: str) -> ChoiceBox:
    return ChoiceBox(name, tip, is_whole=True)


def _number(name: str, *, most: int) -> QSpinBox:
    field = named(QSpinBox(), name)
    field.setRange(0, most)
    field.setFixedWidth(88)
    field.lineEdit().setTextMargins(TIME_SIDE_PX, 0, TIME_SIDE_PX, 0)
    return field
