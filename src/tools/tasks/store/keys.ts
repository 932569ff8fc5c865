import { fromBase32, toBase32 } from '../../../core/base32.js';

const start = 't_';
const length = 10;
/** 2026-01-01, so that keys stay short. */
const epoch = 1_767_225_600_000;
/** Tasks of one millisecond; more of them take numbers of the next one. */
const perMs = 256;
/** Until 2095. The clock of a machine may say anything; keys keep their length. */
const lastMs = 2 ** 41;

/** The least number of a task that is made at this time. Numbers sort as tasks were made. */
export const numberAt = (at: number): number => Math.min(Math.max(1, Math.trunc(at) - epoch) || 1, lastMs) * perMs;

/** A task's number as people type it: twelve characters without look-alikes, in the order of time. */
export const keyOf = (number: number): string => start + toBase32(number, length);

/** The number of a key; undefined where it is none. */
export const numberOf = (key: string): number | undefined =>
  key.startsWith(start) && key.length === start.length + length ? fromBase32(key.slice(start.length)) : undefined;
