import { join } from 'node:path';
import {
  appendText,
  type CallAlert,
  exists,
  fileStamp,
  isCallAlertKind,
  makePrivateFolder,
  objectOf,
  parseJson,
  readText,
  writeAtomic,
} from '@anyhook/core';

/** Alerts about calls that bypassed the guard, for every place that shows them. */
export interface AlertStore {
  /** Throws if it cannot be written. */
  add(alert: CallAlert): void;
  /** Those since a given time, oldest first. */
  list(since: number): readonly CallAlert[];
  /** Those since a given time that were not shown yet. */
  untold(since: number): readonly CallAlert[];
  notify(alerts: readonly CallAlert[]): void;
}

export const alertShownMs = 7 * 24 * 60 * 60 * 1000;

const maxBytes = 512 * 1024;
/** How many are kept when the file is too long. */
const keptLines = 400;

export function openAlertStore(state: string): AlertStore {
  const file = join(state, 'alerts.jsonl');
  const append = (values: readonly object[]) => {
    makePrivateFolder(state);
    if ((fileStamp(file)?.size ?? 0) > maxBytes) shorten(file);
    appendText(file, values.map((value) => `\n${JSON.stringify({ v: 1, ...value })}\n`).join(''));
  };
  const read = (since: number) => {
    const alerts: CallAlert[] = [];
    const told = new Set<string>();
    // Called at many events, usually without a file.
    const text = exists(file) ? (readText(file, 2 * maxBytes) ?? '') : '';
    for (const line of text.split('\n')) {
      if (!line.startsWith('{')) continue;
      const value = objectOf(parseJson(line));
      if (typeof value?.['told'] === 'string') told.add(value['told']);
      else if (isAlert(value?.['alert']) && value['alert'].at >= since) alerts.push(value['alert']);
    }
    return { alerts, told };
  };
  return {
    add: (alert) => append([{ alert }]),
    list: (since) => read(since).alerts,
    untold(since) {
      const { alerts, told } = read(since);
      return alerts.filter(({ id }) => !told.has(id));
    },
    notify(alerts) {
      if (alerts.length > 0) append(alerts.map(({ id }) => ({ told: id })));
    },
  };
}

function shorten(file: string): void {
  const lines = (readText(file, 4 * maxBytes) ?? '').split('\n').filter((line) => line !== '');
  writeAtomic(
    file,
    lines
      .slice(-keptLines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

const texts = ['id', 'host', 'session', 'root', 'tool', 'text'] as const;

function isAlert(value: unknown): value is CallAlert {
  const alert = objectOf(value);
  return (
    alert !== undefined &&
    typeof alert['at'] === 'number' &&
    isCallAlertKind(alert['kind']) &&
    texts.every((name) => typeof alert[name] === 'string')
  );
}
