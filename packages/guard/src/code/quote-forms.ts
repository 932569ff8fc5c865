import { type QuoteForm, readQuoted } from './quotes.js';
import type { Scanner, Token } from './tokens.js';
import type { ScannedLanguage } from './traits.js';

/** How each language reads a double-quoted text. */
export const doubleQuoted: Readonly<Record<ScannedLanguage, QuoteForm>> = {
  python: { escapes: 'all' },
  javascript: { escapes: 'all' },
  ruby: { escapes: 'all', code: '#{' },
  perl: { escapes: 'all', code: '$' },
  php: { escapes: 'all', code: '$' },
  lua: { escapes: 'lua' },
  awk: { escapes: 'all' },
  r: { escapes: 'all' },
};

export const plain: QuoteForm = { escapes: 'few' };
export const raw: QuoteForm = { escapes: 'raw' };

export function readForm(
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
