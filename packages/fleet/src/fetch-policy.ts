import { type FileAnswer, type FileRequest, fetchFile, makePrivateFolder, sha256, tryLock } from '@anyhook/core';
import { acceptChannel, requireForwardClock } from './accept-channel.js';
import { bundleProblem } from './active-policy.js';
import { readBundle } from './archive.js';
import { DeviceStore } from './device-store.js';
import type { BundleReference, ChannelDocument, RootDocument, RootText } from './documents.js';
import { followRoots, readChannelDocument } from './documents.js';
import { maxDocumentBytes, readEnvelope } from './envelope.js';
import type { FleetSettings } from './fleet-file.js';
import type { CheckRecord } from './fleet-standing.js';
import { FleetRefusal } from './refusal.js';
import { bundlesFor, ringPlaceOf } from './rings.js';

export interface FetchOptions {
  readonly settings: FleetSettings;
  readonly state: string;
  readonly now: number;
  readonly version: string;
  readonly device: () => string;
  readonly fetch?: (request: FileRequest) => Promise<FileAnswer>;
}

export type FetchResult =
  /** `isNew`: it is another document than before. */
  | { readonly kind: 'current'; readonly channel: ChannelDocument; readonly isNew: boolean }
  /** Nothing was changed. */
  | { readonly kind: 'refused' | 'unreachable'; readonly why: string }
  /** Another process is checking right now. */
  | { readonly kind: 'busy' };

const timeoutMs = 30_000;
const maxRoots = 1_000;

/** Checks the policy of a fleet, and installs a new one. After any error, the last valid one stays in force. */
export async function fetchPolicy(options: FetchOptions): Promise<FetchResult> {
  const { settings, state, now } = options;
  const store = new DeviceStore(state, settings);
  makePrivateFolder(store.folder);
  const lock = tryLock(`${store.folder}/fetch.lock`, { staleMs: 3 * 60_000 });
  if (!lock) return { kind: 'busy' };
  const before = store.readCheck();
  const latest = Math.max(now, before?.latest ?? 0);
  try {
    requireForwardClock(now, before?.latest, store.checkFile);
    const taken = await new PolicyFetch(options, store, before).take();
    const { channel, etag, hash } = taken;
    const record = { checkedAt: now, triedAt: now, latest, serial: channel.serial, sha256: hash };
    store.writeCheck({ ...record, ...(etag !== undefined && { etag }) });
    return { kind: 'current', channel, isNew: taken.isNew };
  } catch (error) {
    const isRefusal = error instanceof FleetRefusal;
    if (!isRefusal && !(error instanceof UnreachableError)) throw error;
    const why = error.message;
    const { problem: _old, etag: _etag, ...known } = before ?? { triedAt: now, latest };
    // Forget the ETag, so that the next check reads the document again.
    store.writeCheck({ ...known, triedAt: now, latest, problem: why });
    return { kind: isRefusal ? 'refused' : 'unreachable', why };
  } finally {
    lock.release();
  }
}

/** The server has no answer. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

interface TakenPolicy {
  readonly channel: ChannelDocument;
  readonly hash: string;
  readonly etag?: string | undefined;
  readonly isNew: boolean;
}

/** The last root document, and those that are not on the disk yet. */
interface FollowedRoots {
  readonly root: RootDocument;
  readonly fresh: readonly { readonly version: number; readonly text: string }[];
}

class PolicyFetch {
  constructor(
    private readonly options: FetchOptions,
    private readonly store: DeviceStore,
    private readonly before: CheckRecord | undefined,
  ) {}

  async take(): Promise<TakenPolicy> {
    const { settings, device } = this.options;
    const { url, channel: name } = settings;
    const document = `${url}/${name}.json`;
    const stored = this.store.readChannel();
    const answer = await this.get(document, maxDocumentBytes, stored === undefined ? undefined : this.before?.etag);
    if (answer.kind === 'absent') throw new UnreachableError(`${document}: the server has no such document`);
    const text = answer.kind === 'file' ? answer.bytes.toString('utf8') : (stored ?? '');
    const { root, fresh } = await this.followRoots(answer.kind === 'file' && text !== stored);
    const hash = sha256(text);
    const channel = this.accept(text, document, root, hash);
    const place = ringPlaceOf(settings.org, this.store.writeDevice(device()));
    const { enforced, candidate } = bundlesFor(channel, place);
    const needed = [enforced, candidate].filter((one) => one !== undefined);
    for (const bundle of needed) await this.takeBundle(bundle);
    // New keys are stored only with a document that they sign, because the previous one needs its own. The document is
    // written last, when everything that it names exists.
    for (const { version, text: rootText } of fresh) this.store.writeRoot(version, rootText);
    if (text !== stored) this.store.writeChannel(text);
    this.store.pruneBundles(needed.map((bundle) => bundle.sha256));
    const etag = answer.kind === 'file' ? answer.etag : this.before?.etag;
    return { channel, hash, etag, isNew: text !== stored };
  }

