"""A store of `store://`: a folder, reached in fsspec's way alone; and one that knows "create"."""

from __future__ import annotations

from pathlib import Path

from fsspec.implementations.local import LocalFileSystem


class Store(LocalFileSystem):
    """Replaces silently, as most do."""

    protocol = "store"
    root = Path("/nowhere")
    cachable = False

    @classmethod
    def _strip_protocol(cls, path):
        path = str(path)
        for protocol in ("store://", "gs://"):
            if path.startswith(protocol):
                return str(cls.root / path.removeprefix(protocol))
        return path


class CreatingStore(Store):
    """Refuses, when all has been sent, what would replace something."""

    protocol = ("gs",)
    appears = None

    def put_file(self, lpath, rpath, callback=None, mode="overwrite", **options):
        if type(self).appears:
            (self.root / type(self).appears).write_bytes(b"another's")
        if mode == "create" and Path(rpath).exists():
            raise FileExistsError(rpath)
        Path(rpath).write_bytes(Path(lpath).read_bytes())
