/** The longest delay that a Node timer accepts; a longer one fires immediately. */
export const maxTimerMs = 2 ** 31 - 1;

/** The longest time that a caller may request: a day. */
export const maxWaitMs = 86_400_000;

/** The largest event payload that anyhook reads. */
export const maxPayloadBytes = 50 * 1024 * 1024;

/** The largest hook or ability file whose content is compared. */
export const maxHashedBytes = 64 * 1024 * 1024;

/** The largest of its own files that anyhook reads: trust, locks and caches. */
export const maxStateFileBytes = 64 * 1024 * 1024;
