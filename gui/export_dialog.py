"""ExportDialog: how a file is to be written; hands out finished `JobSpec`s."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from gui.parts import ChoiceBox, Segments, icon_button, label, push_button, row
from pipeline.job_spec import JobSpec
from pipeline.settings import Settings
from video.output_format import CODECS, CONTAINERS

WORDS = {
    ".mp4": "MP4, plays everywhere",
    ".mkv": "Matroska (MKV)",
    ".mov": "QuickTime (MOV), for editing",
    ".webm": "WebM, for the web",
    ".png": "PNG pictures",
}
STILLS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".heic")
# Steps of constant quality around each codec's own default: about half and twice the size.
QUALITY_STEPS = {"small": 6, "balanced": 0, "best": -5}
WIDTH_PX = 520


@dataclass(frozen=True, slots=True)
class ExportContext:
    """What the dialog is about.

    Attributes:
        inputs: One file, or several that are written with the same choices.
        settings: Background, look, model and device as they are now.
        duration_s: Of a single video; None for stills and several files.
        folder: Where results go at first.
    """

    inputs: list[Path]
    settings: Settings
    duration_s: float | None
    folder: Path


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
        self._is_still = all(path.suffix.lower() in STILLS for path in context.inputs)
        self._is_transparent = context.settings.background.kind == "transparent"
        self._codecs: list[str] = []
        self._make_widgets()
        self._lay_out()
        self._fill_containers()
        self._on_container()
        self._connect()

    def specs(self) -> list[JobSpec]:
        """What would be exported now."""
        return [self._spec_for(path) for path in self._context.inputs]

    # Making

    def _make_widgets(self) -> None:
        self.content = Segments(
            [
                ("composite", "Picture", "picture", "The person on the new background"),
                ("matte", "Matte", "matte", "The person's outline in grey, for editing programs"),
            ],
            name="What is written",
        )
        self.content.set_chosen("composite")
        self.container = ChoiceBox("ExportContainer", "File type")
        self.codec = ChoiceBox("ExportCodec", "Codec")
        self.quality = Segments(
            [
                ("small", "Smaller file", "", "About half the size"),
                ("balanced", "Balanced", "", "The codec's usual quality"),
                ("best", "Best quality", "", "About twice the size"),
            ],
            name="Quality",
        )
        self.quality.set_chosen("balanced")
        self.part = QCheckBox("Only a part")
        self.part.setObjectName("ExportPart")
        self.start = self._time_field("ExportStart", "From")
        self.end = self._time_field("ExportEnd", "To")
        self.end.setValue(self._context.duration_s or 0.0)
        self.audio = QCheckBox("Keep the sound")
        self.audio.setObjectName("ExportAudio")
        self.audio.setChecked(True)
        self.path = QLineEdit()
        self.path.setObjectName("ExportPath")
        self.path.setAccessibleName("Write to")
        self.browse = icon_button("folder", "Choose where to write", kind="boxed")
        self.browse.clicked.connect(self._ask_for_path)
        self.replace = QCheckBox("Replace the file that is there")
        self.replace.setObjectName("ExportReplace")
        self.trouble = label("", "small", wraps=True)
        self.export = push_button("Export", kind="primary", icon_name="export")
        self.export.setObjectName("ExportStartButton")
        self.export.setDefault(True)
        self.export.clicked.connect(self._on_export)
        self.cancel = push_button("Cancel")
        self.cancel.clicked.connect(self.reject)

    def _connect(self) -> None:
        self.content.chosen.connect(self._on_content)
        self.container.activated.connect(self._on_container)
        self.codec.activated.connect(self._check)
        self.part.toggled.connect(self._on_part)
        self.start.valueChanged.connect(self._check)
        self.end.valueChanged.connect(self._check)
        self.path.textChanged.connect(self._check)
        self.replace.toggled.connect(self._check)

    def _time_field(self, object_name: str, name: str) -> QDoubleSpinBox:
        field = QDoubleSpinBox()
        field.setObjectName(object_name)
        field.setAccessibleName(name)
        field.setRange(0.0, self._context.duration_s or 0.0)
        field.setSuffix(" s")
        return field

    def _lay_out(self) -> None:
        inputs = self._context.inputs
        title = inputs[0].name if len(inputs) == 1 else f"{len(inputs)} files"
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        heading = label(f"Export {title}", "title", wraps=True)
        layout.addWidget(heading)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(1, 1)
        self._part_row = QWidget()
        self._part_row.setLayout(row(self.start, label("to", "muted"), self.end, None))
        path_row = row(self.path, self.browse)
        path_row.setStretch(0, 1)
        rows: list[tuple[str, object]] = [
            ("Write", self.content),
            ("File type", self.container),
            ("Codec", self.codec),
            ("Quality", self.quality),
            ("Range", self.part),
            ("", self._part_row),
            ("Sound", self.audio),
            ("Save as" if len(inputs) == 1 else "Save in", path_row),
            ("", self.replace),
        ]
        self._captions = {}
        for index, (caption, content) in enumerate(rows):
            words = label(caption, "muted")
            grid.addWidget(words, index, 0, Qt.AlignmentFlag.AlignVCenter)
            if isinstance(content, QWidget):
                grid.addWidget(content, index, 1)
                self._captions[content] = words
            else:
                grid.addLayout(content, index, 1)  # type: ignore[arg-type]
        layout.addLayout(grid)
        layout.addWidget(self.trouble)
        layout.addLayout(row(None, self.cancel, self.export))
        self._show_row(self.part, self._context.duration_s is not None)
        self._show_row(self._part_row, False)
        self._show_row(self.audio, not self._is_still)

    def _show_row(self, widget: QWidget, is_shown: bool) -> None:
        widget.setVisible(is_shown)
        self._captions[widget].setVisible(is_shown)

    # Choices that depend on one another

    def _needs_alpha(self) -> bool:
        return self._is_transparent and self.content.current() == "composite"

    def _fill_containers(self) -> None:
        self._suffixes = [
            suffix
            for suffix in CONTAINERS
            if (suffix == ".png" or not self._is_still) and self._codecs_of(suffix)
        ]
        if self._needs_alpha():  # few programs look for alpha in Matroska
            self._suffixes.sort(key=lambda suffix: suffix == ".mkv")
        kept = self.container.currentText()
        self.container.clear()
        self.container.addItems([WORDS.get(suffix, suffix) for suffix in self._suffixes])
        self.container.setCurrentIndex(max(0, self.container.findText(kept)))

    def _codecs_of(self, suffix: str) -> list[str]:
        needs_alpha = self._needs_alpha()
        return [
            codec
            for codec in CONTAINERS[suffix].codecs
            if not needs_alpha or CODECS[codec].alpha_format is not None
        ]

    def _suffix(self) -> str:
        return self._suffixes[max(0, self.container.currentIndex())]

    def _codec(self) -> str:
        return self._codecs[max(0, self.codec.currentIndex())]

    def _on_content(self) -> None:
        self._fill_containers()
        self._on_container()

    def _on_container(self) -> None:
        self._codecs = self._codecs_of(self._suffix())
        self.codec.clear()
        self.codec.addItems([CODECS[codec].name for codec in self._codecs])  # type: ignore[index]
        self.path.setText(str(self._default_path()))
        self._show_row(self.codec, len(self._codecs) > 1)
        self._show_row(self.audio, not self._is_still and self._suffix() != ".png")
        self._check()

    def _on_part(self, is_part: bool) -> None:
        self._show_row(self._part_row, is_part)
        self._check()
        self.adjustSize()

    def _check(self) -> None:
        """Say what is in the way; the button works only if nothing is."""
        default_crf = CODECS[self._codec()].default_crf  # type: ignore[index]
        self._show_row(self.quality, default_crf is not None)
        outputs = [spec_path for spec_path in self._outputs() if spec_path.exists()]
        self.replace.setVisible(bool(outputs) and self._suffix_fits())
        trouble = ""
        if not self.path.text().strip():
            trouble = "Choose where to write."
        elif not self._suffix_fits():
            trouble = f"The file name must end in {self._suffix()} for this file type."
        elif any(path in self._context.inputs for path in self._outputs()):
            trouble = "That is the file itself; choose another name."
        elif self.part.isChecked() and self.start.value() >= self.end.value():
            trouble = "The range is empty; let it end later than it starts."
        elif outputs and not self.replace.isChecked():
            trouble = f"{outputs[0].name} is there already; replace it or choose another name."
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.export.setEnabled(not trouble)

    def _suffix_fits(self) -> bool:
        is_folder = len(self._context.inputs) > 1
        return is_folder or Path(self.path.text()).suffix.lower() == self._suffix()

    # Paths

    def _default_path(self) -> Path:
        folder = self._context.folder
        if len(self._context.inputs) > 1:
            return folder
        return folder / self._name_for(self._context.inputs[0])

    def _name_for(self, path: Path) -> str:
        tail = "matte" if self.content.current() == "matte" else "backdrop"
        is_sequence = self._suffix() == ".png" and path.suffix.lower() not in STILLS
        number = "_%04d" if is_sequence else ""
        return f"{path.stem} {tail}{number}{self._suffix()}"

    def _outputs(self) -> list[Path]:
        chosen = Path(self.path.text().strip()).expanduser()
        if len(self._context.inputs) == 1:
            return [chosen]
        return [chosen / self._name_for(path) for path in self._context.inputs]

    def _spec_for(self, path: Path) -> JobSpec:
        codec = self._codec()
        default_crf = CODECS[codec].default_crf  # type: ignore[index]
        step = QUALITY_STEPS[self.quality.current()]
        is_part = self.part.isChecked() and self._context.duration_s is not None
        kind: Literal["composite", "matte"] = (
            "matte" if self.content.current() == "matte" else "composite"
        )
        return JobSpec(
            input=path,
            output=self._outputs()[self._context.inputs.index(path)],
            settings=self._context.settings,
            output_kind=kind,
            start_s=self.start.value() if is_part else None,
            end_s=self.end.value() if is_part else None,
            codec=codec,
            crf=None if default_crf is None else default_crf + step,
            overwrite=self.replace.isChecked(),
            keep_sound=self.audio.isChecked(),
        )

    def _ask_for_path(self) -> None:
        is_folder = len(self._context.inputs) > 1
        dialog = QFileDialog(self, "Where to write", self.path.text())
        if is_folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        else:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # asked here, once
        dialog.fileSelected.connect(self.path.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_export(self) -> None:
        self.export_asked.emit(self.specs())
        self.accept()
