import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyVerdict } from '@anyhook/core';
import { canaryPayload } from '../agents/canary-payload.js';
import { findAgent, loadInstalls } from '../agents/index.js';
import { canDeny } from './canary.js';

const installs = await loadInstalls();

const context = { env: {}, cwd: '/elsewhere', now: '2026-01-01T00:00:00.000Z' };

for (const install of installs) {
  const agent = findAgent(install.agent);

  test(`${agent.name}: every event that init registers can carry a canary`, () => {
    for (const event of install.defaultEvents) {
      const payload = canaryPayload(agent, install, event, { session: 'anyhook-canary-n', cwd: '/p' });
      const decoded = agent.decode(payload, { ...context, ...(install.commandNamesEvent && { event }) });
      assert.deepEqual([decoded.sessionId, decoded.nativeName], ['anyhook-canary-n', event]);
    }
  });

  test(`${agent.name}: the answer to a canary before a tool is a refusal that names it`, () => {
    const event = install.defaultEvents.find((name) => agent.events[name] === 'tool.before' && canDeny(agent, name));
    assert.ok(event !== undefined);
    const payload = canaryPayload(agent, install, event, { session: 'anyhook-canary-n', cwd: '/p' });
    const full = { ...context, event };
    const decoded = agent.decode(payload, full);
    const passed = agent.encode(decoded, emptyVerdict, full);
    const refused = agent.encode(decoded, { ...emptyVerdict, decision: 'deny', reason: 'canary n' }, full);
    assert.notDeepEqual(refused, passed);
    assert.match(refused.stdout + refused.stderr, /canary n/);
  });
}
