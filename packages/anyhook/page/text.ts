import { showHidden } from '@anyhook/core';

/** Untrusted text for display: control and direction characters are made visible and have no effect. */
export const visible = (text: string): string => showHidden(text.replaceAll('\r\n', '\n').replaceAll('\t', '  '));

/** The same on one line. */
export const oneLine = (text: string): string => visible(text.trim().replace(/\s*\n\s*/g, ' ⏎ '));

/** The same, limited to this length. */
export const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** 0.3 ms, 12 ms, 1.2 s. */
export const msText = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;

const two = (n: number): string => String(n).padStart(2, '0');

/** 12:30:07, with the date if it is not today. */
export function timeText(at: number): string {
  const date = new Date(at);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.toLocaleString('en', { month: 'short' })} ${two(date.getDate())} ${time.slice(0, 5)}`;
}

/** 12 s, 3 min, 2 h, 4 d. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 6_000) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

export const agoText = (at: number): string => `${spanText(Date.now() - at)} ago`;

/** 12:41, for a countdown. */
export const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
};

/** The last part of a path. */
export const baseName = (path: string): string => path.replace(/\/+$/, '').split('/').pop() || path;

/** The start of a long id. */
export const shortId = (id: string): string => (id.length > 10 ? id.slice(0, 8) : id || '?');

export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** A value as text: strings as they are, everything else as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
