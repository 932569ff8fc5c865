import { ExpandParts, isDash, isDoubleQuote, isPsNameChar, isSingleQuote, PsScanner } from './scanner.js';
import type { PsExpression, PsStatement } from './syntax.js';

/** Operators by precedence, the weakest first. */
const levels: readonly (readonly string[])[] = [
  ['-and', '-or', '-xor', '??'],
  ['-band', '-bor', '-bxor', '-shl', '-shr'],
  [
    ...['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'like', 'notlike', 'match', 'notmatch', 'replace', 'split', 'contains'],
    ...['notcontains', 'in', 'notin', 'join'],
  ].flatMap((name) => [`-${name}`, `-c${name}`, `-i${name}`]),
  ['+', '-'],
  ['*', '/', '%'],
  ['-f'],
  ['..'],
];
const typeTests = ['-is', '-isnot', '-as'];
const unaryWords = ['-not', '-bnot', '-join', '-split', '-csplit', '-isplit'];
const comparisonLevel = 2;

/** Reads expressions: literals, operators, members, casts. */
export abstract class PsExpressionParser extends PsScanner {
  protected abstract statement(): PsStatement | undefined;

  protected expression(withCommas = true): PsExpression {
    const test = this.nested(() => this.binary(0, withCommas));
    this.skip();
    if (this.char !== '?' || this.ahead(1) === '?' || this.ahead(1) === '.') return test;
    this.at++;
    this.skip(true);
    const yes = this.expression(withCommas);
    this.skip(true);
    this.need(':');
    this.skip(true);
    return { kind: 'choice', test, yes, no: this.expression(withCommas) };
  }

  private binary(level: number, withCommas: boolean): PsExpression {
    if (level === levels.length) return withCommas ? this.commas() : this.unary();
    let left = this.binary(level + 1, withCommas);
    for (;;) {
      this.skip();
      const op = this.operatorAt(level);
      if (op === undefined) return left;
      this.skip(true);
      left = { kind: 'binary', op, left, right: this.binary(level + 1, withCommas) };
    }
  }

  /** The operator of a level at this position, consumed and without its case letter. */
  private operatorAt(level: number): string | undefined {
    const names = levels[level] as readonly string[];
    if (isDash(this.char) && isPsNameChar(this.ahead(1))) {
      this.at++;
      const word = `-${this.peekWord().toLowerCase()}`;
      const isFullyKnown = names.includes(word) || (level === comparisonLevel && typeTests.includes(word));
      this.at += isFullyKnown ? word.length - 1 : -1;
      if (!isFullyKnown) return undefined;
      return names.includes(`-${word.slice(2)}`) ? `-${word.slice(2)}` : word;
    }
    const symbol = names.find((name) => !/^-./.test(name) && this.startsWith(name));
    if (symbol === undefined || (symbol === '-' && this.startsWith('--'))) return undefined;
    if ((symbol === '+' && this.startsWith('++')) || this.ahead(symbol.length) === '=') return undefined;
    this.at += symbol.length;
    return symbol;
  }

  private commas(): PsExpression {
    this.skip();
    if (this.take(',')) {
      this.skip();
      return { kind: 'list', items: [this.unary()] };
    }
    return this.commaList(
      () => this.unary(),
      () => false,
    );
  }

  /** One item, or a list separated by commas; `isEnd` tells whether a comma was its last character. */
  protected commaList(item: () => PsExpression, isEnd: () => boolean): PsExpression {
    const items = [item()];
    for (;;) {
      const start = this.at;
      this.skip();
      if (!this.take(',')) {
        this.at = start;
        break;
      }
      this.skip(true);
      if (isEnd()) break;
      items.push(item());
    }
    return items.length === 1 ? (items[0] as PsExpression) : { kind: 'list', items };
  }

  protected unary(): PsExpression {
    return this.nested(() => {
      this.skip();
      if (this.char === '!') {
        this.at++;
        return { kind: 'unary', op: '-not', of: this.unary() };
      }
      if (this.take('++') || this.take('--')) return this.unary();
      if (isDash(this.char) && isPsNameChar(this.ahead(1)) && !/[0-9]/.test(this.ahead(1))) return this.unaryWord();
      if (isDash(this.char) || this.char === '+') {
        const op = isDash(this.char) ? '-' : '+';
        this.at++;
        return { kind: 'unary', op, of: this.unary() };
      }
      if (this.char === '[') return this.typeOrCast();
      return this.members(this.primary());
    });
  }

  private unaryWord(): PsExpression {
    this.at++;
    const op = `-${this.peekWord().toLowerCase()}`;
    if (!unaryWords.includes(op)) throw this.trouble('no operator');
    this.at += op.length - 1;
    this.skip(true);
    return { kind: 'unary', op: op.endsWith('split') ? '-split' : op, of: this.unary() };
  }

  private typeOrCast(): PsExpression {
    const name = this.typeName();
    if (this.startsWith('::')) return this.members({ kind: 'type', name });
    const start = this.at;
    this.skip();
    const startsOperand =
      this.char !== '' && ('$(@[{!+'.includes(this.char) || isSingleQuote(this.char) || isDoubleQuote(this.char));
    if (startsOperand || /[0-9]/.test(this.char) || (isDash(this.char) && /[0-9jsJS]/.test(this.ahead(1))))
      return { kind: 'cast', type: name, of: this.unary() };
    this.at = start;
    return this.members({ kind: 'type', name });
  }

  /** `[Name]` with inner brackets, in lower case and without `System.`. */
  protected typeName(): string {
    const start = ++this.at;
    for (let depth = 1; depth > 0; this.at++) {
      if (this.isAtEnd) throw this.trouble('open type');
      if (this.char === '[') depth++;
      else if (this.char === ']') depth--;
    }
    const name = this.text
      .slice(start, this.at - 1)
      .replaceAll(/[\s`]/g, '')
      .toLowerCase();
    return name.startsWith('system.') ? name.slice('system.'.length) : name;
  }

  protected primary(): PsExpression {
    const char = this.char;
    if (isSingleQuote(char)) return { kind: 'text', text: this.singleQuoted(), isQuoted: true };
    if (isDoubleQuote(char)) return this.doubleQuoted();
    if (char === '$') {
      const variable = this.dollar();
      if (!variable) throw this.trouble('lone dollar');
      return variable;
    }
    if (char === '(') {
      this.at++;
      return { kind: 'statements', body: this.nested(() => this.statements(')')), isArray: false };
    }
    if (char === '@') return this.at_();
    if (char === '{') return { kind: 'block', script: this.scriptInBraces() };
    const number = this.number();
    if (number) return number;
    throw this.trouble('no expression');
  }

  protected number(): PsExpression | undefined {
    const found = /^(?:0x[0-9a-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:u?[lysn]|d)?(kb|mb|gb|tb|pb)?(?![\w\\/:])/i.exec(
      this.text.slice(this.at, this.at + 40),
    );
    if (!found) return undefined;
    this.at += found[0].length;
    const power = ['kb', 'mb', 'gb', 'tb', 'pb'].indexOf((found[1] ?? '').toLowerCase()) + 1;
    const digits = found[0].replace(/(?:kb|mb|gb|tb|pb)$/i, '');
    const value = digits.toLowerCase().startsWith('0x') ? Number.parseInt(digits, 16) : Number.parseFloat(digits);
    return { kind: 'number', value: value * 1024 ** power };
  }

  /** `@(…)`, `@{…}`, `@name` and here-strings. */
  protected at_(): PsExpression {
    const here = this.hereString();
    if (here) return here;
    this.at++;
    if (this.take('(')) return { kind: 'statements', body: this.nested(() => this.statements(')')), isArray: true };
    if (this.take('{')) return this.nested(() => this.table());
    const name = this.variableName();
    if (name === '') throw this.trouble('lone @');
    return { kind: 'variable', name, isSplat: true };
  }

  private table(): PsExpression {
    const entries: [PsExpression, PsStatement][] = [];
    for (;;) {
      this.skip(true);
      if (this.take(';')) continue;
      if (this.take('}')) return { kind: 'table', entries };
      const word = this.peekWord();
      const key: PsExpression =
        word !== '' && !/^\d+$/.test(word) ? { kind: 'text', text: word, isQuoted: false } : this.unary();
      if (key.kind === 'text' && !key.isQuoted) this.at += word.length;
      this.skip();
      this.need('=');
      this.skip(true);
      const value = this.statement();
      if (!value) throw this.trouble('no value');
      entries.push([key, value]);
    }
  }

  /** Members, calls and indexes after an expression. */
  protected members(start: PsExpression): PsExpression {
    let of = start;
    for (;;) {
      const isStatic = this.startsWith('::');
      const next = this.startsWith('?.') ? this.ahead(2) : this.ahead(1);
      if (isStatic || ((this.char === '.' || this.startsWith('?.')) && this.ahead(1) !== '.' && startsMember(next))) {
        this.at += isStatic || this.char === '?' ? 2 : 1;
        this.skip(isStatic);
        const name = this.memberName();
        of = { kind: 'member', of, name, isStatic, args: this.take('(') ? this.callArguments() : undefined };
      } else if (this.char === '[' || this.startsWith('?[')) {
        this.at += this.char === '[' ? 1 : 2;
        this.skip(true);
        const index = this.expression();
        this.skip(true);
        this.need(']');
        of = { kind: 'index', of, index };
      } else if (this.startsWith('++') || this.startsWith('--')) this.at += 2;
      else if (!this.takeJoinedMember()) return of;
    }
  }

  /** A call chain that continues on the next line: `)` newline `.Name`. */
  private takeJoinedMember(): boolean {
    const start = this.at;
    this.skip(true);
    const continues = this.at > start && this.char === '.' && startsMember(this.ahead(1)) && this.ahead(1) !== '$';
    if (continues && this.text.slice(start, this.at).includes('\n') && isPsNameChar(this.ahead(1))) return true;
    this.at = start;
    return false;
  }

  private memberName(): PsExpression {
    if (isSingleQuote(this.char) || isDoubleQuote(this.char) || this.char === '$' || this.char === '(')
      return this.primary();
    let name = '';
    while (isPsNameChar(this.char) || this.char === '`') {
      if (this.char !== '`') name += this.char;
      this.at++;
    }
    if (name === '') throw this.trouble('no member');
    return { kind: 'text', text: name, isQuoted: false };
  }

  private callArguments(): readonly PsExpression[] {
    const args: PsExpression[] = [];
    for (;;) {
      this.skip(true);
      if (this.take(')')) return args;
      if (this.take(',')) continue;
      args.push(this.expression(false));
      this.skip(true);
      if (this.char !== ',' && this.char !== ')') throw this.trouble('no argument');
    }
  }

  /** A bare word with quotes and variables in it, up to a space or a special character. */
  protected bareWord(isName = false): PsExpression {
    const parts = new ExpandParts();
    const start = this.at;
    while (!this.isAtEnd && !/[\s;|&(){}<>]/.test(this.char) && (isName || this.char !== ',')) {
      if (isSingleQuote(this.char)) parts.add(this.singleQuoted());
      else if (isDoubleQuote(this.char)) {
        const quoted = this.doubleQuoted();
        for (const part of quoted.kind === 'expand' ? quoted.parts : [quoted.kind === 'text' ? quoted.text : ''])
          parts.add(part);
      } else if (this.char === '`' && /^`\r?\n/.test(this.text.slice(this.at, this.at + 3))) break;
      else if (this.char === '`' && /[a-z]/i.test(this.ahead(1))) {
        // Windows PowerShell knows fewer escapes; a control character has no meaning in a bare word anyway.
        parts.add(this.ahead(1));
        this.at += 2;
      } else this.expandable(parts);
    }
    if (this.at === start) throw this.trouble('no word');
    return parts.toExpression(false);
  }
}

const startsMember = (char: string): boolean => isPsNameChar(char) || (char !== '' && '\'"$(`'.includes(char));
