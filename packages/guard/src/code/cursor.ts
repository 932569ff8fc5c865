import type { CodeFunction } from './code-values.js';
import type { Flow } from './flow.js';
import type { Token } from './tokens.js';
import { type LanguageTraits, languageTraits, type ScannedLanguage } from './traits.js';

/** Words that open a block which `end` closes. */
const openers = {
  ruby: new Set(['def', 'class', 'module', 'begin', 'do', 'case', 'if', 'unless', 'while', 'until', 'for']),
  lua: new Set(['function', 'do', 'if', 'repeat']),
} as const;
/** In Ruby these open a block only at the start of a statement; otherwise they modify the statement before them. */
const modifiers = new Set(['if', 'unless', 'while', 'until', 'rescue']);
const loops = new Set(['while', 'until', 'for']);

/** The depth of nested lists among parameters. */
const maxParameterDepth = 20;

export class Cursor {
  at = 0;
  /** Tokens from here on do not belong to the current expression. */
  protected limit = Number.POSITIVE_INFINITY;
  protected readonly traits: LanguageTraits;
  private readonly pairs: ReadonlyMap<number, number>;

  constructor(
    readonly tokens: readonly Token[],
    readonly flow: Flow,
  ) {
    this.traits = languageTraits[flow.language];
    this.pairs = bracketPairs(tokens);
    flow.lookAhead(tokens.length);
  }

  protected get language(): ScannedLanguage {
    return this.flow.language;
  }

  peek(ahead = 0): Token | undefined {
    return this.at + ahead < this.limit ? this.tokens[this.at + ahead] : undefined;
  }

  isSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'symbol' && token.text === text;
  }

  isName(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'name' && token.text === text;
  }

  takeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.at++;
    return true;
  }

  takeName(...texts: readonly string[]): boolean {
    const token = this.peek();
    if (token?.kind !== 'name' || !texts.includes(token.text)) return false;
    this.at++;
    return true;
  }

  /** The name at this position; moves past it. */
  protected takeAnyName(): string | undefined {
    return this.peek()?.kind === 'name' ? this.tokens[this.at++]?.text : undefined;
  }

  skipLines(): void {
    while (this.peek()?.kind === 'line') this.at++;
  }

  /** The end of the bracket that opens at a position; the last position if it does not close. */
  closeOf(open: number): number {
    return this.pairs.get(open) ?? this.tokens.length;
  }

  /** The first position from `start` on, outside brackets, where the test holds; at most `end`. */
  findOutside(start: number, end: number, test: (token: Token, at: number) => boolean): number {
    for (let at = start; at < end && !this.flow.stopped; at++) {
      const token = this.tokens[at] as Token;
      this.flow.lookAhead(1);
      if (test(token, at)) return at;
      if (token.kind !== 'symbol') continue;
      if ('([{'.includes(token.text)) at = this.closeOf(at);
      else if (')]}'.includes(token.text)) return end;
    }
    return end;
  }

  protected findSymbol(start: number, end: number, ...texts: readonly string[]): number {
    return this.findOutside(start, end, ({ kind, text }) => kind === 'symbol' && texts.includes(text));
  }

  protected findName(start: number, end: number, ...texts: readonly string[]): number {
    return this.findOutside(start, end, ({ kind, text }) => kind === 'name' && texts.includes(text));
  }

  protected textBetween(from: number, to: number): string {
    return this.tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join('');
  }

  /** The end of a statement: a `;`, a line end, or a closing bracket. */
  endOfStatement(start: number): number {
    const end = this.tokens.length;
    for (let at = start; at < end; at++) {
      const token = this.tokens[at] as Token;
      this.flow.lookAhead(1);
      if (token.kind === 'line' && this.traits.blocks !== 'braces') return at;
      if (token.kind !== 'symbol') continue;
      if (token.text === ';' || ')]}'.includes(token.text)) return at;
      if ('([{'.includes(token.text)) at = this.closeOf(at);
    }
    return end;
  }

  /** The end of an expression without brackets around it, such as the body of an arrow function. */
  protected endOfInline(start: number): number {
    return this.findOutside(
      start,
      this.endOfStatement(start),
      (token) => token.kind === 'line' || (token.kind === 'symbol' && token.text === ','),
    );
  }

  /** The position of the `end` that closes a block; the block has already begun. */
  protected endOfBlock(start: number): number {
    const words: ReadonlySet<string> = this.language === 'lua' ? openers.lua : openers.ruby;
    let depth = 1;
    let inLoop = false;
    for (let at = start; at < this.tokens.length; at++) {
      const { kind, text } = this.tokens[at] as Token;
      this.flow.lookAhead(1);
      if (kind === 'line') inLoop = false;
      if (kind !== 'name' || this.isAfterDot(at)) continue;
      if (text === 'end' || (text === 'until' && this.language === 'lua')) depth--;
      else if (words.has(text) && !(text === 'do' && inLoop) && !(modifiers.has(text) && !this.startsStatement(at)))
        depth++;
      if (loops.has(text) && this.language === 'ruby') inLoop = true;
      if (depth === 0) return at;
    }
    return this.tokens.length;
  }

  private isAfterDot(at: number): boolean {
    const before = this.tokens[at - 1];
    return before?.kind === 'symbol' && (before.text === '.' || before.text === '::' || before.text === '&');
  }

  private startsStatement(at: number): boolean {
    const before = this.tokens[at - 1];
    if (this.language === 'lua' || before === undefined || before.kind === 'line') return true;
    if (before.kind === 'symbol') return [';', '=', '(', '{', '|', '||', '&&', '<<'].includes(before.text);
    return before.kind === 'name' && ['then', 'else', 'do', 'begin', 'end'].includes(before.text);
  }

  /** The tokens of an indented block after a `:`; moves past them. */
  protected takeIndented(): readonly Token[] {
    const from = this.at;
    const line = this.peek();
    if (line?.kind !== 'line') {
      this.at = this.findOutside(from, this.tokens.length, (token) => token.kind === 'line');
      return this.tokens.slice(from, this.at);
    }
    const indent = line.indent ?? 0;
    let at = from + 1;
    while (at < this.tokens.length) {
      const token = this.tokens[at] as Token;
      if (token.kind === 'line' && (token.indent ?? 0) < indent) break;
      at++;
    }
    this.at = at;
    return this.tokens.slice(from, at);
  }

  /** The tokens between the braces that open here; moves past them. */
  protected takeBraces(): readonly Token[] {
    const close = this.closeOf(this.at);
    const inner = this.tokens.slice(this.at + 1, close);
    this.at = close + 1;
    return inner;
  }

  /** Names of parameters between two positions; `[ a b` are names that destructure a list, `{ a b` a map. */
  protected parameters(from: number, to: number, depth = 0): readonly string[] {
    const names: string[] = [];
    let isNext = true;
    this.flow.lookAhead(to - from);
    for (let at = from; at < to; at++) {
      const { kind, text } = this.tokens[at] as Token;
      if (kind === 'symbol' && text === ',') isNext = true;
      else if (kind === 'name' && (isNext || (this.language === 'php' && text.startsWith('$')))) {
        if (this.language === 'php' && !text.startsWith('$')) continue;
        names.push(text);
        isNext = false;
      } else if (kind === 'symbol' && '([{'.includes(text)) {
        const close = this.closeOf(at);
        if (isNext && depth < maxParameterDepth)
          names.push(`${text} ${this.parameters(at + 1, close, depth + 1).join(' ')}`);
        isNext = false;
        at = close;
      }
    }
    return names;
  }

  protected codeFunction(params: readonly string[], body: readonly Token[]): CodeFunction {
    return { kind: 'function', params, body };
  }
}

/** The closing position of each opening bracket. */
function bracketPairs(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'symbol') return;
    if (text === '(' || text === '[' || text === '{') open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, at);
    }
  });
  return pairs;
}
