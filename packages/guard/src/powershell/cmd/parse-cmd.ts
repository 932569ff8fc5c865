import type { Value } from '../../value.js';

/** The parts of text for cmd. Carets are removed, quotes and percent characters are kept. */
export type CmdNode =
  | { readonly kind: 'list'; readonly parts: readonly CmdNode[] }
  | { readonly kind: 'pipe'; readonly stages: readonly CmdNode[] }
  | { readonly kind: 'simple'; readonly text: Value; readonly redirects: readonly CmdRedirect[] }
  | { readonly kind: 'block'; readonly body: CmdNode; readonly redirects: readonly CmdRedirect[] }
  | { readonly kind: 'if'; readonly test: Value; readonly yes: CmdNode; readonly no: CmdNode | undefined }
  | {
      readonly kind: 'for';
      readonly options: Value;
      readonly variable: string;
      readonly list: Value;
      readonly body: CmdNode;
    };

export interface CmdRedirect {
  readonly stream: string;
  readonly how: 'over' | 'append' | 'input';
  readonly to: Value;
}

/** cmd would not run the text. */
export class CmdSyntaxTrouble extends Error {}

/** cmd itself rejects the text, so no part of it runs. */
export class CmdRefusal extends CmdSyntaxTrouble {}

const maxNesting = 40;
const isBlank = (char: string): boolean =>
  char === ' ' || char === '\t' || char === ',' || char === ';' || char === '=';

export const parseCmd = (text: Value): CmdNode => new CmdParser(text).list(false);

class CmdParser {
  private at = 0;
  private nesting = 0;

  constructor(private readonly text: Value) {}

  private get char(): string {
    return this.text[this.at] ?? '';
  }

