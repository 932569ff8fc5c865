/** The longest time that a timer of Node can wait; with more it fires at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The longest time that a caller may ask for: a day. */
export const longestWaitMs = 86_400_000;

/** The largest payload of an event that is read. */
export const maxPayloadBytes = 50 * 1024 * 1024;

/** The largest file of a hook or an ability whose content is compared. */
export const maxHashedBytes = 64 * 1024 * 1024;

/** The largest file that anyhook reads of those it wrote itself: trust, locks and caches. */
export const maxStateFileBytes = 64 * 1024 * 1024;
