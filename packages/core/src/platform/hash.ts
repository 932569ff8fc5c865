import { lazyCrypto } from './lazy-crypto.js';

/** SHA-256 in hex. */
export const sha256 = (data: string | Uint8Array): string => lazyCrypto().hash('sha256', data);

/** Stands for the hash of a file that exists but could not be read: it never matches a trusted one. */
export const unreadSha = 'unread';
