import { perlQuotes, rubyQuotes } from '../../.cache/code/rare-literals.js';
import { doubleQuoted, plain, raw, readForm } from './quote-forms.js';
import { closingOf, isNameChar, type QuoteForm, readQuoted } from './quotes.js';
import type { Scanner, Token } from './tokens.js';

/** Texts that start with a letter and a freely chosen delimiter: `q{…}`, `%w(…)`. */
export interface NamedQuote {
  readonly start: string;
  readonly kind: Token['kind'];
  readonly code: boolean;
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

/** The position of the chosen delimiter; -1 if this is an ordinary name. */
function delimiterAt(source: string, start: number, mayBlank: boolean): number {
  let at = start;
  if (mayBlank) while (source[at] === ' ') at++;
  const char = source[at] ?? ' ';
  if (isNameChar(char) || ' \n\t,;)=#'.includes(char)) return -1;
  return char === '-' && source[at + 1] === '>' ? -1 : at;
}

function isPartOfName({ tokens, isSpaced, source, at }: Scanner): boolean {
  const last = tokens.at(-1);
  if (last?.kind === 'symbol' && (last.text === '->' || last.text === '::' || last.text === '&')) return true;
  if (last?.kind === 'symbol' && last.text === '{' && source.indexOf('}', at) - at <= 3) return true;
  return !isSpaced && at > 0 && isNameChar(source[at - 1] as string);
}

/** `s/a/b/e`, `m{…}`, `tr/a/b/`: the replacement of `s///e` is code. */
function readPerlPattern(scanner: Scanner): boolean {
  const { source, at } = scanner;
  const start = ['s', 'm', 'tr', 'y'].find(
    (word) => source.startsWith(word, at) && !isNameChar(source[at + word.length] ?? ' '),
  );
  if (start === undefined || isPartOfName(scanner)) return false;
  const open = delimiterAt(source, at + start.length, false);
  if (open < 0) return false;
  const char = source[open] as string;
  const first = readQuoted(source, open + 1, closingOf(char), raw, char);
  let end = first.next;
  let replacement = '';
  if (start !== 'm') {
    let from = end;
    const isPair = closingOf(char) !== char;
    if (isPair) while (' \n'.includes(source[from] ?? 'x')) from++;
    const nextChar = isPair ? (source[from++] ?? '') : char;
    const second = readQuoted(source, from, closingOf(nextChar), raw, nextChar);
    replacement = second.parts.join('');
    end = second.next;
  }
  const flags = end;
  while (isNameChar(source[end] ?? ' ')) end++;
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
  const isHandle = inner === '' || [...inner].every((char) => isNameChar(char) || char === '$');
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
  if (!isNameChar(next)) return false;
  let end = at + 1;
  while (isNameChar(source[end] ?? ' ') || source[end] === '?' || source[end] === '!') end++;
  scanner.push('text', source.slice(at + 1, end), end, [source.slice(at + 1, end)]);
  return true;
}

/** Reads a quoted text that other languages do not have; false if none starts here. */
export function readRareText(scanner: Scanner, isOperator: (scanner: Scanner) => boolean): boolean {
  const { language } = scanner;
  const char = scanner.source[scanner.at] as string;
  if (language === 'lua') return char === '[' && readLongText(scanner);
  if (language === 'r') return (char === 'r' || char === 'R') && readRawText(scanner);
  if (language === 'perl') return readNamed(scanner, perlQuotes) || readPerlPattern(scanner) || readAngleGlob(scanner);
  if (language !== 'ruby') return false;
  if (char === '%' && !isOperator(scanner) && readNamed(scanner, rubyQuotes)) return true;
  return char === ':' && readSymbol(scanner);
}

/** `<<EOF`, `<<~'EOF'` in ruby and perl, `<<<EOF` in php: the text starts on the next line. */
export function readHeredocTag(scanner: Scanner): boolean {
  const { source, at, language } = scanner;
  const start = language === 'php' ? '<<<' : '<<';
  if (!source.startsWith(start, at)) return false;
  let from = at + start.length;
  while (source[from] === '~' || source[from] === '-' || (language === 'php' && source[from] === ' ')) from++;
  const quote = source[from] === '"' || source[from] === "'" ? (source[from] as string) : '';
  if (quote !== '') from++;
  let end = from;
  while (isNameChar(source[end] ?? ' ')) end++;
  const tag = source.slice(from, end);
  const isTag =
    tag !== '' && (quote !== '' || (tag[0] as string).toUpperCase() === tag[0]) && !(tag[0] as string).match(/[0-9]/);
  if (!isTag || source.indexOf('\n', end) < 0) return false;
  scanner.heredocs.push({ tag, index: scanner.tokens.length, plain: quote === "'" });
  scanner.push('text', '', end + quote.length, ['']);
  return true;
}
