import { isObject, parseJson, parseObject } from '@anyhook/core';
import { linesOf } from './batch.js';
import { readStream } from './read-stream.js';
import type { HubSettings } from './settings.js';
import type { HubStreams } from './streams.js';

const sendMs = 15_000;

/** Sends every record to an OpenTelemetry collector, at least once. Ends after the signal. */
export async function runForwarder(
  streams: HubStreams,
  { url, headers }: NonNullable<HubSettings['otlp']>,
  log: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const take = async (messages: readonly { readonly data: Uint8Array }[]): Promise<void> => {
    const lines = messages.flatMap(({ data }) => linesOf(data).map(({ line }) => line));
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(otlpLogs(lines)),
      signal: AbortSignal.any([stop, AbortSignal.timeout(sendMs)]),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 200)}`);
    const partial = parseObject(text)?.['partialSuccess'];
    const rejected = isObject(partial) ? Number(partial['rejectedLogRecords'] ?? 0) : 0;
    if (rejected > 0) log(`forwarder: ${url} refused ${rejected} records for good: ${JSON.stringify(partial)}`);
  };
  await readStream(streams, { name: 'forwarder', fromStart: false, take }, log, stop);
}

/** Records as OTLP logs in JSON. */
export function otlpLogs(lines: readonly string[]): object {
  return {
    resourceLogs: [
      {
        resource: { attributes: [attribute('service.name', 'anyhook')] },
        scopeLogs: [{ scope: { name: 'anyhook.audit' }, logRecords: lines.map(logRecord) }],
      },
    ],
  };
}

function logRecord(line: string): object {
  const record = parseJson(line) as Readonly<Record<string, unknown>>;
  return {
    // Nanoseconds as text, because a number would lose digits.
    timeUnixNano: `${record['time']}000000`,
    severityNumber: 9,
    severityText: 'INFO',
    eventName: 'anyhook.decision',
    body: { stringValue: line },
    attributes: Object.entries(record)
      .filter(([name]) => name !== 'time')
      .map(([name, value]) => attribute(`anyhook.${name}`, value)),
  };
}

function attribute(key: string, value: unknown): object {
  if (typeof value === 'boolean') return { key, value: { boolValue: value } };
  if (typeof value === 'number')
    return { key, value: Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
  return { key, value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) } };
}
