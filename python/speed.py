"""How soon answers come: python3 speed.py. Times are seconds on the clock; say what else the machine had to do."""

import statistics
import subprocess
import time

start = time.perf_counter()
import sordino  # noqa: E402  the import is part of the first answer

sordino.epsilon("gaussian(1)", 1e-5)
first = time.perf_counter() - start


def above_computing(plan: str) -> float:
    asked = time.perf_counter()
    answer = sordino.epsilon(plan, 1e-5)
    return time.perf_counter() - asked - answer.raw["seconds"]


def tell(name: str, times: "list[float]") -> None:
    times = sorted(times)
    print(f"{name}: {1e3 * statistics.median(times):.2f} ms in the median, {1e3 * times[-len(times) // 100]:.1f} ms at the 99th percentile")


print(f"first answer: {first:.2f} s")
for name, made in (("one step", "gaussian({})"), ("composed", "1000 * poisson(0.01, gaussian({}))")):
    tell(name + ", above computing", [above_computing(made.format(1 + number / 1000)) for number in range(1000)])

# what the machine itself takes for a line there and back, beside whatever else it does
with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as echo:
    times = []
    for _ in range(1000):
        asked = time.perf_counter()
        echo.stdin.write(b"x" * 200 + b"\n")
        echo.stdout.read(201)
        times.append(time.perf_counter() - asked)
    echo.stdin.close()
tell("an echo", times)
