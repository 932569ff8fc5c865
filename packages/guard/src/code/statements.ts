import { skipped } from '../../.cache/code/statements.js';
import { type Arguments, type CodeValue, codeList, eitherValue, elementOf, unknownCodeValue } from './code-values.js';
import { ImportReader } from './imports.js';
import { statementWords } from './operators.js';
import type { Token } from './tokens.js';

/** Words before a statement or a condition that do not affect values. */
const skippedWords = new Set(skipped);
const loopWords = new Set(['while', 'until', 'loop', 'repeat', 'forever']);

/** The items of a loop over all of the arguments; lists among them are flattened. */
const elementOfAny = ({ list }: Arguments): CodeValue =>
  elementOf(codeList(list.flatMap((item) => (item.kind === 'list' ? item.items : [item]))));

export class Statements extends ImportReader {
  last: CodeValue = unknownCodeValue;
  private nesting = 0;

  read(): CodeValue {
    while (this.at < this.tokens.length && !this.flow.stopped) {
      const before = this.at;
      this.statement();
      if (this.at === before) this.at++;
    }
    return this.last;
  }

  protected statement(): void {
    const token = this.peek() as Token;
    if (token.kind === 'line') {
      if (this.traits.blocks === 'indent') this.nesting = token.indent ?? 0;
      this.at++;
    } else if (token.kind === 'symbol' && this.isBlockSymbol(token.text)) this.blockSymbol(token.text);
    else if (token.kind === 'name' && this.keyword(token.text)) return;
    else this.plainStatement();
  }

  private isBlockSymbol(char: string): boolean {
    return '};)]:,'.includes(char) || (char === '{' && this.traits.blocks === 'braces');
  }

  private blockSymbol(char: string): void {
    if (char === '{') this.nesting++;
    if (char === '}') this.nesting = Math.max(0, this.nesting - 1);
    this.at++;
  }

  protected keyword(word: string): boolean {
    const { language } = this;
    const next = this.peek(1);
    if (next?.kind === 'symbol' && (next.text === '=' || next.text === '.')) return false;
    if (loopWords.has(word)) {
      this.flow.hasLoop = true;
      this.at++;
      return true;
    }
    if (word === 'for' || word === 'foreach') return this.loop();
    if (word === 'return') return this.returnStatement();
    if (word === 'import' && !this.isSymbol('(', 1))
      return language === 'python' ? this.pythonImport() : this.javascriptImport();
    if (word === 'from' && language === 'python') return this.fromImport();
    if (word === 'with' && language === 'python') return this.withStatement();
    if (word === 'def') return this.definition();
    if (word === 'class' || word === 'module' || word === 'package' || word === 'interface') return this.skipHeader();
    if ((word === 'use' || word === 'no' || word === 'namespace') && (language === 'perl' || language === 'php'))
      return this.skipTo(this.endOfStatement(this.at));
    if ((word === 'include' || word === 'extend') && language === 'ruby' && next?.kind === 'name')
      return this.openModule(next.text);
    if ((word === 'const' || word === 'let' || word === 'var') && (this.isSymbol('{', 1) || this.isSymbol('[', 1)))
      return this.destructuring();
    if (skippedWords.has(word) && !(word === 'assert' && language !== 'python')) {
      if (word === 'do' && language === 'ruby') this.nesting++;
      this.at++;
      return true;
    }
    return false;
  }

  private openModule(name: string): true {
    this.flow.openModules.push(name);
    return this.skipTo(this.at + 2);
  }

  private skipHeader(): true {
    const end = this.endOfStatement(this.at);
    const stop = this.findOutside(
      this.at,
      end,
      (token) => token.kind === 'line' || (token.kind === 'symbol' && (token.text === '{' || token.text === ':')),
    );
    return this.skipTo(Math.max(stop, this.at + 1));
  }

  private returnStatement(): true {
    this.at++;
    const token = this.peek();
    if (token === undefined || token.kind === 'line' || this.isSymbol(';') || this.isSymbol('}')) return true;
    const value = this.list();
    this.flow.returned = this.flow.returned === undefined ? value : eitherValue(this.flow.returned, value);
    return true;
  }

