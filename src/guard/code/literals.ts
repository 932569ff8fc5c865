import { closingOf, isNameSign, type QuoteForm, readQuoted, type TextPart } from './quotes.js';
import type { Scanner, Token } from './tokens.js';
import { languageTraits, type ScannedLanguage } from './traits.js';

/** How each language reads a text in double quotes. */
const doubleQuoted: Readonly<Record<ScannedLanguage, QuoteForm>> = {
  python: { escapes: 'all' },
  javascript: { escapes: 'all' },
  ruby: { escapes: 'all', code: '#{' },
  perl: { escapes: 'all', code: '$' },
  php: { escapes: 'all', code: '$' },
  lua: { escapes: 'lua' },
  awk: { escapes: 'all' },
  r: { escapes: 'all' },
};

const plain: QuoteForm = { escapes: 'few' };
const raw: QuoteForm = { escapes: 'raw' };

const singleQuoted = (language: ScannedLanguage): QuoteForm =>
  language === 'ruby' || language === 'perl' || language === 'php' ? plain : doubleQuoted[language];

/** Texts that start with a letter and a sign of the writer's choice: `q{…}`, `%w(…)`. */
interface NamedQuote {
  readonly start: string;
  readonly kind: Token['kind'];
  readonly code: boolean;
}

const perlQuotes: readonly NamedQuote[] = [
  { start: 'qq', kind: 'text', code: true },
  { start: 'qw', kind: 'words', code: false },
  { start: 'qx', kind: 'command', code: true },
  { start: 'qr', kind: 'pattern', code: false },
  { start: 'q', kind: 'text', code: false },
];
const rubyQuotes: readonly NamedQuote[] = [
  { start: '%w', kind: 'words', code: false },
  { start: '%W', kind: 'words', code: true },
  { start: '%i', kind: 'words', code: false },
  { start: '%q', kind: 'text', code: false },
  { start: '%Q', kind: 'text', code: true },
  { start: '%x', kind: 'command', code: true },
  { start: '%r', kind: 'pattern', code: false },
  { start: '%', kind: 'text', code: true },
];

/** Reads a quoted text, a command in backticks or a pattern; false if none starts here. */
export function readTextToken(scanner: Scanner): boolean {
  const { source, at, language } = scanner;
  const sign = source[at] as string;
  if (language === 'python') return readPythonText(scanner);
  if (language === 'lua' && sign === '[') return readLongText(scanner);
  if (language === 'r' && (sign === 'r' || sign === 'R') && readRawText(scanner)) return true;
  if (language === 'perl' && (readNamed(scanner, perlQuotes) || readPerlPattern(scanner) || readAngleGlob(scanner)))
    return true;
  if (language === 'ruby' && sign === '%' && !isOperator(scanner) && readNamed(scanner, rubyQuotes)) return true;
  if (language === 'ruby' && sign === ':' && readSymbol(scanner)) return true;
  if (sign === '"') return readForm(scanner, 'text', at + 1, '"', doubleQuoted[language]);
  if (sign === "'" && language !== 'awk') return readForm(scanner, 'text', at + 1, "'", singleQuoted(language));
  if (sign === '`') return readBackticks(scanner);
  if (sign === '/' && languageTraits[language].patterns && !isOperator(scanner)) return readPattern(scanner);
  return false;
}

/** `a % b` and `a / b` are sums; `puts %w(a)` is not. */
function isOperator(scanner: Scanner): boolean {
  if (!scanner.afterValue) return false;
  const after = scanner.source[scanner.at + 1] ?? ' ';
  return !(scanner.language === 'ruby' && scanner.isSpaced && after !== ' ' && scanner.tokens.at(-1)?.kind === 'name');
}

function readForm(
  scanner: Scanner,
  kind: Token['kind'],
  start: number,
  close: string,
  form: QuoteForm,
  open?: string,
): boolean {
  const { parts, next } = readQuoted(scanner.source, start, close, form, open);
  const text = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  scanner.push(kind, text, next, parts);
  return true;
}

