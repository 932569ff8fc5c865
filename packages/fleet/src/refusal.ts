import { AnyhookError, quoteValue } from '@anyhook/core';

export interface FleetFault {
  /** The document: its URL or file. */
  readonly document: string;
  readonly field: string;
  readonly expected: string;
  /** What was found; texts are shown unchanged. */
  readonly came: string;
  readonly advice: string;
}

/** A document or bundle is refused. What was in force before stays in force. */
export class FleetRefusal extends AnyhookError {
  readonly fault: FleetFault;
  constructor(fault: FleetFault) {
    const { document, field, expected, came, advice } = fault;
    super('BAD_POLICY', `${document}: ${field}: expected ${expected}, got ${came}; ${advice}`);
    this.fault = fault;
  }
}

const signedWrong = 'the signed document is invalid; tell its publisher';

/** Reads fields of a signed document one by one; each error names the field. */
export class DocumentFields {
  constructor(
    readonly document: string,
    private readonly value: Readonly<Record<string, unknown>>,
    private readonly path = '',
  ) {}

  /** Throws an error about a field. */
  refuse(field: string, expected: string, came: string, advice = signedWrong): never {
    throw new FleetRefusal({ document: this.document, field: `${this.path}${field}`, expected, came, advice });
  }

  text(field: string, pattern: RegExp, expected: string): string {
    const value = this.value[field];
    return typeof value === 'string' && pattern.test(value) ? value : this.refuse(field, expected, quoteValue(value));
  }

  whole(field: string, min: number, max: number): number {
    const value = this.value[field];
    const isGood = typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
    return isGood ? value : this.refuse(field, `a whole number from ${min} to ${max}`, quoteValue(value));
  }

  /** Milliseconds of a time that is written as ISO 8601. */
  time(field: string): number {
    return Date.parse(
      this.text(field, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/, 'a time such as 2026-01-31T12:00:00Z'),
    );
  }

  choice<const Choice extends string>(field: string, choices: readonly Choice[]): Choice {
    const value = this.value[field];
    const found = choices.find((one) => one === value);
    return found ?? this.refuse(field, choices.map((one) => `"${one}"`).join(' or '), quoteValue(value));
  }

  list(field: string, max: number): readonly unknown[] {
    const value = this.value[field];
    return Array.isArray(value) && value.length <= max
      ? value
      : this.refuse(field, `a list of at most ${max}`, Array.isArray(value) ? `${value.length}` : quoteValue(value));
  }

  /** The fields of an object in a field or in a list. */
  inside(field: string, value: unknown = this.value[field]): DocumentFields {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.refuse(field, 'an object', quoteValue(value));
    return new DocumentFields(this.document, value as Readonly<Record<string, unknown>>, `${this.path}${field}.`);
  }
}
