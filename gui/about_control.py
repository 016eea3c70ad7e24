"""AboutControl: fills the dialog, and copies or saves the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile, QSize, QSysInfo, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)

from app.messages import Message, marked
from app.pipeline import about
from app.pipeline.about import SHORT_HASH, Part
from app.pipeline.doctor import Finding, examine
from gui.control import Control, Core
from gui.shared.icons import icon
from gui.shared.language import tr
from gui.shared.parts import (
    GRID_PX,
    Segments,
    column,
    fill,
    held,
    label,
    open_once,
    push_button,
    row,
    scrolling,
)
from gui.shared.scrolling_dialog import keep_within_screen

WIDTH_PX, HEIGHT_PX = 672, 512
LIST_WIDTH_PX = 224
LOGO_PX = 64
PAGES = [
    ("about", marked("About"), "", marked("Version and models")),
    ("licences", marked("Licences"), "", marked("Open-source components")),
    ("computer", marked("This computer"), "", marked("Hardware and software found")),
]
MARKS = {"good": "check", "optional": "info", "missing": "warning"}
STATES = {"good": marked("good"), "missing": marked("missing"), "optional": marked("optional")}
PROMISE = marked("Frames never leave this computer.")


class AboutDialog(QDialog):
    """Three pages, and buttons to copy or save a report.

    Signals:
        computer_asked: The system page is shown for the first time.
    """

    computer_asked = Signal()

    def __init__(self, parts: Sequence[Part], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Backdrop"))
        self.setMinimumWidth(WIDTH_PX)
        self.resize(WIDTH_PX, HEIGHT_PX)
        self._has_asked = False
        self.pages = Segments(PAGES, name=tr("Page"))
        self.pages.chosen.connect(self.show_page)
        self._stack = QStackedWidget()
        self._stack.addWidget(_about_page())
        self._stack.addWidget(self._make_licences(parts))
        self._stack.addWidget(self._make_computer())
        self.copy = push_button(
            tr("Copy report"), tr("Version, models and system details, without names or pictures")
        )
        self.save = push_button(tr("Save as text…"), tr("Save the report to a file"))
        self.says = label("", "small")
        close = push_button(tr("Close"), tr("Back to the picture (Esc)"), kind="primary")
        close.setDefault(True)
        close.clicked.connect(self.reject)
        buttons = row(self.copy, self.save, self.says, None, close)
        pages = (self.pages, self._stack)
        column(*pages, buttons, of=self, margin=3 * GRID_PX, gap=2 * GRID_PX, wide=self._stack)
        self.show_page("about")
        close.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102, N802
        super().showEvent(event)
        keep_within_screen(self)

    def show_page(self, page: str) -> None:
        """Turn to "about", "licences" or "computer"."""
        self.pages.set_chosen(page)
        self._stack.setCurrentIndex([key for key, *_ in PAGES].index(page))
        if page == "computer" and not self._has_asked:
            self._has_asked = True
            self.computer_asked.emit()

    def show_finding(self, finding: Finding) -> None:
        """Add a line to the system page."""
        mark = QLabel()
        mark.setPixmap(icon(MARKS[finding.state]).pixmap(QSize(16, 16)))
        mark.setAccessibleName(tr(STATES[finding.state]))
        mark.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = label(tr(finding.text), wraps=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        body = column(label(tr(finding.topic), "section"), words, gap=2)
        if finding.advice:
            advice = label(tr(finding.advice), "small", wraps=True)
            advice.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            body.addWidget(advice)
        self._findings.insertLayout(self._findings.count() - 2, row(mark, body, wide=body))

    def _make_licences(self, parts: Sequence[Part]) -> QWidget:
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Parts"))
        self.list.setFixedWidth(LIST_WIDTH_PX)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for part in parts:
            self.list.addItem(f"{part.name} {part.version}")
        self.text = QPlainTextEdit()
        self.text.setObjectName("LicenceText")
        self.text.setAccessibleName(tr("Licence"))
        self.text.setReadOnly(True)
        return held(row(self.list, self.text, wide=self.text))

    def _make_computer(self) -> QWidget:
        content = QWidget()
        content.setObjectName("SidePanelContent")
        self.waiting = label(tr("Checking this computer and timing the models…"), "muted")
        self._findings = column(self.waiting, None, of=content, margin=2 * GRID_PX)
        return scrolling(content, is_stop=True)


def _about_page() -> QWidget:
    page = QWidget()
    page.setObjectName("SidePanelContent")
    logo = QLabel()
    logo.setPixmap(icon("backdrop").pixmap(QSize(LOGO_PX, LOGO_PX)))
    version, commit = about.version(), about.commit()
    words = tr("Version {version}", version=version)
    if commit:
        words = tr("Version {version}, commit {commit}", version=version, commit=commit)
    title, promise = label("Backdrop", "title"), label(tr(PROMISE), "muted")
    name = column(title, label(words, "muted"), promise, gap=4)
    head = row(logo, name, gap=2 * GRID_PX, wide=name)
    models_title = label(tr("Models"), "section")
    layout = column(head, models_title, of=page, margin=2 * GRID_PX, gap=2 * GRID_PX)
    for model in about.models():
        words = tr("{name}: {words}", name=tr(model.title), words=tr(model.description))
        facts = label(f"{model.name} · {model.sha256[:SHORT_HASH]}", "small")
        facts.setToolTip(tr("Name on the command line, and start of the file's SHA-256"))
        fill(layout, label(words, wraps=True), facts, label(tr(model.licence), "small", wraps=True))
    words = tr("Backdrop's own code, models and pictures are under the MIT licence.")
    fill(layout, label(words, wraps=True), None)
    return scrolling(page, is_stop=True)


REPORT_NAME = "backdrop-report.txt"


class AboutControl(Control):
    """Connects the menu, the dialog, and the checks of `doctor`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.dialog: AboutDialog | None = None
        self._findings: list[Finding] = []
        self._examination: Iterator[Finding] | None = None
        self._is_examined = False
        self._pending = ""  # "copy" or "save", once the checks are done

    def open(self) -> None:
        """Open the dialog; the picture goes on meanwhile."""
        parts = about.parts()
        dialog = self.dialog = AboutDialog(parts, self._window)
        dialog.computer_asked.connect(self._examine)
        dialog.copy.clicked.connect(lambda: self._when_examined("copy"))
        dialog.save.clicked.connect(lambda: self._when_examined("save"))
        dialog.list.currentRowChanged.connect(lambda at: self._show_part(parts[at]))
        dialog.finished.connect(self._on_closed)
        dialog.list.setCurrentRow(0)
        open_once(dialog)

    def _examine(self) -> None:
        self._findings, self._is_examined = [], False
        findings = self._examination = examine()
        tasks, doing = self._session.tasks, Message("looking around")

        def look_further() -> None:
            if tasks.is_stopped or findings is not self._examination:
                return
            if (finding := next(findings, None)) is None:
                tasks.tell(self._on_examined)
                return
            tasks.tell(self._on_found, finding)
            tasks.run(doing, look_further)  # so that other tasks run in between

        tasks.run(doing, look_further)

    def _on_found(self, finding: Finding) -> None:
        self._findings.append(finding)
        if self.dialog is not None:
            self.dialog.show_finding(finding)

    def _on_examined(self) -> None:
        self._is_examined = True
        if self.dialog is not None:
            self.dialog.waiting.hide()
            pending, self._pending = self._pending, ""
            if pending:
                self._when_examined(pending)

    def _when_examined(self, what: str) -> None:
        """Copy or save the report; run the checks first if needed."""
        assert self.dialog is not None
        if not self._is_examined:
            self._pending = what
            self.dialog.says.setText(tr("Checking this computer first…"))
            self.dialog.show_page("computer")
            return
        if what == "copy":
            QGuiApplication.clipboard().setText(self._report())
            self.dialog.says.setText(tr("Copied."))
        else:
            self._save()

    def _report(self) -> str:
        screens = [
            f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
            for screen in QGuiApplication.screens()
        ]
        settings = self._state.settings
        more = (
            f"{QSysInfo.prettyProductName()}, Qt {qVersion()} on {QGuiApplication.platformName()}",
            f"screens: {', '.join(screens)}",
            f"chosen: model {Path(settings.model).stem}, device {settings.device}, "
            f"precision {settings.precision}",
        )
        return about.report(self._findings, more=more)

    def _save(self) -> None:
        assert self.dialog is not None
        chosen, _ = QFileDialog.getSaveFileName(
            self.dialog, tr("Save the report"), REPORT_NAME, tr("Text (*.txt)")
        )
        if not chosen:
            self.dialog.says.setText("")
            return
        # Written completely or not at all. The file dialog asked before overwriting.
        file = QSaveFile(chosen)
        content = self._report().encode()
        if (
            file.open(QIODevice.OpenModeFlag.WriteOnly)
            and file.write(content) == len(content)
            and file.commit()
        ):
            self.dialog.says.setText(tr("Saved as {name}.", name=Path(chosen).name))
        else:
            self.dialog.says.setText(
                tr("Not saved: {reason}. Choose another folder.", reason=file.errorString())
            )

    def _show_part(self, part: Part) -> None:
        assert self.dialog is not None
        texts = [f"{part.name} {part.version}", part.licence]
        for path in part.texts:
            try:
                texts.append(path.read_text(encoding="utf-8", errors="replace"))
            except OSError:
                continue
        if not part.texts:
            texts.append(tr("No licence text is included."))
        self.dialog.text.setPlainText("\n\n".join(text for text in texts if text))

    def _on_closed(self) -> None:
        self._examination = None
        self._pending = ""
        self.dialog = None
