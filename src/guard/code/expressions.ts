import { marks } from '../value.js';
import { callMethod, callThing, itemOf, memberOf } from './calls.js';
import { formattedText, globPath, joinedPath, numberOf, sliceThing } from './computed.js';
import { FunctionReader } from './functions.js';
import {
  type Arguments,
  derivedThing,
  eitherThing,
  firstText,
  joinThings,
  listThing,
  noArguments,
  pathThing,
  refThing,
  type Thing,
  textsOf,
  textThing,
  unknownThing,
} from './things.js';
import type { Token } from './tokens.js';

/** How strongly operators bind; higher binds more. */
const levels: Readonly<Record<string, number>> = {
  ...{ '?': 1, or: 1, and: 1, xor: 1, '||': 1, '&&': 1, '??': 1, if: 1 },
  ...{ '==': 3, '!=': 3, '===': 3, '!==': 3, '<': 3, '>': 3, '<=': 3, '>=': 3, '=~': 3, '!~': 3, '<=>': 3, '~': 3 },
  ...{ in: 3, is: 3, instanceof: 3, eq: 3, ne: 3, lt: 3, gt: 3, le: 3, ge: 3, cmp: 3 },
  ...{ '|': 4, '&': 4, '^': 4, '|>': 4 },
  ...{ '+': 5, '-': 5, '.': 5, '..': 5, '...': 5, '<<': 5, '>>': 5 },
  ...{ '*': 6, '/': 6, '%': 6, '//': 6, x: 6, '**': 7 },
};
const wordOperators = new Set([
  'or',
  'and',
  'xor',
  'in',
  'is',
  'instanceof',
  'eq',
  'ne',
  'lt',
  'gt',
  'le',
  'ge',
  'cmp',
  'x',
  'if',
]);

/** Reads expressions: literals, names, calls and operators. */
export class Expressions extends FunctionReader {
  /** Signs at which an expression ends, although they are operators elsewhere (`print a > b` of awk). */
  protected stops: readonly string[] = [];

  expression(level = 0): Thing {
    if (!this.flow.step() || !this.flow.enter()) {
      this.at = this.tokens.length;
      return unknownThing;
    }
    const value = this.assignment() ?? this.operations(level);
    this.flow.leave();
    return value;
  }

  private operations(level: number): Thing {
    let left = this.unary();
    for (let count = 0; count < 2000; count++) {
      const operator = this.operator(level);
      if (operator === undefined) return left;
      left = this.operation(left, operator);
    }
    return left;
  }

  /** `name = value`, `name .= value` and `name := value` inside an expression. */
  private assignment(): Thing | undefined {
    const name = this.peek();
    const sign = this.peek(1);
    if (name?.kind !== 'name' || sign?.kind !== 'sign') return undefined;
    const isAdd = sign.text === '+=' || sign.text === '.=' || sign.text === '..=';
    if (!isAdd && ![':=', '<-', '=', '||=', '??='].includes(sign.text)) return undefined;
    if (sign.text === '<-' && this.flow.language !== 'r') return undefined;
    this.at += 2;
    this.skipLines();
    const value = this.expression();
    const before = this.flow.variables.get(name.text);
    this.assign(name.text, isAdd && before !== undefined ? added(before, value) : value);
    return value;
  }

  protected assign(name: string, value: Thing): void {
    this.flow.variables.set(name, value);
    if (value.kind === 'function') this.flow.functions.set(name, value);
  }

  private operator(level: number): string | undefined {
    const token = this.peek();
    if (token === undefined) return undefined;
    const { language } = this.flow;
    if (token.kind === 'name') {
      if (
        !wordOperators.has(token.text) ||
        (token.text === 'if' && language !== 'python') ||
        (token.text === 'x' && language !== 'perl')
      )
        return this.juxtaposed(token, level);
    } else if (token.kind !== 'sign') return this.juxtaposed(token, level);
    if (token.text === '$' && language === 'awk') return this.juxtaposed(token, level);
    if (this.stops.includes(token.text)) return undefined;
    const strength = levels[token.text];
    if (strength === undefined || strength <= level) return undefined;
    if (token.text === '.' && !this.traits.joins.includes('.')) return undefined;
    this.at++;
    return token.text;
  }

