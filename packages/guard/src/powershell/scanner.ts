import type { Value } from '../value.js';
import { controlLetters } from '../word-lists.js';
import { type PsExpression, PsRefusal, type PsScript, type PsStatement, PsSyntaxTrouble } from './syntax.js';

const maxNesting = 60;
/** PowerShell treats typographic quotes and dashes like plain ones. */
const singleQuotes = "'\u2018\u2019\u201a\u201b";
const doubleQuotes = '"\u201c\u201d\u201e';
const dashes = '-\u2013\u2014\u2015';
const escapes: Readonly<Record<string, string>> = { ...controlLetters, '0': '\0', e: '\x1b' };

export const isSingleQuote = (char: string): boolean => char !== '' && singleQuotes.includes(char);
export const isDoubleQuote = (char: string): boolean => char !== '' && doubleQuotes.includes(char);
export const isDash = (char: string): boolean => char !== '' && dashes.includes(char);
export const isPsNameChar = (char: string): boolean => /^[\p{L}\p{N}_]$/u.test(char);

/** Reads characters, spaces, comments, strings and variables, for both commands and expressions. */
export abstract class PsScanner {
  protected at = 0;
  private nesting = 0;

  constructor(protected readonly text: Value) {}

  /** Statements up to a closing character, which is consumed; the end of the text if it is empty. */
  protected abstract statements(closing: string): readonly PsStatement[];

  protected trouble(what: string): PsSyntaxTrouble {
    return new PsSyntaxTrouble(`${what} at ${this.at}`);
  }

  protected get char(): string {
    return this.text[this.at] ?? '';
  }

  protected ahead(offset: number): string {
    return this.text[this.at + offset] ?? '';
  }

  protected get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  protected startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  protected take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  protected need(text: string): void {
    if (!this.take(text)) throw this.trouble(`no ${text}`);
  }

  /** The bracket after a keyword. `for x in` and `if [ -f x ]` of other shells are rejected as a whole. */
  protected needBracket(): void {
    if (!this.take('(')) throw new PsRefusal('no bracket');
  }

  /** Reads a nested part; a limit keeps hostile text from overflowing the stack. */
  protected nested<T>(read: () => T): T {
    if (++this.nesting > maxNesting) throw this.trouble('too deep');
    const result = read();
    this.nesting--;
    return result;
  }

