import { ownField } from '@anyhook/core';
import { callCodeValue, callMethod } from './calls.js';
import {
  type CodeValue,
  codeList,
  codeName,
  codeNumber,
  codePath,
  codeText,
  joinValues,
  listed,
  noArguments,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
import { globPath } from './computed.js';
import { FunctionReader } from './functions.js';
import { bareNames, constants, plainNumber, statementWords, topicNames, wordOperators } from './operators.js';
import type { Token } from './tokens.js';

/** Reads values: literals, names, lists, and calls without parentheses. */
export abstract class ValueReader extends FunctionReader {
  protected primary(): CodeValue {
    const token = this.peek();
    if (token === undefined) return unknownCodeValue;
    const fn = this.functionHere();
    if (fn !== undefined) return fn;
    if (token.kind === 'symbol') return this.bracketed(token.text);
    this.at++;
    if (token.kind === 'number') return codeNumber(plainNumber(token.text, this.language));
    if (token.kind === 'text') return this.texts(token);
    if (token.kind === 'command')
      return codeText(...textsOf(this.interpolated(token)).map((text) => this.flow.shell(text)));
    if (token.kind === 'words')
      return codeList(
        token.text
          .split(/\s+/)
          .filter((word) => word !== '')
          .map((word) => codeText(word)),
      );
    if (token.kind === 'glob') return codeList([codePath(textsOf(this.interpolated(token)).map(globPath))]);
    if (token.kind === 'pattern') {
      this.interpolated(token);
      return { ...unknownCodeValue, type: 'pattern', path: [token.text] };
    }
    if (token.kind === 'mark') return codeText(token.text);
    return token.kind === 'name' ? this.named(token) : unknownCodeValue;
  }

  /** Adjacent texts are one text. */
  protected texts(first: Token): CodeValue {
    let whole = this.interpolated(first);
    while (this.peek()?.kind === 'text' && (this.language === 'python' || this.language === 'ruby')) {
      whole = joinValues(whole, this.interpolated(this.peek() as Token));
      this.at++;
    }
    return whole;
  }

  protected interpolated(token: Token): CodeValue {
    let whole: CodeValue = codeText('');
    for (const part of token.parts ?? [token.text])
      whole = joinValues(
        whole,
        typeof part === 'string' ? codeText(part) : this.flow.settle(this.flow.inline(part.code)),
      );
    return whole;
  }

  protected named(token: Token): CodeValue {
    const { variables } = this.flow;
    const { language } = this;
    const { text } = token;
    const known = variables.get(text) ?? this.sigilVariable(text);
    if (known !== undefined) return known;
    if (Object.hasOwn(constants, text)) return codeNumber(constants[text] as string);
    const fn = this.flow.functions.get(text);
    if (fn !== undefined && !this.isSymbol('(') && !this.traits.bareCalls) return fn;
    const given = language === 'awk' ? ownField(this.flow.options.env ?? {}, text) : undefined;
    if (typeof given === 'string') return codeText(given);
    // `print P "x"`: an uppercase name before a text is the target.
    const isHandle = language === 'perl' && /^[A-Z][A-Z0-9_]*$/.test(text) && this.peek()?.kind === 'text';
    return this.special(text) ?? (isHandle ? codeName(text) : this.bareCall(codeName(text)));
  }

  /** Words of one language that are values: `getline` of awk. */
  protected special(_word: string): CodeValue | undefined {
    return undefined;
  }

  /** Variables of perl and php with another sigil: `$list[0]` belongs to `@list`; special variables. */
  protected sigilVariable(text: string): CodeValue | undefined {
    const { flow } = this;
    if (text === '<STDIN>') {
      const lines = flow.variables.get('<FILE>') ?? codeText(...flow.inputLines());
      flow.variables.set('$_', lines);
      return lines;
    }
    if (!this.traits.sigils) return undefined;
    if (text === '$_') return codeText(...flow.inputLines());
    if (text === '@ARGV' || text === '$argv')
      return codeList((flow.options.args ?? []).slice(1).map((value) => codeText(value)));
    if (text === '%ENV' || text === '$ENV') return codeName('ENV');
    if (text.startsWith('$') && (this.isSymbol('[') || this.isSymbol('{')))
      return flow.variables.get(`${this.isSymbol('[') ? '@' : '%'}${text.slice(1)}`);
    return text.startsWith('$_') || !/^[$@%]/.test(text) ? undefined : unknownCodeValue;
  }

  /** `system "ls"`: arguments without parentheses. */
  protected bareCall(callee: CodeValue, method?: string): CodeValue {
    const token = this.peek();
    const isAllowed =
      this.traits.bareCalls ||
      (this.language === 'python' && callee.kind === 'ref' && (callee.name === 'print' || callee.name === 'exec'));
    const starts = isAllowed && token !== undefined && this.startsArgument(token);
    if (!starts)
      return method === undefined
        ? this.withoutArguments(callee)
        : callMethod(callee, method, this.withBlock(noArguments), this.flow);
    const args = this.withBlock(this.argumentsUntil(this.endOfBareCall()));
    return method === undefined ? callCodeValue(callee, args, this.flow) : callMethod(callee, method, args, this.flow);
  }

  /** Some functions need no arguments: `fork`, `getcwd`, `unlink` with `$_`. */
  protected withoutArguments(callee: CodeValue): CodeValue {
    if (
      callee.kind !== 'ref' ||
      !this.traits.bareCalls ||
      this.isSymbol('(') ||
      this.isSymbol('.') ||
      this.isSymbol('::') ||
      this.isSymbol('->') ||
      this.isSymbol('[') ||
      this.isSymbol('=>')
    )
      return callee;
    const isBlock = this.language === 'ruby' && (this.isSymbol('{') || this.isName('do'));
    if (!isBlock && !bareNames.has(callee.name) && !this.flow.functions.has(callee.name)) return callee;
    const isAboutTopic = this.language === 'perl' && topicNames.has(callee.name);
    const args = isAboutTopic
      ? listed(this.flow.variables.get('$_') ?? codeText(...this.flow.inputLines()))
      : noArguments;
    return callCodeValue(callee, this.withBlock(args), this.flow);
  }

  protected startsArgument(token: Token): boolean {
    if (!token.spaced && token.kind !== 'text')
      return (
        this.language === 'perl' &&
        (token.kind === 'glob' || (token.kind === 'name' && '$@'.includes(token.text[0] ?? ' ')))
      );
    if (token.kind === 'name') return !wordOperators.has(token.text) && !statementWords.has(token.text);
    if (token.kind === 'symbol') {
      const next = this.peek(1);
      if (token.text === '[' || token.text === '->') return this.language === 'ruby';
      if (token.text === '{') return this.language === 'perl';
      return ['*', '&', '-', '\\', '::'].includes(token.text) && next?.spaced === false && next.kind !== 'number';
    }
    return token.kind !== 'line' && token.kind !== 'mark';
  }

  protected endOfBareCall(): number {
    const end = this.endOfStatement(this.at);
    return this.findOutside(
      this.at,
      end,
      (token, at) =>
        token.kind === 'line' ||
        (token.kind === 'name' &&
          (statementWords.has(token.text) || token.text === 'or' || token.text === 'and') &&
          at > this.at) ||
        (token.kind === 'symbol' && ['||', '&&', '?', ':'].includes(token.text) && token.spaced),
    );
  }

  protected bracketed(char: string): CodeValue {
    if (char === '(') return this.parentheses();
    if (char === '[') return this.listLiteral();
    if (char === '{') return this.braces();
    if (char === '$' && this.language === 'awk') return this.field();
    if (char !== ')' && char !== ']' && char !== '}' && char !== ';' && char !== ',' && char !== ':') this.at++;
    return unknownCodeValue;
  }

  /** A list; a comprehension gives the list that its loop made. */
  protected listLiteral(): CodeValue {
    const isLoop =
      this.language === 'python' &&
      this.findOutside(this.at + 1, this.closeOf(this.at), ({ kind, text }) => kind === 'name' && text === 'for') <
        this.closeOf(this.at);
    const { list } = this.takeArguments();
    return isLoop ? (list[0] ?? unknownCodeValue) : codeList(list);
  }

  /** `$1` of awk. */
  protected field(): CodeValue {
    this.at++;
    return unknownCodeValue;
  }

  protected parentheses(): CodeValue {
    const close = this.closeOf(this.at);
    const { list, named } = this.takeArguments();
    const hasComma = this.tokens[close - 1]?.text === ',';
    if (list.length === 1 && named.size === 0 && !hasComma) return list[0] as CodeValue;
    if (list.length === 0 && named.size > 0) return { kind: 'map', entries: named };
    return this.language === 'javascript' ? (list.at(-1) ?? unknownCodeValue) : codeList(list);
  }

  /** An object, a map, or a table of Lua. */
  protected braces(): CodeValue {
    const { list, named } = this.takeArguments();
    return named.size === 0 && list.length > 0 && this.language !== 'javascript'
      ? codeList(list)
      : { kind: 'map', entries: named };
  }
}
