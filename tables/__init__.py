"""How it is shown: data frames, summaries, charts, files, terminal tables.

`frame`, `summary`, `document`, `chart` and `show` take an answer of `tamriel_odds.odds.rolling`, `overlay` several by
name, `listed` one of their listings. Each is imported when it is first used: an answer without a chart does not wait
for matplotlib.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tamriel_odds.tables.charts import chart, save
    from tamriel_odds.tables.documents import document, write_csv, write_json
    from tamriel_odds.tables.frames import frame, listed, summary
    from tamriel_odds.tables.outputs import Outputs
    from tamriel_odds.tables.overlays import overlay
    from tamriel_odds.tables.terminal import show

__all__ = [
    "Outputs",
    "chart",
    "document",
    "frame",
    "listed",
    "overlay",
    "save",
    "show",
    "summary",
    "write_csv",
    "write_json",
]

_MODULES = {
    "Outputs": "outputs",
    "chart": "charts",
    "document": "documents",
    "frame": "frames",
    "listed": "frames",
    "overlay": "overlays",
    "save": "charts",
    "show": "terminal",
    "summary": "frames",
    "write_csv": "documents",
    "write_json": "documents",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
