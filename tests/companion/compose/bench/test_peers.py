"""How the peers come, and what is said of one that cannot come or is not whole."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import main
from companion.compose.bench import peers
from companion.compose.bench.bench import Bench, NotMeasuredError, PeerError, beside
from companion.compose.bench.figures import exactly

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
PYTHON_2 = {
    "__init__.py": "",
    "cards.py": "class Cards:\n  pass\n",
    "move.py": "from cards import Cards\n",
    "sampleais.py": "class BasicAI:\n  pass\n",
    "game.py": "from mille.cards import Cards\nimport mille.move\nassert mille.move.Cards is Cards\n"
    "class Game:\n  def __init__(self, ais):\n    assert len(ais) == 4\n"
    "  def playHand(self):\n    if 0: print 'in Python 2'\n    self.handleMove(1, 2, 3)\n"
    "  def handleMove(self, *play):\n    pass\n",
}
TRANSLATOR = """
class RefactoringTool:
    def __init__(self, fixes):
        assert "fissix.fixes.fix_print" in fixes
    def refactor_string(self, text, path):
        return text.replace("print 'in", "print('in").replace("2'", "2')").replace("from cards", "from .cards")
"""


def put(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)


def git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of the peer's name with one commit, and no registry: nothing is asked of the network."""
    place = tmp_path / "source"
    put(place / "mille", PYTHON_2)
    own = ("-C", str(place), "-c", "user.name=x", "-c", "user.email=x@example.org")
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "-m", "all")):
        git(*own, *words)
    monkeypatch.setattr(peers, "COMMIT", git("-C", str(place), "rev-parse", "HEAD"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", f"url.{place}.insteadOf")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", peers.SOURCE)
    monkeypatch.setattr(peers, "_ran", lambda *_command: "")
    return place


@needs_git
def test_the_peer_of_no_registry_is_fetched_at_its_commit(source: Path, tmp_path: Path) -> None:
    (source / "mille" / "later.py").write_text("")
    git("-C", str(source), "add", ".")
    git("-C", str(source), "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "later")
    assert main(["bench", "--peers", "--data", str(tmp_path / "data")]) == 0
    there = tmp_path / "data" / peers.FOLDER
    assert [each.name for each in there.iterdir()] == [peers.MILLE_AI]
    assert {each.name for each in (there / peers.MILLE_AI / "mille").iterdir()} == set(PYTHON_2)


@needs_git
@pytest.mark.parametrize("spoilt", ["file", "half", "changed", "link"])
def test_what_is_not_whole_is_fetched_anew(source: Path, tmp_path: Path, spoilt: str) -> None:
    place = tmp_path / peers.FOLDER / peers.MILLE_AI
    assert peers.install(tmp_path) == 0
    match spoilt:
        case "half":
            (place / "mille" / "game.py").unlink()
        case "changed":
            (place / "mille" / "game.py").write_text("")
        case "file":
            shutil.rmtree(place)
            place.write_text("")
        case "link":
            shutil.rmtree(place)
            place.symlink_to(source.parent / "nowhere")
    assert peers.install(tmp_path) == 0
    assert {file.name: file.read_text() for file in (place / "mille").iterdir()} == PYTHON_2


@needs_git
def test_one_that_is_there_needs_no_network(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert peers.install(tmp_path) == 0
    monkeypatch.setenv("GIT_CONFIG_KEY_0", f"url.{source.parent / 'nowhere'}.insteadOf")
    assert peers.install(tmp_path) == 0
    shutil.rmtree(tmp_path / peers.FOLDER / peers.MILLE_AI)
    assert peers.install(tmp_path) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("mille-bornes: mille-ai could not be installed: fatal: ")
    assert list((tmp_path / peers.FOLDER).iterdir()) == []


def test_without_git_the_others_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []

    def run(*command: str) -> str:
        ran.extend(command)
        return ""

    monkeypatch.setattr(peers, "_ran", run)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert peers.install(tmp_path) == 1
    assert str(tmp_path / peers.FOLDER) in ran
    assert capfd.readouterr().err == "mille-bornes: mille-ai could not be installed: git is not installed\n"


@needs_git
@pytest.mark.usefixtures("source")
def test_without_a_registry_the_one_of_git_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "_ran", lambda *_command: "ERROR: no such thing")
    assert peers.install(tmp_path) == 1
    said = "mille-bornes: the packages among the peers could not be installed: ERROR: no such thing\n"
    assert capfd.readouterr().err == said
    assert Bench(1, tmp_path / peers.FOLDER, tmp_path).has(peers.MILLE_AI)


def test_what_a_program_said_last_is_why_it_failed() -> None:
    assert peers._ran("sh", "-c", "echo WARNING >&2; echo ERROR: none >&2; exit 1") == "ERROR: none"
    assert peers._ran("sh", "-c", "exit 3") == "it ended with 3"
    assert "nowhere" in peers._ran("/nowhere/pip")
    assert peers._ran("sh", "-c", "echo WARNING >&2") == ""


def test_the_lock_holds_what_is_measured() -> None:
    locked = {line.split("==")[0] for line in peers.LOCK.read_text().splitlines() if "==" in line}
    assert locked == {"appdirs", "chess", "fissix", "mfrc522-python"}


def test_a_file_in_the_folders_place_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / peers.FOLDER).write_text("")
    assert main(["bench", "--peers", "--data", str(tmp_path)]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert line.endswith(f"{tmp_path / peers.FOLDER}: File exists")
    assert not Bench(1, tmp_path / peers.FOLDER, tmp_path).has(peers.CHESS)


def test_python_2_is_played_without_a_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    put(tmp_path / "fissix", {"__init__.py": "", "refactor.py": TRANSLATOR})
    mille = tmp_path / peers.MILLE_AI / "mille"
    put(mille, PYTHON_2)
    assert Bench(1, tmp_path, tmp_path).peer(peers.MILLE_AI, "mille_ai") > 0
    assert {each.name for each in mille.iterdir()} == set(PYTHON_2)
    (mille / "game.py").unlink()
    with pytest.raises(PeerError, match=r"mille-ai could not be measured: .* No module named 'mille\.game'"):
        Bench(1, tmp_path, tmp_path).peer(peers.MILLE_AI, "mille_ai")


@pytest.mark.parametrize(("peer", "module"), [(peers.CHESS, "chess_games"), (peers.FORK, "stock")])
def test_half_a_peer_is_not_taken_for_another_of_its_name(tmp_path: Path, peer: str, module: str) -> None:
    put(tmp_path / peer, {"half.py": ""})
    with pytest.raises(PeerError, match=f"{peer} is not whole"):
        Bench(1, tmp_path, tmp_path).peer(peer, module)
    put(tmp_path / "other" / peer, {"__init__.py": "0 / 0"})
    with pytest.raises(PeerError, match="ZeroDivisionError"):
        Bench(1, tmp_path / "other", tmp_path).peer(peer, module)


def test_a_peer_that_fails_leaves_the_others_their_rounds() -> None:
    def fails() -> float:
        raise PeerError("chess", "a bishop is missing")

    measured = beside(3, lambda: 2.0, {"chess": fails, "mille-ai": lambda: 1.0})
    assert measured == (exactly(2.0), {"mille-ai": exactly(1.0)}, "chess could not be measured: a bishop is missing")


def test_our_own_failure_is_none_of_the_peers() -> None:
    def fails() -> float:
        raise NotMeasuredError("no rules")

    with pytest.raises(NotMeasuredError, match="no rules"):
        beside(1, fails, {"chess": lambda: 1.0})


def test_a_folder_of_somebody_else_holds_no_peers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / peers.CHESS, {})
    assert Bench(1, tmp_path, tmp_path).has(peers.CHESS)

    def refuse(*_arguments: object, **_named: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    assert not Bench(1, tmp_path, tmp_path).has(peers.CHESS)