  private accept(text: string, document: string, root: RootDocument, hash: string): ChannelDocument {
    const { settings, now, version } = this.options;
    const { serial, sha256: seenHash } = this.before ?? {};
    const seen = serial === undefined || seenHash === undefined ? this.storedSerial() : { serial, sha256: seenHash };
    const { org, channel } = settings;
    return acceptChannel(text, document, { org, channel, root, seen, sha256: hash, now, version });
  }

  /** The serial of the document on the disk, if the record of the last checks is lost. */
  private storedSerial(): { readonly serial: number; readonly sha256: string } | undefined {
    const text = this.store.readChannel();
    if (text === undefined) return undefined;
    try {
      const { serial, org, channel } = readChannelDocument(readEnvelope(text, this.store.channelFile, 'channel'), '');
      const isOwn = org === this.options.settings.org && channel === this.options.settings.channel;
      return isOwn ? { serial, sha256: sha256(text) } : undefined;
    } catch {
      return undefined;
    }
  }

  /** The last root document; the server is asked for newer ones when the policy has changed. */
  private async followRoots(asksServer: boolean): Promise<FollowedRoots> {
    const { org, root, url } = this.options.settings;
    const start = { org, version: root.version, keys: root };
    const chain: RootText[] = [...this.store.readRoots(root.version)];
    const fresh: { readonly version: number; readonly text: string }[] = [];
    let last = chain.length > 0 ? followRoots(start, chain) : undefined;
    while ((asksServer || !last) && chain.length < maxRoots) {
      const version = root.version + chain.length;
      const document = `${url}/root/${version}.json`;
      const answer = await this.get(document, maxDocumentBytes);
      if (answer.kind !== 'file') break;
      const text = answer.bytes.toString('utf8');
      last = followRoots(start, [...chain, { document, text }]);
      fresh.push({ version, text });
      chain.push({ document, text });
    }
    if (!last) throw new UnreachableError(`${url}/root/${root.version}.json: the server has no such document`);
    return { root: last, fresh };
  }

  private async takeBundle(bundle: BundleReference): Promise<void> {
    if (bundleProblem(this.store, bundle) === undefined) return;
    const document = `${this.options.settings.url}/b/${bundle.sha256}.tgz`;
    const known = this.store.readBundleFile(bundle.sha256);
    const archive = known && sha256(known) === bundle.sha256 ? known : await this.getBundle(document, bundle);
    this.store.writeBundle(bundle.sha256, archive, readBundle(archive, document));
  }

  /** The bytes of a bundle; they are not parsed before their hash was checked. */
  private async getBundle(document: string, { sha256: hash, bytes }: BundleReference): Promise<Buffer> {
    const answer = await this.get(document, bytes);
    if (answer.kind !== 'file') throw new UnreachableError(`${document}: the server has no such bundle`);
    const found = sha256(answer.bytes);
    if (found === hash) return answer.bytes;
    const advice = 'nothing of it is used: put the files that "anyhook fleet publish" wrote on the server again';
    throw new FleetRefusal({ document, field: 'sha256', expected: hash, came: found, advice });
  }

  private async get(url: string, maxBytes: number, etag?: string) {
    const answer = await (this.options.fetch ?? fetchFile)({ url, etag, maxBytes, timeoutMs });
    if (answer.kind === 'failed') throw new UnreachableError(`${url}: ${answer.why}`);
    if (answer.kind !== 'too-large') return answer;
    const advice = 'nothing of it is used: what is on the server is not what was published';
    throw new FleetRefusal({
      document: url,
      field: 'size',
      expected: `at most ${maxBytes} bytes`,
      came: 'more',
      advice,
    });
  }
}
