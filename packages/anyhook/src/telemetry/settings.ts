import { join } from 'node:path';
import type { Channel } from './redact-record.js';

/** `telemetry:` of the user or managed config. Plain data, so that it can be cached. */
export interface TelemetryConfig {
  readonly enabled: boolean;
  readonly channels: readonly Channel[];
  /** Absolute, or below the home folder with the prefix `~/`. */
  readonly dir?: string;
  /** Paths that are removed in addition to those of each channel. */
  readonly redact?: readonly string[];
  readonly http?: { readonly url: string; readonly headers?: HeaderTemplates; readonly channel: Channel };
  readonly otel?: { readonly endpoint: string; readonly headers?: HeaderTemplates; readonly channel: Channel };
}

/** Values may refer to variables: `$NAME`, `${NAME}`. */
type HeaderTemplates = Readonly<Record<string, string>>;

/** A URL that records are sent to. */
export interface SinkSettings {
  readonly kind: 'http' | 'otel';
  readonly url: string;
  readonly headers: HeaderTemplates;
  readonly channel: Channel;
  /** The folder where its records wait. */
  readonly spool: string;
}

/** Where records go. */
interface TelemetryPlan {
  readonly dir: string;
  readonly files: readonly Channel[];
  readonly sinks: readonly SinkSettings[];
}

/** Is telemetry on? The config decides; without one, agents that expect telemetry are recorded and the others are not. */
export const isTelemetryOn = (config: TelemetryConfig | undefined, byDefault: boolean): boolean =>
  config ? config.enabled : byDefault;

/** Folders, files and URLs; without a config, the two channels as local files. */
export function telemetryPlan(config: TelemetryConfig | undefined, stateDir: string, home: string): TelemetryPlan {
  const configuredDir = config?.dir;
  const dir =
    configuredDir === undefined
      ? join(stateDir, 'telemetry')
      : configuredDir.startsWith('~/')
        ? join(home, configuredDir.slice(2))
        : configuredDir;
  const sinks: SinkSettings[] = [];
  const spool = (kind: string) => join(dir, 'spool', kind);
  if (config?.http) {
    const { url, headers = {}, channel } = config.http;
    sinks.push({ kind: 'http', url, headers, channel, spool: spool('http') });
  }
  if (config?.otel) {
    const { endpoint, headers = {}, channel } = config.otel;
    sinks.push({ kind: 'otel', url: endpoint, headers, channel, spool: spool('otel') });
  }
  return { dir, files: config?.channels ?? ['full', 'analytics'], sinks };
}