function readBackticks(scanner: Scanner): boolean {
  const { at, language } = scanner;
  if (language === 'javascript') return readForm(scanner, 'text', at + 1, '`', { escapes: 'all', code: '${' });
  if (language === 'r') return readForm(scanner, 'name', at + 1, '`', raw);
  if (language === 'lua' || language === 'awk') return false;
  return readForm(scanner, 'command', at + 1, '`', doubleQuoted[language]);
}

function readPythonText(scanner: Scanner): boolean {
  const { source, at } = scanner;
  let end = at;
  while (end < at + 2 && 'rRbBuUfFtT'.includes(source[end] ?? ' ')) end++;
  const quote = source[end] as string;
  if (quote !== '"' && quote !== "'") return false;
  const prefix = source.slice(at, end).toLowerCase();
  const isTriple = source.startsWith(quote.repeat(3), end);
  const close = isTriple ? quote.repeat(3) : quote;
  const escapes = prefix.includes('r') ? 'raw' : 'all';
  const form: QuoteForm = prefix.includes('f') || prefix.includes('t') ? { escapes, code: '{' } : { escapes };
  return readForm(scanner, 'text', end + close.length, close, form);
}

/** `[[…]]` and `[==[…]==]` in Lua. */
function readLongText(scanner: Scanner): boolean {
  const { source, at } = scanner;
  let end = at + 1;
  while (source[end] === '=') end++;
  if (source[end] !== '[') return false;
  const close = `]${'='.repeat(end - at - 1)}]`;
  return readForm(scanner, 'text', end + 1, close, raw);
}

/** `r"(…)"` in R. */
function readRawText(scanner: Scanner): boolean {
  const { source, at } = scanner;
  const quote = source[at + 1] ?? '';
  const open = source[at + 2] ?? '';
  if ((quote !== '"' && quote !== "'") || !'([{'.includes(open) || open === '') return false;
  return readForm(scanner, 'text', at + 3, `${closingOf(open)}${quote}`, raw);
}

function readNamed(scanner: Scanner, quotes: readonly NamedQuote[]): boolean {
  const { source, at, language } = scanner;
  if (language === 'perl' && isPartOfName(scanner)) return false;
  for (const { start, kind, code } of quotes) {
    if (!source.startsWith(start, at)) continue;
    const end = delimiterAt(source, at + start.length, language === 'perl');
    if (end < 0) continue;
    const open = source[end] as string;
    const form: QuoteForm = code ? doubleQuoted[language] : kind === 'pattern' ? raw : plain;
    return readForm(scanner, kind, end + 1, closingOf(open), form, open);
  }
  return false;
}

/** Where the sign stands that the writer chose; -1 if this is an ordinary name. */
function delimiterAt(source: string, start: number, mayBlank: boolean): number {
  let at = start;
  if (mayBlank) while (source[at] === ' ') at++;
  const sign = source[at] ?? ' ';
  if (isNameSign(sign) || ' \n\t,;)=#'.includes(sign)) return -1;
  return sign === '-' && source[at + 1] === '>' ? -1 : at;
}

function isPartOfName({ tokens, isSpaced, source, at }: Scanner): boolean {
  const last = tokens.at(-1);
  if (last?.kind === 'sign' && (last.text === '->' || last.text === '::' || last.text === '&')) return true;
  if (last?.kind === 'sign' && last.text === '{' && source.indexOf('}', at) - at <= 3) return true;
  return !isSpaced && at > 0 && isNameSign(source[at - 1] as string);
}

/** `s/a/b/e`, `m{…}`, `tr/a/b/`: the replacement of `s///e` is code. */
function readPerlPattern(scanner: Scanner): boolean {
  const { source, at } = scanner;
  const start = ['s', 'm', 'tr', 'y'].find(
    (word) => source.startsWith(word, at) && !isNameSign(source[at + word.length] ?? ' '),
  );
  if (start === undefined || isPartOfName(scanner)) return false;
  const open = delimiterAt(source, at + start.length, false);
  if (open < 0) return false;
  const sign = source[open] as string;
  const first = readQuoted(source, open + 1, closingOf(sign), raw, sign);
  let end = first.next;
  let replacement = '';
  if (start !== 'm') {
    let from = end;
    const isPair = closingOf(sign) !== sign;
    if (isPair) while (' \n'.includes(source[from] ?? 'x')) from++;
    const nextSign = isPair ? (source[from++] ?? '') : sign;
    const second = readQuoted(source, from, closingOf(nextSign), raw, nextSign);
    replacement = second.parts.join('');
    end = second.next;
  }
  const flags = end;
  while (isNameSign(source[end] ?? ' ')) end++;
  const isCode = start === 's' && source.slice(flags, end).includes('e');
  scanner.push('pattern', replacement, end, isCode ? [{ code: replacement }] : []);
  return true;
}

