import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { agentRows } from '../src/agents/index.js';
import type { FireReport } from '../src/answer/fire-report.js';
import { formats, formatTable } from '../src/formats/index.js';
import type { Format } from '../src/formats/kit/format.js';
import type { Conversion } from '../src/hooks/convert/convert.js';
import { hookMdWithScript, testProject } from './cli/harness.js';
import { toy as toyAgent } from './support/toy-agent/agent.js';
import { toyCodec } from './support/toy-format/codec.js';

/** The row that a new format adds to the table. The rest of the format is its folder. */
const toy: Format = {
  ...toyCodec,
  locations: ['.toy'],
  loader: async () => (await import('./support/toy-format/load.js')).toyLoader,
  writer: async () => (await import('./support/toy-format/write.js')).toyWriter,
};
Object.assign(formats, { toy });

const files = {
  '.toy/no-shell.toy': 'name: no-shell\nwhen: before\ntools: sh\nrun: ./deny.sh\n',
  'deny.sh': '#!/bin/sh\nread -r event\necho "no: $event"\nexit 3\n',
};
const shell = ['--tool', 'shell', '--input', '{"command":"ls"}'];

interface Listed {
  readonly id: string;
  readonly dialect: string;
  readonly event: string;
}

test("an agent's row names the format of its hook files", () => {
  const table = formatTable([...agentRows, { agent: toyAgent, format: toy }]);
  assert.equal(table['toy'], toy);
  assert.deepEqual(Object.keys(table), [...Object.keys(formatTable(agentRows)), 'toy']);
});

test('a project finds, loads and lists hooks of the new format', async (t) => {
  const here = testProject(t, files);
  const [hook] = await here.json<Listed[]>(['list', '--json', '--format', 'toy']);
  assert.deepEqual([hook?.id, hook?.dialect, hook?.event], ['no-shell', 'toy', 'tool.before']);
  assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
});

test('a hook of the new format runs as a process, reads its own protocol and denies by its own rule', async (t) => {
  const here = testProject(t, files);
  const fire = (...args: string[]) => here.json<FireReport>(['fire', ...args, '--json', '--trust-project']);
  const denied = await fire('tool.before', ...shell);
  assert.deepEqual(
    [denied.decision, denied.reason],
    ['deny', '[no-shell] no: {"moment":"before","tool":"sh","with":{"command":"ls"}}'],
  );
  assert.equal((await fire('toy:before', ...shell)).decision, 'deny');
  const other = await fire('tool.before', '--tool', 'write', '--input', '{"path":"a","content":"b"}');
  assert.deepEqual([other.decision, other.hooks[0]?.outcome], ['pass', 'not-matched']);
});

test('a broken file of the new format is reported with its line, in a project and on its own', async (t) => {
  const broken = 'name: a\nwhen: bfore\nrun: "true"\n';
  const here = testProject(t, { '.toy/a.toy': broken, 'elsewhere/b.toy': broken });
  for (const path of ['.toy/a.toy', 'elsewhere/b.toy']) {
    const { code, stdout } = await here.run(['hooks', 'validate', path]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /\.toy:2: error: "when": expected one of before, prompt, got "bfore"; did you mean "before"\?/,
    );
  }
  assert.match((await here.run(['hooks', 'validate', 'README.md'])).stderr, /README\.md/);
});

test('a trusted hook of the new format asks when its script changed or its file is gone', async (t) => {
  const here = testProject(t, files);
  assert.equal((await here.run(['trust', '--yes'], { columns: 80 })).code, 0);
  const decision = async () => (await here.json<FireReport>(['fire', 'tool.before', ...shell, '--json'])).decision;
  assert.equal(await decision(), 'deny');
  here.write({ 'deny.sh': '#!/bin/sh\nexit 0\n' });
  assert.equal(await decision(), 'ask');
  here.write(files);
  assert.equal(await decision(), 'deny');
  rmSync(join(here.dir, '.toy/no-shell.toy'));
  assert.equal(await decision(), 'ask');
});

test('a hook of the new format converts to every other format', async (t) => {
  for (const to of Object.keys(formats).filter((name) => name !== 'toy')) {
    const here = testProject(t, files);
    const out = testProject(t, { 'deny.sh': files['deny.sh'] });
    const converted = await here.json<Conversion>([
      'hooks',
      'convert',
      'no-shell',
      '--to',
      to,
      '--out',
      out.dir,
      '--json',
    ]);
    assert.ok(
      converted.protocol.some(({ what, was }) => what === 'to block' && was === 'exit 3, stdout is the reason'),
    );
    assert.deepEqual(await out.json(['hooks', 'validate', '--json']), [], to);
    const [hook] = await out.json<Listed[]>(['list', '--json']);
    assert.deepEqual([hook?.dialect, hook?.event], [to, 'tool.before']);
  }
});

test('a hook of another format converts to the new one, and losses are listed', async (t) => {
  const guard = hookMdWithScript('guard', 'before_tool', 'echo no; exit 3', 'matcher:\n  tool: Shell\npriority: 200\n');
  const here = testProject(t, guard);
  const converted = await here.json<Conversion>([
    'hooks',
    'convert',
    'guard',
    '--to',
    'toy',
    '--out',
    here.dir,
    '--json',
  ]);
  assert.deepEqual(
    converted.files.map(({ path }) => path),
    ['.toy/guard.toy'],
  );
  assert.match(converted.lost.join('\n'), /^priority: 200; keep it with/m);
  rmSync(join(here.dir, '.agents/hooks/guard/HOOK.md'));
  const report = await here.json<FireReport>(['fire', 'tool.before', ...shell, '--json', '--trust-project']);
  assert.deepEqual([report.decision, report.reason], ['deny', '[guard] no']);
});

test('"hooks new" creates a hook in the new format', async (t) => {
  const here = testProject(t);
  const made = await here.run([
    'hooks',
    'new',
    'first',
    '--format',
    'toy',
    '--event',
    'tool.before',
    '--matcher',
    'sh',
  ]);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  for (const path of ['.toy/first.toy', '.toy/first.sh', '.toy/first.hooktest.yaml'])
    assert.ok(existsSync(join(here.dir, path)), path);
  const report = await here.json<FireReport>(['fire', 'tool.before', ...shell, '--json', '--trust-project']);
  assert.deepEqual(
    report.hooks.map(({ id, outcome }) => [id, outcome]),
    [['first', 'ok']],
  );
  const wrong = await here.run(['hooks', 'new', 'b', '--format', 'toy', '--event', 'tool.before', '--lang', 'py']);
  assert.match(wrong.stderr, /--lang py: toy hooks are shell scripts; use --lang sh or another format/);
});

test('no other file mentions the new format', () => {
  const sources = readdirSync('packages/anyhook/src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  assert.ok(sources.length > 500);
  const knowing = sources.filter((name) => /\btoy\b/i.test(readFileSync(join('packages/anyhook/src', name), 'utf8')));
  assert.deepEqual(knowing, []);
});
