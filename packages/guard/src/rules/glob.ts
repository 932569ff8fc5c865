/**
 * Whether a glob matches the whole text: `*` is any text without a slash, `**` any text, `?` one character. It follows
 * all ways at once, so no pattern and no text can make it slow.
 */
export function matchesGlob(glob: string, text: string): boolean {
  if (!isGlob(glob)) return glob === text;
  let reached = new Uint8Array(glob.length + 2);
  let next = new Uint8Array(glob.length + 2);
  reached[0] = 1;
  passStars(glob, reached);
  for (let at = 0; at < text.length; at++) {
    next.fill(0);
    if (!readCharacter(glob, text[at] as string, reached, next)) return false;
    passStars(glob, next);
    [reached, next] = [next, reached];
  }
  return reached[glob.length] === 1;
}

/** From each place of the glob that is reached to those behind the character; false if there is none. */
function readCharacter(glob: string, character: string, reached: Uint8Array, next: Uint8Array): boolean {
  let found = false;
  for (let place = 0; place < glob.length; place++) {
    if (reached[place] === 0) continue;
    const char = glob[place];
    const isStar = char === '*';
    if (isStar && character === '/' && glob[place + 1] !== '*') continue;
    if (!isStar && char !== character && (char !== '?' || character === '/')) continue;
    next[isStar ? place : place + 1] = 1;
    found = true;
  }
  return found;
}

/** Adds the places that a star reaches by matching nothing. `**` and a slash may match nothing together. */
function passStars(glob: string, reached: Uint8Array): void {
  for (let place = 0; place < glob.length; place++) {
    if (reached[place] === 0 || glob[place] !== '*') continue;
    const isDouble = glob[place + 1] === '*';
    const end = isDouble ? place + 2 : place + 1;
    reached[end] = 1;
    const isWholePart = isDouble && (place === 0 || glob[place - 1] === '/') && glob[end] === '/';
    if (isWholePart) reached[end + 1] = 1;
  }
}

export const isGlob = (text: string): boolean => /[*?]/.test(text);