  /** Awk joins texts that stand side by side; other languages do so with texts in quotes. */
  private juxtaposed(token: Token, level: number): string | undefined {
    const isText =
      token.kind === 'text' ||
      token.kind === 'number' ||
      token.kind === 'name' ||
      (token.kind === 'sign' && token.text === '$');
    return this.flow.language === 'awk' && isText && level < 5 && !awkWords.has(token.text) ? ' ' : undefined;
  }

  private operation(left: Thing, operator: string): Thing {
    this.skipLines();
    if (operator === '?') return this.ternary();
    if (operator === 'if') return this.pythonTernary(left);
    if (operator === '|' && this.flow.language === 'awk') return this.pipe(left);
    const right = this.expression(operator === ' ' ? 5 : (levels[operator] ?? 0));
    if (operator === ' ' || this.traits.joins.includes(operator)) return added(left, right);
    if (operator === '|>') return callThing(right, { list: [left], named: new Map() }, this.flow);
    if ((levels[operator] ?? 0) === 1) return eitherThing(this.flow.settle(left), this.flow.settle(right));
    return computed(left, operator, right);
  }

  /** `"cmd" | getline` of awk. */
  protected pipe(left: Thing): Thing {
    return left;
  }

  private ternary(): Thing {
    const first = this.isSign(':') ? unknownThing : this.expression(1);
    this.skipLines();
    return this.takeSign(':') ? eitherThing(first, this.expression(0)) : first;
  }

  private pythonTernary(left: Thing): Thing {
    this.expression(1);
    return this.takeName('else') ? eitherThing(left, this.expression()) : left;
  }

  private unary(): Thing {
    if (!this.flow.enter()) {
      this.at = this.tokens.length;
      return unknownThing;
    }
    const value = this.prefixed();
    this.flow.leave();
    return value;
  }

  private prefixed(): Thing {
    const token = this.peek();
    if (token?.kind === 'sign') {
      if (token.text === '-' && this.peek(1)?.kind === 'number') {
        this.at += 2;
        return { ...textThing(`-${this.peek(-1)?.text}`), type: 'number' };
      }
      if (['-', '+', '!', '~', '\\', '*', '**', '...', '&', '@', '++', '--', '^', '=', '?'].includes(token.text))
        return this.afterSign(token.text);
    }
    if (
      token?.kind === 'name' &&
      prefixWords.has(token.text) &&
      this.peek(1) !== undefined &&
      !this.isSign('.', 1) &&
      !this.isSign('(', 1)
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
      !this.isSign('.', 1)
    ) {
      this.at++;
      return this.unary();
    }
    return this.postfix(this.primary());
  }

  private afterSign(sign: string): Thing {
    this.at++;
    const value = this.unary();
    return sign === '!' || sign === '-' || sign === '~' ? derivedThing(value) : value;
  }

  private primary(): Thing {
    const token = this.peek();
    if (token === undefined) return unknownThing;
    const fn = this.functionHere();
    if (fn !== undefined) return fn;
    if (token.kind === 'sign') return this.bracketed(token.text);
    this.at++;
    if (token.kind === 'number') return { ...textThing(plainNumber(token.text, this.flow.language)), type: 'number' };
    if (token.kind === 'text') return this.texts(token);
    if (token.kind === 'command')
      return textThing(...textsOf(this.interpolated(token)).map((text) => this.flow.shell(text)));
    if (token.kind === 'words')
      return listThing(
        token.text
          .split(/\s+/)
          .filter((word) => word !== '')
          .map((word) => textThing(word)),
      );
    if (token.kind === 'glob') return listThing([pathThing(textsOf(this.interpolated(token)).map(globPath))]);
    if (token.kind === 'pattern') {
      this.interpolated(token);
      return { ...unknownThing, type: 'pattern', path: [token.text] };
    }
    if (token.kind === 'mark') return textThing(token.text);
    return token.kind === 'name' ? this.named(token) : unknownThing;
  }

  /** Texts side by side are one text. */
  private texts(first: Token): Thing {
    let whole = this.interpolated(first);
    while (this.peek()?.kind === 'text' && (this.flow.language === 'python' || this.flow.language === 'ruby')) {
      whole = joinThings(whole, this.interpolated(this.peek() as Token));
      this.at++;
    }
    return whole;
  }

