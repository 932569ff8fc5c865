import { createHash, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type ChannelDocument, documentBytes } from '../../../fleet/src/documents.js';
import { envelopeText, withSignatures } from '../../../fleet/src/envelope.js';
import { makeSigner } from '../../../fleet/src/keys.js';

/** Debian's location; nothing is downloaded. */
const program = process.env['ANYHOOK_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why the page cannot be tested here; false if it can. */
export const whyNoBrowser = existsSync(program)
  ? false
  : `${program} is missing: apt-get install chromium, or name one in ANYHOOK_CHROMIUM`;

/** A browser that trusts the hub's certificate like one of its system, which passkeys require. */
export function openBrowser(certificate: string): Promise<Browser> {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', `--ignore-certificate-errors-spki-list=${hash}`],
  });
}

/** A security key in the browser, whose user presence can be switched off. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return {
    setFinger: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** A policy server with one channel. */
export async function servePolicy(
  document: ChannelDocument,
): Promise<{ readonly url: string; readonly server: Server }> {
  const signed = withSignatures({ kind: 'channel', payload: documentBytes(document), signatures: [] }, [makeSigner()]);
  const server = createServer(({ url }, response) => {
    if (url === `/${document.channel}.json`) response.end(envelopeText(signed));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
