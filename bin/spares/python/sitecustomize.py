# The part of a spare interpreter that waits: Python imports it before the script. It reads one message from descriptor 3,
# becomes the process that a plain start would have made, says so with one byte, and lets Python go on with the script.
import os
import sys


def _wait():
    before = set(sys.modules)
    for name in os.environ.get("ANYHOOK_SPARE_IMPORTS", "").split():
        try:
            __import__(name)
        except Exception:
            pass
    preloaded = {name.partition(".")[0] for name in set(sys.modules) - before}

    def write(byte):
        try:
            os.write(3, byte)
        except OSError:
            os._exit(1)

    def read(size):
        data = b""
        while len(data) < size:
            try:
                part = os.read(3, size - len(data))
            except OSError:
                part = b""
            if not part:
                os._exit(0)
            data += part
        return data

    write(b"r")
    words = read(int.from_bytes(read(4), "big")).split(b"\0")
    cwd, count, script = words[0], int(words[1]), words[2]
    # Python itself sets this one when it starts in the C locale.
    coerced = os.environ.get("LC_CTYPE")
    for name in list(os.environ):
        del os.environ[name]
    for entry in words[2 + count : -1]:
        name, _, value = entry.partition(b"=")
        os.environb[name] = value
    if coerced is not None:
        os.environ["LC_CTYPE"] = coerced
    try:
        os.chdir(cwd)
    except OSError:
        os._exit(1)
    if _is_shadowed(preloaded, script):
        os._exit(1)
    import time

    time.tzset()
    folder = os.path.dirname(__file__)
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    sys.path_importer_cache.pop(folder, None)
    write(b"a")
    os.close(3)


def _is_shadowed(modules, script):
    """Would the script have found another module of one of these names beside it?"""
    if not modules:
        return False
    try:
        folders = {os.path.dirname(os.path.abspath(path)) for path in (script, os.path.realpath(script))}
        beside = {entry.split(b".")[0] for folder in folders for entry in os.listdir(folder)}
    except OSError:
        return True
    return any(os.fsencode(name) in beside for name in modules)


_wait()
del sys.modules["sitecustomize"]
# If there is none, the error goes on to `site`, which expects it.
import sitecustomize  # noqa: E402,F401
