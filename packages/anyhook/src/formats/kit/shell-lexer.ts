/** A piece of a word: its text, a variable, or the output of a command. */
export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly operator: string; readonly rest: string }
  | { readonly kind: 'output'; readonly script: string };

/** One word of a command line, before anything is filled in. */
export interface ShellWord {
  readonly parts: readonly WordPart[];
}

export type ShellToken =
  | { readonly kind: 'word'; readonly word: ShellWord }
  /** `;`, `&&`, `||`, `|`, `&`, `(`, `)`, `;;`, a redirection such as `<` or `>>`, or the end of a line. */
  | { readonly kind: 'operator'; readonly text: string }
  /** `expands`: the shell fills in variables and runs what stands in `$(…)`. */
  | { readonly kind: 'here-document'; readonly text: string; readonly expands: boolean };

const maxTokens = 20_000;

/** Splits a script of a POSIX shell or bash into words and operators. Undefined: it has more than can be read. */
export function shellTokens(script: string): readonly ShellToken[] | undefined {
  const lexer = new ShellLexer(script);
  while (lexer.step()) if (lexer.tokens.length > maxTokens) return undefined;
  return lexer.tokens;
}

/** The parts of a text as if it stood between double quotes. */
export const quotedParts = (text: string): readonly WordPart[] => new ShellLexer(text).readQuoted(text.length);

interface PendingHereDocument {
  readonly end: string;
  readonly indented: boolean;
  readonly expands: boolean;
}

const operators = [
  '&&',
  '||',
  ';;&',
  ';;',
  ';&',
  '|&',
  '&>>',
  '&>',
  '<<<',
  '<<-',
  '<<',
  '<>',
  '<&',
  '<',
  '>>',
  '>|',
  '>&',
  '>',
  ';',
  '|',
  '&',
  '(',
  ')',
];

class ShellLexer {
  readonly tokens: ShellToken[] = [];
  private at = 0;
  private parts: WordPart[] | undefined;
  private readonly hereDocuments: PendingHereDocument[] = [];
  private marker: '<<' | '<<-' | undefined;

  constructor(private readonly text: string) {}

  /** Reads one piece; false at the end. */
  step(): boolean {
    const { text } = this;
    if (this.at >= text.length) {
      this.endWord();
      return false;
    }
    const char = text[this.at] as string;
    if (char === '\n') this.endLine();
    else if (/\s/.test(char)) this.skip(1);
    else if (char === '#' && !this.parts) this.at = indexOrEnd(text, '\n', this.at);
    else if (this.isProcessSubstitution()) {
      this.at += 2;
      this.push({ kind: 'output', script: this.untilClosing(')') });
    } else if (/[;&|<>()]/.test(char)) this.readOperator();
    else this.readPart(char);
    return true;
  }

