import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { runDemo } from '../src/cli/terminal/demo.js';
import type { Sink } from '../src/cli/terminal/io.js';
import { createEngine } from '../src/library.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-sample-')));
const shop = join(folder, 'shop');
cpSync('examples/sample-project', shop, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));

const env = {
  PATH: process.env['PATH'],
  HOME: join(folder, 'home'),
  ANYHOOK_MANAGED_CONFIG: join(folder, 'none.yaml'),
};
const engine = await createEngine({ cwd: shop, env, trust: 'project' });

test('every hook of the sample project loads with a description, and all five formats are present', () => {
  assert.deepEqual(engine.problems, []);
  const formats = new Set(engine.hooks.map(({ hook }) => hook.dialect));
  assert.deepEqual([...formats].sort(), ['ability', 'claude', 'docker', 'flow', 'hook-md']);
  const silent = engine.hooks.filter(({ hook }) => !hook.description && hook.dialect !== 'flow');
  assert.deepEqual(silent, []);
});

test('the docker hook rewrites a Bash call of Claude Code and keeps every other field', async () => {
  const payload = {
    session_id: 's',
    cwd: shop,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls src', description: 'List', timeout: 5000 },
    tool_use_id: 't1',
  };
  const { wire } = await engine.dispatch('claude-code', payload);
  const updatedInput = { command: 'ls -h src', description: 'List', timeout: 5000 };
  assert.deepEqual(JSON.parse(wire.stdout), {
    hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput },
  });
});

test('the docker hook rewrites a run_shell_command call of Gemini CLI and keeps every other field', async () => {
  const payload = {
    session_id: 's',
    cwd: shop,
    hook_event_name: 'BeforeTool',
    timestamp: '2026-01-01T00:00:00.000Z',
    tool_name: 'run_shell_command',
    tool_input: { command: 'ls', dir_path: 'src' },
  };
  const { wire } = await engine.dispatch('gemini', payload);
  const tool_input = { command: 'ls -h', dir_path: 'src' };
  assert.deepEqual(JSON.parse(wire.stdout), { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input } });
});

const shell = async (command: string) =>
  (await engine.fire('tool.before', { tool: 'shell', input: { command } })).verdict.decision;

for (const command of ['rm -rf /', 'rm -r -f ~', 'cd x && rm -fr $HOME', 'rm --recursive /*', 'mkfs.ext4 /dev/sda1']) {
  test(`the sample guard refuses ${command}`, async () => assert.equal(await shell(command), 'deny'));
}

for (const command of ['rm -rf dist', 'rm notes.txt', 'echo form', 'rm -rf ./build/']) {
  test(`the sample guard lets ${command} pass`, async () => assert.equal(await shell(command), 'pass'));
}

test('a prompt that contains a key is refused', async () => {
  const { verdict } = await engine.fire('prompt.submit', { prompt: `use AKIA${'A'.repeat(16)} please` });
  assert.equal(verdict.decision, 'deny');
  assert.match(verdict.reason ?? '', /protect-secrets.*AWS access key/);
});

const outputs = (sink: Sink) => ({ stdout: sink, stderr: sink, ancestry: () => undefined });

test('the demo shows all formats, exits 0 and leaves nothing behind', async () => {
  const out: string[] = [];
  // A separate temporary folder, because other tests may run the demo at the same time.
  process.env['TMPDIR'] = mkdtempSync(join(folder, 'tmp-'));
  const sink = { write: (text: string) => out.push(text) };
  const stdin = Object.assign(Readable.from([]), { isTTY: false });
  const code = await runDemo({ env: process.env, cwd: folder, home: folder, stdin, ...outputs(sink) });
  const text = out.join('');
  assert.equal(code, 0);
  for (const format of ['hook-md', 'docker', 'ability', 'claude', 'flow'])
    assert.match(text, new RegExp(`^ +${format} `, 'm'));
  assert.match(text, /REWRITTEN {2}command: ls -h src/);
  assert.match(text, /^ +(?:DENIED {2})?\[block-dangerous-commands\]/m);
  assert.match(text, /ASK A PERSON {2}\[prod_config_guard\]/);
  assert.match(text, /Codex CLI cannot ask the user at tool\.before: denied until a person approves/);
  assert.match(text, /DENIED {2}\[config-protection\]/);
  assert.match(text, /KEEP WORKING {2}\[tests-before-stop\]/);
  assert.match(text, /15 events of 3 agents/);
  assert.match(text, /2 calls rewritten, 4 denied, 1 passed to a person/);
  assert.ok(
    text.split('\n').every((line) => line.length <= 100),
    'no line is longer than 100 characters',
  );
  assert.ok(!text.includes('\u001b'), 'no colours without a terminal');
  assert.deepEqual(readdirSync(process.env['TMPDIR']), []);
});

for (const columns of [80, 120])
  test(`in a terminal of ${columns} columns, no line of the demo is too long`, async () => {
    const out: string[] = [];
    process.env['TMPDIR'] = mkdtempSync(join(folder, 'tmp-'));
    const sink = { write: (text: string) => out.push(text), isTTY: true, columns };
    const stdin = Object.assign(Readable.from([]), { isTTY: false });
    const env = { ...process.env, NO_COLOR: '1' };
    assert.equal(await runDemo({ env, cwd: folder, home: folder, stdin, ...outputs(sink) }), 0);
    const long = out
      .join('')
      .split('\n')
      .filter((line) => [...line].length > Math.min(columns, 98));
    assert.deepEqual(long, []);
  });
