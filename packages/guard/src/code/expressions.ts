import { leftOut } from '../left-out.js';
import { marks, type Value } from '../value.js';
import { callCodeValue, callMethod, itemOf, memberOf } from './calls.js';
import {
  type CodeValue,
  codeNumber,
  codeText,
  derivedValue,
  eitherValue,
  flatItems,
  joinValues,
  listed,
  noArguments,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
import { numberOf, sliceValue } from './computed.js';
import { added, awkWords, computed, isMemberSymbol, operatorLevels, prefixWords, wordOperators } from './operators.js';
import type { Token } from './tokens.js';
import { ValueReader } from './values.js';

const narrowingMethods = new Set(['endswith', 'endsWith', 'end_with?']);

export class Expressions extends ValueReader {
  /** Characters that end an expression although they are operators elsewhere (`print a > b` in awk). */
  protected stops: readonly string[] = [];

  expression(level = 0): CodeValue {
    if (!this.flow.step() || !this.flow.enter()) {
      this.at = this.tokens.length;
      return unknownCodeValue;
    }
    const value = this.assignment() ?? this.operations(level);
    this.flow.leave();
    return value;
  }

  private operations(level: number): CodeValue {
    let left = this.unary();
    for (let count = 0; count < 2000; count++) {
      const operator = this.operator(level);
      if (operator === undefined) return left;
      left = this.operation(left, operator);
    }
    return joinValues(left, codeText(leftOut('items')));
  }

  /** `name = value`, `name .= value` and `name := value` inside an expression. */
  private assignment(): CodeValue | undefined {
    const name = this.peek();
    const symbol = this.peek(1);
    if (name?.kind !== 'name' || symbol?.kind !== 'symbol') return undefined;
    const isAdd = symbol.text === '+=' || symbol.text === '.=' || symbol.text === '..=';
    if (!isAdd && ![':=', '<-', '=', '||=', '??='].includes(symbol.text)) return undefined;
    if (symbol.text === '<-' && this.language !== 'r') return undefined;
    this.at += 2;
    this.skipLines();
    const value = this.expression();
    const before = this.flow.variables.get(name.text);
    this.assign(name.text, isAdd && before !== undefined ? added(before, value) : value);
    return value;
  }

  protected assign(name: string, value: CodeValue): void {
    this.flow.variables.set(name, value);
    if (value.kind === 'function') this.flow.functions.set(name, value);
  }

  private operator(level: number): string | undefined {
    const token = this.peek();
    if (token === undefined) return undefined;
    const { language } = this;
    if (token.kind === 'name') {
      if (
        !wordOperators.has(token.text) ||
        (token.text === 'if' && language !== 'python') ||
        (token.text === 'x' && language !== 'perl')
      )
        return this.juxtaposed(token, level);
    } else if (token.kind !== 'symbol') return this.juxtaposed(token, level);
    if (token.text === '$' && language === 'awk') return this.juxtaposed(token, level);
    if (this.stops.includes(token.text)) return undefined;
    const strength = operatorLevels[token.text];
    if (strength === undefined || strength <= level) return undefined;
    if (token.text === '.' && !this.traits.joins.includes('.')) return undefined;
    this.at++;
    return token.text;
  }

  /** Awk joins adjacent texts; other languages do so with quoted texts. */
  private juxtaposed(token: Token, level: number): string | undefined {
    const isText =
      token.kind === 'text' ||
      token.kind === 'number' ||
      token.kind === 'name' ||
      (token.kind === 'symbol' && token.text === '$');
    return this.language === 'awk' && isText && level < 5 && !awkWords.has(token.text) ? ' ' : undefined;
  }

  private operation(left: CodeValue, operator: string): CodeValue {
    this.skipLines();
    if (operator === '?') return this.ternary();
    if (operator === 'if') return this.pythonTernary(left);
    if ((operator === '|' || operator === '|&') && this.language === 'awk') return this.pipe(left);
    const right = this.expression(operator === ' ' ? 5 : (operatorLevels[operator] ?? 0));
    if (operator === ' ' || this.traits.joins.includes(operator)) return added(left, right);
    if (operator === '|>') return callCodeValue(right, listed(left), this.flow);
    if ((operatorLevels[operator] ?? 0) === 1) return eitherValue(this.flow.settle(left), this.flow.settle(right));
    return computed(left, operator, right);
  }

  /** `"cmd" | getline` of awk. */
  protected pipe(left: CodeValue): CodeValue {
    return left;
  }

  private ternary(): CodeValue {
    const first = this.isSymbol(':') ? unknownCodeValue : this.expression(1);
    this.skipLines();
    return this.takeSymbol(':') ? eitherValue(first, this.expression(0)) : first;
  }

  private pythonTernary(left: CodeValue): CodeValue {
    this.expression(1);
    return this.takeName('else') ? eitherValue(left, this.expression()) : left;
  }

  private unary(): CodeValue {
    if (!this.flow.enter()) {
      this.at = this.tokens.length;
      return unknownCodeValue;
    }
    const value = this.prefixed();
    this.flow.leave();
    return value;
  }

  private prefixed(): CodeValue {
    const token = this.peek();
    if (token?.kind === 'symbol') {
      if (token.text === '-' && this.peek(1)?.kind === 'number') {
        this.at += 2;
        return codeNumber(`-${this.peek(-1)?.text}`);
      }
      if (['-', '+', '!', '~', '\\', '*', '**', '...', '&', '@', '++', '--', '^', '=', '?'].includes(token.text))
        return this.afterSymbol(token.text);
    }
    if (
      token?.kind === 'name' &&
      prefixWords.has(token.text) &&
      this.peek(1) !== undefined &&
      !this.isSymbol('.', 1) &&
      !this.isSymbol('(', 1)
    ) {
      this.at++;
      return this.unary();
    }
    if (
      token?.kind === 'name' &&
      (token.text === 'await' ||
        token.text === 'not' ||
        token.text === 'new' ||
        token.text === 'typeof' ||
        token.text === 'void') &&
      !this.isSymbol('.', 1)
    ) {
      this.at++;
      return this.unary();
    }
    return this.postfix(this.primary());
  }

  private afterSymbol(symbol: string): CodeValue {
    this.at++;
    const value = this.unary();
    return symbol === '!' || symbol === '-' || symbol === '~' ? derivedValue(value) : value;
  }

  private postfix(start: CodeValue): CodeValue {
    let codeValue = start;
    for (let count = 0; count < 500; count++) {
      const next = this.postfixStep(codeValue);
      if (next === undefined) return codeValue;
      codeValue = next;
    }
    this.flow.stop('depth');
    return codeValue;
  }

  private postfixStep(codeValue: CodeValue): CodeValue | undefined {
    const token = this.peek();
    if (token === undefined) return undefined;
    if (token.kind === 'line') return this.continuesOnNextLine() ? codeValue : undefined;
    if (
      token.kind === 'text' &&
      (codeValue.kind === 'ref' || codeValue.kind === 'function') &&
      (this.language === 'lua' || this.language === 'javascript')
    ) {
      this.at++;
      return callCodeValue(codeValue, listed(this.interpolated(token)), this.flow);
    }
    if (token.kind !== 'symbol') return undefined;
    if (isMemberSymbol(token.text, this.language)) return this.member(codeValue);
    if (token.text === '(' && this.mayCall(codeValue, token)) {
      const args = this.withBlock(this.takeArguments());
      return callCodeValue(codeValue, args, this.flow);
    }
    if (token.text === '[' && !(token.spaced && this.traits.bareCalls)) return this.index(codeValue);
    if (token.text === '{' && this.language === 'perl' && !token.spaced && this.peek(-1)?.text !== ')')
      return this.index(codeValue);
    if (token.text === '{' && this.language === 'lua' && codeValue.kind === 'ref')
      return callCodeValue(codeValue, listed(this.braces()), this.flow);
    if (token.text === '$' && this.language === 'r') return this.member(codeValue);
    return undefined;
  }

  private mayCall(codeValue: CodeValue, token: Token): boolean {
    if (this.language === 'awk' && token.spaced) return false;
    if (this.language === 'perl' && codeValue.kind === 'function') return false;
    return codeValue.kind !== 'text' || !token.spaced || codeValue.values.includes(marks.any);
  }

  /** A chain of calls may continue on the next line: `\n  .then(…)`. */
  private continuesOnNextLine(): boolean {
    const next = this.peek(1);
    if (next?.kind !== 'symbol' || !['.', '?.', '->', '&.'].includes(next.text) || this.language === 'python')
      return false;
    this.at++;
    return true;
  }

  private member(owner: CodeValue): CodeValue | undefined {
    const symbol = this.peek()?.text;
    const name = this.peek(1);
    if (name?.kind === 'symbol' && ['(', '[', '{'].includes(name.text) && symbol !== ':') {
      this.at++;
      if (name.text !== '(') return this.index(owner);
      const args = this.withBlock(this.takeArguments());
      return this.language === 'ruby'
        ? callMethod(owner, 'call', args, this.flow)
        : callCodeValue(owner, args, this.flow);
    }
    if (name?.kind !== 'name' && name?.kind !== 'command') return undefined;
    if (symbol === ':' && !(this.isSymbol('(', 2) || this.peek(2)?.kind === 'text')) return undefined;
    this.at += 2;
    if (this.isSymbol('(') && !(this.peek()?.spaced && this.language === 'ruby')) {
      const variable = this.peek(-3);
      const args = this.withBlock(this.takeArguments());
      if (narrowingMethods.has(name.text) && variable?.kind === 'name') this.narrow(variable.text, owner, args.list[0]);
      return callMethod(owner, name.text, args, this.flow);
    }
    if (symbol === ':' && this.peek()?.kind === 'text') {
      this.at++;
      return callMethod(owner, name.text, listed(this.interpolated(this.peek(-1) as Token)), this.flow);
    }
    return this.property(owner, name.text);
  }

  /** `if f.endswith('.pyc')`: after it the variable represents only such files. */
  private narrow(name: string, owner: CodeValue, end: CodeValue | undefined): void {
    const isListing = owner.kind === 'text' && owner.values.every((value) => value.endsWith(marks.star));
    if (!isListing || end === undefined || this.flow.variables.get(name) !== owner) return;
    const ends = flatItems([end])
      .flatMap((codeValue) => textsOf(codeValue))
      .filter((text) => text !== '');
    if (ends.length > 0)
      this.flow.variables.set(name, {
        ...owner,
        ...codeText(...owner.values.flatMap((value) => ends.map((text) => value + text))),
      });
  }

  /** A name after a dot without parentheses; in Ruby and Perl it may still be a call. */
  private property(owner: CodeValue, name: string): CodeValue {
    if (this.language !== 'ruby' && !(this.language === 'perl' && owner.kind !== 'ref'))
      return memberOf(owner, name, this.flow);
    const isConstant = this.language === 'ruby' && (name[0] ?? '') >= 'A' && (name[0] ?? '') <= 'Z';
    if (isConstant || (this.isSymbol('=') && !this.isSymbol('==')) || this.isSymbol('::'))
      return memberOf(owner, name, this.flow);
    return this.bareCall(owner, name);
  }

  private index(owner: CodeValue): CodeValue {
    const open = this.at;
    const close = this.closeOf(open);
    const colon = this.language === 'python' ? this.findSymbol(open + 1, close, ':', '::') : close;
    if (colon < close) return this.slice(owner, open + 1, close);
    const token = this.peek(1);
    const isBareKey = token?.kind === 'name' && close === open + 2 && this.isSymbol('{');
    const key = isBareKey && !token.text.startsWith('$') ? codeText(token.text) : undefined;
    const args = key === undefined ? this.takeArguments() : noArguments;
    this.at = close + 1;
    return itemOf(owner, key ?? args.list[0] ?? unknownCodeValue, this.flow);
  }

  /** `text[1:5]`, `text[::-1]` */
  private slice(owner: CodeValue, from: number, to: number): CodeValue {
    const bounds: (number | undefined)[] = [undefined];
    this.at = from;
    while (this.at < to) {
      if (this.takeSymbol(':')) bounds.push(undefined);
      else if (this.takeSymbol('::')) bounds.push(undefined, undefined);
      else {
        const before = this.at;
        bounds[bounds.length - 1] = numberOf(this.expression());
        if (this.at === before) this.at++;
      }
    }
    this.at = to + 1;
    const [start, end, step] = bounds;
    return bounds.some((bound) => Number.isNaN(bound)) ? derivedValue(owner) : sliceValue(owner, start, end, step);
  }
}

export function joinedTexts(codeValues: readonly CodeValue[], glue: Value): CodeValue {
  const items = flatItems(codeValues);
  return items.reduce<CodeValue>(
    (left, item, at) => joinValues(at === 0 ? left : joinValues(left, codeText(glue)), item),
    codeText(''),
  );
}
