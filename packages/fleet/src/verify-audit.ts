import { auditHash, noAuditHash } from '@anyhook/anyhook';
import { isObject, parseObject } from '@anyhook/core';
import { devicePattern, type SequenceRange } from './hub-protocol.js';

/** The state of one device's chain of records. */
export interface ChainCheck {
  readonly device: string;
  readonly records: number;
  readonly first: number;
  readonly last: number;
  /** The same record more than once: harmless, receivers get records at least once. */
  readonly repeated: number;
  /** Sequences between the first and the last that are missing. */
  readonly missing: readonly SequenceRange[];
  /** Decisions that the device itself could not record for lack of space. */
  readonly lost: number;
  /** Records that were changed, or do not follow the previous one. */
  readonly faults: readonly string[];
}

export interface AuditCheck {
  readonly devices: readonly ChainCheck[];
  /** Lines that are not audit records. */
  readonly unreadable: number;
  readonly isWhole: boolean;
}

interface SeenRecord {
  readonly hash: string;
  readonly previous: string;
  readonly lost: number;
}

const maxFaults = 20;

/** Checks chains of records, which may come in any order and more than once. */
export class AuditChecker {
  readonly #devices = new Map<string, { readonly seen: Map<number, SeenRecord>; repeated: number; faults: string[] }>();
  #unreadable = 0;

  /** A line of a file: an audit record, or a batch of them in the form of an OpenTelemetry collector. */
  add(line: string): void {
    if (line.trim() === '') return;
    const value = parseObject(line);
    if (!value) this.#unreadable++;
    else if (Array.isArray(value['resourceLogs'])) for (const one of recordLines(value)) this.#addRecord(one);
    else this.#addRecord(line);
  }

  #addRecord(line: string): void {
    const { device, sequence, previous, lost } = parseObject(line) ?? {};
    const isRecord =
      typeof device === 'string' &&
      devicePattern.test(device) &&
      typeof previous === 'string' &&
      Number.isSafeInteger(sequence) &&
      Number(sequence) > 0;
    if (!isRecord) {
      this.#unreadable++;
      return;
    }
    let chain = this.#devices.get(device);
    if (!chain) {
      chain = { seen: new Map(), repeated: 0, faults: [] };
      this.#devices.set(device, chain);
    }
    const hash = auditHash(line);
    const known = chain.seen.get(Number(sequence));
    if (known?.hash === hash) chain.repeated++;
    else if (known) chain.faults.push(`sequence ${sequence} is there with two different contents`);
    else chain.seen.set(Number(sequence), { hash, previous, lost: typeof lost === 'number' ? lost : 0 });
  }

  result(): AuditCheck {
    const devices = [...this.#devices].map(([device, { seen, repeated, faults }]): ChainCheck => {
      const sequences = [...seen.keys()].sort((a, b) => a - b);
      const missing: SequenceRange[] = [];
      const found = [...faults];
      let before: number | undefined;
      for (const sequence of sequences) {
        const record = seen.get(sequence) as SeenRecord;
        if (before !== undefined && before + 1 < sequence) missing.push([before + 1, sequence - 1]);
        const link = before !== undefined && before + 1 === sequence ? seen.get(before)?.hash : undefined;
        const expected = sequence === 1 ? noAuditHash : link;
        if (expected !== undefined && record.previous !== expected)
          found.push(`sequence ${sequence} does not follow the record before it: one of the two was changed`);
        before = sequence;
      }
      const lost = [...seen.values()].reduce((sum, one) => sum + one.lost, 0);
      return {
        ...{
          device,
          records: seen.size,
          first: sequences[0] ?? 0,
          last: sequences.at(-1) ?? 0,
          repeated,
          missing,
          lost,
        },
        faults: found.slice(0, maxFaults),
      };
    });
    const isWhole =
      this.#unreadable === 0 &&
      devices.every(({ missing, faults, lost }) => missing.length === 0 && faults.length === 0 && lost === 0);
    return { devices, unreadable: this.#unreadable, isWhole };
  }
}

/** The lines in a batch of OTLP logs. */
function recordLines(batch: Readonly<Record<string, unknown>>): readonly string[] {
  const list = (value: unknown, field: string): readonly Readonly<Record<string, unknown>>[] => {
    const items = isObject(value) ? value[field] : undefined;
    return Array.isArray(items) ? items.filter(isObject) : [];
  };
  return list(batch, 'resourceLogs')
    .flatMap((resource) => list(resource, 'scopeLogs'))
    .flatMap((scope) => list(scope, 'logRecords'))
    .flatMap(({ body }) => (isObject(body) && typeof body['stringValue'] === 'string' ? [body['stringValue']] : []));
}
