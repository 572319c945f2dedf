"""Rolling on a cluster: the counts of one machine, whichever worker rolls a piece and whichever is lost."""

import os
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
import pytest

from tamriel_odds import cli
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.cluster import ClusterRoller, connected
from tamriel_odds.odds.compare import Option, compare
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import Roller, run
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.skyrim.skill_test import SkillTest
from tamriel_odds.odds.sweep import points, read_sweep, sweep

BOX = Box.shipped()
ATTACK = Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)", armor="[BLACK] (1)")


def test_without_dask_the_way_out_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WrongInput, match=r"pip install 'tamriel-odds\[cluster\]'"):
        connected("tcp://nowhere:1")


if find_spec("distributed") is not None:  # The extra "cluster"; "dev" has it.
    pytestmark = pytest.mark.filterwarnings("default")

    @pytest.fixture(scope="module")
    def address() -> Iterator[str]:
        from distributed import LocalCluster

        from tamriel_odds.odds import cluster

        with LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
        ) as started:
            yield started.scheduler_address
            cluster.disconnect(connected(started.scheduler_address))
            connected.cache_clear()

    def test_the_counts_are_those_of_one_machine(address):
        for question in (ATTACK, SkillTest(need=2, symbol="circle", pushes=2)):
            here = run(question, trials=9_000_001, seed=3)
            there = run(question, trials=9_000_001, seed=3, cluster=address)
            assert (here.counts == there.counts).all()

    def test_a_worker_lost_in_between_changes_nothing_but_time(address):
        roll = ATTACK.roll(BOX)
        lost = []

        def progress(done: int, planned: int) -> None:
            if not lost:
                pids = connected(address).run(os.getpid)
                lost.append(next(iter(pids.values())))
                os.kill(lost[0], signal.SIGKILL)

        there = ClusterRoller(address, Roller, (roll,), 8, roll.outcomes.cells, piece=1 << 18)
        counts = there.roll(100, 12_000_000, progress)
        with Roller(roll, 8) as here:
            assert (counts == here.roll(100, 12_000_000)).all()
        assert lost

    def test_comparisons_and_sweeps_are_the_same(address):
        options = [Option("plain", ATTACK), Option("power", ATTACK.model_copy(update={"with_": ("power-attack",)}))]
        swept = [read_sweep(Attack, "skill=2..4")]
        asked = points(Attack, {"attack": "[GREEN][RED]"}, swept)
        for told in (
            lambda settings: compare(options, settings, BOX),
            lambda settings: sweep(asked, swept, settings, BOX),
        ):
            here, there = told(Settings(trials=30_000)), told(Settings(trials=30_000, cluster=address))
            assert here.listings == there.listings

    def test_the_same_command_gives_identical_files_everywhere(address, tmp_path, capsys):
        file = tmp_path / "asked.toml"
        file.write_text(
            '[[question]]\nname = "a"\nask = "cta attack"\nskill = 3\nattack = "[GREEN][RED]"\n', encoding="utf-8"
        )
        single = ["cta", "attack", "--skill", "3", "--attack", "[GREEN][RED]"]
        lines = (single, [*single, "--sweep", "skill=2..3"], [*single, "--or", "--skill 4"], ["run", str(file)])
        for number, line in enumerate(lines):
            written = []
            for where in ("--threads 1", "--threads 2", "--threads 3", "--threads 8", f"--cluster {address}"):
                paths = [tmp_path / f"{number}.{kind}" for kind in ("json", "csv")]
                words = [
                    *where.split(),
                    "--json",
                    str(paths[0]),
                    "--csv",
                    str(paths[1]),
                    "--force",
                    "--trials",
                    "3000000",
                ]
                assert cli.main([*line, *words]) == 0
                written.append([path.read_bytes() for path in paths] + [capsys.readouterr().out])
            assert all(one == written[0] for one in written)

    def test_progress_reaches_the_end(address):
        seen = []
        run(ATTACK, trials=9_000_000, cluster=address, progress=lambda done, planned: seen.append((done, planned)))
        assert seen[-1] == (9_000_000, 9_000_000)
        assert seen == sorted(seen)

    def test_another_version_is_refused(address, monkeypatch):
        monkeypatch.setattr("tamriel_odds.odds.cluster.version", lambda name: "99")
        with pytest.raises(WrongInput, match=r"a worker runs version 0\.1\.0, this is 99"):
            run(ATTACK, trials=1000, cluster=address)

    def test_no_scheduler_is_said_in_a_sentence(monkeypatch):
        monkeypatch.setattr("tamriel_odds.odds.cluster.PATIENCE", "1s")
        for wrong in ("tcp://127.0.0.1:1", "nonsense://x"):
            with pytest.raises(WrongInput, match="no scheduler answers there"):
                connected(wrong)


def test_pieces_are_the_whole_range():
    roller = object.__new__(ClusterRoller)
    roller._piece = 7
    pieces = list(roller._pieces(3, 30))
    assert np.concatenate([np.arange(*piece) for piece in pieces]).tolist() == list(range(3, 30))
