import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { emptyVerdict, type Verdict } from '@anyhook/core';
import type { Agent, DecodeContext } from '../agents/agent.js';
import { agents, findAgent } from '../agents/index.js';
import { type Approval, resolveAsk } from './approve.js';
import { fit } from './fit.js';

const context: DecodeContext = { env: {}, cwd: '/somewhere', now: '2030-01-02T03:04:05.000Z' };
const id = 'zz9q7';
const ask: Verdict = { ...emptyVerdict, decision: 'ask', reason: '[guard] is this meant?' };
const pending: Approval = {
  ...{ kind: 'pending', id, minutes: 15 },
  announced: [
    { forModel: 'Ask the user to run "anyhook approve".', forUser: (shown = '') => `run "anyhook approve ${shown}"` },
    { alsoAsked: 'an approver of acme' },
  ],
};

/** A recorded payload of the event before a tool. */
function before(agent: Agent) {
  const folder = new URL(`../../fixtures/${agent.name === 'flow' ? 'claude-code' : agent.name}/`, import.meta.url);
  for (const file of readdirSync(folder)) {
    const recorded = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    const event = agent.decode(recorded.stdin ?? recorded, { ...context, event: file.replace(/^v\d\.|\.json$/g, '') });
    if (event.name === 'tool.before') return event;
  }
  throw new Error(`${agent.name} has no recorded tool.before`);
}

async function answerAfter(agent: Agent, verdict: Verdict, approval: Approval) {
  const event = before(agent);
  const answered = (await resolveAsk(event, verdict, agent, { approve: async () => approval })) ?? verdict;
  const fitted = fit(answered, agent, 'tool.before');
  return { fitted, wire: agent.encode(event, fitted, context), plain: agent.encode(event, emptyVerdict, context) };
}

const without = agents.filter(
  ({ capabilities: { 'tool.before': row } }) => row?.deny !== undefined && row.ask === undefined,
);

/** Agents that show the user a text that the model does not see. */
const privately: Readonly<Record<string, (stdout: string) => { forUser: unknown; forModel: unknown }>> = {
  gemini: (stdout) => {
    const { systemMessage, ...rest } = JSON.parse(stdout);
    return { forUser: systemMessage, forModel: rest };
  },
};

test('at least one agent without its own ask is tested', () => {
  assert.ok(without.length >= 8, without.map(({ name }) => name).join());
});

for (const agent of without)
  describe(agent.title, () => {
    test('an ask becomes a deny that says how to approve, and only the user sees the id', async () => {
      const { fitted, wire } = await answerAfter(agent, ask, pending);
      assert.equal(fitted.decision, 'deny');
      assert.match(fitted.reason ?? '', /is this meant\?\n.*a person must approve it first.*"anyhook approve"/s);
      assert.match(fitted.reason ?? '', /; an approver of acme was also asked\. Ask the user/);
      const all = wire.stdout + wire.stderr;
      assert.match(all, /a person must approve it first/);
      const read = privately[agent.name]?.(wire.stdout);
      if (!read) return assert.ok(!all.includes(id), all);
      assert.match(String(read.forUser), new RegExp(`anyhook approve ${id}`));
      assert.ok(!JSON.stringify(read.forModel).includes(id));
    });

    test("an approved call is left to the agent's own rules", async () => {
      const { fitted, wire, plain } = await answerAfter(agent, ask, { kind: 'approved' });
      assert.equal(fitted.decision, 'pass');
      assert.equal(wire.exitCode, plain.exitCode);
      assert.ok(!(wire.stdout + wire.stderr).includes('is this meant?'));
    });

    test("a refused call is denied with the person's reason", async () => {
      const { wire } = await answerAfter(agent, ask, { kind: 'refused', why: 'use staging' });
      assert.match(wire.stdout + wire.stderr, /A person refused this call: use staging\./);
    });
  });

test("a call that one hook allowed is allowed once a person approves another hook's ask", async () => {
  const { fitted } = await answerAfter(findAgent('droid'), { ...ask, ifApproved: 'allow' }, { kind: 'approved' });
  assert.equal(fitted.decision, 'allow');
});

test('a rewrite is applied if the call is approved, and dropped if it is not', async () => {
  const rewritten: Verdict = { ...ask, rewrite: { of: 'input', value: { command: 'ls -l' } } };
  const yes = await answerAfter(findAgent('codex'), rewritten, { kind: 'approved' });
  assert.deepEqual(yes.fitted.rewrite, rewritten.rewrite);
  const no = await answerAfter(findAgent('codex'), rewritten, pending);
  assert.equal(no.fitted.rewrite, undefined);
});

test('an agent with its own ask does not use approvals', async () => {
  const approve = () => assert.fail('approve was called');
  for (const name of ['claude-code', 'copilot', 'qwen', 'anyhook'])
    assert.equal(resolveAsk(before(findAgent('claude-code')), ask, findAgent(name), { approve }), undefined, name);
});
