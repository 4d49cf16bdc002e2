"""Parquet files as another program writes them, for ParquetRowsTest: pip install pyarrow; python3 oracle/parquet_files.py

Its statistics leave NaN out, it does not ask whether texts are UTF-8, and it writes moments in milliseconds and in 96 bits.
"""

import math
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = pathlib.Path(__file__).parent.parent / "table/src/test/resources/parquet"
ROWS = 500


def write(name, columns, **options):
    pq.write_table(pa.table(columns), FOLDER / f"{name}.parquet", **options)


def bytes_as_texts(*values):
    """Texts that nobody has looked at."""
    ends = [0]
    for value in values:
        ends.append(ends[-1] + len(value))
    offsets = b"".join(end.to_bytes(4, "little") for end in ends)
    return pa.Array.from_buffers(pa.string(), len(values), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(values))])


def moments(last, unit):
    return pa.array([0] * 8 + [last], pa.int64()).cast(pa.timestamp(unit))


FOLDER.mkdir(parents=True, exist_ok=True)
numbers = [1.0, math.nan] * ROWS
write("nan", {"x": pa.array(numbers)})
write("nan-and-a-row", {"x": pa.array(numbers + [6.0])})
write("texts", {"s": bytes_as_texts(*[b"a"] * 8)})
write("texts-and-a-row", {"s": bytes_as_texts(*[b"a"] * 8, b"\xff")})
write("milliseconds", {"t": moments(0, "ms"), "v": pa.array(range(9)), "st": [{"t": 1}] * 9, "n": pa.array(range(9))})
write("milliseconds-far", {"t": moments(-(2**63) + 5, "ms"), "v": pa.array(range(9)), "st": [{"t": 1}] * 9, "n": pa.array(range(9))})
write("nested-before", {"st": [{"a": {"b": 1}, "c": [2]}] * 9, "us": moments(5, "us"), "t": moments(0, "ms")})
write("int96", {"t": moments(0, "ns"), "v": pa.array(range(9))}, use_deprecated_int96_timestamps=True)
