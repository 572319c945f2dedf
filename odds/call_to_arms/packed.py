"""The content of a unit file, out of its zip where it is in one, and no more of it than `LARGEST` bytes."""

import io
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tamriel_odds.odds.errors import BadFile

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

# Nine times the largest file that is known.
LARGEST: Final = 16 * 2**20
ZIPPED: Final = (".catz", ".gstz", ".rosz")
INSIDE: Final = (".cat", ".gst", ".ros", ".xml")


def unreadable(path: Path, error: OSError | ValueError) -> BadFile:
    """What is said of a file that the system does not give."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    name = str(path)
    return BadFile(f"{name if len(name) <= 300 else f'{name[:297]}...'}: {reason}")


def state_of(file: Path) -> tuple[int, int]:
    """When a file was changed and its size; BadFile for what is no file: a pipe or a device may never end."""
    try:
        status = file.stat()
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None
    if not stat.S_ISREG(status.st_mode):
        raise BadFile(f"{file}: this is no file, and no folder of unit files")
    return status.st_mtime_ns, status.st_size


def content_of(file: Path) -> bytes:
    """The XML of a unit file."""
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(file, error) from None
    if len(content) > LARGEST:
        raise BadFile(f"{file}: larger than the {LARGEST >> 20} MB a unit file may have")
    # What is in it decides, not what it is called: people rename these.
    if content.startswith(b"PK"):
        return _unzipped(content, file)
    if file.suffix.lower() in ZIPPED:
        raise BadFile(f"{file}: this is no zip file, as {file.suffix} should be")
    return content


def _unzipped(content: bytes, file: Path) -> bytes:
    import struct
    import zipfile
    import zlib

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as zipped:
            member = _member(zipped, file)
            # BattleScribe packs with these two; the others may take memory as the file likes.
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise BadFile(f"{file}: this zip file cannot be read: it is packed by another method than deflate")
            if member.flag_bits & 1:
                raise BadFile(f"{file}: this zip file cannot be read: it is encrypted")
            if member.file_size > LARGEST:
                raise BadFile(f"{file}: unzips to more than the {LARGEST >> 20} MB a unit file may have")
            with zipped.open(member) as opened:  # the size in the directory may be a lie
                unzipped = opened.read(LARGEST + 1)
    except BadFile:
        raise
    except (
        zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError,
    ):  # fmt: skip
        raise BadFile(f"{file}: this zip file cannot be read: it is damaged") from None
    if len(unzipped) > LARGEST:
        raise BadFile(f"{file}: unzips to more than the {LARGEST >> 20} MB a unit file may have")
    return unzipped


def _member(zipped: "ZipFile", file: Path) -> "ZipInfo":
    """The unit file in a zip: the only one that is called like one, or the only file there is."""
    members = [member for member in zipped.infolist() if not member.is_dir()]
    inside = [member for member in members if member.filename.lower().endswith(INSIDE)]
    if not members:
        raise BadFile(f"{file}: there is no file in this zip")
    if len(inside) > 1:
        raise BadFile(f"{file}: {len(inside)} unit files in this zip; unpack it and name the folder")
    if not inside and len(members) > 1:
        raise BadFile(f"{file}: {len(members)} files in this zip, and none of them is a .cat, .gst or .ros")
    return (inside or members)[0]
