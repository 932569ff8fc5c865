import { isObject, withoutTrailing } from '@anyhook/core';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { type DeliverRecords, type Delivery, deliveryByStatus } from './sink.js';

interface OtelOptions {
  /** Base URL of an OTLP/HTTP receiver, or the full URL that ends in /v1/logs. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly version: string;
}

/** The packages that the user installs. */
interface OtelSdk {
  readonly logs: typeof import('@opentelemetry/sdk-logs');
  readonly exporter: typeof import('@opentelemetry/exporter-logs-otlp-http');
  readonly resources: typeof import('@opentelemetry/resources');
}

/** Sends records as OpenTelemetry log records through the official SDK. */
export async function otelSink(options: OtelOptions, load: () => Promise<OtelSdk> = loadSdk): Promise<DeliverRecords> {
  let sdk: OtelSdk;
  try {
    sdk = await load();
  } catch (error) {
    const missing = missingSdk(error);
    return async () => missing;
  }
  const { endpoint, headers, timeoutMs, version } = options;
  const exporter = new sdk.exporter.OTLPLogExporter({ url: logsUrl(endpoint), headers, timeoutMillis: timeoutMs });
  const resource = sdk.resources.resourceFromAttributes({ 'service.name': 'anyhook', 'service.version': version });
  let collected: ReadableLogRecord[] = [];
  const provider = new sdk.logs.LoggerProvider({
    resource,
    processors: [
      {
        onEmit: (record) => void collected.push(record),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  });
  const logger = provider.getLogger('anyhook.telemetry', version);
  return (records) => {
    collected = [];
    for (const record of records) logger.emit(logRecordOf(record as Readonly<Record<string, unknown>>));
    // The exporter itself, not a batching processor: records are forgotten only after they have arrived.
    return new Promise<Delivery>((resolve) => {
      exporter.export(collected, ({ code, error }) => resolve(code === 0 ? { kind: 'done' } : deliveryOf(error)));
    });
  };
}

async function loadSdk(): Promise<OtelSdk> {
  const [logs, exporter, resources] = await Promise.all([
    import('@opentelemetry/sdk-logs'),
    import('@opentelemetry/exporter-logs-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  return { logs, exporter, resources };
}

const packages = ['api', 'sdk-logs', 'exporter-logs-otlp-http', 'resources'].map((name) => `@opentelemetry/${name}`);

function missingSdk(error: unknown): Delivery {
  const { code, message } = error as NodeJS.ErrnoException;
  const absent = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  const what = absent ? 'its packages are not installed' : `its packages cannot be loaded (${message})`;
  const why = `telemetry.otel is configured, but ${what}; install them next to anyhook: npm install ${packages.join(' ')}, then run: anyhook init`;
  return { kind: 'later', why, hopeless: true };
}

const logsUrl = (endpoint: string): string =>
  /\/v1\/logs\/?$/.test(endpoint) ? endpoint : `${withoutTrailing(endpoint, '/')}/v1/logs`;

function deliveryOf(error: unknown): Delivery {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
  if (typeof code === 'number' && code >= 300) return deliveryByStatus(code);
  return { kind: 'later', why: message ?? 'the export failed' };
}

// Severity numbers of the OpenTelemetry data model.
const info = 9;
const warn = 13;

function logRecordOf(record: Readonly<Record<string, unknown>>) {
  const event = String(record['event']);
  const at = Date.parse(String(record['timestamp']));
  const tool = record['tool'] as { readonly ok?: boolean } | undefined;
  const failed = tool?.ok === false;
  return {
    eventName: `anyhook.${event}`,
    ...(Number.isFinite(at) && { timestamp: new Date(at) }),
    severityNumber: failed ? warn : info,
    severityText: failed ? 'WARN' : 'INFO',
    body: event,
    attributes: Object.fromEntries(flattenAttributes(record, 'anyhook')),
  };
}

/** `{tool: {name}}` becomes `anyhook.tool.name`; a list or a foreign object is one attribute with JSON. */
function flattenAttributes(
  value: Readonly<Record<string, unknown>>,
  prefix: string,
): readonly [string, string | number | boolean][] {
  return Object.entries(value).flatMap(([key, item]): readonly [string, string | number | boolean][] => {
    const name = `${prefix}.${key}`;
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') return [[name, item]];
    return isObject(item) && !userKeyedParts.has(name)
      ? flattenAttributes(item, name)
      : [[name, JSON.stringify(item) ?? '']];
  });
}

/** Parts whose keys are not defined by anyhook. */
const userKeyedParts = new Set(['anyhook.tool.input', 'anyhook.hook.raw_input']);
