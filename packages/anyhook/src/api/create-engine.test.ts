import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { AnyhookError } from '@anyhook/core';
import { type FileTexts, hookMdFiles, ProjectWorld } from '../../test/project-world.js';
import { createEngine } from './create-engine.js';

/** Writes its stdin to a file, then answers. */
const savingScript = (file: string, answer = '') => `#!/bin/sh\ncat > "$KEEP/${file}.json"\n${answer}\n`;
const printJson = (json: object) => `printf '%s' '${JSON.stringify(json)}'`;

const files: FileTexts = {
  ...hookMdFiles(
    'md-guard',
    'trigger: before_tool\nmatcher:\n  tool: Shell\n  pattern: "--force"',
    'cat > "$KEEP/md.json"; echo "no force" >&2; exit 2',
  ),
  '.agents/hooks.yaml':
    'hooks:\n  pre_tool_use:\n    - matcher: shell\n      hooks:\n        - {type: command, name: adds, command: ./adds.sh}\n',
  'adds.sh': savingScript(
    'docker',
    printJson({ hook_specific_output: { updated_input: { cmd: 'git push --force' } } }),
  ),
  '.system/hooks/a.yaml':
    'id: abil\nevent_type: PreAbilityCall\nenabled: true\nblocking: true\nsummary: A hook.\nmatch: {ability_scope: run_*}\nhandler: {kind: script, command: ./abil.sh}\ntimeout_ms: 5000\n',
  'abil.sh': savingScript('ability', printJson({ logs: ['seen'] })),
  '.claude/settings.json': JSON.stringify({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './claude.sh' }] }] },
  }),
  'claude.sh': savingScript(
    'claude',
    printJson({
      systemMessage: 'hello',
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'from claude' },
    }),
  ),
  '.agents/anyhook.yaml':
    'hooks:\n  - {id: flow-entry, on: tool.before, run: ./flow.sh}\n  - {id: mod, on: tool.before, use: ./mod.mjs}\n',
  'flow.sh': savingScript('flow'),
  'mod.mjs':
    'export default { on: "tool.before", run: (event) => ({ decision: "pass", context: ["module saw " + event.call.input.command] }) };\n',
};

function worldOf(t: TestContext): ProjectWorld {
  const world = new ProjectWorld(t, files);
  world.env['KEEP'] = world.top;
  return world;
}
const savedInput = (world: ProjectWorld, name: string) => JSON.parse(readFileSync(`${world.top}/${name}.json`, 'utf8'));
const engineOf = (world: ProjectWorld) => createEngine({ cwd: world.dir, env: world.env, trust: 'project' });

describe('hooks of every format on one call', () => {
  test('each hook sees the call in its own format, rewrites are chained, and the guard denies the rewritten call', async (t) => {
    const world = worldOf(t);
    const engine = await engineOf(world);
    assert.deepEqual(engine.problems, []);
    const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'git push' } });
    assert.deepEqual([verdict.decision, verdict.reason], ['deny', '[md-guard] no force']);
    assert.deepEqual(savedInput(world, 'docker').tool_input, { cmd: 'git push --force' }, 'its recheck');
    assert.deepEqual(
      [savedInput(world, 'claude').tool_name, savedInput(world, 'claude').tool_input.command],
      ['Bash', 'git push --force'],
    );
    assert.equal(savedInput(world, 'ability').ability_id, 'run_command');
    assert.equal(savedInput(world, 'md').tool_name, 'Shell');
    assert.ok(existsSync(`${world.top}/flow.json`));
    assert.deepEqual(verdict.context, ['from claude', 'module saw git push --force']);
    assert.ok(verdict.messages.includes('hello'));
    const ids = new Set(verdict.hooks.map(({ hook }) => hook.id));
    assert.equal(ids.size, 6);
    assert.deepEqual(verdict.hooks.find(({ hook }) => hook.id === 'abil')?.logs, ['seen']);
  });

  test('a native payload gets a native answer', async (t) => {
    const world = worldOf(t);
    const engine = await engineOf(world);
    const payload = {
      session_id: 's',
      cwd: world.dir,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git push', description: 'push' },
    };
    const { event, verdict, wire } = await engine.dispatch('claude-code', payload);
    assert.equal(event.raw, payload);
    assert.equal(verdict.decision, 'deny');
    assert.match(wire.stdout + wire.stderr, /no force/);
  });
});