  protected interpolated(token: Token): Thing {
    let whole: Thing = textThing('');
    for (const part of token.parts ?? [token.text]) {
      whole = joinThings(
        whole,
        typeof part === 'string' ? textThing(part) : this.flow.settle(this.flow.inline(part.code)),
      );
    }
    return whole;
  }

  private named(token: Token): Thing {
    const { variables, language } = this.flow;
    const { text } = token;
    const known = variables.get(text) ?? this.sigilVariable(text);
    if (known !== undefined) return known;
    if (constants[text] !== undefined) return textThing(constants[text] as string);
    const fn = this.flow.functions.get(text);
    if (fn !== undefined && !this.isSign('(') && !this.traits.bareCalls) return fn;
    if (language === 'awk' && this.flow.options.env?.[text] !== undefined)
      return textThing(this.flow.options.env[text] as string);
    return this.special(text) ?? this.bareCall(refThing(text));
  }

  /** Words of one language that are values: `getline` of awk. */
  protected special(_word: string): Thing | undefined {
    return undefined;
  }

  /** Variables of perl and php under another sign: `$list[0]` is of `@list`; special variables. */
  private sigilVariable(text: string): Thing | undefined {
    const { flow } = this;
    if (text === '<STDIN>') {
      const lines = flow.variables.get('<FILE>') ?? textThing(...flow.inputLines());
      flow.variables.set('$_', lines);
      return lines;
    }
    if (!this.traits.sigils) return undefined;
    if (text === '$_') return textThing(...flow.inputLines());
    if (text === '@ARGV' || text === '$argv')
      return listThing((flow.options.args ?? []).slice(1).map((value) => textThing(value)));
    if (text === '%ENV' || text === '$ENV') return refThing('ENV');
    if (text.startsWith('$') && (this.isSign('[') || this.isSign('{')))
      return flow.variables.get(`${this.isSign('[') ? '@' : '%'}${text.slice(1)}`);
    return text.startsWith('$_') || !/^[$@%]/.test(text) ? undefined : unknownThing;
  }

  /** `system "ls"`: arguments without parentheses. */
  private bareCall(callee: Thing, method?: string): Thing {
    const token = this.peek();
    const isAllowed =
      this.traits.bareCalls ||
      (this.flow.language === 'python' && callee.kind === 'ref' && (callee.name === 'print' || callee.name === 'exec'));
    const starts = isAllowed && token !== undefined && this.startsArgument(token);
    if (!starts)
      return method === undefined
        ? this.withoutArguments(callee)
        : callMethod(callee, method, this.withBlock(noArguments), this.flow);
    const args = this.withBlock(this.argumentsUntil(this.endOfBareCall()));
    return method === undefined ? callThing(callee, args, this.flow) : callMethod(callee, method, args, this.flow);
  }

  /** Some functions need no arguments: `fork`, `getcwd`, `unlink` with `$_`. */
  private withoutArguments(callee: Thing): Thing {
    if (
      callee.kind !== 'ref' ||
      !this.traits.bareCalls ||
      this.isSign('(') ||
      this.isSign('.') ||
      this.isSign('::') ||
      this.isSign('->') ||
      this.isSign('[') ||
      this.isSign('=>')
    )
      return callee;
    const isBlock = this.flow.language === 'ruby' && (this.isSign('{') || this.isName('do'));
    if (!isBlock && !bareNames.has(callee.name) && !this.flow.functions.has(callee.name)) return callee;
    const isAboutTopic = this.flow.language === 'perl' && topicNames.has(callee.name);
    const args = isAboutTopic
      ? { list: [this.flow.variables.get('$_') ?? textThing(...this.flow.inputLines())], named: new Map() }
      : noArguments;
    return callThing(callee, this.withBlock(args), this.flow);
  }

