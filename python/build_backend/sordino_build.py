"""Builds the wheel of this folder (PEP 517 and 660) with nothing but Python: the package, and the jar it runs.

In a checkout the jar is brought up to date by ``../sordino`` first, which needs a JDK 17 or newer; in an unpacked sdist it lies in
``sordino/jars`` already. The same files give the same bytes.
"""

import base64
import gzip
import hashlib
import io
import os
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKOUT = ROOT.parent
# What batch requests need, and no more: drivers that read data files are a hundred times as large.
JARS = ["sordino-*.jar", "commons-numbers-*.jar", "jackson-*.jar", "picocli-*.jar", "progressbar-*.jar",
        "jline-*.jar"]
TIME = (2025, 1, 1, 0, 0, 0)


def _setting(name):
    """A string of pyproject.toml; Python 3.9 has no parser for it."""
    return re.search(rf'^{name} = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M).group(1)


def _list(section, name=None):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    part = re.search(rf"^\[{re.escape(section)}\]\n(.*?)(?=^\[|\Z)", text, re.M | re.S).group(1)
    if name is None:
        return re.findall(r"^(\w+) = (.*?)$", part, re.M)
    return re.findall(r'"([^"]*)"', re.search(rf"^{name} = \[(.*?)\]", part, re.M | re.S).group(1))


def _metadata():
    lines = ["Metadata-Version: 2.1", f"Name: {_setting('name')}", f"Version: {_setting('version')}",
             f"Summary: {_setting('description')}", "License: Apache-2.0", f"Requires-Python: {_setting('requires-python')}",
             "Keywords: " + ",".join(_list("project", "keywords"))]
    lines += [f"Classifier: {one}" for one in _list("project", "classifiers")]
    for extra, needs in _list("project.optional-dependencies"):
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {one} ; extra == '{extra}'" for one in re.findall(r'"([^"]*)"', needs)]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / "README.md").read_text(encoding="utf-8")]
    return "\n".join(lines)


def _scripts():
    return "[console_scripts]\n" + "".join(f"{name} = {target.strip(chr(34))}\n" for name, target in _list("project.scripts"))


def _sources():
    return {path.relative_to(ROOT).as_posix(): path.read_bytes()
            for path in sorted((ROOT / "sordino").rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts and "jars" not in path.parts}


def _jars():
    """The jar and what it needs, by their place in the package."""
    shipped = ROOT / "sordino" / "jars"
    if shipped.is_dir():
        return {f"sordino/jars/{path.relative_to(shipped).as_posix()}": path.read_bytes()
                for path in sorted(shipped.rglob("*.jar"))}
    launcher = CHECKOUT / "sordino"
    if not launcher.is_file():
        raise SystemExit("sordino: there is neither a jar nor a checkout to build it from; take the wheel")
    built = CHECKOUT / "app" / "target"
    if os.environ.get("SORDINO_JARS") != "as-built":  # a build that has just made them says so
        made = subprocess.run([str(launcher), "--version"], stdout=subprocess.DEVNULL)
        if made.returncode != 0:
            raise SystemExit("sordino: the jar could not be built; it needs a JDK 17 or newer (apt-get install openjdk-17-jdk-headless)")
    found = {"sordino/jars/sordino.jar": (built / "sordino.jar").read_bytes()}
    for pattern in JARS:
        for path in sorted((built / "lib").glob(pattern)):
            found[f"sordino/jars/lib/{path.name}"] = path.read_bytes()
    return found


def _licence():
    """Beside the package in an sdist, above it in a checkout."""
    own = ROOT / "LICENSE"
    return (own if own.is_file() else CHECKOUT / "LICENSE").read_bytes()


def _write_wheel(folder, files, tag="py3-none-any"):
    name, version = _setting("name"), _setting("version")
    info = f"{name}-{version}.dist-info"
    files = {**files, f"{info}/METADATA": _metadata().encode("utf-8"), f"{info}/entry_points.txt": _scripts().encode("ascii"),
             f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: sordino\nRoot-Is-Purelib: true\nTag: {tag}\n".encode("ascii")}
    files[f"{info}/LICENSE"] = _licence()
    record = io.StringIO()
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode("ascii")
        record.write(f"{path},sha256={digest},{len(content)}\n")
    record.write(f"{info}/RECORD,,\n")
    files[f"{info}/RECORD"] = record.getvalue().encode("utf-8")
    wheel = f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.external_attr = 0o644 << 16
            # jars are compressed already
            entry.compress_type = zipfile.ZIP_STORED if path.endswith(".jar") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _write_wheel(wheel_directory, {**_sources(), **_jars()})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Points at this folder; the checkout's launcher is used, which rebuilds what has changed."""
    return _write_wheel(wheel_directory, {"sordino.pth": f"{ROOT}\n".encode("utf-8")})


def build_sdist(sdist_directory, config_settings=None):
    name = f"{_setting('name')}-{_setting('version')}"
    files = {**_sources(), **_jars(), "PKG-INFO": _metadata().encode("utf-8"), "LICENSE": _licence()}
    for path in ("pyproject.toml", "README.md", "build_backend/sordino_build.py"):
        files[path] = (ROOT / path).read_bytes()
    # gzip would note the time and the name of the file, and the same files would give other bytes
    with open(Path(sdist_directory) / f"{name}.tar.gz", "wb") as out, \
            gzip.GzipFile(filename="", fileobj=out, mode="wb", mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, content in files.items():
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    return f"{name}.tar.gz"


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel
