import type { Value } from '../value.js';
import { byWord } from '../word-lists.js';
import { PsCommandParser } from './parse-command.js';
import { isDash, isDoubleQuote, isPsNameChar, isSingleQuote } from './scanner.js';
import type { PsExpression, PsScript, PsStage, PsStatement } from './syntax.js';

/** The statements of a script; throws a PsSyntaxTrouble for text that it cannot read. */
export const parsePowerShell = (text: Value): PsScript => new PsParser(text).script();

const assignOperators = ['=', '+=', '-=', '*=', '/=', '%=', '??='];
const nothing: PsStatement = { kind: 'group', body: [] };

class PsParser extends PsCommandParser {
  script(): PsScript {
    return this.scriptUntil('');
  }

  private scriptUntil(closing: string): PsScript {
    const start = this.at;
    const parameters = this.parameterBlock();
    const body = this.statements(closing);
    return { parameters, body, source: this.text.slice(start, this.at - closing.length) };
  }

  protected scriptInBraces(): PsScript {
    this.need('{');
    return this.nested(() => this.scriptUntil('}'));
  }

  /** `[CmdletBinding()] param(…)` at the start of a script or block. */
  private parameterBlock(): PsScript['parameters'] {
    const start = this.at;
    this.skip(true);
    while (this.char === '[') {
      this.typeName();
      this.skip(true);
    }
    if (this.peekWord().toLowerCase() === 'param') {
      this.at += 'param'.length;
      this.skip(true);
      if (this.take('(')) return this.parameterList();
    }
    this.at = start;
    return [];
  }

  private parameterList(): PsScript['parameters'] {
    const parameters: { name: string; initial: PsExpression | undefined }[] = [];
    for (;;) {
      this.skip(true);
      if (this.take(')')) return parameters;
      if (this.take(',')) continue;
      if (this.char === '[') {
        this.typeName();
        continue;
      }
      const variable = this.char === '$' ? this.dollar() : undefined;
      if (variable?.kind !== 'variable') throw this.trouble('no parameter');
      this.skip(true);
      let initial: PsExpression | undefined;
      if (this.take('=')) {
        this.skip(true);
        initial = this.expression(false);
      }
      parameters.push({ name: variable.name, initial });
    }
  }

  protected statements(closing: string): readonly PsStatement[] {
    const found: PsStatement[] = [];
    for (;;) {
      this.skip(true);
      if (this.take(';')) continue;
      if (this.isAtEnd) {
        if (closing !== '') throw this.trouble(`no ${closing}`);
        return found;
      }
      if (closing !== '' && this.take(closing)) return found;
      const statement = this.statement();
      if (!statement) throw this.trouble('no statement');
      found.push(statement);
      this.skip();
      const ends = this.isAtEnd || /[;\r\n]/.test(this.char) || (closing !== '' && this.startsWith(closing));
      if (!ends && statement.kind !== 'function' && statement.kind !== 'group' && !endsWithBrace(statement))
        throw this.trouble('no end of statement');
    }
  }

  protected statement(): PsStatement | undefined {
    return this.nested(() => {
      this.skip();
      if (this.char === ':' && isPsNameChar(this.ahead(1))) {
        this.at++;
        this.at += this.peekWord().length;
        this.skip(true);
      }
      const word = this.peekWord().toLowerCase();
      const read = Object.hasOwn(this.keywords, word) ? this.keywords[word] : undefined;
      if (!read || /[\\/.:]/.test(this.ahead(word.length))) return this.chain();
      this.at += word.length;
      this.skip(true);
      return read();
    });
  }

  private readonly keywords: Readonly<Record<string, () => PsStatement>> = {
    if: () => this.ifStatement(),
    while: () => {
      const test = this.condition();
      return { kind: 'loop', head: [], test, body: this.braces() };
    },
    do: () => {
      const body = this.braces();
      this.skip(true);
      const isUntil = this.takeWord('until');
      if (!isUntil && !this.takeWord('while')) throw this.trouble('no while');
      const test = this.condition();
      return { kind: 'loop', head: [], test: isUntil ? undefined : test, body };
    },
    for: () => {
      this.skip(true);
      this.needBracket();
      const head = this.statements(')');
      // `for (;;)` has no test: it runs forever.
      return { kind: 'loop', head, test: head.length === 0 ? alwaysTrue : undefined, body: this.braces() };
    },
    foreach: () => this.foreachStatement(),
    switch: () => this.switchStatement(),
    try: () => this.tryStatement(),
    trap: () => {
      if (this.char === '[') this.typeName();
      return { kind: 'group', body: this.braces() };
    },
    function: () => this.functionStatement(),
    filter: () => this.functionStatement(),
    ...byWord<() => PsStatement>({
      'begin process end dynamicparam': () => ({ kind: 'group', body: this.braces() }),
      'return throw exit break continue': () => this.leave(),
      // These contain code that does not run here, or that is not modelled.
      'class enum using configuration workflow': () => this.declaration(),
    }),
  };

  private takeWord(word: string): boolean {
    if (this.peekWord().toLowerCase() !== word) return false;
    this.at += word.length;
    this.skip(true);
    return true;
  }

  private condition(): PsStatement {
    this.skip(true);
    this.needBracket();
    return { kind: 'group', body: this.nested(() => this.statements(')')) };
  }

  private braces(): readonly PsStatement[] {
    this.skip(true);
    return this.scriptInBraces().body;
  }

