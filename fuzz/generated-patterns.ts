import type { FuzzRandom } from './random.js';

/** A piece of a pattern, with a text that it probably matches. */
interface PatternPiece {
  readonly source: string;
  readonly text: string;
}

const words = [
  'wget',
  'http',
  'secret',
  'rm -rf',
  'nc',
  'ncat',
  'key',
  'Kelvin',
  'mass',
  'Istanbul',
  'x',
  'ab',
  '/etc/',
];
const oddChars = [
  '😀',
  '𝒳',
  'é',
  'ſ',
  '\u212a',
  'İ',
  'ß',
  '\u200b',
  '\ud83d',
  '\n',
  '\t',
  '-',
  ']',
  '}',
  '{',
  ',',
  '"',
  '/',
];
const classes: readonly (readonly [source: string, samples: readonly string[]])[] = [
  ['[[:space:]]', [' ', '\t']],
  ['[[:blank:]]', [' ', '\t']],
  ['[^[:alpha:]]', ['1', '😀']],
  ['[[:alnum:]_-]', ['a', '_']],
  ['[a-z]', ['q']],
  ['[^a-z]', ['Q', '😀', 'é']],
  ['[]x]', [']', 'x']],
  ['[^]x]', ['a']],
  ['[a[b]', ['a', '[', 'b']],
  ['[a[b]]', ['a]', '[]', 'b]']],
  ['[\\]x]', [']', 'x']],
  ['[\\w.]', ['.', 'w']],
  ['[😀é]', ['😀', 'é']],
  ['\\d', ['7']],
  ['\\s', [' ']],
  ['\\S', ['s', '😀']],
  ['\\w', ['w']],
  ['\\W', ['-', '😀']],
  ['\\pN', ['7', '٣']],
  ['\\pL', ['é', 'a']],
  ['\\p{Greek}', ['α']],
  ['\\PN', ['a']],
  ['.', ['.', '😀', 'z']],
  ['\\x41', ['A']],
  ['\\x{1F600}', ['😀']],
  ['\\101', ['A']],
  ['\\C', ['c']],
  ['\\a', ['\u0007']],
  ['\\n', ['\n']],
  ['\\_', ['_']],
  ['\\-', ['-']],
  ['\\.', ['.']],
];
const zeroWidth = [
  '\\b',
  '\\B',
  '^',
  '$',
  '\\A',
  '\\z',
  '(?i)',
  '(?s)',
  '(?m)',
  '(?U)',
  '(?-i)',
  '()',
  '(?=)',
  '(?!zzz)',
  '(?#x)',
];
const opening = ['(', '(?:', '(?i:', '(?s:', '(?P<n>', '(?<n>', '(?=', '(?!', '(?>', '(?i-s:'];
const quantifiers: readonly (readonly [source: string, times: readonly number[]])[] = [
  ['?', [0, 1]],
  ['*', [0, 1, 3]],
  ['+', [1, 2]],
  ['??', [0, 1]],
  ['*?', [0, 2]],
  ['+?', [1]],
  ['{2}', [2]],
  ['{0}', [0]],
  ['{0,2}', [0, 1, 2]],
  ['{1,}', [1, 2]],
  ['{,2}', [1]],
  ['{1001}', [1]],
  ['{x}', [1]],
];

/** A pattern as hook files contain them, and texts that nearly match it. */
export function generatedPattern(random: FuzzRandom): { readonly source: string; readonly texts: readonly string[] } {
  const { source, text } = alternatives(random, 0);
  return { source, texts: nearMatches(random, text) };
}

/** The text, and variants of it that a prefilter could miss. */
function nearMatches(random: FuzzRandom, text: string): readonly string[] {
  return [
    text,
    `${random.pick(['sudo ', '😀', ' ', 'x'])}${text}${random.pick([' now', '😀', '\n'])}`,
    otherCase(random, text),
    text.slice(random.below(text.length + 1)),
  ];
}

/** Case variants of a word: upper, lower, and letters that only fold to its own. */
const otherCase = (random: FuzzRandom, text: string): string =>
  [...text]
    .map((char) => {
      if (random.chance(0.5)) return char;
      if (char === 's' || char === 'S') return random.pick(['s', 'S', 'ſ']);
      if (char === 'k' || char === 'K') return random.pick(['k', 'K', '\u212a']);
      return random.chance(0.5) ? char.toUpperCase() : char.toLowerCase();
    })
    .join('');

