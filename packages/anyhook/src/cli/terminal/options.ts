import { AnyhookError, maxWaitMs, quoteValue } from '@anyhook/core';
import { Option } from 'commander';
import { formatNames } from '../../formats/index.js';

/** Options that several commands share. */
export const cwdOption = (): Option => new Option('--cwd <dir>', 'run as if started in this folder');

export const trustOption = (): Option =>
  new Option('--trust-project', "trust this project's hooks and abilities for this call (for CI)");

export const jsonOption = (): Option => new Option('--json', 'print JSON for programs');

export const eventOption = (text: string): Option => new Option('--event <event>', text);

export const formatOption = (flags: string, text: string): Option => new Option(flags, text).choices(formatNames());

/** The value of an option that takes a JSON object. */
export function parseJsonOption(
  option: string,
  text: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  const expectation = `${option}: expected a JSON object such as {"key":"value"}, got`;
  if (text.trim() === '') throw new AnyhookError('BAD_ARGUMENT', `${expectation} nothing`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AnyhookError('BAD_ARGUMENT', `${expectation} ${quoteValue(text)} (${(error as Error).message})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AnyhookError('BAD_ARGUMENT', `${expectation} ${quoteValue(text)}`);
  return value as Readonly<Record<string, unknown>>;
}

/** The value of an option that takes a whole number in a range. */
export function parseNumberOption(option: string, text: string, [min, max]: readonly [number, number]): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= min && number <= max) return number;
  const expectation = `expected a whole number from ${min} to ${max}`;
  throw new AnyhookError('BAD_ARGUMENT', `${option}: ${expectation}, got ${quoteValue(text)}`);
}

/** The value of an option that takes milliseconds. */
export function parseMsOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Number(text);
  if (!(ms > 0 && ms <= maxWaitMs))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `${option}: expected milliseconds, above 0 and at most ${maxWaitMs}, got ${quoteValue(text)}`,
    );
  return ms;
}

/** Converts options back to arguments, for the modules in cli/entries, which parse their arguments themselves. */
export function asArguments(options: Readonly<Record<string, string | true>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [`${flag}=${value}`];
  });
}
