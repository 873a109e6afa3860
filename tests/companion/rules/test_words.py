"""Words are split as a POSIX shell splits them, and what is written is read back."""

import contextlib
import shlex
import shutil
import subprocess

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from companion.rules.words import Unbalanced, quote, split

LINE = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))
SHELL_PLAIN = st.text("abÇ日'\"\\# \t=.,-+/", max_size=30)
"""Letters that mean the same to a record and to a shell: none that a shell expands, pipes or globs."""


def shell_words(line: str) -> list[str]:
    """What `sh` makes of the line's words."""
    script = f'words() {{ for word in "$@"; do printf "%s\\\\0" "$word"; done; }}\nwords {line}\n'
    run = subprocess.run(["sh", "-c", script], capture_output=True, check=True)
    return run.stdout.decode().split("\0")[:-1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("  \t ", []),
        ("# Toad 100", []),
        ("Toad\t100  by   Toad", ["Toad", "100", "by", "Toad"]),
        ("Toad 100 # by Bowser", ["Toad", "100"]),
        ("Toad 100 #' \"", ["Toad", "100"]),
        ("Mario#1 100", ["Mario#1", "100"]),
        ("'#1' 100", ["#1", "100"]),
        ("''# 100", ["#", "100"]),
        ("\\#1", ["#1"]),
        ("'Donkey Kong' 100", ["Donkey Kong", "100"]),
        ('"Donkey Kong" 100', ["Donkey Kong", "100"]),
        ("Donkey\\ Kong", ["Donkey Kong"]),
        ('D"\'"Artagnan', ["D'Artagnan"]),
        ("'a\\b' \"a\\b\" a\\b", ["a\\b", "a\\b", "ab"]),
        ('"\\"" "\\\\" "\\$" "\\`"', ['"', "\\", "$", "`"]),
        ("''", [""]),
        ("a''b", ["ab"]),
        ("a\u00a0b", ["a\u00a0b"]),
        ("a\rb", ["a\rb"]),
    ],
)
def test_words(line: str, words: list[str]) -> None:
    assert split(line) == words


UNBALANCED = [("'a", "'"), ('a "b', '"'), ("a\\", "\\"), ('"a\\', "\\"), ("'a\\'b'", "'")]


@pytest.mark.parametrize(("line", "mark"), UNBALANCED)
def test_unbalanced(line: str, mark: str) -> None:
    with pytest.raises(Unbalanced, match="^" + "\\" + mark):
        split(line)


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a POSIX shell")
@settings(max_examples=60)
@given(SHELL_PLAIN)
@example("a#b '#c' #d")
def test_a_shell_splits_the_same_words(line: str) -> None:
    try:
        words = split(line)
    except Unbalanced:
        assume(False)
    else:
        assert words == shell_words(line)


@given(st.text("abÇ日'\"\\ \t;|&*=.,-+/"))
def test_shlex_splits_the_same_words_where_there_is_no_comment(line: str) -> None:
    try:
        words = split(line)
    except Unbalanced:
        with pytest.raises(ValueError, match=r"No (closing quotation|escaped character)"):
            shlex.split(line)
    else:
        assert words == shlex.split(line)


@given(LINE)
def test_any_line_is_words_or_unbalanced(line: str) -> None:
    with contextlib.suppress(Unbalanced):
        assert all(isinstance(word, str) for word in split(line))


@given(st.lists(LINE))
def test_quoted_words_are_read_back(words: list[str]) -> None:
    assert split(" ".join(map(quote, words))) == words


@given(st.text("Zaz09_.,:/=+-#", min_size=1).filter(lambda word: word[0] != "#"))
def test_plain_words_need_no_quotes(word: str) -> None:
    assert quote(word) == word
