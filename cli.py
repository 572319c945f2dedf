"""The command line: a table of commands, each derived from its question when it is called and not before."""

import os

try:
    import atexit
    import gc
    import inspect
    import re
    import sys
    from collections.abc import Callable, Sequence
    from contextlib import suppress
    from importlib import import_module
    from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

    import typer
    from typer.core import TyperArgument, TyperCommand, TyperGroup

    from tamriel_odds.odds.errors import UnknownName, WrongInput
    from tamriel_odds.odds.interruption import listen
    from tamriel_odds.odds.names import meant, nearest, offer, one_line, plain
except KeyboardInterrupt:
    os._exit(130)

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from tamriel_odds.odds.question import Question
    from tamriel_odds.odds.series import Series

EXIT_CODES = "Exit codes: 0 answered, 1 a check failed, 2 wrong input, 3 precision not reached, 130 interrupted."
CHECK_FAILED, WRONG, NOT_PRECISE, INTERRUPTED = 1, 2, 3, 130


class Row(NamedTuple):
    """One command: its group ("" at the top), its name, one line of help, the class whose fields are its options, and
    what answers it: `ask` where that is a question."""

    group: str
    name: str
    help: str
    target: str
    answer: Callable[..., int] | None = None

    @property
    def command(self) -> str:
        return f"{self.group} {self.name}".strip()

    @property
    def is_question(self) -> bool:
        return self.answer is None


