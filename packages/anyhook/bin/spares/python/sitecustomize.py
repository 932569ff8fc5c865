# The waiting part of a prestarted interpreter: Python imports it before the script. It reads one message from
# descriptor 3, sets up the process as a plain start would, confirms that with one byte, and lets Python run the script.
import os
import sys

_own_folder = os.path.dirname(__file__)
# Does the script not use the two names that reveal its end? False until that was read.
_leaves_names = False


def _wait():
    before = set(sys.modules)
    for name in os.environ.get("ANYHOOK_SPARE_IMPORTS", "").split():
        try:
            __import__(name)
        except Exception:
            pass
    preloaded = {name.partition(".")[0] for name in set(sys.modules) - before}
    sys.path[:] = [entry for entry in sys.path if entry != _own_folder]
    sys.path_importer_cache.pop(_own_folder, None)
    _look_around()
    _shorten_end()

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
    # As `os.environb` does it, without unneeded checks: there are hundreds of variables.
    late, putenv = os.environ._data, os.putenv
    for entry in words[2 + count : -1]:
        name, _, value = entry.partition(b"=")
        putenv(name, value)
        late[name] = value
    if coerced is not None:
        os.environ["LC_CTYPE"] = coerced
    try:
        os.chdir(cwd)
    except OSError:
        os._exit(1)
    if _is_shadowed(preloaded, script):
        os._exit(1)
    global _leaves_names
    _leaves_names = not _mentions(script, b"__cached__")
    import time

    time.tzset()
    write(b"a")
    os.close(3)


def _look_around():
    """Makes Python list the module folders now: it lists a folder again only if it has changed."""
    from _frozen_importlib_external import PathFinder

    PathFinder.find_spec("sitecustomize", sys.path)


def _is_shadowed(modules, script):
    """Would the script have found another module of one of these names next to it?"""
    if not modules:
        return False
    try:
        folders = {os.path.dirname(os.path.abspath(path)) for path in (script, os.path.realpath(script))}
        beside = {entry.split(b".")[0] for folder in folders for entry in os.listdir(folder)}
    except OSError:
        return True
    return any(os.fsencode(name) in beside for name in modules)


def _mentions(script, name):
    try:
        with open(script, "rb") as file:
            return name in file.read()
    except OSError:
        return True


# Compiled modules whose objects do nothing when they are freed, or have a `__del__` if they do.
_harmless = frozenset(
    """_abc _ast _asyncio _bisect _blake2 _bz2 _codecs _collections _contextvars _crypt _csv _datetime _decimal _elementtree
    _frozen_importlib _frozen_importlib_external _functools _hashlib _heapq _imp _io _json _locale _lzma _md5 _opcode
    _operator _pickle _posixsubprocess _queue _random _sha1 _sha2 _sha256 _sha3 _sha512 _signal _socket _sre _stat
    _statistics _string _struct _symtable _sysconfig _thread _tokenize _tracemalloc _typing _uuid _warnings _weakref array
    atexit binascii builtins cmath errno fcntl gc grp itertools marshal math posix pwd pyexpat resource select sys termios
    time unicodedata zlib""".split()
)


def _shorten_end():
    """At exit Python frees all objects one by one. Skip that if none of the hook's objects would notice."""
    known = sys.modules.copy()
    import _thread
    import _warnings
    import atexit
    import gc

    for name in {"atexit", "gc"} - set(known):
        del sys.modules[name]
    streams = [sys.stdin, sys.stdout, sys.stderr]
    filters = _warnings.filters[:]
    # Objects that exist now are old from here on, so the hook's objects are the young ones.
    gc.collect()

    def count_of_agings():
        """Objects that survive one of these are no longer young."""
        return [one["collections"] for one in gc.get_stats()[1:]]

    agings = count_of_agings()

    def end(_register=atexit.register):
        if (
            count_of_agings() == agings
            and not gc.callbacks
            and not gc.get_debug()
            and _thread._count() == 0
            and _warnings.filters == filters
            and all(now is then for now, then in zip([sys.stdin, sys.stdout, sys.stderr], streams))
            and all(_is_harmless(name, module, known) for name, module in sys.modules.copy().items())
            and not _has_end(gc.get_objects(0) + gc.get_objects(1))
        ):
            if _is_through() and _is_flushed(streams[1:]):
                os._exit(0)
            gc.freeze()

    # The first one registered is called last.
    atexit.register(end)


def _is_through():
    """Did the script end with exit code 0? Then Python has removed exactly two names from it."""
    from _frozen_importlib_external import SourceFileLoader

    names = sys.modules["__main__"].__dict__
    return (
        _leaves_names
        and type(names.get("__loader__")) is SourceFileLoader
        and not any(name in names for name in ("__file__", "__cached__"))
        and all(name in names for name in ("__name__", "__doc__", "__package__", "__spec__", "__builtins__"))
        and not hasattr(sys, "last_type")
    )


def _is_flushed(streams):
    try:
        for stream in streams:
            stream.flush()
        return True
    except Exception:
        # Otherwise Python tries again and complains.
        return False


def _is_harmless(name, module, known):
    if name in _harmless:
        return True
    if not issubclass(type(module), type(sys)):
        return known.get(name) is module
    file = object.__getattribute__(module, "__dict__").get("__file__")
    return name not in sys.builtin_module_names and (file is None or str(file).endswith((".py", ".pyc")))


def _has_end(objects):
    """Would Python run code when it frees these?"""
    from _io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
    from _weakref import ReferenceType

    files = {id(kind) for kind in (BufferedReader, BufferedWriter, FileIO, TextIOWrapper)}
    kinds = {}
    for one in objects:
        kind = type(one)
        if id(kind) in files and one.closed:
            continue
        if issubclass(kind, ReferenceType) and not _is_quiet(one.__callback__):
            return True
        kinds[id(kind)] = kind
        # Objects of an untracked class are not among these.
        if issubclass(kind, type) and not one.__flags__ & _tracked:
            kinds[id(one)] = one
    return any("__del__" in base.__dict__ for kind in kinds.values() for base in type.mro(kind))


def _is_quiet(callback):
    """The callback by which abstract classes forget dead subclasses."""
    return callback is None or type(callback) is type(len) and callback.__name__ == "_destroy"


# The flag of classes whose objects the garbage collector tracks.
_tracked = 1 << 14


_wait()
del sys.modules["sitecustomize"]
# If there is none, the error reaches `site`, which expects it.
import sitecustomize  # noqa: E402,F401
