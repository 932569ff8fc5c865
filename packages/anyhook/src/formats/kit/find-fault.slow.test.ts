import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { formatHook } from '../../../test/support/format-samples.js';
import { findFault } from './find-fault.js';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-fault-')));
after(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a line as a hook whose own files are these; PATH may name interpreters that a machine lacks. */
function run(line: string, files: readonly string[] = []) {
  const { status, signal, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
    cwd: dir,
    encoding: 'utf8',
    input: '{}',
    timeout: 60_000,
  });
  assert.equal(signal, null, line);
  const handler = { kind: 'command', form: 'shell', command: line } as const;
  const hook = formatHook({
    dialect: 'claude',
    nativeEvent: 'PreToolUse',
    root: dir,
    handler,
    files: files.map((name) => join(dir, name)),
  });
  const fault = findFault({ exitCode: status ?? -1, stdout, stderr }, hook);
  return { fault, seen: `${line}: exit ${status}\n${stdout}\n${stderr}` };
}

/** The programs of one interpreter. The texts are scripts; each becomes a file with this extension. */
interface Programs {
  readonly ending: string;
  /** Texts of broken scripts, and the expected messages. */
  readonly broken: Readonly<Record<string, readonly [text: string, detail: RegExp]>>;
  /** Texts of scripts that exit by themselves. */
  readonly decisions: Readonly<Record<string, string>>;
  /** Ways to check another file, whose syntax error is the hook's message. */
  readonly check?: string;
}

const javascript: Programs = {
  ending: 'mjs',
  broken: {
    'an uncaught exception': ['throw new TypeError("boom")', /boom/],
    'an exception that is not an Error': ['throw { a: 1 }', /./],
    'a rejection': ['Promise.reject(new Error("boom"))', /boom/],
    'a rejection with a string': ['Promise.reject("boom")', /boom|UnhandledPromiseRejection/],
    'an exception after its own text': ['console.error("checking"); null.x', /null/],
    'JSON that does not parse': ['JSON.parse("{")', /JSON|Expected/],
    'a missing file of its own': ['import "./dist/index.js"', /index\.js/],
    'a syntax error': ['let x = ;', /SyntaxError|Unexpected|Expression/],
  },
  decisions: {
    'text and exit 1': 'console.error("blocked: no"); process.exit(1)',
    'text on stdout and exit 1': 'console.log("blocked: no"); process.exitCode = 1',
    'exit 1 without output': 'process.exit(1)',
    'exit 2': 'console.error("blocked"); process.exit(2)',
    'exit 3': 'process.exit(3)',
    'exit 255': 'process.exit(-1)',
    'the stack of an error that it caught': 'try { null.x } catch (e) { console.error(e.stack); process.exit(1) }',
    'a report with its own words after it':
      'console.error("Error: x\\n    at y\\n\\nNode.js v20.1.0\\nBun v1.4.4\\nblocked"); process.exit(1)',
  },
};

