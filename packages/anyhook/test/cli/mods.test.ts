import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { type InitMachine, initMachine, terminal } from './init-world.js';

const program = resolve('packages/anyhook/bin/anyhook.cjs');
const skill = '~/.claude/skills/quiet';

function plantMod(here: InitMachine, code = "export function register(on) { on('classic.PreToolUse', () => ({})); }") {
  here.put(`${skill}/.claude-plugin/plugin.json`, '{"name":"quiet","version":"1.0.0"}');
  here.put(`${skill}/hooks/hooks.json`, '{"modules":["./register.js"]}');
  here.put(`${skill}/hooks/register.js`, code);
}

/** What the real program tells the agent's user at an event. */
function told(here: InitMachine, event: string, session: string, more: Readonly<Record<string, unknown>> = {}): string {
  const payload = { hook_event_name: event, session_id: session, cwd: here.dir, ...more };
  const { stdout } = spawnSync(process.execPath, [program, 'run', '--host', 'claude-code'], {
    cwd: here.dir,
    env: { ...here.env },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  return stdout === '' ? '' : String((JSON.parse(stdout) as Record<string, unknown>)['systemMessage'] ?? '');
}

const start = (here: InitMachine, session: string) => told(here, 'SessionStart', session, { source: 'startup' });

const doctor = async (here: InitMachine) => {
  const { code, stdout } = await here.run(['doctor', '--agent', 'claude-code'], {
    columns: 400,
    env: { NO_COLOR: '1' },
  });
  return { code, stdout };
};

/** What a module answers, and the effect that doctor warns about. */
const variants: readonly [event: string, answer: string, effect: RegExp][] = [
  ['classic.PreToolUse', '({})', /may keep hooks in settings from starting \(classic\.\*\)/],
  ['tool.check', "({ decision: 'allow' })", /may run a call that a hook denied \(tool\.check\)/],
  ['tool.call', "({ result: '' })", /may answer a call before any hook sees it \(tool\.call\)/],
];

for (const [event, answer, effect] of variants)
  test(`doctor fails while an unconfirmed mod that answers ${event} runs above hooks`, async (t) => {
    const here = initMachine(t, {});
    await here.run(['init', '--agent', 'claude-code', '--yes']);
    assert.doesNotMatch((await doctor(here)).stdout, /mod of Claude Code/);
    plantMod(here, `export function register(on) { on('${event}', () => ${answer}); }`);
    const found = await doctor(here);
    assert.equal(found.code, 1);
    assert.match(
      found.stdout,
      /~\/\.claude\/skills\/quiet is a mod of Claude Code \(a plugin in \S+\) that you have not confirmed/,
    );
    assert.match(found.stdout, effect);
    assert.match(found.stdout, /read its code; to keep it, run: anyhook trust; otherwise delete \S+quiet/);
  });

test('a session reports a mod above hooks at its start, until a person confirms it', async (t) => {
  const here = initMachine(t, {});
  assert.equal(start(here, 'one'), '');
  plantMod(here);
  assert.match(start(here, 'two'), /~\/\.claude\/skills\/quiet is a mod of Claude Code .* that you have not confirmed/);
  const { code, stdout } = await here.run(['trust'], { ...terminal, stdin: 'y\n' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^new {8}~\/\.claude\/skills\/quiet {2}mod of Claude Code, a plugin in /m);
  assert.match(stdout, /Allow this mod to run above your hooks, as it is now\? \[y\/N\] confirmed 1 mod\n$/);
  assert.equal(start(here, 'three'), '');
  plantMod(here, 'export function register() { /* changed */ }');
  assert.match(start(here, 'four'), /is a mod of Claude Code .* that changed since you confirmed it/);
  assert.match((await here.run(['trust', '--list'], terminal)).stdout, /^changed {4}~\/\.claude\/skills\/quiet/m);
});

test('a mod that suppresses the session start is reported once, at the next prompt', async (t) => {
  const here = initMachine(t, {});
  plantMod(here);
  const prompt = () => told(here, 'UserPromptSubmit', 'one', { prompt: 'hello' });
  assert.match(prompt(), /is a mod of Claude Code/);
  assert.equal(prompt(), '');
});

test('a mod that is not confirmed stays reported, and trust exits 1', async (t) => {
  const here = initMachine(t, {});
  plantMod(here);
  const { code, stdout } = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
  assert.deepEqual([code, /no mod was confirmed\n$/.test(stdout)], [1, true], stdout);
  assert.match(start(here, 'one'), /that you have not confirmed/);
});

test('neither an agent nor a person without a terminal can confirm a mod', async (t) => {
  const here = initMachine(t, {});
  plantMod(here);
  const inAgent = await here.run(['trust', '--yes'], { ...terminal, env: { CLAUDECODE: '1' } });
  const inPipe = await here.run(['trust', '--yes']);
  for (const { code, stderr } of [inAgent, inPipe]) {
    assert.equal(code, 1);
    assert.match(stderr, /needs a person/);
  }
  assert.match(start(here, 'one'), /that you have not confirmed/);
});

test('a mod that is the current folder itself can be confirmed and revoked there', async (t) => {
  const here = initMachine(t, {});
  here.write({
    '.claude-plugin/plugin.json': '{"name":"quiet"}',
    'hooks/hooks.json': '{"modules":["./register.js"]}',
    'hooks/register.js': 'export function register() {}\n',
  });
  const list = async () => (await here.run(['trust', '--list'], terminal)).stdout;
  assert.match(await list(), /^new .*mod of Claude Code, this folder$/m);
  await here.run(['trust', '--yes'], terminal);
  assert.match(await list(), /^confirmed .*mod of Claude Code, this folder$/m);
  assert.match((await here.run(['trust', '--revoke', '--yes'], terminal)).stdout, /is no longer trusted/);
  assert.match(await list(), /^new .*mod of Claude Code/m);
});

test('log says that calls may be missing from it, as long as the agent is connected', async (t) => {
  const here = initMachine(t, {});
  plantMod(here);
  const log = async () => (await here.run(['log'], terminal)).stdout;
  assert.doesNotMatch(await log(), /Claude Code/);
  await here.run(['init', '--agent', 'claude-code', '--yes']);
  assert.match(
    await log(),
    /^Claude Code loads unconfirmed code above hooks \(~\/\.claude\/skills\/quiet\), so calls may be missing here/,
  );
  await here.run(['trust', '--yes'], terminal);
  assert.doesNotMatch(await log(), /loads unconfirmed code above/);
});
