import type { auditFields } from '@anyhook/anyhook';
import { isObject, parseObject, postJson } from '@anyhook/core';

export interface OtlpTarget {
  /** The base URL of an OTLP/HTTP receiver. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
}

/** The result of a batch: stored, too large, or failed. */
export type OtlpEnd = { readonly kind: 'stored' } | { readonly kind: 'too-large' | 'failed'; readonly why: string };

const timeoutMs = 30_000;

/** Sends lines as OTLP logs, with exact bodies for `verify-audit`. May repeat lines: device and sequence identify them. */
export async function sendOtlpLogs(lines: readonly string[], { url, headers, version }: OtlpTarget): Promise<OtlpEnd> {
  const target = `${url}/v1/logs`;
  const scope = { name: 'anyhook.audit', version };
  const resource = { attributes: [attribute('service.name', 'anyhook'), attribute('service.version', version)] };
  const body = JSON.stringify({
    resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: lines.map(logRecordOf) }] }],
  });
  const end = await postJson({ url: target, headers, body, timeoutMs, maxBytes: 1024 * 1024 });
  if (end.kind !== 'answer')
    return { kind: 'failed', why: `${target}: ${end.kind === 'error' ? end.error : `no answer (${end.kind})`}` };
  if (end.status === 413) return { kind: 'too-large', why: `${target}: answered 413, the batch is too large` };
  if (end.status !== 200) return { kind: 'failed', why: `${target}: expected 200, got ${end.status}` };
  const partial = parseObject(end.text)?.['partialSuccess'];
  const rejected = isObject(partial) ? Number(partial['rejectedLogRecords'] ?? 0) : 0;
  if (rejected === 0) return { kind: 'stored' };
  return { kind: 'failed', why: `${target}: the receiver rejected ${rejected} of ${lines.length} records` };
}

/** Fields that are also attributes, for searches; all others are in the body only. */
const searchable = [
  'device',
  'sequence',
  'host',
  'event',
  'tool',
  'decision',
] as const satisfies readonly (keyof typeof auditFields)[];

// Severity numbers of the OpenTelemetry data model.
const severities = { INFO: 9, WARN: 13 } as const;

function logRecordOf(line: string): object {
  const record = parseObject(line) ?? {};
  const severity = record['decision'] === 'deny' ? 'WARN' : 'INFO';
  const nanoseconds = `${Number(record['time'])}000000`;
  return {
    timeUnixNano: nanoseconds,
    observedTimeUnixNano: nanoseconds,
    severityNumber: severities[severity],
    severityText: severity,
    eventName: 'anyhook.decision',
    body: { stringValue: line },
    attributes: searchable.flatMap((name) => {
      const value = record[name];
      return typeof value === 'string' || typeof value === 'number' ? [attribute(`anyhook.${name}`, value)] : [];
    }),
  };
}

const attribute = (key: string, value: string | number): object => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});
