import type { HookSample } from './spare-world.js';

/** Prints something that a script can see of its process. */
const show = (expression: string): string => `console.log(JSON.stringify(${expression}))`;
const node = (name: string, script: string, more: Partial<HookSample> = {}): HookSample => ({
  name,
  command: 'node "$CLAUDE_PROJECT_DIR/hook.js"',
  files: { 'hook.js': script },
  ...more,
});
const esm = (name: string, script: string, more: Partial<HookSample> = {}): HookSample => ({
  name,
  command: 'node $CLAUDE_PROJECT_DIR/hook.mjs',
  files: { 'hook.mjs': script },
  ...more,
});
const python = (name: string, script: string, more: Partial<HookSample> = {}): HookSample => ({
  name,
  command: 'python3 "$CLAUDE_PROJECT_DIR/hook.py"',
  files: { 'hook.py': `import json, os, sys\n${script}\n` },
  ...more,
});
const readStdin = `const fs = require('node:fs'); const text = fs.readFileSync(0, 'utf8');`;
const big = JSON.stringify({ text: 'ä'.repeat(600_000) });
/** A value for each locale and name that shells treat in their own way. */
const oddEnvironment = {
  'A.B': '1',
  'BAD-NAME': '2',
  EMPTY: '',
  UNICODE: 'ü€😀',
  SHLVL: '4',
  _: '/x',
  OLDPWD: '/',
  PWD: '/wrong',
};

