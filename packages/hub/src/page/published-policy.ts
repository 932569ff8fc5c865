import {
  type ChannelDocument,
  fleetNamePattern,
  maxDocumentBytes,
  readChannelDocument,
  readEnvelope,
} from '@anyhook/fleet';
import { readAgain } from '../read-again.js';

/** The document of a channel on the policy server, or why it cannot be read. */
export type PublishedChannel =
  | { readonly document: ChannelDocument; readonly problem?: undefined }
  | { readonly document?: undefined; readonly problem: string };

/** How long a document is shown before it is fetched again. */
const freshMs = 15_000;
const fetchMs = 5000;

/** Reads the rings from the policy server. Only devices check signatures: here it is only displayed. */
export function openPolicy(url: string | undefined, org: string) {
  const channels = new Map<string, ReturnType<typeof readAgain<PublishedChannel>>>();
  return {
    /** Undefined if the settings name no policy server. */
    async channel(name: string): Promise<PublishedChannel | undefined> {
      if (url === undefined || !fleetNamePattern.test(name)) return undefined;
      const known = channels.get(name) ?? readAgain(() => fetchChannel(`${url}/${name}.json`, org), freshMs);
      channels.set(name, known);
      return known.read();
    },
  };
}

export type Policy = ReturnType<typeof openPolicy>;

async function fetchChannel(document: string, org: string): Promise<PublishedChannel> {
  try {
    const response = await fetch(document, { signal: AbortSignal.timeout(fetchMs), redirect: 'error' });
    if (!response.ok) return { problem: `${document}: expected 200, got ${response.status}` };
    const channel = readChannelDocument(readEnvelope(await textOf(response), document, 'channel'), document);
    if (channel.org !== org)
      return { problem: `${document}: expected the organisation "${org}", got "${channel.org}"` };
    return { document: channel };
  } catch (error) {
    return { problem: `${document}: ${(error as Error).message}` };
  }
}

/** The body, up to the size limit of a document. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxDocumentBytes) throw new Error(`expected at most ${maxDocumentBytes} bytes, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
