import { fromBase32, toBase32 } from '@anyhook/core';

const keyPrefix = 't_';
const keyDigits = 10;
/** 2026-01-01, so that keys stay short. */
const epoch = 1_767_225_600_000;
/** Tasks per millisecond; further ones use numbers of the next millisecond. */
const numbersPerMs = 256;
/** Times after 2095 are clamped, so that a wrong clock cannot make keys longer. */
const lastMs = 2 ** 41;

/** The smallest number of a task created at this time. Numbers sort by creation. */
export const firstTaskNumberAt = (time: number): number =>
  Math.min(Math.max(1, Math.trunc(time) - epoch) || 1, lastMs) * numbersPerMs;

/** A task's number as people type it: twelve characters without look-alikes, sorted by time. */
export const taskKeyOf = (number: number): string => keyPrefix + toBase32(number, keyDigits);

/** The number of a key; undefined if it is not a key. */
export const taskNumberOf = (key: string): number | undefined =>
  key.startsWith(keyPrefix) && key.length === keyPrefix.length + keyDigits
    ? fromBase32(key.slice(keyPrefix.length))
    : undefined;