class Command(TyperCommand):
    """A command whose arguments may be negative, as the faces of the green die are."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        # A space before the sign keeps it from being read as an option; what is read of it drops the space.
        return super().parse_args(ctx, [f" {word}" if re.match(r"-\d", word) else word for word in args])

    def get_params(self, ctx: Any) -> list[Any]:
        parameters = super().get_params(ctx)
        for parameter in parameters:
            if isinstance(parameter, TyperArgument):
                # Beside a name that says what it is, Typer prints the type of what is read, `<str>`.
                parameter.display_type_rich = lambda ctx: None  # type: ignore[method-assign]
        return parameters


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
        raise WrongInput(f"{name}: {ctx.command_path} has no such command{self._offer(name, self.list_commands(ctx))}")

    def _offer(self, name: str, here: list[str]) -> str:
        """The nearest commands: one of that name in another group before what is only like it here."""
        elsewhere = nearest(name, (row.name for row in ROWS), most=1)
        if elsewhere and (plain(name) == plain(elsewhere[0]) or not nearest(name, here)):
            return meant(f"odds {row.command}" for row in ROWS if row.name == elsewhere[0])
        return offer(name, here)

    def get_params(self, ctx: Any) -> list[Any]:
        flags = super().get_params(ctx)
        for flag in flags:
            flag.default = False  # Typer's None would import pydantic (0.1 s) only to learn that it is no bool.
        return flags

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])


def load(row: Row) -> Any:
    """The command of a row, with all its options."""
    from tamriel_odds.odds.decision import Decision
    from tamriel_odds.odds.options import given_values
    from tamriel_odds.odds.settings import Settings

    kind, answer = class_of(row), row.answer or ask
    of_run = (Settings,) if getattr(kind, "is_run", False) else ()
    further: tuple[Any, ...] = (Decision, Settings) if row.is_question else of_run
    # A question that has an option of its own by the name of a further one is asked with its own.
    fields = dict(kind.model_fields)
    for model in further:
        fields |= {name: field for name, field in model.model_fields.items() if name not in kind.model_fields}

    def command(**given: Any) -> int:
        others = {name: given[name] for name in given if name not in kind.model_fields}
        options = [dict(given_values(model, others)) for model in further]
        return answer(row, dict(given_values(kind, given)), *options)

    command.__signature__ = inspect.Signature([_parameter(*field) for field in fields.items()])  # type: ignore[attr-defined]
    epilog = f"Example:\n\n\b\n{kind.example}\n\n{EXIT_CODES}" if row.is_question else inspect.getdoc(kind)
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(row.name, cls=Command, help=row.help, short_help=row.help, epilog=epilog)(command)
    return typer.main.get_command(single)


def class_of(row: Row) -> Any:
    """The class whose fields are the options of a row."""
    module, name = row.target.split(":")
    return getattr(import_module(f"tamriel_odds.{module}"), name)


def question_named(command: str) -> type["Question"]:
    """The question that ``odds`` and these words ask; UnknownName with the nearest otherwise."""
    rows = {plain(row.command): row for row in ROWS if row.is_question}
    if plain(command) not in rows:
        raise UnknownName(
            f"ask {command!r}: there is no such question{offer(command, (r.command for r in rows.values()))}"
        )
    kind: type[Question] = class_of(rows[plain(command)])
    return kind


def _parameter(name: str, field: "FieldInfo") -> inspect.Parameter:
    """The option or argument of one field; texts only, since the question itself judges its values."""
    from tamriel_odds.odds.options import extra, line_of_help, metavar
    from tamriel_odds.odds.question import is_positional, option_name, value_type

    option, text, value = f"--{option_name(name)}", line_of_help(field), metavar(name, field)
    annotation: Any
    kind, is_repeated = value_type(field.annotation)
    if is_positional(field):
        texts: Any = list[str] if is_repeated else str
        annotation = Annotated[texts | None, typer.Argument(help=text, metavar=value)]
    elif kind is bool:
        annotation = Annotated[bool, typer.Option(option, *extra(field).get("short", ()), help=text)]
    else:
        # A list even where one value is allowed: Typer would silently keep the last of two.
        annotation = Annotated[list[str] | None, typer.Option(option, help=text, metavar=value)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def ask(row: Row, asked: dict[str, Any], further: dict[str, Any], how: dict[str, Any]) -> int:
    """Answer a question given as option values, write and show the answer, and return the exit code."""
    from tamriel_odds.odds.decision import Decision
    from tamriel_odds.odds.own_dice import load_dice
    from tamriel_odds.odds.question import Box, build
    from tamriel_odds.odds.settings import Settings

    kind = class_of(row)
    settings, decision = build(Settings, how, row.command), build(Decision, further, row.command)
    box = Box(load_dice(settings.dice_file), settings.data)
    if decision.sweep:
        from tamriel_odds.tables.sessions import sweep_over

        return code_of(sweep_over(kind, asked, decision, settings, box, how))
    question = build(kind, asked)
    roll = question.roll(box)  # What is wrong is refused before pandas is imported.
    from tamriel_odds.tables.asked import answer_asked

    return code_of(answer_asked(question, roll, asked, decision, settings, box, how))


def run_file(row: Row, asked: dict[str, Any], how: dict[str, Any]) -> int:
    from tamriel_odds.odds.question_file import read_questions
    from tamriel_odds.tables.sessions import answer_file

    return code_of(answer_file(read_questions(described(row, asked).file, question_named), how))


def compare_file(row: Row, asked: dict[str, Any], how: dict[str, Any]) -> int:
    from tamriel_odds.odds.question_file import read_questions
    from tamriel_odds.tables import sessions

    options = described(row, asked)
    read = read_questions(options.file, question_named)
    return code_of(sessions.compare_file(read, {"plausible": options.plausible, "want": options.want}, how))


def fight_matrix(row: Row, asked: dict[str, Any], how: dict[str, Any]) -> int:
    from tamriel_odds.tables.matrices import answer_matrix

    given = described(row, asked).model_dump()
    return code_of(answer_matrix((given.pop("faction"), given.pop("against")), given, how))


def tour(row: Row, asked: dict[str, Any]) -> int:
    from tamriel_odds.tables.sessions import take_tour

    take_tour([question_named(command) for command in TOUR])
    return 0


def look_up(row: Row, asked: dict[str, Any]) -> int:
    """Print what is looked up, and return the exit code."""
    told = described(row, asked).told()
    for line in told.lines:
        typer.echo(line)
    for line in told.aside:
        typer.echo(line, err=True)
    return CHECK_FAILED if told.is_failed else 0


def described(row: Row, asked: dict[str, Any]) -> Any:
    """The object of a row's class with these option values."""
    from tamriel_odds.odds.question import build

    return build(class_of(row), asked, row.command)


