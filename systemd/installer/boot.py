"""What a Raspberry Pi is told when it starts: the readers' overlay, and a block of lines of ours in config.txt.

The lines are shown and asked for, the file is kept beside, and only what stands between the two marks is ever ours.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from hardware.description import Table, load
from hardware.guide.boot import config, kernel_words
from hardware.guide.overlay import NAME as OVERLAY
from hardware.guide.overlay import overlay
from installer.files import back_up, keep, put, put_bytes
from installer.places import Places
from installer.talk import CannotInstallError, Talk

BEGIN, END = "# mille-bornes: from here", "# mille-bornes: to here"
OURS = re.compile(rf"{BEGIN}\n.*?{END}\n", re.DOTALL)
SPI_FOR_ALL = re.compile(r"^(dtparam=spi=on)$", re.MULTILINE)
SET_ASIDE = "# set aside by mille-bornes: "
BUFSIZ = re.compile(r" ?\bspidev\.bufsiz=\d+")
"""The spidev buffer of the kernel's command line."""


def is_pi(places: Places) -> bool:
    """Whether this machine is a Raspberry Pi."""
    return places.model.exists() and places.model.read_text(errors="replace").startswith("Raspberry Pi")


def tell_the_pi(places: Places, talk: Talk, description: Path) -> bool:
    """Puts overlay and lines of the described table in place; whether the Pi must be started again for them."""
    table = load(description)
    config_txt, cmdline = places.boot / "config.txt", places.boot / "cmdline.txt"
    wanted = [(config_txt, with_block(_read(config_txt), config(table, description.name)))]
    if words := kernel_words(table):
        wanted.append((cmdline, with_words(_read(cmdline), words)))
    changes = [(path, text) for path, text in wanted if _read(path) != text]
    fresh = _put_overlay(places, talk, table, description.name)
    if not changes:
        return fresh
    for path, text in changes:
        talk.say(f"{path} needs these lines:")
        talk.show_change(str(path), _read(path), text)
    if not talk.ask("Write them?"):
        talk.say("Left as they are: until they are written, the readers and the strip of this build are not there.")
        return fresh
    for path, text in changes:
        if path.exists():
            talk.say(f"{path}: the old one is kept as {back_up(path)}")
        put(path, text, path.stat().st_mode & 0o777 if path.exists() else 0o755)
    return True


def forget(places: Places, talk: Talk) -> None:
    """Takes our lines and the overlay out again."""
    for path, without in ((places.boot / "config.txt", without_block), (places.boot / "cmdline.txt", without_words)):
        text = _read(path)
        if path.exists() and without(text) != text:
            talk.show_change(str(path), text, without(text))
            if talk.ask("Take these lines out?"):
                talk.say(f"{path}: the old one is kept as {back_up(path)}")
                put(path, without(text), path.stat().st_mode & 0o777)
    (places.boot / "overlays" / f"{OVERLAY}.dtbo").unlink(missing_ok=True)


def kept(places: Places) -> dict[Path, bytes]:
    """What the Pi is told when it starts, before a release tells it anything else."""
    files = places.boot / "config.txt", places.boot / "cmdline.txt", places.boot / "overlays" / f"{OVERLAY}.dtbo"
    return {path: path.read_bytes() for path in files if path.exists()}


def put_back(before: dict[Path, bytes], talk: Talk) -> None:
    """Tells the Pi what it was told before."""
    for path, data in before.items():
        if not path.exists() or path.read_bytes() != data:
            put_bytes(path, data, path.stat().st_mode & 0o777 if path.exists() else 0o755)
            talk.say(f"{path}: as it was before")


def with_block(text: str, lines: str) -> str:
    """config.txt with our lines at its end, and without what would claim the readers' pins."""
    text = SPI_FOR_ALL.sub(rf"{SET_ASIDE}\1", OURS.sub("", text))
    text = text if not text or text.endswith("\n") else text + "\n"
    return f"{text}{BEGIN}\n{lines}{END}\n"


def without_block(text: str) -> str:
    """config.txt as it would be without us."""
    return OURS.sub("", text).replace(SET_ASIDE, "")


def with_words(text: str, words: str) -> str:
    """The kernel's command line, one line, with our words at its end."""
    return f"{without_words(text).rstrip()} {words}\n".lstrip()


def without_words(text: str) -> str:
    """The kernel's command line as it would be without us."""
    return BUFSIZ.sub("", text)


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _put_overlay(places: Places, talk: Talk, table: Table, source_name: str) -> bool:
    """Compiles the readers' overlay into place; whether it is another one than before."""
    try:
        text = overlay(table, source_name)
    except ValueError as error:
        raise CannotInstallError(f"{source_name}: {error}") from error
    compiler = shutil.which("dtc")
    if compiler is None:
        raise CannotInstallError("the readers' overlay cannot be compiled: sudo apt install device-tree-compiler")
    target = places.boot / "overlays" / f"{OVERLAY}.dtbo"
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "overlay.dts", Path(folder) / "overlay.dtbo"
        source.write_text(text)
        done = subprocess.run(
            [compiler, "-q", "-@", "-I", "dts", "-O", "dtb", "-o", made, source],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotInstallError(f"the readers' overlay of {source_name} does not compile:\n{done.stderr}")
        if target.exists() and target.read_bytes() == made.read_bytes():
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = target.with_name(f".{target.name}.new")
        shutil.copyfile(made, fresh)
        keep(fresh)
        fresh.replace(target)
        keep(target.parent)
    talk.say(f"{target}: the readers' bus")
    return True
