/** Characters that are stored of one text, and of all texts of one decision. */
const maxText = 32 * 1024;
const maxTotal = 256 * 1024;
const maxDepth = 40;
/** A secret that starts within the stored part must be complete to be recognized. */
const margin = 4 * 1024;

/** The value, or a copy that is small enough to scan; texts are still longer than what is stored. */
export function boundDetail(value: unknown): unknown {
  return copyBounded(value, { left: maxTotal }, 0);
}

/** The same object if nothing was cut. */
function copyBounded(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const text = room.left <= 0 ? '…' : value.length > maxText + margin ? value.slice(0, maxText + margin) : value;
    room.left -= text.length;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth || room.left <= 0) return '…';
  return Array.isArray(value) ? copyList(value, room, depth) : copyObject(value, room, depth);
}

function copyList(list: readonly unknown[], room: { left: number }, depth: number): readonly unknown[] {
  const items: unknown[] = [];
  for (const item of list) {
    if (room.left-- <= 0) break;
    items.push(copyBounded(item, room, depth + 1));
  }
  return items.length === list.length && items.every((item, i) => item === list[i]) ? list : items;
}

function copyObject(object: object, room: { left: number }, depth: number): object {
  const given = Object.entries(object);
  const entries: [string, unknown][] = [];
  for (const [key, item] of given) {
    room.left -= key.length + 1;
    if (room.left <= 0) break;
    entries.push([key.slice(0, maxText), copyBounded(item, room, depth + 1)]);
  }
  const isSame =
    entries.length === given.length && entries.every(([key, item], i) => key === given[i]?.[0] && item === given[i][1]);
  // Not assigned: a key may be `__proto__`.
  return isSame ? object : Object.fromEntries(entries);
}

/** Truncates long texts after secrets were removed; `cut` says whether any was truncated. */
export function shortenTexts(value: unknown): { readonly value: unknown; readonly cut: boolean } {
  let cut = false;
  const shorten = (one: unknown): unknown => {
    if (typeof one === 'string') {
      if (one.length <= maxText) return one;
      cut = true;
      return `${one.slice(0, Math.min(maxText, one.length - margin))}…`;
    }
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(shorten);
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, shorten(item)]));
  };
  return hasLongText(value) ? { value: shorten(value), cut } : { value, cut };
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > maxText;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}