function alternatives(random: FuzzRandom, depth: number): PatternPiece {
  const branches = random.many(1, random.chance(0.3) ? 3 : 1, () => sequence(random, depth));
  return { source: branches.map(({ source }) => source).join('|'), text: random.pick(branches).text };
}

function sequence(random: FuzzRandom, depth: number): PatternPiece {
  const pieces = random.many(1, 4, () => quantified(random, piece(random, depth)));
  return {
    source: pieces.map(({ source }) => source).join(''),
    text: pieces.map(({ text }) => text).join(''),
  };
}

function quantified(random: FuzzRandom, one: PatternPiece): PatternPiece {
  if (!random.chance(0.3)) return one;
  const [sign, times] = random.pick(quantifiers);
  const units = [...one.text];
  // A quantifier after a word applies to its last character.
  const repeats = one.source.length > 2 && one.source === one.text ? units.slice(-1) : units;
  const head = units.slice(0, units.length - repeats.length).join('');
  return { source: one.source + sign, text: head + repeats.join('').repeat(random.pick(times)) };
}

function piece(random: FuzzRandom, depth: number): PatternPiece {
  const kind = random.below(10);
  if (kind < 4) return literal(random.pick(words));
  if (kind < 5) return literal(random.pick(oddChars));
  if (kind < 7) {
    const [source, samples] = random.pick(classes);
    return { source, text: random.pick(samples) };
  }
  if (kind < 8) return { source: random.pick(zeroWidth), text: '' };
  if (kind < 9 || depth > 2) {
    const quoted = random.pick([...words, 'a.b', '(x|y)']);
    return { source: `\\Q${quoted}\\E`, text: quoted };
  }
  const inside = alternatives(random, depth + 1);
  return { source: `${random.pick(opening)}${inside.source})`, text: inside.text };
}

const literal = (text: string): PatternPiece => ({ source: text, text });

const globPieces: readonly (readonly [source: string, samples: readonly string[]])[] = [
  ['*', ['', 'a', 'x.y']],
  ['**', ['', 'a/b', 'a']],
  ['**/', ['', 'a/', 'a/b/']],
  ['/**', ['/a', '/a/b', '']],
  ['?', ['q', '.']],
  ['/', ['/', '//']],
  ['//', ['/']],
  ['/./', ['/']],
  ['/../', ['/', '/../']],
  ['..', ['..', '']],
  ['./', ['', './']],
  ['{src,lib}', ['src', 'lib']],
  ['{.,x}', ['.', 'x']],
  ['{..,x}', ['..', 'x']],
  ['{a,}', ['a', '']],
  ['{1..3}', ['1', '3']],
  ['{', ['{']],
  ['[ab]', ['a']],
  ['[!ab]', ['c']],
  ['[[:alpha:]]', ['q']],
  ['[.]', ['.']],
  ['[', ['[']],
  ['\\*', ['*']],
  ['!', ['!', '']],
  ['#', ['#']],
  ['+(a)', ['a', '+(a)']],
];
const globWords = [
  'secret',
  '.env',
  'src',
  'node_modules',
  'a',
  'key.pem',
  'x.ts',
  '.ssh',
  '😀',
  'dir name',
  '..',
  '.',
];

/** A glob, and paths that nearly match it. */
export function generatedGlob(random: FuzzRandom): { readonly source: string; readonly texts: readonly string[] } {
  const pieces = random.many(1, 5, (): PatternPiece => {
    if (random.chance(0.5)) return literal(random.pick(globWords));
    const [source, samples] = random.pick(globPieces);
    return { source, text: random.pick(samples) };
  });
  const source = pieces.map((one) => one.source).join('');
  const text = pieces.map((one) => one.text).join('');
  const parts = text.split('/');
  const without = parts.filter((_, i) => parts[i + 1] !== '..' && parts[i] !== '..').join('/');
  const long = random.chance(0.02) ? ['y/'.repeat(5_000)] : [];
  return {
    source,
    texts: [text, without, text.replaceAll('//', '/'), `${random.pick(['x', 'src'])}/${text}`, ...long],
  };
}
