import { join } from 'node:path';

/** The head of the audit of this user, in the folder of the journal. */
export const auditFileIn = (state: string): string => join(state, 'journal', 'audit.json');

/** The result of sending the audit, in the folder of a fleet; the file's time is the time of the attempt. */
export const shipFileIn = (folder: string): string => join(folder, 'sent.json');

/** Held by the process that is connected to the hub, which renews its time. */
export const hubLockIn = (folder: string): string => join(folder, 'hub.lock');
