"""The words that options take. A wrong one raises `argparse.ArgumentTypeError`, which says what to write."""

import argparse
import math

MOST_PORT = 65535


def port(word: str) -> int:
    """A port of the network; 0 is a free one."""
    if not (word.isascii() and word.isdecimal()) or int(word) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"{word} is no port: write a number from 0 to {MOST_PORT}")
    return int(word)


def speed(word: str) -> float:
    """Acts a second."""
    return _above_0(word, f"{word} is no speed: write acts a second, such as 2 or 0.5")


def seconds(word: str) -> float:
    """How long to wait."""
    return _above_0(word, f"{word} is no time to wait: write seconds, such as 60")


def _above_0(word: str, wrong: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(wrong)
    return number
