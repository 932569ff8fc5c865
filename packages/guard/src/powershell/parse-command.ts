import { PsExpressionParser } from './parse-expression.js';
import { isDash, isDoubleQuote, isPsNameChar, isSingleQuote } from './scanner.js';
import { type PsArgument, type PsExpression, type PsRedirect, PsRefusal, type PsStage } from './syntax.js';

/** Reads one part of a pipeline: a command with its words, or an expression. */
export abstract class PsCommandParser extends PsExpressionParser {
  protected stage(): PsStage {
    const char = this.char;
    if (char === '&' && this.ahead(1) !== '&') return this.command('&');
    if (char === '.' && /[\s'"$({]/.test(this.ahead(1))) return this.command('.');
    if (!this.startsExpression()) return this.command(undefined);
    const of = this.expression();
    const redirects: PsRedirect[] = [];
    for (;;) {
      this.skip();
      const redirect = this.redirect();
      if (!redirect) return { kind: 'expression', of, redirects };
      redirects.push(redirect);
    }
  }

  private startsExpression(): boolean {
    const char = this.char;
    if (char === '' || '$(@{!,['.includes(char) || isSingleQuote(char) || isDoubleQuote(char)) return char !== '';
    if (this.startsWith('++') || this.startsWith('--')) return true;
    if (isDash(char)) return true;
    if (!/\d/.test(char)) return false;
    const start = this.at;
    const isNumber = this.number() !== undefined && (this.isAtEnd || !/[\w\-.]/.test(this.char) || this.char === '.');
    this.at = start;
    return isNumber;
  }

  private command(operator: '&' | '.' | undefined): PsStage {
    if (operator) {
      this.at++;
      this.skip();
    }
    const name = this.commandName(operator !== undefined);
    const args: PsArgument[] = [];
    const redirects: PsRedirect[] = [];
    for (;;) {
      this.skip();
      if (this.isAtEnd || /[;|)}\r\n]/.test(this.char)) break;
      if (this.char === '&') break;
      const redirect = this.redirect();
      if (redirect) redirects.push(redirect);
      else if (this.startsWith('--%')) args.push(...this.verbatim());
      else args.push(this.argument());
    }
    return { kind: 'command', operator, name, args, redirects };
  }

  private commandName(isCalled: boolean): PsExpression {
    if (isCalled && /[$({@'"]/.test(this.char)) {
      const start = this.at;
      const name = this.members(this.primary());
      if (this.isAtEnd || !/[\\/.\w-]/.test(this.char)) return name;
      this.at = start;
    }
    return this.bareWord(true);
  }

  /** Words after `--%`, which PowerShell does not parse. */
  private verbatim(): PsArgument[] {
    const end = this.text.slice(this.at).search(/[\r\n|]/);
    const rest = end < 0 ? this.text.slice(this.at + 3) : this.text.slice(this.at + 3, this.at + end);
    this.at += rest.length + 3;
    const words = rest.match(/"[^"]*"|[^\s"]+/g) ?? [];
    return words.map((word) => ({
      kind: 'value',
      of: { kind: 'text', text: word.replaceAll('"', ''), isQuoted: true },
    }));
  }

  private redirect(): PsRedirect | undefined {
    const found = /^([1-6*]?)(>>?)(&[12])?/.exec(this.text.slice(this.at, this.at + 5));
    if (!found) {
      if (this.char === '<') throw new PsRefusal('input redirection');
      return undefined;
    }
    this.at += found[0].length;
    const stream = found[1] || '1';
    if (found[3]) return { stream, isAppend: false, to: undefined };
    this.skip();
    return { stream, isAppend: found[2] === '>>', to: this.argumentValue() };
  }

  private argument(): PsArgument {
    if (isDash(this.char) && /[\p{L}_?`]/u.test(this.ahead(1))) {
      const parameter = this.parameter();
      if (parameter) return parameter;
    }
    return { kind: 'value', of: this.argumentList() };
  }

  /** `-Name` and `-Name:value`; undefined if the word continues with characters that a parameter cannot have. */
  private parameter(): PsArgument | undefined {
    const start = this.at;
    this.at++;
    let name = '-';
    while (!this.isAtEnd && !/[\s;|&(){}<>,:]/.test(this.char)) {
      if (/["'$=[\]\\/]/.test(this.char)) {
        this.at = start;
        return undefined;
      }
      if (this.char === '`' && /[\r\n]/.test(this.ahead(1))) break;
      if (this.char !== '`') name += this.char;
      this.at++;
    }
    if (!this.take(':')) return { kind: 'parameter', written: name, value: undefined };
    this.skip();
    if (this.isAtEnd || /[;|)}\r\n]/.test(this.char)) return { kind: 'parameter', written: name, value: undefined };
    return { kind: 'parameter', written: name, value: this.argumentList() };
  }

  private argumentList(): PsExpression {
    return this.commaList(
      () => this.argumentValue(),
      () => this.isAtEnd || /[;|)}]/.test(this.char),
    );
  }

  private argumentValue(): PsExpression {
    const char = this.char;
    if (char === ',') {
      this.at++;
      return { kind: 'text', text: '', isQuoted: true };
    }
    if (char === '(' || char === '{') return this.members(this.primary());
    if (char === '@' && (/[({'"]/.test(this.ahead(1)) || isPsNameChar(this.ahead(1)))) return this.members(this.at_());
    const start = this.at;
    const whole = this.wholeValue(char);
    if (whole && (this.isAtEnd || /[\s;|&(){}<>,]/.test(this.char))) return whole;
    this.at = start;
    return this.bareWord();
  }

  /** A variable, a quoted text or a number, which may be the beginning of a longer word. */
  private wholeValue(char: string): PsExpression | undefined {
    if (isSingleQuote(char) || isDoubleQuote(char)) return this.primary();
    if (char !== '$') return this.number();
    const variable = this.dollar();
    return variable && this.members(variable);
  }
}
