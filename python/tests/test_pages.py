"""The pages show what Python prints: every block of ```python that has a prompt is run."""

import doctest
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


class Pages(unittest.TestCase):
    def test_pages_print_what_they_show(self):
        ran = 0
        for page in sorted([*ROOT.glob("docs/**/*.md"), ROOT / "README.md"]):
            text = page.read_text(encoding="utf-8")
            blocks = [match for match in BLOCK.finditer(text) if ">>> " in match.group(1)]
            if not blocks:
                continue
            names = {}
            for block in blocks:  # a page is one session
                line = text.count("\n", 0, block.start(1))
                test = doctest.DocTestParser().get_doctest(block.group(1), names, page.name, str(page), line)
                said = []
                runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
                runner.run(test, out=said.append, clear_globs=False)
                names = test.globs
                self.assertEqual(runner.failures, 0, "".join(said))
                ran += len(test.examples)
        self.assertGreater(ran, 10)

    def test_a_wrong_digit_is_found(self):
        test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "control", None, 0)
        runner = doctest.DocTestRunner()
        runner.run(test, out=lambda _: None)
        self.assertEqual(runner.failures, 1)


if __name__ == "__main__":
    unittest.main()
