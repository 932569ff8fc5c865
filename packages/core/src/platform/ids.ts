/** An id that is practically unique. It does not use node:crypto, because loading that takes longer than everything else at the start. */
export const newId = (): string => `${Date.now().toString(36)}-${digits()}${digits()}`;

const digits = (): string => Math.random().toString(36).slice(2, 12).padEnd(10, '0');
