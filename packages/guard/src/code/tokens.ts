import { beforeValues } from '../../.cache/code/tokens.js';
import type { Value } from '../value.js';
import { heredocParts, readTextToken } from './literals.js';
import { isNameChar, type TextPart } from './quotes.js';
import { readHeredocTag } from './rare-literals.js';
import { languageTraits, type ScannedLanguage } from './traits.js';

export interface Token {
  readonly kind: 'name' | 'text' | 'command' | 'words' | 'glob' | 'number' | 'symbol' | 'line' | 'pattern' | 'mark';
  readonly text: Value;
  /** The pieces of a text or a command in backticks. */
  readonly parts?: readonly TextPart[];
  /** Whether it follows a blank. */
  readonly spaced: boolean;
  /** For a line end: the indentation of the next line. */
  readonly indent?: number;
}

export interface TokenList {
  readonly tokens: readonly Token[];
  /** False if the text has too many tokens to be read. */
  readonly complete: boolean;
}

export const maxTokens = 20_000;

const chars = [
  ...['===', '!==', '...', '**=', '||=', '??=', '&&=', '<=>', '..=', '//='],
  ...['=>', '->', '**', '<<', '>>', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '::', '..', '+=', '.=', ':=', '<-'],
  ...['|&', '|>', '=~', '!~', '-=', '*=', '/=', '++', '--', '//'],
];

/** Splits a program into tokens. It never fails: anything unknown becomes a single character. */
export const readTokens = (source: Value, language: ScannedLanguage): TokenList => new Scanner(source, language).scan();

/** The scanner's position in a program; `literals.ts` reads quoted texts with it. */
export class Scanner {
  at = 0;
  readonly tokens: Token[] = [];
  /** Here-documents whose text starts on the next line. */
  readonly heredocs: { readonly tag: string; readonly index: number; readonly plain: boolean }[] = [];
  /** No pattern begins before this position, because none ends there. */
  noPatternBefore = 0;
  private readonly brackets: string[] = [];
  private spaced = false;

  constructor(
    readonly source: Value,
    readonly language: ScannedLanguage,
  ) {}

  scan(): TokenList {
    if (this.language === 'php' && this.source.startsWith('<?')) this.at = this.source.startsWith('<?php') ? 5 : 2;
    while (this.at < this.source.length) {
      if (this.tokens.length >= maxTokens) return { tokens: this.tokens, complete: false };
      this.step();
    }
    return { tokens: this.tokens, complete: true };
  }

  push(kind: Token['kind'], text: Value, next: number, parts?: readonly TextPart[]): void {
    this.tokens.push({ kind, text, spaced: this.spaced, ...(parts === undefined ? {} : { parts }) });
    this.spaced = false;
    this.at = next;
  }

  /** Whether the previous token ends a value, so that a character after it is an operator. */
  get afterValue(): boolean {
    const last = this.tokens.at(-1);
    if (last === undefined || last.kind === 'line') return false;
    if (last.kind === 'symbol') return last.text === ')' || last.text === ']' || last.text === '}';
    return !(last.kind === 'name' && wordsBeforeValues.has(last.text));
  }

  get isSpaced(): boolean {
    return this.spaced;
  }

  private step(): void {
    const char = this.source[this.at] as string;
    if (char === '\n') this.newLine();
    else if (char === ' ' || char === '\t' || char === '\r') this.skip(1);
    else if (char === '\\' && this.source[this.at + 1] === '\n') this.skip(2);
    else if (this.skipComment()) this.spaced = true;
    else if ((char === '<' && languageTraits[this.language].heredocs && readHeredocTag(this)) || readTextToken(this))
      return;
    else if (char >= '\uE000' && char <= '\uE01F') this.push('mark', char, this.at + 1);
    else if (char >= '0' && char <= '9') this.number();
    else if (this.startsName(char)) this.name();
    else this.char();
  }

  private skip(count: number): void {
    this.spaced = true;
    this.at += count;
  }

  private newLine(): void {
    this.at++;
    for (const { tag, index, plain } of this.heredocs.splice(0)) this.heredocBody(tag, index, plain);
    let indent = 0;
    while (this.source[this.at + indent] === ' ' || this.source[this.at + indent] === '\t') indent++;
    const isBlank = this.source[this.at + indent] === '\n';
    const inside = this.brackets.at(-1);
    if (inside === '(' || inside === '[') this.spaced = true;
    else if (!isBlank) this.tokens.push({ kind: 'line', text: '\n', spaced: true, indent });
  }

  private heredocBody(tag: string, index: number, plain: boolean): void {
    const start = this.at;
    let end = start;
    while (end < this.source.length) {
      const stop = this.source.indexOf('\n', end);
      const line = this.source.slice(end, stop < 0 ? undefined : stop);
      const word = line.trim();
      const isEnd =
        word === tag || (this.language === 'php' && word.startsWith(tag) && !isNameChar(word[tag.length] ?? ' '));
      if (isEnd) {
        this.at = this.language === 'php' ? end + line.indexOf(tag) + tag.length : end + line.length;
        break;
      }
      end = stop < 0 ? this.source.length : stop + 1;
      this.at = end;
    }
    const text = this.source.slice(start, end);
    const old = this.tokens[index] as Token;
    this.tokens[index] = { ...old, text, parts: plain ? [text] : heredocParts(text, this.language) };
  }

  private skipComment(): boolean {
    const traits = languageTraits[this.language];
    const before = this.at === 0 ? `\n${this.source[0]}` : this.source[this.at - 1];
    for (const [open, close] of traits.blockComments) {
      const atLine = open.startsWith('\n');
      if (atLine && before !== '\n' && this.at !== 0) continue;
      if (!this.source.startsWith(atLine ? open.slice(1) : open, this.at)) continue;
      const end = this.source.indexOf(close, this.at + 2);
      this.at = end < 0 ? this.source.length : end + close.length;
      return true;
    }
    const char = traits.lineComments.find((start) => this.source.startsWith(start, this.at));
    if (char === undefined || (char === '#!' && this.at > 0)) return false;
    if (this.language === 'php' && this.source[this.at + 1] === '[') return false;
    const end = this.source.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.length : end;
    return true;
  }

  private number(): void {
    let end = this.at + 1;
    while (end < this.source.length && isNameChar(this.source[end] as string)) end++;
    if (this.source[end] === '.' && isDigit(this.source[end + 1])) {
      end++;
      while (isDigit(this.source[end])) end++;
    }
    this.push('number', this.source.slice(this.at, end), end);
  }

  private startsName(char: string): boolean {
    if (isNameChar(char) || char > '\u00BF') return true;
    const next = this.source[this.at + 1] ?? '';
    if (this.language === 'r') return char === '.' && isNameChar(next) && !isDigit(next);
    if (this.language === 'javascript') return char === '$' || char === '#';
    if (this.language === 'ruby') return (char === '@' || char === '$') && (isNameChar(next) || next === '@');
    if (!languageTraits[this.language].sigils) return false;
    if (char === '$') return isNameChar(next) || next === '{';
    if (this.language === 'php') return false;
    if (char === '@') return isNameChar(next) || next === '{';
    return char === '%' && !this.afterValue && isNameChar(next);
  }

  private name(): void {
    let end = this.at + 1;
    if (this.language === 'ruby' && this.source[end] === '@') end++;
    if (this.source[end] === '{' && languageTraits[this.language].sigils) {
      this.bracedName();
      return;
    }
    while (end < this.source.length && this.continuesName(this.source[end] as string)) end++;
    end = this.endOfQualified(end);
    const next = this.source[end] ?? '';
    if (this.language === 'ruby' && (next === '?' || next === '!') && this.source[end + 1] !== '=') end++;
    this.push('name', this.source.slice(this.at, end), end);
  }

  /** `$File::Find::name` of Perl is one name. */
  private endOfQualified(start: number): number {
    let end = start;
    if (this.language !== 'perl' || !'$@%'.includes(this.source[this.at] as string)) return end;
    while (this.source.startsWith('::', end) && isNameChar(this.source[end + 2] ?? ' ')) {
      end += 2;
      while (isNameChar(this.source[end] ?? ' ')) end++;
    }
    return end;
  }

  /** `${name}`, `@{name}`, `@{$list}` and `%{$map}` are the name inside. */
  private bracedName(): void {
    const end = this.source.indexOf('}', this.at);
    const isShort = end >= 0 && end - this.at < 80;
    const inner = isShort ? this.source.slice(this.at + 2, end).trim() : '';
    const isPlain = inner !== '' && [...inner].every((char) => isNameChar(char) || char === '$');
    if (!isPlain) {
      this.push('symbol', this.source[this.at] as string, this.at + 1);
      return;
    }
    this.push('name', inner.startsWith('$') ? inner : `${this.source[this.at]}${inner}`, end + 1);
  }

  private continuesName(char: string): boolean {
    if (isNameChar(char) || (char > '\u00BF' && (char < '\uE000' || char > '\uE01F'))) return true;
    return (this.language === 'r' && char === '.') || (this.language === 'javascript' && char === '$');
  }

  private char(): void {
    const found = chars.find((char) => this.source.startsWith(char, this.at)) ?? (this.source[this.at] as string);
    if ('([{'.includes(found)) this.brackets.push(found);
    if (')]}'.includes(found)) this.brackets.pop();
    this.push('symbol', found, this.at + found.length);
  }
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

/** Words after which a value starts. */
const wordsBeforeValues = new Set(beforeValues);
