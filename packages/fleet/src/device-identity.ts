import { join } from 'node:path';
import { readText, writeAtomic } from '@anyhook/core';
import { fleetFolder } from './device-store.js';
import { deviceOf } from './hub-protocol.js';
import { makeSigner, readSigner, type Signer, signerPem } from './keys.js';

/** The identity of a device in its fleet. Only this device has the key, so no other can sign for it. */
export interface DeviceIdentity {
  readonly device: string;
  readonly signer: Signer;
}

/** The identity of this device; its key is created at the first use. */
export function deviceIdentity(state: string, org: string): DeviceIdentity {
  const file = join(fleetFolder(state), 'device-key.pem');
  const pem = readText(file, 64 * 1024);
  const signer = pem === undefined ? makeSigner() : readSigner(pem, file);
  if (pem === undefined) writeAtomic(file, signerPem(signer), 0o600);
  return { device: deviceOf(org, signer.publicKey), signer };
}
