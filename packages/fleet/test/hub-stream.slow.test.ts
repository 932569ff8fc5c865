import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApprovalStore } from '../../anyhook/src/approvals/approval-store.js';
import { controlEngine } from '../../anyhook/src/resident/control-engine.js';
import { anyhookProgram, claudeShellCall, dialProtocol, until } from '../../anyhook/test/resident/engine-world.js';
import { runAgent } from '../../anyhook/test/support/run-agent.js';
import { fleetProject } from './fleet-project.js';
import { TestApprover } from './support/approver.js';
import { HubReceiver } from './support/audit-receivers.js';
import { denying } from './support/fleet-world.js';

const hubLines = (hub: HubReceiver) => ({ audit: `audit: { hub: "${hub.url}", token: ${hub.token} }` });

test('a remote approver lets one call of a real Codex event pass, once, and the journal names the approver', async (t) => {
  const hub = await HubReceiver.start(t);
  const ada = new TestApprover('ada', 'https://hub.acme.example');
  const hook = '{ id: ask-deploy, on: tool.before, match: { input: deploy }, use: ./ask.mjs }';
  const policy = {
    '.agents/anyhook.yaml': `hooks:\n  - ${hook}\n${ada.policy}`,
    'ask.mjs': "export default () => ({ decision: 'ask', reason: 'deploys need a person' });\n",
  };
  const machine = await fleetProject(t, { policy, more: hubLines(hub) });
  await machine.run(['fleet', 'fetch']);
  const call = () => {
    const event = { ...claudeShellCall(machine.dir, './deploy.sh prod'), turn_id: 't', model: 'm' };
    return runAgent(machine, 'codex', event).stdout;
  };
  const before = call();
  assert.match(before, /"permissionDecision":"deny"/);
  assert.match(before, /an approver of acme was also asked/);
  await until(() => hub.questions.size === 1);
  const [question] = [...hub.questions.values()];
  assert.ok(question);
  assert.deepEqual([question.agent, question.tool, question.hooks], ['codex', 'shell', ['ask-deploy']]);
  assert.doesNotMatch(JSON.stringify(question), /deploy\.sh|prod|project/);
  hub.decide(question.key, ada.decide(question, { decision: 'approved', reason: 'go' }));
  const store = createApprovalStore(join(machine.env['XDG_STATE_HOME'] ?? '', 'anyhook'), {
    now: Date.now,
    minutes: 15,
  });
  await until(() => store.all().some(({ decision }) => decision === 'approved'));
  assert.doesNotMatch(call(), /deny/);
  assert.match(call(), /"permissionDecision":"deny"/, 'once');
  const { stdout } = await machine.run(['log', '--json', '--details']);
  assert.match(stdout, /a person approved this call, once: ada, on the hub of acme/);
});

test('while the engine runs, a nudge brings a new policy in seconds; when the engine ends, so does the connection', async (t) => {
  const hub = await HubReceiver.start(t);
  const machine = await fleetProject(t, { policy: denying('rocket'), more: hubLines(hub) });
  await machine.run(['fleet', 'fetch']);
  const { ANYHOOK_ENGINE: _off, ...env } = machine.env;
  const state = join(env['XDG_STATE_HOME'] ?? '', 'anyhook');
  const engine = spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], { env, stdio: 'ignore' });
  t.after(() => engine.kill('SIGKILL'));
  await until(async () => (await controlEngine(state, 'status', 1_000))?.pid === engine.pid);
  const line = dialProtocol({ state });
  const answer = async (command: string) =>
    (await line.ask({ env, project: machine.dir }, claudeShellCall(machine.dir, command)))?.stdout ?? '';
  assert.match(await answer('echo rocket'), /acme forbids rocket/);
  await until(() => hub.streams.size === 1);
  machine.publish(denying('comet'));
  const nudgedAt = Date.now();
  hub.nudge('stable', 2);
  await until(async () => /acme forbids comet/.test(await answer('echo comet')));
  assert.ok(Date.now() - nudgedAt < 10_000, `${Date.now() - nudgedAt} ms`);
  assert.match((await machine.run(['fleet', 'status'])).stdout, /nudges arrive; no call waits for an approver/);
  line.socket.destroy();
  engine.kill('SIGKILL');
  await until(() => hub.streams.size === 0);
});
