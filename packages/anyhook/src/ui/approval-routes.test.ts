import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolderAtLast } from '../../test/support/remove-folder.js';
import { approvalRoutes } from './approval-routes.js';
import { createPasskeyStore } from './passkeys.js';
import { createPresence } from './presence.js';

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64url');

test('the code for a new passkey works only for that key', async (t) => {
  const state = mkdtempSync(join(tmpdir(), 'anyhook-passkeys-'));
  t.after(() => removeFolderAtLast(state));
  const told: string[] = [];
  const presence = createPresence({ passkeys: () => [], origin: () => '', notify: (text) => void told.push(text) });
  const routes = approvalRoutes({ state, minutes: 15, presence, whyNot: undefined });
  const post = async (path: string, body: object) => {
    const answer = await routes[`POST ${path}`]?.({
      query: new URLSearchParams(),
      body,
      response: {} as ServerResponse,
    });
    return answer && 'json' in answer ? (answer.json as { readonly nonce: string }) : assert.fail('no answer');
  };
  const shown = { name: 'this browser', id: 'key-1', publicKey: newKey() };
  const { nonce } = await post('/api/passkeys/ask', shown);
  await post('/api/code', { nonce });
  const code = /: (\d{3} \d{3})$/.exec(told.at(-1) ?? '')?.[1];
  await assert.rejects(post('/api/passkeys', { ...shown, publicKey: newKey(), nonce, code }), /look at it again/);
  assert.deepEqual(createPasskeyStore(state).all(), []);
  await post('/api/passkeys', { ...shown, nonce, code });
  assert.deepEqual(
    createPasskeyStore(state)
      .all()
      .map(({ id }) => id),
    ['key-1'],
  );
});