/** `<~/*.txt>` lists files; `<STDIN>` and `<$file>` read. */
function readAngleGlob(scanner: Scanner): boolean {
  const { source, at } = scanner;
  if (source[at] !== '<' || scanner.afterValue) return false;
  const end = source.indexOf('>', at);
  const inner = source.slice(at + 1, end);
  if (end < 0 || inner.includes('\n') || inner.includes(' ') || inner.startsWith('<') || inner.startsWith('='))
    return false;
  const isHandle = inner === '' || [...inner].every((sign) => isNameSign(sign) || sign === '$');
  if (isHandle) scanner.push('name', '<STDIN>', end + 1);
  else scanner.push('glob', inner, end + 1, [inner]);
  return true;
}

/** `:name` and `:"name"` in Ruby. */
function readSymbol(scanner: Scanner): boolean {
  const { source, at } = scanner;
  const next = source[at + 1] ?? ' ';
  if (next === ':' || source[at - 1] === ':' || (scanner.afterValue && !scanner.isSpaced)) return false;
  if (next === '"') return readForm(scanner, 'text', at + 2, '"', doubleQuoted.ruby);
  if (!isNameSign(next)) return false;
  let end = at + 1;
  while (isNameSign(source[end] ?? ' ') || source[end] === '?' || source[end] === '!') end++;
  scanner.push('text', source.slice(at + 1, end), end, [source.slice(at + 1, end)]);
  return true;
}

const longestPattern = 1000;

function readPattern(scanner: Scanner): boolean {
  const { source, at } = scanner;
  if (at < scanner.noPatternBefore) return false;
  let inClass = false;
  let end = at + 1;
  for (; end < Math.min(source.length, at + longestPattern) && source[end] !== '\n'; end++) {
    const sign = source[end] as string;
    if (sign === '\\') end++;
    else if (sign === '[') inClass = true;
    else if (sign === ']') inClass = false;
    else if (sign === '/' && !inClass) {
      let next = end + 1;
      while (isNameSign(source[next] ?? ' ')) next++;
      scanner.push('pattern', source.slice(at + 1, end), next, []);
      return true;
    }
  }
  scanner.noPatternBefore = end;
  return false;
}

/** `<<EOF`, `<<~'EOF'` in ruby and perl, `<<<EOF` in php: the text starts on the next line. */
export function readHeredocTag(scanner: Scanner): boolean {
  const { source, at, language } = scanner;
  if (language !== 'ruby' && language !== 'perl' && language !== 'php') return false;
  const start = language === 'php' ? '<<<' : '<<';
  if (!source.startsWith(start, at)) return false;
  let from = at + start.length;
  while (source[from] === '~' || source[from] === '-' || (language === 'php' && source[from] === ' ')) from++;
  const quote = source[from] === '"' || source[from] === "'" ? (source[from] as string) : '';
  if (quote !== '') from++;
  let end = from;
  while (isNameSign(source[end] ?? ' ')) end++;
  const tag = source.slice(from, end);
  const isTag =
    tag !== '' && (quote !== '' || (tag[0] as string).toUpperCase() === tag[0]) && !(tag[0] as string).match(/[0-9]/);
  if (!isTag || source.indexOf('\n', end) < 0) return false;
  scanner.heredocs.push({ tag, index: scanner.tokens.length, plain: quote === "'" });
  scanner.push('text', '', end + quote.length, ['']);
  return true;
}

export const heredocParts = (text: string, language: ScannedLanguage): readonly TextPart[] =>
  readQuoted(text, 0, '\u0000', doubleQuoted[language]).parts;
