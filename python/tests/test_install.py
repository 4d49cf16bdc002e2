"""The wheel that pip would build: unpacked, it must work without the checkout."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent


@unittest.skipUnless((FOLDER.parent / "app" / "target" / "sordino.jar").is_file(), "the jar is not built")
class Wheel(unittest.TestCase):
    def build(self, folder, hook, source=FOLDER):
        code = f"import sys; sys.path.insert(0, {str(source / 'build_backend')!r}); import sordino_build as b; print(b.{hook}({str(folder)!r}))"
        made = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, universal_newlines=True, cwd="/",
                              env={**os.environ, "SORDINO_JARS": "as-built"})
        self.assertEqual(made.returncode, 0)
        return Path(folder) / made.stdout.strip()

    def test_a_wheel_works_alone_and_is_the_same_twice(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as again:
            wheel = self.build(folder, "build_wheel")
            self.assertEqual(wheel.read_bytes(), self.build(again, "build_wheel").read_bytes())
            self.assertLess(wheel.stat().st_size, 10_000_000)
            with zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                archive.extractall(folder)
            self.assertIn("sordino/py.typed", names)
            self.assertFalse([name for name in names if "duckdb" in name or "tests" in name or "__pycache__" in name])
            environment = {name: value for name, value in os.environ.items() if name not in ("SORDINO_HOME", "PYTHONPATH")}
            code = ("import sordino; print(sordino.__file__); print(sordino.epsilon('gaussian(2)', 1e-5).upper); "
                    "print(len(sordino.compare(delta=1e-5, training=dict(dataset_size=600, batch_size=60, noise_multiplier=1.1, epochs=1))))")
            ran = subprocess.run([sys.executable, "-c", code], cwd=folder, stdout=subprocess.PIPE, universal_newlines=True, env=environment)
            lines = ran.stdout.splitlines()
            self.assertEqual(Path(lines[0]).parent.parent.resolve(), Path(folder).resolve())
            self.assertGreater(float(lines[1]), 1.993)
            self.assertGreater(int(lines[2]), 5)
            served = subprocess.run([sys.executable, "-m", "sordino", "serve", "--port", "0"], cwd=folder, stderr=subprocess.PIPE,
                                    universal_newlines=True, env=environment, timeout=60)
            self.assertEqual(served.returncode, 3)
            self.assertEqual(served.stderr.splitlines()[0], "sordino: this installation does not carry what the command needs")

    def test_an_sdist_is_the_same_twice_and_its_wheel_is_that_of_the_checkout(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as again:
            sdist = self.build(folder, "build_sdist")
            time.sleep(1.1)  # gzip counts seconds
            self.assertEqual(sdist.read_bytes(), self.build(again, "build_sdist").read_bytes())
            with tarfile.open(sdist) as archive:
                archive.extractall(folder)
            unpacked = sdist.with_name(sdist.name[:-len(".tar.gz")])
            wheel = self.build(again, "build_wheel", unpacked)
            with zipfile.ZipFile(wheel) as archive, zipfile.ZipFile(self.build(folder, "build_wheel")) as direct:
                self.assertEqual(sorted(archive.namelist()), sorted(direct.namelist()))
                self.assertIn(wheel.name[:-len("-py3-none-any.whl")] + ".dist-info/LICENSE", archive.namelist())

    def test_a_command_has_the_heap_that_the_launcher_gives_it(self):
        from sordino import _find
        launcher = (FOLDER.parent / "sordino").read_text(encoding="utf-8")
        found = {"serve": re.search(r"= serve \]; then heap=(\w+)", launcher).group(1)}
        for names, heap in re.findall(r"(\w+(?: \| \w+)*)\) heap=(\w+)", launcher):
            found.update((name, heap) for name in names.split(" | "))
        self.assertEqual(_find.HEAPS, found)
        self.assertIn("-Xmx4g", _find._of_jar(Path("sordino.jar"), "train"))
        self.assertIn("-Xmx256m", _find._of_jar(Path("sordino.jar"), "batch"))
        pauses = re.search(r"= serve \]; then collector=\((.*)\)", launcher).group(1).split()
        for word in pauses + ["-XX:+ExitOnOutOfMemoryError"]:
            self.assertIn(word, _find._of_jar(Path("sordino.jar"), "serve"))
            self.assertNotIn(word, _find._of_jar(Path("sordino.jar"), "batch"))

    @unittest.skipIf(os.name == "nt", "a shell script")
    def test_a_distribution_starts_in_any_folder_and_locale(self):
        # a Java that reads names as ASCII does not find its own files in such a folder
        with tempfile.TemporaryDirectory(suffix=" \u00e4\u6f22") as folder:
            bin_ = Path(folder) / "bin"
            bin_.mkdir()
            shutil.copy(FOLDER.parent / "distribution" / "sordino", bin_)
            (bin_ / "java").write_text("#!/bin/sh\nlocale charmap\n")
            (bin_ / "java").chmod(0o755)
            for locale in ({}, {"LC_ALL": "C"}, {"LANG": "POSIX"}, {"LC_ALL": "C.UTF-8"}):
                ran = subprocess.run(["/bin/sh", str(bin_ / "sordino"), "--version"], stdout=subprocess.PIPE, universal_newlines=True,
                                     env={"PATH": os.environ["PATH"], **locale})
                self.assertEqual(ran.stdout, "UTF-8\n", locale)
            # where cd looks for folders elsewhere, and says where it found them
            ran = subprocess.run(["/bin/sh", "bin/sordino"], stdout=subprocess.PIPE, universal_newlines=True, cwd=folder,
                                 env={"PATH": os.environ["PATH"], "CDPATH": "/usr"})
            self.assertEqual(ran.stdout, "UTF-8\n")

    def test_versions_agree(self):
        sys.path.insert(0, str(FOLDER / "build_backend"))
        try:
            import sordino_build
        finally:
            sys.path.pop(0)
        import sordino
        self.assertEqual(sordino_build._setting("version"), sordino.__version__)
        pom = (FOLDER.parent / "pom.xml").read_text(encoding="utf-8")
        java = pom.split("<version>")[1].split("<")[0]
        self.assertEqual(sordino.__version__, java.replace("-SNAPSHOT", ".dev0"))


if __name__ == "__main__":
    unittest.main()
