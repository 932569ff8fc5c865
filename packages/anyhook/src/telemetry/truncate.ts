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
