import {
  type Arguments,
  type CodeFunction,
  type CodeValue,
  codeList,
  elementOf,
  itemsOf,
  unknownCodeValue,
} from './code-values.js';
import { Cursor } from './cursor.js';
import type { Token } from './tokens.js';

interface ComprehensionLoop {
  readonly names: readonly string[];
  readonly items: readonly CodeValue[];
}

/** Reads functions without running them, and arguments. */
export abstract class FunctionReader extends Cursor {
  abstract expression(level?: number): CodeValue;

  /** A function that is written here; undefined if there is none. */
  protected functionHere(): CodeFunction | undefined {
    const token = this.peek();
    if (token?.kind === 'symbol') return this.symbolFunction(token.text);
    if (token?.kind !== 'name') return undefined;
    const { language } = this;
    if (language === 'python' && token.text === 'lambda') return this.lambda();
    if (
      language === 'javascript' &&
      token.text === 'async' &&
      (this.isSymbol('(', 1) || this.isName('function', 1) || this.isSymbol('=>', 2))
    ) {
      this.at++;
      return this.functionHere();
    }
    if (language === 'javascript' && this.isSymbol('=>', 1)) {
      this.at += 2;
      return this.codeFunction([token.text], this.arrowBody());
    }
    if (token.text === 'function' || (language === 'php' && token.text === 'fn')) return this.functionWord();
    if (language === 'perl' && token.text === 'sub') return this.perlSub();
    if (language === 'perl' && this.isSymbol('{', 1) && ['map', 'grep', 'sort', 'first', 'any'].includes(token.text))
      return undefined;
    if (
      language === 'ruby' &&
      (token.text === 'lambda' || token.text === 'proc') &&
      (this.isSymbol('{', 1) || this.isName('do', 1))
    ) {
      this.at++;
      return this.block();
    }
    return undefined;
  }

  private symbolFunction(symbol: string): CodeFunction | undefined {
    const { language } = this;
    if (language === 'javascript' && symbol === '(') {
      const close = this.closeOf(this.at);
      const arrow = this.tokens[close + 1];
      if (arrow?.kind !== 'symbol' || arrow.text !== '=>') return undefined;
      const params = this.parameters(this.at + 1, close);
      this.at = close + 2;
      return this.codeFunction(params, this.arrowBody());
    }
    if (language === 'ruby' && symbol === '->') {
      this.at++;
      const params = this.optionalParameters();
      const block = this.block();
      return block === undefined ? undefined : { ...block, params };
    }
    if (language === 'perl' && symbol === '{') {
      const before = this.peek(-1);
      const isBlock =
        before?.kind === 'name' &&
        ['map', 'grep', 'sort', 'first', 'any', 'try', 'catch', 'finally', 'eval', 'do'].includes(before.text);
      return isBlock ? this.codeFunction(['$_'], this.takeBraces()) : undefined;
    }
    return undefined;
  }

  private arrowBody(): readonly Token[] {
    this.takeSymbol('=>');
    this.skipLines();
    if (this.isSymbol('{')) return this.takeBraces();
    const from = this.at;
    this.at = this.endOfInline(from);
    return this.tokens.slice(from, this.at);
  }

  private lambda(): CodeFunction {
    const colon = this.findSymbol(this.at, this.tokens.length, ':');
    const params = this.parameters(this.at + 1, colon);
    const end = this.findSymbol(colon + 1, this.endOfStatement(colon + 1), ',');
    this.at = end;
    return this.codeFunction(params, this.tokens.slice(colon + 1, end));
  }

  private optionalParameters(): readonly string[] {
    if (!this.isSymbol('(')) return [];
    const close = this.closeOf(this.at);
    const params = this.parameters(this.at + 1, close);
    this.at = close + 1;
    return params;
  }

  /** `function name(a) …`, in JavaScript, PHP, Lua, R and awk. A name defines it. */
  protected functionWord(): CodeFunction {
    this.at++;
    this.takeSymbol('*');
    const nameStart = this.at;
    while (this.peek()?.kind === 'name' || this.isSymbol('.') || this.isSymbol(':') || this.isSymbol('&')) this.at++;
    const name = this.textBetween(nameStart, this.at).replaceAll(':', '.');
    const params = this.optionalParameters();
    if (this.takeName('use')) this.optionalParameters();
    if (this.language === 'php' && this.takeSymbol(':')) this.at++;
    const fn = this.codeFunction(params, this.language === 'lua' ? this.takeUntilEnd() : this.arrowBody());
    if (name !== '') this.flow.functions.set(name, fn);
    return fn;
  }

  protected takeUntilEnd(): readonly Token[] {
    const from = this.at;
    const end = this.endOfBlock(from);
    this.at = end + 1;
    return this.tokens.slice(from, end);
  }

  private perlSub(): CodeFunction {
    this.at++;
    const name = this.takeAnyName() ?? '';
    const params = this.optionalParameters();
    const fn = this.codeFunction(params, this.isSymbol('{') ? this.takeBraces() : []);
    if (name !== '') this.flow.functions.set(name, fn);
    return fn;
  }