  /** An expression, or several separated by commas. */
  private list(): CodeValue {
    const items = [this.expression()];
    while (this.isSymbol(',') && this.traits.blocks !== 'braces') {
      this.at++;
      if (this.peek() === undefined || this.peek()?.kind === 'line') break;
      items.push(this.expression());
    }
    return items.length === 1 ? (items[0] as CodeValue) : codeList(items);
  }

  private plainStatement(): void {
    const targets = this.targets();
    if (targets !== undefined) {
      this.destructure(targets);
      return;
    }
    const modifier = this.traits.bareCalls && this.language !== 'php' ? this.modifierAt() : -1;
    const after = modifier < 0 ? -1 : this.readModifier(modifier);
    this.last = this.statementExpression();
    if (after >= 0) this.at = Math.max(this.at, after);
  }

  private statementExpression(): CodeValue {
    const name = this.peek();
    const char = this.peek(1);
    const isAssignment = name?.kind === 'name' && char?.kind === 'symbol' && ['=', '<-', ':='].includes(char.text);
    if (!isAssignment) return this.assignedMember(this.expression());
    const before = this.flow.variables.get(name.text);
    this.at += 2;
    this.skipLines();
    const value = this.list();
    const isLoose = this.nesting > 0 && before !== undefined && value.kind === before.kind && value.kind === 'text';
    this.assign(name.text, isLoose ? eitherValue(before, value) : value);
    return value;
  }

  /** `a.b = value`, `a[b] = value` */
  private assignedMember(target: CodeValue): CodeValue {
    if (this.isSymbol('=') || this.isSymbol('+=') || this.isSymbol('.=')) {
      this.at++;
      const value = this.list();
      if (target.kind === 'ref') this.flow.variables.set(target.name, value);
      return value;
    }
    if (this.language === 'r' && this.isSymbol('->') && this.peek(1)?.kind === 'name') {
      this.assign((this.peek(1) as Token).text, target);
      this.at += 2;
    }
    return target;
  }

  /** `a, b = …`, `($a, $b) = …` and `my ($a) = …`: the names; undefined for other statements. */
  private targets(): readonly string[] | undefined {
    const isBracket = this.isSymbol('(');
    const from = isBracket ? this.at + 1 : this.at;
    const to = isBracket
      ? this.closeOf(this.at)
      : this.findOutside(
          this.at,
          Math.min(this.at + 24, this.tokens.length),
          (token) => token.kind !== 'name' && token.text !== ',',
        );
    const equals = this.tokens[isBracket ? to + 1 : to];
    if (equals?.kind !== 'symbol' || equals.text !== '=' || to <= from) return undefined;
    // `true do r = …` after Lua's `while` is a test, and then a statement.
    if (!isBracket && this.tokens[from + 1]?.text !== ',') return undefined;
    const names = this.parameters(from, to);
    this.at = (isBracket ? to + 1 : to) + 1;
    return names;
  }

  private destructure(names: readonly string[]): void {
    const value = this.list();
    if (names.length === 1 && value.kind === 'list')
      this.assign(
        names[0] as string,
        (names[0] as string).startsWith('@') ? value : (value.items[0] ?? unknownCodeValue),
      );
    else if (value.kind === 'list')
      for (const [at, name] of names.entries()) this.assign(name, value.items[at] ?? unknownCodeValue);
    else for (const name of names) this.assign(name, value);
    this.last = value;
  }

