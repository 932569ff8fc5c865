import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type TestProject, testProject } from '../../anyhook/test/cli/harness.js';
import { sha256 } from '../../core/src/platform/hash.js';
import { readKeys } from '../src/key-folder.js';
import { initFleet, publishBundle, type RingShares } from '../src/publish.js';
import { PublisherTree } from '../src/publisher-tree.js';
import { everywhere, packageFiles } from './support/fleet-world.js';

type FileTexts = Readonly<Record<string, string>>;

/** A static web server on loopback, like a bucket: files with ETags. It also accepts PUT. */
export async function startStaticServer(t: TestContext, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url ?? '/', 'http://x').pathname);
    if (request.method === 'PUT') {
      mkdirSync(dirname(file), { recursive: true });
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        writeFileSync(file, text);
        response.writeHead(201).end();
      });
      return;
    }
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
    const bytes = readFileSync(file);
    const etag = `"${sha256(bytes).slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { etag }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A project on a machine in a fleet. */
export interface FleetProject extends TestProject {
  readonly tree: PublisherTree;
  readonly fleetFile: string;
  /** Where the machine stores the policy. */
  readonly policyFolder: string;
  publish(files: FileTexts, shares?: RingShares): void;
  /** The hooks' decision about a shell command, and the reason. */
  decide(command: string, env?: Readonly<Record<string, string>>): Promise<string>;
}

/** `more`: lines of fleet.yaml that replace the usual ones. */
export async function fleetProject(
  t: TestContext,
  { policy, more = {}, files = {} }: { policy: FileTexts; more?: FileTexts; files?: FileTexts },
): Promise<FleetProject> {
  const here = testProject(t, files);
  const top = dirname(here.dir);
  const tree = new PublisherTree(join(top, 'public'));
  const keys = join(top, 'keys');
  mkdirSync(tree.folder);
  const url = await startStaticServer(t, tree.folder);
  const counts = { rootKeys: 1, rootThreshold: 1, policyKeys: 1, policyThreshold: 1 };
  const { text } = initFleet({ tree: tree.folder, keys, org: 'acme', url, ...counts, now: Date.now() });
  const fleetFile = join(here.env['HOME'] ?? '', '.config', 'anyhook', 'fleet.yaml');
  mkdirSync(dirname(fleetFile), { recursive: true });
  const lines = Object.entries(more).reduce(
    (all, [key, line]) =>
      all.includes(`${key}:`) ? all.replace(new RegExp(`^ *${key}:.*$`, 'm'), line) : `${all}${line}\n`,
    text,
  );
  writeFileSync(fleetFile, lines);
  const publish: FleetProject['publish'] = (given, shares = everywhere) =>
    void publishBundle(
      packageFiles(given),
      shares,
      { tree, channel: 'stable', signers: readKeys(keys), now: Date.now() },
      false,
    );
  publish(policy);
  return {
    ...here,
    tree,
    fleetFile,
    policyFolder: join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'fleet', 'acme.stable'),
    publish,
    async decide(command, env = {}) {
      const args = ['fire', 'tool.before', '--tool', 'shell', '--input', JSON.stringify({ command }), '--json'];
      const { stdout } = await here.run(args, { env });
      const { decision } = JSON.parse(stdout) as { decision: string };
      return `${decision} ${stdout.replaceAll(/\s+/g, ' ')}`;
    },
  };
}