export const nodeSamples: readonly HookSample[] = [
  node('reads JSON and prints JSON', `${readStdin} ${show('{ got: JSON.parse(text) }')}`),
  node('arguments', show('[process.argv.slice(1), process.argv0, process.execArgv, process.execPath, process.title]'), {
    command: `node "$CLAUDE_PROJECT_DIR/hook.js" --flag 'a b' "" ~/x "it's"`,
  }),
  node('a relative file', show('[process.argv, __filename, process.cwd()]'), {
    command: 'node ../hook.js',
    cwd: 'sub',
    files: { 'hook.js': show('[process.argv, __filename, process.cwd()]'), 'sub/x': '' },
  }),
  node('environment', show('Object.fromEntries(Object.entries(process.env).sort())'), { env: oddEnvironment }),
  node(
    'environment of a child',
    `console.log(require('node:child_process').execFileSync('/usr/bin/env', { encoding: 'utf8' }).split('\\n').sort().join('\\n'))`,
    { env: oddEnvironment },
  ),
  node(
    'descriptors of a child',
    `console.log(require('node:child_process').execFileSync('/bin/ls', ['/proc/self/fd'], { encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] }))`,
  ),
  node('umask and a file', `require('node:fs').writeFileSync('made.txt', 'x'); ${show('process.umask()')}`, {
    umask: 0o027,
  }),
  node(
    'group, session and parent',
    `const stat = require('node:fs').readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    const parent = require('node:fs').readFileSync('/proc/' + stat[1] + '/comm', 'utf8');
    ${show('[stat[2] === stat[3], stat[2] === String(process.pid), parent === "sh\\n"]')}`,
  ),
  node(
    'signals, limits and priority',
    `const status = require('node:fs').readFileSync('/proc/self/status', 'utf8').match(/^(?:Sig(?:Blk|Ign|Cgt)|Cap\\w+|Seccomp|Uid|Gid|Groups|Threads):.*/gm);
    ${show("[status, require('node:fs').readFileSync('/proc/self/limits', 'utf8'), require('node:os').getPriority(), require('node:fs').readFileSync('/proc/self/oom_score_adj', 'utf8')]")}`,
  ),
  node(
    'module',
    show(
      '[require.main === module, module.id, module.parent, module.paths, module.children.length, Object.keys(require.cache), require("node:module").globalPaths, process.mainModule === module]',
    ),
    { env: { NODE_PATH: '/np' } },
  ),
  node('stack', `function deep() { Error.stackTraceLimit = 50; return new Error('here').stack; } console.log(deep());`),
  node(
    'globals and listeners',
    show(
      '[Object.getOwnPropertyNames(globalThis).sort(), Object.keys(process).sort(), process.eventNames(), process._getActiveHandles().length, Error.stackTraceLimit]',
    ),
  ),
  node(
    'runMain is as before',
    show('[Object.getOwnPropertyDescriptor(require("node:module"), "runMain"), require("node:module").runMain.name]'),
  ),
  node('exit code', 'process.exit(2)'),
  node('exit code set later', 'process.exitCode = 3; setTimeout(() => {}, 5)'),
  node(
    'exit in the middle of output',
    `process.stdout.write('x'.repeat(1000)); process.stderr.write('why'); process.exit(1); console.log('never')`,
  ),
  node(
    'exit handlers',
    `process.on('beforeExit', () => console.log('before')); process.on('exit', (code) => console.log('exit', code)); console.log('main')`,
  ),
  node('an exception', `throw new Error('broken')`),
  node('a rejection', `Promise.reject(new Error('rejected'))`),
  node('a syntax error', 'const = 1'),
  node('a missing module', `require('./nothing')`),
  node('a file that is not there', '', { command: 'node "$CLAUDE_PROJECT_DIR/absent.js"' }),
  node('a kill by a signal', `process.kill(process.pid, 'SIGKILL')`),
  node('an exit by TERM', `process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 2000)`),
  node('large input', `${readStdin} ${show('text.length')}`, { stdin: big }),
  node('empty input', `${readStdin} ${show('text.length')}`, { stdin: '' }),
  node(
    'input as a stream',
    `let all = ''; process.stdin.on('data', (part) => { all += part; }).on('end', () => console.log(all.length, process.stdin.isTTY))`,
    { stdin: big },
  ),
  node('input by name', `console.log(require('node:fs').readFileSync('/dev/stdin', 'utf8').length)`, { stdin: big }),
  node(
    'kind of the descriptors',
    `const fs = require('node:fs'); ${show("[0, 1, 2].map((fd) => { const s = fs.fstatSync(fd); return [s.isFile(), s.isFIFO(), s.isSocket(), fs.readFileSync('/proc/self/fdinfo/' + fd, 'utf8').match(/pos:.*|flags:.*/g)]; })")}`,
  ),
  node('unread input', `console.log('done')`, { stdin: big }),
  node('a closed stdin', `require('node:fs').closeSync(0); console.log('closed')`),
  node('large output with a callback', `process.stdout.write('y'.repeat(900_000), () => process.exit(4))`),
  node('too much output', `process.stdout.write('y'.repeat(3_000_000))`),
  node('a hook that never ends', `console.log('waiting'); setInterval(() => {}, 1000)`, { timeoutMs: 700 }),
  node(
    'a child that stays',
    `require('node:child_process').spawn('sleep', ['5'], { stdio: 'ignore' }).unref(); console.log('left')`,
  ),
  node(
    'source maps and warnings',
    `process.emitWarning('careful'); process.setSourceMapsEnabled(true); console.log('ok')`,
  ),
  node('a variable that silences warnings', `process.emitWarning('careful')`, { env: { NODE_NO_WARNINGS: '1' } }),
  node(
    'harmless options',
    show("[process.execArgv, process.env.NODE_OPTIONS, require('node:v8').getHeapStatistics().heap_size_limit]"),
    { env: { NODE_OPTIONS: '--max-old-space-size=111 --no-warnings' } },
  ),
  node(
    'time zone and locale',
    show('[new Date(0).toString(), Intl.DateTimeFormat().resolvedOptions(), (1234.5).toLocaleString()]'),
    { env: { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' } },
  ),
  node('home and temporary folder', show("[require('node:os').homedir(), require('node:os').tmpdir()]"), {
    env: { TMPDIR: '/var/tmp' },
  }),
  node(
    'a worker',
    `const { Worker, isMainThread } = require('node:worker_threads');
    if (isMainThread) new Worker(__filename).on('message', (m) => console.log(JSON.stringify(m)));
    else require('node:worker_threads').parentPort.postMessage([process.execArgv, process.argv, Object.keys(require.cache), process.env.SECRET]);`,
  ),
  node(
    'fork and exec',
    `const { fork, execFileSync } = require('node:child_process');
    if (process.argv[2] === 'child') process.send([process.execArgv, process.argv.slice(2), process.env.NODE_OPTIONS]);
    else { fork(__filename, ['child']).on('message', (m) => console.log(JSON.stringify(m), execFileSync(process.execPath, ['-p', '1+1'], { encoding: 'utf8' }))); }`,
  ),
  node(
    'a package of ES modules',
    `import { readFileSync } from 'node:fs'; console.log(typeof require, import.meta.url, readFileSync(0, 'utf8'))`,
    {
      files: {
        'hook.js': `import { readFileSync } from 'node:fs'; console.log(typeof require, import.meta.url, readFileSync(0, 'utf8'))`,
        'package.json': '{"type":"module"}',
      },
    },
  ),
  node('a link to a script', '', {
    command: 'node "$CLAUDE_PROJECT_DIR/sub/../real.cjs"',
    files: { 'real.cjs': show('[__filename, process.argv[1]]'), 'sub/x': '' },
  }),
  esm(
    'ES module',
    `import { argv } from 'node:process'; let all = ''; for await (const part of process.stdin) all += part; console.log(argv.slice(1), all, import.meta.url);`,
  ),
  esm('an exception in an ES module', `function inner() { throw new TypeError('esm'); } inner();`),
  esm('an await that never ends', `await new Promise(() => {});`),
  esm('imports of neighbouring files', `import { a } from './a.mjs'; import b from './b.cjs'; console.log(a, b);`, {
    files: {
      'hook.mjs': `import { a } from './a.mjs'; import b from './b.cjs'; console.log(a, b);`,
      'a.mjs': 'export const a = 1;',
      'b.cjs': 'module.exports = 2;',
    },
  }),
  {
    name: 'a typed script',
    command: 'node $CLAUDE_PROJECT_DIR/hook.ts',
    files: { 'hook.ts': 'const a: number = 1; console.log(a);' },
  },
  {
    name: 'a script with a #! line',
    command: '"$CLAUDE_PROJECT_DIR/bin/hook" a',
    files: {
      'bin/hook': `#!/usr/bin/env node\n${show('[process.argv.slice(2), process.argv0, process.env._ ?? null]')}`,
    },
  },
  {
    name: 'a #! line that names the program',
    command: '$CLAUDE_PROJECT_DIR/hook.cjs',
    files: { 'hook.cjs': `#!${process.execPath}\n${show('[process.argv, process.argv0]')}` },
  },
  {
    name: 'the program by its path',
    command: `${process.execPath} "$CLAUDE_PROJECT_DIR/hook.js"`,
    files: { 'hook.js': show('[process.argv, process.argv0]') },
  },
];

export const pythonSamples: readonly HookSample[] = [
  python('reads JSON and prints JSON', `print(json.dumps({'got': json.load(sys.stdin)}))`),
  python(
    'arguments and paths',
    `print(json.dumps([sys.argv, sys.orig_argv if hasattr(sys, 'orig_argv') else 0, sys.path, sys.executable, sys.prefix, sys.flags.dev_mode, __file__, __name__, sorted(globals())]))`,
    {
      command: `python3 "$CLAUDE_PROJECT_DIR/hook.py" --flag 'a b' ""`,
    },
  ),
  python('a relative file', 'print(sys.argv, __file__, os.getcwd(), sys.path[0])', { command: 'python3 ./hook.py' }),
  python('environment', 'print(json.dumps(sorted(os.environ.items())))', { env: oddEnvironment }),
  python(
    'environment of a child',
    `import subprocess\nprint(sorted(subprocess.check_output(['/usr/bin/env']).splitlines()))`,
    { env: oddEnvironment },
  ),
  python('modules', `print(sorted(name for name in sys.modules if name not in ('json', 'os', 'sys')))`, {
    files: { 'hook.py': 'import sys\nprint(sorted(sys.modules))\n' },
  }),
  python('umask and a file', `open('made.txt', 'w').write('x')\nprint(os.umask(0))`, { umask: 0o027 }),
  python(
    'group, session and parent',
    `print(os.getpgrp() == os.getsid(0), os.getpgrp() == os.getpid(), open('/proc/%d/comm' % os.getppid()).read())`,
  ),
  python(
    'signals and limits',
    `import signal, resource\nprint([signal.getsignal(s) for s in signal.valid_signals()], resource.getrlimit(resource.RLIMIT_NOFILE))`,
  ),
  python('exit code', 'sys.exit(2)'),
  python('exit with a message', `sys.exit('no')`),
  python('an exception', `def inner():\n    raise ValueError('broken')\ninner()`),
  python('a syntax error', 'def (:'),
  python('a missing module', 'import nothing_like_this'),
  python('a file that is not there', '', { command: 'python3 "$CLAUDE_PROJECT_DIR/absent.py"' }),
  python(
    'stack',
    `import traceback, inspect\ntraceback.print_stack()\nprint(len(inspect.stack()), sys.getrecursionlimit())`,
  ),
  python('a kill by a signal', 'os.kill(os.getpid(), 9)'),
  python('exit handlers', `import atexit\natexit.register(print, 'bye')\nprint('main')`),
  python('large input', 'print(len(sys.stdin.read()))', { stdin: big }),
  python('empty input', 'print(repr(sys.stdin.read()))', { stdin: '' }),
  python('input by name', `print(len(open('/dev/stdin').read()))`, { stdin: big }),
  python('a hook that never ends', `import time\nprint('waiting', flush=True)\ntime.sleep(60)`, { timeoutMs: 700 }),
  python(
    'encodings, locale and time zone',
    `import time, locale\nprint(sys.stdout.encoding, sys.getfilesystemencoding(), time.tzname, time.localtime(0).tm_hour, locale.getlocale())`,
    { env: { TZ: 'Asia/Tokyo', LANG: 'C.UTF-8' } },
  ),
  python('unbuffered', `print(sys.flags, os.environ['PYTHONUNBUFFERED'])`, { env: { PYTHONUNBUFFERED: '1' } }),
  python('a path of modules', 'import own\nprint(own.__file__, sys.path)', {
    env: { PYTHONPATH: '/tmp' },
    files: { 'hook.py': 'import sys\nimport own\nprint(own.a, sys.path)\n', 'own.py': 'a = 1\n' },
  }),
  python('warnings', `import warnings\nwarnings.warn('careful')\nprint(warnings.filters)`),
  python(
    'a child that reads the same input',
    `import subprocess\nprint(subprocess.run(['cat'], stdout=subprocess.PIPE).stdout)`,
  ),
  python(
    'a thread and a fork',
    `import threading\nif os.fork() == 0:\n    print('child', flush=True)\n    os._exit(0)\nos.wait()\nt = threading.Thread(target=print, args=('thread',))\nt.start()\nt.join()\nprint('parent')`,
  ),
  {
    name: 'a script with a #! line',
    command: '"$CLAUDE_PROJECT_DIR/hook.py" a',
    files: { 'hook.py': '#!/usr/bin/env python3\nimport sys\nprint(sys.argv, sys.executable)\n' },
  },
  {
    name: 'a #! line that names the program',
    command: '$CLAUDE_PROJECT_DIR/hook.py',
    files: { 'hook.py': '#!/usr/bin/python3\nimport sys\nprint(sys.argv, sys.executable)\n' },
  },
  python('modules of its own', 'from lib import helper\nprint(helper.value, sys.path[0])', {
    files: {
      'hook.py': 'import sys, json\nfrom lib import helper\nprint(helper.value, sys.path[0])\n',
      'lib/helper.py': 'value = 3\n',
    },
  }),
  python('a folder that it adds to its path', '', {
    files: {
      'hook.py':
        'import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))\nimport json\nprint(json.__file__)\n',
      'lib/json.py': '',
    },
  }),
  python('sources of randomness', 'import random, uuid, hashlib\nprint(random.Random(1).random(), uuid.UUID(int=1))'),
  python(
    'objects that have an end of their own',
    `class Last:
    def __init__(self, name):
        self.name = name
    def __del__(self):
        print('end of', self.name)
one = Last('one')
ring = Last('ring')
ring.own = ring
def leave():
    other = Last('other')
    other.own = other
leave()
log = open('log.txt', 'w')
log.write('not closed')
import gc
print(gc.isenabled(), gc.get_threshold(), gc.collect() > 0)`,
  ),
  python(
    'a file that is not closed, in a module that it has changed',
    `log = open('log.txt', 'w')
log.write('not closed')
json.JSONEncoder.default = lambda self, one: log.name
print(json.dumps({'a': 1}))`,
  ),
  python(
    'a generator that is not finished',
    `def steps():
    try:
        yield 1
    finally:
        print('cleaned up')
running = steps()
print(next(running))`,
  ),
  python(
    'a temporary file and a weak reference',
    `import tempfile, weakref
class Thing:
    pass
thing = Thing()
gone = weakref.ref(thing, lambda _: print('gone'))
kept = tempfile.NamedTemporaryFile(dir='.', prefix='left')
print(os.path.exists(kept.name))`,
  ),
  python(
    'a database that is not closed',
    `import sqlite3
db = sqlite3.connect('data.db')
db.execute('pragma journal_mode=wal')
db.execute('create table t (a)')
db.commit()
print(sorted(name for name in os.listdir('.') if name.startswith('data')))`,
  ),
  python(
    'another standard output',
    `import io
sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='latin-1', line_buffering=False)
sys.stdout.write('\\xe4 without an end of line')`,
  ),
  python('bytes in the buffer of standard output', `sys.stdout.buffer.write(b'bytes')\nsys.stdout = None`),
  python('where modules are looked for', '', {
    files: { 'hook.py': 'import sys\nprint(sorted(sys.path_importer_cache), sys.path, len(sys.meta_path))\n' },
  }),
  python('collections of garbage', `import gc\nprint(gc.get_freeze_count(), gc.garbage, gc.callbacks, gc.get_debug())`),
  python(
    'an end in an exit handler, and one in a class without fields',
    `import atexit
kept = open('log.txt', 'w')
atexit.register(lambda: kept.write('late'))
class Noisy:
    __slots__ = ()
    def __del__(self):
        os.write(1, b'freed')
noisy = Noisy()`,
  ),
];
