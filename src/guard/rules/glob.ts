/**
 * Whether a glob matches the whole text: `*` is any text without a slash, `**` any text, `?` one character. It follows
 * all ways at once, so no pattern and no text can make it slow.
 */
export function matchesGlob(glob: string, text: string): boolean {
  let places = afterStars(glob, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const sign = glob[place];
      if (sign === '*') {
        if (character !== '/' || glob[place + 1] === '*') next.push(place);
      } else if (sign === character || (sign === '?' && character !== '/')) next.push(place + 1);
    }
    if (next.length === 0) return false;
    places = afterStars(glob, next);
  }
  return places.includes(glob.length);
}

/** The same places, and those that a star reaches by matching nothing. `**` and a slash may match nothing together. */
function afterStars(glob: string, places: readonly number[]): readonly number[] {
  const reached = new Set<number>();
  const waiting = [...places];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    if (glob[place] !== '*') continue;
    const end = glob[place + 1] === '*' ? place + 2 : place + 1;
    waiting.push(end);
    const isWholePart = end === place + 2 && (place === 0 || glob[place - 1] === '/') && glob[end] === '/';
    if (isWholePart) waiting.push(end + 1);
  }
  return [...reached];
}

export const isGlob = (text: string): boolean => /[*?]/.test(text);
