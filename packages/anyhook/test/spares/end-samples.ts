import type { HookSample } from './spare-world.js';

const python = (name: string, script: string, imports = 'json, os, sys'): HookSample => ({
  name,
  command: 'python3 "$CLAUDE_PROJECT_DIR/hook.py"',
  files: { 'hook.py': `import ${imports}\n${script}\n` },
});

/** What Python does only when a process ends, and what a short end must not leave out. */
export const pythonEndSamples: readonly HookSample[] = [
  python(
    'a file in a ring of objects that have grown old',
    `class Ring:
    pass
ring = Ring()
ring.own = ring
ring.log = open('log.txt', 'w')
ring.log.write('not closed')
kept = [[n] for n in range(30000)]
print(len(kept))`,
  ),
  python(
    'a file in a closure, and one in a default argument',
    `def writer(file=open('default.txt', 'w')):
    inner = open('closure.txt', 'w')
    def write(text):
        file.write(text)
        inner.write(text)
        return write
    return write
write = writer()('buffered')`,
  ),
  python('bytes in a separate buffer on standard output', `out = os.fdopen(os.dup(1), 'wb')\nout.write(b'late')`),
  python(
    "weak references that call functions, one of them Python's own",
    `class Named(weakref.ref):
    def __repr__(self):
        return 'named'
class Thing:
    pass
thing = Thing()
thing.own = thing
gone = weakref.ref(thing, lambda one: print('gone'))
other = Thing()
other.own = other
named = Named(other, print)`,
    'weakref',
  ),
  python(
    'finalizers',
    `class Thing:
    pass
thing = Thing()
weakref.finalize(thing, print, 'finalized')
weakref.finalize(thing, print, 'not at exit').atexit = False
names = weakref.WeakValueDictionary(thing=thing)`,
    'weakref',
  ),
  python(
    'temporary files and folders',
    `folder = tempfile.TemporaryDirectory(dir='.', prefix='folder')
file = tempfile.NamedTemporaryFile('w', dir='.', prefix='file')
file.write('x')
left = tempfile.NamedTemporaryFile('w', dir='.', prefix='left', delete=False, suffix='.txt')
left.write('kept')
os.rename(left.name, 'left.txt')
spooled = tempfile.SpooledTemporaryFile(max_size=1)
spooled.write(b'more than that')
print(os.path.exists(file.name), os.path.isdir(folder.name))`,
    'os, tempfile',
  ),
  python(
    'a folder that is removed at the end',
    `held = tempfile.mkdtemp(dir='.')\natexit.register(os.rmdir, held)`,
    'atexit, os, tempfile',
  ),
  python(
    'compressed files, archives and tables that are not closed',
    `packed = gzip.GzipFile('a.gz', 'w', mtime=0)
packed.write(b'x' * 1000)
archive = zipfile.ZipFile('a.zip', 'w')
archive.writestr(zipfile.ZipInfo('name'), 'text')
table = csv.writer(open('a.csv', 'w'))
table.writerow([1, 2])`,
    'csv, gzip, zipfile',
  ),
  python(
    'a log in memory, and one in a file',
    `file = logging.FileHandler('log.txt', delay=True)
memory = logging.handlers.MemoryHandler(100, target=file)
log = logging.getLogger('hook')
log.addHandler(memory)
log.warning('kept in memory')`,
    'logging, logging.handlers',
  ),
  python(
    'threads that go on',
    `def late():
    time.sleep(0.05)
    print('late')
threading.Thread(target=late).start()
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
print('main')`,
    'threading, time',
  ),
  python(
    'a pool of threads',
    `pool = concurrent.futures.ThreadPoolExecutor(2)
def late():
    time.sleep(0.05)
    print('late')
pool.submit(late)`,
    'concurrent.futures, time',
  ),
  python(
    'a child process',
    `def work():
    print('child', flush=True)
if __name__ == '__main__':
    child = multiprocessing.get_context('fork').Process(target=work)
    child.start()`,
    'multiprocessing',
  ),
  python('a fork that runs to the end', `if os.fork():\n    os.wait()\nprint('both')`, 'os'),
  python(
    'a child that is not waited for',
    `child = subprocess.Popen(['sh', '-c', 'echo from the child'])
time.sleep(0.05)`,
    'subprocess, time',
  ),
  python(
    'generators that are not finished',
    `def steps():
    try:
        yield 1
    finally:
        print('finally')
@contextlib.contextmanager
def held():
    try:
        yield 'held'
    finally:
        print('released')
ring = [steps(), held()]
ring.append(ring)
print(next(ring[0]), ring[1].__enter__())
stack = contextlib.ExitStack()
stack.enter_context(held())`,
    'contextlib',
  ),
  python(
    'asynchronous work that is not finished',
    `async def steps():
    try:
        yield 1
    finally:
        print('finally')
async def never():
    pass
async def main():
    global kept
    kept = steps()
    print(await kept.__anext__())
asyncio.run(main())
forgotten = never()`,
    'asyncio',
  ),
  python(
    'warnings about what is not closed',
    `warnings.simplefilter('always')
listed = os.scandir('/')
next(listed)
file = open('/dev/null')
left = socket.socket()`,
    'os, socket, warnings',
  ),
  python('text in the buffer of the C library', `ctypes.CDLL(None).printf(b'from C')`, 'ctypes'),
  python('a closed standard output', `print('text')\nsys.stdout.close()`),
  python('an unwritable standard output', `print('text')\nos.close(1)`),
  python('an exit handler that fails', `atexit.register(lambda: 1 / 0)\nprint('text')`, 'atexit'),
  python('an exit handler that exits', `atexit.register(sys.exit, 3)\nprint('text')`, 'atexit, sys'),
  python('an exit code after the names of the script are gone', `del __file__\n__cached__ = 1\nsys.exit(2)`),
  python('an exit code after the script removed both names', `del __file__, __cached__\nsys.exit(2)`),
  python(
    'an exit code after all names are gone',
    `exit_now = sys.exit\nfor name in list(globals()):\n    if name != 'exit_now':\n        del globals()[name]\nexit_now(2)`,
  ),
  python(
    'an exit code after an error that was caught',
    `try:\n    raise SystemExit(3)\nexcept SystemExit:\n    pass\nprint('goes on')`,
  ),
  python('an exit code in a function', `def main():\n    print('text')\n    return 2\nraise SystemExit(main())`),
  python('an immediate exit code', `sys.stdout.write('text')\nsys.stdout.flush()\nos._exit(4)`),
  python('an interrupt', `os.kill(os.getpid(), 2)\ntime.sleep(1)`, 'os, time'),
  python(
    'an uncaught error with an exit handler',
    `import atexit\natexit.register(print, 'last')\nraise ValueError('broken')`,
  ),
  python(
    'a thread that fails',
    `thread = threading.Thread(target=lambda: 1 / 0)\nthread.start()\nthread.join()`,
    'threading',
  ),
  {
    name: 'a local module with an unclosed file',
    command: 'python3 "$CLAUDE_PROJECT_DIR/hook.py"',
    files: {
      'hook.py': 'import helper\nprint(helper.log.name)\n',
      'helper.py': `log = open('log.txt', 'w')\nlog.write('of a module')\n`,
    },
  },
];