describe('an engine', () => {
  test('does not run hooks of an untrusted project when untrusted projects are ignored', async (t) => {
    const world = worldOf(t);
    const engine = await createEngine({ cwd: world.dir, env: world.env, untrusted: 'ignore' });
    assert.ok(engine.hooks.every(({ state }) => state.kind === 'untrusted'));
    assert.equal(
      (await engine.fire('tool.before', { tool: 'shell', input: { command: 'git push --force' } })).verdict.decision,
      'pass',
    );
    assert.equal(existsSync(`${world.top}/md.json`), false);
  });

  test('is switched off by ANYHOOK=off', async (t) => {
    const world = worldOf(t);
    world.env['ANYHOOK'] = 'off';
    const { verdict } = await (await engineOf(world)).fire('tool.before', {
      tool: 'shell',
      input: { command: 'git push --force' },
    });
    assert.deepEqual([verdict.decision, verdict.hooks], ['pass', []]);
  });

  test('skips hooks that `only` rejects', async (t) => {
    const world = worldOf(t);
    const engine = await createEngine({
      cwd: world.dir,
      env: world.env,
      trust: 'project',
      only: ({ dialect: format }) => format === 'hook-md',
    });
    const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'x --force' } });
    assert.deepEqual(
      verdict.hooks.map(({ hook }) => hook.id),
      ['md-guard'],
    );
  });

  test('stops at its timeout or when the request is aborted, and unfinished hooks fail by their onFailure', async (t) => {
    const slow = hookMdFiles('slow', 'trigger: before_stop\nmetadata:\n  anyhook:\n    onFailure: closed', 'sleep 60');
    const world = new ProjectWorld(t, slow);
    const engine = await engineOf(world);
    const late = await engine.fire('agent.stop', {}, { timeoutMs: 50 });
    assert.deepEqual([late.verdict.decision, late.verdict.hooks[0]?.outcome], ['deny', 'timeout']);
    const gone = await engine.fire('agent.stop', {}, { signal: AbortSignal.abort() });
    assert.match(gone.verdict.hooks[0]?.reason ?? '', /did not finish \(cancelled\)/);
  });

  test('returns the event as the hooks saw it', async (t) => {
    const world = new ProjectWorld(t, {
      '.agents/anyhook.yaml': 'hooks:\n  - {id: end, on: session.end, run: "true"}\n',
    });
    const engine = await engineOf(world);
    await engine.fire('tool.after', { tool: 'write', input: { path: 'a.ts' } });
    const { event } = await engine.fire('session.end');
    assert.ok(event.name === 'session.end');
    assert.deepEqual([event.changedFiles, event.abilitiesUsed], [['a.ts'], ['write_file']]);
  });

  test('rejects unknown hosts, malformed payloads and arguments that the event does not have', async (t) => {
    const engine = await engineOf(new ProjectWorld(t));
    const isOurs = (code: string) => (error: unknown) => error instanceof AnyhookError && error.code === code;
    await assert.rejects(async () => engine.dispatch('claude', {}), isOurs('UNKNOWN_HOST'));
    await assert.rejects(engine.dispatch('claude-code', []), isOurs('BAD_PAYLOAD'));
    await assert.rejects(engine.fire('agent.stop', { tool: 'shell' }), isOurs('BAD_ARGUMENT'));
  });

  test('decides even if the state folder cannot be written, and notes it', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('stay', 'trigger: before_stop', 'echo go on >&2; exit 2'));
    world.env['XDG_STATE_HOME'] = '/proc/nowhere';
    const { verdict } = await (await engineOf(world)).fire('agent.stop', { data: { stopHookActive: false } });
    assert.equal(verdict.decision, 'deny');
    assert.match(verdict.notes.join(), /could not be recorded for later events/);
  });
});
