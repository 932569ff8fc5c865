import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CentralApproval } from '../../fleet/src/central-approval.js';
import { TestApprover } from '../../fleet/test/support/approver.js';
import { findNatsServer, findNode } from '../scripts/servers.mjs';
import { type HubWorld, send, startHubs } from '../sim/hub-world.js';
import { type NatsCluster, startNats } from '../sim/nats-cluster.js';
import { waitUntil } from '../sim/programs.js';

const node = findNode();
const natsServer = findNatsServer();
const skip = node.reason ?? natsServer.reason ?? false;
const program = fileURLToPath(new URL('../../anyhook/bin/anyhook.cjs', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'anyhook-device-'));
const home = join(folder, 'home');
const published = join(folder, 'published');
let nats: NatsCluster;
let world: HubWorld;
let server: Server;

before(async () => {
  if (skip) return;
  mkdirSync(join(home, 'project'), { recursive: true });
  nats = await startNats(natsServer.program ?? '', join(folder, 'nats'), { nodes: 1, syncAlways: false });
  world = await startHubs(node.program ?? '', folder, nats, { hubs: 1, replicas: 1 });
  world.startKeeper();
  await world.isReady();
  server = createServer(({ url = '' }, response) => {
    try {
      response.end(readFileSync(join(published, url)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

after(async () => {
  server?.close();
  await world?.end();
  await nats?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs anyhook on a machine whose system trusts the hub's certificate. */
async function anyhook(...args: readonly string[]): Promise<string> {
  const certificate = join(folder, 'cert.pem');
  const env = { PATH: process.env['PATH'], HOME: home, NODE_EXTRA_CA_CERTS: certificate };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env, cwd: folder }).catch(
    ({ stdout: out, stderr }) => assert.fail(`anyhook ${args.join(' ')}: ${out}${stderr}`),
  );
  return stdout;
}

/** An event of an agent on that machine; returns the answer. */
function toolEvent(command: string, host = 'claude-code'): string {
  const event = {
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: join(home, 'project') },
    ...{ tool_name: 'Bash', tool_input: { command } },
  };
  const env = { PATH: process.env['PATH'], HOME: home, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') };
  const args = [program, 'run', '--host', host];
  return spawnSync(process.execPath, args, { env, input: JSON.stringify(event), encoding: 'utf8' }).stdout;
}

test('a machine fetches a signed policy, and the hub stores each of its decisions', { skip }, async () => {
  const { port } = server.address() as AddressInfo;
  mkdirSync(join(folder, 'policy/.agents'), { recursive: true });
  writeFileSync(
    join(folder, 'policy/.agents/anyhook.yaml'),
    'hooks:\n  - { id: no-force-push, on: tool.before, match: { input: push.*--force }, run: "exit 2" }\n',
  );
  const tree = ['--tree', published];
  await anyhook('fleet', 'init', '--org', world.org, '--url', `http://127.0.0.1:${port}`, '--keys', 'keys', ...tree);
  await anyhook('fleet', 'publish', 'policy', '--keys', 'keys', ...tree);
  await anyhook('fleet', 'ring', '--enforce', '100%', '--keys', 'keys', ...tree);

  const settings = join(home, '.config/anyhook/fleet.yaml');
  mkdirSync(join(home, '.config/anyhook'), { recursive: true });
  writeFileSync(settings, readFileSync(join(published, 'fleet.yaml')));
  appendFileSync(settings, `audit:\n  hub: https://127.0.0.1:${world.ports[0]}\n  token: ${world.tokens.enrol}\n`);
  assert.match(await anyhook('fleet', 'fetch'), /serial 2 is in force now/);
  assert.match(toolEvent('git push --force'), /"permissionDecision":"deny"/);
  for (let i = 0; i < 4; i++) assert.equal(toolEvent('ls'), '');

  await anyhook('fleet', 'fetch');
  const lines = () =>
    readdirSync(world.kept)
      .filter((name) => name.endsWith('.ndjson'))
      .flatMap((name) => readFileSync(join(world.kept, name), 'utf8').trim().split('\n'));
  await waitUntil(() => lines().length >= 5, 'the keeper has five records');
  const decisions = lines().map((line) => JSON.parse(line).decision);
  assert.deepEqual(decisions, ['deny', 'pass', 'pass', 'pass', 'pass']);
  assert.doesNotMatch(lines().join(), /force-push\b.*git|git push|project/);
  assert.match(await anyhook('fleet', 'verify-audit', '--from', world.kept), /5 records, 1 to 5\nnothing is missing/);
  assert.match(await anyhook('fleet', 'status'), /0 not sent/);

  const headers = { authorization: `Bearer ${world.tokens.read}` };
  const fleet = await send({ port: world.ports[0] ?? 0, ca: world.certificate, path: '/v1/fleet', headers });
  const [device] = JSON.parse(fleet.text).devices;
  assert.deepEqual([device.kept, device.missing, device.alarms], [5, 0, []]);
});

test('an approval on the hub lets one call of the machine pass, once', { skip }, async () => {
  const ada = new TestApprover('ada', 'https://hub.acme.example');
  writeFileSync(
    join(folder, 'policy/.agents/anyhook.yaml'),
    `hooks:\n  - { id: ask-deploy, on: tool.before, match: { input: deploy }, use: ./ask.mjs }\n${ada.policy}`,
  );
  writeFileSync(
    join(folder, 'policy/ask.mjs'),
    "export default () => ({ decision: 'ask', reason: 'deploys need a person' });\n",
  );
  const tree = ['--tree', published];
  await anyhook('fleet', 'publish', 'policy', '--keys', 'keys', ...tree);
  await anyhook('fleet', 'ring', '--enforce', '100%', '--keys', 'keys', ...tree);
  await anyhook('fleet', 'fetch');
  assert.match(toolEvent('./deploy.sh prod', 'codex'), /an approver of acme was also asked/);

  const [port, ca] = [world.ports[0] ?? 0, world.certificate];
  const headers = { authorization: `Bearer ${world.tokens.approve}` };
  const questions = async (): Promise<readonly CentralApproval[]> =>
    JSON.parse((await send({ port, ca, path: '/v1/approvals', headers })).text).pending;
  await waitUntil(async () => (await questions()).length === 1, 'the question');
  const [question] = await questions();
  assert.ok(question);
  assert.deepEqual([question.agent, question.tool, question.hooks], ['codex', 'shell', ['ask-deploy']]);
  assert.doesNotMatch(JSON.stringify(question), /deploy\.sh|prod\b|project/);
  const { decision, reason, passkey } = ada.decide(question, { decision: 'approved', reason: 'release day' });
  const body = Buffer.from(JSON.stringify({ device: question.device, decision, reason, passkey }));
  const path = `/v1/approvals/${question.key}`;
  assert.equal((await send({ port, ca, path, method: 'POST', headers, body })).status, 200);
  await waitUntil(
    async () => /ada, on the hub of acme/.test(await anyhook('approvals', '--all', '--json')),
    'the device',
  );
  assert.doesNotMatch(toolEvent('./deploy.sh prod', 'codex'), /deny/);
  assert.match(toolEvent('./deploy.sh prod', 'codex'), /"permissionDecision":"deny"/, 'once');
});
