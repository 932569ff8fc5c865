import type { PasskeySignature } from '@anyhook/core';

/** Base64url. */
export const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Signs with one of these passkeys, or with any of this page if none is named; undefined if the user cancels. */
export async function passkeySignature(asked: {
  /** Base64url. */
  readonly challenge: string;
  readonly passkeys: readonly string[];
}): Promise<PasskeySignature | undefined> {
  const { challenge, passkeys } = asked;
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: toBytes(challenge),
        rpId: location.hostname,
        userVerification: 'required',
        allowCredentials: passkeys.map((id) => ({ type: 'public-key', id: toBytes(id) })),
        timeout: 60_000,
      },
    })
    .catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    authenticatorData: toText(response.authenticatorData),
    clientData: toText(response.clientDataJSON),
    signature: toText(response.signature),
  };
}

/** Algorithms that the server can check: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257];

/** Creates a passkey that browsers can offer if possible; only its public half leaves the authenticator. */
export async function registerPasskey(
  user: string,
  residentKey: ResidentKeyRequirement = 'preferred',
): Promise<{ readonly id: string; readonly publicKey: string }> {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rp: { id: location.hostname, name: 'anyhook' },
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name: user, displayName: user },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { userVerification: 'required', residentKey },
      timeout: 60_000,
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was created');
  const key = (credential.response as AuthenticatorAttestationResponse).getPublicKey();
  if (!key) throw new Error('this kind of passkey is not supported');
  return { id: credential.id, publicKey: toText(key) };
}