  /** Reads the rest as quoted text, up to an index. */
  readQuoted(end: number): readonly WordPart[] {
    const parts: WordPart[] = [];
    let plain = '';
    const flush = () => {
      if (plain !== '') parts.push({ kind: 'text', text: plain, quoted: true });
      plain = '';
    };
    while (this.at < end) {
      const char = this.text[this.at] as string;
      if (char === '\\' && /[$`"\\\n]/.test(this.text[this.at + 1] ?? '')) {
        if (this.text[this.at + 1] !== '\n') plain += this.text[this.at + 1];
        this.at += 2;
      } else if (char === '$' || char === '`') {
        const part = this.readExpansion();
        if (part) {
          flush();
          parts.push(part);
        } else {
          plain += char;
          this.at++;
        }
      } else {
        plain += char;
        this.at++;
      }
    }
    flush();
    return parts;
  }

  private push(part: WordPart): void {
    this.parts ??= [];
    const last = this.parts.at(-1);
    if (part.kind === 'text' && last?.kind === 'text' && last.quoted === part.quoted)
      this.parts[this.parts.length - 1] = { ...last, text: last.text + part.text };
    else this.parts.push(part);
  }

  private skip(length: number): void {
    this.endWord();
    this.at += length;
  }

  private endWord(): void {
    const { parts, marker } = this;
    this.parts = undefined;
    if (!parts) return;
    if (marker === undefined) {
      this.tokens.push({ kind: 'word', word: { parts } });
      return;
    }
    this.marker = undefined;
    const end = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    const expands = parts.every((part) => part.kind !== 'text' || !part.quoted);
    this.hereDocuments.push({ end, indented: marker === '<<-', expands });
  }

  private endLine(): void {
    this.skip(1);
    this.tokens.push({ kind: 'operator', text: '\n' });
    for (const { end, indented, expands } of this.hereDocuments.splice(0)) {
      const lines: string[] = [];
      while (this.at < this.text.length) {
        const lineEnd = indexOrEnd(this.text, '\n', this.at);
        const line = this.text.slice(this.at, lineEnd);
        this.at = lineEnd + 1;
        if ((indented ? line.replace(/^\t+/, '') : line) === end) break;
        lines.push(line);
      }
      this.tokens.push({ kind: 'here-document', text: lines.join('\n'), expands });
    }
  }

  private isProcessSubstitution(): boolean {
    return /^[<>]\($/.test(this.text.slice(this.at, this.at + 2));
  }

  private readOperator(): void {
    const found = operators.find((one) => this.text.startsWith(one, this.at)) as string;
    // The number of a redirection: `2>`.
    const [only] = this.parts ?? [];
    if (/[<>]/.test(found) && this.parts?.length === 1 && only?.kind === 'text' && /^\d$/.test(only.text))
      this.parts = undefined;
    // `((`: arithmetic.
    if (this.text.startsWith('((', this.at) && this.startsCommand()) {
      const end = this.text.indexOf('))', this.at);
      if (end !== -1) {
        const parts = quotedParts(this.text.slice(this.at + 2, end)).filter(({ kind }) => kind === 'output');
        this.skip(end + 2 - this.at);
        if (parts.length > 0) this.tokens.push(nothing, { kind: 'word', word: { parts } });
        return;
      }
    }
    this.skip(found.length);
    if (found === '<<' || found === '<<-') this.marker = found;
    else this.tokens.push({ kind: 'operator', text: found });
  }

  private startsCommand(): boolean {
    const last = this.tokens.at(-1);
    if (this.parts) return false;
    return (
      last === undefined || last.kind !== 'word' || /^(?:if|while|until|then|do|else|!|for)$/.test(plainText(last.word))
    );
  }

  private readPart(char: string): void {
    const { text } = this;
    if (char === '\\') {
      if (text[this.at + 1] !== '\n') this.push({ kind: 'text', text: text[this.at + 1] ?? '', quoted: true });
      this.at += 2;
    } else if (char === "'" || text.startsWith("$'", this.at)) {
      const open = char === '$' ? this.at + 1 : this.at;
      const end = char === '$' ? closingQuote(text, open) : indexOrEnd(text, "'", open + 1);
      this.push({ kind: 'text', text: text.slice(open + 1, end), quoted: true });
      this.at = end + 1;
    } else if (char === '"' || text.startsWith('$"', this.at)) {
      const open = char === '$' ? this.at + 1 : this.at;
      const end = closingQuote(text, open);
      this.at = open + 1;
      const parts = this.readQuoted(end);
      this.push({ kind: 'text', text: '', quoted: true });
      for (const part of parts) this.push(part);
      this.at = end + 1;
    } else {
      const part = char === '$' || char === '`' ? this.readExpansion() : undefined;
      if (part) this.push(part);
      else {
        this.push({ kind: 'text', text: char, quoted: false });
        this.at++;
      }
    }
  }

  /** A variable or a command at `$` or a backtick; undefined if the sign means itself. */
  private readExpansion(): WordPart | undefined {
    const { text } = this;
    if (text[this.at] === '`') {
      let end = this.at + 1;
      while (end < text.length && text[end] !== '`') end += text[end] === '\\' ? 2 : 1;
      const script = text.slice(this.at + 1, end).replace(/\\([\\`$])/g, '$1');
      this.at = end + 1;
      return { kind: 'output', script };
    }
    if (text.startsWith('$((', this.at)) {
      this.at += 3;
      const rest = this.untilClosing(')');
      if (text[this.at] === ')') this.at++;
      return { kind: 'variable', name: '((', operator: '', rest };
    }
    if (text.startsWith('$(', this.at)) {
      this.at += 2;
      return { kind: 'output', script: this.untilClosing(')') };
    }
    if (text.startsWith('${', this.at)) {
      this.at += 2;
      const inside = this.untilClosing('}');
      const [, name = '', operator = '', rest = ''] =
        /^([A-Za-z_]\w*(?:\[[^\]]*\])?|\d+|[@*#?$!-])?(:?[-=+?]|%%|%|##|#|[\s\S]?)([\s\S]*)$/.exec(inside) ?? [];
      return { kind: 'variable', name, operator, rest };
    }
    const [whole, name] = /^\$([A-Za-z_]\w*|[\d@*#?$!-])/.exec(text.slice(this.at, this.at + 200)) ?? [];
    if (whole === undefined || name === undefined) return undefined;
    this.at += whole.length;
    return { kind: 'variable', name, operator: '', rest: '' };
  }

  /** The text up to the bracket that closes, which is skipped. Quotes and inner brackets are respected. */
  private untilClosing(close: ')' | '}'): string {
    const { text } = this;
    const open = close === ')' ? '(' : '{';
    const start = this.at;
    let depth = 1;
    while (this.at < text.length) {
      const char = text[this.at];
      if (char === '\\') this.at++;
      else if (char === "'" && close === ')') this.at = indexOrEnd(text, "'", this.at + 1);
      else if (char === '"') this.at = closingQuote(text, this.at);
      else if (char === open) depth++;
      else if (char === close && --depth === 0) break;
      this.at++;
    }
    return text.slice(start, this.at++);
  }
}

/** The command that does nothing with its words. */
const nothing: ShellToken = { kind: 'word', word: { parts: [{ kind: 'text', text: ':', quoted: false }] } };

const indexOrEnd = (text: string, wanted: string, from: number): number => {
  const found = text.indexOf(wanted, from);
  return found === -1 ? text.length : found;
};

/** Where a quote ends. Inside double quotes, `$(…)` may have quotes of its own. */
function closingQuote(text: string, open: number): number {
  const quote = text[open];
  let depth = 0;
  for (let i = open + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (quote === '"' && char === '$' && text[i + 1] === '(') {
      depth++;
      i++;
    } else if (depth > 0 && char === '(') depth++;
    else if (depth > 0 && char === ')') depth--;
    else if (depth > 0 && char === "'") i = indexOrEnd(text, "'", i + 1);
    else if (depth > 0 && char === '"') i = closingPlainQuote(text, i);
    else if (char === quote && depth === 0) return i;
  }
  return text.length;
}

function closingPlainQuote(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === '"') return i;
    if (text[i] === '\\') i++;
  }
  return text.length;
}

/** The text of a word whose value is known without filling anything in; empty otherwise. */
export const plainText = ({ parts }: ShellWord): string =>
  parts.every(({ kind }) => kind === 'text')
    ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    : '';
