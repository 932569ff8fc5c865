import { createHash } from 'node:crypto';

/** SHA-256 in hex. Off the start path: loading node:crypto costs milliseconds. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
