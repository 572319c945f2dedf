"""The notation: what is typed, what real cards look like, and every kind of slip they have."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.call_to_arms.notation import Effect, Keyword, Line, Weapon, read, read_armor, read_attack
from tamriel_odds.odds.errors import BadNotation


def printed(text: str) -> list[str]:
    return [weapon.printed for weapon in read(text).weapons]


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("[GREEN][RED]", "green red"),
        ("green red", "green red"),
        ("g r", "green red"),
        ("gr", "green red"),
        ("2 red", "red red"),
        ("2r", "red red"),
        ("2r1g", "red red green"),
        ("3x red", "red red red"),
        ("2 [Red], k", "red red black"),
        ("r + y", "red yellow"),
        ("0 red", ""),
        ("", ""),
        ("none", ""),
        ("40 red", " ".join(["red"] * 40)),
        ("[GREEN][RED] [Steel]", "green red"),
        ("[Steel] [GREEN]", "green"),
    ],
)
def test_dice_as_typed(text: str, dice: str) -> None:
    assert read_attack(text).lines[0].dice == tuple(dice.split())


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("[SWORDS]: Piercing (1)", Effect("swords", keywords=(Keyword("piercing", 1),))),
        ("s: Piercing 1", Effect("swords", keywords=(Keyword("piercing", 1),))),
        ("[HELMET]: add [YELLOW]", Effect("dragonborn", ("yellow",))),
        ("[TES]: [YELLOW]", Effect("dragonborn", ("yellow",))),
        ("d: 2 yellow", Effect("dragonborn", ("yellow", "yellow"))),
        ("oblivion add yellow (melee only)", Effect("oblivion", ("yellow",), only="melee")),
        ("[SWORDS]: add [GREEN] and Punishing (2)", Effect("swords", ("green",), keywords=(Keyword("punishing", 2),))),
        ("[HELMET]: add [YELLOW] + Bleed", Effect("dragonborn", ("yellow",), keywords=(Keyword("bleed"),))),
        ("[HELMET]: add [YELLOW], Slowed", Effect("dragonborn", ("yellow",), keywords=(Keyword("slowed"),))),
        ("[SWORDS]: add [YELLOW] and Frost", Effect("swords", ("yellow",), type="frost")),
        ("[HELMET]: add [BLACK] (Shock)", Effect("dragonborn", ("black",), type="shock")),
        ("[HELMET]: (Fire)", Effect("dragonborn", type="fire")),
        ("[HELMET]: add [YELLOW] and (Fire)", Effect("dragonborn", ("yellow",), type="fire")),
        ("[HELMET]: damage +1", Effect("dragonborn", damage=1)),
        ("[HELMET]: add [RED] and damage +2", Effect("dragonborn", ("red",), damage=2)),
        ("[SWORDS]: Follow-up (1)", Effect("swords", keywords=(Keyword("follow-up", uses=1),))),
        ("[SWORDS]: add Follow-Up [1]", Effect("swords", keywords=(Keyword("follow-up", uses=1),))),
        ("[HELMET]: Restore 1 Stamina", Effect("dragonborn", keywords=(Keyword("restore", 1, "stamina"),))),
        ("[SWORDS]: Absorb Magicka (3)", Effect("swords", keywords=(Keyword("absorb", 3, "magicka"),))),
        ("[HELMET]: Poison (Health)", Effect("dragonborn", keywords=(Keyword("poison", detail="health"),))),
        ('[HELMET]: Area Effect (2")', Effect("dragonborn", keywords=(Keyword("area-effect", 2),))),
        ('[HELMET]: Piercing (1) up to 10"', Effect("dragonborn", keywords=(Keyword("piercing", 1),), within=10)),
        ("[HELMET]:\xa0Piercing (1)", Effect("dragonborn", keywords=(Keyword("piercing", 1),))),
    ],
)
def test_effects(text: str, effect: Effect) -> None:
    assert read(f"[RED]\n{text}").weapons[0].effects == (effect,)


def test_a_slash_between_icons_is_an_effect_for_each() -> None:
    effects = read("[RED]\n[SWORDS/OBLIVION]: Stagger").weapons[0].effects
    assert [effect.icon for effect in effects] == ["swords", "oblivion"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("One-Handed: [GREEN]", Line("one-handed", dice=("green",))),
        ("Melee(Strength):[GREEN]", Line("strength", "melee", dice=("green",))),
        ("Light Armor\n[YELLOW] (1)", Line("light-armor", "armor", dice=("yellow",), strong=1)),
        ("[YELLOW](1)", Line(dice=("yellow",), strong=1)),
        ("[GREEN][RED] (+1)", Line(dice=("green", "red"), strong_bonus=1)),
        ("No Type: [BLACK]", Line(kind="armor", dice=("black",))),
        ("Shield (Block): [RED]", Line("block", "block", dice=("red",))),
        ("Ward(Strength): [BLACK]", Line("strength", "block", dice=("black",))),
        ("Damage: [RED] (Frost)", Line(dice=("red",), type="frost")),
        ('12"\n[RED] (Shock)', Line(reach=12, dice=("red",), type="shock")),
        (
            'Destruction: Magicka Cost 1\n6" [RED]\nEnchanted, Frost',
            Line("destruction", None, 6, ("red",), "frost", magicka=1),
        ),
        ('Destruction: [Magicka Cost 1]\n8" [RED]', Line("destruction", None, 8, ("red",), magicka=1)),
        ("+[YELLOW]", Line(dice=("yellow",), is_bonus=True)),
        ("(+[YELLOW])", Line(dice=("yellow",), is_bonus=True)),
        ("+1 Yellow", Line(dice=("yellow",), is_bonus=True)),
        ("(+1)", Line(strong_bonus=1, is_bonus=True)),
    ],
)
def test_lines(text: str, line: Line) -> None:
    assert read(text).weapons[0].lines == (line,)


def test_two_ranges_share_the_test_and_the_effects() -> None:
    (bow,) = read('Archery\n8": [GREEN][RED]\n24":[YELLOW]\n[SWORDS]: Piercing (1)').weapons
    assert [(line.test, line.reach, line.dice) for line in bow.lines] == [
        ("archery", 8, ("green", "red")),
        ("archery", 24, ("yellow",)),
    ]
    assert len(bow.effects) == 1


def test_bands_of_strength() -> None:
    (fists,) = read("Strength 1-5: [YELLOW]\nStrength 6+: [RED]").weapons
    assert [(line.test, line.at_least, line.dice) for line in fists.lines] == [
        ("strength", 0, ("yellow",)),
        ("strength", 6, ("red",)),
    ]


@pytest.mark.parametrize("between", ["\n///////////\n", "\n-------\n", "\n---\n", " /// ", "\n"])
def test_two_weapons(between: str) -> None:
    weapons = read(f"One-Handed: [RED]\n[HELMET]: Bleed{between}Two-Handed: [BLACK]\nCumbersome").weapons
    assert [weapon.lines[0].dice for weapon in weapons] == [("red",), ("black",)]
    assert weapons[0].effects
    assert not weapons[0].keywords
    assert weapons[1].keywords == (Keyword("cumbersome"),)


def test_a_name_before_the_test() -> None:
    (weapon,) = read('Sea Breath (Wisdom):\n6" [GREEN] (Force +3" Pushback)\nKeywords: Follow-Up').weapons
    assert weapon.name == "Sea Breath"
    assert weapon.lines == (Line("wisdom", None, 6, ("green",), "force"),)
    assert weapon.keywords == (Keyword("force", 3), Keyword("follow-up"))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("[YELLOW[YELLOW]", "[YELLOW][YELLOW]"),
        ("[GREEN][YELLOW[YELLOW[YELLOW]", "[GREEN][YELLOW][YELLOW][YELLOW]"),
        ("[GREEN]BLACK]", "[GREEN][BLACK]"),
        ("GREEN][BLACK]", "[GREEN][BLACK]"),
        ("[GREEN][BLACK", "[GREEN][BLACK]"),
        ("[GREEN}[BLACK)", "[GREEN][BLACK]"),
        ("[[GREEN]]", "[GREEN]"),
        ("[=[YELLOW][YELLOW]", "[YELLOW][YELLOW]"),
        ("[GREEN BLACK]", "[GREEN][BLACK]"),
        ("[RED\n[SWORDS]: add [RED]", "[RED] / [SWORDS]: add [RED]"),
        ("[RED]\n[SWORDS] [BLACK]", "[RED] / [SWORDS]: add [BLACK]"),
        ("[RED]\n[SWORDS add [BLACK]", "[RED] / [SWORDS]: add [BLACK]"),
        ("[RED]\n[SWORDS: add [BLACK]", "[RED] / [SWORDS]: add [BLACK]"),
        ("[RED]\n[HELMET]: Staggered", "[RED] / [DRAGONBORN]: Stagger"),
        ("[RED]\n[HELMET]: Punishing", "[RED] / [DRAGONBORN]: Punishing (1)"),
        ("- [RED[RED]", "[RED][RED]"),
        ("[RED]\n[HELMET]: Punishing [2]", "[RED] / [DRAGONBORN]: Punishing (2)"),
        ("[RED]\n[HELMET]: add [YELLOW] and Embers", "[RED] / [DRAGONBORN]: add [YELLOW] and Fire"),
    ],
)
def test_what_is_clearly_meant_is_repaired_and_said(text: str, right: str) -> None:
    assert printed(text) == [right]
    assert read(text).repairs


def test_a_repair_is_said_once() -> None:
    assert len(read("[RED]\n[HELMET]: Staggered\n[SWORDS]: Staggered").repairs) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Add [YELLOW] for each Soul Charge spent.",
        "2x [HELMET]: also add [BLACK]",
        "(add [RED] vs fish)",
        "Restore [RED] Health.",
    ],
)
def test_a_sentence_is_a_note(text: str) -> None:
    read_text = read(f"[GREEN]\n{text}")
    assert read_text.notes == (text,)
    assert printed(f"[GREEN]\n{text}") == ["[GREEN]"]


@pytest.mark.parametrize(
    ("bracket", "meant"),
    [
        ("YELOW", "YELLOW"),
        ("GRENE", "GREEN"),
        ("RDE", "RED"),
        ("BLAK", "BLACK"),
        ("SWORD", "SWORDS"),
        ("HELMT", "HELMET"),
        ("OBLIVON", "OBLIVION"),
        ("DRAGONBRON", "DRAGONBORN"),
    ],
)
@pytest.mark.parametrize("around", ["[{}]", "[RED]\nAdd [{}] to something.", "[RED]\n(add [{}] vs fish)"])
def test_a_bracket_near_a_die_is_refused_with_its_name(bracket: str, meant: str, around: str) -> None:
    with pytest.raises(BadNotation, match=rf"did you mean '\[{meant}\]'"):
        read(around.format(bracket))


@pytest.mark.parametrize("remark", ["Steel", "add", "see page 4", "1 use", "CRIT", "Pending errata", "rule", "per"])
def test_any_other_bracket_is_a_remark(remark: str) -> None:
    text = read(f"[GREEN] [{remark}]")
    assert printed(f"[GREEN] [{remark}]") == ["[GREEN]"]
    assert text.remarks == (remark,)
    assert not text.notes


@pytest.mark.parametrize(
    "text",
    [
        "[RED] to the attack of a friend",
        "[HELMET]: Peircing (1)",
        "[HELMET][SWORDS]: Bleed",
        "[HELMET]",
        "[RED] [1]",
        "One-Handed: [RED] when charging",
        "[RED]\n[GREEN]",
    ],
)
def test_a_line_of_dice_or_icons_is_never_a_note(text: str) -> None:
    with pytest.raises(BadNotation):
        read(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[purple][RED]", "no die or icon"),
        ("[purple]", "no die or icon"),
        ("yelow", "'yellow'"),
        ("Peircing (1)", "'piercing'"),
        ("onehanded: gr", "'one-handed'"),
        ("-2 red", "0 to 99"),
        ("100 red", "0 to 99"),
        ("60 red 60 green", "at most 99"),
        ("99999999999999 red", "too large"),
        ("[RED] /// [BLACK]", "2 weapons"),
        ("[HELMET]", "no effect"),
        ("red/green", "'/'"),
        ("+[D]", r"'\[D\]' is no die or icon.*'dragonborn'"),
        ("[GREEN] / +[D]", r"'\[D\]' is no die or icon.*'dragonborn'"),
        ("(+[D])", r"'\[D\]' is no die or icon"),
        ("Strength: [BLA Piercin]g (1)", "'piercing'"),
        ("[GREEN][RED] [BLA Piercin]", "'piercing'"),
        ("[RED] [GRREEN RED]", "'green'"),
        ("[YELLOW[YE99999999999999999damage +9999L%sLOW]", "no die or icon"),
        ("[RED (1)]", "'red'"),
        ("[GREEN][]", "no die or icon"),
        ("[RED] [Magicka Cost 2]", "'Magicka'"),
        ("[RED] / +", r"'\+'"),
        ("-[RED]", "'-' in .* a line is dice, an icon"),
        ("[SWORDS]: Bleed and", "'and'"),
        ("[RED] / Resistance (Frxost)", "no such type; did you mean 'frost'"),
        ("[SWORDS]: Weakness (Frost, Fyre)", "no such type; did you mean 'fire'"),
        ("[SWORDS]: Poison (Helth)", "no such reserve; did you mean 'health'"),
        ("[RED] (1)", "Strong Armor"),
        ("[RED] (200)", "Strong Armor"),
        ("[RED] / (+1)", "Strong Armor"),
        ("add [YELLOW] per fish", "is no line of dice"),
        ("\x00", "cannot be read"),
    ],
)
def test_what_a_person_types_is_never_a_note(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said) as error:
        read_attack(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("[RED] [Piercing (2)]", "[RED] / Piercing (2)"),
        ("[RED] [Follow-Up] [1]", "[RED] / Follow-Up [1]"),
        ("[RED] [Fire]", "[RED] (Fire)"),
        ("[SWORDS]: [P]iercing (1)", "[SWORDS]: Piercing (1)"),
        ("[One]-Handed: [RED] [Silver]", "One-Handed: [RED]"),
        ('Destruction: [Magicka Cost 1] 8" [RED]', 'Destruction: Magicka Cost 1: 8" [RED]'),
    ],
)
def test_words_in_brackets_as_cards_have_them(text: str, right: str) -> None:
    assert read_attack(text).printed == right


def test_a_word_that_runs_on_behind_a_bracket_is_no_letter_of_a_die() -> None:
    text = read("Strength: [BLA Piercin]g (1)")
    assert text.notes == ("Strength: [BLA Piercin]g (1)",)
    assert not text.weapons


def test_a_cost_in_brackets_on_a_line_of_its_own() -> None:
    assert printed("Destruction\n[Magicka Cost 1]\n[RED]") == ["Magicka Cost 1: [RED]"]
    assert not read("[Magicka Cost 1]").weapons


@pytest.mark.parametrize("text", ["[RED]\nResistance (Frxost)", "[RED]\n[SWORDS]: Resistance (Frxost)"])
def test_an_unknown_type_in_a_file_is_kept_and_said(text: str) -> None:
    (said,) = read(text).repairs
    assert "'frost'" in said
    assert "Resistance (Frxost)" in printed(text)[0]


@pytest.mark.parametrize("text", ["[RED] (100)", "[RED] (+100)", "[RED] (60) (+60)", "[RED] (99) / (+1)"])
def test_strong_armor_has_a_limit(text: str) -> None:
    with pytest.raises(BadNotation, match="0 to 99"):
        read_armor(text)


LONG = "Piercinge" * 200


@pytest.mark.parametrize(
    "text", [LONG, f"[{LONG}]", f"[RED]: {LONG}", f"[SWORDS]: {LONG}", f"({LONG})", f"[SWORDS] Poison ({LONG})"]
)
def test_what_is_wrong_is_said_in_a_sentence_however_long_it_is(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        read_attack(text)
    assert len(str(error.value)) < 400
    read_or_refused(text, strict=False)


def test_armor_as_typed() -> None:
    armor = read_armor("[RED] (1) / [OBLIVION]: add [YELLOW]")
    assert armor == Weapon(None, (Line(dice=("red",), strong=1),), (Effect("oblivion", ("yellow",)),))


@pytest.mark.parametrize(
    "text",
    [
        "[GREEN][RED] (Frost) / [DRAGONBORN]: add [YELLOW] and Piercing (1) (melee only)",
        "One-Handed: [RED] (1) / [SWORDS]: Follow-Up [1] / Absorb Health (3), Resistance (Fire), Two-Handed Block",
        '[RED] / [OBLIVION]: damage +1 / Area Effect (2"), Poison (Health)',
        '[RED] (Force) / [SWORDS]: Restore 1 Stamina up to 10" / Force (+2" Push Back)',
        "Melee (Strength): [GREEN]",
        'Sea Breath (Wisdom): Magicka Cost 2: 6" [GREEN] (Force) / 12" [RED] (Force)',
        "Strength: [YELLOW] / Strength 6+: [RED]",
        "Armor / +[YELLOW] (Frost)",
        "[SWORDS]: [1] add [YELLOW] and Piercing (1)",
    ],
)
def test_what_is_printed_is_read_back(text: str) -> None:
    (weapon,) = read(text, strict=True).weapons
    assert weapon.printed == text
    assert read(weapon.printed, strict=True).weapons == (weapon,)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("[RED] / +[YELLOW]", "[RED][YELLOW]"),
        ("[RED] (+[YELLOW])", "[RED][YELLOW]"),
        ('8" [RED] / 12" [GREEN] / +[YELLOW]', '8" [RED][YELLOW] / 12" [GREEN][YELLOW]'),
        ("+[YELLOW]", "+[YELLOW]"),
    ],
)
def test_a_bonus_as_typed_joins_the_dice(text: str, right: str) -> None:
    assert read_attack(text).printed == right


@pytest.mark.parametrize(
    ("read_it", "text", "said"),
    [
        (read_armor, '8" [RED] / 12" [GREEN]', "2 lines of dice .* armor is one"),
        (read_armor, "60 red / +60 red", "more than 99 dice"),
        (read_attack, "Strength: [RED] / Strength 6+: [BLACK]", "one band"),
    ],
)
def test_dice_that_would_not_be_rolled_are_refused(read_it: Callable[[str], Weapon], text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        read_it(text)


HEADERS = (
    *("", "One-Handed: ", "Melee(Strength): ", "Bite (Strength): ", "Archery\n", "Ranged:", "Damage (Block): "),
    *("Light Armor\n", "No Type: ", "Shield (Block): ", "Ward(Strength): ", "Destruction: [Magicka Cost 1]\n"),
    *("Sea Breath (Wisdom): Magicka Cost 2: ", "Melee (Strength)\nStrength 3+: "),
)
RATINGS = (
    *("[RED]", "[GREEN][RED] (1)", "[BLACK] (+1) (Frost)", '8" [RED]\n24" [YELLOW]', "[RED] (+[YELLOW])"),
    *("[YELLOW]\n+[YELLOW]", "[RED]\n(+1)", "40 red", '12"\n[RED] (Force +3" Push Back)', ""),
)
WORDS = (
    *("Piercing (1)", "Follow-Up [1]", "Absorb Health (3)", "Restore 2 Stamina", "Poison (Health)", "Bleed"),
    *("Resistance (Frost, Poison)", 'Area Effect (2")', "Two-Handed Block", "Bodyguard", "Turn Undead (4) [1]"),
    *("Shapeshift (Vampire Lord)", 'Force (+2" Push Back)', "Frost", "Magicka Boost", "Entourage (Dog's Friend)"),
)
EFFECTS = st.builds(
    "[{}]: {}{}{}{}".format,
    st.sampled_from(["SWORDS", "HELMET", "OBLIVION", "SWORDS/OBLIVION"]),
    st.sampled_from(["", "[1] "]),
    st.lists(st.sampled_from(("add [YELLOW]", "add [RED][RED]", "damage +2", *WORDS)), min_size=1, max_size=3).map(
        " and ".join
    ),
    st.sampled_from(["", ' up to 6"']),
    st.sampled_from(["", " (melee only)"]),
)
CARDS = st.builds(
    # A header is of the dice behind it: without any it says nothing.
    lambda header, rating, lines: "\n".join([header + rating if rating else "", *lines]),
    st.sampled_from(HEADERS),
    st.sampled_from(RATINGS),
    st.lists(EFFECTS | st.lists(st.sampled_from(WORDS), max_size=3).map(", ".join), max_size=3),
)


@settings(derandomize=True, max_examples=500, deadline=None)
@given(CARDS)
def test_a_card_in_print_is_the_same_card(text: str) -> None:
    for weapon in read(text).weapons:
        lines = weapon.lines or (Line(),)
        assert read(weapon.printed, strict=True).weapons == (weapon,), weapon.printed
        if not any(line.strong or line.strong_bonus or line.is_bonus or line.at_least for line in lines):
            assert read_attack(weapon.printed) == replace(weapon, lines=lines)


PIECES = (
    *(
        "[RED]",
        "[GREEN",
        "BLACK]",
        "[YELOW]",
        "[Steel]",
        "[SWORDS]",
        "[HELMET]:",
        "[1]",
        "red",
        "2",
        "gr",
        "s:",
        "-1",
        "+",
    ),
    *(
        "(1)",
        "(+1)",
        "(Frost)",
        "(",
        ")",
        "and",
        "add",
        "Piercing",
        "Follow-Up",
        "Absorb Health",
        "damage",
        ":",
        ",",
        " / ",
    ),
    *(
        "\n",
        "///",
        ";",
        '8"',
        "One-Handed:",
        "Strength 6+:",
        "Melee(Strength):",
        "Force",
        'up to 6"',
        "x",
        "\xa0",
        "é",
        "½",
    ),
)


def read_or_refused(text: str, strict: bool) -> tuple[Weapon, ...]:
    """The weapons, none where the text is refused in one sentence of readable length."""
    said = ""
    try:
        return read(text, strict=strict).weapons
    except BadNotation as error:
        said = str(error)
    assert "\n" not in said
    assert 0 < len(said) < 400
    return ()


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join), st.booleans())
def test_whatever_stands_there_is_read_or_refused_in_one_sentence(text: str, strict: bool) -> None:
    for weapon in read_or_refused(text, strict):
        assert sum(len(line.dice) for line in weapon.lines) <= 99 * len(weapon.lines)
        assert weapon.printed


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(max_size=60), st.booleans())
def test_any_text_at_all(text: str, strict: bool) -> None:
    read_or_refused(text, strict)


@pytest.mark.parametrize(
    "text", ["a r " * 20_000, "[" * 20_000, "[RED] " * 20_000, "(" * 20_000, "s: " * 20_000, "1" * 20_000]
)
def test_a_very_long_text_is_refused_at_once(text: str) -> None:
    started = time.perf_counter()
    with pytest.raises(BadNotation) as error:
        read_attack(text)
    assert len(str(error.value)) < 400
    assert time.perf_counter() - started < 2