def code_of(series: "Series") -> int:
    """The exit code of several answers, after a sentence for each question that was refused."""
    for sentence in series.refused:
        _refused(sentence)
    if series.is_interrupted:
        return INTERRUPTED
    if series.refused:
        return WRONG
    return CHECK_FAILED if series.is_contradicted else 0 if series.is_precise else NOT_PRECISE


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
    Row("cta", "matrix", "Each unit of one faction against each of another.", "odds.several:FightMatrix", fight_matrix),
    Row("cta", "cast", "A Spell, Shout or Rune and all in its area.", "odds.call_to_arms.cast:Cast"),
    Row("cta", "test", "One Skill or Attribute Test.", "odds.call_to_arms.skill_test:SkillOrAttributeTest"),
    Row("cta", "tests", "Every test of the rulebook, and the switches of tests.", "odds.look_ups:ListTests", look_up),
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
    Row("cta", "switches", "Every situation, Boost and property for `--with`.", "odds.look_ups:ListSwitches", look_up),
    Row("betrayal", "engage", "Damage and tenacity of an engage.", "odds.betrayal.engage:Engage"),
    Row("betrayal", "battle", "A battle from a file, to its end.", "odds.betrayal.battle:Battle"),
    Row("betrayal", "example", "A file of a battle to begin with.", "odds.look_ups:PrintBattle", look_up),
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
    Row("skyrim", "example", "A file of a combat or dungeon to begin with.", "odds.look_ups:PrintCombat", look_up),
    Row("", "run", "Many questions of one file.", "odds.several:RunFile", run_file),
    Row("", "compare", "Options of one file side by side.", "odds.several:CompareFile", compare_file),
    Row("", "tour", "Five questions from the three games.", "odds.several:Tour", tour),
    Row("dice", "show", "Every die, face by face, and who says so.", "odds.look_ups:ShowDice", look_up),
    Row("dice", "set", "Keep the faces of a die as you read them off your own.", "odds.look_ups:SetDie", look_up),
    Row("dice", "check", "How sure the faces of each die are.", "odds.look_ups:CheckDice", look_up),
    Row("units", "list", "Every unit of your BattleScribe files.", "odds.look_ups:ListUnits", look_up),
    Row("units", "items", "Every item of your files, and what it gives.", "odds.look_ups:ListItems", look_up),
    Row("units", "show", "One unit or item as it is read.", "odds.look_ups:ShowUnit", look_up),
    Row("units", "check", "What of your BattleScribe files can be read.", "odds.look_ups:CheckUnits", look_up),
    Row("", "rulings", "Our readings where a rulebook is silent.", "odds.look_ups:ListRulings", look_up),
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


def _leave_garbage() -> None:
    """Collect garbage seldom, and none on the way out: half a million imported objects stay, and few others come.

    Of the 1.5 s of processor time that an attack took it saves 0.2 while importing and 0.35 at the end.
    """
    gc.set_threshold(1_000_000)
    atexit.register(gc.freeze)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; whatever a user can mend is one sentence and exit code 2."""
    _leave_garbage()
    if arguments is None:
        listen()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # It was closed before we came (`>&-`).
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")
    code = _answered(arguments)
    if code == INTERRUPTED and arguments is None:
        # Where Ctrl-C came while a string was executed, as those of dataclasses are, Python would die by the signal.
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    return code


def _answered(arguments: Sequence[str] | None) -> int:
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
        parameters = context.command.get_params(context)
        names = [name for parameter in parameters for name in parameter.opts if name.startswith("-")]
        return f"{wrong}: {context.command_path} has no such option{offer(str(wrong), names)}"
    message = error.format_message().rstrip(".")
    see = f"; see `{context.command_path} --help`" if context else ""
    if extra := re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", message, re.DOTALL):
        return f"{extra[1]}: one word too many; a text of several words goes in quotes, an option begins with --{see}"
    return f"{message[:1].lower()}{message[1:]}{see}"


def _refused(sentence: str) -> int:
    with suppress(OSError):
        typer.echo(f"odds: {one_line(sentence)}", err=True)
    return WRONG


def _silent(code: int) -> int:
    """Leave a standard output that takes nothing more, so that Python does not complain of it on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code


if __name__ == "__main__":
    sys.exit(main())
