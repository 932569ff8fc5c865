import { moduleName } from './actions.js';
import { codeName, elementOf, unknownCodeValue } from './code-values.js';
import { Expressions } from './expressions.js';
import type { Token } from './tokens.js';

/** Reads statements that name modules and parts of values. */
export class ImportReader extends Expressions {
  protected skipTo(at: number): true {
    this.at = at;
    return true;
  }

  /** `const {a, b: c} = …` and `const [a] = …` of JavaScript. */
  protected destructuring(): boolean {
    const open = this.at + 1;
    const close = this.closeOf(open);
    const equals = this.tokens[close + 1];
    if (equals?.kind !== 'symbol' || equals.text !== '=') {
      this.at++;
      return true;
    }
    const isList = this.tokens[open]?.text === '[';
    const names = this.importedNames(open + 1, close);
    this.at = close + 2;
    const value = this.expression();
    names.forEach(([name, alias], at) => {
      if (isList) this.assign(alias, value.kind === 'list' ? (value.items[at] ?? unknownCodeValue) : elementOf(value));
      else if (value.kind === 'ref') this.assign(alias, codeName(`${value.name}.${name}`));
      else this.assign(alias, value.kind === 'map' ? (value.entries.get(name) ?? unknownCodeValue) : value);
    });
    return true;
  }

  /** Names between braces, each with its local name. */
  protected importedNames(from: number, to: number): readonly (readonly [string, string])[] {
    const names: (readonly [string, string])[] = [];
    for (let at = from; at < to; at++) {
      const token = this.tokens[at] as Token;
      if (token.kind !== 'name' && token.kind !== 'text') continue;
      const next = this.tokens[at + 1];
      const alias = this.tokens[at + 2];
      if (at + 2 < to && (next?.text === ':' || next?.text === 'as') && alias?.kind === 'name') {
        names.push([token.text, alias.text]);
        at += 2;
      } else names.push([token.text, token.text]);
    }
    return names;
  }

  protected pythonImport(): true {
    const end = this.endOfStatement(this.at);
    this.at++;
    while (this.at < end) {
      const from = this.at;
      while (this.at < end && !this.isSymbol(',') && !this.isName('as')) this.at++;
      const name = this.tokens
        .slice(from, this.at)
        .map(({ text }) => text)
        .join('');
      if (this.takeName('as') && this.peek() !== undefined)
        this.flow.variables.set((this.tokens[this.at++] as Token).text, codeName(name));
      else this.flow.variables.delete(name);
      if (!this.takeSymbol(',')) break;
    }
    return this.skipTo(end);
  }

  protected fromImport(): true {
    const end = this.endOfStatement(this.at);
    const word = this.findName(this.at, end, 'import');
    const module = this.textBetween(this.at + 1, word);
    if (this.tokens[word + 1]?.text === '*') this.flow.openModules.push(module);
    const isBracket = this.tokens[word + 1]?.text === '(';
    for (const [name, alias] of this.importedNames(word + 1, isBracket ? this.closeOf(word + 1) : end))
      this.flow.variables.set(alias, codeName(`${module}.${name}`));
    return this.skipTo(end);
  }

  protected javascriptImport(): boolean {
    const from = this.findOutside(
      this.at,
      Math.min(this.at + 200, this.tokens.length),
      (token) => token.kind === 'text',
    );
    const source = this.tokens[from];
    if (source?.kind !== 'text') return this.skipTo(this.at + 1);
    const module = moduleName(source.text);
    for (let at = this.at + 1; at < from; at++) {
      const token = this.tokens[at] as Token;
      if (token.text === '{') {
        const close = this.closeOf(at);
        for (const [name, alias] of this.importedNames(at + 1, close))
          this.flow.variables.set(alias, codeName(name === 'default' ? module : `${module}.${name}`));
        at = close;
      } else if (token.kind === 'name' && !['from', 'as', 'type'].includes(token.text))
        this.flow.variables.set(token.text, codeName(module));
    }
    return this.skipTo(from + 1);
  }

  protected withStatement(): true {
    this.at++;
    this.takeSymbol('(');
    for (let count = 0; count < 20; count++) {
      const value = this.expression();
      const name = this.takeName('as') ? this.takeAnyName() : undefined;
      if (name !== undefined) this.flow.variables.set(name, value);
      if (!this.takeSymbol(',')) return true;
    }
    this.flow.stop('steps');
    return true;
  }
}
