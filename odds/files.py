"""Files that are read within bounds, and files that appear whole or not at all."""

import io
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.names import meant, nearest

# A hundred times what anybody would type.
LARGEST_TEXT = 2**20
# As many names of a folder are looked at for one that is like a missing one.
MOST_NAMES = 1000


def exists(path: Path) -> bool:
    """Whether there is anything of that name; a name that is too long for one, or has a null byte, is nothing's."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def alike(path: Path) -> str:
    """The end of a sentence that a file is missing: ``; did you mean 'forty.toml'?``, by what its folder holds."""
    try:
        names = [entry.name for entry in islice(path.parent.iterdir(), MOST_NAMES)]
    except (OSError, ValueError):
        return ""
    return meant(str(path.parent / name) for name in nearest(path.name, names))


def read_text(path: Path, what: str = "file") -> str:
    """The text of a file that a user has named; BadFile for what cannot be read, is no text, or has no end.

    Raises FileNotFoundError where there is none, so that the caller can say what would be found instead.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadFile(f"{path}: the {what} cannot be read (it is no file)")
        with path.open("rb") as stream:
            content = stream.read(LARGEST_TEXT + 1)
        if len(content) > LARGEST_TEXT:
            raise BadFile(f"{path}: the {what} cannot be read (it is larger than {LARGEST_TEXT >> 20} MB)")
        return content.decode("utf-8-sig")
    except (BadFile, FileNotFoundError):
        raise
    except UnicodeDecodeError:
        raise BadFile(f"{path}: the {what} cannot be read (it is not UTF-8 text)") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile(f"{path}: the {what} cannot be read ({reason})") from None


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A stream to write to; `path` becomes what was written when the block ends well, and stays as it was otherwise.

    A folder that is missing is made. Raises BadFile when it cannot be written to or the disk is full.
    """
    stream = io.BytesIO()
    yield stream
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from None
    replace_all({path: stream.getvalue()})


def replace_all(contents: Mapping[Path, bytes], *, may_replace: bool = True) -> None:
    """Write all of these files, or where one of them cannot be written, change none of them and raise BadFile.

    A file that is there by now is not replaced unless it may be. All are written beside their places first, and renamed
    last. A link stays a link: what it points to is replaced. Devices and pipes, which cannot be renamed over, are
    written to before that.
    """
    beside: dict[Path, Path] = {}
    path = Path()
    try:
        for path, content in contents.items():
            if not is_special(path):
                beside[path] = _written_beside(path, content)
        for path, content in contents.items():
            if is_special(path):
                with path.open("wb") as stream:
                    stream.write(content)
        _rename_all(beside, may_replace)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        for new in beside.values():
            new.unlink(missing_ok=True)


def place(path: Path) -> Path:
    """Where a path leads, links followed."""
    return Path(os.path.realpath(path))


def is_special(path: Path) -> bool:
    """Whether the path is there and is neither a file nor a folder: a device such as /dev/null, or a pipe."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _written_beside(path: Path, content: bytes) -> Path:
    target = place(path)
    handle, name = tempfile.mkstemp(prefix=".odds-", dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        beside.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask())
    except BaseException:
        beside.unlink()
        raise
    return beside


def _rename_all(beside: Mapping[Path, Path], may_replace: bool) -> None:
    """Rename each file into its place; where one cannot be, put back what stood in the places before it."""
    before: dict[Path, Path | None] = {}
    try:
        for path, new in beside.items():
            target = place(path)
            if not may_replace and target.exists():
                raise BadFile(f"{path}: exists by now; --force replaces it")
            try:
                before[target] = _second_name(target) if target.exists() else None
                new.replace(target)
            except OSError as error:
                raise _unwritable(path, error) from None
    except BaseException:
        for target, old in before.items():
            if old is None:
                target.unlink(missing_ok=True)
            else:
                old.replace(target)
        raise
    finally:
        for old in before.values():
            if old is not None:
                old.unlink(missing_ok=True)


def _second_name(target: Path) -> Path:
    """Another name for a file, under which it outlives being replaced: a link, or a copy where there are no links."""
    handle, name = tempfile.mkstemp(prefix=".odds-", dir=target.parent)
    os.close(handle)
    second = Path(name)
    try:
        second.unlink()
        second.hardlink_to(target)
    except OSError:
        shutil.copy2(target, second)
    return second


def _unwritable(path: Path, error: OSError) -> BadFile:
    return BadFile(f"{path}: cannot be written ({error.strerror or error})")


def _umask() -> int:
    mask = os.umask(0o22)
    os.umask(mask)
    return mask
