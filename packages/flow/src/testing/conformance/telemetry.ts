import { join, relative } from 'node:path';
import { listFolder, parseJson, readText } from '@anyhook/core';

/** The telemetry of an adapter: the lines of all its telemetry files. */
export interface TelemetryRecords {
  readonly text: string;
  readonly events: ReadonlySet<string>;
}

const maxFiles = 500;
const maxFileBytes = 16 * 1024 * 1024;

/** Reads the records below a scratch folder: all files in folders whose name contains "telemetry". */
export function readTelemetryRecords(scratch: string): TelemetryRecords {
  const texts = filesBelow(scratch)
    .filter((path) => /telemetry/i.test(relative(scratch, path)))
    .map((path) => readText(path, maxFileBytes) ?? '');
  const lines = texts.flatMap((text) => text.split('\n'));
  return { text: texts.join('\n'), events: new Set(lines.flatMap(eventsIn)) };
}

/** Fields that may contain the canonical event; the docs ask for `event`. */
const eventFields = [
  ['event'],
  ['event_name'],
  ['event_type'],
  ['canonical_event'],
  ['event', 'name'],
  ['event', 'type'],
];

function eventsIn(line: string): readonly string[] {
  const record = parseJson(line);
  return eventFields.map((path) => valueAt(record, path)).filter((value) => typeof value === 'string');
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

function filesBelow(folder: string): readonly string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let dir = folders.pop(); dir !== undefined && files.length < maxFiles; dir = folders.pop()) {
    const entries = listFolder(dir);
    if (typeof entries === 'string') continue;
    for (const { name, kind } of entries) {
      if (kind === 'folder' && folders.length < maxFiles) folders.push(join(dir, name));
      else if (kind === 'file') files.push(join(dir, name));
    }
  }
  return files;
}
