"""The command line: a table of commands, each derived from its question when it is called and not before."""

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

try:
    import typer
    from typer.core import TyperCommand, TyperGroup
except KeyboardInterrupt:
    raise SystemExit(130) from None

from tamriel_odds.odds.errors import UnknownName, WrongInput
from tamriel_odds.odds.names import offer, plain

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from tamriel_odds.odds.question import Question
    from tamriel_odds.odds.series import Series

EXIT_CODES = "Exit codes: 0 answered, 1 a check failed, 2 wrong input, 3 precision not reached, 130 interrupted."
CHECK_FAILED, WRONG, NOT_PRECISE, INTERRUPTED = 1, 2, 3, 130
LONGEST_WORD, LONGEST_SENTENCE = 300, 1200


class Row(NamedTuple):
    """One command: its group ("" at the top), its name, one line of help, and the question or function it calls."""

    group: str
    name: str
    help: str
    target: str | Callable[..., int | None]

    @property
    def command(self) -> str:
        return f"{self.group} {self.name}".strip()


class Commands(TyperGroup):
    """The rows of one group. Help names them without importing a question; only the one that is called is loaded."""

    def _rows(self) -> dict[str, Row]:
        return {row.name: row for row in ROWS if row.group == (self.name or "")}

    def list_commands(self, ctx: Any) -> list[str]:
        return [*self.commands, *self._rows()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        row = self._rows().get(cmd_name)
        return TyperCommand(row.name, short_help=row.help) if row else super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, *rest = args
        if name.startswith("-") or name in self.commands:
            return super().resolve_command(ctx, args)
        if name in self._rows():
            return name, load(self._rows()[name]), rest
        if ctx.resilient_parsing:
            return None, None, rest
        raise WrongInput(f"{name}: {ctx.command_path} has no such command{offer(name, self.list_commands(ctx))}")

    def get_params(self, ctx: Any) -> list[Any]:
        flags = super().get_params(ctx)
        for flag in flags:
            flag.default = False  # Typer's None would import pydantic (0.1 s) only to learn that it is no bool.
        return flags

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])


def load(row: Row) -> Any:
    """The command of a row, with all its options."""
    if isinstance(row.target, str):
        kind = question_class(row)
        function: Callable[..., Any] = _asking(kind)
        epilog = f"Example:\n\n\b\n{kind.example}\n\n{EXIT_CODES}"
    else:
        function, epilog = _with_settings(row.target), inspect.getdoc(row.target) or ""
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(row.name, help=row.help, short_help=row.help, epilog=epilog)(function)
    return typer.main.get_command(single)


def question_class(row: Row) -> type["Question"]:
    """The question of a row that asks one."""
    module, name = str(row.target).split(":")
    kind: type[Question] = getattr(import_module(f"tamriel_odds.{module}"), name)
    return kind


def question_named(command: str) -> type["Question"]:
    """The question that ``odds`` and these words ask; UnknownName with the nearest otherwise."""
    rows = {plain(row.command): row for row in ROWS if isinstance(row.target, str)}
    if plain(command) not in rows:
        raise UnknownName(
            f"ask {command!r}: there is no such question{offer(command, (r.command for r in rows.values()))}"
        )
    return question_class(rows[plain(command)])


