"""Random words: the published known answers of Philox4x32-10, and how words become faces."""

from itertools import pairwise

import numpy as np
import pytest

from tamriel_odds.kernels.words import BLOCK, deal, face, philox

ALL = 0xFFFFFFFF

# Counter, key, output: the known answers that the authors of Philox publish with it.
KNOWN = {
    "zeros": ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    "ones": ((ALL,) * 4, (ALL,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    "pi": (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
}
SEEDS = (0, 1, 2**31, 2**32 + 1, 2**63, 2**64 - 1)


@pytest.mark.parametrize(("counter", "key", "output"), KNOWN.values(), ids=KNOWN.keys())
def test_philox_gives_the_published_answers(
    counter: tuple[int, ...], key: tuple[int, ...], output: tuple[int, ...]
) -> None:
    assert tuple(int(word) for word in philox(*map(np.uint64, (*counter, *key)))) == output


def dealt(seed: int, calls: list[int], trials: int = 3, first: int = 0) -> np.ndarray:
    words = np.full((4 * (max(calls, default=0) + 1), trials), 7, np.uint32)
    deal(words, np.array(calls, np.int64), np.uint64(first), np.uint64(seed))
    return words


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("first", [0, 2**32 - 1, 2**40])
def test_a_word_is_philox_of_trial_draw_and_seed(seed: int, first: int) -> None:
    words = dealt(seed, [0, 1, 2], first=first)
    for i in range(words.shape[1]):
        for call in range(3):
            trial = first + i
            counter = (trial & ALL, trial >> 32, call, 0, seed & ALL, seed >> 32)
            expected = [int(word) for word in philox(*map(np.uint64, counter))]
            assert words[4 * call : 4 * call + 4, i].tolist() == expected


def test_every_seed_deals_other_words() -> None:
    assert len({dealt(seed, [0]).tobytes() for seed in SEEDS}) == len(SEEDS)


def test_every_trial_has_other_words() -> None:
    words = dealt(1, [0, 1], trials=BLOCK)
    assert len(np.unique(words, axis=1).T) == BLOCK


def test_only_the_calls_asked_for_are_filled() -> None:
    words = dealt(1, [0, 2])
    assert (words[4:8] == 7).all()
    assert (words[:4] == dealt(1, [0])).all()
    assert (words[8:] == dealt(1, [0, 1, 2])[8:]).all()


def test_no_call_fills_nothing() -> None:
    assert (dealt(1, []) == 7).all()


def test_words_do_not_depend_on_where_a_block_begins() -> None:
    assert (dealt(5, [1], trials=9)[:, 4:] == dealt(5, [1], trials=5, first=4)).all()


@pytest.mark.parametrize("faces", [1, 2, 6, 20, 36, 120, 7776])
def test_a_face_is_one_of_the_faces_and_each_has_its_share(faces: int) -> None:
    assert int(face(np.uint32(0), faces)) == 0
    assert int(face(np.uint32(ALL), faces)) == faces - 1
    for number in {0, faces // 2, faces - 1}:
        first = -(-(number << 32) // faces)  # the lowest word of this face
        assert int(face(np.uint32(first), faces)) == number
        assert first == 0 or int(face(np.uint32(first - 1), faces)) == number - 1


@pytest.mark.parametrize("faces", [6, 20, 7776])
def test_a_larger_word_never_shows_a_smaller_face(faces: int) -> None:
    words = np.sort(dealt(3, [0], trials=200).ravel())
    shown = [int(face(word, faces)) for word in words]
    assert all(lower <= upper for lower, upper in pairwise(shown))


@pytest.mark.parametrize(("first", "others"), [(6, 6), (20, 6), (6, 6**4)])
def test_the_first_die_of_a_pool_shows_what_it_shows_alone(first: int, others: int) -> None:
    for word in dealt(2, [0, 1], trials=50).ravel():
        assert int(face(word, first * others)) // others == int(face(word, first))
