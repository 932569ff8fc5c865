import { fillVariables, postJson } from '@anyhook/core';
import type { SendJob } from './create-telemetry.js';
import type { SinkSettings } from './settings.js';

/** What happened to records: they arrived, were rejected for good, or can be retried. */
export type Delivery =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: string }
  /** `hopeless`: someone must fix something first. */
  | { readonly kind: 'later'; readonly why: string; readonly hopeless?: boolean };

/** A receiver of records. Never rejects. */
export type DeliverRecords = (records: readonly object[]) => Promise<Delivery>;

/** The delivery of a kind of sink, loaded when one is configured. */
export async function openSink(
  sink: SinkSettings,
  job: Pick<SendJob, 'timeoutMs' | 'version'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DeliverRecords> {
  const headers = Object.fromEntries(
    Object.entries(sink.headers).map(([name, value]) => [name, fillVariables(value, env)]),
  );
  if (sink.kind === 'http') return httpSink(sink, headers, job.timeoutMs);
  const { otelSink } = await import('./otel.js');
  return otelSink({ endpoint: sink.url, headers, ...job });
}

/** Posts `{schema_version, channel, records}` as JSON. */
const httpSink =
  ({ url, channel }: SinkSettings, headers: Readonly<Record<string, string>>, timeoutMs: number): DeliverRecords =>
  async (records) => {
    const body = JSON.stringify({ schema_version: '1.0', channel, records });
    const end = await postJson({ url, headers, body, timeoutMs, maxBytes: 1024 * 1024 });
    if (end.kind === 'answer') return deliveryByStatus(end.status);
    const why = end.kind === 'error' ? end.error : end.kind === 'timeout' ? `no answer in ${timeoutMs} ms` : end.kind;
    return { kind: 'later', why };
  };

/** Only these mean that the records themselves are wrong; anything else may be fixed at the receiver. */
const refusedStatuses: readonly number[] = [400, 413, 422];

/** What an HTTP status means for the records that were sent. */
export function deliveryByStatus(status: number): Delivery {
  if (status >= 200 && status <= 299) return { kind: 'done' };
  const why = `answered ${status}${status >= 300 && status <= 399 ? ' (redirects are not followed)' : ''}`;
  return { kind: refusedStatuses.includes(status) ? 'refused' : 'later', why };
}
