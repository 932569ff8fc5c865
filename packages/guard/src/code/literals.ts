import { doubleQuoted, plain, raw, readForm } from './quote-forms.js';
import { isNameChar, type QuoteForm, readQuoted, type TextPart } from './quotes.js';
import { readRareText } from './rare-literals.js';
import type { Scanner } from './tokens.js';
import { languageTraits, type ScannedLanguage } from './traits.js';

const singleQuoted = (language: ScannedLanguage): QuoteForm =>
  language === 'ruby' || language === 'perl' || language === 'php' ? plain : doubleQuoted[language];

/** Reads a quoted text, a command in backticks or a pattern; false if none starts here. */
export function readTextToken(scanner: Scanner): boolean {
  const { source, at, language } = scanner;
  const char = source[at] as string;
  if (language === 'python') return readPythonText(scanner);
  if (language !== 'javascript' && language !== 'awk' && language !== 'php' && readRareText(scanner, isOperator))
    return true;
  if (language === 'lua' && char === '[') return false;
  if (char === '"') return readForm(scanner, 'text', at + 1, '"', doubleQuoted[language]);
  if (char === "'" && language !== 'awk') return readForm(scanner, 'text', at + 1, "'", singleQuoted(language));
  if (char === '`') return readBackticks(scanner);
  if (char === '/' && languageTraits[language].patterns && !isOperator(scanner)) return readPattern(scanner);
  return false;
}

/** `a % b` and `a / b` are arithmetic; `puts %w(a)` is not. */
function isOperator(scanner: Scanner): boolean {
  if (!scanner.afterValue) return false;
  const after = scanner.source[scanner.at + 1] ?? ' ';
  return !(scanner.language === 'ruby' && scanner.isSpaced && after !== ' ' && scanner.tokens.at(-1)?.kind === 'name');
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

const maxPatternLength = 1000;

function readPattern(scanner: Scanner): boolean {
  const { source, at } = scanner;
  if (at < scanner.noPatternBefore) return false;
  let inClass = false;
  let end = at + 1;
  for (; end < Math.min(source.length, at + maxPatternLength) && source[end] !== '\n'; end++) {
    const char = source[end] as string;
    if (char === '\\') end++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) {
      let next = end + 1;
      while (isNameChar(source[next] ?? ' ')) next++;
      scanner.push('pattern', source.slice(at + 1, end), next, []);
      return true;
    }
  }
  scanner.noPatternBefore = end;
  return false;
}

export const heredocParts = (text: string, language: ScannedLanguage): readonly TextPart[] =>
  readQuoted(text, 0, '\u0000', doubleQuoted[language]).parts;
