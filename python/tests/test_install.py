"""The wheel that pip would build: unpacked, it must work without the checkout."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent


@unittest.skipUnless((FOLDER.parent / "app" / "target" / "sordino.jar").is_file(), "the jar is not built")
class Wheel(unittest.TestCase):
    def build(self, folder, hook):
        code = f"import sys; sys.path.insert(0, {str(FOLDER / 'build_backend')!r}); import sordino_build as b; print(b.{hook}({str(folder)!r}))"
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
