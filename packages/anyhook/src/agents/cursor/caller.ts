import { objectValue } from '../kit/json-fields.js';

/** Did Cursor call an entry of Claude Code (quirk 10)? Every payload of Cursor carries its version. */
export const isCaller = (payload: unknown): boolean => typeof objectValue(payload)?.['cursor_version'] === 'string';
