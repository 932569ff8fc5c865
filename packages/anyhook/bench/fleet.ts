import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PackageFile } from '../../core/src/package-file.js';
import { sha256 } from '../../core/src/platform/hash.js';
import { acceptChannel } from '../../fleet/src/accept-channel.js';
import { deviceIdentity } from '../../fleet/src/device-identity.js';
import { followRoots } from '../../fleet/src/documents.js';
import { parseFleetFile } from '../../fleet/src/fleet-file.js';
import { readKeys } from '../../fleet/src/key-folder.js';
import { initFleet, publishBundle } from '../../fleet/src/publish.js';
import { PublisherTree } from '../../fleet/src/publisher-tree.js';
import { shipAudit } from '../../fleet/src/ship-audit.js';
import { HubReceiver } from '../../fleet/test/support/audit-receivers.js';
import { decisionId, decisionNumberAt } from '../src/journal/decision-id.js';
import { journalPaths, spoolFileName } from '../src/journal/journal-files.js';
import { controlEngine } from '../src/resident/control-engine.js';
import { dialProtocol } from '../test/resident/engine-world.js';
import { type BenchRow, median } from './table.js';

/** The cost of a fleet: the check of a bundle, and the time that agents wait on a machine of a fleet with an audit. */
export async function fleetBench(): Promise<readonly BenchRow[]> {
  const top = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  try {
    const check = checkRow(join(top, 'check'));
    return [check, await offlineRow(join(top, 'offline')), ...(await latencyRows(join(top, 'latency')))];
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** Keys, a published policy and the text of fleet.yaml. */
function publisher(folder: string, url: string, files: readonly PackageFile[]) {
  const [tree, keys] = [new PublisherTree(join(folder, 'public')), join(folder, 'keys')];
  const counts = { rootKeys: 1, rootThreshold: 1, policyKeys: 1, policyThreshold: 1 };
  const { text, root } = initFleet({ tree: tree.folder, keys, org: 'acme', url, ...counts, now: Date.now() });
  const change = { tree, channel: 'stable', signers: readKeys(keys), now: Date.now() };
  const { document } = publishBundle(files, { enforce: 10_000, shadow: 0 }, change, false);
  return { tree, text, root, sha256: document.bundles[0]?.sha256 ?? '' };
}

const file = (path: string, content: string | Buffer): PackageFile => ({
  ...{ path, bytes: Buffer.from(content), isExecutable: false },
});

/** Signatures of root and channel, and the hash of a bundle of random bytes, which do not compress. */
function checkRow(folder: string): BenchRow {
  const {
    tree,
    root,
    sha256: hash,
  } = publisher(folder, 'https://policy.example', [file('data', randomBytes(1024 * 1024))]);
  const [rootText, text] = [tree.rootFile(1), tree.channelFile('stable')].map((path) => readFileSync(path, 'utf8'));
  const archive = readFileSync(join(tree.folder, 'b', `${hash}.tgz`));
  const times: number[] = [];
  for (let round = 0; round < 200; round++) {
    const began = performance.now();
    const start = { org: 'acme', version: 1, keys: root.root };
    const trusted = followRoots(start, [{ document: 'root', text: rootText ?? '' }]);
    const options = { org: 'acme', channel: 'stable', sha256: sha256(text ?? ''), now: Date.now(), version: '1.0.0' };
    if (!trusted) throw new Error('no root document');
    const channel = acceptChannel(text ?? '', 'channel', { ...options, root: trusted });
    if (sha256(archive) !== channel.bundles[0]?.sha256) throw new Error('another bundle');
    times.push(performance.now() - began);
  }
  const ms = median(times);
  return {
    name: 'fleet: a bundle of 1 MB verified, from the root keys to its hash',
    measured: `${ms.toFixed(2)} ms`,
    promised: 'at most 5 ms',
    ok: ms <= 5,
  };
}

const days = 14;
const decisionsPerDay = 2_000;

/** A machine that was offline for 14 days, by a simulated clock, sends everything to a strict receiver. */
async function offlineRow(state: string): Promise<BenchRow> {
  const ends: (() => unknown)[] = [];
  const hub = await HubReceiver.start({ after: (end: () => unknown) => void ends.push(end) } as never);
  const identity = deviceIdentity(state, 'acme');
  const { spool } = journalPaths(state);
  mkdirSync(spool, { recursive: true });
  const audit = { device: identity.device, fields: [], maxMb: 256 };
  const start = Date.now() - days * 24 * 3_600_000;
  for (let day = 0; day < days; day++) {
    const from = start + day * 24 * 3_600_000;
    const lines = Array.from({ length: decisionsPerDay }, (_, i) => {
      const at = from + i * 1_000;
      const record = { id: decisionId(decisionNumberAt(at)), at, host: 'codex', event: 'tool.before', session: 's' };
      const rest = { nativeEvent: 'x', caller: 'ai_session', root: '/r', cwd: '/r', decision: 'pass', hookSet: 'h' };
      return JSON.stringify({ v: 1, decision: { ...record, ...rest, hooks: [], ms: 1, via: 'process' }, audit });
    });
    writeFileSync(join(spool, spoolFileName(from, 'c')), `${lines.join('\n')}\n`);
  }
  const text = `org: acme\nurl: ${hub.url}\nroot: { threshold: 1, keys: [${identity.signer.publicKey}] }\n`;
  const { settings } = parseFleetFile(text, 'fleet.yaml', 'user');
  if (!settings) throw new Error('fleet.yaml');
  const target = { kind: 'hub', url: hub.url, token: hub.token } as const;
  const began = performance.now();
  const shared = { settings, state, identity, now: Date.now, version: '1.0.0', serial: 1 };
  await shipAudit({ ...shared, fillHeader: (value) => value }, { target, fields: [], maxMb: 256 });
  const seconds = (performance.now() - began) / 1000;
  for (const end of ends) await end();
  const isAll = hub.lines.size === days * decisionsPerDay && hub.repeated === 0;
  return {
    name: `fleet: ${(days * decisionsPerDay).toLocaleString('en')} decisions of 14 days offline, stored and sent`,
    measured: isAll ? `${seconds.toFixed(1)} s` : `${hub.lines.size} arrived`,
    promised: 'at most 5 min',
    ok: isAll && seconds <= 300,
  };
}

const hooks = `hooks:\n${['config-protection', 'enforce-delegation', 'validate-changes']
  .map((use, i) => `  - { id: hook-${i}, on: tool.before, use: ${use} }\n`)
  .join('')}`;

/** The same hooks from the user's config, and from a fleet that audits to a hub that stores everything. */
async function latencyRows(top: string): Promise<readonly BenchRow[]> {
  mkdirSync(top, { recursive: true });
  const policy = publisher(top, 'http://127.0.0.1', [file('.agents/anyhook.yaml', hooks)]);
  const server = createServer((request, response) => {
    let last = 0;
    request.on('data', () => {});
    request.on('end', () => {
      const path = request.url ?? '';
      if (path.startsWith('/v1/audit')) last = Number.MAX_SAFE_INTEGER;
      if (path === '/v1/nudge') return void response.write('{}\n');
      if (path.startsWith('/v1/')) return void response.end(JSON.stringify({ upTo: last, missing: [], device: '' }));
      try {
        response.end(readFileSync(join(policy.tree.folder, path)));
      } catch {
        response.writeHead(404).end();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const plain = await Machine.start(join(top, 'plain'), { 'config.yaml': hooks });
  const audit = `audit:\n  hub: ${url}\n  token: enrol-token-of-the-bench\n`;
  const fleetFile = `${policy.text.replace(/^url: .*$/m, `url: ${url}`)}${audit}`;
  const fleet = await Machine.start(join(top, 'fleet'), { 'fleet.yaml': fleetFile });
  try {
    for (const machine of [plain, fleet]) await machine.times(500);
    const times = { plain: [] as number[], fleet: [] as number[] };
    // Alternately, so that other load on the machine affects both equally.
    for (let round = 0; round < 4_000; round++) {
      times.plain.push(...(await plain.times(1)));
      times.fleet.push(...(await fleet.times(1)));
    }
    const at = (all: readonly number[], share: number) =>
      [...all].sort((a, b) => a - b)[Math.floor(all.length * share)] ?? 0;
    return [0.5, 0.95].map((share): BenchRow => {
      const ratio = at(times.fleet, share) / at(times.plain, share);
      return {
        name: `fleet: an agent's wait with a policy and an audit, p${share * 100}`,
        measured: `${ratio.toFixed(2)} times`,
        promised: 'at most 1.05 times',
        ok: ratio <= 1.05,
      };
    });
  } finally {
    for (const machine of [plain, fleet]) machine.end();
    server.closeAllConnections();
    server.close();
  }
}

/** A home with a resident engine. */
class Machine {
  readonly #line: ReturnType<typeof dialProtocol>;
  #calls = 0;

  private constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly engine: ChildProcess,
    state: string,
  ) {
    this.#line = dialProtocol({ state });
  }

  static async start(home: string, config: Readonly<Record<string, string>>): Promise<Machine> {
    const [project, state] = [join(home, 'project'), join(home, '.local/state/anyhook')];
    for (const folder of [project, join(home, '.config/anyhook')]) mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(config)) writeFileSync(join(home, '.config/anyhook', name), text);
    const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
    const program = resolve('packages/anyhook/bin/anyhook.cjs');
    const fetched = spawn(process.execPath, [program, 'fleet', 'fetch'], { env, cwd: project, stdio: 'ignore' });
    await new Promise((done) => fetched.once('exit', done));
    const engine = spawn(process.execPath, [program, 'engine', 'start', '--foreground'], { env, stdio: 'ignore' });
    while ((await controlEngine(state, 'status', 1_000))?.pid !== engine.pid)
      await new Promise((done) => setTimeout(done, 20));
    return new Machine(project, env, engine, state);
  }

  /** Milliseconds of so many events, one after the other. */
  async times(count: number): Promise<readonly number[]> {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const event = {
        ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: this.folder, tool_name: 'Edit' },
        ...{ tool_input: { file_path: 'src/app.ts', old_string: 'a', new_string: 'b' } },
        tool_use_id: `call-${++this.#calls}`,
      };
      const began = performance.now();
      const answer = await this.#line.ask({ env: this.env, project: this.folder }, event);
      if (!answer) throw new Error('the engine went away');
      times.push(performance.now() - began);
    }
    return times;
  }

  end(): void {
    this.#line.socket.destroy();
    this.engine.kill('SIGTERM');
  }
}
