import { isObject } from '@anyhook/core';
import { refuseField } from './problem.js';

/** Names of hooks, tools and effects: one line, no control characters. */
export const namePattern = /^[^\p{Cc}]{1,200}$/u;

/** A pattern for exactly one text. */
export const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

/** Reads the fields of an untrusted body; unknown fields are refused. */
export class BodyFields {
  private readonly value: Readonly<Record<string, unknown>>;
  constructor(
    value: unknown,
    known: readonly string[],
    private readonly path = '',
  ) {
    this.value = isObject(value)
      ? value
      : refuseField(path === '' ? 'the body' : path.slice(0, -1), 'an object', value);
    const unknown = Object.keys(this.value).find((name) => !known.includes(name));
    if (unknown !== undefined) refuseField(`${path}${unknown}`, `one of ${known.join(', ')}`, unknown);
  }

  has(field: string): boolean {
    return this.value[field] !== undefined;
  }

  text(field: string, pattern: RegExp, expected: string): string {
    const value = this.value[field];
    return typeof value === 'string' && pattern.test(value)
      ? value
      : refuseField(`${this.path}${field}`, expected, value);
  }

  whole(field: string, min = 0, max = Number.MAX_SAFE_INTEGER): number {
    const value = this.value[field];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
      ? value
      : refuseField(`${this.path}${field}`, `a whole number from ${min} to ${max}`, value);
  }

  /** Any text up to a length, with all its lines. */
  words(field: string, maxChars: number): string {
    const value = this.value[field];
    return typeof value === 'string' && value.length <= maxChars
      ? value
      : refuseField(`${this.path}${field}`, `a text of at most ${maxChars} characters`, value);
  }

  flag(field: string): boolean {
    const value = this.value[field];
    return typeof value === 'boolean' ? value : refuseField(`${this.path}${field}`, 'true or false', value);
  }

  list(field: string, max: number): readonly unknown[] {
    const value = this.value[field];
    return Array.isArray(value) && value.length <= max
      ? value
      : refuseField(`${this.path}${field}`, `a list of at most ${max}`, value);
  }

  inside(field: string, known: readonly string[]): BodyFields {
    return new BodyFields(this.value[field], known, `${this.path}${field}.`);
  }
}
