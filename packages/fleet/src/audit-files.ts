import { join } from 'node:path';

/** The head of the audit of this user, in the folder of the journal. */
export const auditFileIn = (state: string): string => join(state, 'journal', 'audit.json');

/** How sending the audit went, in the folder of a fleet; its time says when that was. */
export const shipFileIn = (folder: string): string => join(folder, 'sent.json');

/** Held by the process that stays with the hub, which renews its time. */
export const hubLockIn = (folder: string): string => join(folder, 'hub.lock');
