import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { UserPaths } from '../../core/src/index.js';
import { userPaths } from '../../core/src/index.js';
import { agentNamed } from '../src/agents/index.js';
import { answerAgent } from '../src/answer/native-event.js';
import { loadProjectEngine } from '../src/answer/project-engine.js';
import { createApprovalStore } from '../src/approvals/approval-store.js';
import { settleApproval } from '../src/approvals/channel.js';
import type { Feature } from '../src/feature.js';
import { features } from '../src/features.js';
import { hookMdWithScript, testProject } from './cli/harness.js';
import { asked, channel } from './support/toy-channel.js';

/** The row that a new channel adds. The rest of it is its file. */
const toy: Feature = { name: 'toy', approvalChannel: async () => ({ channel }) };
(features as Feature[]).push(toy);

/** A project whose hook asks before each shell command, and the answer to Codex, which cannot ask. */
function asking(t: TestContext) {
  const here = testProject(t, hookMdWithScript('careful', 'before_tool', `echo '{"decision":"ask","reason":"sure?"}'`));
  const user: UserPaths = userPaths(here.env, here.env['HOME'] ?? '');
  return {
    store: createApprovalStore(user.state, { now: Date.now, minutes: 15 }),
    async call(callId: string): Promise<string> {
      const payload = {
        ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: here.dir, tool_use_id: callId },
        ...{ tool_name: 'Bash', tool_input: { command: 'git push' } },
      };
      const agent = agentNamed('codex');
      assert.ok(agent);
      const later: (() => Promise<void>)[] = [];
      const { stdout } = await answerAgent(
        {
          options: { agent, trust: 'project' },
          input: { bytes: Buffer.from(JSON.stringify(payload)), truncated: false },
          world: { cwd: here.dir, env: here.env, home: user.home },
        },
        { project: loadProjectEngine, runLater: (work) => void later.push(work) },
      );
      for (const work of later) await work();
      return stdout;
    },
  };
}

test('a new channel is named to the agent and gets the question; its approval lets the call pass once', async (t) => {
  const { store, call } = asking(t);
  const before = asked.length;
  const denied = await call('1');
  assert.match(denied, /"deny".*the duty phone was also asked\. Ask the user to run \\"anyhook approve\\"/);
  assert.equal(asked.length, before + 1);
  const [record] = store.all();
  assert.ok(record);
  const decided = { record, decision: 'approved' as const };
  await assert.rejects(settleApproval(store, channel, { ...decided, answer: { pin: 1 } }), /wrong PIN/);
  await settleApproval(store, channel, { ...decided, answer: { pin: 4711 } });
  assert.doesNotMatch(await call('2'), /"deny"/);
  const [used] = store.all();
  assert.deepEqual([used?.by, used?.proof, used?.isElsewhere], ['the duty phone', { kind: 'pin' }, true]);
  assert.match(await call('3'), /"deny"/);
});

test('a channel that cannot deliver the question does not change the answer', async (t) => {
  const { call } = asking(t);
  const { poll } = channel;
  t.after(() => Object.assign(channel, { poll }));
  Object.assign(channel, { poll: () => Promise.reject(new Error('no network')) });
  assert.match(await call('1'), /"deny".*a person must approve it first/);
});

test('no other file mentions the new channel, and each existing channel is one file', () => {
  const sources = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => join(folder, name));
  const files = [...sources('packages/anyhook/src'), ...sources('packages/fleet/src')];
  const channels = files.filter((file) => /: ApprovalChannel</.test(readFileSync(file, 'utf8')));
  assert.deepEqual(
    channels.sort(),
    [
      'packages/anyhook/src/approvals/channels/page.ts',
      'packages/anyhook/src/approvals/channels/terminal.ts',
      'packages/fleet/src/approval-channel.ts',
    ].map((file) => join(file)),
  );
});
