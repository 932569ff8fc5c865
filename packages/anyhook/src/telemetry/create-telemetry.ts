import { join } from 'node:path';
import { appendLine, defaultRuntimeTimeouts, type Event, newId, now, runtimeTimeout } from '@anyhook/core';
import { redactionKey } from '../journal/redaction-key.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { enqueueRecord, leaseSender } from './queue.js';
import { type TelemetryRecord, telemetryRecord } from './record.js';
import { redactedPaths, redactRecord, sentRedactedPaths } from './redact-record.js';
import { isTelemetryOn, type SinkSettings, type TelemetryConfig, telemetryPlan } from './settings.js';

/** The job of a sender process; secret headers come from its environment. */
export interface SendJob {
  readonly dir: string;
  readonly sinks: readonly SinkSettings[];
  /** For one request to a receiver. */
  readonly timeoutMs: number;
  readonly version: string;
}

/** The telemetry of a process. Nothing here throws or waits. */
export interface Telemetry {
  readonly observe: (event: Event) => void;
  /** Starts a sender if records wait for one. */
  readonly ship: () => Promise<void>;
}

/** An agent as telemetry sees it. */
interface TelemetryAgent {
  /** The name of the program behind it. */
  readonly runtime: string;
  /** It expects telemetry even without a config. */
  readonly byDefault: boolean;
}

export interface TelemetryOptions {
  readonly config: TelemetryConfig | undefined;
  readonly stateDir: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** What the table of agents says about the host of an event. */
  readonly agentOf: (event: Event) => TelemetryAgent;
  readonly startSender: (job: SendJob) => Promise<unknown>;
  /** Record events of every agent, unless the config disables telemetry. */
  readonly always?: boolean;
  /** The agent's name for events that have none. */
  readonly agent?: string;
}

/** Size limit of a local file, and how many rotated files are kept. */
const rotation = { maxBytes: 8 * 1024 * 1024, keep: 4 };

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { config, env, agent, always = false } = options;
  const plan = telemetryPlan(config, options.stateDir, options.home);
  const sinksToStart = new Set<SinkSettings>();
  let timeoutMs: number = defaultRuntimeTimeouts.TELEMETRY;
  const write = (record: TelemetryRecord) => {
    const lineWithout = (paths: readonly string[]) =>
      JSON.stringify(withoutSecrets(boundRecord(redactRecord(record, paths)), options.stateDir));
    for (const channel of plan.files) {
      const paths = redactedPaths(channel, env, config?.redact);
      ignoreErrors(() => appendLine(join(plan.dir, `${channel}.jsonl`), lineWithout(paths), rotation));
    }
    for (const sink of plan.sinks) {
      const paths = sentRedactedPaths(sink.channel, env, config?.redact);
      ignoreErrors(() => {
        if (enqueueRecord(sink.spool, lineWithout(paths), now())) sinksToStart.add(sink);
      });
    }
  };
  return {
    observe(event) {
      ignoreErrors(() => {
        const { runtime, byDefault } = options.agentOf(event);
        if (!(always && config?.enabled !== false) && !isTelemetryOn(config, byDefault)) return;
        timeoutMs = runtimeTimeout(env, runtime, 'TELEMETRY') ?? defaultRuntimeTimeouts.TELEMETRY;
        const record = telemetryRecord(event, { id: newId(), runtime, agent });
        if (record) write(record);
      });
    },
    async ship() {
      if (sinksToStart.size === 0) return;
      const sinks = [...sinksToStart];
      sinksToStart.clear();
      try {
        for (const { spool } of sinks) leaseSender(spool, now());
        await options.startSender({ dir: plan.dir, sinks, timeoutMs, version: options.version });
      } catch {
        // The records stay in the spool for the next process.
      }
    },
  };
}

/** Secrets are never written, even in fields that a list keeps. Equal secrets have equal marks if there is a key. */
const withoutSecrets = (record: unknown, stateDir: string): unknown =>
  redactSecrets(record, { key: keyOf(stateDir) }).value;

function keyOf(stateDir: string): string {
  try {
    return redactionKey(stateDir);
  } catch {
    return newId();
  }
}

/** If a record cannot be written, only that record is lost. */
function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {
    // A full or read-only disk, or a payload that JSON cannot represent.
  }
}

/** Characters of text in one record, and its maximal depth. */
const maxChars = 256 * 1024;
const maxDepth = 24;

/** A copy that JSON can represent and that is never larger than a line should be; truncated parts are marked. */
export function boundRecord(value: unknown): unknown {
  return copyBounded(value, { left: maxChars }, 0);
}

function copyBounded(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value === 'string') return fitText(value, room);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return value === undefined ? undefined : fitText(String(value), room);
  if (depth >= maxDepth || room.left <= 0) return '…';
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (!useRoom(room, 1)) break;
      items.push(copyBounded(item, room, depth + 1) ?? null);
    }
    return items;
  }
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (!useRoom(room, key.length + 1)) break;
    entries.push([key, copyBounded(item, room, depth + 1)]);
  }
  // Not assigned: a key may be `__proto__`.
  return Object.fromEntries(entries);
}

function fitText(text: string, room: { left: number }): string {
  const kept = text.slice(0, Math.max(0, room.left));
  room.left -= text.length;
  return kept.length < text.length ? `${kept}…` : text;
}

function useRoom(room: { left: number }, chars: number): boolean {
  room.left -= chars;
  return room.left > 0;
}
