"""How numba compiles kernels and their steps: once, and a step only as far as the kernels need that call it.

Numba would optimise every function and turn it into machine code of its own, and do so again wherever it is called. A
step has no caller but kernels, so both are left to them: a quarter of a first attack, a third of a first duel.
"""

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import InlineOverloads, NativeLowering, NopythonRewrites
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FindLiterallyCalls,
    InlineClosureLikes,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    WithLifting,
)

# For what neither kernels nor steps have: whole-array expressions, closures, branches on None, `with`, loops over
# tuples, messages of errors (a twentieth of a first attack).
NEEDLESS = (
    DeadBranchPrune,
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineOverloads,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    NopythonRewrites,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    WithLifting,
)


class KernelLibrary(JITCodeLibrary):
    """Functions that are compiled together; what they call elsewhere is not made ready for numba's passes, too."""

    def _optimize_functions(self, ll_module):  # pragma: no cover
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:  # Four of five are: 0.05 s of a first attack.
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)


class StepLibrary(KernelLibrary):
    """What is linked into kernels, and optimised as a whole and made machine code there."""

    def _optimize_final_module(self):  # pragma: no cover
        pass

    def _finalize_final_module(self):  # pragma: no cover
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """From numba's representation to LLVM's, and to machine code that a cache can keep."""

    _name = "kernel_lowering"

    def run_pass(self, state):  # pragma: no cover
        state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class StepLowering(NativeLowering):
    """From numba's representation to LLVM's, into a library that waits for its kernel."""

    _name = "step_lowering"

    def run_pass(self, state):  # pragma: no cover
        state.library = StepLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, way_in = state["cr"], object()
        # Numba finds what to link in by the function that Python would call; here that is a name and no more.
        state.targetctx.insert_user_function(way_in, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=way_in)
        return True


class KernelCompiler(CompilerBase):
    """Numba's own passes but for the last and the needless ones."""

    lowering = KernelLowering

    def define_pipelines(self):  # pragma: no cover
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        kept = [(one, why) for one, why in passes.passes if one not in NEEDLESS]
        passes.passes = [(self.lowering if one is NativeLowering else one, why) for one, why in kept]
        passes.finalize()
        return [passes]


class StepCompiler(KernelCompiler):
    """The same for a step."""

    lowering = StepLowering
