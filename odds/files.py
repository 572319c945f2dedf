"""Files that appear whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from tamriel_odds.odds.errors import BadFile


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A stream to write to; `path` becomes what was written when the block ends well, and stays as it was otherwise.

    Raises BadFile when the folder cannot be written to or the disk is full.
    """
    name = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as error:
        raise BadFile(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        if name is not None:
            with suppress(FileNotFoundError):
                os.unlink(name)


def _umask() -> int:
    mask = os.umask(0o22)
    os.umask(mask)
    return mask