  private startsArgument(token: Token): boolean {
    if (!token.spaced && token.kind !== 'text')
      return (
        this.flow.language === 'perl' &&
        (token.kind === 'glob' || (token.kind === 'name' && '$@'.includes(token.text[0] ?? ' ')))
      );
    if (token.kind === 'name') return !wordOperators.has(token.text) && !statementWords.has(token.text);
    if (token.kind === 'sign') {
      const next = this.peek(1);
      if (token.text === '[' || token.text === '->') return this.flow.language === 'ruby';
      if (token.text === '{') return this.flow.language === 'perl';
      return ['*', '&', '-', '\\', '::'].includes(token.text) && next?.spaced === false && next.kind !== 'number';
    }
    return token.kind !== 'line' && token.kind !== 'mark';
  }

  private endOfBareCall(): number {
    const end = this.endOfStatement(this.at);
    return this.findOutside(
      this.at,
      end,
      (token, at) =>
        token.kind === 'line' ||
        (token.kind === 'name' &&
          (statementWords.has(token.text) || token.text === 'or' || token.text === 'and') &&
          at > this.at) ||
        (token.kind === 'sign' && ['||', '&&', '?', ':'].includes(token.text) && token.spaced),
    );
  }

  private bracketed(sign: string): Thing {
    if (sign === '(') return this.parentheses();
    if (sign === '[') return this.listLiteral();
    if (sign === '{') return this.braces();
    if (sign === '$' && this.flow.language === 'awk') return this.field();
    if (sign !== ')' && sign !== ']' && sign !== '}' && sign !== ';' && sign !== ',' && sign !== ':') this.at++;
    return unknownThing;
  }

  /** A list; one that a loop made is that list. */
  private listLiteral(): Thing {
    const isLoop =
      this.flow.language === 'python' &&
      this.findOutside(this.at + 1, this.closeOf(this.at), ({ kind, text }) => kind === 'name' && text === 'for') <
        this.closeOf(this.at);
    const { list } = this.takeArguments();
    return isLoop ? (list[0] ?? unknownThing) : listThing(list);
  }

  /** `$1` of awk. */
  protected field(): Thing {
    this.at++;
    return unknownThing;
  }

  private parentheses(): Thing {
    const close = this.closeOf(this.at);
    const { list, named } = this.takeArguments();
    const hasComma = this.tokens[close - 1]?.text === ',';
    if (list.length === 1 && named.size === 0 && !hasComma) return list[0] as Thing;
    if (list.length === 0 && named.size > 0) return { kind: 'map', entries: named };
    return this.flow.language === 'javascript' ? (list.at(-1) ?? unknownThing) : listThing(list);
  }

  /** An object, a map, or a table of Lua. */
  private braces(): Thing {
    const { list, named } = this.takeArguments();
    return named.size === 0 && list.length > 0 && this.flow.language !== 'javascript'
      ? listThing(list)
      : { kind: 'map', entries: named };
  }

  private postfix(start: Thing): Thing {
    let thing = start;
    for (let count = 0; count < 500; count++) {
      const next = this.postfixStep(thing);
      if (next === undefined) return thing;
      thing = next;
    }
    return thing;
  }

  private postfixStep(thing: Thing): Thing | undefined {
    const token = this.peek();
    if (token === undefined) return undefined;
    if (token.kind === 'line') return this.continuesOnNextLine() ? thing : undefined;
    if (
      token.kind === 'text' &&
      (thing.kind === 'ref' || thing.kind === 'function') &&
      (this.flow.language === 'lua' || this.flow.language === 'javascript')
    ) {
      this.at++;
      return callThing(thing, { list: [this.interpolated(token)], named: new Map() }, this.flow);
    }
    if (token.kind !== 'sign') return undefined;
    if (isMemberSign(token.text, this.flow.language)) return this.member(thing);
    if (token.text === '(' && this.mayCall(thing, token)) {
      const args = this.withBlock(this.takeArguments());
      return callThing(thing, args, this.flow);
    }
    if (token.text === '[' && !(token.spaced && this.traits.bareCalls)) return this.index(thing);
    if (token.text === '{' && this.flow.language === 'perl' && !token.spaced && this.peek(-1)?.text !== ')')
      return this.index(thing);
    if (token.text === '{' && this.flow.language === 'lua' && thing.kind === 'ref')
      return callThing(thing, { list: [this.braces()], named: new Map() }, this.flow);
    if (token.text === '$' && this.flow.language === 'r') return this.member(thing);
    return undefined;
  }