  /** `def name(a, b):` in Python, `def name a, b` in Ruby. */
  private definition(): true {
    this.at++;
    if (this.isName('self') && this.isSymbol('.', 1)) this.at += 2;
    const name = this.peek()?.text ?? '';
    this.at++;
    let params: readonly string[] = [];
    if (this.isSymbol('(')) {
      const close = this.closeOf(this.at);
      params = this.parameters(this.at + 1, close);
      this.at = close + 1;
    } else if (this.language === 'ruby') {
      const end = this.endOfStatement(this.at);
      params = this.parameters(this.at, end);
      this.at = end;
    }
    let body: readonly Token[];
    if (this.language === 'python') {
      this.at = this.findSymbol(this.at, this.tokens.length, ':') + 1;
      body = this.takeIndented();
    } else body = this.takeUntilEnd();
    this.flow.functions.set(name, this.codeFunction(params, body));
    return true;
  }

  /** `for x in list`, `for (const x of list)`, `foreach ($list as $x)`, `for my $x (list)`. */
  private loop(): boolean {
    this.at++;
    this.takeName('each', 'await');
    const { language } = this;
    if (language === 'perl') return this.perlLoop();
    const isBracket = this.isSymbol('(') && language !== 'python' && language !== 'ruby';
    const end = isBracket ? this.closeOf(this.at) : this.endOfLoopHead();
    if (isBracket) this.at++;
    const word = this.findOutside(
      this.at,
      end,
      (token) =>
        token.kind === 'name' &&
        (language === 'php' ? token.text === 'as' : token.text === 'in' || token.text === 'of'),
    );
    if (word >= end) {
      if (this.findSymbol(this.at, end, ';') < end) this.flow.hasLoop = true;
      return true;
    }
    const isPhp = language === 'php';
    const names = (isPhp ? this.namesBetween(word + 1, end) : this.namesBetween(this.at, word)).filter(
      (name) => !['const', 'let', 'var'].includes(name),
    );
    if (!isPhp) this.at = word + 1;
    const list = this.flow.settle(this.list());
    this.bindTargets(names, elementOf(list));
    if (isBracket) this.at = end + 1;
    return true;
  }

  private namesBetween(from: number, to: number): readonly string[] {
    return this.tokens
      .slice(from, to)
      .filter(({ kind }) => kind === 'name')
      .map(({ text }) => text);
  }

  private endOfLoopHead(): number {
    return this.findOutside(
      this.at,
      this.tokens.length,
      ({ kind, text }) => kind === 'line' || (kind === 'symbol' && text === ':') || (kind === 'name' && text === 'do'),
    );
  }

  private perlLoop(): true {
    this.takeName('my', 'our');
    const name = this.takeAnyName() ?? '$_';
    if (!this.isSymbol('(')) return true;
    const close = this.closeOf(this.at);
    if (this.findSymbol(this.at + 1, close, ';') < close) {
      this.flow.hasLoop = true;
      return true;
    }
    this.bindTargets([name], elementOfAny(this.takeArguments()));
    return true;
  }

  /** Where `… for list`, `… while x` or `… if x` begins after a statement of Perl or Ruby; -1 if nowhere. */
  private modifierAt(): number {
    const end = this.endOfStatement(this.at);
    const found = this.findOutside(
      this.at + 1,
      end,
      (token, at) =>
        token.kind === 'name' &&
        ['for', 'foreach', 'while', 'until', 'if', 'unless'].includes(token.text) &&
        !this.isMemberName(at),
    );
    return found < end && statementWords.has(this.tokens[found]?.text ?? '') ? found : -1;
  }

  private isMemberName(at: number): boolean {
    const before = this.tokens[at - 1];
    const after = this.tokens[at + 1];
    return (
      (before?.kind === 'symbol' && ['.', '->', '::', '&.'].includes(before.text)) ||
      (after?.kind === 'symbol' && after.text === '=>')
    );
  }

  /** Reads the list of a loop that follows its statement; returns the position after it. */
  private readModifier(at: number): number {
    const word = this.tokens[at]?.text;
    const start = this.at;
    if (word === 'while' || word === 'until') this.flow.hasLoop = true;
    this.at = at + 1;
    const args = this.argumentsUntil(this.endOfStatement(this.at));
    const after = this.at;
    if (word === 'for' || word === 'foreach') this.flow.variables.set('$_', elementOfAny(args));
    this.at = start;
    return after;
  }
}