const interpreters: Readonly<Record<string, Programs>> = {
  node: {
    ...javascript,
    broken: { ...javascript.broken, 'a missing package': ['import "nope-nope"', /nope-nope/] },
    check: 'node --check',
  },
  tsx: { ...javascript, broken: { ...javascript.broken, 'a missing package': ['import "nope-nope"', /nope-nope/] } },
  'bun run': javascript,
  'deno run -A': {
    ...javascript,
    decisions: Object.fromEntries(
      Object.entries(javascript.decisions).map(([what, text]) => [what, `import process from "node:process"; ${text}`]),
    ),
    check: 'deno check',
  },
  python3: {
    ending: 'py',
    broken: {
      'an uncaught exception': ['raise ValueError("boom")', /^ValueError: boom$/],
      'an exception without a message': ['class E(Exception): pass\nraise E', /^(?:__main__\.)?E$/],
      'an exception with a cause': [
        'try:\n  1/0\nexcept Exception as e:\n  raise RuntimeError("b") from e',
        /^RuntimeError/,
      ],
      'a group of exceptions': ['raise ExceptionGroup("g", [ValueError(1)])', /ExceptionGroup/],
      'an exception after its own text': ['import sys\nprint("checking", file=sys.stderr)\nNone.x', /AttributeError/],
      'a missing module': ['import nope_nope', /No module named 'nope_nope'/],
      'a syntax error': ['def f(:', /SyntaxError/],
      'a wrong indentation': ['if 1:\nprint(1)', /IndentationError/],
    },
    decisions: {
      'text and exit 1': 'import sys\nprint("blocked: no", file=sys.stderr)\nsys.exit(1)',
      'text by SystemExit': 'raise SystemExit("blocked: no")',
      'exit 1 without output': 'raise SystemExit(1)',
      'exit 2': 'import sys\nprint("blocked", file=sys.stderr)\nsys.exit(2)',
      'a traceback with its own words after it':
        'import traceback, sys\ntry:\n  1/0\nexcept Exception:\n  traceback.print_exc()\nprint("blocked: internal error", file=sys.stderr)\nsys.exit(1)',
      'one word after a traceback':
        'import traceback, sys\ntry:\n  1/0\nexcept Exception:\n  traceback.print_exc()\nsys.exit("Blocked")',
      'a traceback and exit 3':
        'import traceback, sys\ntry:\n  1/0\nexcept Exception:\n  traceback.print_exc()\nsys.exit(3)',
    },
    check: 'python3 -m py_compile',
  },
  sh: {
    ending: 'sh',
    broken: {
      'a missing program at its end': ['nosuchprogram', /nosuchprogram/],
      'a missing program under set -e': ['set -e; x=$(nosuchprogram); exit 0', /nosuchprogram/],
      'a missing file that it sources': ['. ./lib/missing.sh', /missing\.sh/],
      'a program without permission': ['/etc/passwd', /ermission denied/],
      'a syntax error': ['if true; then', /yntax error/],
      'a signal': ['kill -9 $$', /signal 9/],
    },
    decisions: {
      'text and exit 1': 'echo "blocked: no" >&2; exit 1',
      'exit 1 without output': 'exit 1',
      'a test that fails under set -e': 'set -e; [ a = b ]',
      'exit 2': 'echo blocked >&2; exit 2',
      'a missing program and its own exit 1': 'nosuchprogram || exit 1',
      'a missing input': 'cat /nonexistent',
      'a crash inside, which the script turns into a refusal': `node -e 'throw new Error("x")' || exit 1`,
      'a crash inside, with its own words': `python3 -c '1/0' || { echo "blocked: check failed" >&2; exit 1; }`,
      'a required variable with its own words': ': "${NOPE_NOPE:?set NOPE_NOPE}"',
    },
    check: 'sh -n',
  },
  bash: {
    ending: 'sh',
    broken: {
      'a missing program at its end': ['nosuchprogram', /nosuchprogram/],
      'a missing file that it sources': ['set -e; source ./lib/missing.sh', /missing\.sh/],
      'an unset variable under set -u': ['set -euo pipefail; echo "$NOPE_NOPE"', /unbound variable/],
      'a syntax error': ['fi', /syntax error/],
      'an unfinished string': ['echo "x', /unexpected EOF/],
      'a signal': ['kill -TERM $$', /signal 15/],
    },
    decisions: {
      'text and exit 1': 'echo "blocked: no" >&2; exit 1',
      'exit 1 without output': 'exit 1',
      'exit 2': 'echo blocked >&2; exit 2',
      'exit 3': 'exit 3',
      'a missing folder': 'cd /nonexistent || exit 1',
      'a missing program and its own exit 1': 'nosuchprogram; exit 1',
    },
    check: 'bash -n',
  },
  perl: {
    ending: 'pl',
    broken: {
      'a missing module': ['use Nope::Nope;', /Can't locate Nope/],
      'a missing file of its own': ['require "./missing.pl";', /Can't locate/],
      'a method call on undef': ['my $x; $x->foo', /Can't call method/],
      'a syntax error': ['my $x = ;', /syntax error at/],
    },
    decisions: {
      'text and exit 1': 'print STDERR "blocked: no\\n"; exit 1',
      'text by die': 'die "blocked: no\\n"',
      'text by die with a line': 'die "blocked: no"',
      'exit 1 without output': 'exit 1',
      'exit 2': 'print STDERR "blocked\\n"; exit 2',
    },
    check: 'perl -c',
  },
  ruby: {
    ending: 'rb',
    broken: {
      'an uncaught exception': ['raise "boom"', /boom \(RuntimeError\)/],
      'an exception with a cause': ['begin; raise "a"; rescue; raise "b"; end', /\(RuntimeError\)/],
      'a missing library': ['require "nope_nope"', /cannot load such file/],
      'a missing file of its own': ['require_relative "missing"', /cannot load such file/],
    },
    decisions: {
      'text by abort': 'abort "blocked: no"',
      'text and exit 1': 'warn "blocked: no"; exit 1',
      'exit 1 without output': 'exit 1',
      'exit 2': 'warn "blocked"; exit 2',
    },
    check: 'ruby -c',
  },
  php: {
    ending: 'php',
    broken: {
      'an uncaught exception': ['<?php throw new Exception("boom");', /boom/],
      'a missing file of its own': ['<?php require "missing.php";', /missing\.php/],
      'an unknown function': ['<?php nope();', /nope/],
      'a syntax error': ['<?php $x = ;', /syntax error/],
    },
    decisions: {
      'text and exit 1': '<?php fwrite(STDERR, "blocked: no\\n"); exit(1);',
      'exit 1 without output': '<?php exit(1);',
      'exit 2': '<?php fwrite(STDERR, "blocked\\n"); exit(2);',
      'exit 255': '<?php echo "blocked"; exit(255);',
    },
    check: 'php -l',
  },
};

let count = 0;
function script(text: string, ending: string): string {
  const name = `hook${++count}.${ending}`;
  writeFileSync(join(dir, name), `${text}\n`);
  return name;
}

for (const [start, { ending, broken, decisions, check }] of Object.entries(interpreters)) {
  const program = start.split(' ')[0] as string;
  const isMissing = spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined;
  describe(start, { skip: isMissing && `${program} is not installed` }, () => {
    for (const [what, [text, detail]] of Object.entries(broken))
      test(`${what} is a fault of the hook`, () => {
        const file = script(text, ending);
        const { fault, seen } = run(`${start} ${file}`, [file]);
        assert.match(fault?.detail ?? 'a decision', detail, seen);
      });
    test('a missing script is a fault of the hook', () => {
      const { fault, seen } = run(`${start} dist/missing.${ending}`);
      assert.match(fault?.detail ?? 'a decision', /missing|No such file|not found/i, seen);
    });
    for (const [what, text] of Object.entries(decisions))
      test(`${what} is a decision of the hook`, () => {
        const file = script(text, ending);
        const { fault, seen } = run(`${start} ${file}`, [file]);
        assert.equal(fault, undefined, seen);
      });
    if (check !== undefined)
      test(`an error that ${check} reports in another file is a decision`, () => {
        const checked = script(
          Object.entries(broken).find(([what]) => what === 'a syntax error')?.[1][0] ?? 'def (',
          ending,
        );
        const { fault, seen } = run(`${check} ${checked}`, ['other.sh']);
        assert.equal(fault, undefined, seen);
      });
  });
}

test('a line that continues after a crash makes its own decision', () => {
  const file = script('throw new Error("x")', 'mjs');
  assert.ok(run(`node ${file}`, [file]).fault);
  assert.equal(run(`node ${file} || exit 1`, [file]).fault, undefined);
});

test('a missing module is a fault even in a script called by the hook', () => {
  const inner = script('import "nope-nope"', 'mjs');
  const outer = script(`exec node ${inner}`, 'sh');
  assert.match(run(`sh ${outer}`, [outer]).fault?.detail ?? '', /nope-nope/);
});

test('a jq error that ends a script is a fault, and an error that jq reports in a file is a decision', (t) => {
  if (spawnSync('jq', ['--version']).error) return t.skip('jq is not installed');
  const reads = script(`set -eu\necho '{"a":1}' | jq .a.b`, 'sh');
  assert.match(run(`sh ${reads}`, [reads]).fault?.detail ?? '', /Cannot index number/);
  const program = script(`set -eu\necho '{}' | jq '.a.['`, 'sh');
  assert.match(run(`sh ${program}`, [program]).fault?.detail ?? '', /jq: error/);
  writeFileSync(join(dir, 'broken.json'), '{"a": }');
  assert.equal(run('jq empty broken.json').fault, undefined);
});

test('a missing package.json script is a fault, and a failing one is a decision', () => {
  writeFileSync(join(dir, 'package.json'), '{"scripts":{"no":"exit 1"}}');
  assert.match(run('npm run nope').fault?.detail ?? '', /Missing script/);
  assert.equal(run('npm run no').fault, undefined);
});

test('a long output of repeated lines is searched in bounded time', () => {
  const hook = formatHook({
    dialect: 'claude',
    nativeEvent: 'PreToolUse',
    handler: { kind: 'command', form: 'shell', command: 'node x.js' },
  });
  for (const line of [
    'Error: x\n',
    'Traceback (most recent call last):\n',
    '\n',
    ' ',
    "a:1:in `b': (C)\n",
    'error: Uncaught\n',
  ]) {
    const began = performance.now();
    for (const exitCode of [1, 2, 255])
      findFault({ exitCode, stdout: line.repeat(1e5), stderr: line.repeat(1e5) }, hook);
    assert.ok(performance.now() - began < 1500, line);
  }
});