  private mayCall(thing: Thing, token: Token): boolean {
    if (this.flow.language === 'awk' && token.spaced) return false;
    if (this.flow.language === 'perl' && thing.kind === 'function') return false;
    return thing.kind !== 'text' || !token.spaced || thing.values.includes(marks.any);
  }

  /** A chain of calls may go on in the next line: `\n  .then(…)`. */
  private continuesOnNextLine(): boolean {
    const next = this.peek(1);
    if (next?.kind !== 'sign' || !['.', '?.', '->', '&.'].includes(next.text) || this.flow.language === 'python')
      return false;
    this.at++;
    return true;
  }

  private member(owner: Thing): Thing | undefined {
    const sign = this.peek()?.text;
    const name = this.peek(1);
    if (name?.kind === 'sign' && ['(', '[', '{'].includes(name.text) && sign !== ':') {
      this.at++;
      if (name.text !== '(') return this.index(owner);
      const args = this.withBlock(this.takeArguments());
      return this.flow.language === 'ruby'
        ? callMethod(owner, 'call', args, this.flow)
        : callThing(owner, args, this.flow);
    }
    if (name?.kind !== 'name' && name?.kind !== 'command') return undefined;
    if (sign === ':' && !(this.isSign('(', 2) || this.peek(2)?.kind === 'text')) return undefined;
    this.at += 2;
    if (this.isSign('(') && !(this.peek()?.spaced && this.flow.language === 'ruby')) {
      return callMethod(owner, name.text, this.withBlock(this.takeArguments()), this.flow);
    }
    if (sign === ':' && this.peek()?.kind === 'text') {
      this.at++;
      return callMethod(
        owner,
        name.text,
        { list: [this.interpolated(this.peek(-1) as Token)], named: new Map() },
        this.flow,
      );
    }
    return this.property(owner, name.text);
  }

  /** A name after a dot that no parentheses follow; in Ruby and Perl it may still be a call. */
  private property(owner: Thing, name: string): Thing {
    if (this.flow.language !== 'ruby' && !(this.flow.language === 'perl' && owner.kind !== 'ref'))
      return memberOf(owner, name, this.flow);
    const isConstant = this.flow.language === 'ruby' && (name[0] ?? '') >= 'A' && (name[0] ?? '') <= 'Z';
    if (isConstant || (this.isSign('=') && !this.isSign('==')) || this.isSign('::'))
      return memberOf(owner, name, this.flow);
    return this.bareCall(owner, name);
  }

  private index(owner: Thing): Thing {
    const open = this.at;
    const close = this.closeOf(open);
    const colon =
      this.flow.language === 'python'
        ? this.findOutside(
            open + 1,
            close,
            (token) => token.kind === 'sign' && (token.text === ':' || token.text === '::'),
          )
        : close;
    if (colon < close) return this.slice(owner, open + 1, close);
    const token = this.peek(1);
    const isBareKey = token?.kind === 'name' && close === open + 2 && this.isSign('{');
    const key = isBareKey && !token.text.startsWith('$') ? textThing(token.text) : undefined;
    const args = key === undefined ? this.takeArguments() : noArguments;
    this.at = close + 1;
    return itemOf(owner, key ?? args.list[0] ?? unknownThing, this.flow);
  }

  /** `text[1:5]`, `text[::-1]` */
  private slice(owner: Thing, from: number, to: number): Thing {
    const bounds: (number | undefined)[] = [undefined];
    this.at = from;
    while (this.at < to) {
      if (this.takeSign(':')) bounds.push(undefined);
      else if (this.takeSign('::')) bounds.push(undefined, undefined);
      else {
        const before = this.at;
        bounds[bounds.length - 1] = numberOf(this.expression());
        if (this.at === before) this.at++;
      }
    }
    this.at = to + 1;
    const [start, end, step] = bounds;
    if (bounds.some((bound) => Number.isNaN(bound))) return derivedThing(owner);
    return sliceThing(owner, start, end, step);
  }
}