def _with_settings(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """A function whose `**how` takes the settings of a run: one with an option for each of them, else itself."""
    parameters = inspect.signature(function).parameters.values()
    own = [parameter for parameter in parameters if parameter.kind is not inspect.Parameter.VAR_KEYWORD]
    if len(own) == len(parameters):
        return function
    from tamriel_odds.odds.settings import Settings

    def command(**given: Any) -> int | None:
        mine = {parameter.name: given[parameter.name] for parameter in own}
        return function(**mine, **dict(_values(Settings, given)))

    settings = [_parameter(name, field) for name, field in Settings.model_fields.items()]
    command.__signature__ = inspect.Signature([*own, *settings])  # type: ignore[attr-defined]
    return command


def _asking(kind: type["Question"]) -> Callable[..., int]:
    """A function with one parameter for each field of a question and of the settings of its run."""
    from tamriel_odds.odds.decision import Decision
    from tamriel_odds.odds.settings import Settings

    # A question that has an option of its own by the name of a further one is asked with its own.
    fields = {**Decision.model_fields, **Settings.model_fields, **kind.model_fields}

    def command(**given: Any) -> int:
        further = dict(_values(Decision, {name: given[name] for name in given if name not in kind.model_fields}))
        return ask(kind, dict(_values(kind, given)), further, dict(_values(Settings, given)))

    names = dict.fromkeys([*kind.model_fields, *fields])
    parameters = [_parameter(name, fields[name]) for name in names]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return command


def _parameter(name: str, field: "FieldInfo") -> inspect.Parameter:
    """The option or argument of one field; texts only, since the question itself judges its values."""
    from tamriel_odds.odds.options import extra, line_of_help, metavar
    from tamriel_odds.odds.question import is_positional, option_name, value_type

    option, text, value = f"--{option_name(name)}", line_of_help(field), metavar(name, field)
    annotation: Any
    if is_positional(field):
        annotation = Annotated[str | None, typer.Argument(help=text, metavar=value)]
    elif value_type(field.annotation)[0] is bool:
        annotation = Annotated[bool, typer.Option(option, *extra(field).get("short", ()), help=text)]
    else:
        # A list even where one value is allowed: Typer would silently keep the last of two.
        annotation = Annotated[list[str] | None, typer.Option(option, help=text, metavar=value)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _values(kind: type["BaseModel"], given: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of `kind` that were given, one value for each that may not be repeated."""
    from tamriel_odds.odds.question import option_name, value_type

    for name, field in kind.model_fields.items():
        value = given.get(name)
        if value is None or value is False:
            continue
        if isinstance(value, list) and not value_type(field.annotation)[1]:
            if len(value) > 1:
                raise WrongInput(
                    f"--{option_name(name)}: it is given {len(value)} times, with {' and '.join(value)}; give it once"
                )
            value = value[0]
        yield option_name(name), value


def ask(kind: type["Question"], asked: dict[str, Any], further: dict[str, Any], how: dict[str, Any]) -> int:
    """Answer a question given as option values, write and show the answer, and return the exit code."""
    from tamriel_odds.odds.decision import Decision
    from tamriel_odds.odds.own_dice import load_dice
    from tamriel_odds.odds.question import Box, build
    from tamriel_odds.odds.settings import Settings

    settings, question = build(Settings, how, kind.command), build(kind, asked)
    decision = build(Decision, further, kind.command)
    box = Box(load_dice(settings.dice_file), settings.data)
    roll = question.roll(box)  # What is wrong is refused before pandas is imported.

    if decision.or_ or decision.sweep:
        from tamriel_odds.tables.sessions import compare_with, sweep_over

        several = compare_with if decision.or_ else sweep_over
        return code_of(several(question, asked, decision, settings, box, how))
    from tamriel_odds.odds.further import decided
    from tamriel_odds.odds.rolling import CONTRADICTION, answer
    from tamriel_odds.tables.frames import table_named
    from tamriel_odds.tables.outputs import Outputs
    from tamriel_odds.tables.progress import RunProgress
    from tamriel_odds.tables.provenance import notes
    from tamriel_odds.tables.terminal import console, say, show

    outputs, aside = Outputs.checked(**settings.outputs), console(sys.stderr)
    aside.quiet = settings.quiet
    if settings.table not in decision.listings:
        table_named(roll.outcomes, settings.table, roll.listings)
    if how.get("seed") == "random" and not settings.exact:
        say(aside, f"seed {settings.seed}")
    with RunProgress(aside) as progress:
        answered = decided(answer(question, settings, box, progress), decision, settings, box)
    outputs.write(answered.answer, settings.table, decimal_comma=settings.decimal_comma)
    if not outputs.takes_standard_output:
        show(answered.answer, console(sys.stdout))
    for text in notes(answered.answer) if outputs.takes_standard_output else ():
        say(aside, text)
    if answered.z is not None:
        verdict = f"{'beyond' if answered.is_contradicted else 'within'} {CONTRADICTION}"
        typer.echo(f"largest z-score {answered.z:.2f}, {verdict}", err=outputs.takes_standard_output)
    return CHECK_FAILED if answered.is_contradicted else 0 if answered.is_precise else NOT_PRECISE


DiceFile = Annotated[Path | None, typer.Option(metavar="PATH", help="the file of your own faces")]
Data = Annotated[
    list[Path] | None,
    typer.Option(metavar="PATH", help="a BattleScribe file, or a folder of them; may be repeated (else ODDS_DATA)"),
]


QuestionsFile = Annotated[Path, typer.Argument(metavar="FILE.toml", help="[[question]] tables, [run] for all of them")]


def run_file(file: QuestionsFile, **how: Any) -> int:
    """A [[question]] has a name, ask = "cta attack" and the options of that command as keys (with _ for -); [run] has
    trials, precision, seed, level, exact. --png and --svg name a folder for the charts. A question that is wrong
    stops no other; Ctrl-C leaves those that are finished."""
    from tamriel_odds.odds.question_file import read_questions
    from tamriel_odds.tables.sessions import answer_file

    return code_of(answer_file(read_questions(file, question_named), how))


def compare_options(
    file: QuestionsFile,
    plausible: Annotated[bool, typer.Option(help="does the order hold on all plausible dice?")] = False,
    **how: Any,
) -> int:
    """Each [[question]] is an option; a cost such as cost = "1 Stamina" tells what each point costs. All are rolled
    with the same dice, so that the difference to the first is known better than either; better, equal and worse are
    for dice of their own, as at the table."""
    from tamriel_odds.odds.question_file import read_questions
    from tamriel_odds.tables.sessions import compare_file

    return code_of(compare_file(read_questions(file, question_named), how, is_plausible=plausible))


def tour() -> None:
    """Each answer begins with the line that asks for it: copy it, change it."""
    from tamriel_odds.tables.sessions import take_tour

    take_tour([question_named(command) for command in TOUR])


def code_of(series: "Series") -> int:
    """The exit code of several answers, after a sentence for each question that was refused."""
    for sentence in series.refused:
        _refused(sentence)
    if series.is_interrupted:
        return INTERRUPTED
    if series.refused:
        return WRONG
    return CHECK_FAILED if series.is_contradicted else 0 if series.is_precise else NOT_PRECISE


def show_dice(
    die: Annotated[str | None, typer.Argument(metavar="DIE", help="the name of one die; else all of them")] = None,
    dice_file: DiceFile = None,
) -> None:
    """A face is blank, a number of stars, -N (accuracy), or signs; several joined by +. 3x1 is three such faces."""
    from tamriel_odds.odds.dice import die_named, write_faces
    from tamriel_odds.odds.own_dice import load_dice

    dice = load_dice(dice_file)
    for shown in [die_named(die, dice)] if die else dice.values():
        typer.echo(f"{shown.name}: {shown.title} ({shown.game}), {shown.certainty}")
        typer.echo(f"  {write_faces(shown.faces)}")
        typer.echo(f"  mean {shown.mean:.4f}, standard deviation {shown.standard_deviation:.4f}")
        typer.echo(f"  {shown.source}")


def set_die(
    die: Annotated[str, typer.Argument(metavar="DIE", help="the name of the die")],
    faces: Annotated[str, typer.Argument(metavar="FACES", help='its faces, such as "2xblank 3x1 dragonborn"')],
    dice_file: DiceFile = None,
) -> None:
    """Faces are written as `odds dice show` prints them."""
    from tamriel_odds.odds.dice import write_faces
    from tamriel_odds.odds.own_dice import set_faces

    kept, file = set_faces(die, faces, dice_file)
    typer.echo(f"{kept.name}: {write_faces(kept.faces)}")
    typer.echo(f"kept in {file}", err=True)


def check_dice(dice_file: DiceFile = None) -> None:
    """Reads the dice file and says how sure the faces of each die are: printed, reported, assumed or yours."""
    from tamriel_odds.odds import own_dice as dice

    for die in dice.load_dice(dice_file).values():
        typer.echo(f"{die.name}: {len(die.faces)} faces, {die.certainty}")
    typer.echo(f"faces of your own: {dice.dice_file(dice_file)}", err=True)


def print_rulings(
    not_modelled: Annotated[
        bool, typer.Option("--not-modelled", help="instead, what the rulebooks print and no question answers")
    ] = False,
) -> None:
    """An answer names the rulings it depends on."""
    from tamriel_odds.odds.not_modelled import not_modelled as left_out
    from tamriel_odds.odds.rulings import rulings

    for row in (left_out() if not_modelled else rulings()).values():
        typer.echo(str(row))


def print_switches() -> None:
    """`--with NAME` turns one on; one that needs a value takes it after a colon."""
    from tamriel_odds.odds.call_to_arms.switches import switches

    for switch in switches().values():
        values = ":" + "|".join(switch.takes) if switch.takes else ""
        typer.echo(f"{switch.name}{values}: {switch.help} ({switch.section})")


def print_tests() -> None:
    """`--as NAME` names a test, `--with NAME` a switch; one that needs a value takes it after a colon."""
    from tamriel_odds.odds.call_to_arms.named_tests import described

    for line in described():
        typer.echo(line)


Faction = Annotated[str, typer.Argument(metavar="FACTION", help="a unit file (`Draugr`), or a faction of the cards")]


def fight_matrix(
    faction: Faction,
    against: Faction,
    order: Annotated[str, typer.Option(metavar="advantage|first", help="who begins a round")] = "advantage",
    boosts: Annotated[str, typer.Option(metavar="never|always|when-better", help="when Boosts are paid")] = "never",
    rounds: Annotated[int, typer.Option(help="rounds after which a duel is undecided")] = 20,
    **how: Any,
) -> int:
    """Each duel is that of `odds cta duel`, 100 000 trials unless asked otherwise. --csv has a row for each of them,
    --png and --svg a heat map of how often the first faction wins."""
    from tamriel_odds.tables.matrices import answer_matrix

    return code_of(answer_matrix((faction, against), {"order": order, "boosts": boosts, "rounds": rounds}, how))


def list_units(data: Data = None) -> None:
    """Without files of yours, the few units that the rulebooks print themselves."""
    from tamriel_odds.odds.call_to_arms.unit_files import list_units

    for unit in list_units(data or ()):
        facts = ", ".join(dict.fromkeys(fact for fact in (unit.kind, unit.rank, unit.race) if fact))
        typer.echo(f"{unit.name} ({facts}), {unit.file}:{unit.line}")


def show_unit(
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="a unit, `NAME` or `NAME + ITEM + ITEM`")],
    data: Data = None,
) -> None:
    """What is printed is what an attack is asked with; what cannot be read says why."""
    from tamriel_odds.odds.call_to_arms.unit_files import show_unit
    from tamriel_odds.odds.call_to_arms.units import find_unit

    for label, text in show_unit(find_unit(unit, data or ())):
        typer.echo(f"{label}: {' / '.join(text.splitlines())}")


def check_units(data: Data = None) -> int:
    """Every text with a die is read, repaired, kept as a note, or refused: then the exit code is 1."""
    from tamriel_odds.odds.call_to_arms.unit_files import check

    checked = check(data or ())
    for finding in checked.findings:
        typer.echo(finding.printed)
    counts = f"{checked.read} read, {checked.repaired} repaired, {checked.notes} notes, {checked.refused} refused"
    typer.echo(f"{checked.texts} texts with a die: {counts}")
    return CHECK_FAILED if checked.refused else 0


def print_battle(
    name: Annotated[str, typer.Argument(metavar="NAME", help="jailbreak or clash")] = "jailbreak",
) -> None:
    """Save it with `odds betrayal example clash > clash.toml`, and play it with `odds betrayal battle clash.toml`."""
    from tamriel_odds.odds.betrayal.battle_file import example

    typer.echo(example(name), nl=False)


TOUR = ("cta attack", "cta chest", "betrayal lockpick", "betrayal engage", "skyrim test")
GROUPS = {
    "cta": "Call to Arms, the skirmish game of miniatures.",
    "betrayal": "Betrayal of the Second Era, the campaign game.",
    "skyrim": "Skyrim, the Adventure Game.",
    "dice": "The faces of the dice, and those of your own.",
    "units": "The unit cards of your BattleScribe files.",
}
ROWS = (
    Row("cta", "attack", "Damage of one attack.", "odds.call_to_arms.attack:Attack"),
    Row("cta", "activation", "All attacks on one target.", "odds.call_to_arms.activation:Activation"),
    Row("cta", "duel", "Two models that fight to the end.", "odds.call_to_arms.duel:Duel"),
    Row("cta", "matrix", "Each unit of one faction against each of another.", fight_matrix),
    Row("cta", "cast", "A Spell, Shout or Rune and all in its area.", "odds.call_to_arms.cast:Cast"),
    Row("cta", "test", "One Skill or Attribute Test.", "odds.call_to_arms.skill_test:SkillOrAttributeTest"),
    Row("cta", "tests", "Every test of the rulebook, and the switches of tests.", print_tests),
    Row("cta", "chest", "Opening a chest: cards, Traps, activations.", "odds.call_to_arms.locks:Chest"),
    Row("cta", "door", "Opening a Locked Door.", "odds.call_to_arms.locks:Door"),
    Row("cta", "ammunition", "How long Special Ammunition lasts.", "odds.call_to_arms.locks:Ammunition"),
    Row("cta", "fall", "Damage of a fall.", "odds.call_to_arms.hazards:Fall"),
    Row("cta", "acid", "Damage of moving through acid.", "odds.call_to_arms.hazards:Acid"),
    Row("cta", "fire", "Damage of moving through a Fire Pit.", "odds.call_to_arms.hazards:Fire"),
    Row("cta", "lava", "Damage of moving through lava.", "odds.call_to_arms.hazards:Lava"),
    Row("cta", "hazard", "Damage of a Trap, an explosion and the like.", "odds.call_to_arms.hazards:Hazard"),
    Row("cta", "burning", "How long a model burns.", "odds.call_to_arms.tokens_over_time:Burning"),
    Row("cta", "bleed", "How long a model bleeds.", "odds.call_to_arms.tokens_over_time:Bleed"),
    Row("cta", "poison", "What Poison Tokens take.", "odds.call_to_arms.tokens_over_time:Poison"),
    Row("cta", "table", "A table rolled on one die: Environments, sunrise.", "odds.call_to_arms.rolled_tables:Table"),
    Row("cta", "priority", "The roll for Setup Priority.", "odds.call_to_arms.rolled_tables:Priority"),
    Row("cta", "draw", "Cards and tokens drawn from a deck or a bag.", "odds.call_to_arms.draws_of_cards:Draw"),
    Row("cta", "switches", "Every situation, Boost and property that `--with` knows.", print_switches),
    Row("betrayal", "engage", "Damage and tenacity of an engage.", "odds.betrayal.engage:Engage"),
    Row("betrayal", "battle", "A battle from a file, to its end.", "odds.betrayal.battle:Battle"),
    Row("betrayal", "example", "A file of a battle to begin with.", print_battle),
    Row("betrayal", "turns", "Rounds of an adventurer, cooldown and fatigue.", "odds.betrayal.turns:Turns"),
    Row("betrayal", "enemy-turn", "What one enemy does to the party.", "odds.betrayal.enemy_turn:EnemyTurn"),
    Row("betrayal", "pool", "The enemies that an enemy pool buys.", "odds.betrayal.pool:Pool"),
    Row("betrayal", "social", "A social check with Speech dice.", "odds.betrayal.social:Social"),
    Row("betrayal", "draw", "Cards, tokens or chips drawn from a deck or bag.", "odds.betrayal.draw:Draw"),
    Row("betrayal", "unstable", "What the unstable die brings.", "odds.betrayal.unstable:Unstable"),
    Row("betrayal", "lockpick", "Opening a lock, cache or trap.", "odds.betrayal.lockpick:Lockpick"),
    Row("skyrim", "test", "One Skill or Track Test and its pushes.", "odds.skyrim.skill_test:SkillTest"),
    Row("skyrim", "sneak", "Sneaking up on enemies, or into an Ambush.", "odds.skyrim.sneak:Sneak"),
    Row("skyrim", "disarm", "Disarming a trap.", "odds.skyrim.sneak:Disarm"),
    Row("skyrim", "damage", "What one attack takes off a player or an enemy.", "odds.skyrim.damage:Damage"),
    Row("skyrim", "draw", "Seeing a wanted card for so much Gold.", "odds.skyrim.draw:DrawCards"),
    Row("skyrim", "combat", "A combat to its end, from a file.", "odds.skyrim.combat:Combat"),
    Row("skyrim", "dungeon", "Encounter after encounter, from a file.", "odds.skyrim.combat:Dungeon"),
    Row("", "run", "Many questions of one file.", run_file),
    Row("", "compare", "Options of one file side by side.", compare_options),
    Row("", "tour", "Five questions from the three games.", tour),
    Row("dice", "show", "Every die, face by face, and who says so.", show_dice),
    Row("dice", "set", "Keep the faces of a die as you read them off your own.", set_die),
    Row("dice", "check", "How sure the faces of each die are.", check_dice),
    Row("units", "list", "Every unit of your BattleScribe files.", list_units),
    Row("units", "show", "One unit as it is read.", show_unit),
    Row("units", "check", "What of your BattleScribe files can be read.", check_units),
    Row("", "rulings", "Our readings where a rulebook is silent.", print_rulings),
)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        typer.echo(f"odds {version('tamriel-odds')}")
        raise typer.Exit


def _top(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="The version.")
    ] = False,
) -> None: ...


def program() -> Any:
    """The whole command line as a Typer command."""
    help_names = {"help_option_names": ["-h", "--help"]}
    app = typer.Typer(cls=Commands, rich_markup_mode=None, context_settings=help_names, epilog=EXIT_CODES)
    app.callback(help="Odds of the three Elder Scrolls tabletop games.")(_top)
    for name, help in GROUPS.items():
        app.add_typer(typer.Typer(cls=Commands, rich_markup_mode=None, callback=lambda: None), name=name, help=help)
    return typer.main.get_command(app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; whatever a user can mend is one sentence and exit code 2."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # It was closed before we came (`>&-`).
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")
    try:
        code = program().main(arguments, prog_name="odds", standalone_mode=False) or 0
        sys.stdout.flush()
        return int(code)
    except (WrongInput, typer.TyperException) as error:
        if "ODDS_DEBUG" in os.environ:
            raise
        return _refused(_sentence(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as stop:
        # Typer's own answer to a closed pipe is exit 1, which here means that a check failed.
        return _silent(0) if isinstance(stop.__context__, BrokenPipeError) else int(stop.code or 0)
    except BrokenPipeError:
        return _silent(0)
    except OSError as error:
        if error.filename is not None or "ODDS_DEBUG" in os.environ:
            raise
        return _silent(_refused(f"standard output: it cannot be written ({error.strerror})"))


def _sentence(error: Exception) -> str:
    """What was wrong, with the nearest names for a wrong option."""
    context, wrong = getattr(error, "ctx", None), getattr(error, "option_name", None)
    if not isinstance(error, typer.TyperException):
        return str(error)
    if context is not None and hasattr(error, "possibilities"):
        names = [name for parameter in context.command.params for name in parameter.opts if name.startswith("-")]
        return f"{wrong}: {context.command_path} has no such option{offer(str(wrong), names)}"
    message = error.format_message().rstrip(".")
    return f"{message[:1].lower()}{message[1:]}" + (f"; see `{context.command_path} --help`" if context else "")


def _refused(sentence: str) -> int:
    # What a user typed stands in it; what is longer than a sentence is cut, and the way out at its end is kept.
    line = " ".join(word if len(word) <= LONGEST_WORD else f"{word[:57]}..." for word in sentence.split())
    if len(line) > LONGEST_SENTENCE:
        line = f"{line[: LONGEST_SENTENCE // 2]} ... {line[-LONGEST_SENTENCE // 2 :]}"
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)
    with suppress(OSError):
        typer.echo(f"odds: {line}", err=True)
    return WRONG


def _silent(code: int) -> int:
    """Leave a standard output that takes nothing more, so that Python does not complain of it on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code


if __name__ == "__main__":
    sys.exit(main())
