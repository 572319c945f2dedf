"""The decorators of all kernels: compiled on first call, cached under the digest of all kernel sources."""

import os
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import numba
from numba.core import types
from numba.core.cgutils import get_null_value
from numba.core.imputils import impl_ret_borrowed
from numba.core.runtime import rtsys
from numba.extending import lower_builtin, type_callable
from numba.np.arrayobj import populate_array
from platformdirs import user_cache_path

from tamriel_odds.kernels.linking import KernelCompiler, StepCompiler


def _digest():
    """Numba's own stamp covers a single file, so that an edited kernel elsewhere would go on being called stale."""
    digest = sha256()
    folder = Path(__file__).parent
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.relative_to(folder).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _directory():
    folder = Path(os.environ["ODDS_CACHE_DIR"]) if "ODDS_CACHE_DIR" in os.environ else user_cache_path("tamriel_odds")
    return str(folder / _digest())


DIRECTORY = _directory()


def kernel(function=None, **options):
    """Compile `function` without the GIL. A folder that cannot be written to costs the cache, not the answer."""
    if function is None:
        return partial(kernel, **options)
    for_python = partial(numba.njit, nogil=True, no_cfunc_wrapper=True, pipeline_class=KernelCompiler, **options)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder = before or DIRECTORY
    try:
        compiled = for_python(cache=True)(function)
    except RuntimeError:
        return for_python()(function)
    finally:
        numba.config.CACHE_DIR = before
    if _is_kept_elsewhere(compiled, folder):
        return for_python()(function)
    if hasattr(compiled, "_cache"):  # NUMBA_DISABLE_JIT hands the plain function back
        _ignore_full_disk(compiled._cache)
        _load_alone(compiled._cache)
    return compiled


def _is_kept_elsewhere(compiled, folder):
    """Numba turns to `__pycache__` where a folder cannot be used, and there edits of other kernels go unnoticed."""
    cache = getattr(compiled, "_cache", None)
    return cache is not None and not Path(cache.cache_path).is_relative_to(folder)


def _ignore_full_disk(cache):
    """Saving to the cache happens at the first call; a full disk must not end a run that needs no cache."""
    save = cache.save_overload

    def save_if_possible(signature, data):
        with suppress(OSError):
            save(signature, data)

    cache.save_overload = save_if_possible


def _load_alone(cache):
    """Compiled code needs nothing of numba but its memory; what has to be compiled gathers the types for itself.

    Numba would gather all its types before each load: 0.09 of the 0.8 s of an attack.
    """
    load = cache.load_overload

    def load_alone(signature, context):
        context.refresh = lambda: rtsys.initialize(context)
        try:
            return load(signature, context)
        except Exception:  # A damaged file can fail in any way: all of this kernel's are forgotten and compiled anew.
            with suppress(OSError):
                cache.flush()
            return None
        finally:
            del context.refresh

    cache.load_overload = load_alone


def step(function=None, **options):
    """Compile `function` for the kernels that call it, which keep it in their caches, without a way in from Python.

    The ways in take a fifth to a third of the time to compile. Called from Python, as by tests, a step is plain Python.
    """
    if function is None:
        return partial(step, **options)
    alone = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": StepCompiler}
    compiled = numba.njit(**alone, **options)(function)
    if hasattr(compiled, "overloads"):  # NUMBA_DISABLE_JIT hands the plain function back
        _keep_python_out(compiled, function)
        _take_constants_as_numbers(compiled)
    return compiled


def _keep_python_out(compiled, function):
    """Numba would jump to the way in that is missing, and the process would end there."""

    def add_overload(result):
        compiled.overloads[tuple(result.signature.args)] = result

    compiled.add_overload = add_overload
    compiled._compile_for_args = lambda *_, **__: function


def _take_constants_as_numbers(compiled):
    """Numba would compile a step anew for every constant it is called with: a third of the first combat."""
    get_call_template = compiled.get_call_template

    def get_call_template_of_numbers(arguments, named):
        return get_call_template(
            tuple(types.unliteral(kind) for kind in arguments),
            {name: types.unliteral(kind) for name, kind in named.items()},
        )

    compiled.get_call_template = get_call_template_of_numbers


# A line of arithmetic, and what takes many arrays for every trial: they are handed over by value.
inline = partial(step, forceinline=True)

# Lines of a kernel or step that are read apart: they become its own before it is compiled (a sixth of a first duel, a
# twentieth of a first attack).
passage = partial(step, inline="always")


def borrowed(arrays):
    """The same array, or tuple of them, for steps that would count themselves among its owners, and off again.

    Counting in and out of the tables of a fight takes as long as its attacks do. Only what the caller owns until it
    returns may be borrowed: an argument, never an array made in the same function.
    """
    return arrays


def flat(table):
    """All numbers of a C-ordered table as one row, which is no copy; numba's `ravel` compiles for 0.2 s."""
    return table.ravel()


# The JIT alone calls these, and only while it compiles.
@type_callable(borrowed)
def _type_borrowed(_):  # pragma: no cover
    return lambda arrays: arrays


@lower_builtin(borrowed, types.Any)
def _lower_borrowed(context, builder, signature, arguments):  # pragma: no cover
    return _without_owner(context, builder, signature.return_type, arguments[0])


def _without_owner(context, builder, kind, value):  # pragma: no cover
    if isinstance(kind, types.Array):
        view = context.make_array(kind)(context, builder, value)
        view.meminfo = get_null_value(view.meminfo.type)
        return view._getvalue()
    for place, item in enumerate(kind if isinstance(kind, types.BaseTuple) else ()):
        part = _without_owner(context, builder, item, builder.extract_value(value, place))
        value = builder.insert_value(value, part, place)
    return value


@type_callable(flat)
def _type_flat(_):  # pragma: no cover
    return lambda table: types.Array(table.dtype, 1, "C", readonly=not table.mutable)


@lower_builtin(flat, types.Array)
def _lower_flat(context, builder, signature, arguments):  # pragma: no cover
    kind, row = signature.args[0], signature.return_type
    table, view = context.make_array(kind)(context, builder, arguments[0]), context.make_array(row)(context, builder)
    populate_array(
        view,
        data=table.data,
        shape=[table.nitems],
        strides=[table.itemsize],
        itemsize=table.itemsize,
        meminfo=table.meminfo,
        parent=table.parent,
    )
    return impl_ret_borrowed(context, builder, row, view._getvalue())
