import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolderAtLast } from '../../../anyhook/test/support/remove-folder.js';
import type { PackageFile } from '../../../core/src/package-file.js';
import type { FileAnswer, FileRequest } from '../../../core/src/platform/net/fetch-file.js';
import { DeviceStore } from '../../src/device-store.js';
import type { ChannelDocument } from '../../src/documents.js';
import { type FetchResult, fetchPolicy } from '../../src/fetch-policy.js';
import { type FleetSettings, parseFleetFile } from '../../src/fleet-file.js';
import { readKeys } from '../../src/key-folder.js';
import { initFleet, moveRings, publishBundle, type RingShares } from '../../src/publish.js';
import { PublisherTree } from '../../src/publisher-tree.js';

export const day = 24 * 60 * 60 * 1000;

/** The current time in tests. */
export const noon = Date.parse('2026-06-01T12:00:00Z');

export const everywhere: RingShares = { enforce: 10_000, shadow: 0 };

const url = 'https://policy.example';

/** A publisher and one device; the web server between them is the tree on the disk. */
export class FleetWorld {
  readonly top: string;
  readonly tree: PublisherTree;
  readonly keys: string;
  readonly settings: FleetSettings;
  readonly store: DeviceStore;
  now = noon;
  /** Every URL that the device requested, with its answer. */
  readonly requests: string[] = [];
  /** Answers that override the tree. */
  replies: Record<string, (request: FileRequest) => FileAnswer> = {};

  constructor(t: TestContext, { policyKeys = 1, policyThreshold = 1 } = {}) {
    this.top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-fleet-')));
    t.after(() => removeFolderAtLast(this.top));
    this.tree = new PublisherTree(join(this.top, 'public'));
    this.keys = join(this.top, 'keys');
    const { text } = initFleet({
      ...{ tree: this.tree.folder, keys: this.keys, org: 'acme', url, rootKeys: 1, rootThreshold: 1 },
      ...{ policyKeys, policyThreshold, now: noon },
    });
    const found = parseFleetFile(text, 'fleet.yaml', 'user');
    if (!found.settings) throw new Error(JSON.stringify(found.problems));
    this.settings = found.settings;
    this.store = new DeviceStore(this.state, this.settings);
  }

  get state(): string {
    return join(this.top, 'state');
  }

  publish(files: Readonly<Record<string, string>>, shares: RingShares = everywhere): ChannelDocument {
    return publishBundle(packageFiles(files), shares, this.change(), false).document;
  }

  moveRings(shares: RingShares, serial?: number): ChannelDocument {
    return moveRings(shares, this.change(), false, serial).document;
  }

  change() {
    return { tree: this.tree, channel: 'stable', signers: readKeys(this.keys), now: this.now };
  }

  fetch(settings: FleetSettings = this.settings, version = '1.0.0'): Promise<FetchResult> {
    return fetchPolicy({
      settings,
      state: this.state,
      now: this.now,
      version,
      device: () => 'device0000',
      fetch: async (request) => {
        const answer = this.answer(request);
        this.requests.push(`${request.url.slice(url.length)} ${answer.kind}`);
        return answer;
      },
    });
  }

  /** The reason of a refused check. */
  async refusal(settings?: FleetSettings, version?: string): Promise<string> {
    const result = await this.fetch(settings, version);
    if (result.kind !== 'refused') throw new Error(`expected a refusal, got ${JSON.stringify(result)}`);
    return result.why;
  }

  private answer(request: FileRequest): FileAnswer {
    const path = request.url.slice(url.length + 1);
    const reply = this.replies[path];
    if (reply) return reply(request);
    try {
      const bytes = readFileSync(join(this.tree.folder, path));
      const etag = `"${bytes.length}-${bytes.toString('latin1').slice(-80)}"`;
      if (etag === request.etag) return { kind: 'unchanged' };
      return bytes.length > request.maxBytes ? { kind: 'too-large' } : { kind: 'file', bytes, etag };
    } catch {
      return { kind: 'absent' };
    }
  }

  /** Replaces a file of the tree by something that was not published. */
  plant(path: string, content: string | Buffer): void {
    const file = join(this.tree.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

export const packageFiles = (files: Readonly<Record<string, string>>): readonly PackageFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    isExecutable: text.startsWith('#!'),
  }));

/** A policy that denies every shell command with this word. */
export const denying = (word: string): Readonly<Record<string, string>> => ({
  '.agents/anyhook.yaml': `hooks:\n  - {id: no-${word}, on: tool.before, match: {input: ${word}}, run: ./scripts/deny.sh}\n`,
  'scripts/deny.sh': `#!/bin/sh\necho "acme forbids ${word}" >&2\nexit 2\n`,
});