  list(isInner: boolean): CmdNode {
    if (++this.nesting > maxNesting) throw new CmdSyntaxTrouble('too deep');
    const parts: CmdNode[] = [];
    for (;;) {
      while (this.at < this.text.length && (isBlank(this.char) || /[\r\n&|@]/.test(this.char))) this.at++;
      if (this.at >= this.text.length || (isInner && this.char === ')')) break;
      const start = this.at;
      parts.push(this.pipe(isInner));
      // A lone closing character outside of a block starts a comment.
      if (this.at === start) this.skipLine();
    }
    this.nesting--;
    return parts.length === 1 ? (parts[0] as CmdNode) : { kind: 'list', parts };
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  private skipBlanks(): void {
    while (isBlank(this.char) || (this.char === '^' && /[\r\n]/.test(this.text[this.at + 1] ?? ''))) this.at++;
  }

  private pipe(isInner: boolean): CmdNode {
    const stages = [this.command(isInner)];
    for (;;) {
      this.skipBlanks();
      if (this.char !== '|' || this.text[this.at + 1] === '|') break;
      this.at++;
      this.skipSpaces();
      stages.push(this.command(isInner));
    }
    return stages.length === 1 ? (stages[0] as CmdNode) : { kind: 'pipe', stages };
  }

  private skipSpaces(): void {
    while (/[\s@]/.test(this.char) && this.char !== '') this.at++;
  }

  private command(isInner: boolean): CmdNode {
    if (++this.nesting > maxNesting) throw new CmdSyntaxTrouble('too deep');
    const node = this.commandHere(isInner);
    this.nesting--;
    return node;
  }

  private commandHere(isInner: boolean): CmdNode {
    this.skipSpaces();
    if (this.char === '(') return this.block();
    if (this.char === ':') {
      this.skipLine();
      return { kind: 'list', parts: [] };
    }
    const word = this.peekWord().toLowerCase();
    if (word === 'rem') {
      this.skipLine();
      return { kind: 'list', parts: [] };
    }
    if (word === 'if') return this.ifCommand(isInner);
    if (word === 'for') return this.forCommand(isInner);
    return this.simple(isInner);
  }

  /** Letters at this position, without carets. */
  private peekWord(): string {
    let word = '';
    for (let at = this.at; at < this.text.length && word.length < 12; at++) {
      const char = this.text[at] as string;
      if (/[A-Za-z]/.test(char)) word += char;
      else if (char !== '^') return /[\s(]/.test(char) ? word : '';
    }
    return word;
  }

  private takeWord(): void {
    while (/[A-Za-z^]/.test(this.char)) this.at++;
    this.skipSpaces();
  }

  private block(): CmdNode {
    this.at++;
    const body = this.list(true);
    if (this.char !== ')') throw new CmdSyntaxTrouble('no )');
    this.at++;
    const redirects: CmdRedirect[] = [];
    for (;;) {
      this.skipBlanks();
      const redirect = this.redirect();
      if (!redirect) return { kind: 'block', body, redirects };
      redirects.push(redirect);
    }
  }

  private ifCommand(isInner: boolean): CmdNode {
    this.takeWord();
    const words: Value[] = [];
    let needed = 1;
    while (words.length < needed) {
      const word = this.word();
      if (word === '') throw new CmdSyntaxTrouble('no test');
      words.push(word);
      const lower = word.toLowerCase();
      if (lower === 'not' || lower === '/i' || /^(?:exist|defined|errorlevel|cmdextversion)$/.test(lower)) needed++;
      else if (words.length === needed && !this.isTestEnd(words)) needed += 2;
    }
    const yes = this.command(isInner);
    const start = this.at;
    this.skipSpaces();
    if (this.peekWord().toLowerCase() !== 'else') {
      this.at = start;
      return { kind: 'if', test: words.join(' '), yes, no: undefined };
    }
    this.takeWord();
    return { kind: 'if', test: words.join(' '), yes, no: this.command(isInner) };
  }

  /** Whether the words read so far are a whole test: `exist x`, `a==b`, `a equ b`. */
  private isTestEnd(words: readonly Value[]): boolean {
    const plain = words.map((word) => word.toLowerCase()).filter((word) => word !== 'not' && word !== '/i');
    if (/^(?:exist|defined|errorlevel|cmdextversion)$/.test(plain[0] ?? '')) return true;
    return plain.length >= 3 || (plain[0] ?? '').includes('==');
  }

  /** A word up to a space; `==` with spaces around it is a word. */
  private word(): Value {
    this.skipSpaces();
    let word = '';
    let isQuoted = false;
    while (this.at < this.text.length && (isQuoted || !/[\s()]/.test(this.char))) {
      if (this.char === '"') isQuoted = !isQuoted;
      if (this.char === '^' && !isQuoted) this.at++;
      word += this.char;
      this.at++;
    }
    this.skipSpaces();
    return word;
  }

  private forCommand(isInner: boolean): CmdNode {
    this.takeWord();
    const options: Value[] = [];
    let variable = '';
    while (variable === '') {
      const word = this.word();
      if (word === '') throw new CmdSyntaxTrouble('no for');
      if (/^%{1,2}[^%]$/.test(word)) variable = word.replaceAll('%', '');
      else options.push(word);
    }
    if (this.peekWord().toLowerCase() !== 'in') throw new CmdSyntaxTrouble('no in');
    this.takeWord();
    if (this.char !== '(') throw new CmdSyntaxTrouble('no list');
    const list = this.listText();
    this.skipSpaces();
    if (this.peekWord().toLowerCase() !== 'do') throw new CmdSyntaxTrouble('no do');
    this.takeWord();
    return { kind: 'for', options: options.join(' '), variable, list, body: this.command(isInner) };
  }

  /** The text in the parentheses of `for`; a quoted command may contain parentheses itself. */
  private listText(): Value {
    const start = ++this.at;
    let quote = '';
    while (this.at < this.text.length) {
      const char = this.char;
      if (quote === '' && char === ')') break;
      if (quote === '' && (char === '"' || char === "'" || char === '`')) quote = char;
      else if (char === quote) quote = '';
      this.at++;
    }
    if (this.char !== ')') throw new CmdSyntaxTrouble('open list');
    return this.text.slice(start, this.at++).replaceAll(/\^(.)/g, '$1');
  }

  private simple(isInner: boolean): CmdNode {
    let text = '';
    let isQuoted = false;
    const redirects: CmdRedirect[] = [];
    while (this.at < this.text.length) {
      const char = this.char;
      if (char === '\n' || char === '\r') break;
      if (char === '"') isQuoted = !isQuoted;
      if (isQuoted || char === '"') {
        text += char;
        this.at++;
        continue;
      }
      if (char === '^') {
        this.at++;
        if (this.char === '\r') this.at++;
        if (this.char === '\n') this.at++;
        text += this.char;
        this.at++;
        continue;
      }
      if (char === '&' || char === '|' || (isInner && char === ')')) break;
      const redirect = /[\s\d<>]/.test(char) || text === '' ? this.redirect() : undefined;
      if (redirect) redirects.push(redirect);
      else {
        text += char;
        this.at++;
      }
    }
    return { kind: 'simple', text: text.trim(), redirects };
  }

  private redirect(): CmdRedirect | undefined {
    const found = /^(\d?)(>>|>|<)(&\d)?/.exec(this.text.slice(this.at, this.at + 5));
    if (!found || (found[1] !== '' && /[^\s)]/.test(this.text[this.at - 1] ?? ' '))) return undefined;
    this.at += found[0].length;
    if (found[2] === '<' && this.char === '<') throw new CmdRefusal('<<');
    if (found[3]) return { stream: found[1] || '1', how: 'over', to: '' };
    while (this.char === ' ' || this.char === '\t') this.at++;
    let to = '';
    let isQuoted = false;
    while (this.at < this.text.length && (isQuoted || !/[\s&|<>)]/.test(this.char))) {
      if (this.char === '"') isQuoted = !isQuoted;
      else if (this.char !== '^' || isQuoted) to += this.char;
      this.at++;
    }
    return { stream: found[1] || '1', how: found[2] === '<' ? 'input' : found[2] === '>>' ? 'append' : 'over', to };
  }
}
