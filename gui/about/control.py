"""AboutControl: fills the dialog, and copies or saves the report."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile, QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from app.pipeline import about
from app.pipeline.about import Part
from app.pipeline.doctor import Finding
from gui.about.dialog import AboutDialog
from gui.control import Control, Core
from gui.shared.language import tr

REPORT_NAME = "backdrop-report.txt"


class AboutControl(Control):
    """Connects the menu, the dialog, and the checks of `doctor`.

    Attributes:
        dialog: The open dialog, or None.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.dialog: AboutDialog | None = None
        self._findings: list[Finding] = []
        self._is_examined = False
        self._pending = ""  # "copy" or "save", once the checks are done
        core.window.about_asked.connect(self.open)
        core.session.tasks.found.connect(self._on_found)
        core.session.tasks.examined.connect(self._on_examined)

    def open(self) -> None:
        """Open the dialog; the picture goes on meanwhile."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        dialog = self.dialog = AboutDialog(
            about.version(), about.commit(), about.models(), about.parts(), self._window
        )
        dialog.computer_asked.connect(self._examine)
        dialog.copy_asked.connect(lambda: self._when_examined("copy"))
        dialog.save_asked.connect(lambda: self._when_examined("save"))
        dialog.part_chosen.connect(self._show_part)
        dialog.finished.connect(self._on_closed)
        dialog.list.setCurrentRow(0)
        dialog.open()

    def _examine(self) -> None:
        self._findings, self._is_examined = [], False
        self._session.tasks.examine()

    def _on_found(self, finding: Finding) -> None:
        self._findings.append(finding)
        if self.dialog is not None:
            self.dialog.show_finding(finding)

    def _on_examined(self) -> None:
        self._is_examined = True
        if self.dialog is not None:
            self.dialog.show_examined()
            pending, self._pending = self._pending, ""
            if pending:
                self._when_examined(pending)

    def _when_examined(self, what: str) -> None:
        """Copy or save the report; run the checks first if needed."""
        assert self.dialog is not None
        if not self._is_examined:
            self._pending = what
            self.dialog.say(tr("Checking this computer first…"))
            self.dialog.show_page("computer")
            return
        if what == "copy":
            QGuiApplication.clipboard().setText(self._report())
            self.dialog.say(tr("Copied."))
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
            self.dialog.say("")
            return
        # Written completely or not at all. The file dialog asked before overwriting.
        file = QSaveFile(chosen)
        content = self._report().encode()
        if (
            file.open(QIODevice.OpenModeFlag.WriteOnly)
            and file.write(content) == len(content)
            and file.commit()
        ):
            self.dialog.say(tr("Saved as {name}.", name=Path(chosen).name))
        else:
            self.dialog.say(
                tr(
                    "Not saved: {reason}. Choose another folder.",
                    reason=file.errorString(),
                )
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
        self.dialog.show_text("\n\n".join(text for text in texts if text))

    def _on_closed(self) -> None:
        self._session.tasks.stop_examining()
        self._pending = ""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()