  /** `{ |x| … }` or `do |x| … end` of Ruby. */
  protected block(): CodeFunction | undefined {
    const isBraces = this.isSymbol('{');
    if (!isBraces && !this.isName('do')) return undefined;
    const close = isBraces ? this.closeOf(this.at) : this.endOfBlock(this.at + 1);
    let from = this.at + 1;
    let params: readonly string[] = ['it'];
    const bar = this.tokens[from];
    if (bar?.kind === 'symbol' && bar.text === '|') {
      let end = from + 1;
      while (end < close && this.tokens[end]?.text !== '|') end++;
      params = this.parameters(from + 1, end);
      from = end + 1;
    }
    this.at = close + 1;
    return this.codeFunction(params, this.tokens.slice(from, close));
  }

  /** Adds the block after a Ruby call. */
  protected withBlock(args: Arguments): Arguments {
    if (this.language !== 'ruby') return args;
    const block = this.block();
    return block === undefined ? args : { ...args, list: [...args.list, block] };
  }

  /** Arguments between the brackets that open here; moves past them. */
  protected takeArguments(): Arguments {
    const close = this.closeOf(this.at);
    this.at++;
    const args = this.argumentsUntil(close);
    this.at = close + 1;
    return args;
  }

  protected argumentsUntil(end: number): Arguments {
    const outer = this.limit;
    this.limit = Math.min(end, outer);
    const args = this.readArguments(end);
    this.limit = outer;
    return args;
  }

  private readArguments(end: number): Arguments {
    const list: CodeValue[] = [];
    const named = new Map<string, CodeValue>();
    const items = this.comprehension(end);
    if (items !== undefined) return this.comprehensionItems(items, end);
    for (let count = 0; this.at < end && count < 5000; count++) {
      const before = this.at;
      if (this.peek()?.kind === 'line' || this.isSymbol(',') || this.isSymbol(';')) this.at++;
      else this.argument(list, named);
      if (this.at === before) this.at++;
    }
    if (this.at < end) this.flow.stop('steps');
    this.at = end;
    return { list, named };
  }

  private argument(list: CodeValue[], named: Map<string, CodeValue>): void {
    const key = this.argumentName();
    const isSpread = this.isSymbol('*') || this.isSymbol('...') || this.isSymbol('**');
    const value =
      key === undefined || this.tokens[this.at - 1]?.kind === 'symbol' ? this.expression() : unknownCodeValue;
    const isLate = key === undefined && (this.isSymbol('=>') || (this.isSymbol(':') && this.isMap()));
    if (isLate) {
      this.at++;
      this.skipLines();
      named.set(value.kind === 'text' ? (value.values[0] ?? '') : '', this.expression());
    } else if (key !== undefined) named.set(key, value);
    else if (isSpread && value.kind === 'list') list.push(...value.items);
    else if (isSpread && value.kind === 'map') for (const [name, item] of value.entries) named.set(name, item);
    else list.push(value);
  }

  private isMap(): boolean {
    return ['python', 'javascript', 'ruby', 'php'].includes(this.language);
  }

  /** `name=`, `name:`, `name =>` and the short `{name}` of JavaScript; moves past it. */
  private argumentName(): string | undefined {
    const token = this.peek();
    if (token?.kind !== 'name' && token?.kind !== 'text') return undefined;
    const { language } = this;
    const isName = token.kind === 'name';
    const takesEquals = isName && ['python', 'r', 'lua'].includes(language) && this.isSymbol('=', 1);
    const takesColon =
      this.isSymbol(':', 1) &&
      (isName || language !== 'python') &&
      ['javascript', 'ruby', 'php', 'python'].includes(language) &&
      !this.isSymbol('?', -1) &&
      (token.parts?.length ?? 0) <= 1;
    const takesArrow = this.isSymbol('=>', 1) && ['perl', 'php', 'ruby', 'r'].includes(language);
    if (!takesEquals && !takesColon && !takesArrow) return undefined;
    this.at += 2;
    this.skipLines();
    return token.text;
  }

  /** `[f(x) for x in list]`: the loops are read first, because they set the values. Undefined if there is none. */
  private comprehension(end: number): ComprehensionLoop | undefined {
    if (this.language !== 'python') return undefined;
    const start = this.at;
    let loop: ComprehensionLoop | undefined;
    for (let from = start; from < end; ) {
      const at = this.findName(from, end, 'for');
      if (at >= end) break;
      this.at = at + 1;
      const inAt = this.findName(this.at, end, 'in');
      const names = this.parameters(this.at, inAt);
      this.at = inAt + 1;
      const list = this.expression(1);
      this.bindTargets(names, elementOf(list));
      loop = { names, items: loop === undefined ? itemsOf(list) : [elementOf(list)] };
      while (this.takeName('if')) this.expression(1);
      from = Math.max(this.at, at + 1);
    }
    this.at = start;
    return loop;
  }

  /** Reads the expression before the loop once per item. */
  private comprehensionItems({ names, items }: ComprehensionLoop, end: number): Arguments {
    const list: CodeValue[] = [];
    const named = new Map<string, CodeValue>();
    const start = this.at;
    for (const item of items) {
      this.at = start;
      this.bindTargets(names, item);
      this.argument(list, named);
    }
    this.at = end;
    return { list: [codeList(list)], named };
  }

  protected bindTargets(names: readonly string[], element: CodeValue): void {
    const { variables } = this.flow;
    if (names.length === 1) variables.set(names[0] as string, element);
    else if (element.kind === 'list')
      for (const [at, name] of names.entries()) variables.set(name, element.items[at] ?? unknownCodeValue);
    else
      for (const [at, name] of names.entries())
        variables.set(name, at === names.length - 1 ? element : unknownCodeValue);
  }
}
