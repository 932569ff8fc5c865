import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canaryPayload } from './canary-payload.js';
import { findAgent, loadInstalls } from './index.js';

for (const install of await loadInstalls()) {
  const agent = findAgent(install.agent);
  const events = Object.keys(agent.events).filter((event) => agent.events[event] === 'tool.before');
  test(`the canary command for ${agent.title} reaches hooks as a shell call with that command`, () => {
    const decoded = events.map((event) => {
      const payload = canaryPayload(agent, install, event, { session: 's', cwd: '/p', command: 'rm -rf ~' });
      const context = { env: {}, cwd: '/p', now: '2026-01-01T00:00:00.000Z', event };
      return agent.decode(payload, context);
    });
    const commands = decoded.flatMap((event) => (event.name === 'tool.before' ? [event.call] : []));
    assert.ok(
      commands.some(({ kind, input }) => kind === 'shell' && input['command'] === 'rm -rf ~'),
      JSON.stringify(commands),
    );
  });
}