  private ifStatement(): PsStatement {
    const tests = [this.condition()];
    const branches = [this.braces()];
    for (;;) {
      const start = this.at;
      this.skip(true);
      if (this.takeWord('elseif')) {
        tests.push(this.condition());
        branches.push(this.braces());
      } else if (this.takeWord('else')) {
        branches.push(this.braces());
        return { kind: 'branches', tests, branches, isComplete: true, isSwitch: false };
      } else {
        this.at = start;
        return { kind: 'branches', tests, branches, isComplete: false, isSwitch: false };
      }
    }
  }

  private skipOptions(): void {
    while (isDash(this.char)) {
      this.at++;
      this.at += this.peekWord().length;
      this.skip(true);
    }
  }

  private foreachStatement(): PsStatement {
    this.skipOptions();
    this.needBracket();
    this.skip(true);
    const variable = this.char === '$' ? this.dollar() : undefined;
    this.skip(true);
    if (variable?.kind !== 'variable' || !this.takeWord('in')) throw this.trouble('no foreach');
    const list: PsStatement = { kind: 'group', body: this.statements(')') };
    return { kind: 'foreach', variable: variable.name, list, body: this.braces() };
  }

  private switchStatement(): PsStatement {
    this.skipOptions();
    const value = this.condition();
    this.skip(true);
    this.need('{');
    const branches: (readonly PsStatement[])[] = [];
    for (;;) {
      this.skip(true);
      if (this.take(';')) continue;
      if (this.take('}')) break;
      if (this.char === '{') this.scriptInBraces();
      else if (/[$('"\d[@]/.test(this.char)) this.expression();
      else this.bareWord();
      branches.push(this.braces());
    }
    return { kind: 'branches', tests: [value], branches, isComplete: false, isSwitch: true };
  }

  private tryStatement(): PsStatement {
    const branches = [this.braces()];
    for (;;) {
      const start = this.at;
      this.skip(true);
      if (this.takeWord('catch')) {
        while (this.char === '[' || this.char === ',') {
          if (this.char === '[') this.typeName();
          else this.at++;
          this.skip(true);
        }
        branches.push(this.braces());
      } else if (this.takeWord('finally')) branches.push(this.braces());
      else {
        this.at = start;
        // The parts run in order, so each sees the variables of the previous ones.
        return { kind: 'group', body: branches.flat() };
      }
    }
  }

  private functionStatement(): PsStatement {
    const word = this.bareWord();
    const name = word.kind === 'text' ? word.text.toLowerCase().replace(/^(?:global|script|local|private):/, '') : '';
    this.skip(true);
    const before = this.take('(') ? this.parameterList() : [];
    this.skip(true);
    const script = this.scriptInBraces();
    return { kind: 'function', name, script: before.length > 0 ? { ...script, parameters: before } : script };
  }

  /** Classes and similar statements only declare; `using` loads. Their text is skipped. */
  private declaration(): PsStatement {
    while (!this.isAtEnd && !/[{;\r\n]/.test(this.char)) this.at++;
    if (this.char === '{') this.skipBraces();
    return nothing;
  }

  private skipBraces(): void {
    let depth = 0;
    do {
      if (this.isAtEnd) throw this.trouble('open declaration');
      if (isSingleQuote(this.char)) this.singleQuoted();
      else if (isDoubleQuote(this.char)) this.doubleQuoted();
      else {
        if (this.char === '{') depth++;
        else if (this.char === '}') depth--;
        this.at++;
        this.skip(true);
      }
    } while (depth > 0);
  }

  private leave(): PsStatement {
    this.skip();
    const isBare = this.isAtEnd || /[;})\r\n]/.test(this.char);
    return { kind: 'leave', value: isBare ? undefined : this.chain() };
  }

  /** Pipelines joined by `&&` and `||`, or an assignment. */
  private chain(): PsStatement {
    const parts: PsStatement[] = [this.pipeline()];
    for (;;) {
      this.skip();
      if (this.take('&&') || this.take('||')) {
        this.skip(true);
        parts.push(this.statement() ?? nothing);
      } else if (this.char === '&') {
        this.at++;
        this.skip();
        if (!this.isAtEnd && !/[;)}\r\n]/.test(this.char)) parts.push(this.pipeline());
      } else return parts.length === 1 ? (parts[0] as PsStatement) : { kind: 'chain', parts };
    }
  }

  private pipeline(): PsStatement {
    const stages: PsStage[] = [];
    for (;;) {
      this.skip();
      const first = this.stage();
      if (first.kind === 'expression' && stages.length === 0) {
        const op = assignOperators.find((name) => this.startsWith(name) && !this.startsWith('=='));
        if (op) {
          this.at += op.length;
          this.skip(true);
          const value = this.statement();
          if (!value) throw this.trouble('no value');
          return { kind: 'assign', target: first.of, op, value };
        }
      }
      stages.push(first);
      if (!this.takePipe()) return { kind: 'pipeline', stages };
      this.skip(true);
    }
  }

  /** `|`, also at the start of the next line. */
  private takePipe(): boolean {
    this.skip();
    const start = this.at;
    if (/[\r\n]/.test(this.char)) this.skip(true);
    if (this.char === '|' && this.ahead(1) !== '|') {
      this.at++;
      return true;
    }
    this.at = start;
    return false;
  }
}

const alwaysTrue: PsStatement = {
  kind: 'pipeline',
  stages: [{ kind: 'expression', of: { kind: 'variable', name: 'true', isSplat: false }, redirects: [] }],
};

const endsWithBrace = (statement: PsStatement): boolean =>
  statement.kind === 'branches' || statement.kind === 'loop' || statement.kind === 'foreach';
