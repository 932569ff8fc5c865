import type { FuzzRandom } from './random.js';

/** Texts that break parsers, terminals and prototypes. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  '\n',
  '\r\n',
  '\u001b[2J',
  '\u001b]0;x\u0007',
  '\u0085\u009b',
  '\u202eevil\u2066',
  '\u2028\u2029',
  '\ufeff',
  '\u200b',
  '\ud800',
  '\udc00x',
  '😀',
  'é\u0301',
  'ſ',
  'İ',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '/dev/null',
  '~/.ssh/id_rsa',
  '$(id)',
  '`id`',
  '${HOME}',
  '{{x}}',
  '%s%n',
  "'; --",
  '<!--',
  '*',
  '**/*',
  '[',
  '(a+)+$',
  '{"a":1}',
  'null',
  'NaN',
  '1e999',
  '-0',
  'deny',
  'allow',
];
const oddKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'path',
  'command',
  'then',
  'toJSON',
  '',
];

/** A random text: odd, long, or letters. */
export function oddText(random: FuzzRandom): string {
  const kind = random.below(10);
  if (kind < 6) return random.pick(oddTexts);
  if (kind < 7) return random.pick(oddTexts).repeat(1 + random.below(200));
  if (kind < 8) return random.many(1, 4, () => random.pick(oddTexts)).join('');
  return String.fromCharCode(...random.many(0, 20, () => random.below(random.chance(0.5) ? 128 : 65_536)));
}

/** A random JSON value. */
export function oddValue(random: FuzzRandom, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 9);
  if (kind < 3) return oddText(random);
  if (kind < 4) return random.pick([null, true, false]);
  if (kind < 5) return random.pick([0, -1, 1.5, 2 ** 53, 1e308, -0, 2 ** 31]);
  if (kind < 6) return random.pick([[], {}]);
  if (kind < 7) return random.many(0, 4, () => oddValue(random, depth + 1));
  if (kind < 8) return nested(random.below(60), oddText(random));
  return Object.fromEntries(
    random.many(0, 4, (): [string, unknown] => [
      random.chance(0.5) ? random.pick(oddKeys) : oddText(random),
      oddValue(random, depth + 1),
    ]),
  );
}

/** A value inside this many lists or objects. */
export function nested(levels: number, value: unknown): unknown {
  let out = value;
  for (let i = 0; i < levels; i++) out = i % 2 === 0 ? [out] : { a: out };
  return out;
}

/** A copy of a JSON value with some of its parts replaced, removed, moved or added. */
export function mutated(random: FuzzRandom, value: unknown, rate = 0.15): unknown {
  if (random.chance(rate / 2)) return oddValue(random);
  if (typeof value === 'string') return random.chance(rate) ? mutatedText(random, value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mutated(random, item, rate));
    if (random.chance(rate)) items.push(oddValue(random));
    return random.chance(rate) ? items.reverse() : items;
  }
  const entries = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    if (random.chance(rate / 2)) return [];
    return [[random.chance(rate / 4) ? oddText(random) : key, mutated(random, child, rate)]];
  });
  if (random.chance(rate)) entries.push([random.pick(oddKeys), oddValue(random)]);
  return Object.fromEntries(random.chance(rate) ? entries.reverse() : entries);
}

/** A text with a part replaced, duplicated or removed. */
export function mutatedText(random: FuzzRandom, text: string): string {
  const from = random.below(text.length + 1);
  const to = from + random.below(Math.min(40, text.length - from) + 1);
  const part = text.slice(from, to);
  const kind = random.below(5);
  const put = kind === 0 ? '' : kind === 1 ? part.repeat(2 + random.below(20)) : kind === 2 ? oddText(random) : part;
  const moved =
    kind === 3
      ? [...part].reverse().join('')
      : kind === 4
        ? `${part}${random.pick(['\n', '"', '}', '- ', ': ', '\t', '#'])}`
        : put;
  return text.slice(0, from) + moved + text.slice(to);
}
