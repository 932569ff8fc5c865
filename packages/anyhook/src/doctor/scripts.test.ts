import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Handler, Hook } from '@anyhook/core';
import { plainHook } from '../../test/support/core-samples.js';
import { startFindings } from './scripts.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-scripts-')));
after(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'bin'));
const script = (name: string, text: string, mode = 0o755) => {
  writeFileSync(join(root, name), text);
  chmodSync(join(root, name), mode);
};
script('good.sh', '#!/bin/sh\n');
script('flat.sh', '#!/bin/sh\n', 0o644);
script('bin/jq', '#!/bin/sh\n');
script('env.sh', '#!/usr/bin/env -S jq --flag\n');
script('no-env.sh', '#!/usr/bin/env nothing-here\n');
script('no-interpreter.sh', '#!/nowhere/sh\n');
script('crlf.sh', '#!/bin/sh\r\n');
script('a b.sh', '#!/bin/sh\n');

const causesOf = (handler: Handler, hook: Partial<Hook> = {}) =>
  startFindings(
    { ...plainHook, root, handler, ...hook },
    {
      env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: root },
      root,
      config: { httpAllow: ['https://a.example/ok'] },
    },
  ).map(({ cause }) => cause);
const shell = (command: string): Handler => ({ kind: 'command', form: 'shell', command });
const exec = (command: string, args: readonly string[] = []): Handler => ({
  kind: 'command',
  form: 'exec',
  command,
  args,
});

const lines: readonly (readonly [command: string, cause?: string])[] = [
  ['./good.sh --fast'],
  ['"./a b.sh" x'],
  ["'./a b.sh'"],
  ['A=1 B=2 ./good.sh'],
  ['A=1 ./lost.sh', 'script-missing'],
  ['./flat.sh', 'script-not-executable'],
  ['sh ./flat.sh'],
  ['sh lost.sh', 'script-missing'],
  ['sh -c "lost.sh"'],
  ['$CLAUDE_PROJECT_DIR/good.sh'],
  ['"$CLAUDE_PROJECT_DIR"/lost.sh'],
  ['${CLAUDE_PLUGIN_ROOT}/lost.sh', 'script-missing'],
  ['$OTHER/lost.sh'],
  ['./env.sh'],
  ['./no-env.sh', 'interpreter-missing'],
  ['./no-interpreter.sh', 'interpreter-missing'],
  ['./crlf.sh', 'script-with-cr'],
  ['jq .'],
  ['nothing-here --x', 'interpreter-missing'],
  ['if true; then echo; fi'],
  ['# first a comment\n\n  # and another\n./good.sh'],
  ['# first a comment\n./lost.sh', 'script-missing'],
  ['# only a comment'],
  ['#!/bin/bash\n./good.sh'],
  ['~/good.sh'],
  ['~/lost.sh', 'script-missing'],
  ['sh ~/good.sh'],
  ['sh ~/lost.sh', 'script-missing'],
  ['~somebody/lost.sh'],
  ['check() { ./good.sh; }; check'],
  ['check () { ./good.sh; }; check'],
  ['\\jq .'],
  ['[[ -f x ]] && y'],
  ['{ ./lost.sh; }'],
  ['[ -f x ] && y'],
  ['echo hi; lost.sh'],
  ['   '],
  [''],
  ['"unclosed'],
  ['(cd x; y)'],
];

for (const [command, cause] of lines) {
  test(`shell line ${JSON.stringify(command)}: ${cause ?? 'fine'}`, () => {
    assert.deepEqual(causesOf(shell(command)), cause === undefined ? [] : [cause]);
  });
}

test('of a program with arguments, the script or its interpreter is checked', () => {
  assert.deepEqual(causesOf(exec(join(root, 'good.sh'))), []);
  assert.deepEqual(causesOf(exec(join(root, 'lost.sh'))), ['script-missing']);
  assert.deepEqual(causesOf(exec('nothing-here', [join(root, 'good.sh')])), ['interpreter-missing']);
  const files = [join(root, 'no-env.sh')];
  assert.deepEqual(causesOf(exec('sh', ['-c', 'x', ...files]), { files }), ['interpreter-missing']);
});

test('a line that an agent passes to bash is checked as one for sh', () => {
  assert.deepEqual(causesOf(exec('bash', ['-c', './lost.sh --x'])), ['script-missing']);
  assert.deepEqual(causesOf(exec('bash', ['-c', '"$GEMINI_PROJECT_DIR"/lost.sh'])), []);
  assert.deepEqual(causesOf(exec('bash', ['-c', '"$GEMINI_PROJECT_DIR/lost.sh"'])), ['script-missing']);
  assert.deepEqual(causesOf(exec('bash', ['-c', 'node "$COPILOT_PROJECT_DIR/lost.js"'])), ['script-missing']);
  assert.deepEqual(causesOf(exec('bash', ['-c', '$COPILOT_PROJECT_DIR/good.sh'])), []);
});

test('modules, URLs, models and builtins are checked', () => {
  assert.deepEqual(causesOf({ kind: 'module', file: join(root, 'lost.mjs') }), ['script-missing']);
  assert.deepEqual(causesOf({ kind: 'http', url: 'https://a.example/ok/x' }), []);
  assert.deepEqual(causesOf({ kind: 'http', url: 'https://a.example/no' }), ['address-not-allowed']);
  assert.deepEqual(causesOf({ kind: 'http', url: 'nonsense' }), ['address-not-allowed']);
  assert.deepEqual(causesOf({ kind: 'prompt', prompt: 'x' }), ['no-model']);
  assert.deepEqual(causesOf({ kind: 'builtin', use: 'add_date' }), []);
});