  /** Skips spaces, comments and joined lines; with `lines` also line ends. */
  protected skip(lines = false): void {
    for (;;) {
      const char = this.char;
      if (char === ' ' || char === '\t' || char === '\u00a0' || char === '\f' || char === '\v') this.at++;
      else if (char === '\r' || char === '\n') {
        if (!lines) return;
        this.at++;
      } else if (char === '`' && (this.ahead(1) === '\n' || this.startsWith('`\r\n')))
        this.at += this.ahead(1) === '\n' ? 2 : 3;
      else if (char === '#') this.skipLine();
      else if (this.startsWith('<#')) {
        const end = this.text.indexOf('#>', this.at + 2);
        if (end < 0) throw this.trouble('open comment');
        this.at = end + 2;
      } else return;
    }
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  /** A word of letters, digits, `_` and `-`; empty if there is none. */
  protected peekWord(): string {
    let end = this.at;
    while (isPsNameChar(this.text[end] ?? '') || this.text[end] === '-') end++;
    return this.text.slice(this.at, end);
  }

  protected singleQuoted(): Value {
    this.at++;
    let text = '';
    for (;;) {
      if (this.isAtEnd) throw this.trouble('open quote');
      if (!isSingleQuote(this.char)) text += this.text[this.at++];
      else if (isSingleQuote(this.ahead(1))) {
        text += "'";
        this.at += 2;
      } else break;
    }
    this.at++;
    return text;
  }

  protected doubleQuoted(): PsExpression {
    this.at++;
    const parts = new ExpandParts();
    for (;;) {
      if (this.isAtEnd) throw this.trouble('open quote');
      if (isDoubleQuote(this.char)) {
        if (!isDoubleQuote(this.ahead(1))) break;
        parts.add('"');
        this.at += 2;
      } else this.expandable(parts);
    }
    this.at++;
    return parts.toExpression(true);
  }

  /** `@'…'@` and `@"…"@`; undefined if there is none here. */
  protected hereString(): PsExpression | undefined {
    const quote = this.ahead(1);
    const isPlain = isSingleQuote(quote);
    if (this.char !== '@' || !(isPlain || isDoubleQuote(quote))) return undefined;
    const lineEnd = this.text.indexOf('\n', this.at);
    if (lineEnd < 0 || this.text.slice(this.at + 2, lineEnd).trim() !== '') throw this.trouble('no here-string');
    const end = this.text.indexOf(`\n${isPlain ? "'" : '"'}@`, lineEnd);
    if (end < 0) throw this.trouble('open here-string');
    const content = end === lineEnd ? '' : this.text.slice(lineEnd + 1, end).replace(/\r$/, '');
    if (isPlain) {
      this.at = end + 3;
      return { kind: 'text', text: content, isQuoted: true };
    }
    this.at = lineEnd + 1;
    const parts = new ExpandParts();
    while (this.at < end) this.expandable(parts);
    this.at = end + 3;
    return parts.toExpression(true);
  }

  /** One step of text with variables and escapes. */
  protected expandable(parts: ExpandParts): void {
    if (this.char === '`') parts.add(this.escaped());
    else if (this.char === '$') {
      const variable = this.dollar();
      parts.add(variable ?? '$');
    } else parts.add(this.text[this.at++] as string);
  }

  protected escaped(): string {
    this.at++;
    const char = this.char;
    if (this.startsWith('u{')) {
      const end = this.text.indexOf('}', this.at);
      const code = end < 0 ? Number.NaN : Number.parseInt(this.text.slice(this.at + 2, end), 16);
      if (!(code >= 0 && code <= 0x10ffff)) throw this.trouble('no character');
      this.at = end + 1;
      return String.fromCodePoint(code);
    }
    this.at += char === '\r' && this.ahead(1) === '\n' ? 2 : 1;
    return char === '\n' || char === '\r' ? '' : (escapes[char] ?? char);
  }

  /** `$name`, `${name}` or `$(…)`; undefined for a lone dollar, which is consumed. */
  protected dollar(): PsExpression | undefined {
    this.at++;
    if (this.take('(')) return { kind: 'statements', body: this.nested(() => this.statements(')')), isArray: false };
    if (this.take('{')) {
      const end = this.text.indexOf('}', this.at);
      if (end < 0) throw this.trouble('open variable');
      const name = this.text.slice(this.at, end).replaceAll('`', '').toLowerCase();
      this.at = end + 1;
      return { kind: 'variable', name: plainVariable(name), isSplat: false };
    }
    const name = this.variableName();
    if (name === '') return undefined;
    return { kind: 'variable', name: plainVariable(name), isSplat: false };
  }

  /** The name after `$` or `@`. */
  protected variableName(): string {
    const start = this.at;
    if (this.char !== '' && '$?^'.includes(this.char)) return this.text[this.at++] as string;
    while (isPsNameChar(this.char)) this.at++;
    if (this.at > start && this.char === ':' && isPsNameChar(this.ahead(1))) {
      this.at++;
      while (isPsNameChar(this.char)) this.at++;
    }
    return this.text.slice(start, this.at).toLowerCase();
  }

  /** The text in braces as a script; the opening brace is consumed. */
  protected abstract scriptInBraces(): PsScript;
}

/** The name without a scope that only sets where a variable lives. */
function plainVariable(name: string): string {
  const scope = /^(?:global|script|local|private|using|variable):/.exec(name);
  return scope ? name.slice(scope[0].length) : name;
}

/** Collects the parts of a text with variables. */
export class ExpandParts {
  private readonly parts: (Value | PsExpression)[] = [];

  add(part: Value | PsExpression): void {
    const last = this.parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') this.parts[this.parts.length - 1] = last + part;
    else this.parts.push(part);
  }

  /** The variable, if there is no other text. */
  get only(): PsExpression | undefined {
    const first = this.parts[0];
    return this.parts.length === 1 && typeof first === 'object' ? first : undefined;
  }

  toExpression(isQuoted: boolean): PsExpression {
    const known = this.parts.every((part) => typeof part === 'string');
    if (known) return { kind: 'text', text: this.parts.join(''), isQuoted };
    return { kind: 'expand', parts: this.parts, isQuoted };
  }
}
