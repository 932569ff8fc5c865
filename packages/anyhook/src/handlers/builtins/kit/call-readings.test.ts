import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Hook, ToolCall } from '@anyhook/core';
import { bareEvent } from '../../../../test/support/bare-event.js';
import { selfProtectionHook } from '../../../answer/self-protection.js';
import { secrets } from '../secrets.js';
import { selfProtection } from '../self-protection/index.js';
import { shellGuard } from '../shell-guard.js';
import { undo } from '../undo.js';
import { readingsOf, readOnce } from './call-readings.js';

const call = (command: string): ToolCall => ({ kind: 'shell', nativeName: 'Bash', input: { command } }) as ToolCall;
const world = { cwd: '/home/ada/shop', root: '/home/ada/shop', home: '/home/ada', temp: ['/tmp'], env: {} };

test('hooks of one event share one parsed command; another environment or call is parsed separately', () => {
  const one = call('ls');
  const first = readOnce(one, 'ls', world);
  assert.equal(readOnce(one, 'ls', { ...world, temp: ['/tmp'] }, { packs: [] }), first);
  for (const other of [
    readOnce(one, 'ls -l', world),
    readOnce(one, 'ls', { ...world, cwd: '/tmp' }),
    readOnce(one, 'ls', { ...world, env: { TARGET: '/' } }),
    readOnce(one, 'ls', world, { shell: 'powershell' }),
    readOnce(call('ls'), 'ls', world),
  ])
    assert.notEqual(other, first);
});

test('shell-guard, secrets, undo and self-protection parse a command only once', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'anyhook-once-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, 'shop');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  const env = { HOME: home };
  const own = selfProtectionHook({ cwd, home, env });
  const hook = {
    id: 'x',
    scope: 'user',
    handler: { kind: 'builtin', name: 'x' },
    onFailure: 'pass',
  } as unknown as Hook;
  const context = { hook, env, timeoutMs: 5_000, agentPlaces: ['/home/ada/.claude'] };
  const event = bareEvent('tool.before', { call: call('git status && rm -rf build') }, { cwd });
  await shellGuard.run(event, undefined, context);
  await secrets.run(event, undefined, context);
  await undo.run(event, undefined, context);
  await selfProtection.run(event, own.handler.kind === 'builtin' ? own.handler.args : undefined, {
    ...context,
    hook: own,
  });
  assert.equal(readingsOf(event.call).length, 1);
});
