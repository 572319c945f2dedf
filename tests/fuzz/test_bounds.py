"""The bounds of the examples notice what they are for, and let compiling pass."""

from typing import Any

import numba
import pytest
from hypothesis import strategies as st


def test_a_loop_without_an_end_is_noticed(fuzz: Any) -> None:
    def endless(_: None) -> None:
        while True:
            pass

    with pytest.raises(AssertionError, match=r"more than 0\.2 s"):
        fuzz(1, st.none(), endless, seconds=0.2)


def test_half_a_gigabyte_is_noticed(fuzz: Any) -> None:
    with pytest.raises(AssertionError, match="MB"):
        fuzz(1, st.none(), lambda _: len(bytearray(b"x") * (600 << 20)), None)


def test_the_clock_stands_still_while_kernels_are_compiled(fuzz: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow_to_compile(_: None) -> None:
        numba.njit(lambda number: number + 1)(1)

    if numba.config.DISABLE_JIT:
        return
    compile_ir = numba.core.compiler.CompilerBase.compile_extra

    def burn(*given: Any, **more: Any) -> Any:
        for _ in range(10_000_000):
            pass
        return compile_ir(*given, **more)

    monkeypatch.setattr(numba.core.compiler.CompilerBase, "compile_extra", burn)
    fuzz(1, st.none(), slow_to_compile, seconds=0.2)
