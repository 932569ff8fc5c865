import { dirname, join } from 'node:path';
import {
  AnyhookError,
  isFile,
  isWithin,
  listFolder,
  makeOpenFolder,
  readText,
  removePath,
  writeAtomic,
} from '@anyhook/core';
import type { ChannelDocument, RootDocument } from './documents.js';
import { documentBytes, followRoots, readChannelDocument, readRootDocument } from './documents.js';
import type { SignedDocument } from './envelope.js';
import { envelopeText, maxDocumentBytes, readEnvelope, requireSignatures, withSignatures } from './envelope.js';
import type { Signer, SigningKeys } from './keys.js';
import { keyId } from './keys.js';
import { FleetRefusal } from './refusal.js';

/** The result of writing a document: it is complete, or waits for more signatures. */
export interface WrittenDocument {
  readonly file: string;
  /** The missing signatures; undefined if it is complete. */
  readonly waits?: string;
}

/** The folder that is put on a web server: root documents, channels and bundles. */
export class PublisherTree {
  constructor(readonly folder: string) {}

  /** The last root document. Its chain is checked from the first one, whose own keys sign it. */
  readRoot(): RootDocument {
    const chain = [];
    for (let version = 1; ; version++) {
      const document = this.rootFile(version);
      const text = readText(document, maxDocumentBytes * 2);
      if (text === undefined) break;
      chain.push({ document, text });
    }
    const [first] = chain;
    if (!first)
      throw new AnyhookError(
        'BAD_ARGUMENT',
        `${this.folder}: expected a folder that "anyhook fleet init" made, with root/1.json in it`,
      );
    const { org, root } = readRootDocument(readEnvelope(first.text, first.document, 'root'), first.document);
    return followRoots({ org, version: 1, keys: root }, chain) as RootDocument;
  }

  rootFile(version: number): string {
    return join(this.folder, 'root', `${version}.json`);
  }

  channelFile(channel: string): string {
    return join(this.folder, `${channel}.json`);
  }

  bundleFile(sha256: string): string {
    return join(this.folder, 'b', `${sha256}.tgz`);
  }

  channels(): readonly string[] {
    const entries = listFolder(this.folder);
    const names = typeof entries === 'string' ? [] : entries.map(({ name }) => name);
    return names.flatMap((name) => /^([a-z0-9][a-z0-9-]*)\.json$/.exec(name)?.[1] ?? []);
  }

  /** The current document of a channel; undefined if nothing was published there. */
  readChannel(channel: string): ChannelDocument | undefined {
    const document = this.channelFile(channel);
    const text = readText(document, maxDocumentBytes * 2);
    return text === undefined ? undefined : readChannelDocument(readEnvelope(text, document, 'channel'), document);
  }

  writeBundle(sha256: string, archive: Buffer): void {
    if (!isFile(this.bundleFile(sha256))) writeOpenFile(this.bundleFile(sha256), archive);
  }

  /** Signs and writes the next document of a channel. */
  writeChannel(value: ChannelDocument, signers: readonly Signer[]): WrittenDocument {
    const unsigned: SignedDocument = { kind: 'channel', payload: documentBytes(value), signatures: [] };
    return this.writeSigned(this.channelFile(value.channel), unsigned, signers);
  }

  writeRoot(value: RootDocument, signers: readonly Signer[]): WrittenDocument {
    const unsigned: SignedDocument = { kind: 'root', payload: documentBytes(value), signatures: [] };
    return this.writeSigned(this.rootFile(value.version), unsigned, signers);
  }

  /** Adds signatures to a draft; once there are enough, it becomes the document. */
  signDraft(draft: string, signers: readonly Signer[]): WrittenDocument {
    const text = readText(draft, maxDocumentBytes * 2);
    const isDraft = draft.endsWith(draftEnding) && isWithin(draft, this.folder);
    if (text === undefined || !isDraft)
      throw new AnyhookError(
        'BAD_ARGUMENT',
        `${draft}: expected a file that ends with ${draftEnding} in ${this.folder}`,
      );
    const file = `${draft.slice(0, -draftEnding.length)}.json`;
    const kind = draft.startsWith(join(this.folder, 'root')) ? 'root' : 'channel';
    return this.writeSigned(file, readEnvelope(text, draft, kind), signers);
  }

  private writeSigned(file: string, document: SignedDocument, signers: readonly Signer[]): WrittenDocument {
    const wanted = this.keysFor(document, file);
    const useful = signers.filter(({ publicKey }) => wanted.some(({ keys }) => keys.includes(publicKey)));
    if (useful.length === 0)
      throw new AnyhookError(
        'BAD_ARGUMENT',
        `${file}: expected a private key of ${wanted.flatMap(({ keys }) => keys.map(keyId)).join(' or ')} in --keys, got ${signers.length === 0 ? 'none' : signers.map((one) => keyId(one.publicKey)).join(', ')}`,
      );
    const signed = withSignatures(document, useful);
    const draft = `${file.slice(0, -'.json'.length)}${draftEnding}`;
    for (const keys of wanted) {
      const missing = missingSignatures(signed, keys, file);
      if (missing === undefined) continue;
      writeOpenFile(draft, envelopeText(signed));
      return { file: draft, waits: missing };
    }
    writeOpenFile(file, envelopeText(signed));
    removePath(draft);
    return { file };
  }

  /** Who must sign: for a root document the previous keys, and its own. */
  private keysFor(document: SignedDocument, file: string): readonly SigningKeys[] {
    if (document.kind === 'channel') return [this.readRoot().policy];
    const { version, root } = readRootDocument(document, file);
    return version === 1 ? [root] : [this.readRoot().root, root];
  }
}

/** The suffix of documents that wait for signatures. */
export const draftEnding = '.draft.json';

function missingSignatures(document: SignedDocument, keys: SigningKeys, file: string): string | undefined {
  try {
    requireSignatures(document, keys, file, 'keys');
    return undefined;
  } catch (error) {
    if (error instanceof FleetRefusal) return `${error.fault.expected} must sign it, ${error.fault.came}`;
    throw error;
  }
}

/** Writes a file of the folder that is put on a web server, whose user must be able to read it. */
export function writeOpenFile(path: string, content: string | Buffer): void {
  makeOpenFolder(dirname(path));
  writeAtomic(path, content, 0o644);
}