const awkWords = new Set(['in', 'getline', 'if', 'else', 'while', 'for', 'print', 'printf', 'next', 'exit']);
const prefixWords = new Set([
  'my',
  'our',
  'local',
  'return',
  'yield',
  'async',
  'do',
  'delete',
  'defined',
  'static',
  'clone',
  'begin',
  'then',
  'const',
  'let',
  'var',
  'else',
]);
/** Words that begin a statement or follow one. */
export const statementWords = new Set([
  ...[
    'if',
    'unless',
    'while',
    'until',
    'for',
    'foreach',
    'do',
    'then',
    'else',
    'elsif',
    'end',
    'rescue',
    'ensure',
    'in',
    'as',
    'use',
  ],
]);
/** Functions that are called by their bare name. */
const topicNames = new Set([
  'unlink',
  'rmdir',
  'print',
  'say',
  'eval',
  'glob',
  'chr',
  'ord',
  'lc',
  'uc',
  'hex',
  'oct',
  'chomp',
  'readpipe',
]);
const bareNames = new Set([
  'fork',
  'getcwd',
  'cwd',
  'shift',
  'gets',
  'system',
  'exec',
  'chdir',
  'readlines',
  ...topicNames,
]);
const constants: Readonly<Record<string, string>> = {
  ...{
    True: 'True',
    False: '',
    None: '',
    true: 'true',
    false: '',
    null: '',
    undefined: '',
    nil: '',
    TRUE: 'TRUE',
    FALSE: '',
    T: 'TRUE',
    NULL: '',
  },
  ...{ DIRECTORY_SEPARATOR: '/', PHP_EOL: '\n', F: '' },
};

const isMemberSign = (sign: string, language: string): boolean => {
  if (sign === '.' || sign === '?.')
    return language !== 'perl' && language !== 'php' && language !== 'awk' && language !== 'r';
  if (sign === '->') return language === 'perl' || language === 'php';
  if (sign === '::') return language !== 'python' && language !== 'javascript' && language !== 'awk';
  return sign === ':' && language === 'lua';
};

/** Numbers in other bases as plain numbers; modes of files keep their octal digits. */
function plainNumber(text: string, language: string): string {
  const isOctal = text.length > 1 && text.startsWith('0') && !text.startsWith('0x') && !text.startsWith('0b');
  return isOctal || language === 'awk' || !text.startsWith('0x') ? text : String(Number(text));
}

export function added(left: Thing, right: Thing): Thing {
  if (left.kind === 'list') return listThing([...left.items, ...(right.kind === 'list' ? right.items : [right])]);
  if (isNumber(left) && isNumber(right))
    return { ...textThing(String(numberOf(left) + numberOf(right))), type: 'number' };
  return joinThings(left, right);
}

const isNumber = (thing: Thing): boolean => thing.kind === 'text' && thing.type === 'number';

function computed(left: Thing, operator: string, right: Thing): Thing {
  if (isNumber(left) && isNumber(right)) return calculated(numberOf(left), operator, numberOf(right));
  if (operator === '<<') return joinThings(left, right);
  if (operator === '/' && left.kind === 'text') return joinedPath([left, right], true);
  if (operator === '%' && left.kind === 'text') {
    const values = right.kind === 'list' ? right.items : [right];
    return formattedText(firstText(left), values, right.kind === 'map' ? right.entries : new Map());
  }
  if ((operator === '*' || operator === 'x') && left.kind === 'text') {
    const count = Math.min(Math.max(numberOf(right) || 0, 0), 64);
    return isNumber(right) ? textThing(...left.values.map((value) => value.repeat(count))) : derivedThing(left, right);
  }
  if (operator === '*' && left.kind === 'list' && right.kind === 'text')
    return textThing(left.items.map(firstText).join(firstText(right)));
  return (levels[operator] ?? 0) === 3 ? unknownThing : derivedThing(left, right);
}

function calculated(left: number, operator: string, right: number): Thing {
  const results: Readonly<Record<string, number>> = {
    ...{ '-': left - right, '*': left * right, '/': left / right, '//': Math.floor(left / right), '%': left % right },
    ...{
      '^': left ^ right,
      '|': left | right,
      '&': left & right,
      '<<': left << right,
      '>>': left >> right,
      '**': left ** right,
    },
  };
  const result = results[operator];
  return result === undefined ? unknownThing : { ...textThing(String(result)), type: 'number' };
}
