"""The decorator of the kernels: where compiled code is kept, and what happens where it cannot be."""

import errno
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import caching

from tamriel_odds.kernels import jit
from tamriel_odds.kernels.linking import KernelCompiler, StepCompiler, StepLibrary


def double(number):  # type: ignore[no-untyped-def]
    return 2 * number


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the kernels."""
    copy = tmp_path / "kernels"
    shutil.copytree(Path(jit.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def loaded(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("copied_jit", folder / "jit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_copy_of_the_kernels_shares_their_cache(folder: Path) -> None:
    assert jit._directory() == loaded(folder).DIRECTORY


@pytest.mark.parametrize("source", ["words.py", "call_to_arms/attack.py", "new.py", "skyrim/new.py"])
def test_a_changed_source_anywhere_has_a_cache_of_its_own(folder: Path, source: str) -> None:
    with (folder / source).open("a", encoding="utf-8") as stream:
        stream.write("# changed\n")
    assert jit._directory() != loaded(folder).DIRECTORY


def test_other_files_do_not_change_the_cache(folder: Path) -> None:
    (folder / "notes.txt").write_text("nothing")
    assert jit._directory() == loaded(folder).DIRECTORY


def test_odds_cache_dir_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ODDS_CACHE_DIR", str(tmp_path))
    assert Path(jit._directory()).parent == tmp_path


@pytest.fixture
def cached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], dict[str, bool]]:
    """Our folder and numba's own, both empty; asks which of them holds compiled code."""
    monkeypatch.setattr(jit, "DIRECTORY", str(tmp_path / "ours"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    return lambda: {name: any((tmp_path / name).rglob("*.nbi")) for name in ("ours", "theirs")}


def test_compiled_code_is_kept_in_our_folder(cached: Callable[[], dict[str, bool]]) -> None:
    assert jit.kernel(double)(4) == 8
    assert cached() == {"ours": not numba.config.DISABLE_JIT, "theirs": False}
    assert numba.config.CACHE_DIR == ""


def test_numba_cache_dir_is_respected(
    cached: Callable[[], dict[str, bool]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "theirs"))
    assert jit.kernel(double)(4) == 8
    assert cached() == {"ours": False, "theirs": not numba.config.DISABLE_JIT}
    assert str(tmp_path / "theirs") == numba.config.CACHE_DIR


@pytest.mark.usefixtures("cached")
def test_without_any_place_for_a_cache_kernels_run_uncached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert jit.kernel(double)(4) == 8


def test_a_file_where_the_cache_should_be_leaves_no_cache_beside_the_source(
    cached: Callable[[], dict[str, bool]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Numba's own fallback would be called stale by nobody when another kernel changes."""
    (tmp_path / "file").write_text("mine")
    monkeypatch.setattr(jit, "DIRECTORY", str(tmp_path / "file"))
    compiled = jit.kernel(double)
    assert compiled(4) == 8
    assert getattr(getattr(compiled, "_cache", None), "cache_path", None) is None
    assert cached() == {"ours": False, "theirs": False}


@pytest.mark.usefixtures("cached")
def test_a_full_disk_costs_the_cache_and_not_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", full)
    assert jit.kernel(double)(4) == 8


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"cut", b"garbage" * 500], ids=["empty", "cut", "garbage"])
def test_a_damaged_cache_is_compiled_anew(
    cached: Callable[[], dict[str, bool]], tmp_path: Path, suffix: str, content: bytes
) -> None:
    assert jit.kernel(double)(4) == 8
    (file,) = tmp_path.rglob(f"*.{suffix}")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if content == b"cut" else content)
    for hits in (0, 1):
        compiled = jit.kernel(double)
        assert compiled(4) == 8
        assert sum(compiled.stats.cache_hits.values()) == hits


# The same without numba's compiler, so that they hold where it is switched off, too.


def test_a_refused_cache_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def njit(**options: Any) -> Callable[[Any], Any]:
        asked.append(options)
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr(numba, "njit", njit)
    assert jit.kernel(double, forceinline=True) is double
    options = {"nogil": True, "no_cfunc_wrapper": True, "pipeline_class": KernelCompiler, "forceinline": True}
    assert asked == [{"cache": True, **options}, options]


def test_a_cache_anywhere_else_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = []

    def njit(**options: Any) -> Callable[[Any], Any]:
        asked.append(options)
        cache = SimpleNamespace(cache_path=str(tmp_path / "__pycache__")) if options.get("cache") else None
        return lambda function: SimpleNamespace(_cache=cache)

    monkeypatch.setattr(numba, "njit", njit)
    assert jit.kernel(double)._cache is None
    options = {"nogil": True, "no_cfunc_wrapper": True, "pipeline_class": KernelCompiler}
    assert asked == [{"cache": True, **options}, options]


def test_only_errors_of_the_disk_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[Any] = []

    def save(signature: Any, data: Any) -> None:
        saved.append((signature, data))
        if isinstance(data, Exception):
            raise data

    cache = SimpleNamespace(save_overload=save, load_overload=None, cache_path=numba.config.CACHE_DIR or jit.DIRECTORY)
    monkeypatch.setattr(numba, "njit", lambda **_: lambda function: SimpleNamespace(_cache=cache))
    compiled = jit.kernel(double)
    compiled._cache.save_overload("signature", 1)
    compiled._cache.save_overload("signature", OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(ValueError, match="a bug"):
        compiled._cache.save_overload("signature", ValueError("a bug"))
    assert len(saved) == 3


def test_loading_leaves_numba_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered: list[str] = []

    class Context:
        def refresh(self) -> None:
            gathered.append("everything")

    def load(signature: str, context: Context) -> str:
        context.refresh()
        return f"code of {signature}"

    cache = SimpleNamespace(load_overload=load, save_overload=None, cache_path=numba.config.CACHE_DIR or jit.DIRECTORY)
    monkeypatch.setattr(numba, "njit", lambda **_: lambda function: SimpleNamespace(_cache=cache))
    monkeypatch.setattr(jit, "rtsys", SimpleNamespace(initialize=lambda context: gathered.append("memory")))
    context = Context()
    assert jit.kernel(double)._cache.load_overload("signature", context) == "code of signature"
    context.refresh()
    assert gathered == ["memory", "everything"]


def test_whatever_is_wrong_with_a_cached_kernel_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = []

    def load(signature: str, context: Any) -> str:
        raise EOFError(signature)

    def flush() -> None:
        forgotten.append(True)
        raise OSError(errno.EROFS, "Read-only file system")

    cache = SimpleNamespace(
        load_overload=load, save_overload=None, flush=flush, cache_path=numba.config.CACHE_DIR or jit.DIRECTORY
    )
    monkeypatch.setattr(numba, "njit", lambda **_: lambda function: SimpleNamespace(_cache=cache))
    assert jit.kernel(double)._cache.load_overload("signature", SimpleNamespace()) is None
    assert forgotten == [True]


KERNELS = """
from typing import NamedTuple
import sys
import numpy as np
from tamriel_odds.kernels.jit import kernel

class Tables(NamedTuple):
    damage_by_face: np.ndarray

@kernel
def roll(tables, cells):
    faces = np.arange(cells.size)
    for trial in range(cells.size):
        cells[trial] = tables.damage_by_face[faces[trial]]

def types_are_gathered():
    return "numba.misc.cffiimpl" in sys.modules

cells = np.zeros(3, np.uint16)
roll(Tables(np.array([4, 5, 6], np.uint8)), cells)
print(cells, types_are_gathered())
if sys.argv[1:]:
    roll(Tables(np.array([0.0, 7.0, 8.0])), cells)
    print(cells, types_are_gathered())
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_cached_code_is_loaded_alone_and_other_code_compiled_after_it(tmp_path: Path) -> None:
    (tmp_path / "rolls.py").write_text(KERNELS)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}

    def printed(*arguments: str) -> str:
        # Imported and not run: of a class in __main__ the cache knows nothing.
        call = [sys.executable, "-c", "import rolls", *arguments]
        return subprocess.run(call, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert printed() == "[4 5 6] True\n"
    assert printed("more") == "[4 5 6] False\n[0 7 8] True\n"


def test_options_may_be_given_before_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {}
    monkeypatch.setattr(numba, "njit", lambda **options: lambda function: given.update(options) or function)
    assert jit.kernel(forceinline=True)(double) is double
    options = {"nogil": True, "no_cfunc_wrapper": True, "pipeline_class": KernelCompiler, "forceinline": True}
    assert given == {"cache": True, **options}


twice = jit.step(double)


def four_times(number):  # type: ignore[no-untyped-def]
    return twice(twice(number))


@pytest.mark.usefixtures("cached")
def test_kernels_call_steps_and_python_may_too() -> None:
    """With what numba has compiled for the kernel, too: without a way in from Python that would end the process."""
    assert jit.kernel(four_times)(2) == 8
    assert twice(4) == 8
    assert twice("four") == "fourfour"
    assert len(getattr(twice, "overloads", "1")) == 1


def test_a_step_keeps_python_out_of_what_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {}
    compiled = SimpleNamespace(overloads={}, get_call_template=None)
    monkeypatch.setattr(numba, "njit", lambda **options: lambda function: given.update(options) or compiled)
    assert jit.step(forceinline=True)(double) is compiled
    alone = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": StepCompiler}
    assert given == {"forceinline": True, **alone}
    assert compiled._compile_for_args(4)(4) == 8
    result = SimpleNamespace(signature=SimpleNamespace(args=["int64"]))
    compiled.add_overload(result)
    assert compiled.overloads == {("int64",): result}


def test_a_step_is_compiled_once_for_all_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = SimpleNamespace(overloads={}, get_call_template=lambda arguments, named: (arguments, named))
    monkeypatch.setattr(numba, "njit", lambda **_: lambda _: compiled)
    jit.step(double)
    four, number = numba.types.literal(4), numba.types.float64
    assert compiled.get_call_template((four, number), {"faces": four}) == (
        (numba.types.int64, number),
        {"faces": numba.types.int64},
    )


@jit.step
def share(number, of):  # type: ignore[no-untyped-def]
    return twice(number) // of


@jit.kernel
def shares(numbers, of):  # type: ignore[no-untyped-def]
    for i in range(numbers.size):
        numbers[i] = share(numbers[i], of)


def test_steps_of_steps_are_compiled_with_their_kernel_alone() -> None:
    numbers = np.arange(4)
    shares(numbers, 1)
    assert numbers.tolist() == [0, 2, 4, 6]
    for compiled in getattr(share, "overloads", {}).values():
        assert isinstance(compiled.library, StepLibrary)
        assert compiled.library._finalized


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="numpy warns where compiled code raises")
def test_an_error_in_a_step_reaches_python() -> None:
    with pytest.raises(ZeroDivisionError):
        shares(np.arange(4), 0)


def test_inline_is_a_step_too() -> None:
    assert jit.inline(double)(np.int64(4)) == 8


@jit.kernel
def sum_of_borrowed(arrays):  # type: ignore[no-untyped-def]
    arrays = jit.borrowed(arrays)
    total = 0
    for i in range(arrays[0].size):
        total += element(arrays, i)
    return total


@jit.step
def element(arrays, i):  # type: ignore[no-untyped-def]
    return arrays[0][i] + arrays[1][i]


def test_borrowed_arrays_are_the_same_and_keep_their_owners() -> None:
    arrays = np.arange(5), np.ones(5)
    owners = [sys.getrefcount(array) for array in arrays]
    assert sum_of_borrowed(arrays) == 15
    assert jit.borrowed(arrays) is arrays
    assert [sys.getrefcount(array) for array in arrays] == owners


@jit.kernel
def copy_row_by_row(copy, table):  # type: ignore[no-untyped-def]
    numbers = jit.flat(table)
    for i in range(numbers.size):
        copy[i] = numbers[i]
    numbers[0] = -1


def test_a_flat_table_is_the_same_numbers_row_by_row() -> None:
    table, copy = np.arange(6).reshape(2, 3), np.zeros(6, np.int64)
    owners = sys.getrefcount(table)
    copy_row_by_row(copy, table)
    assert copy.tolist() == [0, 1, 2, 3, 4, 5]
    assert table.tolist() == [[-1, 1, 2], [3, 4, 5]]
    assert sys.getrefcount(table) == owners
