"""Whoever plays chess, in a process of its own: moves a second of python-chess, `is_legal` and `push`."""

import json
import sys
import time
from random import Random
from typing import Any

from companion.compose.bench.peers import CHESS, load

GAMES = 25
LONGEST = 120


def main(peers: str, _scratch: str) -> None:
    """Play the same random games again and again, timed without the choice of moves."""
    chess = load(peers, CHESS)
    random = Random(1)  # noqa: S311 - a benchmark wants the same games again
    games = [_moves(chess.Board(), random) for _ in range(GAMES)]
    begun, moves = time.process_time(), 0
    for game in games:
        board = chess.Board()
        for move in game:
            if board.is_legal(move):
                board.push(move)
                moves += 1
    print(json.dumps(moves / (time.process_time() - begun)))


def _moves(board: Any, random: Random) -> list[Any]:
    moves: list[Any] = []
    while len(moves) < LONGEST and not board.is_game_over():
        moves.append(random.choice(list(board.legal_moves)))
        board.push(moves[-1])
    return moves


if __name__ == "__main__":
    main(*sys.argv[1:])
