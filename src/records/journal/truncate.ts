/** Characters that are stored of one text, and of all texts of one decision. */
const mostText = 32 * 1024;
const mostAll = 256 * 1024;
const mostDepth = 40;
/** A secret that starts within the stored part must be complete to be recognized. */
const margin = 4 * 1024;

/** A copy that is small enough to scan; texts are still longer than what is stored. */
export function boundDetail(value: unknown): unknown {
  return copyBounded(value, { left: mostAll }, 0);
}

function copyBounded(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const text = room.left <= 0 ? '…' : value.length > mostText + margin ? value.slice(0, mostText + margin) : value;
    room.left -= text.length;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= mostDepth || room.left <= 0) return '…';
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (room.left-- <= 0) break;
      items.push(copyBounded(item, room, depth + 1));
    }
    return items;
  }
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    room.left -= key.length + 1;
    if (room.left <= 0) break;
    entries.push([key.slice(0, mostText), copyBounded(item, room, depth + 1)]);
  }
  // Not assigned: a key may be `__proto__`.
  return Object.fromEntries(entries);
}

/** Truncates long texts after secrets were removed; `cut` says whether any was truncated. */
export function shortenTexts(value: unknown): { readonly value: unknown; readonly cut: boolean } {
  let cut = false;
  const shorten = (one: unknown): unknown => {
    if (typeof one === 'string') {
      if (one.length <= mostText) return one;
      cut = true;
      return `${one.slice(0, Math.min(mostText, one.length - margin))}…`;
    }
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(shorten);
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, shorten(item)]));
  };
  return { value: shorten(value), cut };
}
