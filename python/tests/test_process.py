import multiprocessing
import os
import select
import signal
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import sordino
from sordino import _child

PACKAGE = str(Path(sordino.__file__).resolve().parent.parent)
PLANS = [f"{count} * gaussian({noise})" for count in (1, 7, 100) for noise in (1, 2.5, 30)] + ["100 * poisson(0.01, gaussian(1))"]


def uppers():
    return [sordino.epsilon(plan, 1e-5).upper for plan in PLANS]


def ask_in_fork(pipe):
    pipe.send((uppers(), _child.DESK.process_id))
    pipe.close()


class Process(unittest.TestCase):
    def test_one_process_answers_all_questions(self):
        sordino.epsilon("gaussian(1)", 1e-5)
        first = _child.DESK.process_id
        uppers()
        self.assertEqual(_child.DESK.process_id, first)

    def test_a_killed_process_is_replaced(self):
        expected = uppers()
        first = _child.DESK.process_id
        os.kill(first, signal.SIGKILL)
        self.assertEqual(uppers(), expected)
        self.assertNotEqual(_child.DESK.process_id, first)

    def test_a_process_that_dies_while_it_answers_is_replaced(self):
        sordino.epsilon("gaussian(1)", 1e-5)
        answers = []
        asking = threading.Thread(target=lambda: answers.append(sordino.compare(
            delta=1e-5, training=dict(dataset_size=60000, batch_size=256, noise_multiplier=1.1, epochs=15))))
        asking.start()
        os.kill(_child.DESK.process_id, signal.SIGKILL)
        asking.join()
        self.assertEqual(len(answers[0]), 8)

    def test_a_process_that_always_dies_is_reported_with_its_complaint(self):
        desk = _child.Desk()
        command = _child._find.command
        _child._find.command = lambda: [sys.executable, "-c", "import sys; sys.exit('out of order')"]
        try:
            with self.assertRaisesRegex(sordino.Stopped, "ended twice: out of order"):
                desk.ask({"command": "epsilon"})
        finally:
            _child._find.command = command
            desk.close()

    def test_threads_get_their_own_answers(self):
        expected = uppers()
        found = {}

        def ask(number):
            found[number] = [sordino.epsilon(plan, 1e-5).upper for plan in PLANS[number % 3:] + PLANS[:number % 3]]

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(12):
            self.assertEqual(found[number], expected[number % 3:] + expected[:number % 3])

    def test_a_request_that_cannot_be_read_is_answered_too(self):
        # such a line is answered without its number, which was not read either
        answers = []

        def ask(plan):
            try:
                answers.append(sordino.epsilon(plan, 1e-5).upper)
            except sordino.SordinoError as refused:
                answers.append(type(refused))

        plans = ["gaussian(1)", "gaussian(1)" + " " * 4_000_000, "gaussian(2)"]
        for plan in plans:
            asking = threading.Thread(target=ask, args=(plan,), daemon=True)
            asking.start()
            asking.join(60)
        self.assertEqual(answers, [sordino.epsilon(plans[0], 1e-5).upper, sordino.LimitReached, sordino.epsilon(plans[2], 1e-5).upper])

    @unittest.skipUnless(hasattr(signal, "setitimer"), "no alarm here")
    def test_an_interrupted_request_does_not_spoil_the_next_one(self):
        class Interrupted(Exception):
            pass

        def interrupt(*_):
            raise Interrupted

        expected = sordino.epsilon("gaussian(1)", 1e-5).upper
        stopped = _child.DESK.process_id
        os.kill(stopped, signal.SIGSTOP)  # so that the pipe is full before the request is written
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            with self.assertRaises(Interrupted):
                sordino.epsilon("gaussian(1)" + " " * 1_000_000, 1e-5)
            os.kill(stopped, signal.SIGCONT)
            signal.setitimer(signal.ITIMER_REAL, 60)
            self.assertEqual(sordino.epsilon("gaussian(1)", 1e-5).upper, expected)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_forked_process_starts_its_own(self):
        expected = uppers()
        here = _child.DESK.process_id
        context = multiprocessing.get_context("fork")
        parents, childs = context.Pipe()
        forked = context.Process(target=ask_in_fork, args=(childs,))
        forked.start()
        answered, there = parents.recv()
        forked.join()
        self.assertEqual(forked.exitcode, 0)
        self.assertEqual(answered, expected)
        self.assertNotEqual(there, here)
        self.assertEqual(uppers(), expected)
        self.assertEqual(_child.DESK.process_id, here)

    def test_closing_ends_it_and_the_next_question_starts_another(self):
        sordino.epsilon("gaussian(1)", 1e-5)
        first = _child.DESK.process_id
        sordino.close()
        self.assertIsNone(_child.DESK.process_id)
        self.assertFalse(Path(f"/proc/{first}").exists() if sys.platform == "linux" else False)
        self.assertGreater(sordino.epsilon("gaussian(1)", 1e-5).upper, 4)

    @unittest.skipUnless(hasattr(os, "pidfd_open"), "needs to watch a process")
    def test_it_ends_with_its_parent_however_that_ends(self):
        ask = "import sordino; sordino.epsilon('gaussian(1)', 1e-5); from sordino import _child; print(_child.DESK.process_id, flush=True); "
        # in the last one a forked process outlives the parent, and must not keep the pipes open
        for ending in ("pass", "import os; os._exit(3)", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
                       "import os, signal; os.fork() or (os.close(1), signal.pause()); os._exit(0)"):
            with self.subTest(ending):
                parent = subprocess.Popen([sys.executable, "-c", ask + ending], stdout=subprocess.PIPE, start_new_session=True,
                                          env={**os.environ, "PYTHONPATH": PACKAGE})
                try:
                    number = int(parent.stdout.readline())
                    try:
                        watched = os.pidfd_open(number)
                    except ProcessLookupError:
                        continue  # ended already
                    ended, _, _ = select.select([watched], [], [], 60)
                    os.close(watched)
                    self.assertTrue(ended, "still running")
                finally:
                    parent.stdout.close()
                    parent.wait()
                    try:
                        os.killpg(parent.pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass


class Finding(unittest.TestCase):
    def run_with(self, code="import sordino; sordino.epsilon('gaussian(1)', 1e-5)", **environment):
        return subprocess.run([sys.executable, "-c", "import sys\ntry:\n  " + code + "\nexcept sordino.SordinoError as e:\n  sys.exit(f'{type(e).__name__}: {e}')"],
                              env={"PYTHONPATH": PACKAGE, **environment}, stderr=subprocess.PIPE, universal_newlines=True)

    def test_without_java_one_sentence_says_what_to_install(self):
        ended = self.run_with(PATH="/nowhere", SORDINO_HOME=os.environ.get("SORDINO_HOME", ""))
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(len(ended.stderr.strip().splitlines()), 1, ended.stderr)
        self.assertIn("NoJava: sordino needs Java 17 or newer and found none: install one", ended.stderr)
        self.assertIn("openjdk-17-jre-headless", ended.stderr)

    def test_an_old_java_is_named(self):
        import tempfile
        with tempfile.TemporaryDirectory() as home:
            (Path(home) / "bin").mkdir()
            java = Path(home) / "bin" / "java"
            java.write_text("#!/bin/sh\n")
            java.chmod(0o755)
            (Path(home) / "release").write_text('JAVA_VERSION="1.8.0_402"\n')
            ended = self.run_with(JAVA_HOME=home, PATH=os.environ["PATH"])
            self.assertIn(f"found {java} (Java 8): install one", ended.stderr)

    def test_a_home_without_it_is_refused(self):
        ended = self.run_with(SORDINO_HOME="/nowhere", PATH=os.environ["PATH"])
        self.assertIn("SORDINO_HOME is /nowhere, where there is no sordino", ended.stderr)

    def test_the_command_line_is_there_too(self):
        ended = subprocess.run([sys.executable, "-m", "sordino", "epsilon", "gaussian(2)", "--delta", "1e-5", "--json"],
                               env={**os.environ, "PYTHONPATH": PACKAGE}, stdout=subprocess.PIPE, universal_newlines=True)
        import json
        self.assertEqual(json.loads(ended.stdout)["epsilon"]["upper"], sordino.epsilon("gaussian(2)", 1e-5).upper)


if __name__ == "__main__":
    unittest.main()
