"""ExportDialog: how a file is to be written; hands out finished `JobSpec`s."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from gui.export.choices import PICTURES, ExportChoices, ExportContext, has_quality
from gui.shared.parts import ChoiceBox, ElidedLabel, Segments, icon_button, label, push_button, row
from pipeline.jobs.job_spec import JobSpec, OutputKind
from video.files.output_format import CODECS, Codec

WORDS = {
    ".mp4": "MP4, plays everywhere",
    ".mkv": "Matroska (MKV)",
    ".mov": "QuickTime (MOV), for editing",
    ".webm": "WebM, for the web",
    PICTURES: "PNG pictures",
}
WIDTH_PX = 520
TIME_SIDE_PX, TIME_WIDTH_PX = 8, 104
_TIME = re.compile(r"\s*(?:(\d+):)?(?:(\d+):)?(\d+(?:[.,]\d*)?)\s*")


class TimeField(QDoubleSpinBox):
    """Seconds as a number, `1:02:03.45` or `2:03.45` to read and to type; arrows step a second."""

    def __init__(self, object_name: str, name: str, *, duration_s: float) -> None:
        super().__init__()
        self.setObjectName(object_name)
        self.setAccessibleName(name)
        self.setToolTip("Minutes and seconds, as in 1:23.5; the arrow keys go by seconds")
        self.setRange(0.0, duration_s)
        self.setFixedWidth(TIME_WIDTH_PX)
        self.lineEdit().setTextMargins(TIME_SIDE_PX, 0, TIME_SIDE_PX, 0)

    def textFromValue(self, val: float) -> str:  # noqa: D102, N802
        minutes, seconds = divmod(round(val, 2), 60)
        hours, minutes = divmod(int(minutes), 60)
        if hours:
            return f"{hours}:{minutes:02}:{seconds:05.2f}"
        return f"{minutes}:{seconds:05.2f}"

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


class ExportDialog(QDialog):
    """A form; wrong choices are not offered, and what is in the way is said beside the button.

    Signals:
        export_asked: List of `JobSpec`, one per input.
    """

    export_asked = Signal(list)

    def __init__(self, context: ExportContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.setMinimumWidth(WIDTH_PX)
        self._context = context
        self._suffixes: list[str] = []
        self._codecs: list[Codec] = []
        self._captions: dict[QWidget, QLabel] = {}
        self._make_widgets()
        self._lay_out()
        self._on_kind()
        self._connect()
        self.export.setFocus()

    def specs(self) -> list[JobSpec]:
        """What would be exported now."""
        return self._choices().specs(self._context)

    # Making

    def _make_widgets(self) -> None:
        duration_s = self._context.duration_s or 0.0
        self.content = Segments(
            [
                ("composite", "Picture", "picture", "The person on the new background"),
                ("matte", "Matte", "matte", "The person's outline in grey, for editing programs"),
            ],
            name="What is written",
        )
        self.content.set_chosen("composite")
        self.container = ChoiceBox("ExportContainer", "File type", "Which programs can play it")
        self.codec = ChoiceBox("ExportCodec", "Codec", "How the picture is compressed")
        self.quality = Segments(
            [
                ("small", "Smaller file", "", "About half the size"),
                ("balanced", "Balanced", "", "The codec's usual quality"),
                ("best", "Best quality", "", "About twice the size"),
            ],
            name="Quality",
        )
        self.quality.set_chosen("balanced")
        self.part = _switch("ExportPart", "Only a part", "Leave out the start or the end")
        self.start = TimeField("ExportStart", "From", duration_s=duration_s)
        self.end = TimeField("ExportEnd", "To", duration_s=duration_s)
        self.end.setValue(duration_s)
        self.audio = _switch("ExportAudio", "Keep the sound", "Carry every sound track over")
        self.audio.setChecked(True)
        self.path = QLineEdit()
        self.path.setObjectName("ExportPath")
        self.path.setAccessibleName("Write to")
        self.path.setToolTip("The file, or the folder for several")
        self.browse = icon_button("folder", "Choose where to write", kind="boxed")
        self.browse.clicked.connect(self._ask_for_path)
        self.replace = _switch("ExportReplace", "Replace the file that is there", "It is lost then")
        self.trouble = label("", "objection", wraps=True)
        self.export = push_button(
            "Export", "Write it in the background", kind="primary", icon_name="export"
        )
        self.export.setObjectName("ExportStartButton")
        self.export.setDefault(True)
        self.export.clicked.connect(self._on_export)
        self.cancel = push_button("Cancel", "Write nothing (Esc)")
        self.cancel.clicked.connect(self.reject)

    def _connect(self) -> None:
        self.content.chosen.connect(self._on_kind)
        self.container.activated.connect(self._on_container)
        self.codec.activated.connect(self._check)
        self.part.toggled.connect(self._on_part)
        self.start.valueChanged.connect(self._check)
        self.end.valueChanged.connect(self._check)
        self.path.textChanged.connect(self._check)
        self.replace.toggled.connect(self._check)

    def _lay_out(self) -> None:
        inputs, is_single = self._context.inputs, self._context.is_single
        title = inputs[0].name if is_single else f"{len(inputs)} files"
        self._part_row = QWidget()
        self._part_row.setLayout(row(self.start, label("to", "muted"), self.end, None))
        path_row = row(self.path, self.browse)
        path_row.setStretch(0, 1)
        rows: list[tuple[str, QWidget | QLayout]] = [
            ("Write", self.content),
            ("File type", self.container),
            ("Codec", self.codec),
            ("Quality", self.quality),
            ("Range", self.part),
            ("", self._part_row),
            ("Sound", self.audio),
            ("Save as" if is_single else "Save in", path_row),
            ("", self.replace),
        ]
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(1, 1)
        for index, (caption, content) in enumerate(rows):
            words = label(caption, "muted")
            grid.addWidget(words, index, 0, Qt.AlignmentFlag.AlignVCenter)
            if isinstance(content, QWidget):
                grid.addWidget(content, index, 1)
                self._captions[content] = words
            else:
                grid.addLayout(content, index, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        layout.addWidget(ElidedLabel(f"Export {title}", "title"))
        layout.addLayout(grid)
        layout.addWidget(self.trouble)
        layout.addStretch(1)  # the room of rows that are hidden
        layout.addLayout(row(None, self.cancel, self.export))
        self._show_row(self.part, self._context.duration_s is not None)
        self._show_row(self._part_row, False)

    def _show_row(self, widget: QWidget, is_shown: bool) -> None:
        widget.setVisible(is_shown)
        self._captions[widget].setVisible(is_shown)

    # Choices that depend on one another

    def _kind(self) -> OutputKind:
        return "matte" if self.content.current() == "matte" else "composite"

    def _suffix(self) -> str:
        return self._suffixes[max(0, self.container.currentIndex())]

    def _codec(self) -> Codec:
        return self._codecs[max(0, self.codec.currentIndex())]

    def _choices(self) -> ExportChoices:
        is_part = self.part.isChecked() and self._context.duration_s is not None
        return ExportChoices(
            kind=self._kind(),
            suffix=self._suffix(),
            codec=self._codec(),
            quality=self.quality.current(),
            part_s=(self.start.value(), self.end.value()) if is_part else None,
            keeps_sound=self.audio.isChecked(),
            target=self.path.text(),
            replaces=self.replace.isChecked(),
        )

    def _on_kind(self) -> None:
        kept = self.container.currentText()
        self._suffixes = self._context.suffixes(self._kind())
        self.container.clear()
        self.container.addItems([WORDS.get(suffix, suffix) for suffix in self._suffixes])
        self.container.setCurrentIndex(max(0, self.container.findText(kept)))
        self._on_container()

    def _on_container(self) -> None:
        suffix = self._suffix()
        self._codecs = self._context.codecs(suffix, self._kind())
        self.codec.clear()
        self.codec.addItems([CODECS[codec].name for codec in self._codecs])
        self.path.setText(str(self._context.default_path(suffix, self._kind())))
        self._show_row(self.codec, len(self._codecs) > 1)
        self._show_row(self.audio, suffix != PICTURES)
        self._check()

    def _on_part(self, is_part: bool) -> None:
        self._show_row(self._part_row, is_part)
        self._check()
        self.adjustSize()

    def _check(self) -> None:
        """Say what is in the way; the button works only if nothing is."""
        choices = self._choices()
        self._show_row(self.quality, has_quality(choices.codec))
        self.replace.setVisible(bool(choices.in_the_way(self._context)))
        trouble = choices.trouble(self._context)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.export.setEnabled(not trouble)

    # Leaving

    def _ask_for_path(self) -> None:
        dialog = QFileDialog(self, "Where to write", self.path.text())
        if self._context.is_single:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # asked here, once
        else:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.path.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_export(self) -> None:
        self.export_asked.emit(self.specs())
        self.accept()


def _switch(object_name: str, text: str, tip: str) -> QCheckBox:
    switch = QCheckBox(text)
    switch.setObjectName(object_name)
    switch.setToolTip(tip)
    return switch
