import { fromBase32, toBase32 } from '@anyhook/core';

const length = 10;

/** 2026-01-01, so that ids stay short. */
const epoch = 1_767_225_600_000;
/** Ids per millisecond. The engine counts in the lower half; other processes draw from the upper half. */
const perMs = 2_048;
const half = perMs / 2;

/** The number of an event: its time, and its position within the millisecond. Numbers sort by time. */
export const decisionNumberAt = (at: number, place = 0): number =>
  (Math.max(0, Math.trunc(at) - epoch) || 0) * perMs + place;

/** The time of a decision as Unix time in milliseconds. */
export const decisionTime = (number: number): number => Math.floor(number / perMs) + epoch;

/** A number in the form that people type: ten characters that sort by time. */
export const decisionId = (number: number): string => toBase32(number, length);

/** The number of an id; undefined if it is not an id. */
export const decisionNumber = (id: string): number | undefined =>
  id.length < length || id.length > length + 1 ? undefined : fromBase32(id);

/** The first and the last number whose id has this prefix; undefined if no id can have it. */
export function decisionRange(prefix: string): readonly [number, number] | undefined {
  if (prefix === '' || prefix.length > length) return undefined;
  const first = decisionNumber(prefix.padEnd(length, '0'));
  const last = decisionNumber(prefix.padEnd(length, 'z'));
  return first === undefined || last === undefined ? undefined : [first, last];
}

/** Numbers for a process that answers many events: unique and increasing. */
export function createDecisionNumbers(): (at: number) => number {
  let last = 0;
  return (at) => {
    const first = decisionNumberAt(at);
    last = last < first ? first : last % perMs < half - 1 ? last + 1 : decisionNumberAt(decisionTime(last) + 1);
    return last;
  };
}

/** The number for a process that answers one event; `random` is from 0 up to, but not including, 1. */
export const oneShotDecisionNumber = (at: number, random: number): number =>
  decisionNumberAt(at, half + Math.floor(random * half));
