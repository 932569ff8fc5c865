import type { Signal } from '@anyhook/core';

const maxDescriptionChars = 4000;

/** Describes a routing hint or an intent to the model. */
export function describeSignal({ kind, hook_id, payload }: Signal): string {
  const title = kind === 'routing_hint' ? 'Routing hint' : 'Normalized intent';
  const lines = typeof payload === 'string' ? [payload] : fields(payload).map(([name, value]) => section(name, value));
  return cut([`${title} from hook ${hook_id}:`, ...lines.filter((line) => line.trim() !== '')].join('\n'));
}

const cut = (text: string): string =>
  text.length > maxDescriptionChars ? `${text.slice(0, maxDescriptionChars)}… (cut)` : text;

const fields = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** `suggested_abilities` becomes "Suggested abilities", a list gets one line per item. */
function section(name: string, value: unknown): string {
  const words = name.replaceAll('_', ' ');
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  if (!Array.isArray(value)) return `${title}: ${toText(value)}`;
  return [`${title}:`, ...value.slice(0, 50).map((item) => `- ${entry(item)}`)].join('\n');
}

/** `signup_e2e_test: User asked for it. (confidence 0.91)` */
function entry(item: unknown): string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return toText(item);
  const { id, path, reason, confidence, ...rest } = item as Record<string, unknown>;
  const name = [id, path].filter((part) => typeof part === 'string').join(' ');
  if (!name) return toText(item);
  const why = typeof reason === 'string' ? `: ${reason}` : '';
  const confidenceText = typeof confidence === 'number' ? ` (confidence ${confidence})` : '';
  return `${name}${why}${confidenceText}${Object.keys(rest).length > 0 ? ` ${toText(rest)}` : ''}`;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
