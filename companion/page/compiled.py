"""Templates that were compiled before, kept where Python keeps its modules: compiling takes longer than drawing."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import jinja2
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache

READ = {"trim_blocks": True, "lstrip_blocks": True}
"""How all templates of the page are read."""
PACKAGE = Path(__file__).parent.parent
KEPT = Path(__file__).parent / "__pycache__"
_DIGEST_BYTES = sha256().digest_size
_NAME_DIGITS = 16


class Compiled(BytecodeCache):
    """Files in a folder, each behind its own check sum: one that a power cut has torn is made anew.

    As for Python's own, none is written where nothing may be; nor, unless it is `asked` for, where
    `PYTHONDONTWRITEBYTECODE` is set.
    """

    def __init__(self, options: Mapping[str, Any], folder: Path = KEPT, *, asked: bool = False) -> None:
        """`options`: how templates are read; read otherwise, or by another Jinja, they are compiled anew."""
        self._folder, self._by = folder, f"{jinja2.__version__} {sorted(options.items())}"
        self._asked = asked

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, if its template was compiled before and is still the same."""
        with suppress(OSError):
            kept = self._file(bucket).read_bytes()
            if sha256(kept[_DIGEST_BYTES:]).digest() == kept[:_DIGEST_BYTES]:
                bucket.bytecode_from_string(kept[_DIGEST_BYTES:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        if sys.dont_write_bytecode and not self._asked:
            return
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            with NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(sha256(code).digest() + code)
            Path(file.name).replace(self._file(bucket))

    def _file(self, bucket: Bucket) -> Path:
        name = sha256(f"{bucket.key} {self._by}".encode()).hexdigest()[:_NAME_DIGITS]
        return self._folder / f"template-{name}.{sys.implementation.cache_tag}"


def compile_all(package: Path = PACKAGE, kept: Path = KEPT) -> int:
    """Compile every template of the package's pages, for a program that may not write here; how many there are."""
    count = 0
    for folder in package.rglob("templates"):
        app = Flask("companion.page")
        app.jinja_options = {**READ, "bytecode_cache": Compiled(READ, kept, asked=True)}
        app.jinja_env.loader = jinja2.FileSystemLoader(folder)
        for name in app.jinja_env.list_templates():
            app.jinja_env.get_template(name)
            count += 1
    return count
