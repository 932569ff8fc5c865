import { object } from '../kit/codec.js';

/** Did Cursor send this to an entry of Claude Code (quirk 10)? Every payload of Cursor has its version. */
export const isCaller = (payload: unknown): boolean => typeof object(payload)?.['cursor_version'] === 'string';
