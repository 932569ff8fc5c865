/** A text that no other process makes again. Not from node:crypto: loading it takes longer than all the rest. */
export const newId = (): string => `${Date.now().toString(36)}-${digits()}${digits()}`;

const digits = (): string => Math.random().toString(36).slice(2, 12).padEnd(10, '0');
