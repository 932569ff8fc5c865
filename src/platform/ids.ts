/** A text that no other process generates. Not from node:crypto: loading it takes longer than the rest of the start. */
export const newId = (): string => `${Date.now().toString(36)}-${digits()}${digits()}`;

const digits = (): string => Math.random().toString(36).slice(2, 12).padEnd(10, '0');
